package storage

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// RegistryBucket is the S3 bucket that the cluster's image registry keeps images in. It is private (all public access
// blocked, access control lists off), encrypted, versioned, and refuses requests without TLS.
//
// The name is generated and begins with `<infra id>-registry-`. The bucket is in the region of the AWS provider. It
// carries the cluster's tag with the value owned, so `openshift-install destroy cluster` deletes it as it deletes the
// bucket that the registry's operator would make.
type RegistryBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name. It waits for the bucket's settings: what uses it finds the bucket closed.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It waits as Name does.
	ARN pulumi.StringOutput `pulumi:"arn"`
}

// NewRegistryBucket registers a RegistryBucket. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewRegistryBucket(ctx *pulumi.Context, name string, args *RegistryBucketArgs, opts ...pulumi.ResourceOption) (*RegistryBucket, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	filled := args.withDefaults()
	component := &RegistryBucket{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:RegistryBucket", name, component, opts...); err != nil {
		return nil, err
	}
	made, err := bucket.New(ctx, name+"-registry", filled.plan(), pulumi.Parent(component))
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:storage:RegistryBucket %s: %w", name, err)
	}
	component.Name, component.ARN = made.Name, made.ARN
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name, "arn": component.ARN})
}

func (a RegistryBucketArgs) plan() bucket.Args {
	return bucket.Args{
		Prefix:                    a.InfraID + "-registry-",
		KMSKeyARN:                 a.KMSKeyARN,
		AbortUploadsAfterDays:     a.AbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: a.ExpireNoncurrentAfterDays,
		Logs:                      a.AccessLogs.plan(),
		ForceDestroy:              a.ForceDestroy,
		Tags: tags.Merge(a.Tags, map[string]string{
			"Name":                  a.InfraID + "-registry",
			tags.Cluster(a.InfraID): tags.Owned,
		}),
	}
}
