package storage

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// AccessLogsArgs are the access logs of a bucket, which S3 writes to another bucket.
type AccessLogsArgs struct {
	// Bucket is the name of the target bucket, such as AccessLogBucket.Name: in the same region and account, and with a
	// policy that allows S3 to write logs. Required.
	Bucket pulumi.StringInput `check:"required,format=bucket-name"`
	// Prefix is the key prefix of the logs, such as registry/. Defaults to none.
	Prefix string
}
