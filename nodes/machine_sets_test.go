package nodes_test

import (
	"slices"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const machineAutoscalerType = "kubernetes:autoscaling.openshift.io/v1beta1:MachineAutoscaler"

func workerSetArgs() *nodes.WorkerMachineSetArgs {
	args := nodes.WorkerMachineSetArgs(*infraArgs())
	args.LoadBalancers = nil
	return &args
}

func workerSets(change func(*nodes.WorkerMachineSetArgs)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := workerSetArgs()
		change(args)
		sets, err := nodes.NewWorkerMachineSet(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("names", sets.MachineSetNames)
		return nil
	}
}

func sameWorkers(*nodes.WorkerMachineSetArgs) {}

func autoscaled(a *nodes.WorkerMachineSetArgs) {
	a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 4}
}

func TestWorkerMachineSetGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/worker-machine-sets.golden", mockstest.Run(t, workerSets(autoscaled)).Golden())
}

func TestWorkerMachineSetPreviewRegistersTheSame(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, workerSets(everything))
	mockstest.PreviewIsTheUpdate(t, workerSets(autoscaled))
}

func TestWorkerMachineSetsAreTaken(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*nodes.WorkerMachineSetArgs){
		"default":     sameWorkers,
		"autoscaled":  autoscaled,
		"everything":  everything,
		"arm":         func(a *nodes.WorkerMachineSetArgs) { a.Architecture = "arm64" },
		"spot":        func(a *nodes.WorkerMachineSetArgs) { a.Spot = &nodes.SpotArgs{} },
		"reservation": func(a *nodes.WorkerMachineSetArgs) { a.CapacityReservationID = pulumi.String("cr-0123456789abcdef0") },
		"capacity block": func(a *nodes.WorkerMachineSetArgs) {
			a.CapacityReservationID, a.CapacityBlock = pulumi.String("cr-0123456789abcdef0"), true
		},
		"host": func(a *nodes.WorkerMachineSetArgs) { a.Tenancy = "host" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kubetest.CheckRecorded(t, mockstest.Run(t, workerSets(change)))
		})
	}
}

func TestDefaultInstanceTypes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		reason, architecture, worker, infra string
	}{
		{reason: "general for workers, memory for infra", worker: "m5.xlarge", infra: "r5.xlarge"},
		{reason: "the same, said", architecture: "amd64", worker: "m5.xlarge", infra: "r5.xlarge"},
		{reason: "Graviton", architecture: "arm64", worker: "m6g.xlarge", infra: "r6g.xlarge"},
	} {
		workers := mockstest.Run(
			t,
			workerSets(func(a *nodes.WorkerMachineSetArgs) { a.Architecture = tt.architecture }),
		).OfType(
			machineSetType,
		)
		assert.Equal(t, tt.worker, at(workers[0].Inputs, below(provider, "instanceType")...), tt.reason)
		infras := mockstest.Run(
			t,
			infra(func(a *nodes.InfraMachineSetArgs) { a.Architecture = tt.architecture }),
		).OfType(
			machineSetType,
		)
		assert.Equal(t, tt.infra, at(infras[0].Inputs, below(provider, "instanceType")...), tt.reason)
	}
}

func TestAWorkerHasNoTaintAndNoLabelOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, set := range mockstest.Run(t, workerSets(sameWorkers)).OfType(machineSetType) {
		spec := at(set.Inputs, nodeSpec...).(map[string]any)
		assert.NotContains(t, spec, "taints")
		assert.NotContains(t, spec, "metadata")
	}
}

func TestInfraNodesWithoutTheirTaint(t *testing.T) {
	t.Parallel()
	for _, set := range mockstest.Run(t, infra(func(a *nodes.InfraMachineSetArgs) { a.Untainted = true })).OfType(machineSetType) {
		spec := at(set.Inputs, nodeSpec...).(map[string]any)
		assert.NotContains(t, spec, "taints")
		assert.Equal(
			t,
			map[string]any{"labels": map[string]any{"node-role.kubernetes.io/infra": ""}},
			spec["metadata"],
			"the role stays",
		)
	}
}

func TestTwoPoolsOfAZoneDoNotMeet(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
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
		assert.Equal(
			t,
			name,
			at(object, "spec", "selector", "matchLabels", "machine.openshift.io/cluster-api-machineset"),
		)
		seen[name] = true
	}
}

func TestAutoscaledSetsKeepTheirSize(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, workerSets(autoscaled))
	for _, set := range rec.OfType(machineSetType) {
		assert.Contains(t, set.Options.IgnoreChanges, "spec.replicas")
		assert.Equal(t, 1.0, at(set.Inputs, "spec", "replicas"), "it begins with the minimum")
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
		set, ok := rec.Find("demo-machineset-" + zone)
		require.True(t, ok)
		assert.Contains(t, autoscaler.Dependencies, set.URN, "an autoscaler without its set would be degraded")
	}
	for _, set := range mockstest.Run(t, workerSets(sameWorkers)).OfType(machineSetType) {
		assert.NotContains(
			t,
			set.Options.IgnoreChanges,
			"spec.replicas",
			"without an autoscaler the program says how many",
		)
	}
}

func TestAutoscalingBeginsWhereTheUserSays(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, workerSets(func(a *nodes.WorkerMachineSetArgs) {
		autoscaled(a)
		a.ReplicasPerZone = new(3)
	}))
	for _, set := range rec.OfType(machineSetType) {
		assert.Equal(t, 3.0, at(set.Inputs, "spec", "replicas"))
	}
}

func TestTheClusterMayManageTheImage(t *testing.T) {
	t.Parallel()
	const path = "spec.template.spec.providerSpec.value.ami.id"
	for _, manages := range []bool{true, false} {
		for _, set := range mockstest.Run(t, workerSets(func(a *nodes.WorkerMachineSetArgs) { a.ClusterManagesAMI = manages })).OfType(machineSetType) {
			assert.Equal(t, manages, slices.Contains(set.Options.IgnoreChanges, path))
			assert.Equal(
				t,
				map[string]any{"id": "ami-0123456789abcdef0"},
				at(set.Inputs, below(provider, "ami")...),
				"new sets begin with the program's",
			)
		}
	}
}

func TestDeletionWaitsAsLongAsTold(t *testing.T) {
	t.Parallel()
	for want, given := range map[string]time.Duration{"30m": 0, "1h": time.Hour, "1h30m": 90 * time.Minute, "1m30s": 90 * time.Second} {
		for _, set := range mockstest.Run(t, workerSets(func(a *nodes.WorkerMachineSetArgs) { a.DeleteTimeout = given })).OfType(machineSetType) {
			assert.Equal(t, want, set.Options.CustomTimeouts.Delete)
			assert.Equal(
				t,
				"foreground",
				at(set.Inputs, "metadata", "annotations", "pulumi.com/deletionPropagationPolicy"),
				"the set goes after its machines",
			)
		}
	}
}

func TestAutoscalingCanBeTurnedOnWithoutTouchingTheMachines(t *testing.T) {
	t.Parallel()
	before, after := mockstest.Inputs(
		mockstest.Run(t, workerSets(sameWorkers)),
	), mockstest.Inputs(
		mockstest.Run(t, workerSets(autoscaled)),
	)
	for urn, object := range before {
		assert.Equal(t, object, after[urn])
	}
	assert.Len(t, after, len(before)+3)
}

func TestAWorkerSetAndAnInfraSetShareOneCore(t *testing.T) {
	t.Parallel()
	workers := mockstest.Run(
		t,
		workerSets(func(a *nodes.WorkerMachineSetArgs) { a.InstanceType = "r5.xlarge" }),
	).OfType(
		machineSetType,
	)
	infras := mockstest.Run(
		t,
		infra(func(a *nodes.InfraMachineSetArgs) { a.LoadBalancers = nil }),
	).OfType(
		machineSetType,
	)
	for i := range workers {
		worker, other := at(workers[i].Inputs, provider...), at(infras[i].Inputs, provider...)
		assert.Equal(t, worker, other)
		assert.Equal(t, workers[i].Options, infras[i].Options)
	}
}
