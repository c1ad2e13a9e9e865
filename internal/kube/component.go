package kube

import (
	"errors"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// Args returns a copy of the arguments of a component inside the cluster. Its error joins a missing Kubernetes provider and the
// problems of the arguments. Nil arguments count as empty ones. Outputs in the copy fail if they resolve to an empty text (check.Outputs).
func Args[P check.Args[T], T any](ctx *pulumi.Context, args P, opts []pulumi.ResourceOption) (T, error) {
	var values T
	if args != nil {
		values = *args
	}
	if err := errors.Join(RequireProvider(ctx, opts...), P(&values).Validate()); err != nil {
		return values, err
	}
	return *check.Outputs(&values), nil
}

// Start registers a component without inputs if Args returns no error, and returns what Args returns.
func Start[P check.Args[T], T any](
	ctx *pulumi.Context, token, name string, args P, component pulumi.ComponentResource, opts []pulumi.ResourceOption,
) (T, error) {
	values, err := Args(ctx, args, opts)
	if err != nil {
		return values, err
	}
	return values, ctx.RegisterComponentResource(token, name, component, opts...)
}

// Fields returns the fields of an object, such as spec, that the tags of args name: `kube:"spec.profile"`. See argument.Fields.
func Fields(args any) map[string]any {
	return argument.Fields(args, "kube")
}

// Component is a component with one object of the cluster.
type Component struct {
	// Token is the component's type, such as openshift-aws:machineconfig:KubeletConfig. Suffix follows the component's name in that of
	// the object.
	Token, Suffix string
	Object        Object
	// Build returns the object, instead of Object, after it has registered what the object refers to.
	Build func(parent pulumi.ResourceOption) (Object, error)
	// By registers the object: Create, or one of the functions that patch it. Defaults to Create.
	By register
	// Options are options of the object, such as ReplaceOnChanges.
	Options []pulumi.ResourceOption
}

// register registers an object, or a patch of one.
type register = func(*pulumi.Context, string, Object, ...pulumi.ResourceOption) (*Registered, error)

// Register registers the component and its object, and returns the object's name, which resolves after the object and is the
// component's output.
func (c Component) Register(
	ctx *pulumi.Context, name string, component pulumi.ComponentResource, opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	if err := ctx.RegisterComponentResource(c.Token, name, component, opts...); err != nil {
		return pulumi.StringOutput{}, err
	}
	if c.By == nil {
		c.By = Create
	}
	parent := pulumi.Parent(component)
	if c.Build != nil {
		var err error
		if c.Object, err = c.Build(parent); err != nil {
			return pulumi.StringOutput{}, err
		}
	}
	object, err := c.By(ctx, name+"-"+c.Suffix, c.Object, slices.Concat(c.Options, []pulumi.ResourceOption{parent})...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	objectName := c.Object.NameAfter(ctx, object)
	return objectName, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": objectName})
}

// RegisterObject registers an object of a component by Create, or by one of the functions that patch it, and returns the object's name,
// which resolves after the object. Suffix follows the component's name in that of the object.
func RegisterObject(
	b *component.Base, suffix string, object Object, by register, opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	registered, err := by(b.Ctx, b.Name+"-"+suffix, object, slices.Concat(opts, []pulumi.ResourceOption{b.Parent})...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return object.NameAfter(b.Ctx, registered), nil
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

// RequireProvider returns an error if a component with these options has no Kubernetes provider.
func RequireProvider(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
	return component.RequireKubernetes(ctx, opts...)
}
