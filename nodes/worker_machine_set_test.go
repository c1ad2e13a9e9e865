package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func workerSetArgs() *nodes.MachineSetArgs {
	args := *infraArgs()
	args.LoadBalancers = nil
	return &args
}

func workerSets(change func(*nodes.MachineSetArgs)) pulumi.RunFunc {
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

func sameWorkers(*nodes.MachineSetArgs) {}

func autoscaled(a *nodes.MachineSetArgs) {
	a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 4}
}

func TestWorkerMachineSetGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/worker-machine-sets.golden", run(t, workerSets(autoscaled)).Golden())
}

func TestDefaultInstanceTypes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		reason, architecture, worker, infra string
	}{
		{reason: "infra nodes have a memory optimized type", worker: "m5.xlarge", infra: "r5.xlarge"},
		{reason: "amd64 is the default", architecture: "amd64", worker: "m5.xlarge", infra: "r5.xlarge"},
		{reason: "arm64 types are Graviton", architecture: "arm64", worker: "m6g.xlarge", infra: "r6g.xlarge"},
	} {
		workers := run(t, workerSets(func(a *nodes.MachineSetArgs) { a.Architecture = tt.architecture })).OfType(
			machineSetType,
		)
		assert.Equal(t, tt.worker, at(workers[0].Inputs, below(provider, "instanceType")...), tt.reason)
		infras := run(t, infra(func(a *nodes.MachineSetArgs) { a.Architecture = tt.architecture })).OfType(
			machineSetType,
		)
		assert.Equal(t, tt.infra, at(infras[0].Inputs, below(provider, "instanceType")...), tt.reason)
	}
}

func TestWorkersHaveNoTaintsOrLabels(t *testing.T) {
	t.Parallel()
	for _, set := range run(t, workerSets(sameWorkers)).OfType(machineSetType) {
		spec := at(set.Inputs, nodeSpec...).(map[string]any)
		assert.NotContains(t, spec, "taints")
		assert.NotContains(t, spec, "metadata")
	}
}
