package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MachineHealthCheck replaces machines whose nodes are unhealthy: the Machine API drains and deletes such a machine, and
// its MachineSet makes another. It knows machines of the Machine API only, not those of a WorkerPool.
//
// When more machines than MaxUnhealthy are in trouble, none is replaced: the fault is then likely to be elsewhere.
// Machines of the control plane are left out unless ControlPlane asks for them.
type MachineHealthCheck struct {
	pulumi.ResourceState

	// Name is the object's name, once it is there.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineHealthCheck registers a MachineHealthCheck. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewMachineHealthCheck(ctx *pulumi.Context, name string, args *MachineHealthCheckArgs, opts ...pulumi.ResourceOption) (*MachineHealthCheck, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &MachineHealthCheck{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:MachineHealthCheck", name, component, opts...); err != nil {
		return nil, err
	}
	object := desiredMachineHealthCheck(args.withDefaults())
	registered, err := kube.Create(ctx, name+"-healthcheck", object, pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.Name = waitFor(ctx, object.Name, registered)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// desiredMachineHealthCheck is the whole object (openshift/api machine/v1beta1/types_machinehealthcheck.go).
func desiredMachineHealthCheck(args *MachineHealthCheckArgs) kube.Object {
	var conditions []any
	for _, condition := range args.UnhealthyConditions {
		conditions = append(conditions, map[string]any{
			"type": condition.Type, "status": condition.Status, "timeout": duration(condition.Timeout),
		})
	}
	return kube.Object{
		APIVersion: machineAPI,
		Kind:       "MachineHealthCheck",
		Namespace:  machineAPINamespace,
		Name:       args.Name,
		Fields: map[string]any{"spec": map[string]any{
			"selector":            args.selector(),
			"unhealthyConditions": conditions,
			"maxUnhealthy":        intOrString(args.MaxUnhealthy),
			"nodeStartupTimeout":  duration(args.NodeStartupTimeout),
		}},
	}
}

// selector chooses by the role that every MachineSet's machines have, and never by the absence of a selector, which
// means every machine.
func (a *MachineHealthCheckArgs) selector() map[string]any {
	role := map[string]any{"key": labelRole, "operator": "NotIn", "values": []string{controlPlaneRole}}
	switch {
	case a.ControlPlane:
		role["operator"] = "In"
	case len(a.Pools) > 0:
		role["operator"], role["values"] = "In", a.Pools
	}
	selector := map[string]any{"matchExpressions": []any{role}}
	if len(a.MatchLabels) > 0 {
		selector["matchLabels"] = a.MatchLabels
	}
	return selector
}
