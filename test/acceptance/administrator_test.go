package acceptance

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// administered is an object in which an administrator has set a field before a component is created that sets it too, or that keeps it
// when it is deleted.
type administered struct {
	kind, namespace, name string // name defaults to cluster
	set, field            string
	create                func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error
}

// registers returns a program with one component.
func registers[A, C any](
	create func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (*C, error), args A,
) func(*pulumi.Context, pulumi.ResourceOption) error {
	return func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
		_, err := create(ctx, "administrator", &args, inCluster)
		return err
	}
}

func administeredObjects() map[string]administered {
	return map[string]administered{
		"ImageConfig, a field without an argument": {
			kind: "image.config.openshift.io", set: `{"spec":{"externalRegistryHostnames":["registry.example.com"]}}`,
			field:  ".spec.externalRegistryHostnames",
			create: registers(configuration.NewImageConfig, configuration.ImageConfigArgs{BlockedRegistries: []string{"bad.example.com"}}),
		},
		"OperatorHub, a field without an argument": {
			kind: "operatorhub.config.openshift.io", set: `{"spec":{"disableAllDefaultSources":true}}`,
			field:  ".spec.disableAllDefaultSources",
			create: registers(configuration.NewOperatorHub, configuration.OperatorHubArgs{DisabledSources: []string{"community-operators"}}),
		},
		"IdentityProviders": {
			kind: "oauth.config.openshift.io", field: ".spec.identityProviders",
			set: `{"spec":{"identityProviders":[{"name":"sso","mappingMethod":"claim","type":"HTPasswd","htpasswd":{"fileData":{"name":"sso"}}}]}}`,
			create: registers(configuration.NewIdentityProviders, configuration.IdentityProvidersArgs{Providers: []configuration.IdentityProvider{
				{Name: "local", HTPasswd: &configuration.HTPasswdArgs{File: pulumi.String("alice:$2y$05$abcdefghijklmnopqrstuuu\n")}},
			}}),
		},
		"ImageConfig": {
			kind: "image.config.openshift.io", set: `{"spec":{"registrySources":{"insecureRegistries":["plain.example.com"]}}}`,
			field:  ".spec.registrySources.insecureRegistries",
			create: registers(configuration.NewImageConfig, configuration.ImageConfigArgs{InsecureRegistries: []string{"other.example.com"}}),
		},
		"APIServer": {
			kind: "apiserver.config.openshift.io", set: `{"spec":{"clientCA":{"name":"ours"}}}`, field: ".spec.clientCA.name",
			create: registers(configuration.NewAPIServer, configuration.APIServerArgs{
				ClientCA: pulumi.String(clustertest.Certificate), AuditProfile: "WriteRequestBodies",
			}),
		},
		"Scheduler": {
			kind: "scheduler.config.openshift.io", set: `{"spec":{"defaultNodeSelector":"a=b"}}`, field: ".spec.defaultNodeSelector",
			create: registers(configuration.NewScheduler, configuration.SchedulerArgs{
				DefaultNodeSelector: map[string]string{"c": "d"}, MastersSchedulable: new(false),
			}),
		},
		"Proxy": {
			kind: "proxy.config.openshift.io", set: `{"spec":{"noProxy":".corp.example.com"}}`, field: ".spec.noProxy",
			create: registers(configuration.NewProxy, configuration.ProxyArgs{
				HTTPProxy: pulumi.String(proxyURL), NoProxy: []string{".example.com"},
			}),
		},
		"ComponentRoutes": {
			kind: "ingress.config.openshift.io", set: `{"spec":{"appsDomain":"apps.example.com"}}`, field: ".spec.appsDomain",
			create: registers(ingress.NewComponentRoutes, ingress.ComponentRoutesArgs{AppsDomain: "other.example.com"}),
		},
		"DNS": {
			kind: "dns.operator.openshift.io", name: "default", field: ".spec.servers",
			set: `{"spec":{"servers":[{"name":"corp","zones":["corp.example.com"],"forwardPlugin":{"upstreams":["10.0.0.2"]}}]}}`,
			create: registers(configuration.NewDNS, configuration.DNSArgs{Servers: map[string]configuration.DNSServer{
				"other": {Zones: []string{"other.example.com"}, Upstreams: []string{"10.0.0.3"}},
			}}),
		},
		"MachineConfiguration": {
			kind: "machineconfiguration.operator.openshift.io", field: ".spec.nodeDisruptionPolicy",
			set: `{"spec":{"nodeDisruptionPolicy":{"sshkey":{"actions":[{"type":"Drain"}]}}}}`,
			create: registers(machineconfig.NewMachineConfiguration, machineconfig.MachineConfigurationArgs{
				OpenShiftVersion: "4.20", DisruptionPolicy: &machineconfig.DisruptionPolicyArgs{
					SSHKeys: []machineconfig.DisruptionAction{{Type: machineconfig.DisruptionNone}},
				},
			}),
		},
		"MachineConfigPool": {
			kind: "machineconfigpool", name: "worker", set: `{"spec":{"maxUnavailable":2}}`, field: ".spec.maxUnavailable",
			create: registers(machineconfig.NewMachineConfigPool, machineconfig.MachineConfigPoolArgs{Name: "worker", MaxUnavailable: "1"}),
		},
		"IngressController": {
			kind: "ingresscontroller", namespace: "openshift-ingress-operator", name: "default",
			set: `{"spec":{"defaultCertificate":{"name":"ours"}}}`, field: ".spec.defaultCertificate",
			create: registers(ingress.NewIngressController, ingress.IngressControllerArgs{
				Replicas: new(3), DefaultCertificate: &ingress.TLSCertificate{SecretName: pulumi.String("theirs")},
			}),
		},
		"ImageRegistry": {
			kind: "configs.imageregistry.operator.openshift.io", field: ".spec.routes",
			set: `{"spec":{"routes":[{"name":"ours","hostname":"registry.example.com"}]}}`,
			create: registers(storage.NewImageRegistry, storage.ImageRegistryArgs{
				Routes: []storage.RegistryRoute{{Name: "theirs"}}, LogLevel: "Debug",
			}),
		},
	}
}

// TestFieldsOfAnAdministratorStay applies components to objects in which an administrator has set fields that the components set or keep.
// The update names the field and its owner, kubectl, instead of writing the component's value.
func TestFieldsOfAnAdministratorStay(t *testing.T) {
	clusterLock.acquire(t)
	createClusterObjects(t)
	kubectl(t, machineConfiguration, "apply", "--server-side", "--field-manager=machine-config-operator", "-f", "-")
	t.Cleanup(func() { kubectl(t, machineConfiguration, "delete", "-f", "-") })
	kubectl(t, `{"apiVersion":"operator.openshift.io/v1","kind":"DNS","metadata":{"name":"default"},"spec":{}}`,
		"apply", "--server-side", "--field-manager=dns-operator", "-f", "-")
	t.Cleanup(func() { kubectl(t, "", "delete", "dns.operator.openshift.io", "default") })
	for name, tt := range administeredObjects() {
		t.Run(name, func(t *testing.T) { tt.stays(t) })
	}
}

func (a administered) stays(t *testing.T) {
	t.Helper()
	if a.name == "" {
		a.name = "cluster"
	}
	in := []string{"-n", a.namespace}
	if a.namespace == "" {
		in = nil
	}
	patch := func(args ...string) { kubectl(t, "", append(append(in, "patch", a.kind, a.name), args...)...) }
	installed := spec(t, a.kind, a.namespace, a.name)
	patch("--type=merge", "-p", a.set)
	set, _ := strings.CutPrefix(a.field, ".spec.")
	set, _, _ = strings.Cut(set, ".")
	before := spec(t, a.kind, a.namespace, a.name)[set]
	require.NotNil(t, before)
	stack := newLiveStack(t, "administrator", a.create)
	_, err := stack.box.Up(t.Context())
	require.ErrorContains(t, err, a.field)
	require.ErrorContains(t, err, `conflict with "kubectl-patch"`)
	assert.Equal(t, before, spec(t, a.kind, a.namespace, a.name)[set], "the administrator's value stays")

	text, err := json.Marshal([]any{map[string]any{"op": "replace", "path": "/spec", "value": installed}})
	require.NoError(t, err)
	patch("--type=json", "-p", string(text))
	stack.up()
	stack.destroy()
}
