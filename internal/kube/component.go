package kube

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// Fields returns the fields of an object, such as spec, that the tags of args name: `kube:"spec.profile"`. See argument.Fields.
func Fields(args any) map[string]any {
	return argument.Fields(args, "kube")
}

// register registers an object, or a patch of one.
type register = func(*pulumi.Context, string, Object, ...pulumi.ResourceOption) (*Registered, error)

// RegisterObject registers an object of a component by Create, or by one of the functions that patch it, and sets an output of the component
// to the object's name, which resolves after the object. Suffix follows the component's name in that of the object.
func RegisterObject(
	b *component.Base, name *pulumi.StringOutput, suffix string, object Object, by register, opts ...pulumi.ResourceOption,
) error {
	registered, err := by(b.Ctx, b.Name+"-"+suffix, object, slices.Concat(opts, []pulumi.ResourceOption{b.Parent})...)
	if err == nil {
		*name = object.NameAfter(b.Ctx, registered)
	}
	return err
}

// NameAfter returns the object's name, which resolves after the resources: what uses it is created after them and deleted before them.
func (o Object) NameAfter(ctx *pulumi.Context, resources ...pulumi.Resource) pulumi.StringOutput {
	for _, resource := range slices.Clone(resources) {
		if registered, ok := resource.(*Registered); ok {
			resources = append(resources, registered.resources()[1:]...)
		}
	}
	return component.After(ctx.Context(), pulumi.String(o.Name).ToStringOutput(), resources...)
}
