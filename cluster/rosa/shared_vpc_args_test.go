package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestSharedVpcArgsValidate(t *testing.T) {
	t.Parallel()
	checkValidations(t, map[string]validation{
		"no domain": {
			reason: "the names of the hosted zones contain it",
			args:   testHCP(func(a *HCPArgs) { a.SharedVpc = everySharedVpcArgument().SharedVpc }),
			want:   []string{"rosa.HCPArgs.BaseDNSDomain: is required with SharedVpc"},
		},
		"name of 15 characters": {
			reason: "the name is the domain prefix",
			args: testHCP(func(a *HCPArgs) {
				*a = *everySharedVpcArgument()
				a.Name = "fifteen-letters"
			}),
		},
		"long name": {
			reason: "the hosted zones are named after the domain prefix, which is random for a long name",
			args: testHCP(func(a *HCPArgs) {
				a.Name, a.BaseDNSDomain = "sixteen-letters1", pulumi.String("example.com")
				a.SharedVpc = everySharedVpcArgument().SharedVpc
			}),
			want: []string{
				"rosa.HCPArgs.DomainPrefix: is required with SharedVpc if Name has more than 15 characters: " +
					"OCM would choose a random one, and the hosted zone's name must contain it",
			},
		},
		"long name of a Classic cluster": {
			reason: "the hosted zone is named after the domain prefix, which is random for a long name",
			args: testClassic(func(a *ClassicArgs) {
				*a = *everySharedClassicArgument()
				a.Name = "sixteen-letters1"
			}),
			want: []string{
				"rosa.ClassicArgs.DomainPrefix: is required with PrivateHostedZone if Name has more than 15 characters: " +
					"OCM would choose a random one, and the hosted zone's name must contain it",
			},
		},
		"long name with a domain prefix": {
			reason: "the zone's name is known",
			args: testClassic(func(a *ClassicArgs) {
				*a = *everySharedClassicArgument()
				a.Name, a.DomainPrefix = "sixteen-letters1", "sixteen"
			}),
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
