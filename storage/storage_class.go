package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// StorageClass is a storage class of encrypted EBS volumes of type gp3. By default it becomes the cluster's default class, and
// the shipped default, gp3-csi, stays available to claims that name it.
//
// The EBS CSI driver creates the volumes. With your own KMS key, the driver's role needs kms:Decrypt,
// kms:GenerateDataKeyWithoutPlaintext and kms:CreateGrant on it (openshift/aws-ebs-csi-driver-operator CredentialsRequest).
//
// Deleting the component keeps existing volumes, and the operator makes gp3-csi the default class again. While the component is
// created, replaced or deleted, the cluster briefly has no default class; a claim that names no class then waits for the next one
// (Kubernetes documentation, "Persistent Volumes", retroactive default StorageClass assignment).
type StorageClass struct {
	pulumi.ResourceState

	// Name is the class's name. It depends on the class: what uses it is created after the class.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewStorageClass registers a StorageClass. It requires a Kubernetes provider (pulumi.Provider).
func NewStorageClass(ctx *pulumi.Context, name string, args *StorageClassArgs, opts ...pulumi.ResourceOption) (*StorageClass, error) {
	return component.Register(ctx, name, args, opts, component.Type[StorageClassArgs, StorageClass]{
		Token:     "openshift-aws:storage:StorageClass",
		InCluster: true,
		Children: func(b *component.Builder[StorageClassArgs, StorageClass]) (err error) {
			b.Component.Name, err = desiredClass(b.Args).register(b.Ctx, b.Name, b.Component)
			return err
		},
	})
}

// desiredClass returns the shipped class with other parameters (openshift/aws-ebs-csi-driver-operator assets/storageclass_gp3.yaml).
func desiredClass(args *StorageClassArgs) class {
	fields := kube.Fields(args)
	argument.Put(fields, "parameters.type", "gp3")
	argument.Put(fields, "parameters.encrypted", "true")
	fields["reclaimPolicy"] = deletionPolicy(args.RetainVolumes)
	fields["provisioner"] = ebsDriver
	fields["allowVolumeExpansion"] = true
	// A volume is created in the zone of the node that its first pod is scheduled to.
	fields["volumeBindingMode"] = "WaitForFirstConsumer"
	return class{
		suffix: "storageclass",
		object: kube.Object{APIVersion: "storage.k8s.io/v1", Kind: "StorageClass", Name: args.Name, Fields: fields},
		// The operator of gp3-csi does not change an existing annotation (openshift/library-go
		// pkg/operator/resource/resourceapply/storage.go).
		defaultAnnotation: "storageclass.kubernetes.io/is-default-class",
		isDefault:         *args.Default,
		demoted:           args.Demote,
		immutable:         []string{"parameters", "reclaimPolicy"},
	}
}
