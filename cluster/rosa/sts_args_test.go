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
		"role of the control plane": {
			reason: "a hosted control plane has no machines in the account",
			args:   sts(func(s *STSArgs) { s.ControlPlaneRoleARN = testRole("c") }),
			want: []string{
				"rosa.HCPArgs.STS.ControlPlaneRoleARN: must not be set: a hosted control plane has no machines in the account",
			},
		},
	})
}
