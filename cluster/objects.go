package cluster

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// component is a component that stands for one object of the cluster.
type component struct {
	// token is the component's type, and what names its child.
	token, what string
	self        pulumi.ComponentResource
	object      kube.Object
	// patch tells that the cluster has the object already.
	patch bool
}

// register registers a component and its object, and returns the object's name, which comes after it.
func (c component) register(ctx *pulumi.Context, name string, opts []pulumi.ResourceOption) (pulumi.StringOutput, error) {
	if err := ctx.RegisterComponentResource(c.token, name, c.self, opts...); err != nil {
		return pulumi.StringOutput{}, err
	}
	made, err := createOrPatch(ctx, name+"-"+c.what, c.object, c.patch, pulumi.Parent(c.self))
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	object := waitFor(ctx, pulumi.String(c.object.Name).ToStringOutput(), made)
	return object, ctx.RegisterResourceOutputs(c.self, pulumi.Map{"name": object})
}

func createOrPatch(ctx *pulumi.Context, name string, object kube.Object, patch bool, opts ...pulumi.ResourceOption) (pulumi.Resource, error) {
	if patch {
		return kube.Patch(ctx, name, object, opts...)
	}
	return kube.Create(ctx, name, object, opts...)
}

// checkObjectName notes a name that the API server would refuse: it takes DNS subdomains.
func checkObjectName(p *check.Problems, path, name string) bool {
	if !p.Required(path, name) {
		return false
	}
	if !objectName.MatchString(name) || len(name) > objectNameLimit {
		p.Addf(path, "%q is no name of at most %d lower-case letters, digits, dots and inner hyphens", name, objectNameLimit)
		return false
	}
	return true
}

// checkPoolName notes a name that no MachineConfigPool has.
func checkPoolName(p *check.Problems, path, name string) {
	if p.Required(path, name) && !poolName.MatchString(name) {
		p.Addf(path, "%q is no name of at most 63 lower-case letters, digits and inner hyphens", name)
	}
}
