package kubetest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
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

// with returns the machine set with one field changed.
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
		"valid": {reason: "a valid object is accepted", object: object(t, machineSet)},
		"unknown field": {
			reason: "structs are decoded strictly",
			object: with(t, 2, "spec", "replica"),
			want:   `unknown field "spec.replica"`,
		},
		"pruned": {
			reason: "the API server prunes unknown fields",
			object: with(t, 2, "spec", "replica"),
			want:   "spec.replica: unknown field",
		},
		"wrong type": {
			reason: "a number is not text",
			object: with(t, "2", "spec", "replicas"),
			want:   "cannot unmarshal string",
		},
		"enum": {
			reason: "enums are in the schema only",
			object: with(t, "Eldest", "spec", "deletePolicy"),
			want:   "Unsupported value: \"Eldest\"",
		},
		"no namespace": {
			reason: "machine sets are namespaced",
			object: with(t, map[string]any{"name": "x"}, "metadata"),
			want:   "metadata.namespace: must be set for namespaced kinds only (got <nil>)",
		},
		"provider field": {
			reason: "the provider spec is decoded strictly",
			object: with(t, "x", append(provider, "amiID")...),
			want:   `unknown field "amiID"`,
		},
		"provider kind": {
			reason: "the provider spec is that of AWS",
			object: with(t, "GCPMachineProviderSpec", append(provider, "kind")...),
			want:   "GCPMachineProviderSpec",
		},
		"provider type": {
			reason: "an object is not text",
			object: with(t, "ami-1", append(provider, "ami")...),
			want:   "cannot unmarshal string",
		},
		"no provider spec": {
			reason: "a machine needs a provider spec",
			object: with(t, map[string]any{}, "spec", "template", "spec", "providerSpec"),
			want:   "providerSpec.value: is required",
		},
		"throughput of gp2": {
			reason: "the struct of go.mod's version does not have the field",
			object: with(
				t,
				[]any{map[string]any{"ebs": map[string]any{"volumeType": "gp2", "throughputMib": 250}}},
				append(provider, "blockDevices")...),
			want: "for gp3 only (got 250 for gp2)",
		},
		"unknown kind": {
			reason: "the kind has neither a struct nor a CRD",
			object: with(t, "MachineSets", "kind"),
			want:   "unknown kind MachineSets of machine.openshift.io/v1beta1",
		},
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
		"config map": {
			reason: "built-in kinds have a struct only",
			text:   `{apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: demo}, data: {k: v}}`,
		},
		"config map field": {
			reason: "built-in kinds are decoded strictly",
			text:   `{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, dat: {k: v}}`,
			want:   `unknown field "dat"`,
		},
		"pool": {
			reason: "a custom pool is valid",
			text: `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: infra}, ` +
				`spec: {maxUnavailable: 10%, nodeSelector: {matchLabels: {a: ""}}}}`,
		},
		"pool in namespace": {
			reason: "pools are not namespaced",
			text: `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: infra, ` +
				`namespace: x}, spec: {}}`,
			want: "metadata.namespace: must be set for namespaced kinds only (got x)",
		},
		"machine config": {
			reason: "Ignition is an object",
			text: `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfig, metadata: {name: x}, spec: ` +
				`{config: {ignition: {version: 3.2.0}}}}`,
		},
		"proxy": {
			reason: "proxies is an irregular plural",
			text: `{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}, spec: {httpProxy: ` +
				`"http://p:3128"}}`,
		},
		"autoscaler": {
			reason: "the CRD is in this package",
			text: `{apiVersion: autoscaling.openshift.io/v1beta1, kind: MachineAutoscaler, metadata: {name: x, namespace: ` +
				`demo}, spec: {minReplicas: 0, maxReplicas: 3, scaleTargetRef: {apiVersion: machine.openshift.io/v1beta1, ` +
				`kind: MachineSet, name: z}}}`,
		},
		"autoscaler bound": {
			reason: "CRDs of this package have schemas",
			text: `{apiVersion: autoscaling.openshift.io/v1beta1, kind: MachineAutoscaler, metadata: {name: x, namespace: ` +
				`demo}, spec: {minReplicas: 0, maxReplicas: 0, scaleTargetRef: {apiVersion: machine.openshift.io/v1beta1, ` +
				`kind: MachineSet, name: z}}}`,
			want: "spec.maxReplicas",
		},
		"cluster autoscaler": {
			reason: "the field is named expanders",
			text: `{apiVersion: autoscaling.openshift.io/v1, kind: ClusterAutoscaler, metadata: {name: default}, spec: ` +
				`{expander: [Random]}}`,
			want: "spec.expander: unknown field",
		},
		"log store size": {
			reason: "the CRD has the sizes of LokiStack",
			text: `{apiVersion: loki.grafana.com/v1, kind: LokiStack, metadata: {name: x, namespace: demo}, spec: {size: ` +
				`small, storageClassName: gp3, storage: {secret: {name: s, type: s3}}}}`,
			want: `Unsupported value: "small"`,
		},
		"log store part": {
			reason: "all components of LokiStack have the same fields",
			text: `{apiVersion: loki.grafana.com/v1, kind: LokiStack, metadata: {name: x, namespace: demo}, spec: {size: ` +
				`1x.demo, storageClassName: gp3, storage: {secret: {name: s, type: s3}}, template: {ruler: {toleration: []}}}}`,
			want: "spec.template.ruler.toleration: unknown field",
		},
		"log forwarder": {
			reason: "an output names its store",
			text: `{apiVersion: observability.openshift.io/v1, kind: ClusterLogForwarder, metadata: {name: x, namespace: ` +
				`demo}, spec: {serviceAccount: {name: logs}, pipelines: [], outputs: [{name: loki, type: lokiStack}]}}`,
			want: "must set lokiStack",
		},
		"log console": {
			reason: "the operator accepts one name only",
			text: `{apiVersion: observability.openshift.io/v1alpha1, kind: UIPlugin, metadata: {name: logs}, spec: {type: ` +
				`Logging}}`,
			want: "must be named logging",
		},
		"version by rule": {
			reason: "CEL rules are evaluated",
			text: `{apiVersion: config.openshift.io/v1, kind: ClusterVersion, metadata: {name: version}, spec: ` +
				`{clusterID: 5f6c7a52-9a3a-4e0c-8f3c-0d4d5c8b9a11, desiredUpdate: {architecture: Multi}}}`,
			want: "Version must be set if Architecture is set",
		},
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
		"registry": {
			reason: "the existing object has the required replicas",
			text: `{apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: ` +
				`{managementState: Managed, storage: {s3: {bucket: b, region: us-east-2}}}}`,
		},
		"registry field": {
			reason: "a patch is decoded strictly",
			text: `{apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: ` +
				`{storage: {s3: {bucketName: b}}}}`,
			want: `unknown field "spec.storage.s3.bucketName"`,
		},
		"router": {
			reason: "nested fields are merged",
			text: `{apiVersion: operator.openshift.io/v1, kind: IngressController, metadata: {name: default, namespace: ` +
				`openshift-ingress-operator}, spec: {replicas: 3, nodePlacement: {nodeSelector: {matchLabels: ` +
				`{node-role.kubernetes.io/infra: ""}}, tolerations: [{key: node-role.kubernetes.io/infra, operator: Exists}]}}}`,
		},
		"router enum": {
			reason: "the merged object is validated",
			text: `{apiVersion: operator.openshift.io/v1, kind: IngressController, metadata: {name: default, namespace: ` +
				`openshift-ingress-operator}, spec: {endpointPublishingStrategy: {type: LoadBalancer}}}`,
			want: `Unsupported value: "LoadBalancer"`,
		},
		"channel": {
			reason: "the existing object has the required cluster ID",
			text: `{apiVersion: config.openshift.io/v1, kind: ClusterVersion, metadata: {name: version}, spec: {channel: ` +
				`stable-4.19}}`,
		},
		"no existing object": {
			reason: "an object that does not exist needs its required fields",
			text: `{apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: other}, spec: ` +
				`{managementState: Managed}}`,
			want: "spec.replicas: Required value",
		},
		"worker pool": {
			reason: "a built-in pool is patched",
			text: `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: worker}, ` +
				`spec: {maxUnavailable: 2, paused: true}}`,
		},
		"pool bad field": {
			reason: "the field is named paused",
			text: `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: worker}, ` +
				`spec: {pause: true}}`,
			want: "spec.pause: unknown field",
		},
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
