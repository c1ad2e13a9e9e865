package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func registryBucket(args *storage.RegistryBucketArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewRegistryBucket, "main", args,
		func(created *storage.RegistryBucket) pulumi.Map {
			return pulumi.Map{"name": created.Name, "arn": created.ARN}
		}, opts...)
}

// TestRegistryBucketPrefixFits: S3 limits the length of names.
func TestRegistryBucketPrefixFits(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, registryBucket(&storage.RegistryBucketArgs{InfraID: mockstest.LongInfraID}))
	prefix := mockstest.Find(t, rec, "main-registry").Inputs["bucketPrefix"].(string)
	assert.LessOrEqual(t, len(prefix), bucket.PrefixLimit, "the provider adds 26 characters to %s", prefix)
}

// TestRegistryBucketOfASecretSettingThatIsNotSet: without its key, S3 would encrypt the bucket with another one.
func TestRegistryBucketOfASecretSettingThatIsNotSet(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	err := rec.Run(func(ctx *pulumi.Context) error {
		key := config.New(ctx, "").GetSecret("kmsKeyArn")
		return registryBucket(&storage.RegistryBucketArgs{InfraID: "demo-x7k2p", KMSKeyARN: key})(ctx)
	})
	assert.ErrorContains(t, err, "storage.RegistryBucketArgs.KMSKeyARN: resolves to an empty text, such as")
	assert.Empty(t, rec.OfType("aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2"))
}

func TestRegistryBucketProviderIsInherited(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "other-account", &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
		if err != nil {
			return err
		}
		return registryBucket(&storage.RegistryBucketArgs{InfraID: "demo-x7k2p"}, pulumi.Providers(provider))(ctx)
	})
	provider := mockstest.Find(t, rec, "other-account").URN
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.URN != provider {
			assert.Equal(t, provider, resource.Provider, resource.Name)
		}
	}
}
