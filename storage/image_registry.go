package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ImageRegistry configures the cluster's image registry: its bucket, the number of its pods and the nodes that they run on. It patches
// only these fields of the operator's Config: managementState, storage and replicas. The placement and other settings, and the pruner,
// are separate patches.
//
// With a Bucket, storage.managementState is Unmanaged, so the operator does not change or delete the bucket. It still creates a missing
// bucket again, and from 4.18 adds the tags of install-config.yaml's userTags, which RegistryBucketArgs.Tags must have too.
//
// Deleting the component does not revert managementState, storage and replicas; the other settings except Proxy revert to the operators'
// defaults. docs/components.md has the reasons, and the manifest with which the operator creates no bucket of its own.
type ImageRegistry struct {
	pulumi.ResourceState

	// ServiceHost is the registry's address inside the cluster. It resolves after the registry is configured.
	ServiceHost pulumi.StringOutput `pulumi:"serviceHost"`
}

// serviceHost is the registry's address inside the cluster (openshift/cluster-image-registry-operator
// pkg/defaults/defaults.go).
const serviceHost = "image-registry.openshift-image-registry.svc:5000"

// NewImageRegistry registers an ImageRegistry. It requires a Kubernetes provider (pulumi.Provider).
func NewImageRegistry(ctx *pulumi.Context, name string, args *ImageRegistryArgs, opts ...pulumi.ResourceOption) (*ImageRegistry, error) {
	return component.Register(ctx, name, args, opts, component.Type[ImageRegistryArgs, ImageRegistry]{
		Token:     "openshift-aws:storage:ImageRegistry",
		InCluster: true,
		Fill:      func(args *ImageRegistryArgs) { args.Region = region.Default(ctx, args.Region) },
		Check: func(args *ImageRegistryArgs) error {
			if args.Bucket == nil {
				return nil
			}
			return region.Require(imageRegistryPath, args.Region)
		},
		Defaults: (*ImageRegistryArgs).setDefaults,
		Children: func(b *component.Builder[ImageRegistryArgs, ImageRegistry]) error {
			args := b.Args
			patch, err := kube.PatchRetained(b.Ctx, b.Name+"-registry", desiredRegistry(args), b.Parent,
				pulumi.ReplaceOnChanges([]string{`metadata.annotations["` + kube.PatchFieldManager + `"]`}))
			if err != nil {
				return err
			}
			if err := registerSettings(b.Ctx, b.Name, args, b.Parent); err != nil {
				return err
			}
			b.Component.ServiceHost = component.After(b.Ctx.Context(), pulumi.String(serviceHost).ToStringOutput(), patch)
			return nil
		},
	})
}

// noStorageManager is the field manager of a registry without Bucket. The manager of one with Bucket owns the storage and would remove
// it: the API server then sets spec.storage to null, because the operator owns the field (it creates Config with storage: {}), and
// rejects null. A change of the manager replaces the patch, and the old one is retained with its fields.
const noStorageManager = "pulumi-openshift-aws-registry"

// desiredRegistry returns the fields of Config that remain when the component is deleted (openshift/api
// imageregistry/v1/types.go).
func desiredRegistry(args *ImageRegistryArgs) kube.Object {
	spec := map[string]any{
		// A cluster that was installed without storage for the registry has Removed.
		"managementState": "Managed",
		"replicas":        *args.Replicas,
	}
	object := registryObject("Config", spec)
	if args.Bucket == nil {
		object.Annotations = map[string]string{kube.PatchFieldManager: noStorageManager}
		return object
	}
	spec["storage"] = map[string]any{"managementState": "Unmanaged", "s3": args.s3()}
	return object
}

func (a *ImageRegistryArgs) s3() map[string]any {
	s3 := map[string]any{
		"bucket": a.Bucket,
		"region": a.Region,
		// The registry requests encryption with each upload: with keyID, otherwise with S3 managed keys.
		"encrypt": true,
	}
	if a.KMSKeyARN != nil {
		s3["keyID"] = a.KMSKeyARN
	}
	if a.RegionEndpoint != "" {
		s3["regionEndpoint"] = a.RegionEndpoint
	}
	return s3
}

func registryObject(kind string, spec map[string]any) kube.Object {
	return kube.Object{
		APIVersion: "imageregistry.operator.openshift.io/v1",
		Kind:       kind,
		Name:       "cluster",
		Fields:     map[string]any{"spec": spec},
	}
}
