package ingress

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// IngressController is a set of routers: the default one, which every cluster has and which is patched with the fields
// that are given, or a further one, which is created for a domain of its own. A further one with a RouteSelector or a
// NamespaceSelector is a shard; exclude its routes from the default one by a selector there.
//
// How routers are published cannot be changed later. The default controller's strategy is set when the cluster is
// installed: see InstallManifest. A further controller is replaced when its strategy or its domain changes: it is
// deleted first, because its name stays, and its routes are out of reach until the new one is up.
//
// When the component goes, a further controller is deleted, and fields of the default one fall back to the operator's
// defaults: two routers on worker nodes.
type IngressController struct {
	pulumi.ResourceState

	// Name is the controller's name, once it is configured.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewIngressController registers an IngressController. It takes the cluster's Kubernetes provider by pulumi.Provider.
// Wrong arguments are reported together, as by Validate, before anything is registered.
func NewIngressController(ctx *pulumi.Context, name string, args *IngressControllerArgs, opts ...pulumi.ResourceOption) (*IngressController, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	filled := args.withDefaults()
	component := &IngressController{}
	if err := ctx.RegisterComponentResource("openshift-aws:ingress:IngressController", name, component, opts...); err != nil {
		return nil, err
	}
	registered, err := registerController(ctx, name+"-ingresscontroller", filled, pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.Name = after(ctx, pulumi.String(filled.Name).ToStringOutput(), registered)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// immutable are the fields whose change the operator ignores or refuses.
var immutable = []string{"spec.domain", "spec.endpointPublishingStrategy.type"}

func registerController(ctx *pulumi.Context, name string, args IngressControllerArgs, parent pulumi.ResourceOption) (pulumi.Resource, error) {
	object := desiredIngressController(args)
	if args.Name == defaultController {
		return kube.Patch(ctx, name, object, parent)
	}
	return kube.Create(ctx, name, object, parent, pulumi.ReplaceOnChanges(immutable), pulumi.DeleteBeforeReplace(true))
}

// desiredIngressController returns the controller, or of the default one the fields that are ours.
func desiredIngressController(args IngressControllerArgs) kube.Object {
	return kube.Object{
		APIVersion:  controllerAPI,
		Kind:        controllerKind,
		Namespace:   controllerNamespace,
		Name:        args.Name,
		Annotations: args.Publishing.annotations(),
		Fields:      map[string]any{"spec": controllerSpec(args)},
	}
}
