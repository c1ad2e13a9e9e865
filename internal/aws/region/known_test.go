package region_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestKnown(t *testing.T) {
	t.Parallel()
	err := mocks.New(mocks.Region("eu-west-1")).Run(func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "other", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
		if err != nil {
			return err
		}
		parent := &pulumi.ResourceState{}
		err = ctx.RegisterComponentResource("test:index:Parent", "parent", parent, pulumi.Providers(provider))
		if err != nil {
			return err
		}
		assert.Equal(t, "eu-west-1", region.Known(ctx, ""), "the default provider's region is configured")
		assert.Equal(t, "us-east-2", region.Known(ctx, "us-east-2"), "an explicit region takes precedence")
		assert.Empty(t, region.Known(ctx, "", pulumi.Provider(provider)), "the region of a provider is an output")
		assert.Empty(t, region.Known(ctx, "", pulumi.Providers(provider)), "the region of a provider is an output")
		assert.Empty(t, region.Known(ctx, "", pulumi.Parent(parent)), "a component inherits its parent's provider")
		return nil
	})
	assert.NoError(t, err)
}
