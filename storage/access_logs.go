package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// AccessLogsArgs are logs of the requests to a bucket, which S3 writes to another one.
type AccessLogsArgs struct {
	// Bucket is the name of the bucket that takes the logs, such as AccessLogBucket.Name: in the same region and account,
	// and with a policy that lets S3 write them. Required.
	Bucket pulumi.StringInput
	// Prefix begins the logs' names, such as registry/; empty for none.
	Prefix string
}

func (l *AccessLogsArgs) check(p *check.Problems, path string) {
	if l != nil {
		p.Required(path+".Bucket", l.Bucket)
	}
}

func (l *AccessLogsArgs) plan() *bucket.Logs {
	if l == nil {
		return nil
	}
	return &bucket.Logs{Bucket: l.Bucket, Prefix: l.Prefix}
}
