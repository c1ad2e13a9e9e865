// Package region finds the AWS region of a component, so that a program does not repeat what its AWS provider knows.
package region

import (
	"errors"
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/config"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// Of returns the region of a registered component: explicit unless it is empty, otherwise the region of the AWS provider that
// the component's children use. The region of the default provider is the configuration value aws:region, AWS_REGION or
// AWS_DEFAULT_REGION.
func Of(ctx *pulumi.Context, component Component, explicit string) (pulumi.StringOutput, error) {
	if explicit != "" {
		return pulumi.String(explicit).ToStringOutput(), nil
	}
	switch provider := component.GetProvider(anyAWSToken).(type) {
	case nil:
	case *aws.Provider:
		return provider.Region.ApplyT(ofProvider).(pulumi.StringOutput), nil
	default:
		return pulumi.StringOutput{}, fmt.Errorf("Region: is required: the region of the AWS provider (%T) cannot be read", provider)
	}
	if region := config.GetRegion(ctx); region != "" {
		return pulumi.String(region).ToStringOutput(), nil
	}
	return pulumi.StringOutput{}, errors.New("aws:region: is required; run `pulumi config set aws:region us-east-2` or set AWS_REGION")
}

// Default returns the region that is known before a component is registered, for checks of its arguments: explicit unless it is
// empty, otherwise the region of the default AWS provider. It is empty if no region is configured, or if opts or the parent in
// opts have an AWS provider: its region is an output, which Of returns.
func Default(ctx *pulumi.Context, explicit string, opts ...pulumi.ResourceOption) string {
	if explicit != "" {
		return explicit
	}
	if hasProvider(opts) {
		return ""
	}
	return config.GetRegion(ctx)
}

// InPartition returns a text that depends on the partition of a region, such as an ARN or a policy document.
func InPartition(region pulumi.StringOutput, text func(partition.Partition) string) pulumi.StringOutput {
	return region.ApplyT(func(region string) string { return text(partition.OfRegion(region)) }).(pulumi.StringOutput)
}

// Component is a registered component resource.
type Component interface {
	GetProvider(token string) pulumi.ProviderResource
}

const (
	// anyAWSToken is a token of the package whose provider is looked up.
	anyAWSToken      = "aws:index/region:Region"
	awsProviderToken = "pulumi:providers:aws"
)

func ofProvider(region *string) (string, error) {
	if region == nil || *region == "" {
		return "", errors.New("Region: is required: the AWS provider has no region")
	}
	return *region, nil
}

// hasProvider reports whether a component with these options has an AWS provider other than the default one.
func hasProvider(opts []pulumi.ResourceOption) bool {
	options, err := pulumi.NewResourceOptions(opts...)
	if err != nil {
		return false
	}
	for _, provider := range append(options.Providers, options.Provider) {
		if provider != nil && provider.PulumiResourceType() == awsProviderToken {
			return true
		}
	}
	parent, ok := options.Parent.(Component)
	return ok && parent.GetProvider(anyAWSToken) != nil
}
