package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const veleroRoleARN = "arn:aws:iam::123456789012:role/demo-x7k2p-velero"

func dataProtectionArgs(
	changes ...func(*storage.DataProtectionApplicationArgs),
) *storage.DataProtectionApplicationArgs {
	return checktest.With(&storage.DataProtectionApplicationArgs{
		Bucket: pulumi.String("demo-x7k2p-backup-apps-0"), RoleARN: pulumi.String(veleroRoleARN),
	}, changes...)
}

// withDataMover sets every option.
func withDataMover(a *storage.DataProtectionApplicationArgs) {
	a.Region, a.Prefix, a.BackupImages = "us-west-2", "prod/demo", true
	a.MoveSnapshots, a.FileSystemBackups, a.Placement = true, true, storage.InfraNodes()
}

func dataProtection(args *storage.DataProtectionApplicationArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewDataProtectionApplication, "main", args,
		func(application *storage.DataProtectionApplication) pulumi.Map {
			return pulumi.Map{"name": application.Name}
		})
}

// dataProtectionObject returns the object with a configuration and its backup location.
func dataProtectionObject(images bool, region, prefix string, configuration fields) fields {
	return fields{
		"apiVersion": "oadp.openshift.io/v1alpha1", "kind": "DataProtectionApplication",
		"metadata": fields{"name": "velero", "namespace": "openshift-adp"},
		"spec": fields{
			"backupImages": images,
			"backupLocations": []any{fields{"name": "default", "velero": fields{
				"provider":      "aws",
				"default":       true,
				"objectStorage": fields{"bucket": "demo-x7k2p-backup-apps-0", "prefix": prefix},
				"config":        fields{"region": region, "checksumAlgorithm": "CRC32"},
				"credential":    fields{"name": "cloud-credentials", "key": "cloud"},
			}}},
			"configuration": configuration,
		},
	}
}

func TestDataProtectionApplication(t *testing.T) {
	t.Parallel()
	plugins := []any{"openshift", "aws", "csi"}
	tolerations := []any{fields{"key": "node-role.kubernetes.io/infra", "operator": "Exists"}}
	tests := map[string]struct {
		reason string
		args   *storage.DataProtectionApplicationArgs
		region string
		object fields
	}{
		"least": {
			reason: "volumes are backed up by CSI snapshots, so no node needs an agent",
			args:   dataProtectionArgs(),
			region: "us-east-2",
			object: dataProtectionObject(false, "us-east-2", "velero", fields{
				"velero":    fields{"defaultPlugins": plugins},
				"nodeAgent": fields{"enable": false, "uploaderType": "kopia"},
			}),
		},
		"file systems": {
			reason: "volumes without snapshots are read by the agents",
			args: dataProtectionArgs(func(a *storage.DataProtectionApplicationArgs) {
				a.FileSystemBackups = true
			}),
			region: "us-east-2",
			object: dataProtectionObject(false, "us-east-2", "velero", fields{
				"velero":    fields{"defaultPlugins": plugins},
				"nodeAgent": fields{"enable": true, "uploaderType": "kopia"},
			}),
		},
		"most": {
			reason: "agents run on all nodes, those with the tolerated taints too",
			args:   dataProtectionArgs(withDataMover),
			region: "us-west-2",
			object: dataProtectionObject(true, "us-west-2", "prod/demo", fields{
				"velero": fields{
					"defaultPlugins":          plugins,
					"defaultSnapshotMoveData": true,
					"podConfig": fields{
						"nodeSelector": fields{"node-role.kubernetes.io/infra": ""}, "tolerations": tolerations,
					},
				},
				"nodeAgent": fields{
					"enable": true, "uploaderType": "kopia", "podConfig": fields{"tolerations": tolerations},
				},
			}),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, dataProtection(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			assert.Empty(t, patched)
			assert.ElementsMatch(t, []map[string]any{tt.object, {
				"apiVersion": "v1", "kind": "Secret", "type": "Opaque",
				"metadata": fields{"name": "cloud-credentials", "namespace": "openshift-adp"},
				"data": inSecret(map[string]string{"cloud": "[default]\nrole_arn = " + veleroRoleARN +
					"\nweb_identity_token_file = /var/run/secrets/openshift/serviceaccount/token\nregion = " + tt.region + "\n"}),
			}}, created, tt.reason)
		})
	}
}

// TestDataProtectionApplicationAfterAnOperator: in an update, nothing is created in the operator's namespace before the operator, and the
// Secret does not change with it.
func TestDataProtectionApplicationAfterAnOperator(t *testing.T) {
	t.Parallel()
	rec := run(t, func(ctx *pulumi.Context) error {
		before, err := storage.NewVolumeSnapshotClass(ctx, "before", nil)
		if err != nil {
			return err
		}
		return dataProtection(dataProtectionArgs(func(a *storage.DataProtectionApplicationArgs) { a.After = before.Name }))(ctx)
	})
	operator := mockstest.Find(t, rec, "before-snapshotclass").URN
	for _, name := range []string{"main-oadp-credentials", "main-oadp"} {
		assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, name).URN, operator), name)
	}
	without := run(t, dataProtection(dataProtectionArgs()))
	assert.Equal(t, mockstest.Find(t, without, "main-oadp-credentials").Inputs, mockstest.Find(t, rec, "main-oadp-credentials").Inputs)
}

// TestDataProtectionApplicationOfABackupBucket: the object is created after its Secret, and that after the role's
// permissions and the bucket's settings.
func TestDataProtectionApplicationOfABackupBucket(t *testing.T) {
	t.Parallel()
	program := func(writer *iam.ServiceAccountRoleArgs) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			bucket, err := storage.NewBackupBucket(ctx, "apps", &storage.BackupBucketArgs{
				InfraID: "demo-x7k2p", Purpose: "apps", Writer: writer,
			})
			if err != nil {
				return err
			}
			return dataProtection(&storage.DataProtectionApplicationArgs{
				Bucket: bucket.Name, RoleARN: bucket.WriterRoleARN,
			})(ctx)
		}
	}
	rec := run(t, program(&iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)}))
	application := mockstest.Find(t, rec, "main-oadp").URN
	for _, name := range []string{"main-oadp-credentials", "apps-backup-writer-policy", "apps-backup-public-access"} {
		assert.True(t, rec.Graph().Reaches(application, mockstest.Find(t, rec, name).URN), name)
	}
	assert.Equal(t, "velero", rec.Outputs()["name"])
	assert.ErrorContains(t, mocks.New(withCluster()).Run(program(nil)),
		"storage.DataProtectionApplicationArgs.RoleARN: must not resolve to nil; set Writer on the BackupBucket")
}
