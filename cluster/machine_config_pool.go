package cluster

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MachineConfigPool is a set of nodes that get the same machine configuration: a pool of one's own, or some fields of one
// of the pools that every cluster has, master and worker.
//
// A new pool inherits from worker, as the machine config operator demands: its nodes get all that workers get, and what is
// labelled with the pool's own role beside it. It carries the label
// pools.operator.machineconfiguration.openshift.io/<name>, by which a KubeletConfig or a ContainerRuntimeConfig selects it.
//
// When a pool of one's own goes, its nodes fall back to the configuration of worker and restart: take their machines, or the
// nodes' label, away first. When the component of master or worker goes, what it set is given back.
type MachineConfigPool struct {
	pulumi.ResourceState

	// Name is the pool's name, once the pool is there.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineConfigPool registers a MachineConfigPool. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewMachineConfigPool(ctx *pulumi.Context, name string, args *MachineConfigPoolArgs, opts ...pulumi.ResourceOption) (*MachineConfigPool, error) {
	if args == nil {
		args = &MachineConfigPoolArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	pool := &MachineConfigPool{}
	var err error
	pool.Name, err = component{
		token:  "openshift-aws:cluster:MachineConfigPool",
		what:   "pool",
		self:   pool,
		object: desiredMachineConfigPool(*args),
		patch:  args.builtIn(),
	}.register(ctx, name, opts)
	return pool, err
}

const (
	machineConfigAPI = "machineconfiguration.openshift.io/v1"
	// roleOfMachineConfig is the label by which a MachineConfig says whom it is for.
	roleOfMachineConfig = "machineconfiguration.openshift.io/role"
	nodeRolePrefix      = "node-role.kubernetes.io/"
	poolLabelPrefix     = "pools.operator.machineconfiguration.openshift.io/"
)

// desiredMachineConfigPool returns the pool, or of a pool that exists already the fields that the user set.
func desiredMachineConfigPool(args MachineConfigPoolArgs) kube.Object {
	spec := map[string]any{}
	if args.Paused != nil {
		spec["paused"] = *args.Paused
	}
	if args.MaxUnavailable != "" {
		spec["maxUnavailable"] = maxUnavailable(args.MaxUnavailable).intOrString()
	}
	object := kube.Object{
		APIVersion: machineConfigAPI,
		Kind:       "MachineConfigPool",
		Name:       args.Name,
		Fields:     map[string]any{"spec": spec},
	}
	if args.builtIn() {
		return object
	}
	object.Labels = map[string]string{poolLabelPrefix + args.Name: ""}
	spec["machineConfigSelector"] = map[string]any{
		"matchExpressions": []any{map[string]any{
			"key": roleOfMachineConfig, "operator": "In", "values": []any{workerPool, args.Name},
		}},
	}
	spec["nodeSelector"] = map[string]any{"matchLabels": args.nodeLabels()}
	return object
}
