package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAdmission applies objects that OpenShift's operators and webhooks reject. Each differs in one field from an
// object that the API server accepts.
func TestAdmission(t *testing.T) {
	clusterLock.acquire(t)
	for _, test := range []struct {
		object admittedObject
		// path and value are a field of the spec and what it is changed to.
		path, value, rejected string
	}{
		{validMachineSet, "template.spec.providerSpec.value.ami", `{}`, "expected providerSpec.ami.id to be populated"},
		{validMachineSet, "template.spec.providerSpec.value.ami.id", `"image"`, "the ID of an AMI must start with 'ami-'"},
		{
			validMachineSet, "template.spec.providerSpec.value.subnet.id", `"a"`,
			"the ID of a subnet must start with 'subnet-'",
		},
		{
			validMachineSet, "template.spec.providerSpec.value.securityGroups", `[{"id":"default"}]`,
			"the ID of a security group must start with 'sg-'",
		},
		{
			validMachineSet, "template.spec.providerSpec.value.placement.tenancy", `"shared"`,
			"Invalid providerSpec.tenancy, the only allowed options are: default, dedicated, host",
		},
		{
			validMachineSet, "template.spec.providerSpec.value.placementGroupPartition", `8`,
			"providerSpec.placementGroupPartition must be between 1 and 7",
		},
		{
			validMachineSet, "template.spec.providerSpec.value.placementGroupPartition", `1`,
			"placementGroupPartition is set but providerSpec.placementGroupName is empty",
		},
		{
			validMachineSet, "template.spec.providerSpec.value.networkInterfaceType", `"ENI"`,
			"Valid values are: ENA, EFA and omitted",
		},
		{
			validMachineSet, "template.spec.providerSpec.value.metadataServiceOptions.authentication", `"required"`,
			"Allowed values are either 'Optional' or 'Required'",
		},
		{
			validMachineSet, "template.spec.providerSpec.value.capacityReservationId", `"cr-XYZ"`,
			"must start with 'cr-' and be exactly 20 characters long",
		},
		{validMachineSet, "template.metadata.labels", `{"other":"x"}`, "template.metadata.labels"},
		{validMachineConfig, "config.storage.files", `[{"path":"/a","mode":2541}]`, "the mode of a file cannot exceed 0777"},
		{validMachineConfig, "extensions", `["foo"]`, "invalid extensions found"},
		{validMachineConfig, "kernelType", `"rt"`, "kernelType must be default, realtime or 64k-pages"},
		{validMachineConfig, "kernelType", `"realtime"`, "the kernel-devel extension is not supported with this kernelType"},
		{validKubeletConfig, "logLevel", `0`, "logLevel must be between 1 and 10"},
		{validKubeletConfig, "kubeletConfig.clusterDNS", `["10.0.0.2"]`, "failSwapOn cannot be set"},
		{validKubeletConfig, "kubeletConfig.maxPods", `"many"`, "maxPods, podsPerCore and podPidsLimit must be numbers"},
		{validKubeletConfig, "kubeletConfig.podPidsLimit", `0`, "podPidsLimit 0 keeps the operator's limit"},
		{validKubeletConfig, "kubeletConfig.max-pods", `1`, "a field of the kubelet's configuration is in lower camel case"},
		{validRuntimeConfig, "containerRuntimeConfig.pidsLimit", `-1`, "invalid PidsLimit"},
		{validRuntimeConfig, "containerRuntimeConfig.pidsLimit", `19`, "invalid PidsLimit"},
		{validRuntimeConfig, "containerRuntimeConfig.logSizeMax", `"8Ki"`, "invalid LogSizeMax, cannot be less than 8kB"},
		{validRuntimeConfig, "containerRuntimeConfig.logSizeMax", `8192`, "invalid LogSizeMax, cannot be less than 8kB"},
		{validRuntimeConfig, "containerRuntimeConfig.logLevel", `"verbose"`, "invalid LogLevel"},
		{validPruner, "schedule", `"60 0 * * *"`, "the schedule is not one of a CronJob"},
		{validPruner, "schedule", `"0 0 * * 7"`, "the schedule is not one of a CronJob"},
		{validPruner, "schedule", `"0 0 0 * *"`, "the schedule is not one of a CronJob"},
		{validPruner, "schedule", `"0 0 * *"`, "the schedule is not one of a CronJob"},
		{validRegistry, "routes", `[{"name":"default-route"}]`, "duplication of names has been detected"},
		{validClusterVersion, "desiredUpdate", `{"version":"4.19.01"}`, "must be a semantic version"},
	} {
		t.Run(test.object.kind+" "+test.path+" "+test.value, func(t *testing.T) {
			output, err := tryKubectl(test.object.with(t, test.path, test.value), applyDryRun...)
			require.Error(t, err, "the API server accepted it")
			assert.Contains(t, output, test.rejected)
		})
	}
	for _, object := range []admittedObject{
		validMachineSet, validMachineConfig, validKubeletConfig, validRuntimeConfig, validPruner, validRegistry,
		validClusterVersion,
	} {
		t.Run(object.kind+" is accepted", func(t *testing.T) {
			kubectl(t, object.with(t, "", ""), applyDryRun...)
		})
	}
}

var applyDryRun = []string{
	"apply", "--server-side", "--force-conflicts", "--dry-run=server", "--field-manager=acceptance", "-f", "-",
}

// admittedObject is an object that the API server accepts.
type admittedObject struct {
	apiVersion, kind, metadata, spec string
}

const machineSetSpec = `{"apiVersion":"machine.openshift.io/v1beta1","kind":"AWSMachineProviderConfig",
	"ami":{"id":"ami-0123456789abcdef0"},"instanceType":"m5.xlarge","subnet":{"id":"subnet-0123456789abcdef0"},
	"securityGroups":[{"id":"sg-0123456789abcdef0"}],"placement":{"region":"us-east-2"},
	"userDataSecret":{"name":"worker-user-data"},"credentialsSecret":{"name":"aws-cloud-credentials"},
	"metadataServiceOptions":{"authentication":"Required"},"deviceIndex":0}`

var (
	validMachineSet = admittedObject{
		"machine.openshift.io/v1beta1", "MachineSet", `{"name":"admission","namespace":"openshift-machine-api"}`,
		`{"replicas":0,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
			"spec":{"providerSpec":{"value":` + machineSetSpec + `}}}}`,
	}
	validMachineConfig = admittedObject{
		"machineconfiguration.openshift.io/v1", "MachineConfig", `{"name":"99-admission"}`,
		`{"config":{"ignition":{"version":"3.2.0"},"storage":{"files":[{"path":"/a","mode":511}]}},
			"extensions":["kernel-devel"],"kernelType":"default"}`,
	}
	validKubeletConfig = admittedObject{
		"machineconfiguration.openshift.io/v1", "KubeletConfig", `{"name":"admission"}`,
		`{"logLevel":10,"kubeletConfig":{"maxPods":250,"podPidsLimit":-1,"systemReserved":{"cpu":"1"}}}`,
	}
	validRuntimeConfig = admittedObject{
		"machineconfiguration.openshift.io/v1", "ContainerRuntimeConfig", `{"name":"admission"}`,
		`{"containerRuntimeConfig":{"pidsLimit":0,"logSizeMax":"9k","logLevel":"trace"}}`,
	}
	validPruner = admittedObject{
		"imageregistry.operator.openshift.io/v1", "ImagePruner", `{"name":"cluster"}`,
		`{"schedule":"*/15 0-6,22 1 jan-mar MON"}`,
	}
	validRegistry = admittedObject{
		"imageregistry.operator.openshift.io/v1", "Config", `{"name":"cluster"}`,
		`{"managementState":"Removed","replicas":1,"routes":[{"name":"public"}]}`,
	}
	validClusterVersion = admittedObject{
		"config.openshift.io/v1", "ClusterVersion", `{"name":"version"}`,
		`{"clusterID":"5f6c7a52-9a3a-4e0c-8f3c-0d4d5c8b9a11","desiredUpdate":{"version":"4.19.1"}}`,
	}
)

// with returns the object with one field of its spec changed; unchanged if the path is empty.
func (o admittedObject) with(t *testing.T, path, value string) string {
	t.Helper()
	var object map[string]any
	require.NoError(t, json.Unmarshal(fmt.Appendf(nil, `{"apiVersion":%q,"kind":%q,"metadata":%s,"spec":%s}`,
		o.apiVersion, o.kind, o.metadata, o.spec), &object))
	if path != "" {
		keys := strings.Split("spec."+path, ".")
		at := object
		for _, key := range keys[:len(keys)-1] {
			if _, ok := at[key].(map[string]any); !ok {
				at[key] = map[string]any{}
			}
			at = at[key].(map[string]any)
		}
		var changed any
		require.NoError(t, json.Unmarshal([]byte(value), &changed))
		at[keys[len(keys)-1]] = changed
	}
	text, err := json.Marshal(object)
	require.NoError(t, err)
	return string(text)
}

// TestStackObjects: the API server accepts the Stack objects of a fleet, by the definition of the Pulumi Kubernetes Operator, and rejects
// what the operator does.
func TestStackObjects(t *testing.T) {
	text, err := os.ReadFile("../../fleet/testdata/stacks.yaml")
	require.NoError(t, err)
	manifests := string(text)
	kubectl(t, "", "create", "namespace", "fleet")
	t.Cleanup(func() { _, _ = tryKubectl("", "delete", "namespace", "fleet", "--wait=false") })

	output := kubectl(t, manifests, applyDryRun...)
	assert.Equal(t, 3, strings.Count(output, "stack.pulumi.com/"), output)
	for reason, test := range map[string]struct{ from, to, want string }{
		"a name that is too long": {
			from: "name: canary\n    namespace", to: "name: " + strings.Repeat("a", 43) + "\n    namespace", want: "no more than 42 characters",
		},
		"an unknown reclaim policy": {
			from: "workspaceReclaimPolicy: Delete", to: "workspaceReclaimPolicy: Keep", want: `Unsupported value: "Keep"`,
		},
		"an unknown field": {from: "refresh: true", to: "refreshed: true", want: "field not declared in schema"},
	} {
		output, err := tryKubectl(strings.Replace(manifests, test.from, test.to, 1), applyDryRun...)
		assert.Error(t, err, reason)
		assert.Contains(t, output, test.want, reason)
	}
}
