package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const workerPool = "worker"

var workerRole = machineRole{
	kind:  "WorkerMachineSet",
	pool:  workerPool,
	amd64: "m5.xlarge",
	arm64: "m6g.xlarge",
}

// WorkerMachineSet creates workers that the cluster's Machine API manages: one MachineSet per zone. The Machine API drains
// the machines that it deletes, and the cluster approves their CSRs.
//
// Changes, deletion and managed boot images work as with InfraMachineSet. A GPU pool has a GPU instance type and GPU:
//
//	InstanceType: "g4dn.xlarge", GPU: &nodes.GPUArgs{Accelerator: "nvidia-t4"}
//
// An arm64 pool has Architecture arm64 and an AMI for aarch64; the cluster must have been installed from a multi-architecture
// release image.
type WorkerMachineSet struct {
	pulumi.ResourceState

	// MachineSetNames are the names of the MachineSets in the namespace openshift-machine-api, by zone. Each depends on its
	// set, so that a resource that uses it, such as a MachineAutoscaler, is created after the set and deleted before it.
	MachineSetNames pulumi.StringMapOutput `pulumi:"machineSetNames"`
	// MachineSets are the MachineSets in the order of their zones, for pulumi.DependsOn. A component that depends on them is deleted
	// before them. pulumi.DependsOn of the whole component can miss some: a component's children become known while the program
	// goes on (pulumi/sdk v3.250 go/pulumi/context.go, getOpts).
	MachineSets []pulumi.Resource
}

// NewWorkerMachineSet registers a WorkerMachineSet. It returns the problems of all invalid arguments, joined, before anything
// is registered. It requires a Kubernetes provider (pulumi.Provider).
func NewWorkerMachineSet(
	ctx *pulumi.Context, name string, args *MachineSetArgs, opts ...pulumi.ResourceOption,
) (*WorkerMachineSet, error) {
	component := &WorkerMachineSet{}
	sets, err := workerRole.register(ctx, name, args, component, opts...)
	if err != nil {
		return nil, err
	}
	component.MachineSetNames = sets.names.ToStringMapOutput()
	component.MachineSets = sets.resources
	return component, nil
}
