package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

func TestInstanceProfilesArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.InstanceProfilesArgs)) *iam.InstanceProfilesArgs {
		args := installed("us-east-2")
		change(&args)
		return &args
	}
	boundary := func(region string, arn pulumi.StringInput) *iam.InstanceProfilesArgs {
		return with(func(a *iam.InstanceProfilesArgs) { a.Region, a.PermissionsBoundary = region, arn })
	}
	const path = "iam.InstanceProfilesArgs"
	checkArgs(t, map[string]argsRow{
		"least": {
			reason: "the other arguments have defaults",
			args:   &iam.InstanceProfilesArgs{InfraID: "demo-x7k2p", Stage: iam.StageCluster},
		},
		"boundary on GovCloud": {
			reason: "ARNs have the partition of the region",
			args:   boundary("us-gov-west-1", text("arn:aws-us-gov:iam::123456789012:policy/boundary")),
		},
		"nil": {
			reason: "the infrastructure ID and the stage have no default",
			args:   (*iam.InstanceProfilesArgs)(nil),
			want:   under(path, "InfraID: required", "Stage: required"),
		},
		"wrong formats": {
			reason: "each field has its format",
			args: with(func(a *iam.InstanceProfilesArgs) {
				a.Region = "us-east-2a"
				a.Stage = "install"
				a.Path = "/open shift/"
				a.PermissionsBoundary = text(rolePrefix + "boundary")
			}),
			want: under(path,
				"Region: format",
				"Stage: one-of",
				"Path: format",
				"PermissionsBoundary: format",
			),
		},
		"boundary of another partition": {
			reason: "China has its own ARNs",
			args:   boundary("cn-north-1", text(boundaryARN)),
			want: under(path,
				"PermissionsBoundary: "+boundaryARN+" is in partition aws; cn-north-1 is in partition aws-cn"),
		},
	})
}
