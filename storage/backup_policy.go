package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// bucketWriter is the policy of who reads and writes objects of a bucket, and those of its key. The key is empty for
// S3's own keys.
func bucketWriter(bucketARN, keyARN string, objectActions ...string) []policy.Statement {
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

// backupActions are what Velero does with objects (vmware-tanzu/velero-plugin-for-aws README, "Set permissions for Velero").
var backupActions = []string{
	"s3:GetObject", "s3:PutObject", "s3:PutObjectTagging", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts",
}

// snapshots are what Velero does with volumes, on those of the cluster alone. A snapshot gets its volume's tags, so it
// is known as the cluster's, too (vmware-tanzu/velero-plugin-for-aws velero-plugin-for-aws/volume_snapshotter.go).
func snapshots(p partition.Partition, region, infraID string) []policy.Statement {
	volumes, taken := p.ARN("ec2", region, "*", "volume/*"), p.ARN("ec2", region, "", "snapshot/*")
	ofCluster := func(key string) map[string]map[string][]string {
		return map[string]map[string][]string{"StringEquals": {key + "/" + tags.Cluster(infraID): {tags.Owned}}}
	}
	return []policy.Statement{
		{Sid: "Look", Effect: policy.Allow, Action: []string{"ec2:DescribeVolumes", "ec2:DescribeSnapshots"}, Resource: []string{"*"}},
		{Sid: "SnapshotVolumes", Effect: policy.Allow, Action: []string{"ec2:CreateSnapshot"}, Resource: []string{volumes}, Condition: ofCluster("aws:ResourceTag")},
		{Sid: "MakeSnapshots", Effect: policy.Allow, Action: []string{"ec2:CreateSnapshot"}, Resource: []string{taken}, Condition: ofCluster("aws:RequestTag")},
		{Sid: "DeleteSnapshots", Effect: policy.Allow, Action: []string{"ec2:DeleteSnapshot"}, Resource: []string{taken}, Condition: ofCluster("aws:ResourceTag")},
		{Sid: "RestoreSnapshots", Effect: policy.Allow, Action: []string{"ec2:CreateVolume"}, Resource: []string{volumes, taken}},
		{
			Sid: "TagWhatIsMade", Effect: policy.Allow, Action: []string{"ec2:CreateTags"}, Resource: []string{volumes, taken},
			Condition: map[string]map[string][]string{"StringEquals": {"ec2:CreateAction": {"CreateSnapshot", "CreateVolume"}}},
		},
	}
}

// replication is what S3 does to copy versions of objects from one bucket to another. The keys are empty, or none is.
func replication(fromARN, toARN, fromKeyARN, toKeyARN string, locked bool) policy.Document {
	read := []string{"s3:GetObjectVersionForReplication", "s3:GetObjectVersionAcl", "s3:GetObjectVersionTagging"}
	if locked {
		read = append(read, "s3:GetObjectRetention", "s3:GetObjectLegalHold")
	}
	statements := []policy.Statement{
		{Sid: "Source", Effect: policy.Allow, Action: []string{"s3:GetReplicationConfiguration", "s3:ListBucket"}, Resource: []string{fromARN}},
		{Sid: "Read", Effect: policy.Allow, Action: read, Resource: []string{fromARN + "/*"}},
		{Sid: "Write", Effect: policy.Allow, Action: []string{"s3:ReplicateObject", "s3:ReplicateDelete", "s3:ReplicateTags"}, Resource: []string{toARN + "/*"}},
	}
	if fromKeyARN != "" {
		statements = append(statements,
			policy.Statement{Sid: "Decrypt", Effect: policy.Allow, Action: []string{"kms:Decrypt"}, Resource: []string{fromKeyARN}},
			policy.Statement{Sid: "Encrypt", Effect: policy.Allow, Action: []string{"kms:Encrypt"}, Resource: []string{toKeyARN}},
		)
	}
	return policy.New(statements...)
}

// textOf returns a document that depends on ARNs; a nil one is empty.
func textOf(document func(arns []string) policy.Document, arns ...pulumi.StringInput) pulumi.StringOutput {
	known := pulumi.StringArray{}
	for _, arn := range arns {
		if arn == nil {
			arn = pulumi.String("")
		}
		known = append(known, arn)
	}
	return known.ToStringArrayOutput().ApplyT(func(arns []string) string { return document(arns).JSON() }).(pulumi.StringOutput)
}
