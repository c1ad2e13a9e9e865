package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
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
				a.PrivateSubnets, a.FIPS = testSubnets("private", "us-gov-west-1a"), true
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

// TestSharedVpcPrincipals: the VPC owner's roles can create the endpoint of the API server, beside the program's own principals.
func TestSharedVpcPrincipals(t *testing.T) {
	t.Parallel()
	route53, endpoint := "arn:aws:iam::123456789012:role/route53", "arn:aws:iam::123456789012:role/endpoint"
	const property, root = "awsAdditionalAllowedPrincipals", "arn:aws:iam::210987654321:root"
	args := everySharedVpcArgument()
	assert.Equal(t, []any{route53, endpoint}, mockstest.Find(t, run(t, args), "main-cluster").Inputs[property])
	args.AllowedPrincipals = pulumi.ToStringArray([]string{root})
	assert.Equal(t, []any{root, route53, endpoint}, mockstest.Find(t, run(t, args), "main-cluster").Inputs[property])
	args.Scope, args.PublicSubnets, args.AllowedPrincipals = network.External, testSubnets("public", testZones...), nil
	assert.Equal(t, []any{route53, endpoint}, mockstest.Find(t, run(t, args), "main-cluster").Inputs[property],
		"the service creates the endpoint of an external cluster as well")
}
