package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// AccessLogs are logs of the requests to a bucket, which S3 writes to another one.
type AccessLogs struct {
	// Bucket is the name of the bucket that takes the logs. It is in the same region and account, its policy lets
	// logging.s3.amazonaws.com put objects, and it is encrypted by S3's own keys (Amazon S3 user guide, "Enabling server
	// access logging"). Required.
	Bucket pulumi.StringInput
	// Prefix begins the logs' names, such as registry/; empty for none.
	Prefix string
}

func (l *AccessLogs) check(p *check.Problems, path string) {
	if l != nil {
		p.Required(path+".Bucket", l.Bucket)
	}
}

func (l *AccessLogs) plan() *bucket.Logs {
	if l == nil {
		return nil
	}
	return &bucket.Logs{Bucket: l.Bucket, Prefix: l.Prefix}
}
