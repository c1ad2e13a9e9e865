package ingress

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
)

// IngressController is a set of routers. The controller `default` exists in every cluster: the component patches the fields
// that are set. Controllers with other names are created, each with its own domain. A controller with a RouteSelector or a
// NamespaceSelector is a shard; use a selector on `default` to exclude the routes that the shard serves.
//
// The publishing strategy of a controller cannot be changed. That of `default` is set when the cluster is installed: see
// InstallManifest. Another controller is replaced when its strategy or its domain changes. It is deleted first, because its
// name stays the same, and its routes are unavailable until the new routers are ready.
//
// Deleting the component deletes an additional controller. The fields of `default` revert to the operator's defaults: two routers
// on worker nodes. It keeps [Publishing], ClientTLS, ErrorPagesConfigMap and ReloadInterval, because the API server rejects the
// removal of the last field of a block that the operator has written.
type IngressController struct {
	pulumi.ResourceState

	// Name is the controller's name. It resolves after the controller is configured.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewIngressController registers an IngressController. It requires a Kubernetes provider (pulumi.Provider).
func NewIngressController(
	ctx *pulumi.Context, name string, args *IngressControllerArgs, opts ...pulumi.ResourceOption,
) (*IngressController, error) {
	return component.Register(ctx, name, args, opts, component.Type[IngressControllerArgs, IngressController]{
		Token:     "openshift-aws:ingress:IngressController",
		InCluster: true,
		Defaults:  (*IngressControllerArgs).setDefaults,
		Children: func(b *component.Builder[IngressControllerArgs, IngressController]) (err error) {
			if b.Args.DefaultCertificate, err = registerCertificate(b.Ctx, b.Name+"-certificate", b.Args, b.Parent); err != nil {
				return err
			}
			return kube.RegisterObject(b.Base, &b.Component.Name, "ingresscontroller", desiredIngressController(b.Args), registerController)
		},
	})
}

// immutableFields are the fields whose changes the operator ignores or rejects.
var immutableFields = []string{"spec.domain", "spec.endpointPublishingStrategy.type"}

func registerController(
	ctx *pulumi.Context, name string, object kube.Object, opts ...pulumi.ResourceOption,
) (*kube.Registered, error) {
	if object.Name == defaultController {
		retained, rest := splitRetained(object)
		return kube.PatchWithRetained(ctx, name, rest, retained, opts...)
	}
	// `oc scale` owns the replicas that it sets: without force, a later change of Replicas would fail with a conflict.
	annotations := map[string]string{kube.PatchForce: "true"}
	maps.Copy(annotations, object.Annotations)
	object.Annotations = annotations
	opts = append(opts, pulumi.ReplaceOnChanges(immutableFields), pulumi.DeleteBeforeReplace(true))
	return kube.Create(ctx, name, object, opts...)
}

// certificateSecret returns the name of the Secret of a controller's certificate.
func certificateSecret(controller string) string {
	return "certificate-" + controller
}

// registerCertificate registers the Secret of the controller's certificate, and returns a reference to it, which resolves when the
// Secret exists: the operator reports a controller whose Secret is missing as degraded.
func registerCertificate(
	ctx *pulumi.Context, name string, args *IngressControllerArgs, parent pulumi.ResourceOption,
) (*TLSCertificate, error) {
	certificate := args.DefaultCertificate
	if certificate == nil || certificate.SecretName != nil {
		return certificate, nil
	}
	object := kube.Secret("openshift-ingress", certificateSecret(args.Name), tlscert.SecretType, tlscert.Texts(*certificate))
	secret, err := kube.Create(ctx, name, object, parent)
	if err != nil {
		return nil, err
	}
	return &TLSCertificate{SecretName: object.NameAfter(ctx, secret)}, nil
}

// desiredIngressController returns the controller; for `default`, only the fields that the component owns.
func desiredIngressController(args *IngressControllerArgs) kube.Object {
	spec := controllerSpec(args)
	if args.Name != defaultController {
		spec = withOperatorBlocks(spec)
	}
	return kube.Object{
		APIVersion:  controllerAPI,
		Kind:        controllerKind,
		Namespace:   controllerNamespace,
		Name:        args.Name,
		Annotations: args.Publishing.annotations(),
		Fields:      map[string]any{"spec": spec},
		// The fields of `default` that the operator writes, beside those of retainedPatches, or the API server for it.
		Forced: []string{"spec.replicas", "spec.httpEmptyRequestsPolicy", "spec.idleConnectionTerminationPolicy"},
	}
}
