package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestSTSArgsValidate(t *testing.T) {
	t.Parallel()
	sts := func(change func(*STSArgs)) *HCPArgs { return testHCP(func(a *HCPArgs) { change(a.STS) }) }
	checkValidations(t, map[string]validation{
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
		"account roles of the release": {
			reason: "roles of 4.19 have the permissions that 4.19 and 4.18 need",
			args: testClassic(func(a *ClassicArgs) {
				a.Version, a.STS.AccountRolesVersion = &VersionArgs{Version: "4.19.3"}, "4.19"
			}),
		},
		"older account roles": {
			reason: "the roles of Classic are upgraded before the cluster",
			args: testClassic(func(a *ClassicArgs) {
				a.Version, a.STS.AccountRolesVersion = &VersionArgs{Version: "4.19.3"}, "4.18"
			}),
			want: []string{
				"rosa.ClassicArgs.STS.AccountRolesVersion: must be 4.19 or later for 4.19.3 (got 4.18): upgrade the account roles first",
			},
		},
		"account roles of a hosted control plane": {
			reason: "they have no release: AWS changes the policies",
			args:   sts(func(s *STSArgs) { s.AccountRolesVersion = "4.19" }),
			want: []string{
				"rosa.HCPArgs.STS.AccountRolesVersion: must not be set: AWS manages the policies of hosted control planes",
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
