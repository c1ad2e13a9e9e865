package nodes_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const machineSetType = "kubernetes:machine.openshift.io/v1beta1:MachineSet"

func infraArgs() *nodes.InfraMachineSetArgs {
	return &nodes.InfraMachineSetArgs{
		InfraID:          infraID,
		Region:           "us-east-2",
		Subnets:          subnets("us-east-2a", "us-east-2b", "us-east-2c"),
		AMI:              pulumi.String("ami-0123456789abcdef0"),
		SecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-node"), pulumi.String("sg-lb")},
		InstanceProfile:  pulumi.String("demo-x7k2p-worker"),
		LoadBalancers:    []pulumi.StringInput{pulumi.String("demo-x7k2p-apps")},
		Tags: pulumi.StringMap{
			"team":        pulumi.String("core"),
			"cost-center": pulumi.String("42").ToStringOutput(),
		},
	}
}

func infra(change func(*nodes.InfraMachineSetArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := infraArgs()
		change(args)
		set, err := nodes.NewInfraMachineSet(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("names", set.MachineSetNames)
		return nil
	}
}

func unchanged(*nodes.InfraMachineSetArgs) {}

func TestInfraMachineSetIsTheDocumentedObject(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/infra-us-east-2a.yaml")
	require.NoError(t, err)
	want := map[string]any{}
	require.NoError(t, yaml.UnmarshalStrict(text, &want))

	created, patched := kubetest.Recorded(t, mockstest.Run(t, infra(unchanged)))

	require.Len(t, created, 3)
	assert.Empty(t, patched)
	got, err := yaml.Marshal(created[0])
	require.NoError(t, err)
	wanted, err := yaml.Marshal(want)
	require.NoError(t, err)
	assert.Equal(t, string(wanted), string(got))
}

func TestInfraMachineSetGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/infra.golden", mockstest.Run(t, infra(unchanged)).Golden())
}

func TestInfraMachineSetPreviewRegistersTheSame(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, infra(unchanged))
}

func TestInfraMachineSetsAreTaken(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*nodes.InfraMachineSetArgs){
		"default":         unchanged,
		"no machine":      func(a *nodes.InfraMachineSetArgs) { a.ReplicasPerZone = new(0) },
		"nothing more":    func(a *nodes.InfraMachineSetArgs) { a.LoadBalancers, a.Tags = nil, nil },
		"unknown type":    func(a *nodes.InfraMachineSetArgs) { a.InstanceType = "x9z.xlarge" },
		"own capacity":    func(a *nodes.InfraMachineSetArgs) { a.Capacity = &nodes.Capacity{VCPU: 4, MemoryMiB: 30000} },
		"groups computed": func(a *nodes.InfraMachineSetArgs) { a.SecurityGroupIDs = computedGroups() },
		"whole volume": func(a *nodes.InfraMachineSetArgs) {
			a.RootVolume = &nodes.RootVolumeArgs{SizeGiB: 500, IOPS: 4000, ThroughputMiB: 500, KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:1:key/k")}
		},
		"longest names": func(a *nodes.InfraMachineSetArgs) {
			a.InfraID, a.Region, a.Subnets = mockstest.LongInfraID, "us-west-2", subnets("us-west-2-lax-1a")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kubetest.CheckRecorded(t, mockstest.Run(t, infra(change)))
		})
	}
}

func computedGroups() pulumi.StringArrayInput {
	return pulumi.ToStringArray([]string{"sg-node", "sg-lb"}).ToStringArrayOutput()
}

func TestInfraMachineSetReadsComputedGroups(t *testing.T) {
	t.Parallel()
	plain := mockstest.Inputs(mockstest.Run(t, infra(unchanged)))
	computed := mockstest.Inputs(
		mockstest.Run(t, infra(func(a *nodes.InfraMachineSetArgs) { a.SecurityGroupIDs = computedGroups() })),
	)
	assert.Equal(t, plain, computed)
}

func TestInfraMachineSetVolume(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, infra(func(a *nodes.InfraMachineSetArgs) {
		a.RootVolume = &nodes.RootVolumeArgs{
			SizeGiB:       500,
			IOPS:          4000,
			ThroughputMiB: 500,
			KMSKeyARN:     pulumi.String("arn:aws:kms:us-east-2:1:key/k"),
		}
	}))
	assert.Equal(t, []any{map[string]any{"ebs": map[string]any{
		"encrypted": true, "volumeSize": 500.0, "volumeType": "gp3", "iops": 4000.0, "throughputMib": 500.0,
		"kmsKey": map[string]any{"arn": "arn:aws:kms:us-east-2:1:key/k"},
	}}}, at(rec.OfType(machineSetType)[0].Inputs, "spec", "template", "spec", "providerSpec", "value", "blockDevices"))
}

func TestScalingChangesOnlyReplicas(t *testing.T) {
	t.Parallel()
	recorded := func(replicas int) map[string]map[string]any {
		return mockstest.Inputs(
			mockstest.Run(t, infra(func(a *nodes.InfraMachineSetArgs) { a.ReplicasPerZone = new(replicas) })),
		)
	}
	none, two, three := recorded(0), recorded(2), recorded(3)
	for urn, object := range none {
		assert.Equal(t, 0.0, at(object, "spec", "replicas"), "an explicit 0 is no default")
		assert.Equal(t, 2.0, at(two[urn], "spec", "replicas"))
		assert.Equal(t, 3.0, at(three[urn], "spec", "replicas"))
		for _, other := range []map[string]any{object, two[urn], three[urn]} {
			delete(other["spec"].(map[string]any), "replicas")
		}
	}
	assert.Equal(t, none, two)
	assert.Equal(t, two, three)
}

func TestAnotherZoneOnlyAdds(t *testing.T) {
	t.Parallel()
	two := mockstest.Inputs(
		mockstest.Run(
			t,
			infra(func(a *nodes.InfraMachineSetArgs) { a.Subnets = subnets("us-east-2c", "us-east-2b") }),
		),
	)
	three := mockstest.Inputs(
		mockstest.Run(
			t,
			infra(
				func(a *nodes.InfraMachineSetArgs) { a.Subnets = subnets("us-east-2a", "us-east-2b", "us-east-2c") },
			),
		),
	)
	assert.Len(t, three, 3)
	for urn, object := range two {
		assert.Equal(t, object, three[urn], "the others stay as they are, in whatever order the subnets are given")
	}
}

func TestInfraMachineSetLeavesToControllersWhatTheyWrite(t *testing.T) {
	t.Parallel()
	for _, set := range mockstest.Run(t, infra(unchanged)).OfType(machineSetType) {
		annotations := at(set.Inputs, "metadata", "annotations").(map[string]any)
		assert.Equal(t, map[string]any{
			"machine.openshift.io/vCPU":                        "4",
			"machine.openshift.io/memoryMb":                    "32768",
			"machine.openshift.io/GPU":                         "0",
			"capacity.cluster-autoscaler.kubernetes.io/labels": "kubernetes.io/arch=amd64",
			"pulumi.com/deletionPropagationPolicy":             "foreground",
			"pulumi.com/patchForce":                            "true",
		}, annotations, "all are set at creation")
		for key := range annotations {
			ignored := slices.Contains(set.Options.IgnoreChanges, `metadata.annotations["`+key+`"]`)
			assert.Equal(t, !strings.HasPrefix(key, "pulumi.com/"), ignored, key)
		}
		assert.Equal(t, "30m", set.Options.CustomTimeouts.Delete, "machines drain before their set is gone")
	}
}

func TestCapacityOfTheUserIsKept(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, infra(func(a *nodes.InfraMachineSetArgs) {
		a.InstanceType, a.Capacity = "x9z.xlarge", &nodes.Capacity{VCPU: 4, MemoryMiB: 9000}
	}))
	for _, set := range rec.OfType(machineSetType) {
		assert.Equal(t, []string{
			`metadata.annotations["machine.openshift.io/cluster-api-autoscaler-node-group-min-size"]`,
			`metadata.annotations["machine.openshift.io/cluster-api-autoscaler-node-group-max-size"]`,
			`metadata.annotations["autoscaling.openshift.io/machineautoscaler"]`,
		}, set.Options.IgnoreChanges, "a change of the capacity must reach the cluster, which does not know the type")
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
			reason:       "from the table",
			instanceType: "m6g.2xlarge",
			want:         map[string]any{"vCPU": "8", "memoryMb": "32768", "GPU": "0", "arch": "arm64"},
		},
		"gpu": {
			reason:       "with its GPU",
			instanceType: "g4dn.xlarge",
			want:         map[string]any{"vCPU": "4", "memoryMb": "16384", "GPU": "1", "arch": "amd64"},
		},
		"unknown": {
			reason:       "the cluster may know the type",
			instanceType: "x9z.xlarge",
			want:         map[string]any{},
		},
		"given": {
			reason:       "a type newer than the table",
			instanceType: "x9z.xlarge",
			capacity:     &nodes.Capacity{VCPU: 6, MemoryMiB: 9000, GPU: 2, Architecture: "arm64"},
			want:         map[string]any{"vCPU": "6", "memoryMb": "9000", "GPU": "2", "arch": "arm64"},
		},
		"override": {
			reason:       "the user's word stands",
			instanceType: "r5.xlarge",
			capacity:     &nodes.Capacity{VCPU: 6, MemoryMiB: 9000},
			want:         map[string]any{"vCPU": "6", "memoryMb": "9000", "GPU": "0", "arch": "amd64"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(
				t,
				infra(
					func(a *nodes.InfraMachineSetArgs) { a.InstanceType, a.Capacity = tt.instanceType, tt.capacity },
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

func TestMachineSetNamesWaitForTheirSets(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		set, err := nodes.NewInfraMachineSet(ctx, "demo", infraArgs())
		if err != nil {
			return err
		}
		_, err = nodes.NewInfraMachineSet(ctx, "after", after(set))
		ctx.Export("names", set.MachineSetNames)
		return err
	}))
	assert.Equal(t, map[string]any{
		"us-east-2a": "demo-x7k2p-infra-us-east-2a",
		"us-east-2b": "demo-x7k2p-infra-us-east-2b",
		"us-east-2c": "demo-x7k2p-infra-us-east-2c",
	}, rec.Outputs()["names"])
	consumer, ok := rec.Find("after-machineset-us-east-2a")
	require.True(t, ok)
	waited, ok := rec.Find("demo-machineset-us-east-2a")
	require.True(t, ok)
	assert.Contains(t, consumer.Dependencies, waited.URN)
}

// after uses the names of another component's sets, as a tag's value for want of a better place.
func after(set *nodes.InfraMachineSet) *nodes.InfraMachineSetArgs {
	args := infraArgs()
	args.InfraID = "other-x7k2p"
	args.Tags = pulumi.StringMap{"set": set.MachineSetNames.MapIndex(pulumi.String("us-east-2a"))}
	return args
}

func TestArgumentsStayAsTheUserWroteThem(t *testing.T) {
	t.Parallel()
	args := infraArgs()
	mockstest.Run(t, func(ctx *pulumi.Context) error {
		_, err := nodes.NewInfraMachineSet(ctx, "demo", args)
		return err
	})
	assert.Nil(t, args.ReplicasPerZone)
	assert.Nil(t, args.RootVolume)
	assert.Empty(t, args.InstanceType)
}

// at returns what lies in nested maps.
func at(fields map[string]any, path ...string) any {
	var value any = fields
	for _, key := range path {
		value = value.(map[string]any)[key]
	}
	return value
}
