package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestAccountRolesArgs(t *testing.T) {
	t.Parallel()
	hcp := func(change func(*iam.AccountRolesArgs)) *iam.AccountRolesArgs {
		return checktest.With(&iam.AccountRolesArgs{Region: "us-east-2"}, change)
	}
	classic := func(change func(*iam.AccountRolesArgs)) *iam.AccountRolesArgs {
		return checktest.With(&iam.AccountRolesArgs{Product: iam.Classic, Region: "us-east-2", OpenShiftVersion: "4.18"}, change)
	}
	p := func(n int) string { return strings.Repeat("p", n) }
	shared := func(route53, endpoint pulumi.StringInput) func(*iam.AccountRolesArgs) {
		return func(a *iam.AccountRolesArgs) {
			a.SharedVpc = &iam.SharedVpcArgs{Route53RoleARN: route53, VpcEndpointRoleARN: endpoint}
		}
	}
	checktest.Cases(t, "iam.AccountRolesArgs", map[string]checktest.Case{
		"nil": {Reason: "HCP has defaults for all arguments", Args: (*iam.AccountRolesArgs)(nil)},
		"classic": {Reason: "Classic needs only a version", Args: &iam.AccountRolesArgs{
			Product: iam.Classic, OpenShiftVersion: "4.18",
		}},
		"longest HCP prefix": {
			Reason: "40 characters leave room for the longest suffix",
			Args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(40) }),
		},
		"longest Classic prefix": {
			Reason: "the truncated names of all policies differ",
			Args:   classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(46) }),
		},
		"China": {
			Reason: "another partition needs the account of OCM",
			Args:   hcp(func(a *iam.AccountRolesArgs) { a.Region, a.OCMAccountID = "cn-north-1", "111122223333" }),
		},
		"boundary of another region": {
			Reason: "without a region the partition is unknown",
			Args:   &iam.AccountRolesArgs{PermissionsBoundary: text("arn:aws-cn:iam::123456789012:policy/b")},
		},
		"long HCP prefix": {
			Reason: "HCP's policies match role names by their suffixes, which must not be truncated",
			Args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(41) }),
			Want:   []string{".Prefix: range"},
		},
		"long Classic prefix": {
			Reason: "the truncated names of two policies would be the same",
			Args:   classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(47) }),
			Want:   []string{".Prefix: range"},
		},
		"boundary of another partition": {
			Reason: "a boundary must be in the partition of the region",
			Args: hcp(func(a *iam.AccountRolesArgs) {
				a.PermissionsBoundary = text("arn:aws-cn:iam::123456789012:policy/b")
			}),
			Want: []string{".PermissionsBoundary: arn:aws-cn:iam::123456789012:policy/b is in partition aws-cn; " +
				"us-east-2 is in partition aws"},
		},
		"principal of another partition": {
			Reason: "IAM rejects principals of other partitions",
			Args: hcp(func(a *iam.AccountRolesArgs) {
				a.SupportPrincipal = text("arn:aws-cn:iam::123456789012:role/r")
			}),
			Want: []string{".SupportPrincipal: arn:aws-cn:iam::123456789012:role/r is in partition aws-cn; " +
				"us-east-2 is in partition aws"},
		},
		"no version": {
			Reason: "Classic's policies are tagged with a version",
			Args:   classic(func(a *iam.AccountRolesArgs) { a.OpenShiftVersion = "" }),
			Want:   []string{".OpenShiftVersion: required"},
		},
		"China without an account": {
			Reason: "the account of OCM is not known in every partition",
			Args:   hcp(func(a *iam.AccountRolesArgs) { a.Region = "cn-north-1" }),
			Want:   []string{".OCMAccountID: is required in cn-north-1: OCM has no known account in partition aws-cn"},
		},
		"shared VPC without an endpoint role": {
			Reason: "RHCS drops an incomplete block silently",
			Args:   hcp(shared(text(rolePrefix+"r53"), nil)),
			Want:   []string{".SharedVpc.VpcEndpointRoleARN: required"},
		},
		"endpoint role of Classic": {
			Reason: "Classic creates no endpoint",
			Args:   classic(shared(text(rolePrefix+"r53"), text(rolePrefix+"vpce"))),
			Want: []string{".SharedVpc.VpcEndpointRoleARN: must not be set for classic, " +
				"which creates no endpoint in a shared VPC"},
		},
	})
}
