package storage

import (
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// EFSStorageClass is a storage class of directories in an EFS file system, which pods in all zones can share. It needs the AWS EFS CSI
// Driver Operator from OperatorHub, and the ClusterCSIDriver efs.csi.aws.com, as in the package's example of EFS (openshift/openshift-docs
// enterprise-4.20 storage/container_storage_interface/persistent-storage-csi-aws-efs.adoc). The driver creates an access point for each
// volume, which the size of a claim does not limit. Deleting the component keeps existing volumes.
type EFSStorageClass struct {
	pulumi.ResourceState

	// Name is the class's name. It depends on the class: what uses it is created after the class.
	Name pulumi.StringOutput `pulumi:"name"`
}

// EFSStorageClassArgs are the arguments of EFSStorageClass. A change replaces the class and affects new volumes. The driver documents its
// parameters (kubernetes-sigs/aws-efs-csi-driver v2.1.7 docs/README.md).
type EFSStorageClassArgs struct {
	// Name is the class's name. Required.
	Name string `check:"required,format=object-name"`
	// FileSystemID is the ID of the file system. It needs a mount target in each zone with workers. Required.
	FileSystemID pulumi.StringInput `kube:"parameters.fileSystemId" check:"required,format=efs-id"`
	// DirectoryPerms are the permissions of a volume's directory, in octal digits. Defaults to 700.
	DirectoryPerms string `kube:"parameters.directoryPerms" check:"format=directory-perms" default:"700"`
	// GIDRangeStart and GIDRangeEnd are the range of the users and groups that own the directories: each volume gets another one,
	// of at most 4294967295. Defaults to the driver's range, which begins with 50000.
	GIDRangeStart int `kube:"parameters.gidRangeStart,text" check:"1..4294967295,with=GIDRangeEnd"`
	GIDRangeEnd   int `kube:"parameters.gidRangeEnd,text" check:"1..4294967295,with=GIDRangeStart"`
	// BasePath is the directory in which those of the volumes are created. Defaults to the root of the file system.
	BasePath string `kube:"parameters.basePath" check:"format=efs-path"`
	// SubPathPattern is the path of a volume's directory, from fixed texts, ${.PVC.namespace}, ${.PVC.name} and ${.PV.name}. With BasePath,
	// it must have at most 100 characters and 5 levels. Defaults to ${.PV.name}.
	SubPathPattern string `kube:"parameters.subPathPattern" check:"format=efs-sub-path"`
	// EnsureUniqueDirectory adds a UUID to SubPathPattern. Otherwise claims with equal paths share a directory. Defaults to true.
	EnsureUniqueDirectory *bool `check:"with=SubPathPattern"`
	// RetainVolumes keeps an access point and its directory when its claim is deleted. Defaults to false.
	RetainVolumes bool
}

// EFS accepts such paths for an access point (Amazon EFS API reference, RootDirectory).
var (
	_ = check.Named("efs-id", check.Pattern("EFS file system ID", "fs-0123456789abcdef0", `fs-[0-9a-f]{8,40}`))
	_ = check.Named("directory-perms", check.Pattern("directory's permissions", "700", `[0-7]{3,4}`))
	_ = check.Named("efs-path", check.Pattern("path in EFS", "/volumes", `(/[^$#<>;\x60|&?{}^*/\s]+){1,4}`).AtMost(100))
	_ = check.Named("efs-sub-path", check.Pattern("pattern of a path in EFS", "${.PVC.namespace}/${.PVC.name}",
		`([^$#<>;\x60|&?{}^*\s]|\$\{\.(PVC\.namespace|PVC\.name|PV\.name)\})+`))
)

// NewEFSStorageClass registers an EFSStorageClass. It requires a Kubernetes provider (pulumi.Provider).
func NewEFSStorageClass(
	ctx *pulumi.Context, name string, args *EFSStorageClassArgs, opts ...pulumi.ResourceOption,
) (*EFSStorageClass, error) {
	return component.Register(ctx, name, args, opts, component.Type[EFSStorageClassArgs, EFSStorageClass]{
		Token:     "openshift-aws:storage:EFSStorageClass",
		InCluster: true,
		Children: func(b *component.Builder[EFSStorageClassArgs, EFSStorageClass]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "storageclass", desiredEFSStorageClass(b.Args), kube.Create,
				pulumi.ReplaceOnChanges([]string{"parameters", "reclaimPolicy"}), pulumi.DeleteBeforeReplace(true)) // The name is fixed.
		},
	})
}

func desiredEFSStorageClass(args *EFSStorageClassArgs) kube.Object {
	fields := kube.Fields(args)
	argument.Put(fields, "parameters.provisioningMode", "efs-ap")
	if args.EnsureUniqueDirectory != nil {
		argument.Put(fields, "parameters.ensureUniqueDirectory", strconv.FormatBool(*args.EnsureUniqueDirectory))
	}
	fields["provisioner"], fields["reclaimPolicy"] = "efs.csi.aws.com", deletionPolicy(args.RetainVolumes)
	return kube.Object{APIVersion: "storage.k8s.io/v1", Kind: "StorageClass", Name: args.Name, Fields: fields}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *EFSStorageClassArgs) Validate() error {
	a, p := check.Begin(a)
	if a.GIDRangeStart > 0 && a.GIDRangeEnd > 0 && a.GIDRangeEnd <= a.GIDRangeStart {
		p.Addf("storage.EFSStorageClassArgs.GIDRangeEnd", "must be greater than GIDRangeStart (got %d)", a.GIDRangeEnd)
	}
	return p.ErrOf(a)
}
