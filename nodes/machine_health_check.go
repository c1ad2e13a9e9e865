package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MachineHealthCheck replaces machines whose nodes are unhealthy: the Machine API drains and deletes such a machine, and its
// MachineSet creates another. It covers machines of the Machine API only, not those of a WorkerPool.
//
// If more machines than MaxUnhealthy are unhealthy, none is replaced: the cause is then likely to be elsewhere. Machines of
// the control plane are excluded unless ControlPlane is set.
type MachineHealthCheck struct {
	pulumi.ResourceState

	// Name is the object's name. It depends on the object.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineHealthCheck registers a MachineHealthCheck. It returns the problems of all invalid arguments, joined, before
// anything is registered. It requires a Kubernetes provider (pulumi.Provider).
func NewMachineHealthCheck(
	ctx *pulumi.Context, name string, args *MachineHealthCheckArgs, opts ...pulumi.ResourceOption,
) (*MachineHealthCheck, error) {
	values, err := kube.Args(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	component := &MachineHealthCheck{}
	component.Name, err = kube.Component{
		Token: tokenPrefix + "MachineHealthCheck", Suffix: "healthcheck", Object: desiredMachineHealthCheck(values.withDefaults()),
	}.Register(ctx, name, component, opts...)
	return component, err
}

// desiredMachineHealthCheck returns the MachineHealthCheck object (openshift/api machine/v1beta1/types_machinehealthcheck.go).
func desiredMachineHealthCheck(args *MachineHealthCheckArgs) kube.Object {
	var conditions []any
	for _, condition := range args.UnhealthyConditions {
		conditions = append(conditions, map[string]any{
			"type": condition.Type, "status": condition.Status, "timeout": check.Short(condition.Timeout),
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
			"nodeStartupTimeout":  check.Short(*args.NodeStartupTimeout),
		}},
	}
}

// selector selects machines by their role label, which all machines of MachineSets have. It is never empty: an empty selector
// matches every machine.
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
