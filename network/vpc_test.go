package network_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func vpc(args network.VpcArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := network.NewVpc(ctx, "main", &args)
		return err
	}
}

func threeZones() network.VpcArgs {
	return network.VpcArgs{InfraID: "demo-x7k2p", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}}
}

func TestVpcGolden(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		region string
		args   network.VpcArgs
	}{
		"per-zone": {
			reason: "the network of a ROSA Classic cluster",
			region: "us-east-2",
			args:   threeZones(),
		},
		"single-nat-gov": {
			reason: "one gateway for all zones, in another partition, with the longest id",
			region: "us-gov-west-1",
			args: network.VpcArgs{
				InfraID: mockstest.LongInfraID,
				Zones:   []string{"us-gov-west-1a", "us-gov-west-1b"},
				NAT:     network.NATSingle,
				NATZone: "us-gov-west-1b",
			},
		},
		"no-nat-china": {
			reason: "no cluster and no gateway, the smallest range",
			region: "cn-north-1",
			args:   network.VpcArgs{CIDR: "10.9.8.0/24", Zones: []string{"cn-north-1a"}, NAT: network.NATNone},
		},
		"edge-zones": {
			reason: "a local zone goes through another zone's gateway, and a Wavelength zone has no public subnet either",
			region: "us-east-1",
			args: network.VpcArgs{
				InfraID:   "demo-x7k2p",
				Zones:     []string{"us-east-1a", "us-east-1-bos-1a", "us-east-1-wl1-bos-wlz-1"},
				ZoneSlots: map[string]int{"us-east-1-bos-1a": 6, "us-east-1-wl1-bos-wlz-1": 7},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Log(tt.reason)
			rec := mockstest.Run(t, vpc(tt.args), mocks.Region(tt.region))
			golden.Check(t, "testdata/vpc-"+name+".golden", rec.Golden())
		})
	}
}

func TestVpcPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, vpc(threeZones()))
}

func TestVpcProviderIsInherited(t *testing.T) {
	t.Parallel()
	checkProviderIsInherited(t, func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
		args := threeZones()
		_, err := network.NewVpc(ctx, "main", &args, opts...)
		return err
	})
}

func TestVpcLongestChain(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(threeZones()))
	chain := namesOf(rec, rec.Graph().LongestChain())
	t.Logf("longest chain: %v", chain)
	assert.LessOrEqual(t, len(chain), 5)
}

func TestVpcTags(t *testing.T) {
	t.Parallel()
	args := threeZones()
	args.Tags = pulumi.StringMap{"team": pulumi.String("core"), "Name": pulumi.String("mine")}
	rec := mockstest.Run(t, vpc(args))
	checkTags(t, rec, "team", "core", args.InfraID)

	discovery := map[string]map[string]any{}
	for _, subnet := range rec.OfType("aws:ec2/subnet:Subnet") {
		discovery[subnet.Name] = subnet.Inputs["tags"].(map[string]any)
	}
	assert.Equal(t, map[string]any{
		"team": "core", "Name": "demo-x7k2p-subnet-public-us-east-2b",
		"kubernetes.io/cluster/demo-x7k2p": "shared", "kubernetes.io/role/elb": "1",
	}, discovery["main-subnet-public-us-east-2b"])
	assert.Equal(t, map[string]any{
		"team": "core", "Name": "demo-x7k2p-subnet-private-us-east-2b",
		"kubernetes.io/cluster/demo-x7k2p": "shared", "kubernetes.io/role/internal-elb": "1",
	}, discovery["main-subnet-private-us-east-2b"])
}

// TestVpcZoneComesAndGoes compares two Vpcs that differ by a zone: the one must be the other and more. Only the S3 endpoint
// learns of the new route table, in place.
func TestVpcZoneComesAndGoes(t *testing.T) {
	t.Parallel()
	for _, nat := range []network.NATMode{network.NATPerZone, network.NATSingle, network.NATNone} {
		for _, comes := range []string{"us-east-2a", "us-east-2d"} {
			t.Run(string(nat)+" "+comes, func(t *testing.T) {
				t.Parallel()
				few := network.VpcArgs{InfraID: "demo-x7k2p", Zones: []string{"us-east-2b", "us-east-2c"}, NAT: nat}
				if nat == network.NATSingle {
					few.NATZone = "us-east-2c"
				}
				more := few
				more.Zones = append([]string{comes}, few.Zones...)

				before, after := mockstest.Run(t, vpc(few)), mockstest.Run(t, vpc(more))

				for _, resource := range before.Resources() {
					same := mockstest.Find(t, after, resource.Name)
					if resource.Name == "main-s3" {
						delete(resource.Inputs, "routeTableIds")
						delete(same.Inputs, "routeTableIds")
					}
					assert.Equal(t, resource.URN, same.URN)
					assert.Equal(t, resource.Inputs, same.Inputs, resource.Name)
				}
				assert.Greater(t, len(after.Resources()), len(before.Resources()))
				for _, resource := range after.Resources() {
					if !slices.Contains(mockstest.URNs(before), resource.URN) {
						assert.Contains(t, resource.Name, comes, "only the new zone's resources are added")
					}
				}
			})
		}
	}
}

func TestVpcRegistersNothingForWrongArguments(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	args := threeZones()
	args.CIDR = "10.0.0.0/26"
	err := rec.Run(vpc(args))
	assert.ErrorContains(t, err, "network.VpcArgs.CIDR: 10.0.0.0/26 holds 64 addresses")
	assert.Empty(t, rec.OfType("openshift-aws:network:Vpc"))
}

func TestVpcGatewaysWaitForTheInternetGateway(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(threeZones()))
	internetGateway := mockstest.Find(t, rec, "main-igw").URN
	gateways := rec.OfType("aws:ec2/natGateway:NatGateway")
	assert.Len(t, gateways, 3)
	for _, gateway := range gateways {
		assert.Contains(t, gateway.Dependencies, internetGateway, gateway.Name)
	}
}

// TestVpcOutputs puts a machine into each subnet of a Vpc, to see what it waits for.
func TestVpcOutputs(t *testing.T) {
	t.Parallel()
	args := threeZones()
	args.Zones = []string{"us-east-2b", "us-east-2a"}
	args.NAT, args.NATZone = network.NATSingle, "us-east-2a"
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		main, err := network.NewVpc(ctx, "main", &args)
		if err != nil {
			return err
		}
		assert.Equal(t, "10.0.0.0/16", main.CIDR)
		assert.Equal(t, []string{"us-east-2a", "us-east-2b"}, slices.Sorted(maps.Keys(main.PrivateRouteTableIDs)))
		ctx.Export("vpc", main.ID)
		ctx.Export("public", main.PublicRouteTableID)
		ctx.Export("private", main.PrivateRouteTableIDs["us-east-2b"])
		for _, subnet := range main.PublicSubnets {
			if err := machineIn(ctx, "public", subnet); err != nil {
				return err
			}
		}
		for _, subnet := range main.PrivateSubnets {
			if err := machineIn(ctx, "private", subnet); err != nil {
				return err
			}
		}
		return nil
	})
	assert.Equal(t, map[string]any{
		"vpc":     mockstest.Find(t, rec, "main-vpc").ID,
		"public":  mockstest.Find(t, rec, "main-rt-public").ID,
		"private": mockstest.Find(t, rec, "main-rt-private-us-east-2b").ID,
	}, rec.Outputs())

	for machine, want := range map[string]struct{ subnet, cidr string }{
		"public us-east-2a":  {subnet: "main-subnet-public-us-east-2a", cidr: "10.0.16.0/22"},
		"public us-east-2b":  {subnet: "main-subnet-public-us-east-2b", cidr: "10.0.48.0/22"},
		"private us-east-2a": {subnet: "main-subnet-private-us-east-2a", cidr: "10.0.0.0/20"},
		"private us-east-2b": {subnet: "main-subnet-private-us-east-2b", cidr: "10.0.32.0/20"},
	} {
		inputs := mockstest.Find(t, rec, machine).Inputs
		assert.Equal(t, mockstest.Find(t, rec, want.subnet).ID, inputs["subnetId"], machine)
		assert.Equal(t, map[string]any{"cidr": want.cidr}, inputs["tags"], machine)
	}

	public := mockstest.Find(t, rec, "public us-east-2b")
	assert.ElementsMatch(t, []string{
		"main-subnet-public-us-east-2b", "main-rta-public-us-east-2b", "main-route-public", "main-s3",
	}, namesOf(rec, public.Dependencies))
	private := mockstest.Find(t, rec, "private us-east-2b")
	assert.ElementsMatch(t, []string{
		"main-subnet-private-us-east-2b", "main-rta-private-us-east-2b", "main-route-private-us-east-2b", "main-s3",
		"main-route-public", "main-rta-public-us-east-2a",
	}, namesOf(rec, private.Dependencies), "a private subnet works once the gateway that it goes through does")
	assert.True(t, rec.Graph().Reaches(private.URN, mockstest.Find(t, rec, "main-nat-us-east-2a").URN))
}

func machineIn(ctx *pulumi.Context, kind string, subnet network.Subnet) error {
	_, err := ec2.NewInstance(ctx, kind+" "+subnet.Zone, &ec2.InstanceArgs{
		Ami:          pulumi.String("ami-0123456789abcdef0"),
		InstanceType: pulumi.String("m5.large"),
		SubnetId:     subnet.ID.ToStringOutput(),
		Tags:         pulumi.StringMap{"cidr": pulumi.String(subnet.CIDR)},
	})
	return err
}

func TestVpcNATModes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		mode    network.NATMode
		natZone string
		want    map[string]string
	}{
		"per zone": {
			reason: "each zone has its own gateway",
			mode:   network.NATPerZone,
			want: map[string]string{
				"main-route-private-us-east-2a": "main-nat-us-east-2a",
				"main-route-private-us-east-2b": "main-nat-us-east-2b",
				"main-route-private-us-east-2c": "main-nat-us-east-2c",
			},
		},
		"single": {
			reason:  "all zones share one gateway",
			mode:    network.NATSingle,
			natZone: "us-east-2b",
			want: map[string]string{
				"main-route-private-us-east-2a": "main-nat-us-east-2b",
				"main-route-private-us-east-2b": "main-nat-us-east-2b",
				"main-route-private-us-east-2c": "main-nat-us-east-2b",
			},
		},
		"none": {reason: "no private subnet has a way out", mode: network.NATNone, want: map[string]string{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := threeZones()
			args.NAT, args.NATZone = tt.mode, tt.natZone
			rec := mockstest.Run(t, vpc(args))
			gateways := map[string]bool{}
			got := map[string]string{}
			for _, route := range rec.OfType("aws:ec2/route:Route") {
				if gateway, ok := route.PropertyDependencies["natGatewayId"]; ok {
					got[route.Name] = namesOf(rec, gateway)[0]
					gateways[got[route.Name]] = true
				}
			}
			assert.Equal(t, tt.want, got, tt.reason)
			require.Len(t, rec.OfType("aws:ec2/natGateway:NatGateway"), len(gateways), "no gateway without a user")
			require.Len(t, rec.OfType("aws:ec2/eip:Eip"), len(gateways))
		})
	}
}
