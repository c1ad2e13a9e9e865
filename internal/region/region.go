// Package region finds the AWS region of a component, so that a program does not repeat what its provider knows.
package region

import (
	"fmt"
	"os"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Of returns the region of a registered component: explicit if it is set, otherwise that of the AWS provider that the component's
// children use. For the default provider that is the configuration aws:region, or AWS_REGION or AWS_DEFAULT_REGION in the environment.
func Of(ctx *pulumi.Context, component providers, explicit string) (pulumi.StringOutput, error) {
	if explicit != "" {
		return pulumi.String(explicit).ToStringOutput(), nil
	}
	if provider, ok := component.GetProvider(awsPackage).(*aws.Provider); ok {
		return provider.Region.Elem(), nil
	}
	if region := Default(ctx, ""); region != "" {
		return pulumi.String(region).ToStringOutput(), nil
	}
	return pulumi.StringOutput{}, fmt.Errorf("aws:region: is required; run `pulumi config set aws:region us-east-2`, or set AWS_REGION")
}

// Default returns explicit if it is set, otherwise the region of the default AWS provider; empty if the program does not know it. Use it
// to check arguments before a component is registered.
func Default(ctx *pulumi.Context, explicit string) string {
	if explicit != "" {
		return explicit
	}
	if configured, ok := ctx.GetConfig("aws:region"); ok && configured != "" {
		return configured
	}
	for _, variable := range []string{"AWS_REGION", "AWS_DEFAULT_REGION"} {
		if region := os.Getenv(variable); region != "" {
			return region
		}
	}
	return ""
}

// awsPackage is a token of the package whose provider is looked up.
const awsPackage = "aws:index/region:Region"

// providers is a registered resource.
type providers interface {
	GetProvider(token string) pulumi.ProviderResource
}
