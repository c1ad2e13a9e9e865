package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tagged"
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

const (
	storageAPI  = "storage.k8s.io/v1"
	storageKind = "StorageClass"
	// defaultClassAnnotation makes a class the default for claims without a class. The operator of gp3-csi does not change an
	// existing annotation (openshift/library-go pkg/operator/resource/resourceapply/storage.go).
	defaultClassAnnotation = "storageclass.kubernetes.io/is-default-class"
)

// immutableClassFields are the fields whose changes the API server rejects.
var immutableClassFields = []string{"parameters", "reclaimPolicy"}

// NewStorageClass registers a StorageClass. It returns the problems of all invalid arguments, joined, before anything is
// registered. It requires a Kubernetes provider (pulumi.Provider).
func NewStorageClass(ctx *pulumi.Context, name string, args *StorageClassArgs, opts ...pulumi.ResourceOption) (*StorageClass, error) {
	component := &StorageClass{}
	values, err := kube.Start(ctx, "openshift-aws:storage:StorageClass", name, args, component, opts)
	if err != nil {
		return nil, err
	}
	filled := values.withDefaults()
	parent := pulumi.Parent(component)
	var demotions []pulumi.Resource
	for _, shipped := range filled.demoted() {
		demoted, err := kube.PatchForced(ctx, name+"-demote-"+shipped, demotion(shipped), parent)
		if err != nil {
			return nil, err
		}
		demotions = append(demotions, demoted)
	}
	// On deletion, the class goes before the annotations of the others revert: while another class is the default, the operator of
	// gp3-csi sets a missing annotation to "false" and later does not change it (openshift/library-go
	// pkg/operator/csi/csistorageclasscontroller/csi_storageclass_controller.go).
	object := desiredClass(filled)
	class, err := kube.Create(ctx, name+"-storageclass", object, parent, pulumi.DependsOn(demotions),
		pulumi.ReplaceOnChanges(immutableClassFields), pulumi.DeleteBeforeReplace(true)) // The name is fixed and must be unique.
	if err != nil {
		return nil, err
	}
	component.Name = object.NameAfter(ctx, class)
	return component, composite.RegisterOutputs(ctx, component)
}

// desiredClass returns the shipped class with other parameters (openshift/aws-ebs-csi-driver-operator assets/storageclass_gp3.yaml).
func desiredClass(args StorageClassArgs) kube.Object {
	fields := kube.Fields(args)
	tagged.Put(fields, "parameters.type", "gp3")
	tagged.Put(fields, "parameters.encrypted", "true")
	reclaim := "Delete"
	if args.RetainVolumes {
		reclaim = "Retain"
	}
	fields["reclaimPolicy"] = reclaim
	fields["provisioner"] = ebsDriver
	fields["allowVolumeExpansion"] = true
	// A volume is created in the zone of the node that its first pod is scheduled to.
	fields["volumeBindingMode"] = "WaitForFirstConsumer"
	object := kube.Object{
		APIVersion: storageAPI, Kind: storageKind, Name: args.Name,
		Fields: fields,
	}
	if *args.Default {
		object.Annotations = map[string]string{defaultClassAnnotation: "true"}
	}
	return object
}

func demotion(class string) kube.Object {
	return kube.Object{
		APIVersion: storageAPI, Kind: storageKind, Name: class,
		Annotations: map[string]string{defaultClassAnnotation: "false"},
	}
}
