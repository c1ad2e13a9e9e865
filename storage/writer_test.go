package storage_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

type document struct {
	Statement []struct {
		Sid       string
		Principal map[string][]string
		Action    []string
		Resource  []string
		Condition map[string]map[string][]string
	}
}

func documentOf(t *testing.T, rec *mocks.Recorder, token, property string) (all map[string]document) {
	t.Helper()
	all = map[string]document{}
	for _, resource := range rec.OfType(token) {
		var parsed document
		require.NoError(t, json.Unmarshal([]byte(resource.Inputs[property].(string)), &parsed))
		all[resource.Name] = parsed
	}
	return all
}

// TestWriterOfBackups: the role is limited to its service accounts, its bucket, its key and the cluster's volumes.
func TestWriterOfBackups(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, backupBucket(backupArgs(withEverything), pulumi.String(replicaKeyARN), true))
	trust := documentOf(t, rec, "aws:iam/role:Role", "assumeRolePolicy")["main-backup-writer-role"].Statement[0]
	assert.Equal(t, map[string][]string{"Federated": {oidcProviderARN}}, trust.Principal)
	assert.Equal(t, map[string]map[string][]string{"StringEquals": {
		"demo-oidc.s3.us-east-2.amazonaws.com:aud": {"openshift"},
		"demo-oidc.s3.us-east-2.amazonaws.com:sub": {
			"system:serviceaccount:openshift-adp:openshift-adp-controller-manager",
			"system:serviceaccount:openshift-adp:velero",
		},
	}}, trust.Condition, "OADP requests tokens with the audience openshift")
	for name, document := range documentOf(t, rec, "aws:iam/rolePolicy:RolePolicy", "policy") {
		for _, statement := range document.Statement {
			for _, action := range statement.Action {
				assert.NotContains(t, action, "*", "%s %s", name, statement.Sid)
				assert.NotRegexp(t, "Bypass|Delete(Bucket|ObjectVersion)|"+
					"Put(Bucket|ObjectAcl|ObjectRetention|ObjectLegalHold|Encryption|Lifecycle)", action,
					"%s cannot change the bucket or its lock", name)
			}
			if statement.Sid != "Describe" {
				assert.NotContains(t, statement.Resource, "*", "%s %s", name, statement.Sid)
			}
			if strings.HasPrefix(statement.Action[0], "ec2:") && statement.Sid != "Describe" &&
				statement.Sid != "CreateVolumes" {
				assert.NotEmpty(t, statement.Condition, "%s %s is limited by tags", name, statement.Sid)
			}
		}
	}
	writer := documentOf(t, rec, "aws:iam/rolePolicy:RolePolicy", "policy")["main-backup-writer-policy"]
	for _, statement := range writer.Statement {
		if statement.Sid == "CreateVolumes" {
			assert.Equal(t, []string{"arn:aws:ec2:us-east-2:*:volume/*"}, statement.Resource,
				"only new volumes have no tags; a snapshot must be one of the cluster")
		}
	}
	plain := mockstest.Run(t, plainBackupBucket(backupArgs(withWriter)))
	var sids []string
	policies := documentOf(t, plain, "aws:iam/rolePolicy:RolePolicy", "policy")
	for _, statement := range policies["main-backup-writer-policy"].Statement {
		sids = append(sids, statement.Sid)
	}
	assert.Equal(t, []string{"Bucket", "Objects"}, sids, "without a key and snapshots, only S3 is allowed")
	assert.Empty(t, mockstest.Run(t, plainBackupBucket(backupArgs())).OfType("aws:iam/role:Role"),
		"without Writer, no role is created")
}

func TestWriterInOtherPartitions(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, plainBackupBucket(backupArgs(func(a *storage.BackupBucketArgs) {
		a.Region, a.VolumeSnapshots = "us-gov-west-1", true
		a.Writer = &iam.ServiceAccountRoleArgs{
			OIDCProviderARN: pulumi.String(
				"arn:aws-us-gov:iam::123456789012:oidc-provider/oidc.example.com/demo",
			).ToStringOutput(),
			ServiceAccounts: []iam.ServiceAccount{
				{Namespace: "etcd-backup", Name: "backup"},
			}, Path: "/openshift/", Audience: "sts.amazonaws.com",
			PermissionsBoundary: pulumi.String("arn:aws-us-gov:iam::123456789012:policy/boundary"),
		}
	})), mocks.Region("us-gov-west-1"))
	trust := documentOf(t, rec, "aws:iam/role:Role", "assumeRolePolicy")["main-backup-writer-role"].Statement[0]
	assert.Equal(t, map[string]map[string][]string{
		"StringEquals": {
			"oidc.example.com/demo:aud": {"sts.amazonaws.com"},
			"oidc.example.com/demo:sub": {"system:serviceaccount:etcd-backup:backup"},
		},
	}, trust.Condition)
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.Equal(t, "/openshift/", role.Inputs["path"])
	assert.Equal(t, "arn:aws-us-gov:iam::123456789012:policy/boundary", role.Inputs["permissionsBoundary"])
	policies := documentOf(t, rec, "aws:iam/rolePolicy:RolePolicy", "policy")
	for _, statement := range policies["main-backup-writer-policy"].Statement {
		for _, arn := range statement.Resource {
			assert.True(t, arn == "*" || strings.HasPrefix(arn, "arn:aws-us-gov:"), arn)
		}
	}
}

// TestWriterRoleARNDependsOnThePolicy: without its policy, the role has no permissions.
func TestWriterRoleARNDependsOnThePolicy(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := storage.NewBackupBucket(ctx, "first", backupArgs(withWriter))
		if err != nil {
			return err
		}
		_, err = storage.NewBackupBucket(ctx, "second",
			backupArgs(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = first.WriterRoleARN.Elem().ApplyT(func(string) string { return keyARN }).(pulumi.StringOutput)
			}))
		return err
	})
	for _, attached := range rec.OfType("aws:iam/rolePolicy:RolePolicy") {
		assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "second-backup-encryption").URN, attached.URN))
	}
}

// TestWriterChangesInPlace: the software that assumes the role is configured with its ARN.
func TestWriterChangesInPlace(t *testing.T) {
	t.Parallel()
	with := func(change func(*storage.BackupBucketArgs)) pulumi.RunFunc {
		return plainBackupBucket(backupArgs(withWriter, change))
	}
	before := with(func(*storage.BackupBucketArgs) {})
	policy := []string{"update RolePolicy main-backup-writer-policy: policy"}
	snapshots := with(func(a *storage.BackupBucketArgs) { a.VolumeSnapshots = true })
	assert.Equal(t, policy, changes(t, before, snapshots))
	assert.Equal(t, policy, changes(t, snapshots, before))
	assert.Contains(t,
		changes(t, before, with(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(keyARN) })),
		policy[0], "the policy allows the use of the key")
	other := with(func(a *storage.BackupBucketArgs) {
		a.Writer.ServiceAccounts = []iam.ServiceAccount{{Namespace: "backup", Name: "backup"}}
		a.Writer.PermissionsBoundary = pulumi.String("arn:aws:iam::123456789012:policy/boundary")
	})
	role := []string{"update Role main-backup-writer-role: assumeRolePolicy, description, permissionsBoundary, tags.Name"}
	assert.Equal(t, role, changes(t, before, other))
	assert.Equal(t, role, changes(t, other, before))
}

func TestWriterValidateRejects(t *testing.T) {
	t.Parallel()
	with := func(writer *iam.ServiceAccountRoleArgs) *storage.BackupBucketArgs {
		return backupArgs(func(a *storage.BackupBucketArgs) { a.Region, a.Writer = "us-east-2", writer })
	}
	checktest.Cases(t, "storage.BackupBucketArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "a role is for an OIDC provider or that of the control plane",
			Args:   with(&iam.ServiceAccountRoleArgs{}),
			Want:   []string{".Writer: required"},
		},
		"path": {
			Reason: "a problem of the role is at the field of the bucket",
			Args:   with(&iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN), Path: "openshift"}),
			Want:   []string{".Writer.Path: format"},
		},
		"what the bucket has too": {
			Reason: "problems of the bucket's InfraID and Tags are not repeated for the role that has them",
			Args: backupArgs(func(a *storage.BackupBucketArgs) {
				a.InfraID, a.Tags = "Demo", pulumi.StringMap{"a": nil}
				a.Writer = &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)}
			}),
			Want: []string{".InfraID: format", ".Tags[a]: required"},
		},
		"partition": {
			Reason: "IAM resources are in the partition of the region",
			Args: with(&iam.ServiceAccountRoleArgs{
				OIDCProviderARN: pulumi.String("arn:aws-cn:iam::123456789012:oidc-provider/oidc.example.com"),
			}),
			Want: []string{".Writer.OIDCProviderARN: arn:aws-cn:iam::123456789012:oidc-provider/oidc.example.com " +
				"is in partition aws-cn; us-east-2 is in partition aws"},
		},
	})
}
