package acceptance

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// networkRegion is used only by these tests, so that leftovers can be attributed to them.
const networkRegion = "eu-west-1"

// networkStack is a stack whose program changes between operations.
type networkStack struct {
	t       *testing.T
	box     *sandbox.Sandbox
	program pulumi.RunFunc
}

func newNetworkStack(t *testing.T, name string, config map[string]string) *networkStack {
	t.Helper()
	s := &networkStack{t: t}
	config = maps.Clone(config)
	config["aws:region"] = networkRegion
	box, err := sandbox.New(sandbox.Options{
		Project: name,
		Program: func(ctx *pulumi.Context) error { return s.program(ctx) },
		Dir:     filepath.Join(t.TempDir(), name),
		Config:  config,
		RealAWS: true,
	})
	require.NoError(t, err)
	s.box = box
	t.Cleanup(func() {
		if t.Failed() {
			_, err := box.Destroy(context.WithoutCancel(t.Context()))
			t.Log("after the failure:", err)
		}
	})
	return s
}

// up updates the stack with a program and returns the changes, by the resource's name.
func (s *networkStack) up(program pulumi.RunFunc) map[string]string {
	s.t.Helper()
	s.program = program
	result, err := s.box.Up(s.t.Context())
	require.NoError(s.t, err)
	return operations(s.t, result)
}

func operations(t *testing.T, result *sandbox.Result) map[string]string {
	t.Helper()
	done := map[string]string{}
	for _, step := range result.Steps {
		if step.Op != "same" && step.Op != "refresh" && step.Op != "read" {
			done[resourceName(step.URN)] = strings.TrimSpace(step.Op + " " + strings.Join(step.Diffs, " "))
		}
	}
	t.Log(result.Changes)
	return done
}

// assertStable asserts that a second update, a refresh, and an update after it change nothing.
func (s *networkStack) assertStable() {
	s.t.Helper()
	assert.Empty(s.t, s.up(s.program), "a second update changes nothing")
	refreshed, err := s.box.Refresh(s.t.Context())
	require.NoError(s.t, err)
	assert.Empty(s.t, operations(s.t, refreshed), "nothing drifts")
	assert.Empty(s.t, s.up(s.program), "an update after a refresh changes nothing")
}

func (s *networkStack) destroy() {
	s.t.Helper()
	_, err := s.box.Destroy(s.t.Context())
	require.NoError(s.t, err)
}

// assertOnly asserts that an update performed one operation, apart from updates of the given properties in place.
func assertOnly(t *testing.T, done map[string]string, operation string, inPlace ...string) {
	t.Helper()
	count := 0
	for resource, what := range done {
		if what == operation {
			count++
			continue
		}
		kind, properties, _ := strings.Cut(what, " ")
		assert.Equal(t, "update", kind, resource)
		for property := range strings.FieldsSeq(properties) {
			property, _, _ = strings.Cut(property, "[")
			assert.Contains(t, inPlace, property, resource)
		}
	}
	assert.NotZero(t, count, operation)
}

// networkLeftovers lists the resources in the tests' region. TestMain looks for global ones after all tests.
func networkLeftovers(t *testing.T) []string {
	t.Helper()
	output, err := exec.Command(os.Getenv(labVariable), "leftovers", networkRegion).Output()
	require.NoError(t, err)
	var left []string
	for line := range strings.Lines(string(output)) {
		kind, _, _ := strings.Cut(line, " ")
		if !slices.Contains([]string{"role", "instance-profile", "policy", "oidc-provider", "bucket", "hosted-zone"},
			kind) {
			left = append(left, line)
		}
	}
	return left
}

// TestVpcs creates a VPC of each kind in one stack, adds a zone to each, removes it again, and destroys them.
func TestVpcs(t *testing.T) {
	networkRegionLock.acquire(t)
	s := newNetworkStack(t, "vpcs", recorded(t, "options"))
	program := func(zones ...string) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error { return vpcsOfEachKind(ctx, zones) }
	}
	two := program(networkRegion+"a", networkRegion+"b")
	three := program(networkRegion+"c", networkRegion+"a", networkRegion+"b")

	assertOnly(t, s.up(two), "create")
	// The emulator creates DHCP options without their tags; the next update adds them.
	s.up(two)
	s.assertStable()
	assertOnly(t, s.up(three), "create", "routeTableIds", "subnetIds")
	assert.Empty(t, s.up(three))
	assertOnly(t, s.up(two), "delete", "routeTableIds", "subnetIds")
	// The emulator does not remove subnets from an endpoint, so a refresh would find the removed one.
	assert.Empty(t, s.up(two))
	s.destroy()
	assert.Empty(t, networkLeftovers(t))
}

func vpcsOfEachKind(ctx *pulumi.Context, zones []string) error {
	address, err := ec2.NewEip(ctx, "address", &ec2.EipArgs{Domain: pulumi.String("vpc")})
	if err != nil {
		return err
	}
	logs, err := s3.NewBucketV2(ctx, "nettest-logs", &s3.BucketV2Args{ForceDestroy: pulumi.Bool(true)})
	if err != nil {
		return err
	}
	for name, args := range map[string]network.VpcArgs{
		"nettest-per-zone": {
			InfraID: "nettest-x7k2p", CIDR: "10.61.0.0/16", IPv6: true,
			NATElasticIPAllocationIDs: map[string]pulumi.StringInput{networkRegion + "a": address.ID()},
			Endpoints: &network.EndpointsArgs{
				Presets: []network.EndpointPreset{network.EndpointsPrivate, network.EndpointsSSM},
			},
			FlowLogs: &network.FlowLogsArgs{},
			DHCP:     &network.DHCPOptionsArgs{NTPServers: []string{"169.254.169.123"}},
		},
		"nettest-single": {
			CIDR: "10.62.0.0/20", NAT: network.NATSingle, NATZone: networkRegion + "b", PrivatePrefixLength: 25,
			SecondaryCIDRs: []string{"100.70.0.0/16"},
			Subnets:        map[string]network.SubnetCIDRs{networkRegion + "b": {Private: "100.70.0.0/20"}},
		},
		"nettest-zero-egress": {
			CIDR: "10.63.0.0/24", NAT: network.NATNone,
			Endpoints: &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsZeroEgress}},
			FlowLogs:  &network.FlowLogsArgs{BucketARN: logs.Arn},
		},
	} {
		args.Zones = zones
		vpc, err := network.NewVpc(ctx, name, &args)
		if err != nil {
			return err
		}
		if args.IPv6 {
			_, err = network.NewSecurityGroups(ctx, name, &network.SecurityGroupsArgs{
				InfraID: args.InfraID, Network: vpc.Network,
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestOptionsOfAVpc gives an existing VPC its options, changes them, and takes them away.
func TestOptionsOfAVpc(t *testing.T) {
	networkRegionLock.acquire(t)
	const zone = networkRegion + "a"
	s := newNetworkStack(t, "vpc-options", recorded(t, "options"))
	up := func(change func(*network.VpcArgs)) map[string]string {
		args := &network.VpcArgs{
			CIDR: "10.65.0.0/16", Zones: []string{zone}, NAT: network.NATNone,
			Subnets: map[string]network.SubnetCIDRs{zone: {Private: "10.65.0.0/20", Public: "10.65.16.0/24"}},
		}
		change(args)
		return s.up(func(ctx *pulumi.Context) error {
			_, err := network.NewVpc(ctx, "nettest-options", args)
			return err
		})
	}
	assertOnly(t, up(func(*network.VpcArgs) {}), "create")
	logs := &network.FlowLogsArgs{RetentionDays: 7}
	team := pulumi.StringMap{"team": pulumi.String("net")}
	assertOnly(t, up(func(a *network.VpcArgs) {
		a.FlowLogs, a.DHCP, a.IPv6, a.KindTags = logs, &network.DHCPOptionsArgs{}, true, &network.KindTagsArgs{FlowLogs: team}
	}), "create", "assignGeneratedIpv6CidrBlock", "ipv6CidrBlock", "assignIpv6AddressOnCreation")
	// The emulator creates DHCP options without their tags; the next update adds them.
	s.up(s.program)
	s.assertStable()
	longer := up(func(a *network.VpcArgs) {
		a.FlowLogs, a.DHCP, a.IPv6 = &network.FlowLogsArgs{RetentionDays: 14}, &network.DHCPOptionsArgs{}, true
	})
	assert.Equal(t, "update retentionInDays tags tags.team tagsAll tagsAll.team",
		longer["aws:cloudwatch/logGroup:LogGroup nettest-options-flow-log-group"])
	// Another slot is other IPv6 CIDRs, and the IPv4 CIDRs are given.
	moved := up(func(a *network.VpcArgs) {
		a.DHCP, a.IPv6, a.ZoneSlots = &network.DHCPOptionsArgs{}, true, map[string]int{zone: 3}
	})
	assert.Equal(t, "update ipv6CidrBlock", moved["aws:ec2/subnet:Subnet nettest-options-subnet-private-"+zone])
	assert.Empty(t, s.up(s.program))
	s.destroy()
	assert.Empty(t, networkLeftovers(t))
}

// otherNetwork is a network that was created outside the stack.
type otherNetwork struct {
	vpc             string
	public, private map[string]any
}

func (s *networkStack) createOtherNetwork(zones []string) otherNetwork {
	s.t.Helper()
	s.program = func(ctx *pulumi.Context) error {
		vpc, err := ec2.NewVpc(ctx, "other",
			&ec2.VpcArgs{CidrBlock: pulumi.String("10.64.0.0/16"), EnableDnsHostnames: pulumi.Bool(true)})
		if err != nil {
			return err
		}
		if _, err = ec2.NewInternetGateway(ctx, "other", &ec2.InternetGatewayArgs{VpcId: vpc.ID()}); err != nil {
			return err
		}
		ids := map[string]pulumi.Map{"public": {}, "private": {}}
		for i, zone := range zones {
			for kind, third := range map[string]int{"public": 100 + i, "private": i} {
				subnet, err := ec2.NewSubnet(ctx, kind+"-"+zone, &ec2.SubnetArgs{
					VpcId: vpc.ID(), AvailabilityZone: pulumi.String(zone), CidrBlock: pulumi.String(otherCIDR(third)),
				})
				if err != nil {
					return err
				}
				ids[kind][zone] = subnet.ID()
			}
		}
		ctx.Export("vpc", vpc.ID())
		ctx.Export("public", ids["public"])
		ctx.Export("private", ids["private"])
		return nil
	}
	result, err := s.box.Up(s.t.Context())
	require.NoError(s.t, err)
	return otherNetwork{
		vpc:    result.Outputs["vpc"].(string),
		public: result.Outputs["public"].(map[string]any), private: result.Outputs["private"].(map[string]any),
	}
}

func otherCIDR(third int) string {
	return fmt.Sprintf("10.64.%d.0/24", third)
}

// program registers an ExistingVpc and, in that network, proxies with and without a load balancer.
func (n otherNetwork) program(zones, proxyZones []string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := &network.ExistingVpcArgs{
			VpcID:      pulumi.String(n.vpc),
			CIDR:       "10.64.0.0/16",
			InfraID:    "nettest-x7k2p",
			TagSubnets: true,
		}
		for i, zone := range zones {
			args.PublicSubnets = append(args.PublicSubnets, network.ExistingSubnet{
				ID: pulumi.String(n.public[zone].(string)), Zone: zone, CIDR: otherCIDR(100 + i),
			})
			args.PrivateSubnets = append(args.PrivateSubnets, network.ExistingSubnet{
				ID: pulumi.String(n.private[zone].(string)), Zone: zone, CIDR: otherCIDR(i),
			})
		}
		vpc, err := network.NewExistingVpc(ctx, "existing", args)
		if err != nil {
			return err
		}
		single := &network.EgressProxyArgs{
			Network: vpc.Network, Subnets: vpc.PublicSubnets[:1], AMI: pulumi.String("ami-1e749f67"),
		}
		if _, err := network.NewEgressProxy(ctx, "single", single); err != nil {
			return err
		}
		balanced := *single
		balanced.LoadBalancer, balanced.Subnets = true, nil
		for i, zone := range proxyZones {
			balanced.Subnets = append(balanced.Subnets, network.Subnet{
				ID: pulumi.String(n.public[zone].(string)), Zone: zone, CIDR: otherCIDR(100 + i),
			})
		}
		_, err = network.NewEgressProxy(ctx, "balanced", &balanced)
		return err
	}
}

// TestExistingVpcAndProxies uses the network of another stack. It adds a zone to the ExistingVpc and to the proxies,
// and removes it from the ExistingVpc only: a network load balancer that loses a zone is replaced.
func TestExistingVpcAndProxies(t *testing.T) {
	networkRegionLock.acquire(t)
	zones := []string{networkRegion + "a", networkRegion + "b", networkRegion + "c"}
	otherStack := newNetworkStack(t, "other", emulatorConfig)
	other := otherStack.createOtherNetwork(zones)
	s := newNetworkStack(t, "existing", emulatorConfig)

	assertOnly(t, s.up(other.program(zones[:2], zones[:2])), "create")
	s.assertStable()
	assertOnly(t, s.up(other.program(zones, zones)), "create", "subnets", "subnetMappings")
	assert.Empty(t, s.up(s.program))
	assertOnly(t, s.up(other.program(zones[:2], zones)), "delete")
	s.destroy()
	otherStack.destroy()
	assert.Empty(t, networkLeftovers(t))
}
