package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RegistryBucketArgs are the arguments of RegistryBucket. Unless a field says otherwise, changes are applied in place.
type RegistryBucketArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string `check:"required,infra-id"`
	// KMSKeyARN is the ARN of the KMS key, or of its alias, that encrypts objects. Defaults to S3 managed keys (AES256). The
	// registry's user needs kms:Decrypt and kms:GenerateDataKey on it. Set the same key on ImageRegistry, because the registry
	// specifies a key with every upload. A change affects new objects.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-or-alias"`
	// AbortUploadsAfterDays is the number of days after which incomplete multipart uploads are deleted. Defaults to 1.
	AbortUploadsAfterDays int `check:"1.." default:"1"`
	// ExpireNoncurrentAfterDays is the number of days after which overwritten and deleted versions are removed. Defaults
	// to 30.
	ExpireNoncurrentAfterDays int `check:"1.." default:"30"`
	// AccessLogs are the access logs of the bucket. Defaults to none.
	AccessLogs *AccessLogsArgs
	// ForceDestroy allows pulumi destroy to delete the bucket with all images; otherwise it fails if the bucket is not empty.
	// Set it and run pulumi up before pulumi destroy. Defaults to false.
	ForceDestroy *bool
	// Tags are set on the bucket. The component's own tags take precedence. Include the userTags of install-config.yaml, which
	// the registry's operator sets too from 4.18.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *RegistryBucketArgs) Validate() error { return check.Valid(a) }
