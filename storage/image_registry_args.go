package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

const defaultRegistryReplicas = 2

// ImageRegistryArgs are the arguments of ImageRegistry.
type ImageRegistryArgs struct {
	// Bucket is the name of the bucket that images are kept in, such as RegistryBucket.Name. Required. A change is made
	// in place; images in the former bucket are not copied.
	Bucket pulumi.StringInput
	// Region is the bucket's region, such as us-east-2. Required. A change is made in place.
	Region string
	// KMSKeyARN is the ARN of the KMS key that images are encrypted with, RegistryBucketArgs.KMSKeyARN as a rule; nil for
	// S3's own keys. A change is made in place and counts for new images.
	KMSKeyARN pulumi.StringInput
	// Replicas is the number of registry pods, 2 by default. A change is made in place.
	Replicas pulumi.IntInput
	// Placement is where the pods run; by default on any worker. A change is made in place.
	Placement Placement
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *ImageRegistryArgs) Validate() error {
	const path = "storage.ImageRegistryArgs."
	var p check.Problems
	args := a.withDefaults()
	p.Required(path+"Bucket", args.Bucket)
	checkRegion(&p, path+"Region", args.Region)
	if args.KMSKeyARN != nil {
		checkKMSKeyARN(&p, path+"KMSKeyARN", args.KMSKeyARN)
	}
	if replicas, known := args.Replicas.(pulumi.Int); known && replicas < 1 {
		p.Addf(path+"Replicas", "%d is no number of pods; a registry has 1 or more", int(replicas))
	}
	args.Placement.Check(&p, path+"Placement")
	return p.Err()
}

func (a *ImageRegistryArgs) withDefaults() ImageRegistryArgs {
	args := ImageRegistryArgs{}
	if a != nil {
		args = *a
	}
	if args.Replicas == nil {
		args.Replicas = pulumi.Int(defaultRegistryReplicas)
	}
	return args
}
