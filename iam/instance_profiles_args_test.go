package iam_test

import (
	"strings"
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
		"deep path": {
			reason: "a path may have several parts",
			args:   with(func(a *iam.InstanceProfilesArgs) { a.Path = "/a/b-c/d_e/" }),
		},
		"longest path": {
			reason: "IAM paths have at most 512 characters",
			args:   with(func(a *iam.InstanceProfilesArgs) { a.Path = "/" + strings.Repeat("p", 510) + "/" }),
		},
		"boundary": {
			reason: "a boundary may be a customer managed policy",
			args:   boundary("us-east-2", text(policyPrefix+"team/boundary")),
		},
		"AWS managed boundary": {
			reason: "a boundary may be an AWS managed policy",
			args:   boundary("us-east-2", text("arn:aws:iam::aws:policy/PowerUserAccess")),
		},
		"boundary on GovCloud": {
			reason: "ARNs have the partition of the region",
			args:   boundary("us-gov-west-1", text("arn:aws-us-gov:iam::123456789012:policy/boundary")),
		},
		"unknown boundary": {
			reason: "an output cannot be checked before it is known",
			args:   boundary("us-east-2", text("x").ToStringOutput()),
		},
		"nil": {
			reason: "the infrastructure ID and the stage have no default",
			args:   (*iam.InstanceProfilesArgs)(nil),
			want:   under(path, "InfraID: required", "Stage: required"),
		},
		"wrong forms": {
			reason: "each field has its form",
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
