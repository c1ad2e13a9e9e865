package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tagged"
)

// MachineAutoscalerArgs are the arguments of a MachineAutoscaler. Unless a field says otherwise, changes are applied in place.
type MachineAutoscalerArgs struct {
	// Name is the object's name in openshift-machine-api, such as the MachineSet's. Required. Changes replace the object.
	Name string `check:"required,format=object-name"`
	// MachineSet is the name of the MachineSet. Required. Pulumi must not manage the set's size: for the sets of this package,
	// set MachineSetArgs.Autoscaling instead.
	MachineSet pulumi.StringInput `kube:"spec.scaleTargetRef.name" check:"required,format=object-name"`
	// Min is the minimum number of machines. Defaults to 0.
	Min int `kube:"spec.minReplicas,zero"`
	// Max is the maximum number of machines: at least 1 and at least Min. Required.
	Max int `kube:"spec.maxReplicas,zero"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *MachineAutoscalerArgs) Validate() error {
	const path = "nodes.MachineAutoscalerArgs"
	p := check.Struct(a)
	if a == nil {
		a = &MachineAutoscalerArgs{}
	}
	checkLimits(&p, path, "Min", a.Min, "Max", a.Max)
	return p.ErrOf(a)
}

// MachineAutoscaler lets the cluster's autoscaler choose the size of a MachineSet between two limits. It requires a
// ClusterAutoscaler in the cluster. It is for MachineSets that this package did not create: those that it creates have the
// field Autoscaling, which also stops Pulumi from managing their size. When the component is deleted, the set keeps its size.
type MachineAutoscaler struct {
	pulumi.ResourceState

	// Name is the object's name. It depends on the object.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineAutoscaler registers a MachineAutoscaler. It returns the problems of all invalid arguments, joined, before anything
// is registered. It requires a Kubernetes provider (pulumi.Provider).
func NewMachineAutoscaler(
	ctx *pulumi.Context, name string, args *MachineAutoscalerArgs, opts ...pulumi.ResourceOption,
) (*MachineAutoscaler, error) {
	values, err := kube.Args(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	component := &MachineAutoscaler{}
	component.Name, err = kube.Component{
		Token: tokenPrefix + "MachineAutoscaler", Suffix: "autoscaler", Object: desiredMachineAutoscaler(values),
	}.Register(ctx, name, component, opts...)
	return component, err
}

// desiredMachineAutoscaler returns the MachineAutoscaler object (openshift/cluster-autoscaler-operator
// pkg/apis/autoscaling/v1beta1/machineautoscaler_types.go).
func desiredMachineAutoscaler(args MachineAutoscalerArgs) kube.Object {
	fields := kube.Fields(args)
	tagged.Put(fields, "spec.scaleTargetRef.apiVersion", machineAPI)
	tagged.Put(fields, "spec.scaleTargetRef.kind", "MachineSet")
	return kube.Object{
		APIVersion: "autoscaling.openshift.io/v1beta1",
		Kind:       "MachineAutoscaler",
		Namespace:  machineAPINamespace,
		Name:       args.Name,
		Fields:     fields,
	}
}
