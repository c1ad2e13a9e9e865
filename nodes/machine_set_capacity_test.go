package nodes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestFieldsOfControllersAreIgnored(t *testing.T) {
	t.Parallel()
	for _, set := range run(t, infra(unchanged)).OfType(machineSetType) {
		annotations := at(set.Inputs, "metadata", "annotations").(map[string]any)
		assert.Equal(t, map[string]any{
			"machine.openshift.io/vCPU":                        "4",
			"machine.openshift.io/memoryMb":                    "32768",
			"machine.openshift.io/GPU":                         "0",
			"capacity.cluster-autoscaler.kubernetes.io/labels": "kubernetes.io/arch=amd64",
			"pulumi.com/deletionPropagationPolicy":             "foreground",
			"pulumi.com/patchForce":                            "true",
		}, annotations, "all annotations are set at creation")
		for key := range annotations {
			ignored := slices.Contains(set.Options.IgnoreChanges, `metadata.annotations["`+key+`"]`)
			assert.Equal(t, strings.HasPrefix(key, "machine.openshift.io/"), ignored, key)
		}
		assert.Equal(t, "30m", set.Options.CustomTimeouts.Delete, "a set is deleted after its machines are drained")
	}
}

func TestAnotherArchitectureReachesTheCluster(t *testing.T) {
	t.Parallel()
	of := func(instanceType string) *mocks.Recorder {
		return run(t, workerSets(func(a *nodes.MachineSetArgs) {
			a.InstanceType, a.Architecture, a.Capacity = instanceType, "", nil
		}))
	}
	changes := of("m6g.2xlarge").Changes(of("m6i.2xlarge"))
	require.NotEmpty(t, changes)
	for _, change := range changes {
		assert.Contains(t, change.String(), `metadata.annotations["capacity.cluster-autoscaler.kubernetes.io/labels"]`,
			"the Machine API keeps the label that is there, so the autoscaler would expect nodes of the former architecture")
	}
}

func TestCapacityIsNotIgnored(t *testing.T) {
	t.Parallel()
	rec := run(t, infra(func(a *nodes.MachineSetArgs) {
		a.InstanceType, a.Capacity = "x9z.xlarge", &nodes.Capacity{VCPU: 4, MemoryMiB: 9000}
	}))
	for _, set := range rec.OfType(machineSetType) {
		assert.Equal(t, []string{
			`metadata.annotations["machine.openshift.io/cluster-api-autoscaler-node-group-min-size"]`,
			`metadata.annotations["machine.openshift.io/cluster-api-autoscaler-node-group-max-size"]`,
			`metadata.annotations["autoscaling.openshift.io/machineautoscaler"]`,
			"spec.template.spec.providerSpec.value.ami.id",
		}, set.Options.IgnoreChanges, "changes of the capacity must reach the cluster, which does not know the type")
	}
}

func TestScaleFromZeroAnnotations(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason       string
		instanceType string
		capacity     *nodes.Capacity
		want         map[string]any
	}{
		"known": {
			reason:       "the table has common types",
			instanceType: "m6g.2xlarge",
			want:         map[string]any{"vCPU": "8", "memoryMb": "32768", "GPU": "0", "arch": "arm64"},
		},
		"gpu": {
			reason:       "the table has the number of GPUs",
			instanceType: "g4dn.xlarge",
			want:         map[string]any{"vCPU": "4", "memoryMb": "16384", "GPU": "1", "arch": "amd64"},
		},
		"unknown": {
			reason:       "the cluster can know types that the table does not have",
			instanceType: "x9z.xlarge",
			want:         map[string]any{},
		},
		"given": {
			reason:       "a type that is newer than the table needs Capacity",
			instanceType: "x9z.xlarge",
			capacity:     &nodes.Capacity{VCPU: 6, MemoryMiB: 9000, GPU: 2, Architecture: "arm64"},
			want:         map[string]any{"vCPU": "6", "memoryMb": "9000", "GPU": "2", "arch": "arm64"},
		},
		"override": {
			reason:       "Capacity overrides the table",
			instanceType: "r5.xlarge",
			capacity:     &nodes.Capacity{VCPU: 6, MemoryMiB: 9000},
			want:         map[string]any{"vCPU": "6", "memoryMb": "9000", "GPU": "0", "arch": "amd64"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, infra(
				func(a *nodes.MachineSetArgs) { a.InstanceType, a.Capacity = tt.instanceType, tt.capacity },
			),
			)
			got := map[string]any{}
			for key, value := range at(rec.OfType(machineSetType)[0].Inputs, "metadata", "annotations").(map[string]any) {
				if short, ok := strings.CutPrefix(key, "machine.openshift.io/"); ok {
					got[short] = value
				}
				if arch, ok := strings.CutPrefix(value.(string), "kubernetes.io/arch="); ok {
					got["arch"] = arch
				}
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestTheClusterManagesTheAMIUnlessItIsPinned(t *testing.T) {
	t.Parallel()
	const path = "spec.template.spec.providerSpec.value.ami.id"
	for _, pinned := range []bool{true, false} {
		rec := run(t, workerSets(func(a *nodes.MachineSetArgs) { a.PinAMI = pinned }))
		for _, set := range rec.OfType(machineSetType) {
			assert.Equal(t, !pinned, slices.Contains(set.Options.IgnoreChanges, path))
			assert.Equal(t, map[string]any{"id": "ami-0123456789abcdef0"}, at(set.Inputs, below(provider, "ami")...),
				"new sets have the program's AMI")
		}
	}
}
