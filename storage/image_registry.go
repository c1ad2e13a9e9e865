package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ImageRegistry configures the cluster's image registry: its bucket, the number of its pods and the nodes that they run on. It
// patches only these fields of the operator's Config: managementState, storage and replicas. The placement and other settings,
// and the pruner, are separate patches.
//
// With a Bucket, storage.managementState is Unmanaged, so the operator does not change or delete the bucket. Two exceptions
// (openshift/cluster-image-registry-operator, release-4.16 to release-4.22):
//   - It creates a missing bucket again, without tags (pkg/storage/s3/s3.go). Delete the bucket after the control plane, whose
//     machines run the operator: their instance profile can depend on it, as in blueprint.SelfManaged
//     (an output that also depends on the name of the bucket).
//   - From 4.18, it adds the tags in Infrastructure/cluster status.platformStatus.aws.resourceTags, which come from userTags of
//     install-config.yaml (pkg/operator/awstagcontroller.go). Set the same tags in RegistryBucketArgs.Tags; otherwise Pulumi and
//     the operator revert each other's changes.
//
// During the installation, the operator creates its own bucket, `<infra id>-image-registry-<region>`, before 4.22 with a random end.
// It has the cluster tag and is unused afterwards: delete it (aws s3 rb --force). The operator creates no bucket if a Config exists, for
// example from this manifest of openshift-install (openshift/cluster-image-registry-operator pkg/operator/bootstrap.go):
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
// Deleting the component does not revert managementState, storage and replicas: the API server rejects a Config without
// replicas, and without a bucket the operator would create one that is not deleted with the cluster. Change them with oc. The
// placement and the other settings except Proxy, and those of the pruner, revert to the operators' defaults. So the pods can move to other
// workers when infra machines are deleted with the component: with 2 replicas or more, the registry's PodDisruptionBudget stops
// the drain of a node whose pod cannot run elsewhere (openshift/cluster-image-registry-operator
// pkg/resource/poddisruptionbudget.go, release-4.16 and later).
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
