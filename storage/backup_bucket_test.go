package storage_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

const (
	replicaKeyARN   = "arn:aws:kms:us-west-2:123456789012:key/7d1f0a52-7c1f-4b43-9a0e-5c4f2f0d9b1a"
	oidcProviderARN = "arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com"
)

func backupArgs(changes ...func(*storage.BackupBucketArgs)) *storage.BackupBucketArgs {
	args := &storage.BackupBucketArgs{InfraID: "demo-x7k2p", Purpose: "applications", Region: "us-east-2"}
	for _, change := range changes {
		change(args)
	}
	return args
}

func withWriter(a *storage.BackupBucketArgs) {
	a.Writer = &storage.WriterArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)}
}

func withEverything(a *storage.BackupBucketArgs) {
	withWriter(a)
	a.KMSKeyARN = pulumi.String(keyARN)
	a.ObjectLock = &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30}
	a.InfrequentAfterDays, a.ExpireAfterDays = 30, 365
	a.AccessLogs = &storage.AccessLogsArgs{Bucket: pulumi.String("logs-of-demo"), Prefix: "backup/"}
	a.VolumeSnapshots, a.ForceDestroy = true, true
	a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
}

// backupBucket makes the bucket with, on request, a replica in us-west-2.
func backupBucket(args *storage.BackupBucketArgs, replicaKey pulumi.StringInput, replicated bool) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		if replicated {
			other, err := aws.NewProvider(ctx, "other-region", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
			if err != nil {
				return err
			}
			copied := *args
			copied.Replica = &storage.BackupReplicaArgs{Provider: other, Region: "us-west-2", KMSKeyARN: replicaKey}
			args = &copied
		}
		made, err := storage.NewBackupBucket(ctx, "main", args)
		if err != nil {
			return err
		}
		ctx.Export("name", made.Name)
		ctx.Export("replica", made.ReplicaName)
		ctx.Export("writer", made.WriterRoleARN)
		return nil
	}
}

func TestBackupBucketGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/backup-bucket.golden", mockstest.Run(t, backupBucket(backupArgs(), nil, false)).Golden())
	whole := backupBucket(backupArgs(withEverything), pulumi.String(replicaKeyARN), true)
	golden.Check(t, "testdata/backup-bucket-complete.golden", mockstest.Run(t, whole).Golden())
	mockstest.PreviewIsTheUpdate(t, whole)
}

// TestBackupBucketStaysWithoutItsCluster because the installer's destruction takes all that the cluster's tag owns.
func TestBackupBucketStaysWithoutItsCluster(t *testing.T) {
	t.Parallel()
	for _, resource := range mockstest.Run(t, backupBucket(backupArgs(withEverything), pulumi.String(replicaKeyARN), true)).Resources() {
		tags, _ := resource.Inputs["tags"].(map[string]any)
		assert.NotContains(t, tags, "kubernetes.io/cluster/demo-x7k2p", resource.Name)
	}
}

// TestBackupBucketReplica proves that the copy is made by the other region's provider, and all else by the usual one.
func TestBackupBucketReplica(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, backupBucket(backupArgs(), nil, true))
	other := mockstest.Find(t, rec, "other-region").URN
	inReplica := regexp.MustCompile(`^main-backup-replica(-|$)`)
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.URN != other {
			assert.Equal(t, inReplica.MatchString(resource.Name), resource.Provider == other, resource.Name)
		}
	}
	graph, replication := rec.Graph(), ""
	for _, resource := range rec.OfType("aws:s3/bucketReplicationConfig:BucketReplicationConfig") {
		replication = resource.URN
	}
	for _, needed := range []string{"main-backup-versioning", "main-backup-replica-versioning", "main-backup-replica-policy"} {
		assert.True(
			t,
			graph.Reaches(replication, mockstest.Find(t, rec, needed).URN),
			"S3 copies versions, to a bucket that is closed: %s",
			needed,
		)
	}
	assert.NotEmpty(t, rec.Outputs()["replica"])
	assert.Empty(t, mockstest.Run(t, backupBucket(backupArgs(), nil, false)).Outputs()["replica"])
}

func TestBackupBucketPrefixFits(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, purpose := range []string{"etcd", "applications", "applications-of-the-other-team"} {
		rec := mockstest.Run(
			t,
			backupBucket(
				backupArgs(
					func(a *storage.BackupBucketArgs) { a.InfraID, a.Purpose = mockstest.LongInfraID, purpose },
				),
				nil,
				false,
			),
		)
		prefix := mockstest.Find(t, rec, "main-backup").Inputs["bucketPrefix"].(string)
		assert.LessOrEqual(t, len(prefix), bucket.PrefixLimit, prefix)
		assert.True(t, strings.HasSuffix(prefix, "-"), prefix)
		assert.False(t, seen[prefix], prefix)
		seen[prefix] = true
	}
}

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

// TestBackupBucketWriterIsBound to its service accounts, its bucket and its key, and to the cluster's volumes.
func TestBackupBucketWriterIsBound(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, backupBucket(backupArgs(withEverything), pulumi.String(replicaKeyARN), true))
	trust := documentOf(t, rec, "aws:iam/role:Role", "assumeRolePolicy")["main-backup-writer"].Statement[0]
	assert.Equal(t, map[string][]string{"Federated": {oidcProviderARN}}, trust.Principal)
	assert.Equal(t, map[string]map[string][]string{"StringEquals": {"demo-oidc.s3.us-east-2.amazonaws.com:sub": {
		"system:serviceaccount:openshift-adp:openshift-adp-controller-manager", "system:serviceaccount:openshift-adp:velero",
	}}}, trust.Condition)
	for name, document := range documentOf(t, rec, "aws:iam/rolePolicy:RolePolicy", "policy") {
		for _, statement := range document.Statement {
			for _, action := range statement.Action {
				assert.NotContains(t, action, "*", "%s %s", name, statement.Sid)
				assert.NotRegexp(
					t,
					"Bypass|Delete(Bucket|ObjectVersion)|Put(Bucket|ObjectAcl|ObjectRetention|ObjectLegalHold|Encryption|Lifecycle)",
					action,
					"%s does not open the bucket or its lock",
					name,
				)
			}
			if statement.Sid != "Look" {
				assert.NotContains(t, statement.Resource, "*", "%s %s", name, statement.Sid)
			}
			if strings.HasPrefix(statement.Action[0], "ec2:") && statement.Sid != "Look" &&
				statement.Sid != "RestoreSnapshots" {
				assert.NotEmpty(t, statement.Condition, "%s %s is bound by tags", name, statement.Sid)
			}
		}
	}
	plain := mockstest.Run(t, backupBucket(backupArgs(withWriter), nil, false))
	var sids []string
	for _, statement := range documentOf(t, plain, "aws:iam/rolePolicy:RolePolicy", "policy")["main-backup-writer"].Statement {
		sids = append(sids, statement.Sid)
	}
	assert.Equal(t, []string{"Bucket", "Objects"}, sids, "no key, no volumes")
	assert.Empty(
		t,
		mockstest.Run(t, backupBucket(backupArgs(), nil, false)).OfType("aws:iam/role:Role"),
		"nobody asked for a writer",
	)
}

func TestBackupBucketWriterInOtherPartitions(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, backupBucket(backupArgs(func(a *storage.BackupBucketArgs) {
		a.Region, a.VolumeSnapshots = "us-gov-west-1", true
		a.Writer = &storage.WriterArgs{
			OIDCProviderARN: pulumi.String(
				"arn:aws-us-gov:iam::123456789012:oidc-provider/oidc.example.com/demo",
			).ToStringOutput(),
			ServiceAccounts: []storage.ServiceAccount{{Namespace: "etcd-backup", Name: "backup"}}, Path: "/openshift/",
			PermissionsBoundary: pulumi.String("arn:aws-us-gov:iam::123456789012:policy/boundary"),
		}
	}), nil, false), mocks.Region("us-gov-west-1"))
	trust := documentOf(t, rec, "aws:iam/role:Role", "assumeRolePolicy")["main-backup-writer"].Statement[0]
	assert.Equal(
		t,
		map[string]map[string][]string{
			"StringEquals": {"oidc.example.com/demo:sub": {"system:serviceaccount:etcd-backup:backup"}},
		},
		trust.Condition,
	)
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.Equal(t, "/openshift/", role.Inputs["path"])
	assert.Equal(t, "arn:aws-us-gov:iam::123456789012:policy/boundary", role.Inputs["permissionsBoundary"])
	for _, statement := range documentOf(t, rec, "aws:iam/rolePolicy:RolePolicy", "policy")["main-backup-writer"].Statement {
		for _, arn := range statement.Resource {
			assert.True(t, arn == "*" || strings.HasPrefix(arn, "arn:aws-us-gov:"), arn)
		}
	}
}

// TestBackupBucketWriterWaits because a role without its policy would be found useless.
func TestBackupBucketWriterWaits(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := storage.NewBackupBucket(ctx, "first", backupArgs(withWriter))
		if err != nil {
			return err
		}
		_, err = storage.NewBackupBucket(
			ctx,
			"second",
			backupArgs(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = first.WriterRoleARN }),
		)
		return err
	})
	for _, attached := range rec.OfType("aws:iam/rolePolicy:RolePolicy") {
		assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "second-backup-encryption").URN, attached.URN))
	}
}

func TestBackupBucketArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	set := func(change func(*storage.BackupBucketArgs)) *storage.BackupBucketArgs { return backupArgs(change) }
	tests := map[string]struct {
		reason string
		args   *storage.BackupBucketArgs
		want   []string
	}{
		"nil": {
			reason: "all that is missing at once",
			want:   []string{"InfraID: is required", "Purpose: is required", "Region: is required"},
		},
		"purpose": {
			reason: "it is part of a bucket's name",
			args:   set(func(a *storage.BackupBucketArgs) { a.Purpose = "Etcd Backup" }),
			want: []string{
				`Purpose: "Etcd Backup" is no word of lower-case letters, digits and inner hyphens, such as etcd`,
			},
		},
		"alias": {
			reason: "policies name keys",
			args: set(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String("arn:aws:kms:us-east-2:123456789012:alias/backup")
			}),
			want: []string{
				`KMSKeyARN: "arn:aws:kms:us-east-2:123456789012:alias/backup" is an alias, which policies cannot name; write the ARN of the key behind it`,
			},
		},
		"key": {
			reason: "an id alone",
			args:   set(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String("0c8ea1d4") }),
			want:   []string{`KMSKeyARN: "0c8ea1d4" is no key's ARN; one looks like ` + keyARN},
		},
		"replica's alias": {
			reason: "the policy of the copying names keys, too",
			args: set(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String(keyARN)
				a.Replica = &storage.BackupReplicaArgs{
					Region:    "us-west-2",
					KMSKeyARN: pulumi.String("arn:aws:kms:us-west-2:123456789012:alias/backup"),
				}
			}),
			want: []string{"Replica.Provider: is required",
				`Replica.KMSKeyARN: "arn:aws:kms:us-west-2:123456789012:alias/backup" is an alias, which policies cannot name; write the ARN of the key behind it`},
		},
		"lifecycle": {
			reason: "S3's order of things",
			args: set(func(a *storage.BackupBucketArgs) {
				a.InfrequentAfterDays, a.ExpireAfterDays, a.AbortUploadsAfterDays, a.ExpireNoncurrentAfterDays = 29, 29, -1, -1
			}),
			want: []string{
				"AbortUploadsAfterDays: -1 is no number of days that S3 takes; it is 1 or more",
				"ExpireNoncurrentAfterDays: -1 is no number of days that S3 takes; it is 1 or more",
				"InfrequentAfterDays: 29 is too soon for S3; it is 30 or more",
				"ExpireAfterDays: 29 comes before backups are moved, after 29 days; expire them later",
			},
		},
		"expiry": {
			reason: "nothing is deleted before it is written",
			args:   set(func(a *storage.BackupBucketArgs) { a.ExpireAfterDays = -1 }),
			want: []string{
				"ExpireAfterDays: -1 is no number of days that S3 takes; it is 1 or more, or 0 for never",
			},
		},
		"lock": {
			reason: "a mode and a time",
			args: set(
				func(a *storage.BackupBucketArgs) { a.ObjectLock = &storage.ObjectLockArgs{Mode: "governance"} },
			),
			want: []string{
				`ObjectLock.Mode: "governance" is none of GOVERNANCE, COMPLIANCE`,
				"ObjectLock.Days: 0 is no number of days that S3 takes; it is 1 or more",
			},
		},
		"force": {
			reason: "nobody can delete",
			args: set(func(a *storage.BackupBucketArgs) {
				a.ObjectLock, a.ForceDestroy = &storage.ObjectLockArgs{Mode: storage.Compliance, Days: 1}, true
			}),
			want: []string{
				"ForceDestroy: promises what nobody can do under COMPLIANCE; leave it out, or take GOVERNANCE",
			},
		},
		"replica": {
			reason: "another region, by its provider",
			args: set(func(a *storage.BackupBucketArgs) {
				a.Replica = &storage.BackupReplicaArgs{Region: "us-east-2", KMSKeyARN: pulumi.String(keyARN)}
			}),
			want: []string{
				"Replica.Provider: is required",
				"Replica.Region: us-east-2 is the bucket's own region; a replica there is lost with it",
				"Replica.KMSKeyARN: must be set if and only if KMSKeyARN of the bucket is: each copy is encrypted as its original",
			},
		},
		"key of another region": {
			reason: "S3 takes it and writes nothing",
			args:   set(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(replicaKeyARN) }),
			want: []string{
				"KMSKeyARN: is a key of us-west-2, and the bucket is in us-east-2; S3 takes keys of its own region"},
		},
		"partition": {
			reason: "clouds do not reach one another",
			args: set(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String(keyARN)
				a.Replica = &storage.BackupReplicaArgs{
					Region:    "us-gov-west-1",
					KMSKeyARN: pulumi.String(replicaKeyARN),
				}
			}),
			want: []string{
				"Replica.Provider: is required",
				"Replica.Region: us-gov-west-1 is in another of AWS's partitions than us-east-2; S3 copies within one",
				"Replica.KMSKeyARN: is a key of us-west-2, and the bucket is in us-gov-west-1; S3 takes keys of its own region",
			},
		},
		"logs": {
			reason: "a bucket that is nil",
			args:   set(func(a *storage.BackupBucketArgs) { a.AccessLogs = &storage.AccessLogsArgs{} }),
			want:   []string{"AccessLogs.Bucket: is required"},
		},
		"writer": {
			reason: "who, and by which provider",
			args: set(func(a *storage.BackupBucketArgs) {
				a.Writer = &storage.WriterArgs{
					OIDCProviderARN: pulumi.String("https://oidc.example.com"),
					Path:            "openshift",
					ServiceAccounts: []storage.ServiceAccount{{Name: "velero"}, {Name: "velero"}},
				}
			}),
			want: []string{
				`Writer.OIDCProviderARN: "https://oidc.example.com" is no identity provider's ARN; one looks like ` + oidcProviderARN,
				"Writer.ServiceAccounts[0].Namespace: is required",
				"Writer.ServiceAccounts[1].Namespace: is required",
				"Writer.ServiceAccounts[1]: system:serviceaccount::velero is given twice",
				`Writer.Path: "openshift" is no path; one begins and ends with a slash`,
			},
		},
		"snapshots": {
			reason: "somebody takes them",
			args:   set(func(a *storage.BackupBucketArgs) { a.VolumeSnapshots = true }),
			want:   []string{"VolumeSnapshots: needs Writer, who takes them"},
		},
		"tags": {
			reason: "OpenShift's own",
			args: set(
				func(a *storage.BackupBucketArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": pulumi.String("y")} },
			),
			want: []string{
				`Tags: key "openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, func(ctx *pulumi.Context) error {
				_, err := storage.NewBackupBucket(ctx, "main", tt.args)
				return err
			}, "storage.BackupBucketArgs.", tt.want, tt.reason)
		})
	}
}
