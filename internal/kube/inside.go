package kube

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// API groups of OpenShift with their versions.
const (
	ConfigAPI        = "config.openshift.io/v1"
	OperatorAPI      = "operator.openshift.io/v1"
	MachineConfigAPI = "machineconfiguration.openshift.io/v1"
)

// ClusterObject is the name of the single object of most of OpenShift's cluster-wide kinds.
const ClusterObject = "cluster"

const (
	// NodeRolePrefix is the label of a node without its role.
	NodeRolePrefix = "node-role.kubernetes.io/"
	// MasterPool is the machine config pool, and the role, of the control plane.
	MasterPool = "master"
)

// InClusterArgs returns a copy of the arguments of a component inside the cluster. Its error joins a missing Kubernetes
// provider and the problems of the arguments. Nil arguments count as empty ones.
func InClusterArgs[P interface {
	*T
	Validate() error
}, T any](ctx *pulumi.Context, args P, opts []pulumi.ResourceOption) (T, error) {
	var values T
	if args != nil {
		values = *args
	}
	return values, errors.Join(RequireProvider(ctx, opts...), P(&values).Validate())
}

// ObjectComponent is a component with a single object of the cluster.
type ObjectComponent struct {
	// Token is the component's type.
	Token string
	// Suffix follows the component's name in that of its child.
	Suffix    string
	Component pulumi.ComponentResource
	Object    Object
	// Exists reports whether every cluster has the object, so that it is patched instead of created.
	Exists bool
}

// Register registers the component and its object, and returns the object's name, which resolves after the object.
func (c ObjectComponent) Register(ctx *pulumi.Context, name string, opts []pulumi.ResourceOption) (pulumi.StringOutput, error) {
	_, objectName, err := c.RegisterObject(ctx, name, opts)
	return objectName, err
}

// RegisterObject is Register that returns the object, too.
func (c ObjectComponent) RegisterObject(
	ctx *pulumi.Context, name string, opts []pulumi.ResourceOption,
) (pulumi.Resource, pulumi.StringOutput, error) {
	if err := ctx.RegisterComponentResource(c.Token, name, c.Component, opts...); err != nil {
		return nil, pulumi.StringOutput{}, err
	}
	object, err := createOrPatch(ctx, name+"-"+c.Suffix, c.Object, c.Exists, pulumi.Parent(c.Component))
	if err != nil {
		return nil, pulumi.StringOutput{}, err
	}
	objectName := outputs.After(ctx.Context(), pulumi.String(c.Object.Name).ToStringOutput(), object)
	return object, objectName, ctx.RegisterResourceOutputs(c.Component, pulumi.Map{"name": objectName})
}

func createOrPatch(
	ctx *pulumi.Context, name string, object Object, patch bool, opts ...pulumi.ResourceOption,
) (pulumi.Resource, error) {
	if patch {
		return Patch(ctx, name, object, opts...)
	}
	return Create(ctx, name, object, opts...)
}

// AnyList returns a list in the form of a manifest.
func AnyList(values []string) []any {
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = value
	}
	return list
}

// AnyMap returns a map in the form of a manifest.
func AnyMap(values map[string]string) map[string]any {
	fields := map[string]any{}
	for key, value := range values {
		fields[key] = value
	}
	return fields
}
