package iam

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/cloudfront"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
)

// cachingDisabled is the ID of AWS's managed cache policy CachingDisabled (Amazon CloudFront developer guide, "Use managed cache
// policies"): a new key must not wait for a cached document.
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"

// originID is the ID of the distribution's only origin.
const originID = "issuer"

// registerDistribution registers the private bucket and the CloudFront distribution that serves it. The documents contain the
// distribution's domain, so they are registered afterwards.
func (d *issuerDocuments) registerDistribution() (*s3.BucketV2, *cloudfront.Distribution, error) {
	bucket, err := d.registerBucket()
	if err != nil {
		return nil, nil, err
	}
	access, err := cloudfront.NewOriginAccessControl(d.ctx, d.name+"-origin-access", &cloudfront.OriginAccessControlArgs{
		Name:                          d.bucketName.ToStringOutput().ToStringPtrOutput(),
		Description:                   pulumi.String("Reads the issuer's documents"),
		OriginAccessControlOriginType: pulumi.String("s3"),
		SigningBehavior:               pulumi.String("always"),
		SigningProtocol:               pulumi.String("sigv4"),
	}, d.parent)
	if err != nil {
		return nil, nil, err
	}
	readers := pulumi.ToStringArray([]string{"GET", "HEAD"})
	distribution, err := cloudfront.NewDistribution(d.ctx, d.name+"-distribution", &cloudfront.DistributionArgs{
		Comment: d.bucketName.ToStringOutput().ToStringPtrOutput(),
		Enabled: pulumi.Bool(true),
		Origins: cloudfront.DistributionOriginArray{cloudfront.DistributionOriginArgs{
			OriginId:              pulumi.String(originID),
			DomainName:            bucket.BucketRegionalDomainName,
			OriginAccessControlId: access.ID().ToStringOutput().ToStringPtrOutput(),
		}},
		DefaultCacheBehavior: cloudfront.DistributionDefaultCacheBehaviorArgs{
			TargetOriginId:       pulumi.String(originID),
			AllowedMethods:       readers,
			CachedMethods:        readers,
			CachePolicyId:        pulumi.String(cachingDisabled),
			ViewerProtocolPolicy: pulumi.String("https-only"),
		},
		Restrictions: cloudfront.DistributionRestrictionsArgs{
			GeoRestriction: cloudfront.DistributionRestrictionsGeoRestrictionArgs{RestrictionType: pulumi.String("none")},
		},
		ViewerCertificate: cloudfront.DistributionViewerCertificateArgs{CloudfrontDefaultCertificate: pulumi.Bool(true)},
		Tags:              d.tags,
	}, d.parent)
	return bucket, distribution, err
}

// registerPrivate registers the documents in the private bucket, and returns what must exist before tokens can be verified.
func (d *issuerDocuments) registerPrivate(bucket *s3.BucketV2, distribution *cloudfront.Distribution) ([]pulumi.Resource, error) {
	access, err := d.registerAccess(bucket, true)
	if err != nil {
		return nil, err
	}
	document := pulumi.All(bucket.Arn, distribution.Arn).ApplyT(func(arns []any) string {
		return distributionBucketPolicy(arns[0].(string), arns[1].(string))
	}).(pulumi.StringOutput)
	bucketPolicy, err := s3.NewBucketPolicy(d.ctx, d.name+"-bucket-policy", &s3.BucketPolicyArgs{
		Bucket: bucket.Bucket,
		Policy: document,
	}, d.parent, pulumi.DependsOn([]pulumi.Resource{access})) // S3 rejects concurrent changes of a bucket's access.
	if err != nil {
		return nil, err
	}
	objects, err := d.registerObjects(bucket)
	return append([]pulumi.Resource{bucketPolicy}, objects...), err
}

// distributionBucketPolicy lets one distribution read the two documents (Amazon CloudFront developer guide, "Restrict access to an
// Amazon S3 origin").
func distributionBucketPolicy(bucketARN, distributionARN string) string {
	return policy.New(
		policy.Statement{
			Sid:       "AllowDistribution",
			Effect:    policy.Allow,
			Principal: map[string][]string{"Service": {"cloudfront.amazonaws.com"}},
			Action:    []string{"s3:GetObject"},
			Resource:  []string{fmt.Sprintf("%s/%s", bucketARN, discoveryKey), fmt.Sprintf("%s/%s", bucketARN, jwksKey)},
			Condition: map[string]map[string][]string{"StringEquals": {"AWS:SourceArn": {distributionARN}}},
		},
		policy.TLSOnly("s3", bucketARN, bucketARN+"/*"),
	).JSON()
}
