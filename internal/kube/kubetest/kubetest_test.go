package kubetest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
)

const machineSet = `
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: demo-infra-us-east-2a, namespace: openshift-machine-api}
spec:
  replicas: 1
  selector: {matchLabels: {machine.openshift.io/cluster-api-machineset: demo-infra-us-east-2a}}
  template:
    metadata: {labels: {machine.openshift.io/cluster-api-machineset: demo-infra-us-east-2a}}
    spec:
      providerSpec:
        value:
          apiVersion: machine.openshift.io/v1beta1
          kind: AWSMachineProviderConfig
          ami: {id: ami-1}
          instanceType: r5.xlarge
          deviceIndex: 0
          subnet: {id: subnet-1}
          placement: {region: us-east-2, availabilityZone: us-east-2a}
          blockDevices: [{ebs: {volumeSize: 300, volumeType: gp3, throughputMib: 250}}]
`

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	object := map[string]any{}
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), &object))
	return object
}

// with returns the machine set after one field of it was set.
func with(t *testing.T, value any, path ...string) map[string]any {
	t.Helper()
	root := object(t, machineSet)
	fields := root
	for _, key := range path[:len(path)-1] {
		fields = fields[key].(map[string]any)
	}
	fields[path[len(path)-1]] = value
	return root
}

func TestValidateMachineSet(t *testing.T) {
	t.Parallel()
	provider := []string{"spec", "template", "spec", "providerSpec", "value"}
	tests := map[string]struct {
		reason string
		object map[string]any
		want   string
	}{
		"whole":             {"a correct object", object(t, machineSet), ""},
		"unknown field":     {"a slip in a name", with(t, 2, "spec", "replica"), `unknown field "spec.replica"`},
		"pruned":            {"the schema finds it too", with(t, 2, "spec", "replica"), "spec.replica: is no field"},
		"wrong type":        {"a number written as text", with(t, "2", "spec", "replicas"), "cannot unmarshal string"},
		"enum":              {"only the schema knows the values", with(t, "Eldest", "spec", "deletePolicy"), "Unsupported value: \"Eldest\""},
		"no namespace":      {"machine sets are namespaced", with(t, map[string]any{"name": "x"}, "metadata"), "metadata.namespace: is <nil>"},
		"provider field":    {"the provider spec is decoded strictly", with(t, "x", append(provider, "amiID")...), `unknown field "amiID"`},
		"provider kind":     {"another cloud's provider spec", with(t, "GCPMachineProviderSpec", append(provider, "kind")...), "GCPMachineProviderSpec"},
		"provider type":     {"a text where an object belongs", with(t, "ami-1", append(provider, "ami")...), "cannot unmarshal string"},
		"no provider spec":  {"a machine without a cloud", with(t, map[string]any{}, "spec", "template", "spec", "providerSpec"), "providerSpec.value: is required"},
		"throughput of gp2": {"the newest field is checked here", with(t, []any{map[string]any{"ebs": map[string]any{"volumeType": "gp2", "throughputMib": 250}}}, append(provider, "blockDevices")...), "throughputMib: 250 of gp2"},
		"unknown kind":      {"no struct and no definition", with(t, "MachineSets", "kind"), "kind MachineSets of machine.openshift.io/v1beta1 is not known"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := kubetest.Validate(tt.object)
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

func TestValidateOtherKinds(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		text   string
		want   string
	}{
		"config map":         {"built-in kinds have a struct only", `{apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: demo}, data: {k: v}}`, ""},
		"config map slip":    {"and are decoded strictly", `{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, dat: {k: v}}`, `unknown field "dat"`},
		"pool":               {"a custom pool", `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: infra}, spec: {maxUnavailable: 10%, nodeSelector: {matchLabels: {a: ""}}}}`, ""},
		"pool in namespace":  {"pools are not namespaced", `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: infra, namespace: x}, spec: {}}`, "metadata.namespace: is x"},
		"machine config":     {"ignition is an object", `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfig, metadata: {name: x}, spec: {config: {ignition: {version: 3.2.0}}}}`, ""},
		"proxy":              {"an irregular plural", `{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}, spec: {httpProxy: "http://p:3128"}}`, ""},
		"autoscaler":         {"the CRD stands in this package", `{apiVersion: autoscaling.openshift.io/v1beta1, kind: MachineAutoscaler, metadata: {name: x, namespace: demo}, spec: {minReplicas: 0, maxReplicas: 3, scaleTargetRef: {apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, name: z}}}`, ""},
		"autoscaler bound":   {"its schema is used", `{apiVersion: autoscaling.openshift.io/v1beta1, kind: MachineAutoscaler, metadata: {name: x, namespace: demo}, spec: {minReplicas: 0, maxReplicas: 0, scaleTargetRef: {apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, name: z}}}`, "spec.maxReplicas"},
		"cluster autoscaler": {"an unknown field", `{apiVersion: autoscaling.openshift.io/v1, kind: ClusterAutoscaler, metadata: {name: default}, spec: {expander: [Random]}}`, "spec.expander: is no field"},
		"log store size":     {"the part of logging that is written", `{apiVersion: loki.grafana.com/v1, kind: LokiStack, metadata: {name: x, namespace: demo}, spec: {size: small, storageClassName: gp3, storage: {secret: {name: s, type: s3}}}}`, `Unsupported value: "small"`},
		"log store part":     {"each part has the same fields", `{apiVersion: loki.grafana.com/v1, kind: LokiStack, metadata: {name: x, namespace: demo}, spec: {size: 1x.demo, storageClassName: gp3, storage: {secret: {name: s, type: s3}}, template: {ruler: {toleration: []}}}}`, "spec.template.ruler.toleration: is no field"},
		"log forwarder":      {"an output says which store", `{apiVersion: observability.openshift.io/v1, kind: ClusterLogForwarder, metadata: {name: x, namespace: demo}, spec: {serviceAccount: {name: logs}, pipelines: [], outputs: [{name: loki, type: lokiStack}]}}`, "says which"},
		"log console":        {"its name is fixed", `{apiVersion: observability.openshift.io/v1alpha1, kind: UIPlugin, metadata: {name: logs}, spec: {type: Logging}}`, "is called logging"},
		"version by rule":    {"CEL rules are run", `{apiVersion: config.openshift.io/v1, kind: ClusterVersion, metadata: {name: version}, spec: {clusterID: 5f6c7a52-9a3a-4e0c-8f3c-0d4d5c8b9a11, desiredUpdate: {architecture: Multi}}}`, "Version must be set if Architecture is set"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := kubetest.Validate(object(t, tt.text))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

func TestValidatePatch(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		text   string
		want   string
	}{
		"registry":       {"replicas are required and stand in the object already", `{apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {managementState: Managed, storage: {s3: {bucket: b, region: us-east-2}}}}`, ""},
		"registry slip":  {"fields of the patch are decoded strictly", `{apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {storage: {s3: {bucketName: b}}}}`, `unknown field "spec.storage.s3.bucketName"`},
		"router":         {"a nested field", `{apiVersion: operator.openshift.io/v1, kind: IngressController, metadata: {name: default, namespace: openshift-ingress-operator}, spec: {replicas: 3, nodePlacement: {nodeSelector: {matchLabels: {node-role.kubernetes.io/infra: ""}}, tolerations: [{key: node-role.kubernetes.io/infra, operator: Exists}]}}}`, ""},
		"router enum":    {"values are checked on the merged object", `{apiVersion: operator.openshift.io/v1, kind: IngressController, metadata: {name: default, namespace: openshift-ingress-operator}, spec: {endpointPublishingStrategy: {type: LoadBalancer}}}`, `Unsupported value: "LoadBalancer"`},
		"channel":        {"the cluster's id stays", `{apiVersion: config.openshift.io/v1, kind: ClusterVersion, metadata: {name: version}, spec: {channel: stable-4.19}}`, ""},
		"unseeded":       {"without a seed the required fields count", `{apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: other}, spec: {managementState: Managed}}`, "spec.replicas: Required value"},
		"worker pool":    {"a built-in pool", `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: worker}, spec: {maxUnavailable: 2, paused: true}}`, ""},
		"pool bad field": {"a slip", `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: worker}, spec: {pause: true}}`, "spec.pause: is no field"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := kubetest.ValidatePatch(object(t, tt.text))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}
