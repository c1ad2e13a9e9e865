package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// DataProtectionApplication runs OADP (Velero), which backs up applications to a bucket, such as a BackupBucket. It registers the
// credentials and a DataProtectionApplication with one backup location, which is the default one. Backups and schedules are objects
// of Velero, which users create.
//
// The OADP Operator 1.4 or later must be installed before, in the namespace openshift-adp (configuration.Operator; see [After]).
// Without its custom resource definition, the update fails. By default, volumes are backed up by CSI snapshots, which stay in EBS
// and need a VolumeSnapshotClass with Backups; with MoveSnapshots, their data goes to the bucket.
//
// Deleting the component deletes Velero. Backups in the bucket and EBS snapshots stay.
type DataProtectionApplication struct {
	pulumi.ResourceState

	// Name is the object's name, velero. It depends on the object.
	Name pulumi.StringOutput `pulumi:"name"`
}

const (
	oadpNamespace = "openshift-adp"
	oadpName      = "velero"
	// oadpSecretName and oadpSecretKey are the defaults of the plugin aws (openshift/oadp-operator pkg/credentials/credentials.go).
	oadpSecretName = "cloud-credentials"
	oadpSecretKey  = "cloud"
	// oadpTokenFile is the token that the operator projects for Velero (openshift/oadp-operator internal/controller/velero.go).
	oadpTokenFile = "/var/run/secrets/openshift/serviceaccount/token"
)

// NewDataProtectionApplication registers a DataProtectionApplication. It requires a Kubernetes provider (pulumi.Provider).
func NewDataProtectionApplication(
	ctx *pulumi.Context, name string, args *DataProtectionApplicationArgs, opts ...pulumi.ResourceOption,
) (*DataProtectionApplication, error) {
	return component.Register(ctx, name, args, opts, component.Type[DataProtectionApplicationArgs, DataProtectionApplication]{
		Token:     "openshift-aws:storage:DataProtectionApplication",
		InCluster: true,
		Fill:      func(args *DataProtectionApplicationArgs) { args.Region = region.Default(ctx, args.Region) },
		Check: func(args *DataProtectionApplicationArgs) error {
			return region.Require(dataProtectionPath, args.Region)
		},
		Children: func(b *component.Builder[DataProtectionApplicationArgs, DataProtectionApplication]) error {
			args := b.Args
			secret, err := kube.Create(b.Ctx, b.Name+"-oadp-credentials", oadpSecret(b.Move, args), b.Parent)
			if err != nil {
				return err
			}
			// The operator reports a backup location whose Secret is missing as an error (openshift/oadp-operator internal/controller/bsl.go).
			return kube.RegisterObject(b.Base, &b.Component.Name, "oadp", desiredDataProtection(args), kube.Create,
				pulumi.DependsOn([]pulumi.Resource{secret}))
		},
	})
}

// oadpSecret returns the Secret with a profile of the AWS SDK. Without the region, the SDK finds no endpoint of STS
// (openshift/openshift-docs modules/installing-oadp-aws-sts.adoc).
func oadpSecret(move check.Move, args *DataProtectionApplicationArgs) kube.Object {
	profile := check.Apply(move, args.RoleARN.ToStringPtrOutput(), func(arn *string) (string, error) {
		if arn == nil {
			return "", check.Problemf(dataProtectionPath+".RoleARN", "must not resolve to nil; set Writer on the BackupBucket")
		}
		return "[default]\nrole_arn = " + *arn + "\nweb_identity_token_file = " + oadpTokenFile + "\nregion = " + args.Region + "\n", nil
	}).(pulumi.StringOutput)
	if args.After != nil { // The object waits for the Secret.
		profile = pulumi.All(profile, args.After).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
	}
	return kube.Object{
		APIVersion: "v1", Kind: "Secret", Namespace: oadpNamespace, Name: oadpSecretName,
		Fields: map[string]any{"type": kube.Opaque, "data": map[string]any{oadpSecretKey: encoded(profile)}},
	}
}

// desiredDataProtection returns the object (openshift/oadp-operator oadp-1.4 api/v1alpha1/oadp_types.go).
func desiredDataProtection(args *DataProtectionApplicationArgs) kube.Object {
	location := map[string]any{
		"provider":      "aws",
		"default":       true,
		"objectStorage": map[string]any{"bucket": args.Bucket, "prefix": args.Prefix},
		"config": map[string]any{
			"region": args.Region,
			// Without it the operator sets none, and S3 rejects objects without a checksum in a bucket with ObjectLock
			// (openshift/oadp-operator docs/upgrade_1-3_to_1-4.md).
			"checksumAlgorithm": "CRC32",
		},
		"credential": map[string]any{"name": oadpSecretName, "key": oadpSecretKey},
	}
	velero := map[string]any{"defaultPlugins": []any{"openshift", "aws", "csi"}}
	if args.MoveSnapshots {
		velero["defaultSnapshotMoveData"] = true
	}
	spec := map[string]any{
		"backupImages":    args.BackupImages,
		"backupLocations": []any{map[string]any{"name": "default", "velero": location}},
		"configuration":   map[string]any{"velero": velero, "nodeAgent": args.nodeAgent()},
	}
	if !args.Placement.IsZero() {
		velero["podConfig"] = placement.Fields(args.Placement)
	}
	return kube.Object{
		APIVersion: "oadp.openshift.io/v1alpha1", Kind: "DataProtectionApplication", Namespace: oadpNamespace, Name: oadpName,
		Fields: map[string]any{"spec": spec},
	}
}

// nodeAgent returns the DaemonSet that reads volumes. It runs on all nodes whose taints it tolerates, as the pods with volumes do.
func (a *DataProtectionApplicationArgs) nodeAgent() map[string]any {
	agent := map[string]any{"enable": a.MoveSnapshots || a.FileSystemBackups, "uploaderType": "kopia"}
	if tolerations := a.Placement.Tolerations; len(tolerations) > 0 {
		agent["podConfig"] = placement.Fields(Placement{Tolerations: tolerations})
	}
	return agent
}
