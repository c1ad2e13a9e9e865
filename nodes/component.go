package nodes

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/region"
)

const tokenPrefix = "openshift-aws:nodes:"

// registerInCluster registers a component whose children are Kubernetes objects, unless its arguments are invalid or it has no
// Kubernetes provider.
func registerInCluster(
	ctx *pulumi.Context, kind, name string, invalid error, component pulumi.ComponentResource, opts ...pulumi.ResourceOption,
) error {
	if err := errors.Join(invalid, kube.RequireProvider(ctx, opts...)); err != nil {
		return err
	}
	return ctx.RegisterComponentResource(tokenPrefix+kind, name, component, opts...)
}

// registerObject registers the only object of a component and returns the object's name, which is the component's output.
func registerObject(
	ctx *pulumi.Context, name string, object kube.Object, component pulumi.ComponentResource,
) (pulumi.StringOutput, error) {
	registered, err := kube.Create(ctx, name, object, pulumi.Parent(component))
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	objectName := outputs.After(ctx.Context(), pulumi.String(object.Name).ToStringOutput(), registered)
	return objectName, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": objectName})
}

// clusterRegion returns the region of a component that AWS does not register: explicit, or that of the default AWS provider.
func clusterRegion(ctx *pulumi.Context, path, explicit string) (string, error) {
	var p check.Problems
	found := region.Default(ctx, explicit)
	p.Required(path+".Region", found)
	return found, p.Err()
}
