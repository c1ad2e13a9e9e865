package rosa

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestSTSArgsValidate(t *testing.T) {
	t.Parallel()
	sts := func(change func(*STSArgs)) *HCPArgs { return testHCP(func(a *HCPArgs) { change(a.STS) }) }
	checkValidations(t, map[string]validation{
		"longest prefix": {
			reason: "OCM accepts prefixes of up to 32 characters",
			args:   sts(func(s *STSArgs) { s.OperatorRolePrefix = pulumi.String(strings.Repeat("a", 32)) }),
		},
		"empty": {
			reason: "a hosted control plane needs three roles, a prefix and an OIDC configuration",
			args:   testHCP(func(a *HCPArgs) { a.STS = &STSArgs{} }),
			want: []string{
				"rosa.HCPArgs.STS.InstallerRoleARN: required", "rosa.HCPArgs.STS.SupportRoleARN: required",
				"rosa.HCPArgs.STS.WorkerRoleARN: required", "rosa.HCPArgs.STS.OperatorRolePrefix: required",
				"rosa.HCPArgs.STS.OIDCConfigID: required",
			},
		},
		"forms": {
			reason: "every field has its form",
			args: sts(func(s *STSArgs) {
				s.InstallerRoleARN, s.ExternalID = pulumi.String("installer"), "x"
				s.OperatorRolePrefix = pulumi.String(strings.Repeat("a", 33))
			}),
			want: []string{
				"rosa.HCPArgs.STS.InstallerRoleARN: format", "rosa.HCPArgs.STS.OperatorRolePrefix: range",
				"rosa.HCPArgs.STS.ExternalID: format",
			},
		},
		"role of another partition": {
			reason: "the roles are in the partition of the region",
			args:   sts(func(s *STSArgs) { s.WorkerRoleARN = pulumi.String("arn:aws-cn:iam::123456789012:role/w") }),
			want: []string{
				"rosa.HCPArgs.STS.WorkerRoleARN: arn:aws-cn:iam::123456789012:role/w is in partition aws-cn;" +
					" us-east-2 is in partition aws",
			},
		},
		"role of another account": {
			reason: "the roles are in the account of the cluster",
			args:   sts(func(s *STSArgs) { s.SupportRoleARN = pulumi.String("arn:aws:iam::210987654321:role/s") }),
			want: []string{
				"rosa.HCPArgs.STS.SupportRoleARN: arn:aws:iam::210987654321:role/s is a role of account 210987654321;" +
					" must be a role of the cluster's account 123456789012",
			},
		},
		"role of the control plane": {
			reason: "a hosted control plane has no machines in the account",
			args:   sts(func(s *STSArgs) { s.ControlPlaneRoleARN = testRole("c") }),
			want: []string{
				"rosa.HCPArgs.STS.ControlPlaneRoleARN: must not be set: a hosted control plane has no machines in the account",
			},
		},
	})
}
