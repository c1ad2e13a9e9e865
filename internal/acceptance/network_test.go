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

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// networkRegion is of these tests alone, so that what they leave behind can be told from what others have.
const networkRegion = "eu-west-1"

// world is a stack whose program changes between operations.
type world struct {
	t       *testing.T
	box     *sandbox.Sandbox
	program pulumi.RunFunc
}

func newWorld(t *testing.T, name string) *world {
	t.Helper()
	w := &world{t: t}
	config := maps.Clone(emulatorConfig)
	config["aws:region"] = networkRegion
	box, err := sandbox.New(sandbox.Options{
		Project: name,
		Program: func(ctx *pulumi.Context) error { return w.program(ctx) },
		Dir:     filepath.Join(t.TempDir(), name),
		Config:  config,
		RealAWS: true,
	})
	require.NoError(t, err)
	w.box = box
	t.Cleanup(func() {
		if t.Failed() {
			_, err := box.Destroy(context.WithoutCancel(t.Context()))
			t.Log("after the failure:", err)
		}
	})
	return w
}

// up brings up what the program is now and returns the operations that were not "same", by the resource's name.
func (w *world) up(program pulumi.RunFunc) map[string]string {
	w.t.Helper()
	w.program = program
	result, err := w.box.Up(w.t.Context())
	require.NoError(w.t, err)
	return operations(w.t, result)
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

// stays asserts that a second update, and one after a refresh, find nothing to do.
func (w *world) stays() {
	w.t.Helper()
	assert.Empty(w.t, w.up(w.program), "a second update changes nothing")
	refreshed, err := w.box.Refresh(w.t.Context())
	require.NoError(w.t, err)
	assert.Empty(w.t, operations(w.t, refreshed), "nothing drifts")
	assert.Empty(w.t, w.up(w.program), "an update after a refresh changes nothing")
}

func (w *world) destroy() {
	w.t.Helper()
	_, err := w.box.Destroy(w.t.Context())
	require.NoError(w.t, err)
}

// only asserts that an update did one thing, besides updating the given properties in place.
func only(t *testing.T, done map[string]string, operation string, inPlace ...string) {
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

// networkLeftovers lists what the tests' region holds. What belongs to no region is looked for after all tests.
func networkLeftovers(t *testing.T) []string {
	t.Helper()
	output, err := exec.Command(os.Getenv(labVariable), "leftovers", networkRegion).Output()
	require.NoError(t, err)
	var left []string
	for line := range strings.Lines(string(output)) {
		kind, _, _ := strings.Cut(line, " ")
		if !slices.Contains(
			[]string{"role", "instance-profile", "policy", "oidc-provider", "bucket", "hosted-zone"},
			kind,
		) {
			left = append(left, line)
		}
	}
	return left
}

// TestVpcsComeGrowAndGo has a Vpc of each kind in one stack, adds a zone to each, removes it again, and destroys them.
func TestVpcsComeGrowAndGo(t *testing.T) {
	theNetworkRegion.inTurn(t)
	w := newWorld(t, "vpcs")
	program := func(zones ...string) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error { return vpcsOfEachKind(ctx, zones) }
	}
	two := program(networkRegion+"a", networkRegion+"b")
	three := program(networkRegion+"c", networkRegion+"a", networkRegion+"b")

	only(t, w.up(two), "create")
	// The emulator makes DHCP options without their tags; the next update adds them.
	w.up(two)
	w.stays()
	only(t, w.up(three), "create", "routeTableIds", "subnetIds")
	assert.Empty(t, w.up(three))
	only(t, w.up(two), "delete", "routeTableIds", "subnetIds")
	// The emulator takes no subnet out of an endpoint, so that a refresh would find it there.
	assert.Empty(t, w.up(two))
	w.destroy()
	assert.Empty(t, networkLeftovers(t))
}

func vpcsOfEachKind(ctx *pulumi.Context, zones []string) error {
	address, err := ec2.NewEip(ctx, "own-address", &ec2.EipArgs{Domain: pulumi.String("vpc")})
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
			Endpoints:                 &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate, network.EndpointsSSM}},
			FlowLogs:                  &network.FlowLogsArgs{},
			DHCP:                      &network.DHCPOptionsArgs{NTPServers: []string{"169.254.169.123"}},
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
				InfraID: args.InfraID, VpcID: vpc.ID, VpcCIDR: vpc.CIDR, VpcIPv6CIDR: vpc.IPv6CIDR.Elem(),
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// theirs is a network that somebody else made.
type theirs struct {
	vpc             string
	public, private map[string]any
}

func (w *world) makeTheirs(zones []string) theirs {
	w.t.Helper()
	w.program = func(ctx *pulumi.Context) error {
		vpc, err := ec2.NewVpc(
			ctx,
			"theirs",
			&ec2.VpcArgs{CidrBlock: pulumi.String("10.64.0.0/16"), EnableDnsHostnames: pulumi.Bool(true)},
		)
		if err != nil {
			return err
		}
		if _, err = ec2.NewInternetGateway(ctx, "theirs", &ec2.InternetGatewayArgs{VpcId: vpc.ID()}); err != nil {
			return err
		}
		ids := map[string]pulumi.Map{"public": {}, "private": {}}
		for i, zone := range zones {
			for kind, third := range map[string]int{"public": 100 + i, "private": i} {
				subnet, err := ec2.NewSubnet(ctx, kind+"-"+zone, &ec2.SubnetArgs{
					VpcId: vpc.ID(), AvailabilityZone: pulumi.String(zone), CidrBlock: pulumi.String(theirCIDR(third)),
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
	result, err := w.box.Up(w.t.Context())
	require.NoError(w.t, err)
	return theirs{
		vpc:    result.Outputs["vpc"].(string),
		public: result.Outputs["public"].(map[string]any), private: result.Outputs["private"].(map[string]any),
	}
}

func theirCIDR(third int) string {
	return fmt.Sprintf("10.64.%d.0/24", third)
}

// program has an ExistingVpc and, in their network, proxies with and without a load balancer.
func (n theirs) program(zones, proxyZones []string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := &network.ExistingVpcArgs{
			VpcID:      pulumi.String(n.vpc),
			CIDR:       "10.64.0.0/16",
			InfraID:    "nettest-x7k2p",
			TagSubnets: true,
		}
		for i, zone := range zones {
			args.PublicSubnets = append(args.PublicSubnets, network.ExistingSubnet{
				ID: pulumi.String(n.public[zone].(string)), Zone: zone, CIDR: theirCIDR(100 + i),
			})
			args.PrivateSubnets = append(args.PrivateSubnets, network.ExistingSubnet{
				ID: pulumi.String(n.private[zone].(string)), Zone: zone, CIDR: theirCIDR(i),
			})
		}
		vpc, err := network.NewExistingVpc(ctx, "existing", args)
		if err != nil {
			return err
		}
		single := &network.EgressProxyArgs{
			VpcID: vpc.ID, VpcCIDR: vpc.CIDR, Subnets: vpc.PublicSubnets[:1], AMI: pulumi.String("ami-1e749f67"),
		}
		if _, err := network.NewEgressProxy(ctx, "single", single); err != nil {
			return err
		}
		balanced := *single
		balanced.LoadBalancer, balanced.Subnets = true, nil
		for i, zone := range proxyZones {
			balanced.Subnets = append(balanced.Subnets, network.Subnet{
				ID: pulumi.String(n.public[zone].(string)), Zone: zone, CIDR: theirCIDR(100 + i),
			})
		}
		_, err = network.NewEgressProxy(ctx, "balanced", &balanced)
		return err
	}
}

// TestExistingVpcAndProxiesGrowAndGo uses a network that another stack has. Both are grown; the one is shrunk whose zones can go
// without a replacement: a network load balancer that loses a zone is replaced.
func TestExistingVpcAndProxiesGrowAndGo(t *testing.T) {
	theNetworkRegion.inTurn(t)
	zones := []string{networkRegion + "a", networkRegion + "b", networkRegion + "c"}
	their := newWorld(t, "theirs")
	there := their.makeTheirs(zones)
	w := newWorld(t, "ours")

	only(t, w.up(there.program(zones[:2], zones[:2])), "create")
	w.stays()
	only(t, w.up(there.program(zones, zones)), "create", "subnets", "subnetMappings")
	assert.Empty(t, w.up(w.program))
	only(t, w.up(there.program(zones[:2], zones)), "delete")
	w.destroy()
	their.destroy()
	assert.Empty(t, networkLeftovers(t))
}
