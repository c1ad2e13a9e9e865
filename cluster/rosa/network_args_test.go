package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestNetworkArgsValidate(t *testing.T) {
	t.Parallel()
	with := testHCP
	ranges := func(n NetworkArgs) *HCPArgs {
		return with(func(a *HCPArgs) {
			a.Network = &n
			for i := range a.PrivateSubnets {
				a.PrivateSubnets[i].CIDR = ""
			}
		})
	}
	checkValidations(t, map[string]validation{
		"subnet without a CIDR": {
			reason: "the CIDR of a subnet can be unknown",
			args:   with(func(a *HCPArgs) { a.PrivateSubnets[0].CIDR = "" }),
		},
		"smallest ranges": {
			reason: "one zone needs a /25",
			args: with(func(a *HCPArgs) {
				a.PrivateSubnets = a.PrivateSubnets[:1]
				a.PrivateSubnets[0].CIDR = "10.0.0.0/25"
				a.Network = &NetworkArgs{
					MachineCIDR: "10.0.0.0/25",
					ServiceCIDR: "10.0.1.0/24",
					PodCIDR:     "10.1.0.0/22",
					HostPrefix:  23,
				}
			}),
		},
		"not a range": {
			reason: "a range is an IPv4 CIDR",
			args:   ranges(NetworkArgs{ServiceCIDR: "172.30.0.0"}),
			want:   []string{"rosa.HCPArgs.Network.ServiceCIDR: format"},
		},
		"overlap": {
			reason: "services must not be in the default pod range",
			args:   ranges(NetworkArgs{ServiceCIDR: "10.130.0.0/16"}),
			want:   []string{"rosa.HCPArgs.Network.PodCIDR: overlap"},
		},
		"hosted API": {
			reason: "a hosted API server uses 172.20.0.1",
			args:   ranges(NetworkArgs{ServiceCIDR: "172.20.0.0/16"}),
			want:   []string{"rosa.HCPArgs.Network.ServiceCIDR: overlap"},
		},
		"machine range": {
			reason: "several zones need a /24",
			args:   ranges(NetworkArgs{MachineCIDR: "10.0.0.0/25"}),
			want: []string{
				"rosa.HCPArgs.Network.MachineCIDR: 10.0.0.0/25 is too small for machines in several zones; use /24 or larger",
			},
		},
		"host prefix": {
			reason: "OCM accepts 23 to 26",
			args:   ranges(NetworkArgs{HostPrefix: 27}),
			want:   []string{"rosa.HCPArgs.Network.HostPrefix: range"},
		},
		"subnet outside": {
			reason: "the machine range contains every subnet",
			args:   with(func(a *HCPArgs) { a.PrivateSubnets[1].CIDR = "10.1.1.0/24" }),
			want: []string{
				"rosa.HCPArgs.PrivateSubnets[1].CIDR: must be within the machine range 10.0.0.0/16 (got 10.1.1.0/24);" +
					" set Network.MachineCIDR to the VPC's CIDR",
			},
		},
		"zone of another region": {
			reason: "all zones are in one region",
			args:   with(func(a *HCPArgs) { a.PrivateSubnets[2].Zone = "us-east-1c" }),
			want:   []string{`rosa.HCPArgs.PrivateSubnets[2].Zone: must be in region us-east-2 (got "us-east-1c")`},
		},
		"zone twice": {
			reason: "machine pools need one subnet per zone",
			args:   with(func(a *HCPArgs) { a.PrivateSubnets[2].Zone = "us-east-2b" }),
			want:   []string{"rosa.HCPArgs.PrivateSubnets[2].Zone: duplicate"},
		},
		"one subnet in two zones": {
			reason: "a subnet is in one zone",
			args:   with(func(a *HCPArgs) { a.PrivateSubnets[2].ID = a.PrivateSubnets[1].ID }),
			want:   []string{"rosa.HCPArgs.PrivateSubnets[2].ID: duplicate"},
		},
		"public and private subnet": {
			reason: "a subnet has one route table",
			args:   with(func(a *HCPArgs) { a.PublicSubnets = a.PrivateSubnets[:1] }),
			want:   []string{"rosa.HCPArgs.PublicSubnets[0].ID: duplicate"},
		},
	})
}

func TestNetworkArgsNodeLimit(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 512, (*NetworkArgs)(nil).NodeLimit(), "the default /14 has 512 /23")
	assert.Equal(t, 64, (&NetworkArgs{PodCIDR: "10.128.0.0/18", HostPrefix: 24}).NodeLimit(), "a /18 has 64 /24")
}

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
