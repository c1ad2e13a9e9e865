// Package region finds the AWS region of a component, so that a program does not repeat what its AWS provider knows.
package region

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/config"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Of returns the region of a registered component: explicit unless it is empty, otherwise the region of the AWS provider that
// the component's children use. The region of the default provider is the configuration value aws:region, AWS_REGION or
// AWS_DEFAULT_REGION.
func Of(ctx *pulumi.Context, component providers, explicit string) (pulumi.StringOutput, error) {
	if explicit != "" {
		return pulumi.String(explicit).ToStringOutput(), nil
	}
	switch provider := component.GetProvider(awsPackage).(type) {
	case nil:
	case *aws.Provider:
		return provider.Region.ApplyT(ofProvider).(pulumi.StringOutput), nil
	default:
		return pulumi.StringOutput{}, fmt.Errorf("cannot read the region of the AWS provider (%T); set Region", provider)
	}
	if region := config.GetRegion(ctx); region != "" {
		return pulumi.String(region).ToStringOutput(), nil
	}
	return pulumi.StringOutput{}, errors.New("aws:region: is required; run `pulumi config set aws:region us-east-2` or set AWS_REGION")
}

// Default returns explicit if it is set, otherwise the region of the default AWS provider; empty if none is configured. Components
// without AWS resources use it. Others use Known before they are registered, and Of afterwards.
func Default(ctx *pulumi.Context, explicit string) string {
	return cmp.Or(explicit, config.GetRegion(ctx))
}

// Require returns the problem of the arguments at path if Default found no region for their component.
func Require(path check.Path, region string) error {
	var p check.Problems
	p.Required(path+".Region", region)
	return p.Err()
}

// InPartition returns a text that depends on the partition of a region, such as an ARN or a policy document.
func InPartition(region pulumi.StringOutput, text func(partition.Partition) string) pulumi.StringOutput {
	return region.ApplyT(func(region string) string { return text(partition.OfRegion(region)) }).(pulumi.StringOutput)
}

// awsPackage is a token of the package whose provider is looked up.
const awsPackage = "aws:index/region:Region"

// providers is a registered resource.
type providers interface {
	GetProvider(token string) pulumi.ProviderResource
}

func ofProvider(region *string) (string, error) {
	if region == nil || *region == "" {
		return "", errors.New("the AWS provider has no region; set Region")
	}
	return *region, nil
}
