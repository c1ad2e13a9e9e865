package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestClassicArgsValidate(t *testing.T) {
	t.Parallel()
	with := testClassic
	private := func(zones ...string) []network.Subnet { return testSubnets("private", zones...) }
	public := func(zones ...string) []network.Subnet { return testSubnets("public", zones...) }
	checkValidations(t, map[string]validation{
		"installer's VPC": {reason: "the installer creates the VPC and chooses the zones", args: with()},
		"installer's zones": {
			reason: "a MultiAZ cluster has three zones",
			args:   with(func(a *ClassicArgs) { a.MultiAZ, a.Zones = true, testZones }),
		},
		"internal": {
			reason: "an internal cluster has private subnets only",
			args: with(func(a *ClassicArgs) {
				a.MultiAZ, a.Scope, a.PrivateSubnets = true, network.Internal, private(testZones...)
			}),
		},
		"external": {
			reason: "public subnets can have another order than the private ones",
			args: with(func(a *ClassicArgs) {
				a.MultiAZ, a.PrivateSubnets = true, private(testZones...)
				a.PublicSubnets = public(testZones[2], testZones[0], testZones[1])
			}),
		},

		"hosted API": {
			reason: "only hosted control planes reserve 172.20.0.1",
			args:   with(func(a *ClassicArgs) { a.Network = &NetworkArgs{ServiceCIDR: "172.20.0.0/16"} }),
		},
		"no role of the control plane": {
			reason: "the control-plane machines are in the account",
			args:   with(func(a *ClassicArgs) { a.STS.ControlPlaneRoleARN = nil }),
			want:   []string{"rosa.ClassicArgs.STS.ControlPlaneRoleARN: required"},
		},
		"three zones": {
			reason: "a cluster without MultiAZ has one zone",
			args:   with(func(a *ClassicArgs) { a.Zones = testZones }),
			want:   []string{"rosa.ClassicArgs.Zones: must have 3 elements with MultiAZ, otherwise 1 (has 3)"},
		},
		"zone of another region": {
			reason: "zones are in the region of the cluster",
			args:   with(func(a *ClassicArgs) { a.Zones = []string{"us-east-1a"} }),
			want:   []string{`rosa.ClassicArgs.Zones[0]: must be in region us-east-2 (got "us-east-1a")`},
		},
		"two subnets": {
			reason: "a MultiAZ cluster has three zones",
			args: with(func(a *ClassicArgs) {
				a.MultiAZ, a.Scope, a.PrivateSubnets = true, network.Internal, private(testZones[:2]...)
			}),
			want: []string{"rosa.ClassicArgs.PrivateSubnets: must have 3 elements with MultiAZ, otherwise 1 (has 2)"},
		},
		"internal without subnets": {
			reason: "PrivateLink needs an existing VPC",
			args:   with(func(a *ClassicArgs) { a.Scope = network.Internal }),
			want:   []string{"rosa.ClassicArgs.PrivateSubnets: is required with Scope Internal"},
		},
		"proxy without subnets": {
			reason: "a proxy is in an existing VPC",
			args:   with(func(a *ClassicArgs) { a.Proxy = everyProxyArgument() }),
			want:   []string{"rosa.ClassicArgs.PrivateSubnets: is required with Proxy"},
		},
		"hosted zone without subnets": {
			reason: "a hosted zone is for the subnets of another account",
			args: with(func(a *ClassicArgs) {
				a.PrivateHostedZone = &HostedZoneArgs{ID: pulumi.String("Z1"), RoleARN: testRole("shared")}
			}),
			want: []string{
				"rosa.ClassicArgs.PrivateSubnets: is required with PrivateHostedZone",
				"rosa.ClassicArgs.BaseDNSDomain: is required with PrivateHostedZone",
			},
		},
		"public subnets only": {
			reason: "machines need private subnets",
			args:   with(func(a *ClassicArgs) { a.PublicSubnets = public(testZones[0]) }),
			want:   []string{"rosa.ClassicArgs.PrivateSubnets: is required with PublicSubnets"},
		},
		"public subnets of an internal cluster": {
			reason: "OCM accepts exactly one subnet per zone for an internal cluster",
			args: with(func(a *ClassicArgs) {
				a.Scope, a.PrivateSubnets, a.PublicSubnets = network.Internal, private(testZones[0]), public(testZones[0])
			}),
			want: []string{"rosa.ClassicArgs.PublicSubnets: must not be set together with Scope Internal"},
		},
		"public subnets in other zones": {
			reason: "OCM accepts pairs of a private and a public subnet",
			args: with(func(a *ClassicArgs) {
				a.PrivateSubnets, a.PublicSubnets = private(testZones[0]), public(testZones[1])
			}),
			want: []string{
				"rosa.ClassicArgs.PublicSubnets: must have one subnet in each zone of PrivateSubnets, unless Scope is Internal",
			},
		},

		"zero egress": {
			reason: "only hosted control planes support zero egress",
			args: with(func(a *ClassicArgs) {
				a.CreatorARN = pulumi.String("arn:aws:iam::123456789012:user/ann")
				a.Properties = map[string]string{"zero_egress": "true"}
			}),
			want: []string{"rosa.ClassicArgs.Properties[zero_egress]: is only supported by hosted control planes"},
		},
	})
}

// TestClassicRegion registers a cluster without zones: its region is the AWS provider's.
func TestClassicRegion(t *testing.T) {
	t.Parallel()
	args := testClassic(func(a *ClassicArgs) { a.Region = "" })
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error { return register(ctx, args) },
		mocks.Config(map[string]string{"aws:region": "eu-west-1"}))
	assert.Equal(t, "eu-west-1", mockstest.Find(t, rec, "main-cluster").Inputs["cloudRegion"])
	args.Zones = testZones[:1]
	cluster := mockstest.Find(t, run(t, args), "main-cluster")
	assert.Equal(t, "us-east-2", cluster.Inputs["cloudRegion"], "the region is that of the zones")
	require.NoError(t, args.Validate())
	args.Zones = []string{"eu-west-1a"}
	assert.Equal(t, "eu-west-1", mockstest.Find(t, run(t, args), "main-cluster").Inputs["cloudRegion"])
}
