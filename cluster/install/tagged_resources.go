package install

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	tagging "github.com/aws/aws-sdk-go-v2/service/resourcegroupstaggingapi"
	"github.com/aws/aws-sdk-go-v2/service/resourcegroupstaggingapi/types"
	"github.com/aws/aws-sdk-go-v2/service/sts"
)

// TaggedResources returns the ARNs of the resources in a region that a cluster owns by its tag, kubernetes.io/cluster/<infraID>,
// sorted, with the credentials of the environment. AWS lists deleted instances for about an hour.
func TaggedResources(ctx context.Context, region, infraID string) ([]string, error) {
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion(region))
	if err != nil {
		return nil, err
	}
	pages := tagging.NewGetResourcesPaginator(tagging.NewFromConfig(settings), &tagging.GetResourcesInput{
		TagFilters: []types.TagFilter{{Key: aws.String("kubernetes.io/cluster/" + infraID), Values: []string{"owned"}}},
	})
	var arns []string
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for _, resource := range page.ResourceTagMappingList {
			arns = append(arns, aws.ToString(resource.ResourceARN))
		}
	}
	slices.Sort(arns)
	return arns, nil
}

// AccountID returns the ID of the AWS account, with the credentials of the environment.
func AccountID(ctx context.Context, region string) (string, error) {
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion(region))
	if err != nil {
		return "", err
	}
	identity, err := sts.NewFromConfig(settings).GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{})
	if err != nil {
		return "", err
	}
	return aws.ToString(identity.Account), nil
}
