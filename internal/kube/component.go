package kube

import (
	"errors"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tagged"
)

// Args returns a copy of the arguments of a component inside the cluster. Its error joins a missing Kubernetes provider and the
// problems of the arguments. Nil arguments count as empty ones. Outputs in the copy fail if they resolve to an empty text (check.Outputs).
func Args[P interface {
	*T
	Validate() error
}, T any](ctx *pulumi.Context, args P, opts []pulumi.ResourceOption) (T, error) {
	var values T
	if args != nil {
		values = *args
	}
	if err := errors.Join(RequireProvider(ctx, opts...), P(&values).Validate()); err != nil {
		return values, err
	}
	return *check.Outputs(&values), nil
}

// Fields returns the fields of an object, such as spec, that the tags of args name: `kube:"spec.profile"`. See tagged.Fields.
func Fields(args any) map[string]any {
	return tagged.Fields("kube", args)
}

// Component is a component with one object of the cluster.
type Component struct {
	// Token is the component's type, such as openshift-aws:machineconfig:KubeletConfig. Suffix follows the component's name in that of
	// the object.
	Token, Suffix string
	Object        Object
	// By registers the object: Create, or one of the functions that patch it. Defaults to Create.
	By func(*pulumi.Context, string, Object, ...pulumi.ResourceOption) (*Registered, error)
	// Options are options of the object, such as ReplaceOnChanges.
	Options []pulumi.ResourceOption
}

// Register registers the component and its object, and returns the object's name, which resolves after the object and is the
// component's output.
func (c Component) Register(
	ctx *pulumi.Context, name string, component pulumi.ComponentResource, opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	if err := ctx.RegisterComponentResource(c.Token, name, component, opts...); err != nil {
		return pulumi.StringOutput{}, err
	}
	register := c.By
	if register == nil {
		register = Create
	}
	object, err := register(ctx, name+"-"+c.Suffix, c.Object, slices.Concat(c.Options, []pulumi.ResourceOption{pulumi.Parent(component)})...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	objectName := c.Object.NameAfter(ctx, object)
	return objectName, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": objectName})
}

// NameAfter returns the object's name, which resolves after the resources: what uses it is created after them and deleted before them.
func (o Object) NameAfter(ctx *pulumi.Context, resources ...pulumi.Resource) pulumi.StringOutput {
	for _, resource := range slices.Clone(resources) {
		if registered, ok := resource.(*Registered); ok {
			resources = append(resources, registered.resources()[1:]...)
		}
	}
	return outputs.After(ctx.Context(), pulumi.String(o.Name).ToStringOutput(), resources...)
}
