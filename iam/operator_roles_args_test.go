package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestOperatorRolesArgs(t *testing.T) {
	t.Parallel()
	type policies = map[iam.Operator]pulumi.StringOutput
	hcp := func(change func(*iam.OperatorRolesArgs)) *iam.OperatorRolesArgs {
		return checktest.With(&iam.OperatorRolesArgs{Prefix: "demo", Region: "us-east-2", OIDCProviderARN: text(providerARN)}, change)
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
	checktest.Cases(t, "iam.OperatorRolesArgs", map[string]checktest.Case{
		"HCP": {
			Reason: "a prefix and an OIDC provider are enough",
			Args:   &iam.OperatorRolesArgs{Prefix: "demo", OIDCProviderARN: text(providerARN)},
		},
		"Classic":                  {Reason: "Classic needs six policies", Args: classic("us-east-2", unchanged)},
		"Classic without a region": {Reason: "without a region the policies decide", Args: classic("", unchanged)},
		"GovCloud without a region": {
			Reason: "the policies decide which operators there are",
			Args:   classic("", func(all policies) { all[iam.OperatorVPCE] = arn }),
		},
		"optional roles": {
			Reason: "Karpenter, the exporter of the audit log and log forwarding are in HCP, and OCM allows 32 characters",
			Args: hcp(func(a *iam.OperatorRolesArgs) {
				a.AutoNode, a.AuditLog, a.LogGroups = true, true, []string{"/rosa/demo.logs_#1"}
				a.Prefix = strings.Repeat("p", 32)
			}),
		},
		"optional roles of Classic": {
			Reason: "Classic has no AutoNode, and its masters are in the account",
			Args: hcp(func(a *iam.OperatorRolesArgs) {
				*a = *classic("us-east-2", unchanged)
				a.AutoNode, a.AuditLog, a.LogGroups = true, true, []string{"demo"}
			}),
			Want: []string{
				".AutoNode: must not be set for Classic", ".AuditLog: must not be set for Classic", ".LogGroups: must not be set for Classic",
			},
		},
		"wildcard as a log group": {
			Reason: "the name is in the role's policy",
			Args:   hcp(func(a *iam.OperatorRolesArgs) { a.LogGroups = []string{"demo", "*"} }),
			Want:   []string{".LogGroups[1]: must be 1 to 512 letters, digits, or . _ / # -"},
		},
		"log groups on GovCloud": {
			Reason: "Red Hat's service is in the partition aws",
			Args: hcp(func(a *iam.OperatorRolesArgs) {
				a.Region, a.LogGroups = "us-gov-west-1", []string{"demo"}
				a.OIDCProviderARN = text("arn:aws-us-gov:iam::123456789012:oidc-provider/x.example.com")
			}),
			Want: []string{".LogGroups: must not be set in us-gov-west-1: GovCloud does not offer log forwarding"},
		},
		"provider of another partition": {
			Reason: "IAM rejects principals of other partitions",
			Args: hcp(func(a *iam.OperatorRolesArgs) {
				a.OIDCProviderARN = text("arn:aws-cn:iam::123456789012:oidc-provider/x.example.com")
			}),
			Want: []string{".OIDCProviderARN: arn:aws-cn:iam::123456789012:oidc-provider/x.example.com is in partition " +
				"aws-cn; us-east-2 is in partition aws"},
		},
		"policies of HCP": {
			Reason: "HCP uses AWS managed policies",
			Args:   hcp(func(a *iam.OperatorRolesArgs) { a.PolicyARNs = policies{iam.OperatorIngress: arn} }),
			Want: []string{".PolicyARNs[openshift-ingress-operator/cloud-credentials]: " +
				"must not be set for hcp, which uses AWS managed policies"},
		},
		"missing policy": {
			Reason: "every operator of Classic needs a policy",
			Args:   classic("us-east-2", func(all policies) { delete(all, iam.OperatorMachineAPI) }),
			Want:   []string{".PolicyARNs[openshift-machine-api/aws-cloud-credentials]: required"},
		},
		"missing policy of GovCloud": {
			Reason: "Classic has a seventh operator on GovCloud",
			Args:   classic("us-gov-west-1", unchanged),
			Want:   []string{".PolicyARNs[openshift-aws-vpce-operator/aws-vpce-operator]: required"},
		},
		"policy of HCP's operator": {
			Reason: "Classic has no KMS provider",
			Args:   classic("us-east-2", func(all policies) { all[iam.OperatorKMSProvider] = arn }),
			Want:   []string{".PolicyARNs[kube-system/kms-provider]: is not an operator of classic in us-east-2"},
		},
		"shared VPC of Classic": {
			Reason: "Classic's ingress policy refers to the role of the shared VPC",
			Args: func() *iam.OperatorRolesArgs {
				args := classic("us-east-2", unchanged)
				args.SharedVpcPolicies = &iam.SharedVpcPolicies{Route53ARN: arn, VpcEndpointARN: arn}
				return args
			}(),
			Want: []string{".SharedVpcPolicies: must not be set for classic, " +
				"which has them in the ingress operator's policy"},
		},
	})
}
