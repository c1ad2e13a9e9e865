package install

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/iam"
	tagging "github.com/aws/aws-sdk-go-v2/service/resourcegroupstaggingapi"
	"github.com/aws/aws-sdk-go-v2/service/resourcegroupstaggingapi/types"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

// TaggedResources returns the ARNs of the resources that a cluster owns by its tag, kubernetes.io/cluster/<infraID>, sorted, with the
// credentials of the environment: those that `openshift-install destroy cluster` finds (openshift/installer release-4.19
// pkg/destroy/aws/aws.go). It looks in the cluster's region, in the region of the partition's global services (IAM, Route 53,
// CloudFront), and among the IAM users of the operators in mode Mint, whose tags only IAM knows. AWS lists deleted instances for about
// an hour.
func TaggedResources(ctx context.Context, region, infraID string) ([]string, error) {
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion(region))
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, where := range taggingRegions(region) {
		if err := addTagged(ctx, settings, where, infraID, found); err != nil {
			return nil, fmt.Errorf("listing resources with the cluster's tag in %s: %w", where, err)
		}
	}
	if err := addUsers(ctx, settings, infraID, found); err != nil {
		return nil, fmt.Errorf("listing IAM users with the cluster's tag: %w", err)
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// taggingRegions returns the regions whose tagging APIs know a cluster's resources: its own, and that of the global services. The
// installer knows none of the latter in the other partitions.
func taggingRegions(region string) []string {
	global := map[string]string{"aws": "us-east-1", "aws-us-gov": "us-gov-west-1"}[partition.OfRegion(region).ID]
	if global == "" || global == region {
		return []string{region}
	}
	return []string{region, global}
}

func ownedTag(infraID string) (key, value string) {
	return "kubernetes.io/cluster/" + infraID, "owned"
}

func addTagged(ctx context.Context, settings aws.Config, region, infraID string, found map[string]bool) error {
	key, value := ownedTag(infraID)
	client := tagging.NewFromConfig(settings, func(o *tagging.Options) { o.Region = region })
	pages := tagging.NewGetResourcesPaginator(client, &tagging.GetResourcesInput{
		TagFilters: []types.TagFilter{{Key: aws.String(key), Values: []string{value}}},
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, resource := range page.ResourceTagMappingList {
			found[aws.ToString(resource.ResourceARN)] = true
		}
	}
	return nil
}

// userPrefix is the longest beginning of an infrastructure ID in the name of a user (openshift/cloud-credential-operator release-4.19
// pkg/aws/actuator/actuator.go, generateUserName).
const userPrefix = 20

// addUsers adds the IAM users that the cloud credential operator creates in mode Mint.
func addUsers(ctx context.Context, settings aws.Config, infraID string, found map[string]bool) error {
	key, value := ownedTag(infraID)
	client := iam.NewFromConfig(settings)
	prefix := infraID[:min(userPrefix, len(infraID))] + "-"
	pages := iam.NewListUsersPaginator(client, &iam.ListUsersInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, user := range page.Users {
			if !strings.HasPrefix(aws.ToString(user.UserName), prefix) {
				continue
			}
			// A user has at most 50 tags, which one page contains.
			tags, err := client.ListUserTags(ctx, &iam.ListUserTagsInput{UserName: user.UserName})
			if err != nil {
				return err
			}
			for _, tag := range tags.Tags {
				if aws.ToString(tag.Key) == key && aws.ToString(tag.Value) == value {
					found[aws.ToString(user.Arn)] = true
				}
			}
		}
	}
	return nil
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
