package machineconfig

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MachineConfigPool is a set of nodes with the same machine configuration: a custom pool, or a patch of one of the pools that every
// cluster has, master and worker.
//
// A custom pool inherits from worker, as the machine config operator requires: its nodes get the machine configs of worker and those with
// the pool's own role. It has the label pools.operator.machineconfiguration.openshift.io/<name>, by which a KubeletConfig or a
// ContainerRuntimeConfig selects it.
//
// Delete the machines of a custom pool before the pool (let machine sets depend on Pool), or remove the label of NodeSelector from its
// nodes and wait until the pool worker is updated: nodes that are still in a deleted pool become degraded (docs/components.md). When the
// component of master or worker is deleted, the fields that it set are released.
type MachineConfigPool struct {
	pulumi.ResourceState

	// Name is the pool's name. It resolves when the pool exists.
	Name pulumi.StringOutput `pulumi:"name"`
	// Pool is the MachineConfigPool object, for pulumi.DependsOn.
	Pool pulumi.Resource
}

// NewMachineConfigPool registers a MachineConfigPool. It requires a Kubernetes provider (pulumi.Provider).
func NewMachineConfigPool(
	ctx *pulumi.Context, name string, args *MachineConfigPoolArgs, opts ...pulumi.ResourceOption,
) (*MachineConfigPool, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachineConfigPoolArgs, MachineConfigPool]{
		Token:     "openshift-aws:machineconfig:MachineConfigPool",
		InCluster: true,
		Children: func(b *component.Builder[MachineConfigPoolArgs, MachineConfigPool]) error {
			object, register := desiredMachineConfigPool(*b.Args), kube.Create
			if b.Args.builtIn() {
				register = kube.Patch
			}
			pool, err := register(b.Ctx, b.Name+"-pool", object, b.Parent)
			if err != nil {
				return err
			}
			b.Component.Pool, b.Component.Name = pool, object.NameAfter(b.Ctx, pool)
			return nil
		},
	})
}

const (
	// machineConfigRoleLabel is the label of a MachineConfig with the role of its pool.
	machineConfigRoleLabel = "machineconfiguration.openshift.io/role"
	poolLabelPrefix        = "pools.operator.machineconfiguration.openshift.io/"
)

// desiredMachineConfigPool returns a custom pool, or the patch of a built-in one.
func desiredMachineConfigPool(args MachineConfigPoolArgs) kube.Object {
	fields := kube.Fields(args)
	if args.MaxUnavailable != "" {
		argument.Put(fields, "spec.maxUnavailable", intOrString(args.MaxUnavailable))
	}
	object := kube.Object{APIVersion: kube.MachineConfigAPI, Kind: "MachineConfigPool", Name: args.Name, Fields: fields}
	if args.builtIn() {
		object.Forced = []string{"spec.paused"}
		return object
	}
	object.Labels = map[string]string{poolLabelPrefix + args.Name: ""}
	argument.Put(fields, "spec.machineConfigSelector.matchExpressions", []any{map[string]any{
		"key": machineConfigRoleLabel, "operator": "In", "values": []any{workerPool, args.Name},
	}})
	if len(args.NodeSelector) == 0 {
		argument.Put(fields, "spec.nodeSelector.matchLabels", map[string]any{kube.NodeRolePrefix + args.Name: ""})
	}
	return object
}

// poolSelector selects one pool by the label that both built-in and custom pools have. An object without a selector, or with an
// empty one, would apply to no pool (openshift/api machineconfiguration/v1/types.go).
func poolSelector(pool string) map[string]any {
	return map[string]any{"matchLabels": map[string]any{poolLabelPrefix + pool: ""}}
}
