package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// PoolTaintsArgs say which taints the nodes of a machine config pool register with.
type PoolTaintsArgs struct {
	// Pool is the name of a machine config pool of one's own, such as cluster.MachineConfigPool makes. Not master or
	// worker, to which other nodes belong. Required. A change replaces the object.
	Pool string
	// Taints are the taints, at least one. Required. A change reaches new nodes only, and reboots the others one by one,
	// as each change of a pool's configuration does.
	Taints []Taint
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *PoolTaintsArgs) Validate() error {
	const path = "nodes.PoolTaintsArgs."
	var p check.Problems
	if a == nil {
		a = &PoolTaintsArgs{}
	}
	if p.Required(path+"Pool", a.Pool) {
		checkPool(&p, path+"Pool", a.Pool)
	}
	if a.Pool == workerPool {
		p.Addf(path+"Pool", "%s would taint every worker; make a machine config pool of one's own", workerPool)
	}
	p.Required(path+"Taints", a.Taints)
	checkTaints(&p, path+"Taints", a.Taints)
	return p.Err()
}

// PoolTaints taints the nodes of a machine config pool by their kubelet's configuration, for nodes that no Machine stands
// behind. A node whose pointer ignition names the pool has the taints from its first registration on. One that registers
// before the machine config operator has worked them into the pool's configuration never gets them: let a WorkerPool begin
// with no machine. It selects the pool by its label pools.operator.machineconfiguration.openshift.io/<pool>, which
// cluster.MachineConfigPool sets.
//
// Of several KubeletConfigs for one pool a single one is heeded. A pool that has another takes its taints there, by the
// field registerWithTaints.
//
// When the component goes, the pool's nodes restart one by one and keep their taints: take those off by hand.
type PoolTaints struct {
	pulumi.ResourceState

	// Name is the name of the KubeletConfig, once it is there.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewPoolTaints registers PoolTaints. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments are
// reported together, as by Validate, before anything is registered.
func NewPoolTaints(ctx *pulumi.Context, name string, args *PoolTaintsArgs, opts ...pulumi.ResourceOption) (*PoolTaints, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &PoolTaints{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:PoolTaints", name, component, opts...); err != nil {
		return nil, err
	}
	object := desiredPoolTaints(args)
	registered, err := kube.Create(ctx, name+"-kubelet", object, pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.Name = waitFor(ctx, object.Name, registered)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// desiredPoolTaints is the whole object (openshift/api machineconfiguration/v1/types.go). registerWithTaints is none of
// the fields that the machine config operator refuses (openshift/machine-config-operator pkg/controller/kubelet-config).
func desiredPoolTaints(args *PoolTaintsArgs) kube.Object {
	return kube.Object{
		APIVersion: "machineconfiguration.openshift.io/v1",
		Kind:       "KubeletConfig",
		Name:       args.Pool + "-taints",
		Fields: map[string]any{"spec": map[string]any{
			"machineConfigPoolSelector": map[string]any{"matchLabels": map[string]string{
				"pools.operator.machineconfiguration.openshift.io/" + args.Pool: "",
			}},
			"kubeletConfig": map[string]any{"registerWithTaints": taintList(args.Taints)},
		}},
	}
}
