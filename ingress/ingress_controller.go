package ingress

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// IngressController is a set of routers: the default one, which every cluster has and which is patched with the fields
// that are given, or a further one, which is created for a domain of its own.
//
// How routers are published (endpointPublishingStrategy) cannot be changed later. The default controller's strategy is set when
// the cluster is installed: see InstallManifest. A further controller gets what Ingress/cluster says for new
// ones, which on AWS is a load balancer that the cluster makes.
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

func registerController(ctx *pulumi.Context, name string, args IngressControllerArgs, parent pulumi.ResourceOption) (pulumi.Resource, error) {
	object := desiredIngressController(args)
	if args.Name == defaultController {
		return kube.Patch(ctx, name, object, parent)
	}
	return kube.Create(ctx, name, object, parent)
}

// desiredIngressController returns the controller, or of the default one the fields that are ours
// (openshift/api operator/v1/types_ingress.go).
func desiredIngressController(args IngressControllerArgs) kube.Object {
	spec := map[string]any{}
	if args.Domain != "" {
		spec["domain"] = args.Domain
	}
	if args.Replicas != nil {
		spec["replicas"] = args.Replicas
	}
	if placement := nodePlacement(args.Placement); len(placement) > 0 {
		spec["nodePlacement"] = placement
	}
	return kube.Object{
		APIVersion: controllerAPI,
		Kind:       controllerKind,
		Namespace:  controllerNamespace,
		Name:       args.Name,
		Fields:     map[string]any{"spec": spec},
	}
}

// nodePlacement has a label selector where pods have a map. The operator takes its matchLabels alone, in place of its
// own selector of Linux workers.
func nodePlacement(placement Placement) map[string]any {
	fields := map[string]any{}
	if selector := placement.Selector(); selector != nil {
		fields["nodeSelector"] = map[string]any{"matchLabels": selector}
	}
	if tolerations := placement.TolerationList(); tolerations != nil {
		fields["tolerations"] = tolerations
	}
	return fields
}
