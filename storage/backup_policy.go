package storage

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
)

// bucketStatements returns the permissions to read and write objects of a bucket with its KMS key; keyARN is empty for S3
// managed keys.
func bucketStatements(bucketARN, keyARN string, objectActions ...string) []policy.Statement {
	statements := []policy.Statement{
		{
			Sid: "Bucket", Effect: policy.Allow,
			Action:   []string{"s3:ListBucket", "s3:GetBucketLocation", "s3:ListBucketMultipartUploads"},
			Resource: []string{bucketARN},
		},
		{
			Sid: "Objects", Effect: policy.Allow,
			Action:   objectActions,
			Resource: []string{bucketARN + "/*"},
		},
	}
	if keyARN != "" {
		statements = append(statements, policy.Statement{
			Sid: "Key", Effect: policy.Allow,
			Action:   []string{"kms:Decrypt", "kms:GenerateDataKey"},
			Resource: []string{keyARN},
		})
	}
	return statements
}

// backupActions are the actions of Velero on objects (vmware-tanzu/velero-plugin-for-aws README, "Set permissions for Velero").
var backupActions = []string{
	"s3:GetObject", "s3:PutObject", "s3:PutObjectTagging", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts",
}

// snapshotStatements returns the permissions of Velero on the cluster's volumes. Velero copies a volume's tags to its
// snapshots, so they have the cluster tag too (vmware-tanzu/velero-plugin-for-aws
// velero-plugin-for-aws/volume_snapshotter.go).
func snapshotStatements(p partition.Partition, region, infraID string) []policy.Statement {
	volumes, snapshots := p.ARN("ec2", region, "*", "volume/*"), p.ARN("ec2", region, "", "snapshot/*")
	clusterTag := func(key string) map[string]map[string][]string {
		return map[string]map[string][]string{"StringEquals": {key + "/" + tags.Cluster(infraID): {tags.Owned}}}
	}
	return []policy.Statement{
		{Sid: "Describe", Effect: policy.Allow, Action: []string{"ec2:DescribeVolumes", "ec2:DescribeSnapshots"}, Resource: []string{"*"}},
		{
			Sid: "SnapshotVolumes", Effect: policy.Allow,
			Action:    []string{"ec2:CreateSnapshot"},
			Resource:  []string{volumes},
			Condition: clusterTag("aws:ResourceTag"),
		},
		{
			Sid: "CreateSnapshots", Effect: policy.Allow,
			Action:    []string{"ec2:CreateSnapshot"},
			Resource:  []string{snapshots},
			Condition: clusterTag("aws:RequestTag"),
		},
		{
			Sid: "DeleteSnapshots", Effect: policy.Allow,
			Action:    []string{"ec2:DeleteSnapshot"},
			Resource:  []string{snapshots},
			Condition: clusterTag("aws:ResourceTag"),
		},
		{Sid: "CreateVolumes", Effect: policy.Allow, Action: []string{"ec2:CreateVolume"}, Resource: []string{volumes}},
		{
			Sid: "RestoreSnapshots", Effect: policy.Allow,
			Action:    []string{"ec2:CreateVolume"},
			Resource:  []string{snapshots},
			Condition: clusterTag("aws:ResourceTag"),
		},
		{
			Sid: "TagOnCreate", Effect: policy.Allow, Action: []string{"ec2:CreateTags"}, Resource: []string{volumes, snapshots},
			Condition: map[string]map[string][]string{"StringEquals": {"ec2:CreateAction": {"CreateSnapshot", "CreateVolume"}}},
		},
	}
}

// replicationPolicy returns the permissions of S3 to replicate objects from one bucket to another. Either both key ARNs are
// set or both are empty.
func replicationPolicy(fromARN, toARN, fromKeyARN, toKeyARN string, locked bool) policy.Document {
	read := []string{"s3:GetObjectVersionForReplication", "s3:GetObjectVersionAcl", "s3:GetObjectVersionTagging"}
	if locked {
		read = append(read, "s3:GetObjectRetention", "s3:GetObjectLegalHold")
	}
	statements := []policy.Statement{
		{Sid: "Source", Effect: policy.Allow, Action: []string{"s3:GetReplicationConfiguration", "s3:ListBucket"}, Resource: []string{fromARN}},
		{Sid: "Read", Effect: policy.Allow, Action: read, Resource: []string{fromARN + "/*"}},
		{
			Sid: "Write", Effect: policy.Allow,
			Action:   []string{"s3:ReplicateObject", "s3:ReplicateDelete", "s3:ReplicateTags"},
			Resource: []string{toARN + "/*"},
		},
	}
	if fromKeyARN != "" {
		statements = append(statements,
			policy.Statement{Sid: "Decrypt", Effect: policy.Allow, Action: []string{"kms:Decrypt"}, Resource: []string{fromKeyARN}},
			policy.Statement{Sid: "Encrypt", Effect: policy.Allow, Action: []string{"kms:Encrypt"}, Resource: []string{toKeyARN}},
		)
	}
	return policy.New(statements...)
}

// documentOf returns a policy document that depends on values, such as ARNs; a nil value is an empty string.
func documentOf(document func(values []string) policy.Document, values ...pulumi.StringInput) pulumi.StringOutput {
	inputs := pulumi.StringArray{}
	for _, value := range values {
		value = cmp.Or[pulumi.StringInput](value, pulumi.String(""))
		inputs = append(inputs, value)
	}
	return inputs.ToStringArrayOutput().ApplyT(func(values []string) string { return document(values).JSON() }).(pulumi.StringOutput)
}
