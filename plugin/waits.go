package plugin

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// WaitForAPI waits until the API answers /readyz with the credentials of a kubeconfig. Pass its output kubeconfig to a Kubernetes provider
// whose objects are created in the same update as the control plane. The machine that runs Pulumi must reach the API. Progress is logged,
// and the update fails after the timeout. A preview does not wait and makes no calls.
type WaitForAPI struct {
	pulumi.ResourceState

	// Kubeconfig is the kubeconfig, which is known when the API answers. A secret.
	Kubeconfig pulumi.StringOutput `pulumi:"kubeconfig" check:"secret"`
}

// WaitForAPIArgs are the arguments of WaitForAPI.
type WaitForAPIArgs struct {
	// Kubeconfig is the kubeconfig of the cluster, such as that of ControlPlane. Required.
	Kubeconfig pulumi.StringInput `check:"required,secret"`
	// Wait limits the wait. Its Timeout defaults to 20 minutes.
	Wait *cluster.WaitArgs
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *WaitForAPIArgs) Validate() error {
	p := check.Struct(a)
	return p.ErrOf(a)
}

// WaitForNodes waits until nodes of a role are ready. Pass its output kubeconfig to a second Kubernetes provider, for components that move
// pods of a running cluster to these nodes. Set the option dependsOn to the component that creates the nodes. Each update makes the check
// again. A preview does not wait and makes no calls.
type WaitForNodes struct {
	pulumi.ResourceState

	// Kubeconfig is the kubeconfig, which is known when the nodes are ready. A secret.
	Kubeconfig pulumi.StringOutput `pulumi:"kubeconfig" check:"secret"`
}

// WaitForNodesArgs are the arguments of WaitForNodes.
type WaitForNodesArgs struct {
	// Kubeconfig is the kubeconfig of the cluster. Required.
	Kubeconfig pulumi.StringInput `check:"required,secret"`
	// Role is the role of the nodes, such as infra: the label node-role.kubernetes.io/<Role>. Required.
	Role string `check:"required,format=pool-name"`
	// Count is how many nodes must be ready and schedulable, at least 1. Required.
	Count int `check:"required,1.."`
	// Wait limits the wait. Its Timeout defaults to 20 minutes.
	Wait *cluster.WaitArgs
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *WaitForNodesArgs) Validate() error {
	p := check.Struct(a)
	return p.ErrOf(a)
}

// The waits of Go are functions of outputs, which other languages do not have: a component's outputs are known when it is constructed.

func newWaitForAPI(ctx *pulumi.Context, name string, args *WaitForAPIArgs, opts ...pulumi.ResourceOption) (*WaitForAPI, error) {
	return component.Register(ctx, name, args, opts, component.Type[WaitForAPIArgs, WaitForAPI]{
		Token: "openshift-aws:cluster:WaitForAPI",
		Children: func(b *component.Builder[WaitForAPIArgs, WaitForAPI]) (err error) {
			b.Component.Kubeconfig, err = cluster.WaitForAPI(b.Ctx, b.Args.Kubeconfig, b.Args.Wait)
			return err
		},
	})
}

func newWaitForNodes(ctx *pulumi.Context, name string, args *WaitForNodesArgs, opts ...pulumi.ResourceOption) (*WaitForNodes, error) {
	return component.Register(ctx, name, args, opts, component.Type[WaitForNodesArgs, WaitForNodes]{
		Token: "openshift-aws:cluster:WaitForNodes",
		Children: func(b *component.Builder[WaitForNodesArgs, WaitForNodes]) (err error) {
			b.Component.Kubeconfig, err = cluster.WaitForNodes(b.Ctx, b.Args.Kubeconfig, &cluster.WaitForNodesArgs{
				Role: b.Args.Role, Count: b.Args.Count, Wait: b.Args.Wait,
			})
			return err
		},
	})
}
