package storage

import (
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// StorageClass is a class of encrypted EBS volumes of type gp3, the cluster's default one unless told otherwise. The
// shipped default, gp3-csi, is demoted then: it stays, and is taken by those who name it.
//
// Volumes are made by the EBS CSI driver. With a key of one's own, the driver's role must be allowed to use it: kms:Decrypt,
// kms:GenerateDataKeyWithoutPlaintext and kms:CreateGrant (openshift/aws-ebs-csi-driver-operator CredentialsRequest).
//
// When the component goes, volumes that are there stay as they are, and gp3-csi gets its role back from the operator.
type StorageClass struct {
	pulumi.ResourceState

	// Name is the class's name, once it is there: what uses it is made after it.
	Name pulumi.StringOutput `pulumi:"name"`
}

const (
	storageAPI  = "storage.k8s.io/v1"
	storageKind = "StorageClass"
	// defaultClassAnnotation makes a class the one of claims that name none. The operator of the shipped class leaves the
	// annotation as it finds it (openshift/library-go pkg/operator/resource/resourceapply/storage.go).
	defaultClassAnnotation = "storageclass.kubernetes.io/is-default-class"
)

// fixed are the fields that the API server takes no change of.
var fixed = []string{"parameters", "reclaimPolicy"}

// NewStorageClass registers a StorageClass. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong
// arguments are reported together, as by Validate, before anything is registered.
func NewStorageClass(ctx *pulumi.Context, name string, args *StorageClassArgs, opts ...pulumi.ResourceOption) (*StorageClass, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	filled := args.withDefaults()
	component := &StorageClass{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:StorageClass", name, component, opts...); err != nil {
		return nil, err
	}
	parent := pulumi.Parent(component)
	class, err := kube.Create(ctx, name+"-storageclass", desiredClass(filled), parent,
		pulumi.ReplaceOnChanges(fixed), pulumi.DeleteBeforeReplace(true)) // The name is fixed, so two cannot stand side by side.
	if err != nil {
		return nil, err
	}
	for _, shipped := range filled.demoted() {
		// There is a default class at every moment.
		_, err := kube.Patch(ctx, name+"-demote-"+shipped, demotion(shipped), parent, pulumi.DependsOn([]pulumi.Resource{class}))
		if err != nil {
			return nil, err
		}
	}
	component.Name = pulumi.OutputWithDependencies(ctx.Context(), pulumi.String(filled.Name).ToStringOutput(), class).(pulumi.StringOutput)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// desiredClass is as the shipped class, with its own parameters (openshift/aws-ebs-csi-driver-operator assets/storageclass_gp3.yaml).
func desiredClass(args StorageClassArgs) kube.Object {
	parameters := map[string]any{"type": "gp3", "encrypted": "true"}
	if args.KMSKeyARN != nil {
		parameters["kmsKeyId"] = args.KMSKeyARN
	}
	if args.IOPS != 0 {
		parameters["iops"] = strconv.Itoa(args.IOPS)
	}
	if args.ThroughputMiB != 0 {
		parameters["throughput"] = strconv.Itoa(args.ThroughputMiB)
	}
	reclaim := "Delete"
	if args.RetainVolumes {
		reclaim = "Retain"
	}
	object := kube.Object{
		APIVersion: storageAPI, Kind: storageKind, Name: args.Name,
		Fields: map[string]any{
			"provisioner":          "ebs.csi.aws.com",
			"parameters":           parameters,
			"reclaimPolicy":        reclaim,
			"allowVolumeExpansion": true,
			// A volume is made in the zone of the node that its first pod is scheduled to.
			"volumeBindingMode": "WaitForFirstConsumer",
		},
	}
	if !args.NotDefault {
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
