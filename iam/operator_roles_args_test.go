package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

func TestOperatorRolesArgs(t *testing.T) {
	t.Parallel()
	type policies = map[iam.Operator]pulumi.StringOutput
	hcp := func(change func(*iam.OperatorRolesArgs)) *iam.OperatorRolesArgs {
		args := &iam.OperatorRolesArgs{Prefix: "demo", Region: "us-east-2", OIDCProviderARN: text(providerARN)}
		change(args)
		return args
	}
	arn := text(policyPrefix + "x").ToStringOutput()
	classic := func(region string, change func(policies)) *iam.OperatorRolesArgs {
		return hcp(func(a *iam.OperatorRolesArgs) {
			a.OIDCProviderARN = text(providerARN).ToStringOutput() // Its partition is that of region.
			a.Product, a.Region, a.PolicyARNs = iam.Classic, region, policies{
				iam.OperatorImageRegistry:   arn,
				iam.OperatorIngress:         arn,
				iam.OperatorEBSCSI:          arn,
				iam.OperatorNetworkConfig:   arn,
				iam.OperatorMachineAPI:      arn,
				iam.OperatorCloudCredential: arn,
			}
			change(a.PolicyARNs)
		})
	}
	unchanged := func(policies) {}
	const path = "iam.OperatorRolesArgs"
	checkArgs(t, map[string]argsRow{
		"HCP": {
			reason: "a prefix and an OIDC provider are enough",
			args:   &iam.OperatorRolesArgs{Prefix: "demo", OIDCProviderARN: text(providerARN)},
		},
		"Classic":                  {reason: "Classic needs six policies", args: classic("us-east-2", unchanged)},
		"Classic without a region": {reason: "without a region the policies decide", args: classic("", unchanged)},
		"GovCloud without a region": {
			reason: "the policies decide which operators there are",
			args:   classic("", func(all policies) { all[iam.OperatorVPCE] = arn }),
		},
		"optional roles": {
			reason: "Karpenter, the exporter of the audit log and log forwarding are in HCP",
			args: hcp(func(a *iam.OperatorRolesArgs) {
				a.AutoNode, a.AuditLog, a.LogGroups = true, true, []string{"/rosa/demo.logs_#1"}
			}),
		},
		"optional role of Classic": {
			reason: "Classic has no AutoNode",
			args: hcp(func(a *iam.OperatorRolesArgs) {
				*a = *classic("us-east-2", unchanged)
				a.AutoNode = true
			}),
			want: under(path, "AutoNode: must not be set for Classic"),
		},
		"log groups of Classic": {
			reason: "masters of Classic are in the account",
			args: hcp(func(a *iam.OperatorRolesArgs) {
				*a = *classic("us-east-2", unchanged)
				a.LogGroups = []string{"demo"}
			}),
			want: under(path, "LogGroups: must not be set for Classic"),
		},
		"wildcard as a log group": {
			reason: "the name is in the role's policy",
			args:   hcp(func(a *iam.OperatorRolesArgs) { a.LogGroups = []string{"demo", "*"} }),
			want:   under(path, "LogGroups[1]: must be 1 to 512 letters, digits, or . _ / # -"),
		},
		"log groups on GovCloud": {
			reason: "Red Hat's service is in the partition aws",
			args: hcp(func(a *iam.OperatorRolesArgs) {
				a.Region, a.LogGroups = "us-gov-west-1", []string{"demo"}
				a.OIDCProviderARN = text("arn:aws-us-gov:iam::123456789012:oidc-provider/x.example.com")
			}),
			want: under(path, "LogGroups: must not be set in us-gov-west-1: GovCloud does not offer log forwarding"),
		},
		"longest prefix": {
			reason: "OCM allows 32 characters",
			args:   hcp(func(a *iam.OperatorRolesArgs) { a.Prefix = strings.Repeat("p", 32) }),
		},
		"nil": {
			reason: "the prefix and the OIDC provider have no default",
			args:   (*iam.OperatorRolesArgs)(nil),
			want:   under(path, "Prefix: required", "OIDCProviderARN: required"),
		},
		"provider of another partition": {
			reason: "IAM rejects principals of other partitions",
			args: hcp(func(a *iam.OperatorRolesArgs) {
				a.OIDCProviderARN = text("arn:aws-cn:iam::123456789012:oidc-provider/x.example.com")
			}),
			want: under(path, "OIDCProviderARN: arn:aws-cn:iam::123456789012:oidc-provider/x.example.com is in partition "+
				"aws-cn; us-east-2 is in partition aws"),
		},
		"long prefix": {
			reason: "OCM allows 32 characters",
			args:   hcp(func(a *iam.OperatorRolesArgs) { a.Prefix = strings.Repeat("p", 33) }),
			want:   under(path, "Prefix: range"),
		},
		"wrong formats": {
			reason: "each field has its format",
			args: hcp(func(a *iam.OperatorRolesArgs) {
				a.Product = "HCP"
				a.Prefix = "a/b"
				a.Region = "us-east-2a"
				a.Path = "openshift/"
				a.PermissionsBoundary = text("boundary")
				a.OIDCProviderARN = text("oidc.op1.openshiftapps.com/2a3b")
				a.PropagationWait = &hour
			}),
			want: under(path,
				"Product: one-of",
				"Prefix: format",
				"Region: format",
				"Path: format",
				"PermissionsBoundary: format",
				"OIDCProviderARN: format",
				"PropagationWait: range",
			),
		},
		"policies of HCP": {
			reason: "HCP uses AWS managed policies",
			args:   hcp(func(a *iam.OperatorRolesArgs) { a.PolicyARNs = policies{iam.OperatorIngress: arn} }),
			want: under(path, "PolicyARNs[openshift-ingress-operator/cloud-credentials]: "+
				"must not be set for hcp, which uses AWS managed policies"),
		},
		"missing policy": {
			reason: "every operator of Classic needs a policy",
			args:   classic("us-east-2", func(all policies) { delete(all, iam.OperatorMachineAPI) }),
			want:   under(path, "PolicyARNs[openshift-machine-api/aws-cloud-credentials]: required"),
		},
		"missing policy of GovCloud": {
			reason: "Classic has a seventh operator on GovCloud",
			args:   classic("us-gov-west-1", unchanged),
			want:   under(path, "PolicyARNs[openshift-aws-vpce-operator/aws-vpce-operator]: required"),
		},
		"policy of HCP's operator": {
			reason: "Classic has no KMS provider",
			args:   classic("us-east-2", func(all policies) { all[iam.OperatorKMSProvider] = arn }),
			want:   under(path, "PolicyARNs[kube-system/kms-provider]: is not an operator of classic in us-east-2"),
		},
		"half of a shared VPC": {
			reason: "a shared VPC needs both policies, and a role is not a policy",
			args: hcp(func(a *iam.OperatorRolesArgs) {
				a.SharedVpcPolicies = &iam.SharedVpcPolicies{
					Route53ARN: text(rolePrefix + "x"),
				}
			}),
			want: under(path, "SharedVpcPolicies.Route53ARN: format", "SharedVpcPolicies.VpcEndpointARN: required"),
		},
		"shared VPC of Classic": {
			reason: "Classic's ingress policy refers to the role of the shared VPC",
			args: func() *iam.OperatorRolesArgs {
				args := classic("us-east-2", unchanged)
				args.SharedVpcPolicies = &iam.SharedVpcPolicies{Route53ARN: arn, VpcEndpointARN: arn}
				return args
			}(),
			want: under(path, "SharedVpcPolicies: must not be set for classic, "+
				"which has them in the ingress operator's policy"),
		},
	})
}
