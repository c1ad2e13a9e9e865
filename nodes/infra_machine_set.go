package nodes

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// infraRole is the label that makes a node an infra node, and the key of its taint. The taint has the effect
// NoSchedule and no value: NoExecute would evict pods of the cluster's own DaemonSets, which do not all tolerate it.
const infraRole = "node-role.kubernetes.io/infra"

var infraDefaults = poolDefaults{pool: infraPool, amd64: "r5.xlarge", arm64: "r6g.xlarge"}

// InfraMachineSetArgs describe a cluster's infra machines. The fields and their constraints are those of MachineSetArgs.
type InfraMachineSetArgs MachineSetArgs

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *InfraMachineSetArgs) Validate() error {
	var p check.Problems
	(*MachineSetArgs)(a).withDefaults(infraDefaults).check(&p, "nodes.InfraMachineSetArgs.")
	return p.Err()
}

// InfraMachineSet makes infra nodes: one MachineSet a zone, whose machines carry the infra role and its taint, so that
// the router, the registry and monitoring have nodes of their own. Infra nodes that run nothing else do not count
// towards subscriptions.
//
// A change of the machine (AMI, instance type, volume, network) is made in place and reaches new machines only: the
// Machine API never changes one that runs. Scale a set down and up, or delete its machines one by one, to renew them.
// A set that is deleted goes after all its machines have been drained and terminated.
//
// Clusters whose MachineConfiguration manages boot images (operator.openshift.io/v1, managedBootImages; the default on
// AWS in current releases) write newer AMIs into machine sets at upgrades, and an update of the set writes the
// program's back. Set ClusterManagesAMI to leave the image to the cluster, pass the newer AMI, or set the mode to None.
type InfraMachineSet struct {
	pulumi.ResourceState

	// MachineSetNames are the names of the MachineSets in the namespace openshift-machine-api, by zone. A name waits
	// for its set, so that what uses it, such as a MachineAutoscaler, is made after the set and goes before it.
	MachineSetNames pulumi.StringMapOutput `pulumi:"machineSetNames"`
}

// NewInfraMachineSet registers an InfraMachineSet. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewInfraMachineSet(ctx *pulumi.Context, name string, args *InfraMachineSetArgs, opts ...pulumi.ResourceOption) (*InfraMachineSet, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &InfraMachineSet{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:InfraMachineSet", name, component, opts...); err != nil {
		return nil, err
	}
	sets, err := registerMachineSets(ctx, name, infra((*MachineSetArgs)(args)), component)
	if err != nil {
		return nil, err
	}
	component.MachineSetNames = sets
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"machineSetNames": sets})
}

// infra adds what makes a pool one of infra nodes. The role comes before the user's taints, as the documentation has it.
func infra(a *MachineSetArgs) *MachineSetArgs {
	args := a.withDefaults(infraDefaults)
	args.Labels = withLabel(args.Labels, infraRole, "")
	if !args.Untainted {
		args.Taints = slices.Concat([]Taint{{Key: infraRole, Effect: "NoSchedule"}}, args.Taints)
	}
	return args
}
