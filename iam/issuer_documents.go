package iam

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
)

// Keys of the two public documents (OpenID Connect Discovery 1.0, section 4).
const (
	discoveryKey = ".well-known/openid-configuration"
	jwksKey      = "keys.json"
)

// issuerDocuments are the two documents of an issuer, in a bucket.
type issuerDocuments struct {
	ctx *pulumi.Context
	// name begins the names of the resources.
	name       string
	bucketName pulumi.StringInput
	discovery  pulumi.StringInput
	jwks       pulumi.StringInput
	tags       pulumi.StringMap
	parent     pulumi.ResourceOption
}

// registerPublic registers a bucket with the two documents, which everyone can read, and returns what must exist before tokens can be
// verified. S3 accepts the public policy only after Block Public Access, which is on in new buckets, allows it.
func (d *issuerDocuments) registerPublic() (*s3.BucketV2, []pulumi.Resource, error) {
	bucket, err := d.registerBucket()
	if err != nil {
		return nil, nil, err
	}
	access, err := d.registerAccess(bucket, false)
	if err != nil {
		return nil, nil, err
	}
	bucketPolicy, err := s3.NewBucketPolicy(d.ctx, d.name+"-bucket-policy", &s3.BucketPolicyArgs{
		Bucket: bucket.Bucket,
		Policy: bucket.Arn.ApplyT(issuerBucketPolicy).(pulumi.StringOutput),
	}, d.parent, pulumi.DependsOn([]pulumi.Resource{access}))
	if err != nil {
		return nil, nil, err
	}
	objects, err := d.registerObjects(bucket)
	return bucket, append([]pulumi.Resource{bucketPolicy}, objects...), err
}

func (d *issuerDocuments) registerBucket() (*s3.BucketV2, error) {
	return s3.NewBucketV2(d.ctx, d.name+"-bucket", &s3.BucketV2Args{
		Bucket: d.bucketName.ToStringOutput().ToStringPtrOutput(),
		Tags:   d.tags,
	}, d.parent)
}

// registerAccess registers the bucket's Block Public Access. It never allows public access by ACLs.
func (d *issuerDocuments) registerAccess(bucket *s3.BucketV2, private bool) (*s3.BucketPublicAccessBlock, error) {
	return s3.NewBucketPublicAccessBlock(d.ctx, d.name+"-bucket-access", &s3.BucketPublicAccessBlockArgs{
		Bucket:                bucket.Bucket,
		BlockPublicAcls:       pulumi.Bool(true),
		IgnorePublicAcls:      pulumi.Bool(true),
		BlockPublicPolicy:     pulumi.Bool(private),
		RestrictPublicBuckets: pulumi.Bool(private),
	}, d.parent)
}

func (d *issuerDocuments) registerObjects(bucket *s3.BucketV2) ([]pulumi.Resource, error) {
	var objects []pulumi.Resource
	for _, object := range []struct {
		key     string
		name    string
		content pulumi.StringInput
	}{{discoveryKey, "discovery", d.discovery}, {jwksKey, "jwks", d.jwks}} {
		document, err := s3.NewBucketObjectv2(d.ctx, d.name+"-"+object.name, &s3.BucketObjectv2Args{
			Bucket:      bucket.Bucket,
			Key:         pulumi.String(object.key),
			Content:     object.content.ToStringOutput().ToStringPtrOutput(),
			ContentType: pulumi.String("application/json"),
			Tags:        d.tags,
		}, d.parent)
		if err != nil {
			return nil, err
		}
		objects = append(objects, document)
	}
	return objects, nil
}

// issuerBucketPolicy makes the two documents public, and requires TLS. Red Hat's own policy makes every object of the bucket
// public (terraform-redhat/terraform-rhcs-rosa-hcp modules/oidc-config-and-provider).
func issuerBucketPolicy(bucketARN string) string {
	anyone := map[string][]string{"AWS": {"*"}}
	return policy.New(
		policy.Statement{
			Sid:       "AllowReadPublicAccess",
			Effect:    policy.Allow,
			Principal: anyone,
			Action:    []string{"s3:GetObject"},
			Resource:  []string{bucketARN + "/" + discoveryKey, bucketARN + "/" + jwksKey},
		},
		policy.TLSOnly("s3", bucketARN, bucketARN+"/*"),
	).JSON()
}
