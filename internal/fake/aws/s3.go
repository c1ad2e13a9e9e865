package aws

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

const bucketType = "aws:s3/bucketV2:BucketV2"

var s3Types = types{
	"s3/BucketV2": {
		id: "{bucket}", service: "s3", arn: "{bucket}", after: bucket, empty: []string{"websiteDomain", "websiteEndpoint"},
		autoName: &schema.AutoName{Property: "bucket", MaxLength: 63, LowerCase: true},
		texts:    map[string]textRule{"bucket": format(check.BucketName)},
		users: []users{{
			by: "bucket", of: references("s3/BucketObjectv2 bucket"), unless: "forceDestroy",
			rejection: "BucketNotEmpty: The bucket you tried to delete is not empty (%s)",
		}},
	},
	"s3/BucketObjectv2": {
		id: "{key}", service: "s3", arn: "{bucket}/{key}", after: bucketObject,
		empty:    []string{"checksumCrc32", "checksumCrc32c", "checksumSha1", "checksumSha256"},
		autoName: &schema.AutoName{Property: "key", Bare: true}, idWithin: "bucket", sharedName: true, overwrites: true,
	},
	"s3/BucketPolicy":                              {id: "{bucket}", overwrites: true, texts: map[string]textRule{"policy": policyDocument}},
	"s3/BucketAclV2":                               {id: "{bucket}{,expectedBucketOwner}{,acl}"},
	"s3/BucketLifecycleConfigurationV2":            {id: "{bucket}", overwrites: true},
	"s3/BucketLoggingV2":                           {id: "{bucket}", overwrites: true},
	"s3/BucketObjectLockConfigurationV2":           {overwrites: true},
	"s3/BucketOwnershipControls":                   {id: "{bucket}", overwrites: true},
	"s3/BucketPublicAccessBlock":                   {id: "{bucket}", overwrites: true},
	"s3/BucketReplicationConfig":                   {overwrites: true},
	"s3/BucketVersioningV2":                        {id: "{bucket}", overwrites: true},
	"s3/BucketServerSideEncryptionConfigurationV2": {id: "{bucket}", overwrites: true},
}

func bucket(o *outputs) {
	o.set("region", o.region)
	o.set("bucketDomainName", o.ID+".s3."+o.partition.DNSSuffix)
	o.set("bucketRegionalDomainName", o.ID+".s3."+o.region+"."+o.partition.DNSSuffix)
	o.set("hostedZoneId", o.regionZone("s3"))
}

// bucketObject: the ETag is the MD5 of the content.
func bucketObject(o *outputs) {
	if content := o.text("content"); content != "" {
		_, etag := importid.Shown(o.Token, "content", content)
		o.set("etag", etag)
	}
	o.set("etag", o.Hex("etag", 32))
	o.set("versionId", o.Hex("versionId", 32))
}
