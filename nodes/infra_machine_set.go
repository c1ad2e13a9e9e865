package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// infraLabel is the label of infra nodes and the key of their taint. The taint has the effect NoSchedule and no value:
// NoExecute would evict pods of the cluster's own DaemonSets, which do not all tolerate it.
const infraLabel = "node-role.kubernetes.io/infra"

var infraRole = machineRole{
	kind:  "InfraMachineSet",
	pool:  "infra",
	amd64: "r5.xlarge",
	arm64: "r6g.xlarge",
	label: infraLabel,
}

// InfraMachineSet creates infra nodes: one MachineSet per zone, whose nodes have the infra role and its taint, so that the
// router, the registry and monitoring have nodes of their own. Infra nodes that run nothing else do not count towards
// subscriptions.
//
// A change of the machines (instance type, volumes, network) updates the MachineSets in place and applies to new
// machines only: the Machine API never changes an existing machine. To replace the existing ones, scale a set down and up,
// or delete its machines one by one. Deleting a set first drains and terminates all its machines.
//
// The AMI applies to new sets only. From OpenShift 4.19 the machine config operator writes newer AMIs into MachineSets during
// upgrades (MachineConfiguration, operator.openshift.io/v1, managedBootImages; openshift/machine-config-operator release-4.19
// pkg/operator/sync.go). Where it does not, set PinAMI.
type InfraMachineSet struct {
	pulumi.ResourceState

	// MachineSetNames are the names of the MachineSets in the namespace openshift-machine-api, by zone. Each depends on its
	// set, so that a resource that uses it, such as a MachineAutoscaler, is created after the set and deleted before it.
	MachineSetNames pulumi.StringMapOutput `pulumi:"machineSetNames"`
	// MachineSets are the MachineSets in the order of their zones, for pulumi.DependsOn. A component that depends on them is deleted
	// before them. pulumi.DependsOn of the whole component can miss some: a component's children become known while the program
	// goes on (pulumi/sdk v3.250 go/pulumi/context.go, getOpts).
	MachineSets []pulumi.Resource
}

// NewInfraMachineSet registers an InfraMachineSet. It returns the problems of all invalid arguments, joined, before anything
// is registered. It requires a Kubernetes provider (pulumi.Provider).
func NewInfraMachineSet(
	ctx *pulumi.Context, name string, args *MachineSetArgs, opts ...pulumi.ResourceOption,
) (*InfraMachineSet, error) {
	component := &InfraMachineSet{}
	sets, err := infraRole.register(ctx, name, args, component, opts...)
	if err != nil {
		return nil, err
	}
	component.MachineSetNames = sets.names.ToStringMapOutput()
	component.MachineSets = sets.resources
	return component, nil
}
