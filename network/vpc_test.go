package network_test

import (
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func vpc(args network.VpcArgs) pulumi.RunFunc {
	return mockstest.Program(network.NewVpc, "main", &args)
}

func threeZones() network.VpcArgs {
	return network.VpcArgs{InfraID: "demo-x7k2p", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}}
}

// everything is a Vpc with all optional features.
func everything() network.VpcArgs {
	args := threeZones()
	args.IPv6 = true
	args.IPAMPoolID = pulumi.String("ipam-pool-0123456789abcdef0")
	args.SecondaryCIDRs = []string{"100.70.0.0/16"}
	args.Subnets = map[string]network.SubnetCIDRs{"us-east-2c": {Private: "100.70.0.0/18"}}
	args.NATElasticIPAllocationIDs = map[string]pulumi.StringInput{
		"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0"),
	}
	args.Endpoints = &network.EndpointsArgs{
		Presets:      []network.EndpointPreset{network.EndpointsPrivate, network.EndpointsSSM},
		Services:     []string{"ecr.api", "ecr.dkr"},
		Zones:        []string{"us-east-2a", "us-east-2b"},
		AllowedCIDRs: []string{"10.99.0.0/16"},
		Policies: map[string]pulumi.StringInput{
			"s3":  pulumi.String(`{"Statement":[]}`),
			"sts": pulumi.String(`{"Statement":[]}`),
		},
	}
	args.FlowLogs = &network.FlowLogsArgs{
		PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:policy/boundary"),
	}
	args.DHCP = &network.DHCPOptionsArgs{NTPServers: []string{"169.254.169.123"}}
	args.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	args.KindTags = &network.KindTagsArgs{
		PrivateSubnets: pulumi.StringMap{"karpenter.sh/discovery": pulumi.String("demo")},
	}
	return args
}

// privateOnly is everything without public subnets.
func privateOnly() network.VpcArgs {
	args := everything()
	args.PrivateOnly, args.NATElasticIPAllocationIDs = true, nil
	return args
}

func zeroEgress() network.VpcArgs {
	return network.VpcArgs{
		CIDR: "10.1.0.0/24", Zones: []string{"us-east-2a"}, NAT: network.NATNone,
		Endpoints: &network.EndpointsArgs{
			Presets: []network.EndpointPreset{network.EndpointsZeroEgress},
		},
		FlowLogs: &network.FlowLogsArgs{
			BucketARN: pulumi.String("arn:aws:s3:::logs/vpc/"),
			Traffic:   network.FlowLogRejected,
			Format:    "${srcaddr}",
		},
		RestrictDefaultSecurityGroup: new(false),
	}
}

func TestVpcLongestChain(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(threeZones()))
	chain := namesOf(rec, rec.Graph().LongestChain())
	t.Logf("longest chain: %v", chain)
	assert.LessOrEqual(t, len(chain), 5)
}

func TestVpcFeaturesLongestChain(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
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
		"kubernetes.io/cluster/demo-x7k2p": "shared", "kubernetes.io/role/elb": "1", "openshift-aws": "project/stack",
	}, discovery["main-subnet-public-us-east-2b"])
	assert.Equal(t, map[string]any{
		"team": "core", "Name": "demo-x7k2p-subnet-private-us-east-2b",
		"kubernetes.io/cluster/demo-x7k2p": "shared", "kubernetes.io/role/internal-elb": "1", "openshift-aws": "project/stack",
	}, discovery["main-subnet-private-us-east-2b"])
}

func TestVpcFeaturesTags(t *testing.T) {
	t.Parallel()
	args := everything()
	checkTags(t, mockstest.Run(t, vpc(args)), "team", "core", args.InfraID)
}

// assertAdds asserts that one program only adds the resources of a zone to another, apart from lists.
func assertAdds(t *testing.T, zone string, few, more pulumi.RunFunc, lists ...string) {
	t.Helper()
	before, after := mockstest.Run(t, few), mockstest.Run(t, more)
	for _, resource := range before.Resources() {
		if !resource.Custom {
			continue // The inputs of the component list all zones.
		}
		same := mockstest.Find(t, after, resource.Name)
		for _, list := range lists {
			delete(resource.Inputs, list)
			delete(same.Inputs, list)
		}
		assert.Equal(t, resource.URN, same.URN)
		assert.Equal(t, resource.Inputs, same.Inputs, resource.Name)
	}
	assert.Greater(t, len(after.Resources()), len(before.Resources()))
	for _, resource := range after.Resources() {
		if !slices.Contains(mockstest.URNs(before), resource.URN) {
			assert.Contains(t, resource.Name, zone, "only the new zone's resources are added")
		}
	}
}

// TestVpcAddsAndRemovesZones compares two Vpcs that differ by a zone: the larger one only adds resources. Only the
// S3 endpoint gets the new route table, in place.
func TestVpcAddsAndRemovesZones(t *testing.T) {
	t.Parallel()
	for _, nat := range []network.NATMode{network.NATPerZone, network.NATSingle, network.NATNone} {
		for _, added := range []string{"us-east-2a", "us-east-2d"} {
			t.Run(string(nat)+" "+added, func(t *testing.T) {
				t.Parallel()
				few := network.VpcArgs{InfraID: "demo-x7k2p", Zones: []string{"us-east-2b", "us-east-2c"}, NAT: nat}
				if nat == network.NATSingle {
					few.NATZone = "us-east-2c"
				}
				more := few
				more.Zones = append([]string{added}, few.Zones...)

				assertAdds(t, added, vpc(few), vpc(more), "routeTableIds")
			})
		}
	}
}

// TestVpcFeaturesAddAndRemoveZones adds a zone to a Vpc with all features: apart from lists, it only adds resources.
func TestVpcFeaturesAddAndRemoveZones(t *testing.T) {
	t.Parallel()
	few := everything()
	few.Endpoints.Zones = nil
	more := few
	more.Zones = append([]string{"us-east-2d"}, few.Zones...)
	assertAdds(t, "us-east-2d", vpc(few), vpc(more), "routeTableIds", "subnetIds")
}

// TestVpcPrivateOnly compares with a Vpc that has public subnets too: the private subnets are the same, and there
// is nothing else.
func TestVpcPrivateOnly(t *testing.T) {
	t.Parallel()
	both, private := everything(), privateOnly()
	both.NAT, both.NATElasticIPAllocationIDs = network.NATNone, nil
	all, rec := mockstest.Run(t, vpc(both)), mockstest.Run(t, vpc(private))
	for _, resource := range rec.Resources() {
		same := mockstest.Find(t, all, resource.Name)
		if !resource.Custom {
			continue // The inputs of the component list the public subnets.
		}
		if resource.Name == "main-s3" {
			assert.Len(t, resource.Inputs["routeTableIds"], 3)
			assert.Len(t, same.Inputs["routeTableIds"], 4)
			continue
		}
		assert.Equal(t, same.Inputs, resource.Inputs, resource.Name)
	}
	for _, way := range []string{
		"aws:ec2/internetGateway:InternetGateway", "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway",
		"aws:ec2/natGateway:NatGateway", "aws:ec2/route:Route",
	} {
		assert.Empty(t, rec.OfType(way), "there is no internet access")
	}
	assert.Len(t, rec.OfType(subnetType), 3)
	rec = mockstest.Run(t, func(ctx *pulumi.Context) error {
		main, err := network.NewVpc(ctx, "main", &private)
		if err != nil {
			return err
		}
		assert.Empty(t, main.PublicSubnets)
		assert.Len(t, main.PrivateSubnets, 3)
		ctx.Export("table", main.PublicRouteTableID)
		return nil
	})
	assert.Equal(t, map[string]any{"table": nil}, rec.Outputs())
}
