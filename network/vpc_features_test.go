package network_test

import (
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	endpointType = "aws:ec2/vpcEndpoint:VpcEndpoint"
	subnetType   = "aws:ec2/subnet:Subnet"
)

// everything is a Vpc with all that can be asked for.
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
	args.KindTags.PrivateSubnets = pulumi.StringMap{"karpenter.sh/discovery": pulumi.String("demo")}
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
		KeepDefaultSecurityGroup: true,
	}
}

func TestVpcFeaturesGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/vpc-everything.golden", mockstest.Run(t, vpc(everything())).Golden())
	golden.Check(t, "testdata/vpc-zero-egress.golden", mockstest.Run(t, vpc(zeroEgress())).Golden())
}

func TestVpcFeaturesPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, vpc(everything()))
}

func TestVpcFeaturesProviderIsInherited(t *testing.T) {
	t.Parallel()
	checkProviderIsInherited(t, func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
		args := everything()
		_, err := network.NewVpc(ctx, "main", &args, opts...)
		return err
	})
}

func TestVpcFeaturesTags(t *testing.T) {
	t.Parallel()
	args := everything()
	checkTags(t, mockstest.Run(t, vpc(args)), "team", "core", args.InfraID)
}

// TestVpcKindTags gives each kind a tag of its own, which must win against the one for everything.
func TestVpcKindTags(t *testing.T) {
	t.Parallel()
	args := everything()
	args.Tags = pulumi.StringMap{"kind": pulumi.String("any")}
	kind := func(name string) pulumi.StringMap { return pulumi.StringMap{"kind": pulumi.String(name)} }
	args.KindTags = network.KindTags{
		Vpc: kind("vpc"), PublicSubnets: kind("public"), PrivateSubnets: kind("private"), RouteTables: kind("table"),
		Gateways: kind(
			"gateway",
		), ElasticIPs: kind("address"), Endpoints: kind("endpoint"), SecurityGroups: kind("group"),
		FlowLogs: kind("log"), DHCPOptions: kind("dhcp"),
	}
	want := map[string]string{
		"main-vpc": "vpc", "main-subnet-public-": "public", "main-subnet-private-": "private", "main-rt-": "table", "main-igw": "gateway",
		"main-eigw": "gateway", "main-nat-": "gateway", "main-eip-": "address", "main-s3": "endpoint", "main-endpoint-": "endpoint",
		"main-endpoints": "group", "main-default-group": "group", "main-flow-log": "log", "main-dhcp-options": "dhcp",
	}
	seen := map[string]bool{}
	for _, resource := range mockstest.Run(t, vpc(args)).Resources() {
		tags, ok := resource.Inputs["tags"].(map[string]any)
		if !ok {
			continue
		}
		longest := ""
		for prefix := range want {
			if strings.HasPrefix(resource.Name, prefix) && len(prefix) > len(longest) {
				longest = prefix
			}
		}
		assert.Equal(t, want[longest], tags["kind"], resource.Name)
		seen[longest] = true
	}
	assert.Len(t, seen, len(want))
}

func TestVpcFeaturesLongestChain(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	chain := namesOf(rec, rec.Graph().LongestChain())
	t.Logf("longest chain: %v", chain)
	assert.LessOrEqual(t, len(chain), 5)
}

func TestVpcEndpoints(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	var services []string
	for _, endpoint := range rec.OfType(endpointType) {
		service := strings.TrimPrefix(endpoint.Inputs["serviceName"].(string), "com.amazonaws.us-east-2.")
		if service == "s3" {
			continue
		}
		services = append(services, service)
		assert.Equal(t, "main-endpoint-"+service, endpoint.Name)
		assert.Equal(t, true, endpoint.Inputs["privateDnsEnabled"], service)
		assert.Equal(
			t,
			[]string{"main-subnet-private-us-east-2a", "main-subnet-private-us-east-2b"},
			namesOf(rec, endpoint.PropertyDependencies["subnetIds"]),
			service,
		)
		assert.Contains(
			t,
			namesOf(rec, endpoint.Dependencies),
			"main-endpoints-https-from-10.0.0.0-16",
			"an endpoint is of use once its group lets the VPC in",
		)
	}
	slices.Sort(services)
	assert.Equal(
		t,
		[]string{
			"ec2",
			"ec2messages",
			"ecr.api",
			"ecr.dkr",
			"elasticloadbalancing",
			"kms",
			"ssm",
			"ssmmessages",
			"sts",
		},
		services,
	)

	sources := []any{}
	for _, rule := range rec.OfType(ingressType) {
		sources = append(sources, rule.Inputs["cidrIpv4"])
		assert.Equal(
			t,
			[]any{"tcp", 443.0, 443.0},
			[]any{rule.Inputs["ipProtocol"], rule.Inputs["fromPort"], rule.Inputs["toPort"]},
		)
	}
	assert.ElementsMatch(t, []any{"10.0.0.0/16", "100.70.0.0/16", "10.99.0.0/16"}, sources)
	assert.Empty(t, rec.OfType(egressType), "endpoints answer and never call")
}

func TestVpcEndpointsAreInStandardZones(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(network.VpcArgs{
		Zones: []string{"us-west-2a", "us-west-2-lax-1a"}, ZoneSlots: map[string]int{"us-west-2-lax-1a": 7},
		Endpoints: &network.EndpointsArgs{Services: []string{"sts"}},
	}), mocks.Region("us-west-2"))
	endpoint := mockstest.Find(t, rec, "main-endpoint-sts")
	assert.Equal(
		t,
		[]string{"main-subnet-private-us-west-2a"},
		namesOf(rec, endpoint.PropertyDependencies["subnetIds"]),
	)
	assert.Equal(
		t,
		[]string{"main-nat-us-west-2a"},
		namesOf(
			rec,
			mockstest.Find(t, rec, "main-route-private-us-west-2-lax-1a").PropertyDependencies["natGatewayId"],
		),
	)
}

func TestVpcEndpointOfSomebodysService(t *testing.T) {
	t.Parallel()
	const service = "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"
	args := threeZones()
	args.Endpoints = &network.EndpointsArgs{Services: []string{service}, AllowedCIDRs: []string{"10.0.0.0/16"}}
	rec := mockstest.Run(t, vpc(args))
	endpoint := mockstest.Find(t, rec, "main-endpoint-"+service)
	assert.Equal(t, service, endpoint.Inputs["serviceName"])
	assert.Equal(t, false, endpoint.Inputs["privateDnsEnabled"], "the service may have no name")
	assert.Len(t, rec.OfType(ingressType), 1, "the VPC's own range, named once more")
}

// TestVpcSubnetsWaitForWhatMachinesNeed looks at what the id of a private subnet without NAT waits for.
func TestVpcSubnetsWaitForWhatMachinesNeed(t *testing.T) {
	t.Parallel()
	args := zeroEgress()
	args.DHCP = &network.DHCPOptionsArgs{}
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		main, err := network.NewVpc(ctx, "main", &args)
		if err != nil {
			return err
		}
		return machineIn(ctx, "private", main.PrivateSubnets[0])
	})
	assert.ElementsMatch(t, []string{
		"main-subnet-private-us-east-2a", "main-rta-private-us-east-2a", "main-s3", "main-dhcp-options-association",
		"main-endpoint-ec2", "main-endpoint-ecr.api", "main-endpoint-ecr.dkr", "main-endpoint-kms", "main-endpoint-sts",
	}, namesOf(rec, mockstest.Find(t, rec, "private us-east-2a").Dependencies))
}

func TestVpcWithoutFeaturesHasNone(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(threeZones()))
	for _, token := range []string{
		"aws:ec2/flowLog:FlowLog", "aws:ec2/vpcDhcpOptions:VpcDhcpOptions", "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway",
		"aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation", groupType,
	} {
		assert.Empty(t, rec.OfType(token))
	}
	assert.Len(t, rec.OfType(endpointType), 1)
}

func TestVpcDefaultSecurityGroup(t *testing.T) {
	t.Parallel()
	const token = "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"
	emptied := mockstest.Run(t, vpc(threeZones())).OfType(token)
	require.Len(t, emptied, 1)
	assert.NotContains(
		t,
		emptied[0].Inputs,
		"ingress",
		"a list, even an empty one, fights with rules that are resources",
	)
	assert.NotContains(t, emptied[0].Inputs, "egress")
	kept := threeZones()
	kept.KeepDefaultSecurityGroup = true
	assert.Empty(t, mockstest.Run(t, vpc(kept)).OfType(token))
}

// TestVpcMakesNothingBesideWhatCannotBeThereTwice: AWS gives an address to one gateway only, and refuses a second flow log to the same place.
func TestVpcMakesNothingBesideWhatCannotBeThereTwice(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	once := append(rec.OfType("aws:ec2/natGateway:NatGateway"), rec.OfType("aws:ec2/flowLog:FlowLog")...)
	assert.Len(t, once, 4)
	for _, resource := range once {
		assert.True(t, resource.Options.DeleteBeforeReplace, resource.Name)
	}
}

func TestVpcOwnElasticIPs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	assert.Len(t, rec.OfType("aws:ec2/eip:Eip"), 2)
	assert.Equal(t, "eipalloc-0123456789abcdef0", mockstest.Find(t, rec, "main-nat-us-east-2b").Inputs["allocationId"])
	assert.Equal(
		t,
		mockstest.Find(t, rec, "main-eip-us-east-2a").ID,
		mockstest.Find(t, rec, "main-nat-us-east-2a").Inputs["allocationId"],
	)
}

func TestVpcSecondaryCIDR(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	association := mockstest.Find(t, rec, "main-cidr-100.70.0.0-16").URN
	assert.Contains(t, mockstest.Find(t, rec, "main-subnet-private-us-east-2c").Dependencies, association)
	assert.NotContains(t, mockstest.Find(t, rec, "main-subnet-private-us-east-2a").Dependencies, association)
	assert.Equal(t, "100.70.0.0/18", mockstest.Find(t, rec, "main-subnet-private-us-east-2c").Inputs["cidrBlock"])
}

func TestVpcIPv6(t *testing.T) {
	t.Parallel()
	args := network.VpcArgs{
		Zones: []string{
			"us-west-2a",
			"us-west-2b",
			"us-west-2-lax-1a",
		}, ZoneSlots: map[string]int{"us-west-2-lax-1a": 7},
		NATZone: "us-west-2a", IPv6: true,
	}
	rec := mockstest.Run(t, vpc(args), mocks.Region("us-west-2"))
	whole := netip.MustParsePrefix(mockstest.Find(t, rec, "main-vpc").Outputs["ipv6CidrBlock"].(string))
	seen := map[netip.Prefix]bool{}
	for _, subnet := range rec.OfType(subnetType) {
		if strings.Contains(subnet.Name, "lax") {
			assert.NotContains(t, subnet.Inputs, "ipv6CidrBlock", "the region's addresses are not for local zones")
			continue
		}
		cidr := netip.MustParsePrefix(subnet.Inputs["ipv6CidrBlock"].(string))
		assert.Equal(t, 64, cidr.Bits())
		assert.True(t, whole.Contains(cidr.Addr()), "%s in %s", cidr, whole)
		assert.Equal(t, true, subnet.Inputs["assignIpv6AddressOnCreation"])
		seen[cidr] = true
	}
	assert.Len(t, seen, 4)

	routes := map[string]string{}
	for _, route := range rec.OfType("aws:ec2/route:Route") {
		if route.Inputs["destinationIpv6CidrBlock"] == "::/0" {
			gateway := slices.Concat(
				route.PropertyDependencies["gatewayId"],
				route.PropertyDependencies["egressOnlyGatewayId"],
			)
			routes[route.Name] = namesOf(rec, gateway)[0]
		}
	}
	assert.Equal(t, map[string]string{
		"main-route-public-ipv6": "main-igw", "main-route-private-ipv6-us-west-2a": "main-eigw", "main-route-private-ipv6-us-west-2b": "main-eigw",
	}, routes)
}

func TestVpcFlowLogs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	log := mockstest.Find(t, rec, "main-flow-log")
	group := mockstest.Find(t, rec, "main-flow-log-group")
	assert.Equal(t, group.Outputs["arn"], log.Inputs["logDestination"])
	assert.Equal(t, 90.0, group.Inputs["retentionInDays"])
	assert.Contains(
		t,
		namesOf(rec, log.Dependencies),
		"main-flow-log-policy",
		"without the policy, the first records are lost",
	)
	policy := mockstest.Find(t, rec, "main-flow-log-policy").Inputs["policy"].(string)
	assert.Contains(t, policy, group.Outputs["arn"])
	assert.NotContains(t, policy, `"Resource":["*"]`)
	trust := mockstest.Find(t, rec, "main-flow-log-role").Inputs["assumeRolePolicy"].(string)
	assert.Contains(t, trust, `"aws:SourceAccount":["123456789012"]`, "not the flow logs of other accounts")
	assert.Contains(t, trust, `"aws:SourceArn":["arn:aws:ec2:us-east-2:123456789012:vpc-flow-log/*"]`)
	assert.Equal(
		t,
		"arn:aws:iam::123456789012:policy/boundary",
		mockstest.Find(t, rec, "main-flow-log-role").Inputs["permissionsBoundary"],
	)

	rec = mockstest.Run(t, vpc(zeroEgress()))
	log = mockstest.Find(t, rec, "main-flow-log")
	assert.Equal(t, map[string]any{
		"vpcId": mockstest.Find(
			t,
			rec,
			"main-vpc",
		).ID, "logDestinationType": "s3", "logDestination": "arn:aws:s3:::logs/vpc/",
		"trafficType": "REJECT", "maxAggregationInterval": 600.0, "logFormat": "${srcaddr}",
		"tags": map[string]any{"Name": "main-flow-log"},
	}, log.Inputs)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
}

// TestVpcPrivateOnly compares with a Vpc that has public subnets too: the private half is the same, and nothing else is there.
func TestVpcPrivateOnly(t *testing.T) {
	t.Parallel()
	both, private := everything(), everything()
	both.NAT, private.NAT, private.PrivateOnly = network.NATNone, "", true
	both.NATElasticIPAllocationIDs, private.NATElasticIPAllocationIDs = nil, nil
	all, rec := mockstest.Run(t, vpc(both)), mockstest.Run(t, vpc(private))
	golden.Check(t, "testdata/vpc-private-only.golden", rec.Golden())
	for _, resource := range rec.Resources() {
		same := mockstest.Find(t, all, resource.Name)
		if resource.Name == "main-s3" {
			assert.Len(t, resource.Inputs["routeTableIds"], 3)
			assert.Len(t, same.Inputs["routeTableIds"], 4)
			continue
		}
		assert.Equal(t, same.Inputs, resource.Inputs, resource.Name)
	}
	for _, way := range []string{
		"aws:ec2/internetGateway:InternetGateway", "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway", "aws:ec2/natGateway:NatGateway", "aws:ec2/route:Route",
	} {
		assert.Empty(t, rec.OfType(way), "no way out")
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
	assert.Equal(t, map[string]any{"table": ""}, rec.Outputs())
}

func TestVpcFeatureOutputs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		args := everything()
		dual, err := network.NewVpc(ctx, "dual", &args)
		if err != nil {
			return err
		}
		assert.Equal(t, []string{"100.70.0.0/16"}, dual.SecondaryCIDRs)
		four := zeroEgress()
		single, err := network.NewVpc(ctx, "four", &four)
		if err != nil {
			return err
		}
		assert.Empty(t, single.NATPublicIPs)
		assert.Equal(t, []string{
			"10.0.0.0/16", "100.70.0.0/16", "s3.us-east-2.amazonaws.com", "ec2.us-east-2.amazonaws.com", "ec2messages.us-east-2.amazonaws.com",
			"api.ecr.us-east-2.amazonaws.com", "dkr.ecr.us-east-2.amazonaws.com", "elasticloadbalancing.us-east-2.amazonaws.com",
			"kms.us-east-2.amazonaws.com", "ssm.us-east-2.amazonaws.com", "ssmmessages.us-east-2.amazonaws.com", "sts.us-east-2.amazonaws.com",
		}, dual.NoProxy)
		assert.Equal(
			t,
			[]string{"ec2", "ecr.api", "ecr.dkr", "kms", "s3", "sts"},
			slices.Sorted(maps.Keys(single.EndpointIDs)),
		)
		ctx.Export("s3", single.EndpointIDs["s3"])
		ctx.Export("ecr", single.EndpointIDs["ecr.dkr"])
		ctx.Export("ipv6", dual.IPv6CIDR)
		ctx.Export("none", single.IPv6CIDR)
		ctx.Export("nat", dual.NATPublicIPs["us-east-2a"])
		return nil
	})
	assert.Equal(t, map[string]any{
		"ipv6": mockstest.Find(t, rec, "dual-vpc").Outputs["ipv6CidrBlock"],
		"none": "",
		"s3":   mockstest.Find(t, rec, "four-s3").ID,
		"ecr":  mockstest.Find(t, rec, "four-endpoint-ecr.dkr").ID,
		"nat":  mockstest.Find(t, rec, "dual-eip-us-east-2a").Outputs["publicIp"],
	}, rec.Outputs())
}

// TestVpcFeaturesZoneComesAndGoes adds a zone to a Vpc with everything: besides lists in place, only additions.
func TestVpcFeaturesZoneComesAndGoes(t *testing.T) {
	t.Parallel()
	few := everything()
	few.Endpoints.Zones = nil
	more := few
	more.Zones = append([]string{"us-east-2d"}, few.Zones...)
	before, after := mockstest.Run(t, vpc(few)), mockstest.Run(t, vpc(more))
	for _, resource := range before.Resources() {
		same := mockstest.Find(t, after, resource.Name)
		for _, list := range []string{"routeTableIds", "subnetIds"} {
			delete(resource.Inputs, list)
			delete(same.Inputs, list)
		}
		assert.Equal(t, resource.Inputs, same.Inputs, resource.Name)
	}
	for _, resource := range after.Resources() {
		if !slices.Contains(mockstest.URNs(before), resource.URN) {
			assert.Contains(t, resource.Name, "us-east-2d")
		}
	}
}
