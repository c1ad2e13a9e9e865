package cluster

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

const bootstrapKey = "bootstrap.ign"

// registerBootstrapIgnition registers a bucket for the bootstrap Ignition, which contains private keys and is too large for user
// data. It returns the object's S3 URL.
func (b *controlPlaneBuilder) registerBootstrapIgnition() (pulumi.StringOutput, error) {
	physical := names.BootstrapBucket(b.Install.InfraID)
	created, err := s3.NewBucketV2(b.Ctx, b.child("bootstrap"), &s3.BucketV2Args{
		Bucket:       pulumi.String(physical),
		ForceDestroy: pulumi.Bool(true),
		Tags:         b.ownedTags(physical),
	}, b.options(pulumi.DeleteBeforeReplace(true))...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	arn := partition.OfRegion(b.Install.Region).ARN("s3", "", "", physical)
	readers, err := b.bootstrapReaders()
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	settings, err := bucket.Close(b.Ctx, b.child("bootstrap"), created, pulumi.String(arn), readers, b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	object, err := s3.NewBucketObjectv2(b.Ctx, b.child("bootstrap", "ignition"), &s3.BucketObjectv2Args{
		Bucket:               created.ID(),
		Key:                  pulumi.String(bootstrapKey),
		Content:              b.Install.BootstrapIgnition,
		ContentType:          pulumi.String("application/json"),
		ServerSideEncryption: pulumi.String("AES256"),
	}, b.options(pulumi.DependsOn(settings))...) // The bucket is private before it contains anything.
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	// The key is an output of the object, so that the machine starts after the object exists.
	return pulumi.Sprintf("s3://%s/%s", physical, object.Key), nil
}
