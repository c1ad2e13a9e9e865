package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// DataProtectionApplicationArgs are the arguments of DataProtectionApplication. Unless a field says otherwise, changes are applied in
// place.
type DataProtectionApplicationArgs struct {
	// Bucket is the name of the bucket for backups, such as BackupBucket.Name. Required. A change does not copy the backups of the old
	// bucket.
	Bucket pulumi.StringInput `check:"required,format=bucket-name"`
	// Region is the bucket's region, such as us-east-2. Defaults to the region of the default AWS provider (aws:region).
	Region string `check:"format=region"`
	// RoleARN is the ARN of Velero's role, such as BackupBucket.WriterRoleARN. Required. A change updates the Secret in place if the
	// Kubernetes provider has `enableSecretMutable`; otherwise it is deleted and created again.
	RoleARN pulumi.StringPtrInput `check:"required,format=role-arn"`
	// After is an output that must be known before the objects are created: configuration.Operator.Namespace of the OADP Operator in the
	// same program. Defaults to none.
	After pulumi.StringInput
	// Prefix is the folder of the backups in the bucket. Clusters with one bucket need different prefixes. Defaults to velero.
	Prefix string `check:"format=oadp-prefix" default:"velero"`
	// MoveSnapshots copies the data of CSI snapshots to the bucket, where the bucket's lock and replica protect it, and deletes the
	// snapshots. It runs a pod on each node. Defaults to false: the data stays in EBS snapshots.
	MoveSnapshots bool
	// FileSystemBackups runs the pods that back up volumes without snapshots, such as those of EFS, for pods or backups that ask for it.
	// Defaults to false.
	FileSystemBackups bool
	// BackupImages backs up the images of image streams, too. It requires OADP 1.5: with a role, the operator of 1.4 then stops at the
	// credentials of the registry, which it reads as an access key (openshift/oadp-operator oadp-1.4 controllers/registry.go,
	// parseAWSSecret). Defaults to false.
	BackupImages bool
	// Placement selects the nodes that Velero runs on. The pods of MoveSnapshots and FileSystemBackups run on all nodes whose taints it
	// tolerates. Defaults to all worker nodes.
	Placement Placement
}

const dataProtectionPath = "storage.DataProtectionApplicationArgs"

// A key of S3 without slashes at its ends, which Velero rejects (vmware-tanzu/velero pkg/persistence/object_store_layout.go).
var _ = check.Named("oadp-prefix", check.Pattern("prefix of letters, digits, hyphens and inner slashes", "velero",
	`[0-9A-Za-z._-]+(/[0-9A-Za-z._-]+)*`))

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *DataProtectionApplicationArgs) Validate() error {
	args, p := check.Begin(a)
	checkARNIn(&p, dataProtectionPath+".RoleARN", args.RoleARN, args.Region)
	placement.Check(&p, dataProtectionPath+".Placement", args.Placement)
	return p.ErrOf(a)
}
