package network_test

import (
	"cmp"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// register returns a program with a component that has some options.
type register func(opts ...pulumi.ResourceOption) pulumi.RunFunc

func registered[A, C any](
	constructor func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (C, error), name string, args *A,
) register {
	return func(opts ...pulumi.ResourceOption) pulumi.RunFunc {
		return mockstest.Program(constructor, name, args, opts...)
	}
}

// TestComponents checks every component: it registers what its golden file has, a preview registers the same, and
// all children and lookups use the component's provider.
func TestComponents(t *testing.T) {
	t.Parallel()
	var lookup map[string]any
	named := balancedArgs()
	named.Hostname = "proxy.demo.internal"
	tests := map[string]struct {
		reason string
		// region is us-east-2 unless it is set.
		region   string
		register register
		// base is the component from which the golden file shows the differences, none if it has everything.
		base string
	}{
		"vpc-per-zone": {
			base:     "vpc-everything",
			reason:   "the network of a ROSA Classic cluster has a NAT gateway per zone",
			register: registered(network.NewVpc, "main", new(threeZones())),
		},
		"vpc-single-nat-gov": {
			reason: "one gateway serves all zones, in another partition, with the longest infrastructure ID",
			region: "us-gov-west-1",
			register: registered(network.NewVpc, "main", &network.VpcArgs{
				InfraID: mockstest.LongInfraID,
				Zones:   []string{"us-gov-west-1a", "us-gov-west-1b"},
				NAT:     network.NATSingle,
				NATZone: "us-gov-west-1b",
			}),
		},
		"vpc-no-nat-china": {
			reason: "the smallest VPC has no cluster and no gateway",
			region: "cn-north-1",
			register: registered(network.NewVpc, "main", &network.VpcArgs{
				CIDR: "10.9.8.0/24", Zones: []string{"cn-north-1a"}, NAT: network.NATNone,
			}),
		},
		"vpc-edge-zones": {
			reason: "a Local Zone uses the gateway of another zone, and a Wavelength Zone has no public subnet either",
			region: "us-east-1",
			register: registered(network.NewVpc, "main", &network.VpcArgs{
				InfraID:   "demo-x7k2p",
				Zones:     []string{"us-east-1a", "us-east-1-bos-1a", "us-east-1-wl1-bos-wlz-1"},
				ZoneSlots: map[string]int{"us-east-1-bos-1a": 6, "us-east-1-wl1-bos-wlz-1": 7},
			}),
		},
		"vpc-everything": {
			reason:   "all optional features are independent of each other",
			register: registered(network.NewVpc, "main", new(everything())),
		},
		"vpc-zero-egress": {
			base:     "vpc-everything",
			reason:   "a VPC without internet access has interface endpoints",
			register: registered(network.NewVpc, "main", new(zeroEgress())),
		},
		"vpc-private-only": {
			base:     "vpc-everything",
			reason:   "a VPC of private subnets has no gateway to the internet",
			register: registered(network.NewVpc, "main", new(privateOnly())),
		},
		"existing-vpc": {
			reason:   "an existing VPC gets the tags of its subnets",
			register: registered(network.NewExistingVpc, "main", existingArgs()),
		},
		"security-groups": {
			reason:   "the rules are those of openshift-install",
			register: registered(network.NewSecurityGroups, "main", securityGroupsArgs()),
		},
		"egress-proxy": {
			base:     "egress-proxy-hostname",
			reason:   "a proxy is a single instance by default",
			register: registered(network.NewEgressProxy, "proxy", proxyArgs()),
		},
		"egress-proxy-balanced": {
			base:     "egress-proxy-hostname",
			reason:   "a load balancer distributes clients to an instance per zone",
			register: registered(network.NewEgressProxy, "proxy", balancedArgs()),
		},
		"egress-proxy-hostname": {
			reason:   "a hostname has a zone of its own",
			register: registered(network.NewEgressProxy, "proxy", named),
		},
		"jump-host": {
			reason:   "a jump host has no open port",
			register: registered(network.NewJumpHost, "jump", jumpHostArgs()),
		},
		"private-link-access": {
			reason:   "the endpoint is looked up",
			register: func(opts ...pulumi.ResourceOption) pulumi.RunFunc { return access(accessArgs(), opts...) },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Log(tt.reason)
			region, program := cmp.Or(tt.region, "us-east-2"), tt.register()
			options := []mocks.Option{mocks.Region(region), endpointOf(&lookup)}
			path, got := "testdata/"+name+".golden", mockstest.Run(t, program, options...).Golden()
			if tt.base == "" {
				golden.Check(t, path, got)
			} else {
				base := mockstest.Run(t, tests[tt.base].register(), options...).Golden()
				golden.CheckDifference(t, path, tt.base+".golden", base, got)
			}
			mockstest.PreviewIsTheUpdate(t, program, options...)
			checkProviderIsInherited(t, region, tt.register, options...)
		})
	}
}

// checkProviderIsInherited checks that all children and lookups use the provider of the component.
func checkProviderIsInherited(t *testing.T, region string, register register, options ...mocks.Option) {
	t.Helper()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "other-account", &aws.ProviderArgs{Region: pulumi.String(region)})
		if err != nil {
			return err
		}
		return register(pulumi.Providers(provider))(ctx)
	}, options...)
	provider := mockstest.Find(t, rec, "other-account").URN
	children := 0
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.URN != provider {
			children++
			assert.Equal(t, provider, resource.Provider, resource.Name)
		}
	}
	for _, call := range rec.Calls() {
		assert.Equal(t, provider, call.Provider, call.Token)
	}
	assert.NotZero(t, children)
}
