package storage

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
)

// RegistryBucket is the S3 bucket of the cluster's image registry. It is private (all public access blocked, access control
// lists disabled), encrypted and versioned, and rejects requests without TLS.
//
// The name is generated and begins with `<infra id>-registry-`. The bucket is in the region of the AWS provider. It has the
// cluster tag with the value owned, so `openshift-install destroy cluster` deletes it like the bucket that the registry's
// operator would create. See ImageRegistry for the order in which a bucket and its cluster are deleted.
type RegistryBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name. It depends on the bucket's settings, so what uses it is created after the bucket is private.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It depends on the same resources as Name.
	ARN pulumi.StringOutput `pulumi:"arn"`
}

// NewRegistryBucket registers a RegistryBucket. It returns the problems of all invalid arguments, joined, before anything is
// registered.
func NewRegistryBucket(
	ctx *pulumi.Context, name string, args *RegistryBucketArgs, opts ...pulumi.ResourceOption,
) (*RegistryBucket, error) {
	component := &RegistryBucket{}
	args, err := composite.Start(ctx, "openshift-aws:storage:RegistryBucket", name, args, component, opts)
	if err != nil {
		return nil, err
	}
	filled := args.withDefaults()
	created, err := bucket.New(ctx, name+"-registry", filled.desiredBucket(), pulumi.Parent(component))
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:storage:RegistryBucket %s: %w", name, err)
	}
	component.Name, component.ARN = created.Name, created.ARN
	return component, composite.RegisterOutputs(ctx, component)
}

func (a RegistryBucketArgs) desiredBucket() bucket.Args {
	return bucket.Args{
		Prefix:                    a.InfraID + "-registry-",
		KMSKeyARN:                 a.KMSKeyARN,
		AbortUploadsAfterDays:     a.AbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: a.ExpireNoncurrentAfterDays,
		Logs:                      (*bucket.Logs)(a.AccessLogs),
		ForceDestroy:              a.ForceDestroy,
		Tags: tags.Merge(a.Tags, map[string]string{
			"Name":                  a.InfraID + "-registry",
			tags.Cluster(a.InfraID): tags.Owned,
		}),
	}
}
