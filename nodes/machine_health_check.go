package nodes

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
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

// NewMachineHealthCheck registers a MachineHealthCheck. It requires a Kubernetes provider (pulumi.Provider).
func NewMachineHealthCheck(
	ctx *pulumi.Context, name string, args *MachineHealthCheckArgs, opts ...pulumi.ResourceOption,
) (*MachineHealthCheck, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachineHealthCheckArgs, MachineHealthCheck]{
		Token:     "openshift-aws:nodes:MachineHealthCheck",
		InCluster: true,
		Defaults:  (*MachineHealthCheckArgs).setDefaults,
		Children: func(b *component.Builder[MachineHealthCheckArgs, MachineHealthCheck]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "healthcheck", desiredMachineHealthCheck(b.Args), kube.Create)
		},
	})
}

// desiredMachineHealthCheck returns the MachineHealthCheck object (openshift/api machine/v1beta1/types_machinehealthcheck.go).
func desiredMachineHealthCheck(args *MachineHealthCheckArgs) kube.Object {
	fields := kube.Fields(args)
	argument.Put(fields, "spec.selector", args.selector())
	argument.Put(fields, "spec.maxUnhealthy", intOrString(args.MaxUnhealthy))
	return kube.Object{
		APIVersion: machineAPI, Kind: "MachineHealthCheck", Namespace: machineAPINamespace, Name: args.Name, Fields: fields,
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

// MachineHealthCheckArgs selects machines and defines when one is unhealthy. Unless a field says otherwise, changes are
// applied in place.
type MachineHealthCheckArgs struct {
	// Name is the object's name in openshift-machine-api, such as workers. Required. Changes replace the object.
	Name string `check:"required,format=object-name"`
	// Pools are the pools whose machines are checked, as in MachineSetArgs.Pool: infra, worker. Defaults to all machines except
	// the control plane's. Must not be set together with ControlPlane.
	Pools []string `check:"format=label-value,not=ControlPlane"`
	// MatchLabels restricts the check to machines with these labels.
	MatchLabels map[string]string `check:"labels"`
	// ControlPlane checks the machines of the control plane, and only those. It is useful only with an active
	// ControlPlaneMachineSet, which creates new ones; a cluster on user-provisioned infrastructure has none.
	ControlPlane bool
	// UnhealthyConditions are the node conditions that make a machine unhealthy. Defaults to Ready being False or Unknown for 5m.
	UnhealthyConditions []UnhealthyCondition `kube:"spec.unhealthyConditions"`
	// MaxUnhealthy is the maximum number of unhealthy machines at which machines are still replaced: a count such as "2" or a
	// percentage such as "40%". 0 disables replacement. A percentage is rounded down: 40% of one or two machines is 0. Use "1" for
	// such pools. Defaults to 40%, and to 1 with ControlPlane.
	MaxUnhealthy string `check:"format=count-or-percentage"`
	// NodeStartupTimeout is how long a new machine has to become a node before it is unhealthy; 0 turns the check off. Defaults
	// to 10m, the Machine API's own default.
	NodeStartupTimeout *time.Duration `kube:"spec.nodeStartupTimeout,short" check:"0s.." default:"10m"`
}

// UnhealthyCondition is a node condition that makes a machine unhealthy.
type UnhealthyCondition struct {
	// Type is the condition's type, such as Ready. Required.
	Type string `kube:"type" check:"required"`
	// Status is True, False or Unknown. Required.
	Status string `kube:"status" check:"required,True|False|Unknown"`
	// Timeout is how long the condition must last. Defaults to 0: immediately.
	Timeout time.Duration `kube:"timeout,zero,short" check:"0s.."`
}

const (
	controlPlaneRole = "master"

	// clusterHealthCheck is the name of the cluster's own MachineHealthCheck (openshift/machine-api-operator
	// install/0000_30_machine-api-operator_13_machinehealthcheck.yaml).
	clusterHealthCheck = "machine-api-termination-handler"

	defaultUnhealthyTimeout = 5 * time.Minute
)

var _ = check.Named("count-or-percentage", check.Percentage.Or(check.Count))

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *MachineHealthCheckArgs) Validate() error {
	const path = "nodes.MachineHealthCheckArgs"
	a, p := check.Begin(a)
	if a.Name == clusterHealthCheck {
		p.Addf(path+".Name", "must not be %s, which is the cluster's own health check", clusterHealthCheck)
	}
	if i := slices.Index(a.Pools, controlPlaneRole); i >= 0 {
		p.Addf(check.Index(path+".Pools", i), "must not be %s; use ControlPlane for the control plane", controlPlaneRole)
	}
	return p.ErrOf(a)
}

// intOrString returns a count as a number and a percentage as a string, as Kubernetes' IntOrString.
func intOrString(text string) any {
	if count, err := strconv.Atoi(text); err == nil {
		return count
	}
	return text
}

func (a *MachineHealthCheckArgs) setDefaults() {
	slices.Sort(a.Pools)
	if len(a.UnhealthyConditions) == 0 {
		a.UnhealthyConditions = []UnhealthyCondition{
			{Type: "Ready", Status: "False", Timeout: defaultUnhealthyTimeout},
			{Type: "Ready", Status: "Unknown", Timeout: defaultUnhealthyTimeout},
		}
	}
	if a.ControlPlane {
		a.MaxUnhealthy = cmp.Or(a.MaxUnhealthy, "1")
	}
	a.MaxUnhealthy = cmp.Or(a.MaxUnhealthy, "40%")
}
