package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestInstanceProfilesArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.InstanceProfilesArgs)) *iam.InstanceProfilesArgs {
		return checktest.With(new(installed("us-east-2")), change)
	}
	boundary := func(region string, arn pulumi.StringInput) *iam.InstanceProfilesArgs {
		return with(func(a *iam.InstanceProfilesArgs) { a.Region, a.PermissionsBoundary = region, arn })
	}
	checktest.Cases(t, "iam.InstanceProfilesArgs", map[string]checktest.Case{
		"least": {
			Reason: "the other arguments have defaults",
			Args:   &iam.InstanceProfilesArgs{InfraID: "demo-x7k2p", Stage: iam.StageCluster},
		},
		"boundary on GovCloud": {
			Reason: "ARNs have the partition of the region",
			Args:   boundary("us-gov-west-1", text("arn:aws-us-gov:iam::123456789012:policy/boundary")),
		},
		"boundary of another partition": {
			Reason: "China has its own ARNs",
			Args:   boundary("cn-north-1", text(boundaryARN)),
			Want: []string{
				".PermissionsBoundary: " + boundaryARN + " is in partition aws; cn-north-1 is in partition aws-cn",
			},
		},
	})
}
