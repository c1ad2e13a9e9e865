package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

const (
	keyARN    = "arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"
	govKeyARN = "arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"
)

func registryBucket(args *storage.RegistryBucketArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		made, err := storage.NewRegistryBucket(ctx, "main", args, opts...)
		if err != nil {
			return err
		}
		ctx.Export("name", made.Name)
		ctx.Export("arn", made.ARN)
		return nil
	}
}

func TestRegistryBucketGolden(t *testing.T) {
	t.Parallel()
	defaults := &storage.RegistryBucketArgs{InfraID: "demo-x7k2p"}
	golden.Check(t, "testdata/registry-bucket.golden", mockstest.Run(t, registryBucket(defaults)).Golden())
	golden.Check(t, "testdata/registry-bucket-kms.golden", mockstest.Run(t, registryBucket(&storage.RegistryBucketArgs{
		InfraID:                   mockstest.LongInfraID,
		KMSKeyARN:                 pulumi.String(keyARN),
		AbortUploadsAfterDays:     7,
		ExpireNoncurrentAfterDays: 90,
		ForceDestroy:              true,
		Tags:                      pulumi.StringMap{"team": pulumi.String("core"), "Name": pulumi.String("mine")},
	})).Golden())
	golden.Check(
		t,
		"testdata/registry-bucket-logs.golden",
		mockstest.Run(t, registryBucket(&storage.RegistryBucketArgs{
			InfraID: "demo-x7k2p", AccessLogs: &storage.AccessLogsArgs{Bucket: pulumi.String("logs-of-demo"), Prefix: "registry/"},
		})).Golden(),
	)
	mockstest.PreviewIsTheUpdate(t, registryBucket(defaults))
	assert.Equal(
		t,
		&storage.RegistryBucketArgs{InfraID: "demo-x7k2p"},
		defaults,
		"the user's arguments stay as they are",
	)
}

// TestRegistryBucketPrefixFits because S3 would refuse the generated name of a cluster with the longest id.
func TestRegistryBucketPrefixFits(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, registryBucket(&storage.RegistryBucketArgs{InfraID: mockstest.LongInfraID}))
	prefix := mockstest.Find(t, rec, "main-registry").Inputs["bucketPrefix"].(string)
	assert.LessOrEqual(t, len(prefix), bucket.PrefixLimit, "the provider adds 26 characters to %s", prefix)
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

func TestRegistryBucketArgsThatAreLegal(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.RegistryBucketArgs
	}{
		"one letter": {reason: "no least length", args: &storage.RegistryBucketArgs{InfraID: "a"}},
		"alias": {
			reason: "a key goes by its alias, too",
			args: &storage.RegistryBucketArgs{
				InfraID:   "a",
				KMSKeyARN: pulumi.String("arn:aws-us-gov:kms:us-gov-west-1:123456789012:alias/registry"),
			},
		},
		"output": {
			reason: "a key that is made in the same program is not known yet",
			args:   &storage.RegistryBucketArgs{InfraID: "a", KMSKeyARN: pulumi.String(keyARN).ToStringOutput()},
		},
		"long": {
			reason: "S3 has no greatest number of days that matters",
			args:   &storage.RegistryBucketArgs{InfraID: "a", ExpireNoncurrentAfterDays: 36500},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, tt.args.Validate(), tt.reason)
			mockstest.Run(t, registryBucket(tt.args))
		})
	}
}

func TestRegistryBucketArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.RegistryBucketArgs
		want   []string
	}{
		"nil": {reason: "the name begins with it", want: []string{"InfraID: is required"}},
		"upper case": {
			reason: "S3 takes none",
			args:   &storage.RegistryBucketArgs{InfraID: "Demo"},
			want: []string{
				`InfraID: "Demo" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`,
			},
		},
		"key id": {
			reason: "of another account it would name a key of this one",
			args: &storage.RegistryBucketArgs{
				InfraID:   "a",
				KMSKeyARN: pulumi.String("0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"),
			},
			want: []string{
				`KMSKeyARN: "0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a" is no key's ARN; one looks like ` + keyARN,
			},
		},
		"logs": {
			reason: "a bucket that is nil",
			args: &storage.RegistryBucketArgs{
				InfraID:    "a",
				AccessLogs: &storage.AccessLogsArgs{Prefix: "registry/"},
			},
			want: []string{"AccessLogs.Bucket: is required"},
		},
		"several": {
			reason: "all at once",
			args: &storage.RegistryBucketArgs{
				InfraID:                   "a",
				KMSKeyARN:                 pulumi.String(""),
				AbortUploadsAfterDays:     -1,
				ExpireNoncurrentAfterDays: -30,
				Tags:                      pulumi.StringMap{"a": nil},
			},
			want: []string{
				`KMSKeyARN: "" is no key's ARN; one looks like ` + keyARN,
				"AbortUploadsAfterDays: -1 is no number of days that S3 takes; it is 1 or more",
				"ExpireNoncurrentAfterDays: -30 is no number of days that S3 takes; it is 1 or more",
				`Tags: key "a" has no value`,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, registryBucket(tt.args), "storage.RegistryBucketArgs.", tt.want, tt.reason)
		})
	}
}
