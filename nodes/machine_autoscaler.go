package nodes

import (
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// MachineAutoscalerArgs bound the size of one MachineSet.
type MachineAutoscalerArgs struct {
	// Name is the object's name in openshift-machine-api, such as the set's own. Required. A change replaces it.
	Name string
	// MachineSet is the name of the MachineSet, such as a value of InfraMachineSet.MachineSetNames. Required. The set must
	// leave its size to the autoscaler: one of this package's takes Autoscaling instead of a MachineAutoscaler.
	MachineSet pulumi.StringInput
	// Min is the fewest machines, 0 by default. A change is made in place.
	Min int
	// Max is the most machines: 1 or more, and at least Min. Required. A change is made in place.
	Max int
}

// objectName is the form of most objects' names (kubernetes/apimachinery pkg/util/validation/validation.go, IsDNS1123Subdomain).
var objectName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)

const objectNameLimit = 253

func checkObjectName(p *check.Problems, path, name string) {
	if p.Required(path, name) && (len(name) > objectNameLimit || !objectName.MatchString(name)) {
		p.Addf(path, "%q is no object's name; it takes lower-case letters, digits, inner hyphens and dots, at most %d", name, objectNameLimit)
	}
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *MachineAutoscalerArgs) Validate() error {
	const path = "nodes.MachineAutoscalerArgs."
	var p check.Problems
	if a == nil {
		a = &MachineAutoscalerArgs{}
	}
	checkObjectName(&p, path+"Name", a.Name)
	p.Required(path+"MachineSet", a.MachineSet)
	checkBounds(&p, path+"Min", path+"Max", a.Min, a.Max)
	return p.Err()
}

// MachineAutoscaler lets the cluster's autoscaler choose the size of a MachineSet between two bounds. It takes a
// ClusterAutoscaler in the cluster to have an effect. Sets made by this package have it as a field, Autoscaling, which
// also leaves their size alone; this component is for sets that others made. When it goes, the set
// keeps the size that it has.
type MachineAutoscaler struct {
	pulumi.ResourceState

	// Name is the object's name, once it is there.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewMachineAutoscaler registers a MachineAutoscaler. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewMachineAutoscaler(ctx *pulumi.Context, name string, args *MachineAutoscalerArgs, opts ...pulumi.ResourceOption) (*MachineAutoscaler, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &MachineAutoscaler{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:MachineAutoscaler", name, component, opts...); err != nil {
		return nil, err
	}
	registered, err := kube.Create(ctx, name+"-autoscaler", desiredMachineAutoscaler(args.Name, args.MachineSet, args.Min, args.Max), pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.Name = waitFor(ctx, args.Name, registered)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// waitFor is a name whose users depend on what bears it.
func waitFor(ctx *pulumi.Context, name string, bearer pulumi.Resource) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(ctx.Context(), pulumi.String(name).ToStringOutput(), bearer).(pulumi.StringOutput)
}

// desiredMachineAutoscaler is the whole object (openshift/cluster-autoscaler-operator
// pkg/apis/autoscaling/v1beta1/machineautoscaler_types.go).
func desiredMachineAutoscaler(name string, set pulumi.StringInput, least, most int) kube.Object {
	return kube.Object{
		APIVersion: "autoscaling.openshift.io/v1beta1",
		Kind:       "MachineAutoscaler",
		Namespace:  machineAPINamespace,
		Name:       name,
		Fields: map[string]any{"spec": map[string]any{
			"minReplicas": least,
			"maxReplicas": most,
			"scaleTargetRef": map[string]any{
				"apiVersion": machineAPI,
				"kind":       "MachineSet",
				"name":       set,
			},
		}},
	}
}
