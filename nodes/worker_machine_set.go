package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

var workerDefaults = poolDefaults{pool: workerPool, amd64: "m5.xlarge", arm64: "m6g.xlarge"}

// WorkerMachineSetArgs describe a pool of workers. The fields and their constraints are those of MachineSetArgs.
type WorkerMachineSetArgs MachineSetArgs

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *WorkerMachineSetArgs) Validate() error {
	const path = "nodes.WorkerMachineSetArgs."
	var p check.Problems
	args := (*MachineSetArgs)(a).withDefaults(workerDefaults)
	args.check(&p, path)
	if args.Untainted {
		p.Addf(path+"Untainted", "is for infra nodes; workers have no taint but those of Taints and GPU")
	}
	return p.Err()
}

// WorkerMachineSet makes workers that the cluster's Machine API looks after: one MachineSet a zone. Machines are drained
// when a set shrinks, and their certificates are approved by the cluster itself.
//
// Changes, deletion and managed boot images are as with InfraMachineSet. A GPU pool takes a GPU instance type and GPU:
//
//	InstanceType: "g4dn.xlarge", GPU: &nodes.GPUArgs{Accelerator: "nvidia-t4"}
//
// and an arm64 pool Architecture arm64 with an AMI of aarch64; the cluster must have been installed from a release image
// of several architectures.
type WorkerMachineSet struct {
	pulumi.ResourceState

	// MachineSetNames are the names of the MachineSets in the namespace openshift-machine-api, by zone. A name waits
	// for its set, so that what uses it, such as a MachineAutoscaler, is made after the set and goes before it.
	MachineSetNames pulumi.StringMapOutput `pulumi:"machineSetNames"`
}

// NewWorkerMachineSet registers a WorkerMachineSet. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewWorkerMachineSet(ctx *pulumi.Context, name string, args *WorkerMachineSetArgs, opts ...pulumi.ResourceOption) (*WorkerMachineSet, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &WorkerMachineSet{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:WorkerMachineSet", name, component, opts...); err != nil {
		return nil, err
	}
	sets, err := registerMachineSets(ctx, name, (*MachineSetArgs)(args).withDefaults(workerDefaults), component)
	if err != nil {
		return nil, err
	}
	component.MachineSetNames = sets
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"machineSetNames": sets})
}
