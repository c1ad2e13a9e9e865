package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

func TestAccountRolesArgs(t *testing.T) {
	t.Parallel()
	hcp := func(change func(*iam.AccountRolesArgs)) *iam.AccountRolesArgs {
		args := &iam.AccountRolesArgs{Region: "us-east-2"}
		change(args)
		return args
	}
	classic := func(change func(*iam.AccountRolesArgs)) *iam.AccountRolesArgs {
		args := &iam.AccountRolesArgs{Product: iam.Classic, Region: "us-east-2", OpenShiftVersion: "4.18"}
		change(args)
		return args
	}
	p := func(n int) string { return strings.Repeat("p", n) }
	shared := func(route53, endpoint pulumi.StringInput) func(*iam.AccountRolesArgs) {
		return func(a *iam.AccountRolesArgs) {
			a.SharedVpc = &iam.SharedVpcArgs{Route53RoleARN: route53, VpcEndpointRoleARN: endpoint}
		}
	}
	const path = "iam.AccountRolesArgs"
	checkArgs(t, map[string]argsRow{
		"policies of other account roles": {
			reason: "the policies are registered or given",
			args: &iam.AccountRolesArgs{
				SharedVpc: &iam.SharedVpcArgs{
					Route53RoleARN: text(rolePrefix + "a"), VpcEndpointRoleARN: text(rolePrefix + "b"),
				},
				SharedVpcPolicies: &iam.SharedVpcPolicies{Route53ARN: text(policyPrefix + "x")},
			},
			want: under(path, "SharedVpc: exclusive", "SharedVpcPolicies.VpcEndpointARN: required"),
		},
		"nil": {reason: "HCP has defaults for all arguments", args: (*iam.AccountRolesArgs)(nil)},
		"classic": {reason: "Classic needs only a version", args: &iam.AccountRolesArgs{
			Product: iam.Classic, OpenShiftVersion: "4.18",
		}},
		"longest HCP prefix": {
			reason: "40 characters leave room for the longest suffix",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(40) }),
		},
		"longest Classic prefix": {
			reason: "the truncated names of all policies differ",
			args:   classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(46) }),
		},
		"China": {
			reason: "another partition needs the account of OCM",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Region, a.OCMAccountID = "cn-north-1", "111122223333" }),
		},
		"boundary of another region": {
			reason: "without a region the partition is unknown",
			args:   &iam.AccountRolesArgs{PermissionsBoundary: text("arn:aws-cn:iam::123456789012:policy/b")},
		},
		"wrong formats": {
			reason: "each field has its format",
			args: hcp(func(a *iam.AccountRolesArgs) {
				a.Product = "dedicated"
				a.Prefix = "my roles"
				a.Region = "us-east-2a"
				a.Path = "/open-shift/"
				a.PermissionsBoundary = text(rolePrefix + "x")
				a.ExternalID = "a"
				a.OpenShiftVersion = "4.18.5"
				a.Environment = "prod"
				a.SupportPrincipal = text("sre")
				a.OCMAccountID, a.PropagationWait = "7100-1994-8333", &hour
				a.SharedVpc = &iam.SharedVpcArgs{VpcEndpointRoleARN: text("vpce")}
			}),
			want: under(path,
				"Product: one-of",
				"Prefix: format",
				"Region: format",
				"Path: format",
				"PermissionsBoundary: format",
				"ExternalID: format",
				"OpenShiftVersion: format",
				"Environment: one-of",
				"OCMAccountID: format",
				"SupportPrincipal: format",
				"SharedVpc.Route53RoleARN: required",
				"SharedVpc.VpcEndpointRoleARN: format",
				"PropagationWait: range",
			),
		},
		"long HCP prefix": {
			reason: "HCP's policies match role names by their suffixes, which must not be truncated",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(41) }),
			want:   under(path, "Prefix: range"),
		},
		"long Classic prefix": {
			reason: "the truncated names of two policies would be the same",
			args:   classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(47) }),
			want:   under(path, "Prefix: range"),
		},
		"boundary of another partition": {
			reason: "a boundary must be in the partition of the region",
			args: hcp(func(a *iam.AccountRolesArgs) {
				a.PermissionsBoundary = text("arn:aws-cn:iam::123456789012:policy/b")
			}),
			want: under(path, "PermissionsBoundary: arn:aws-cn:iam::123456789012:policy/b is in partition aws-cn; "+
				"us-east-2 is in partition aws"),
		},
		"principal of another partition": {
			reason: "IAM rejects principals of other partitions",
			args: hcp(func(a *iam.AccountRolesArgs) {
				a.SupportPrincipal = text("arn:aws-cn:iam::123456789012:role/r")
			}),
			want: under(path, "SupportPrincipal: arn:aws-cn:iam::123456789012:role/r is in partition aws-cn; "+
				"us-east-2 is in partition aws"),
		},
		"no version": {
			reason: "Classic's policies are tagged with a version",
			args:   classic(func(a *iam.AccountRolesArgs) { a.OpenShiftVersion = "" }),
			want:   under(path, "OpenShiftVersion: required"),
		},
		"China without an account": {
			reason: "the account of OCM is not known in every partition",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Region = "cn-north-1" }),
			want: under(path,
				"OCMAccountID: is required in cn-north-1: OCM has no known account in partition aws-cn"),
		},
		"shared VPC without an endpoint role": {
			reason: "RHCS drops an incomplete block silently",
			args:   hcp(shared(text(rolePrefix+"r53"), nil)),
			want:   under(path, "SharedVpc.VpcEndpointRoleARN: required"),
		},
		"endpoint role of Classic": {
			reason: "Classic creates no endpoint",
			args:   classic(shared(text(rolePrefix+"r53"), text(rolePrefix+"vpce"))),
			want: under(path, "SharedVpc.VpcEndpointRoleARN: must not be set for classic, "+
				"which creates no endpoint in a shared VPC"),
		},
	})
}
