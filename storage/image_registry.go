package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ImageRegistry points the cluster's image registry at a bucket, and says how many pods it has and where they run. It
// patches the Config that the registry's operator makes, with these fields alone: managementState, storage, replicas and,
// where given, nodeSelector and tolerations. Other settings are a patch of their own, and so is the pruner's.
//
// The operator takes the bucket as it is: storage.managementState Unmanaged keeps it from tagging, changing or deleting it.
//
// On its first day the operator makes a bucket of its own, `<infra id>-image-registry-<region>-<random>`, which nobody uses
// any more and which carries the cluster's tag: delete it (aws s3 rb --force). It makes none where it finds a Config, so
// this manifest of openshift-install keeps it from that (openshift/cluster-image-registry-operator pkg/operator/bootstrap.go):
//
//	apiVersion: imageregistry.operator.openshift.io/v1
//	kind: Config
//	metadata:
//	  name: cluster
//	spec:
//	  managementState: Removed
//	  replicas: 1
//	  storage: {}
//
// When the component goes, the registry keeps its bucket, replicas and place. Without them the API server would refuse the
// Config, which must have replicas, and the operator would make a bucket of its own that nobody deletes. Set other ones
// with oc. The other settings and the pruner's fall back to the operators' defaults.
type ImageRegistry struct {
	pulumi.ResourceState

	// ServiceHost is the registry's address inside the cluster, once the registry is configured.
	ServiceHost pulumi.StringOutput `pulumi:"serviceHost"`
}

// serviceHost is the address by which pods know the registry (openshift/cluster-image-registry-operator pkg/defaults/defaults.go).
const serviceHost = "image-registry.openshift-image-registry.svc:5000"

// NewImageRegistry registers an ImageRegistry. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewImageRegistry(ctx *pulumi.Context, name string, args *ImageRegistryArgs, opts ...pulumi.ResourceOption) (*ImageRegistry, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	filled := args.withDefaults()
	component := &ImageRegistry{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:ImageRegistry", name, component, opts...); err != nil {
		return nil, err
	}
	patch, err := kube.Patch(ctx, name+"-registry", desiredRegistry(filled), pulumi.Parent(component), pulumi.RetainOnDelete(true))
	if err != nil {
		return nil, err
	}
	if err := registerSettings(ctx, name, filled, pulumi.Parent(component)); err != nil {
		return nil, err
	}
	component.ServiceHost = pulumi.OutputWithDependencies(ctx.Context(), pulumi.String(serviceHost).ToStringOutput(), patch).(pulumi.StringOutput)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"serviceHost": component.ServiceHost})
}

// desiredRegistry returns the fields that are ours (openshift/api imageregistry/v1/types.go).
func desiredRegistry(args ImageRegistryArgs) kube.Object {
	s3 := map[string]any{
		"bucket": args.Bucket,
		"region": args.Region,
		// The registry says with each upload how it is to be encrypted: by keyID, otherwise by S3's own keys.
		"encrypt": true,
	}
	if args.KMSKeyARN != nil {
		s3["keyID"] = args.KMSKeyARN
	}
	spec := map[string]any{
		// A cluster that was installed without storage has Removed here.
		"managementState": "Managed",
		"replicas":        args.Replicas,
		"storage":         map[string]any{"managementState": "Unmanaged", "s3": s3},
	}
	args.Placement.Set(spec)
	return registryObject("Config", spec)
}

func registryObject(kind string, spec map[string]any) kube.Object {
	return kube.Object{
		APIVersion: "imageregistry.operator.openshift.io/v1",
		Kind:       kind,
		Name:       "cluster",
		Fields:     map[string]any{"spec": spec},
	}
}
