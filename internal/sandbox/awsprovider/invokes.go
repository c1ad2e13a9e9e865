package awsprovider

import (
	"context"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsanswers"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// Invoke answers the functions that tell where a program runs.
func (p *Provider) Invoke(ctx context.Context, req plugin.InvokeRequest) (plugin.InvokeResponse, error) {
	region := p.configs.of(ctx).region
	if given := props.Reveal(req.Args["name"]); given.IsString() && strings.Contains(string(req.Tok), "getRegion") {
		region = given.StringValue()
	}
	cloud := partition.OfRegion(region)
	var result map[string]any
	switch req.Tok {
	case "aws:index/getAvailabilityZones:getAvailabilityZones":
		result = zones(region)
	case "aws:index/getRegion:getRegion":
		result = map[string]any{
			"id": region, "name": region, "description": region, "endpoint": "ec2." + region + "." + cloud.DNSSuffix,
		}
	case "aws:index/getCallerIdentity:getCallerIdentity":
		result = map[string]any{
			"id": awsanswers.AccountID, "accountId": awsanswers.AccountID, "userId": "AIDASANDBOX",
			"arn": cloud.ARN("iam", "", awsanswers.AccountID, "user/sandbox"),
		}
	case "aws:index/getPartition:getPartition":
		labels := strings.Split(cloud.DNSSuffix, ".")
		reversed := ""
		for _, label := range labels {
			reversed = strings.TrimSuffix(label+"."+reversed, ".")
		}
		result = map[string]any{
			"id": cloud.ID, "partition": cloud.ID, "dnsSuffix": cloud.DNSSuffix, "reverseDnsPrefix": reversed,
		}
	default:
		return plugin.InvokeResponse{}, fmt.Errorf("the sandbox has no answer for %s", req.Tok)
	}
	return plugin.InvokeResponse{Properties: resource.NewPropertyMapFromMap(result)}, nil
}

// zones gives every region three zones.
func zones(region string) map[string]any {
	var names, ids []any
	for _, letter := range "abc" {
		names = append(names, region+string(letter))
		ids = append(ids, awsanswers.ZoneID(region+string(letter)))
	}
	return map[string]any{"id": region, "names": names, "zoneIds": ids, "groupNames": []any{region}}
}
