package nodes

import (
	"math"
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// ClusterAutoscaler configures the cluster's own autoscaler, which resizes the MachineSets that have a MachineAutoscaler. A
// cluster has one, named default. It does not manage the Auto Scaling groups of WorkerPool: ClusterAutoscalerASG does. When
// the component is deleted, the sets keep their size.
type ClusterAutoscaler struct {
	pulumi.ResourceState

	// Name is default. It depends on the object.
	Name pulumi.StringOutput `pulumi:"name"`
}

const clusterAutoscalerName = "default"

// NewClusterAutoscaler registers a ClusterAutoscaler; args may be nil. It requires a Kubernetes provider (pulumi.Provider).
func NewClusterAutoscaler(
	ctx *pulumi.Context, name string, args *ClusterAutoscalerArgs, opts ...pulumi.ResourceOption,
) (*ClusterAutoscaler, error) {
	return component.Register(ctx, name, args, opts, component.Type[ClusterAutoscalerArgs, ClusterAutoscaler]{
		Token:     "openshift-aws:nodes:ClusterAutoscaler",
		InCluster: true,
		Children: func(b *component.Builder[ClusterAutoscalerArgs, ClusterAutoscaler]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "autoscaler", desiredClusterAutoscaler(*b.Args), kube.Create)
		},
	})
}

// desiredClusterAutoscaler returns the ClusterAutoscaler object. It contains only the fields that the user set, so that the
// operator's defaults apply to the others.
func desiredClusterAutoscaler(a ClusterAutoscalerArgs) kube.Object {
	fields := kube.Fields(a)
	argument.Put(fields, "spec.scaleDown.enabled", a.ScaleDown == nil || *a.ScaleDown.Enabled)
	if a.ScaleDown != nil && a.ScaleDown.CordonBeforeTerminating {
		argument.Put(fields, "spec.scaleDown.cordonNodeBeforeTerminating", "Enabled")
	}
	return kube.Object{
		APIVersion: "autoscaling.openshift.io/v1",
		Kind:       "ClusterAutoscaler",
		Name:       clusterAutoscalerName,
		Fields:     fields,
	}
}

// fraction formats a number between 0 and 1 as the CRD requires it: a string such as 0.45.
func fraction(f float64) string {
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// ClusterAutoscalerArgs are the arguments of a ClusterAutoscaler. All fields are optional: without them the operator's defaults
// apply, and unneeded nodes are removed. Changes are applied in place.
type ClusterAutoscalerArgs struct {
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.20. If it is set, fields that its API server does
	// not know are rejected before anything is registered: NewPodScaleUpDelay below 4.20, and ScaleDown.CordonBeforeTerminating
	// below 4.21. Defaults to none: they are not checked.
	OpenShiftVersion string `check:"format=minor-version"`
	// MaxNodesTotal is the maximum number of nodes of the cluster. It counts all nodes, including the control plane and nodes
	// that the autoscaler does not manage. Defaults to no limit.
	MaxNodesTotal *int `kube:"spec.resourceLimits.maxNodesTotal" check:"0..2147483647"`
	// Cores limits the cluster's CPU cores.
	Cores *ResourceRange `kube:"spec.resourceLimits.cores"`
	// MemoryGiB limits the cluster's memory in GiB.
	MemoryGiB *ResourceRange `kube:"spec.resourceLimits.memory"`
	// GPULimits limit the cluster's GPUs, by kind.
	GPULimits []GPULimit `kube:"spec.resourceLimits.gpus"`
	// ScaleDown configures the removal of nodes. Defaults to removing unneeded nodes.
	ScaleDown *ScaleDownArgs `kube:"spec.scaleDown"`
	// PodPriorityThreshold is the priority below which pods neither trigger a scale-up nor prevent a scale-down.
	PodPriorityThreshold *int `kube:"spec.podPriorityThreshold" check:"-2147483648..2147483647"`
	// BalanceSimilarNodeGroups keeps sets of equal machines, such as those of the zones of one pool, at equal sizes.
	BalanceSimilarNodeGroups *bool `kube:"spec.balanceSimilarNodeGroups"`
	// BalancingIgnoredLabels are the keys of node labels that may differ between similar sets.
	BalancingIgnoredLabels []string `kube:"spec.balancingIgnoredLabels" check:"format=label-key"`
	// IgnoreDaemonSetsUtilization ignores DaemonSet pods when the utilization of a node is calculated.
	IgnoreDaemonSetsUtilization *bool `kube:"spec.ignoreDaemonsetsUtilization"`
	// SkipNodesWithLocalStorage never removes nodes with pods that use local storage. Defaults to the autoscaler's default, true.
	SkipNodesWithLocalStorage *bool `kube:"spec.skipNodesWithLocalStorage"`
	// Expanders choose the set to scale up, each among the sets that the previous one selected: LeastWaste, Priority, Random.
	Expanders []string `kube:"spec.expanders" check:"LeastWaste|Priority|Random"`
	// MaxPodGracePeriod is how long pods have to terminate when their node is removed, in whole seconds. Defaults to the operator's default.
	MaxPodGracePeriod time.Duration `kube:"spec.maxPodGracePeriod,seconds" check:"0s../1s"`
	// MaxNodeProvisionTime is how long a machine has to become a node. Defaults to the operator's default.
	MaxNodeProvisionTime time.Duration `kube:"spec.maxNodeProvisionTime,short" check:"0s.."`
	// NewPodScaleUpDelay is how old a pending pod must be before the cluster scales up for it. Requires OpenShift 4.20.
	// Defaults to the operator's default.
	NewPodScaleUpDelay time.Duration `kube:"spec.scaleUp.newPodScaleUpDelay,short" check:"0s.."`
	// LogVerbosity is the autoscaler's log level. Defaults to 1; 4 is for debugging.
	LogVerbosity *int `kube:"spec.logVerbosity" check:"0..2147483647"`
}

// ResourceRange limits the total of a resource in the cluster.
type ResourceRange struct {
	// Min is the minimum. Defaults to 0.
	Min int `kube:"min,zero" check:"0..2147483647"`
	// Max is the maximum: at least [Min].
	Max int `kube:"max,zero" check:"..2147483647"`
}

// GPULimit limits the number of GPUs of one kind.
type GPULimit struct {
	// Type is the value of the node label cluster-api/accelerator, such as nvidia-t4: GPUArgs.Accelerator. Required.
	Type string `kube:"type" check:"required,format=label-value"`
	// Min is the minimum. Defaults to 0.
	Min int `kube:"min,zero"`
	// Max is the maximum: at least 1 and at least [Min]. Required.
	Max int `kube:"max,zero" check:"required=Validate"`
}

// ScaleDownArgs are the arguments of the removal of nodes.
type ScaleDownArgs struct {
	// Enabled is whether nodes are removed. Defaults to true.
	Enabled *bool `default:"true"`
	// DelayAfterAdd, DelayAfterDelete and DelayAfterFailure are how long no node is removed after one was added, after one was
	// removed, and after a removal failed.
	DelayAfterAdd     time.Duration `kube:"delayAfterAdd,short" check:"0s.."`
	DelayAfterDelete  time.Duration `kube:"delayAfterDelete,short" check:"0s.."`
	DelayAfterFailure time.Duration `kube:"delayAfterFailure,short" check:"0s.."`
	// UnneededTime is how long a node must be unneeded before it is removed.
	UnneededTime time.Duration `kube:"unneededTime,short" check:"0s.."`
	// UtilizationThreshold is the ratio of requested to allocatable resources below which a node is unneeded: less than 1.
	UtilizationThreshold float64 `kube:"utilizationThreshold,text"`
	// CordonBeforeTerminating cordons a node before its pods are evicted. ClusterAutoscaler requires OpenShift 4.21 for it.
	CordonBeforeTerminating bool
}

// Validate returns all problems of the arguments, joined; nil if there are none. The rules come from
// openshift/cluster-autoscaler-operator pkg/controller/clusterautoscaler/validator.go; numbers have 32 bits in its
// pkg/apis/autoscaling/v1/clusterautoscaler_types.go (release-4.20).
func (a *ClusterAutoscalerArgs) Validate() error {
	const path = "nodes.ClusterAutoscalerArgs"
	args, p := check.Begin(a)
	args.Cores.check(&p, path+".Cores")
	args.MemoryGiB.check(&p, path+".MemoryGiB")
	args.checkGPUs(&p, path+".GPULimits")
	args.ScaleDown.check(&p, path+".ScaleDown")
	args.checkRelease(&p, path)
	return p.ErrOf(a)
}

// checkRelease reports fields that the API server of the cluster's release rejects.
func (a *ClusterAutoscalerArgs) checkRelease(p *check.Problems, path check.Path) {
	version := a.OpenShiftVersion
	cordon := a.ScaleDown != nil && a.ScaleDown.CordonBeforeTerminating
	release.CordonNodeBeforeRemoval.Check(p, path+".ScaleDown.CordonBeforeTerminating", cordon, version)
	release.NewPodScaleUpDelay.Check(p, path+".NewPodScaleUpDelay", a.NewPodScaleUpDelay > 0, version)
}

func (r *ResourceRange) check(p *check.Problems, path check.Path) {
	if r != nil {
		p.AtLeastField(path+".Max", r.Max, "Min", r.Min)
	}
}

func (a *ClusterAutoscalerArgs) checkGPUs(p *check.Problems, path check.Path) {
	for i, gpu := range a.GPULimits {
		at := check.Index(path, i)
		checkLimits(p, at, "Min", gpu.Min, "Max", gpu.Max)
	}
	checkUnique(p, path, "Type", a.GPULimits, func(gpu GPULimit) string { return gpu.Type })
}

func (s *ScaleDownArgs) check(p *check.Problems, path check.Path) {
	if s == nil {
		return
	}
	checkThreshold(p, path+".UtilizationThreshold", s.UtilizationThreshold)
}

// checkThreshold reports a utilization threshold that the autoscaler rejects. Zero, the default, passes.
func checkThreshold(p *check.Problems, path check.Path, threshold float64) {
	if math.IsNaN(threshold) || threshold < 0 || threshold >= 1 {
		p.Addf(path, "must be greater than 0 and less than 1 (got %s)", fraction(threshold))
	}
}

// MachineAutoscalerArgs are the arguments of a MachineAutoscaler. Unless a field says otherwise, changes are applied in place.
type MachineAutoscalerArgs struct {
	// Name is the object's name in openshift-machine-api, such as the MachineSet's. Required. Changes replace the object.
	Name string `check:"required,format=object-name"`
	// MachineSet is the name of the MachineSet. Required. Pulumi must not manage the set's size: for the sets of this package,
	// set MachineSetArgs.Autoscaling instead.
	MachineSet pulumi.StringInput `kube:"spec.scaleTargetRef.name" check:"required,format=object-name"`
	// Min is the minimum number of machines. Defaults to 0.
	Min int `kube:"spec.minReplicas,zero"`
	// Max is the maximum number of machines: at least 1 and at least [Min]. Required.
	Max int `kube:"spec.maxReplicas,zero" check:"required=Validate"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *MachineAutoscalerArgs) Validate() error {
	const path = "nodes.MachineAutoscalerArgs"
	a, p := check.Begin(a)
	checkLimits(&p, path, "Min", a.Min, "Max", a.Max)
	return p.ErrOf(a)
}

// MachineAutoscaler lets the cluster's autoscaler choose the size of a MachineSet between two limits. It requires a
// ClusterAutoscaler in the cluster. It is for MachineSets that this package did not create: those that it creates have
// MachineSetArgs.Autoscaling, which also stops Pulumi from managing their size. When the component is deleted, the set keeps its
// size.
type MachineAutoscaler struct {
	pulumi.ResourceState

	// Name is the object's name. It depends on the object.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineAutoscaler registers a MachineAutoscaler. It requires a Kubernetes provider (pulumi.Provider).
func NewMachineAutoscaler(
	ctx *pulumi.Context, name string, args *MachineAutoscalerArgs, opts ...pulumi.ResourceOption,
) (*MachineAutoscaler, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachineAutoscalerArgs, MachineAutoscaler]{
		Token:     "openshift-aws:nodes:MachineAutoscaler",
		InCluster: true,
		Children: func(b *component.Builder[MachineAutoscalerArgs, MachineAutoscaler]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "autoscaler", desiredMachineAutoscaler(*b.Args), kube.Create)
		},
	})
}

// desiredMachineAutoscaler returns the MachineAutoscaler object (openshift/cluster-autoscaler-operator
// pkg/apis/autoscaling/v1beta1/machineautoscaler_types.go).
func desiredMachineAutoscaler(args MachineAutoscalerArgs) kube.Object {
	fields := kube.Fields(args)
	argument.Put(fields, "spec.scaleTargetRef.apiVersion", machineAPI)
	argument.Put(fields, "spec.scaleTargetRef.kind", "MachineSet")
	return kube.Object{
		APIVersion: "autoscaling.openshift.io/v1beta1",
		Kind:       "MachineAutoscaler",
		Namespace:  machineAPINamespace,
		Name:       args.Name,
		Fields:     fields,
	}
}
