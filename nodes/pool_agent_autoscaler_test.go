package nodes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func asgArgs(change func(*nodes.ClusterAutoscalerASGArgs)) *nodes.ClusterAutoscalerASGArgs {
	return checktest.With(&nodes.ClusterAutoscalerASGArgs{InfraID: infraID, Region: "us-east-2"}, change)
}

func asgAutoscaler(change func(*nodes.ClusterAutoscalerASGArgs)) pulumi.RunFunc {
	return mockstest.Exporting(nodes.NewClusterAutoscalerASG, "demo", asgArgs(change),
		func(made *nodes.ClusterAutoscalerASG) pulumi.Map { return pulumi.Map{"namespace": made.Namespace} })
}

func sameASG(*nodes.ClusterAutoscalerASGArgs) {}

func withRole(a *nodes.ClusterAutoscalerASGArgs) {
	a.RoleARN = pulumi.String("arn:aws:iam::123456789012:role/autoscaler")
}

func TestClusterAutoscalerASGCommand(t *testing.T) {
	t.Parallel()
	own := []any{
		"./cluster-autoscaler", "--cloud-provider=aws", "--namespace=cluster-autoscaler-asg", "--leader-elect=false",
		"--node-group-auto-discovery=asg:tag=k8s.io/cluster-autoscaler/enabled,k8s.io/cluster-autoscaler/demo-x7k2p",
	}
	no := false
	for name, tt := range map[string]struct {
		reason string
		change func(*nodes.ClusterAutoscalerASGArgs)
		want   []any
	}{
		"default": {
			reason: "the autoscaler's defaults apply",
			change: sameASG,
			want:   []any{"--max-node-provision-time=20m", "--address=127.0.0.1:8085"},
		},
		"role": {
			reason: "outside the host network the pod listens on its own address",
			change: withRole,
			want:   []any{"--max-node-provision-time=20m"},
		},
		"all": {
			reason: "each field sets an argument",
			change: func(a *nodes.ClusterAutoscalerASGArgs) {
				a.Expanders, a.BalanceSimilarNodeGroups, a.MaxNodesTotal = []string{"priority", "least-waste"}, true, new(40)
				a.MaxNodeProvisionTime, a.SkipNodesWithLocalStorage, a.LogVerbosity = 30*time.Minute, &no, new(4)
				a.ScaleDown = &nodes.ScaleDownArgs{
					DelayAfterAdd: time.Minute, DelayAfterDelete: 2 * time.Minute, DelayAfterFailure: 3 * time.Minute,
					UnneededTime: 4 * time.Minute, UtilizationThreshold: 0.6, CordonBeforeTerminating: true,
				}
				a.ExtraArgs = []string{"--scan-interval=30s"}
			},
			want: []any{
				"--max-node-provision-time=30m", "--address=127.0.0.1:8085", "--expander=priority,least-waste",
				"--balance-similar-node-groups=true", "--max-nodes-total=40",
				"--skip-nodes-with-local-storage=false", "--scale-down-enabled=true", "--scale-down-delay-after-add=1m",
				"--scale-down-delay-after-delete=2m", "--scale-down-delay-after-failure=3m", "--scale-down-unneeded-time=4m",
				"--scale-down-utilization-threshold=0.6", "--cordon-node-before-terminating=true", "--v=4", "--scan-interval=30s",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			only := container(t, object(t, run(t, asgAutoscaler(tt.change)), "Deployment"))
			assert.Equal(t, append(own[:len(own):len(own)], tt.want...), only["command"], tt.reason)
		})
	}
}

func TestClusterAutoscalerASGMayListWhatItsReleasesList(t *testing.T) {
	t.Parallel()
	role := object(t, run(t, asgAutoscaler(sameASG)), "ClusterRole")
	allowed := map[string]bool{}
	for _, entry := range role["rules"].([]any) {
		rule := entry.(map[string]any)
		for _, resource := range rule["resources"].([]any) {
			for _, verb := range rule["verbs"].([]any) {
				allowed[fmt.Sprintf("%s %s.%s", verb, resource, rule["apiGroups"].([]any)[0])] = true
			}
		}
	}
	for release, resources := range map[string][]string{
		"1.31": {
			"pods.", "nodes.", "namespaces.", "services.", "replicationcontrollers.", "persistentvolumes.",
			"persistentvolumeclaims.", "poddisruptionbudgets.policy", "daemonsets.apps", "replicasets.apps",
			"statefulsets.apps", "jobs.batch", "storageclasses.storage.k8s.io", "csinodes.storage.k8s.io",
			"csidrivers.storage.k8s.io", "csistoragecapacities.storage.k8s.io", "volumeattachments.storage.k8s.io",
		},
		"1.35": {
			"deviceclasses.resource.k8s.io", "resourceslices.resource.k8s.io", "resourceclaims.resource.k8s.io",
			"deployments.apps", "resourcequotas.", "podtemplates.",
		},
	} {
		for _, resource := range resources {
			for _, verb := range []string{"list", "watch"} {
				assert.True(t, allowed[verb+" "+resource], "%s needs %s %s", release, verb, resource)
			}
		}
	}
}

func TestClusterAutoscalerASGImage(t *testing.T) {
	t.Parallel()
	image := container(t, object(t, run(t, asgAutoscaler(sameASG)), "Deployment"))["image"]
	const digest = "sha256:b90105c3470ad5059e8a7c11e2c63117dd8d499ae893d4cc76968e748a886b74"
	assert.Equal(t, "registry.k8s.io/autoscaling/cluster-autoscaler@"+digest, image,
		"v1.31.5: 1.31.0 can remove nodes that are in use, and a tag can be moved")
	image = container(t, object(t, run(t, asgAutoscaler(func(a *nodes.ClusterAutoscalerASGArgs) {
		a.Image = pulumi.String("registry:5000/autoscaler:v1.33.0")
	})), "Deployment"))["image"]
	assert.Equal(t, "registry:5000/autoscaler:v1.33.0", image)
}

func TestClusterAutoscalerASGCredentials(t *testing.T) {
	t.Parallel()
	deployment := object(t, run(t, asgAutoscaler(withRole)), "Deployment")
	pod := at(deployment, "spec", "template", "spec").(map[string]any)
	assert.NotContains(t, pod, "hostNetwork")
	env := map[string]any{}
	for _, variable := range container(t, deployment)["env"].([]any) {
		env[variable.(map[string]any)["name"].(string)] = variable.(map[string]any)["value"]
	}
	assert.Equal(t, map[string]any{
		"AWS_REGION": "us-east-2", "AWS_ROLE_ARN": "arn:aws:iam::123456789012:role/autoscaler",
		"AWS_WEB_IDENTITY_TOKEN_FILE": "/var/run/secrets/openshift/serviceaccount/token",
		"AWS_STS_REGIONAL_ENDPOINTS":  "regional",
		"SSL_CERT_FILE":               "/etc/trusted-ca/ca-bundle.crt",
	}, env)
	require.Len(t, pod["volumes"], 2)
	assert.Equal(t, []any{
		map[string]any{
			"name":      "aws-token",
			"mountPath": "/var/run/secrets/openshift/serviceaccount",
			"readOnly":  true,
		},
		map[string]any{"name": "trusted-ca", "mountPath": "/etc/trusted-ca", "readOnly": true},
	}, container(t, deployment)["volumeMounts"])

	pod = at(object(t, run(t, asgAutoscaler(sameASG)), "Deployment"), "spec", "template", "spec").(map[string]any)
	assert.Equal(t, true, pod["hostNetwork"], "the node's role is available in the host network only")
	require.Len(t, pod["volumes"], 1)
}

func TestClusterAutoscalerASGProbe(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason string
		change func(*nodes.ClusterAutoscalerASGArgs)
		want   map[string]any
	}{
		"host network": {
			reason: "the kubelet is in the same network, where the autoscaler listens on loopback",
			change: sameASG,
			want:   map[string]any{"path": "/health-check", "port": int64(8085), "host": "127.0.0.1"},
		},
		"pod network": {
			reason: "the kubelet calls the pod's address",
			change: withRole,
			want:   map[string]any{"path": "/health-check", "port": int64(8085)},
		},
	} {
		probe := container(t, object(t, run(t, asgAutoscaler(tt.change)), "Deployment"))["livenessProbe"].(map[string]any)
		assert.Equal(t, tt.want, probe["httpGet"], "%s: %s", name, tt.reason)
		assert.InDelta(t, 60, probe["periodSeconds"], 0)
	}
}

func TestClusterAutoscalerASGArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.ClusterAutoscalerASGArgs
	reserved := func(namespace string) []string {
		return []string{
			".Namespace: must not be " + namespace +
				": default, openshift, openshift-* and kube-* are reserved for the platform",
		}
	}
	checktest.Cases(t, "nodes.ClusterAutoscalerASGArgs", map[string]checktest.Case{
		"usual": {Reason: "only the infrastructure ID is required", Args: asgArgs(func(a *args) { a.Region = "" })},
		"proxy with a password": {
			Reason: "a message does not quote a URL that can contain a password",
			Args:   asgArgs(func(a *args) { a.HTTPSProxy = pulumi.String("socks5://user:hidden@proxy:1080") }),
			Want:   []string{".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128"},
		},
		"choices": {
			Reason: "expanders apply in order, and only default itself is a reserved namespace",
			Args:   asgArgs(func(a *args) { a.Expanders, a.Namespace = []string{"priority", "random"}, "default-workers" }),
		},
		"formats": {
			Reason: "each of these fields has a format",
			Args: asgArgs(func(a *args) {
				a.HTTPSProxy, a.ExtraArgs, a.Namespace = pulumi.String("proxy"), []string{"scan-interval=30s"}, "a.b"
			}),
			Want: []string{
				".HTTPSProxy: must be an http or https URL, such as http://proxy.example.com:3128",
				".ExtraArgs[0]: format", ".Namespace: format",
			},
		},
		"managed argument": {
			Reason: "groups are discovered by their tags, which excludes a list of groups",
			Args:   asgArgs(func(a *args) { a.ExtraArgs = []string{"--v=1", "--nodes=1:3:a"} }),
			Want: []string{
				".ExtraArgs[1]: must not be --nodes, which the component sets; groups are discovered by their tags",
			},
		},
		"argument with underscores": {
			Reason: "the autoscaler accepts underscores for hyphens",
			Args:   asgArgs(func(a *args) { a.ExtraArgs = []string{"--cloud_provider=gce"} }),
			Want: []string{".ExtraArgs[0]: must not be --cloud-provider, which the component sets; " +
				"groups are discovered by their tags"},
		},
		"address": {
			Reason: "the liveness probe calls the component's address",
			Args:   asgArgs(func(a *args) { a.ExtraArgs = []string{"--address=:8086"} }),
			Want: []string{
				".ExtraArgs[0]: must not be --address, which the component sets; groups are discovered by their tags",
			},
		},
		"similar argument": {
			Reason: "only whole names of managed arguments are rejected",
			Args:   asgArgs(func(a *args) { a.ExtraArgs = []string{"--namespace-mode=1"} }),
		},
		"platform namespace": {
			Reason: "namespaces that begin with kube- are reserved",
			Args:   asgArgs(func(a *args) { a.Namespace = "kube-system" }),
			Want:   reserved("kube-system"),
		},
		"default namespace": {
			Reason: "the namespace default is reserved",
			Args:   asgArgs(func(a *args) { a.Namespace = "default" }),
			Want:   reserved("default"),
		},
	})
}
