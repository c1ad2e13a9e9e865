package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// PoolTaintsArgs are the arguments of PoolTaints, with which the nodes of a machine config pool register.
type PoolTaintsArgs struct {
	// Pool is the name of a custom machine config pool, such as one that machineconfig.MachineConfigPool creates. It must not be
	// master or worker, which contain other nodes. Required. Changes replace the object.
	Pool string
	// Taints are the taints: at least one. Required. Changes apply to new nodes only, and reboot the existing ones one by one, as
	// every change of a pool's configuration does.
	Taints []Taint
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *PoolTaintsArgs) Validate() error {
	const path = "nodes.PoolTaintsArgs"
	var p check.Problems
	if a == nil {
		a = &PoolTaintsArgs{}
	}
	if p.Required(path+".Pool", a.Pool) {
		checkPool(&p, path+".Pool", a.Pool)
	}
	if a.Pool == workerPool {
		p.Addf(path+".Pool", "must not be %s, which would taint every worker; use a custom machine config pool", workerPool)
	}
	p.Required(path+".Taints", a.Taints)
	checkTaints(&p, path+".Taints", a.Taints)
	return p.ErrOf(a)
}

// PoolTaints taints the nodes of a machine config pool by a KubeletConfig, for nodes without a Machine. A node whose pointer
// ignition names the pool registers with the taints. A node that registers before the machine config operator has rendered
// them into the pool's configuration never gets them: create a WorkerPool with no instances at first. It selects the pool by its
// label pools.operator.machineconfiguration.openshift.io/<pool>, which machineconfig.MachineConfigPool sets.
//
// Only one KubeletConfig of a pool is effective. If the pool has another one, set the taints there, in the field
// registerWithTaints.
//
// When the component is deleted, the pool's nodes reboot one by one and keep their taints: remove them manually.
type PoolTaints struct {
	pulumi.ResourceState

	// Name is the name of the KubeletConfig. It depends on the object.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewPoolTaints registers PoolTaints. It returns the problems of all invalid arguments, joined, before anything is registered.
// It requires a Kubernetes provider (pulumi.Provider).
func NewPoolTaints(
	ctx *pulumi.Context, name string, args *PoolTaintsArgs, opts ...pulumi.ResourceOption,
) (*PoolTaints, error) {
	component := &PoolTaints{}
	err := registerInCluster(ctx, "PoolTaints", name, args.Validate(), component, opts...)
	if err != nil {
		return nil, err
	}
	if component.Name, err = registerObject(ctx, name+"-kubelet", desiredPoolTaints(args), component); err != nil {
		return nil, err
	}
	return component, nil
}

// desiredPoolTaints returns the KubeletConfig object (openshift/api machineconfiguration/v1/types.go). The machine config
// operator does not reject registerWithTaints (openshift/machine-config-operator pkg/controller/kubelet-config).
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
