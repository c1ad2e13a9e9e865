package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestSharedVpcArgsValidate(t *testing.T) {
	t.Parallel()
	checkValidations(t, map[string]validation{
		"incomplete": {
			reason: "the provider ignores an incomplete shared VPC, and OCM needs the domain",
			args: testHCP(func(a *HCPArgs) {
				a.SharedVpc = &SharedVpcArgs{
					IngressZoneID:  pulumi.String("example.com"),
					Route53RoleARN: testRole("r"),
				}
			}),
			want: []string{
				"rosa.HCPArgs.SharedVpc.IngressZoneID: form", "rosa.HCPArgs.SharedVpc.InternalZoneID: required",
				"rosa.HCPArgs.SharedVpc.VpcEndpointRoleARN: required",
				"rosa.HCPArgs.BaseDNSDomain: is required with SharedVpc",
			},
		},
		"gov": {
			reason: "GovCloud has no shared VPCs",
			args: testHCP(func(a *HCPArgs) {
				role := pulumi.String("arn:aws-us-gov:iam::123456789012:role/r")
				a.STS.InstallerRoleARN, a.STS.SupportRoleARN, a.STS.WorkerRoleARN = role, role, role
				a.PrivateSubnets = testSubnets("private", "us-gov-west-1a")
				a.BaseDNSDomain = pulumi.String("example.com")
				a.SharedVpc = &SharedVpcArgs{
					IngressZoneID:      pulumi.String("Z1"),
					InternalZoneID:     pulumi.String("Z2"),
					Route53RoleARN:     role,
					VpcEndpointRoleARN: role,
				}
			}),
			want: []string{"rosa.HCPArgs.SharedVpc: is not supported in us-gov-west-1"},
		},
	})
}
