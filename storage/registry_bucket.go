package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
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
	// ARN is the bucket's ARN. It depends on the same resources as [Name].
	ARN pulumi.StringOutput `pulumi:"arn"`
}

// NewRegistryBucket registers a RegistryBucket.
func NewRegistryBucket(ctx *pulumi.Context, name string, args *RegistryBucketArgs, opts ...pulumi.ResourceOption) (*RegistryBucket, error) {
	return component.Register(ctx, name, args, opts, component.Type[RegistryBucketArgs, RegistryBucket]{
		Token:   "openshift-aws:storage:RegistryBucket",
		Lasting: true,
		Keep: func(args *RegistryBucketArgs) []keep.Rule {
			return []keep.Rule{keptName("storage.RegistryBucketArgs.InfraID", args.desiredBucket().Prefix)}
		},
		Children: func(b *component.Builder[RegistryBucketArgs, RegistryBucket]) error {
			created, err := bucket.New(b.Ctx, b.Name+"-registry", b.Args.desiredBucket(), b.Parent)
			if err != nil {
				return err
			}
			b.Component.Name, b.Component.ARN = created.Name, created.ARN
			return nil
		},
	})
}

// keptName is the beginning of a bucket's name, which S3 cannot change.
func keptName(field check.Path, prefix string) keep.Rule {
	return keep.Fixed("bucketPrefix", field, pulumi.String(prefix), "the bucket would be deleted with everything in it. Set it back; for another "+
		"bucket register another component")
}

func (a *RegistryBucketArgs) desiredBucket() bucket.Args {
	return bucket.Args{
		Prefix:                    a.InfraID + "-registry-",
		KMSKeyARN:                 a.KMSKeyARN,
		AbortUploadsAfterDays:     a.AbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: a.ExpireNoncurrentAfterDays,
		Logs:                      (*bucket.Logs)(a.AccessLogs),
		ForceDestroy:              a.ForceDestroy != nil && *a.ForceDestroy,
		Tags: tags.Merge(a.Tags, map[string]string{
			"Name":                  a.InfraID + "-registry",
			tags.Cluster(a.InfraID): tags.Owned,
		}),
	}
}
