package cluster

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// inClusterArgs returns a copy of the arguments of a component inside the cluster. Its error joins a missing Kubernetes
// provider and the problems of the arguments. Nil arguments count as empty ones.
func inClusterArgs[P interface {
	*T
	Validate() error
}, T any](ctx *pulumi.Context, args P, opts []pulumi.ResourceOption) (T, error) {
	var values T
	if args != nil {
		values = *args
	}
	return values, errors.Join(kube.RequireProvider(ctx, opts...), P(&values).Validate())
}

// objectComponent is a component with a single object of the cluster.
type objectComponent struct {
	// token is the component's type; suffix follows the component's name in that of its child.
	token, suffix string
	component     pulumi.ComponentResource
	object        kube.Object
	// exists reports whether every cluster has the object, so that it is patched instead of created.
	exists bool
}

// register registers the component and its object, and returns the object's name, which resolves after the object.
func (c objectComponent) register(ctx *pulumi.Context, name string, opts []pulumi.ResourceOption) (pulumi.StringOutput, error) {
	_, objectName, err := c.registerObject(ctx, name, opts)
	return objectName, err
}

// registerObject is register that returns the object, too.
func (c objectComponent) registerObject(
	ctx *pulumi.Context, name string, opts []pulumi.ResourceOption,
) (pulumi.Resource, pulumi.StringOutput, error) {
	if err := ctx.RegisterComponentResource(c.token, name, c.component, opts...); err != nil {
		return nil, pulumi.StringOutput{}, err
	}
	object, err := createOrPatch(ctx, name+"-"+c.suffix, c.object, c.exists, pulumi.Parent(c.component))
	if err != nil {
		return nil, pulumi.StringOutput{}, err
	}
	objectName := waitFor(ctx, pulumi.String(c.object.Name).ToStringOutput(), object)
	return object, objectName, ctx.RegisterResourceOutputs(c.component, pulumi.Map{"name": objectName})
}

func createOrPatch(
	ctx *pulumi.Context, name string, object kube.Object, patch bool, opts ...pulumi.ResourceOption,
) (pulumi.Resource, error) {
	if patch {
		return kube.Patch(ctx, name, object, opts...)
	}
	return kube.Create(ctx, name, object, opts...)
}

// anyList returns a list in the form of a manifest.
func anyList(values []string) []any {
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = value
	}
	return list
}

// anyMap returns a map in the form of a manifest.
func anyMap(values map[string]string) map[string]any {
	fields := map[string]any{}
	for key, value := range values {
		fields[key] = value
	}
	return fields
}
