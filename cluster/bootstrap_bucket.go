package cluster

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

const bootstrapKey = "bootstrap.ign"

// newBootstrapIgnition puts the bootstrap ignition, which holds private keys and is too long for user data, into a bucket
// of its own and returns its s3 location.
func (b *builder) newBootstrapIgnition() (pulumi.StringOutput, error) {
	physical := names.BootstrapBucket(b.Install.InfraID)
	made, err := s3.NewBucketV2(b.ctx, b.child("bootstrap"), &s3.BucketV2Args{
		Bucket:       pulumi.String(physical),
		ForceDestroy: pulumi.Bool(true),
		Tags:         b.ownedTags(physical),
	}, b.options(pulumi.DeleteBeforeReplace(true))...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	arn := partition.OfRegion(b.Install.Region).ARN("s3", "", "", physical)
	closed, err := bucket.Close(b.ctx, b.child("bootstrap"), made, pulumi.String(arn), b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	object, err := s3.NewBucketObjectv2(b.ctx, b.child("bootstrap", "ignition"), &s3.BucketObjectv2Args{
		Bucket:               made.ID(),
		Key:                  pulumi.String(bootstrapKey),
		Content:              b.Install.BootstrapIgnition,
		ContentType:          pulumi.String("application/json"),
		ServerSideEncryption: pulumi.String("AES256"),
	}, b.options(pulumi.DependsOn(closed))...) // The bucket is closed before there is anything in it.
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	// By the object's key rather than the constant: the machine starts when the object is there.
	return pulumi.Sprintf("s3://%s/%s", physical, object.Key), nil
}
