package nodes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestInfraMachineSetSchema(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*nodes.MachineSetArgs){
		"default":         unchanged,
		"no machine":      func(a *nodes.MachineSetArgs) { a.ReplicasPerZone = new(0) },
		"minimal":         func(a *nodes.MachineSetArgs) { a.LoadBalancers, a.Tags = nil, nil },
		"unknown type":    func(a *nodes.MachineSetArgs) { a.InstanceType = "x9z.xlarge" },
		"custom capacity": func(a *nodes.MachineSetArgs) { a.Capacity = &nodes.Capacity{VCPU: 4, MemoryMiB: 30000} },
		"known groups": func(a *nodes.MachineSetArgs) {
			a.SecurityGroupIDs = pulumi.ToStringArray([]string{"sg-0123456789abcdef0"})
		},
		"filters": byFilters,
		"volume": func(a *nodes.MachineSetArgs) {
			a.RootVolume = &nodes.VolumeArgs{SizeGiB: 500, IOPS: 4000, ThroughputMiB: 500, KMSKeyARN: pulumi.String(keyARN)}
		},
		"longest names": func(a *nodes.MachineSetArgs) {
			a.InfraID, a.Subnets = mockstest.LongInfraID, subnets("us-west-2-lax-1a")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kubetest.CheckRecorded(t, run(t, infra(change)))
		})
	}
}

func TestWorkerMachineSetSchema(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*nodes.MachineSetArgs){
		"default":     sameWorkers,
		"autoscaled":  autoscaled,
		"everything":  everything,
		"arm":         func(a *nodes.MachineSetArgs) { a.Architecture = "arm64" },
		"spot":        func(a *nodes.MachineSetArgs) { a.Spot = &nodes.SpotArgs{} },
		"reservation": func(a *nodes.MachineSetArgs) { a.CapacityReservationID = pulumi.String("cr-0123456789abcdef0") },
		"capacity block": func(a *nodes.MachineSetArgs) {
			a.CapacityReservationID, a.CapacityBlock = pulumi.String("cr-0123456789abcdef0"), true
		},
		"host": func(a *nodes.MachineSetArgs) { a.Tenancy = "host" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kubetest.CheckRecorded(t, run(t, workerSets(change)))
		})
	}
}

func TestExcludeNodeDrainingAnnotatesMachines(t *testing.T) {
	t.Parallel()
	for _, exclude := range []bool{true, false} {
		rec := run(t, infra(func(a *nodes.MachineSetArgs) { a.ExcludeNodeDraining = exclude }))
		kubetest.CheckRecorded(t, rec)
		for _, set := range rec.OfType(machineSetType) {
			annotations, _ := at(set.Inputs, "spec", "template", "metadata", "annotations").(map[string]any)
			_, found := annotations["machine.openshift.io/exclude-node-draining"]
			assert.Equal(t, exclude, found, "the Machine API reads the annotation of the machine, not of the node")
		}
	}
}

func TestScalingChangesOnlyReplicas(t *testing.T) {
	t.Parallel()
	recorded := func(replicas int) map[string]map[string]any {
		return mockstest.Inputs(run(t, infra(func(a *nodes.MachineSetArgs) { a.ReplicasPerZone = new(replicas) })))
	}
	none, two, three := recorded(0), recorded(2), recorded(3)
	for urn, object := range none {
		assert.Equal(t, 0.0, at(object, "spec", "replicas"), "an explicit 0 is not the default")
		assert.Equal(t, 2.0, at(two[urn], "spec", "replicas"))
		assert.Equal(t, 3.0, at(three[urn], "spec", "replicas"))
		for _, other := range []map[string]any{object, two[urn], three[urn]} {
			delete(other["spec"].(map[string]any), "replicas")
		}
	}
	assert.Equal(t, none, two)
	assert.Equal(t, two, three)
}

// TestLabelsAreAddedInPlace: the sets are not replaced; machines that they create later have the label.
func TestLabelsAreAddedInPlace(t *testing.T) {
	t.Parallel()
	before := run(t, infra(unchanged))
	after := run(t, infra(func(a *nodes.MachineSetArgs) { a.Labels = map[string]string{"role": "storage-node"} }))
	changes := after.Changes(before)
	assert.Len(t, changes, 3)
	for _, change := range changes {
		assert.Regexp(t, `^update MachineSet demo-machineset-us-east-2[abc]: spec\.template\.spec\.metadata\.labels`,
			change.String())
	}
}

func TestAddingAZoneOnlyAdds(t *testing.T) {
	t.Parallel()
	two := mockstest.Inputs(
		run(t, infra(func(a *nodes.MachineSetArgs) { a.Subnets = subnets("us-east-2c", "us-east-2b") })),
	)
	three := mockstest.Inputs(
		run(t, infra(
			func(a *nodes.MachineSetArgs) { a.Subnets = subnets("us-east-2a", "us-east-2b", "us-east-2c") },
		),
		),
	)
	assert.Len(t, three, 3)
	for urn, object := range two {
		assert.Equal(t, object, three[urn], "the other sets do not change, and the order of subnets does not matter")
	}
}

func TestMachineSetNamesDependOnTheirSets(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		set, err := nodes.NewInfraMachineSet(ctx, "demo", infraArgs())
		if err != nil {
			return err
		}
		_, err = nodes.NewInfraMachineSet(ctx, "after", after(set))
		ctx.Export("names", set.MachineSetNames)
		return err
	}, inCluster)
	assert.Equal(t, map[string]any{
		"us-east-2a": "demo-x7k2p-infra-us-east-2a",
		"us-east-2b": "demo-x7k2p-infra-us-east-2b",
		"us-east-2c": "demo-x7k2p-infra-us-east-2c",
	}, rec.Outputs()["names"])
	consumer := mockstest.Find(t, rec, "after-machineset-us-east-2a")
	waited := mockstest.Find(t, rec, "demo-machineset-us-east-2a")
	assert.Contains(t, consumer.Dependencies, waited.URN)
}

// after returns arguments that use the name of another component's set, as the value of a tag.
func after(set *nodes.InfraMachineSet) *nodes.MachineSetArgs {
	args := infraArgs()
	args.InfraID = "other-x7k2p"
	args.Tags = pulumi.StringMap{"set": set.MachineSetNames.MapIndex(pulumi.String("us-east-2a"))}
	return args
}

// A resource registered immediately after the sets must wait for all of them: with pulumi.DependsOn of the component,
// about one of a hundred misses one.
func TestMachineSetsForDependsOn(t *testing.T) {
	t.Parallel()
	const dependents = 200
	rec := run(t, func(ctx *pulumi.Context) error {
		set, err := nodes.NewInfraMachineSet(ctx, "demo", infraArgs())
		if err != nil {
			return err
		}
		for i := range dependents {
			name := fmt.Sprintf("after-%d", i)
			args := &nodes.MachineHealthCheckArgs{Name: name, Pools: []string{"infra"}}
			if _, err := nodes.NewMachineHealthCheck(ctx, name, args, pulumi.DependsOn(set.MachineSets)); err != nil {
				return err
			}
		}
		return nil
	})
	var sets []string
	for _, set := range rec.OfType(machineSetType) {
		sets = append(sets, set.URN)
	}
	require.Len(t, sets, 3)
	checks := rec.OfType("openshift-aws:nodes:MachineHealthCheck")
	require.Len(t, checks, dependents)
	for _, registered := range checks {
		assert.Subset(t, registered.Dependencies, sets, registered.Name)
	}
}

func TestTwoPoolsInOneZone(t *testing.T) {
	t.Parallel()
	rec := run(t, func(ctx *pulumi.Context) error {
		for _, pool := range []string{"infra", "router"} {
			args := infraArgs()
			args.Pool = pool
			if _, err := nodes.NewInfraMachineSet(ctx, pool, args); err != nil {
				return err
			}
		}
		return nil
	})
	created, _ := kubetest.Recorded(t, rec)
	require.Len(t, created, 6)
	seen := map[any]bool{}
	for _, object := range created {
		name := at(object, "metadata", "name")
		assert.False(t, seen[name], name)
		assert.Equal(t, name,
			at(object, "spec", "selector", "matchLabels", "machine.openshift.io/cluster-api-machineset"))
		seen[name] = true
	}
}

func TestAutoscalerManagesReplicas(t *testing.T) {
	t.Parallel()
	rec := run(t, workerSets(autoscaled))
	for _, set := range rec.OfType(machineSetType) {
		assert.Contains(t, set.Options.IgnoreChanges, "spec.replicas")
		assert.Equal(t, 1.0, at(set.Inputs, "spec", "replicas"), "the initial number is the minimum")
	}
	autoscalers := rec.OfType(machineAutoscalerType)
	require.Len(t, autoscalers, 3)
	for _, autoscaler := range autoscalers {
		name := at(autoscaler.Inputs, "metadata", "name")
		assert.Equal(t, map[string]any{
			"minReplicas": 1.0, "maxReplicas": 4.0,
			"scaleTargetRef": map[string]any{
				"apiVersion": "machine.openshift.io/v1beta1",
				"kind":       "MachineSet",
				"name":       name,
			},
		}, autoscaler.Inputs["spec"])
		zone := autoscaler.Name[len("demo-autoscaler-"):]
		set := mockstest.Find(t, rec, "demo-machineset-"+zone)
		assert.Contains(t, autoscaler.Dependencies, set.URN, "a MachineAutoscaler without its set is degraded")
	}
	for _, set := range run(t, workerSets(sameWorkers)).OfType(machineSetType) {
		assert.NotContains(t, set.Options.IgnoreChanges, "spec.replicas",
			"without an autoscaler the program manages the number")
	}
}

func TestInitialReplicasOfAutoscaledSets(t *testing.T) {
	t.Parallel()
	rec := run(t, workerSets(func(a *nodes.MachineSetArgs) {
		autoscaled(a)
		a.ReplicasPerZone = new(3)
	}))
	for _, set := range rec.OfType(machineSetType) {
		assert.Equal(t, 3.0, at(set.Inputs, "spec", "replicas"))
	}
}

func TestDeleteTimeout(t *testing.T) {
	t.Parallel()
	for want, given := range map[string]time.Duration{
		"30m": 0, "1h": time.Hour, "1h30m": 90 * time.Minute, "1m30s": 90 * time.Second,
	} {
		rec := run(t, workerSets(func(a *nodes.MachineSetArgs) { a.DeleteTimeout = given }))
		for _, set := range rec.OfType(machineSetType) {
			assert.Equal(t, want, set.Options.CustomTimeouts.Delete)
			assert.Equal(t, "foreground",
				at(set.Inputs, "metadata", "annotations", "pulumi.com/deletionPropagationPolicy"),
				"the set is deleted after its machines")
		}
	}
}

func TestTurningAutoscalingOnDoesNotChangeSets(t *testing.T) {
	t.Parallel()
	before, after := mockstest.Inputs(run(t, workerSets(sameWorkers))), mockstest.Inputs(run(t, workerSets(autoscaled)))
	for urn, object := range before {
		assert.Equal(t, object, after[urn])
	}
	assert.Len(t, after, len(before)+3)
}

func TestWorkersAndInfraMachinesAreAlike(t *testing.T) {
	t.Parallel()
	workers := run(t, workerSets(func(a *nodes.MachineSetArgs) { a.InstanceType = "r5.xlarge" })).OfType(
		machineSetType,
	)
	infras := run(t, infra(func(a *nodes.MachineSetArgs) { a.LoadBalancers = nil })).OfType(machineSetType)
	for i := range workers {
		worker, other := at(workers[i].Inputs, provider...), at(infras[i].Inputs, provider...)
		assert.Equal(t, worker, other)
		assert.Equal(t, workers[i].Options, infras[i].Options)
	}
}

func TestGPUTaint(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		reason   string
		taint    *bool
		resource string
		want     any
	}{
		{
			reason: "pods without GPU requests are kept away by default",
			want:   []any{map[string]any{"key": "nvidia.com/gpu", "effect": "NoSchedule"}},
		},
		{reason: "GPU nodes can be open to all pods", taint: new(false)},
		{
			reason: "pods can request another resource", resource: "example.com/gpu",
			want: []any{map[string]any{"key": "example.com/gpu", "effect": "NoSchedule"}},
		},
	} {
		rec := run(t, workerSets(func(a *nodes.MachineSetArgs) {
			a.InstanceType = "g4dn.xlarge"
			a.GPU = &nodes.GPUArgs{Accelerator: "nvidia-t4", Taint: tt.taint, Resource: tt.resource}
		}))
		assert.Equal(t, tt.want, at(rec.OfType(machineSetType)[0].Inputs, below(nodeSpec, "taints")...), tt.reason)
	}
}

// byFilters selects the subnets and the security groups by the tags that openshift-install sets.
func byFilters(a *nodes.MachineSetArgs) {
	a.Subnets = []network.Subnet{{Zone: "us-east-2a"}}
	a.SubnetFilters = []nodes.Filter{{Name: "tag:Name", Values: []string{"demo-x7k2p-*private*"}}}
	a.SecurityGroupIDs = nil
	a.SecurityGroupFilters = []nodes.Filter{{Name: "tag:Name", Values: []string{"demo-x7k2p-node", "demo-x7k2p-lb"}}}
}

// TestFilters asserts that filters replace IDs in the form of openshift/api machine/v1beta1/types_awsprovider.go.
func TestFilters(t *testing.T) {
	t.Parallel()
	set := object(t, run(t, infra(byFilters)), "MachineSet")
	filtered := func(values ...any) map[string]any {
		return map[string]any{"filters": []any{map[string]any{"name": "tag:Name", "values": values}}}
	}
	assert.Equal(t, filtered("demo-x7k2p-*private*"), at(set, below(provider, "subnet")...))
	assert.Equal(t, []any{filtered("demo-x7k2p-node", "demo-x7k2p-lb")}, at(set, below(provider, "securityGroups")...))
}

// TestLabelsOfTheSet asserts that `oc get machineset -l` finds the sets of a role.
func TestLabelsOfTheSet(t *testing.T) {
	t.Parallel()
	set := object(t, run(t, infra(byFilters)), "MachineSet")
	assert.Equal(t, map[string]any{
		"machine.openshift.io/cluster-api-cluster":      infraID,
		"machine.openshift.io/cluster-api-machine-role": "infra",
		"machine.openshift.io/cluster-api-machine-type": "infra",
	}, at(set, "metadata", "labels"))
}
