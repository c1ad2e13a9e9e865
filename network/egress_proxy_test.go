package network_test

import (
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

const instanceType = "aws:ec2/instance:Instance"

func proxyArgs() *network.EgressProxyArgs {
	return &network.EgressProxyArgs{
		VpcID:   pulumi.String("vpc-0123456789abcdef0"),
		VpcCIDR: "10.0.0.0/16",
		Subnets: []network.Subnet{{ID: pulumi.String("subnet-a"), Zone: "us-east-2a", CIDR: "10.0.16.0/22"}},
		AMI:     pulumi.String("ami-0123456789abcdef0"),
		Tags:    pulumi.StringMap{"team": pulumi.String("core")},
	}
}

func balancedArgs() *network.EgressProxyArgs {
	args := proxyArgs()
	args.LoadBalancer = true
	args.Subnets = append(
		args.Subnets,
		network.Subnet{ID: pulumi.String("subnet-b"), Zone: "us-east-2b", CIDR: "10.0.48.0/22"},
	)
	args.AllowedDomains = []string{"quay.io", ".redhat.com"}
	args.AllowedCIDRs = []string{"10.99.0.0/16"}
	args.NoProxy = []string{".example.com", "10.0.0.0/16", "192.0.2.7"}
	args.SSHAllowedCIDRs = []string{"198.51.100.0/24"}
	args.KeyName = pulumi.String("ops")
	args.InstanceProfile = pulumi.String("ssm")
	return args
}

func proxy(args *network.EgressProxyArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := network.NewEgressProxy(ctx, "proxy", args)
		return err
	}
}

func TestEgressProxyGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/egress-proxy.golden", mockstest.Run(t, proxy(proxyArgs())).Golden())
	golden.Check(t, "testdata/egress-proxy-balanced.golden", mockstest.Run(t, proxy(balancedArgs())).Golden())
}

func TestEgressProxyPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, proxy(balancedArgs()))
}

func TestEgressProxyProviderIsInherited(t *testing.T) {
	t.Parallel()
	checkProviderIsInherited(t, func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
		_, err := network.NewEgressProxy(ctx, "proxy", balancedArgs(), opts...)
		return err
	})
}

func TestEgressProxyTags(t *testing.T) {
	t.Parallel()
	checkTags(t, mockstest.Run(t, proxy(balancedArgs())), "team", "core", "proxy")
}

func TestEgressProxyMachines(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, proxy(balancedArgs()))
	machines := rec.OfType(instanceType)
	require.Len(t, machines, 2)
	for _, machine := range machines {
		zone := strings.TrimPrefix(machine.Name, "proxy-machine-")
		assert.Equal(
			t,
			map[string]any{"httpEndpoint": "enabled", "httpTokens": "required", "httpPutResponseHopLimit": 1.0},
			machine.Inputs["metadataOptions"],
		)
		assert.Equal(t, true, machine.Inputs["rootBlockDevice"].(map[string]any)["encrypted"])
		assert.True(t, machine.Options.DeleteBeforeReplace, "two machines cannot have one interface")
		assert.Contains(
			t,
			namesOf(rec, machine.Dependencies),
			"proxy-eip-"+zone,
			"without its address the machine installs nothing",
		)
		assert.Equal(
			t,
			mockstest.Find(t, rec, "proxy-nic-"+zone).ID,
			mockstest.Find(t, rec, "proxy-eip-"+zone).Inputs["networkInterface"],
		)
		assert.Equal(
			t,
			mockstest.Find(t, rec, "proxy-nic-"+zone).Outputs["privateIp"],
			mockstest.Find(t, rec, "proxy-target-"+zone).Inputs["targetId"],
		)
		assert.Equal(t, []any{"ops", "ssm"}, []any{machine.Inputs["keyName"], machine.Inputs["iamInstanceProfile"]})
	}
	assert.Contains(
		t,
		namesOf(rec, mockstest.Find(t, rec, "proxy-machine-us-east-2b").Dependencies),
		"proxy-machine-us-east-2a",
		"one is there while the other is replaced",
	)
	plain := mockstest.Run(t, proxy(proxyArgs())).OfType(instanceType)[0]
	assert.NotContains(t, plain.Inputs, "keyName")
	assert.NotContains(t, plain.Inputs, "iamInstanceProfile")
	assert.Equal(t, "t3.small", plain.Inputs["instanceType"])
}

// TestEgressProxyLoadBalancerIsReplacedWhole: a load balancer that loses a zone is replaced, and AWS lets a target group be behind one only.
func TestEgressProxyLoadBalancerIsReplacedWhole(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, proxy(balancedArgs()))
	group := mockstest.Find(t, rec, "proxy-tg")
	assert.Equal(t, []string{mockstest.Find(t, rec, "proxy-lb").URN}, group.Options.ReplaceWith)
	assert.Equal(
		t,
		map[string]any{"protocol": "TCP", "interval": 10.0, "healthyThreshold": 2.0, "unhealthyThreshold": 2.0},
		group.Inputs["healthCheck"],
		"a machine that comes or goes is noticed within 20 seconds",
	)
}

// TestEgressProxyRules lists what is open: nothing to the world, and no SSH unless it is asked for.
func TestEgressProxyRules(t *testing.T) {
	t.Parallel()
	rules := func(args *network.EgressProxyArgs) []string {
		rec := mockstest.Run(t, proxy(args))
		var all []string
		for _, rule := range slices.Concat(rec.OfType(ingressType), rec.OfType(egressType)) {
			all = append(all, rule.Name)
			assert.Equal(t, rule.Inputs["fromPort"], rule.Inputs["toPort"], rule.Name)
		}
		slices.Sort(all)
		return all
	}
	assert.Equal(t, []string{
		"proxy-machines-dns-tcp-to-10.0.0.0-16",
		"proxy-machines-dns-udp-to-10.0.0.0-16",
		"proxy-machines-https-to-0.0.0.0-0",
		"proxy-machines-proxy-from-10.0.0.0-16",
	}, rules(proxyArgs()))
	assert.Equal(t, []string{
		"proxy-balancer-proxy-from-10.0.0.0-16",
		"proxy-balancer-proxy-from-10.99.0.0-16",
		"proxy-balancer-proxy-to-10.0.0.0-16",
		"proxy-machines-dns-tcp-to-10.0.0.0-16",
		"proxy-machines-dns-udp-to-10.0.0.0-16",
		"proxy-machines-https-to-0.0.0.0-0",
		"proxy-machines-proxy-from-10.0.0.0-16",
		"proxy-machines-proxy-from-10.99.0.0-16",
		"proxy-machines-ssh-from-198.51.100.0-24",
	}, rules(balancedArgs()))
	further := balancedArgs()
	further.SecondaryCIDRs = []string{"100.70.0.0/16"}
	assert.Subset(t, rules(further), []string{
		"proxy-balancer-proxy-from-100.70.0.0-16",
		"proxy-balancer-proxy-to-100.70.0.0-16",
		"proxy-machines-proxy-from-100.70.0.0-16",
	}, "clients, machines and the load balancer may be in any range of the VPC")
}

func TestEgressProxyOutputs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		single, err := network.NewEgressProxy(ctx, "single", proxyArgs())
		if err != nil {
			return err
		}
		balanced, err := network.NewEgressProxy(ctx, "balanced", balancedArgs())
		if err != nil {
			return err
		}
		assert.Equal(t, []string{"10.0.0.0/16"}, single.NoProxy)
		assert.Equal(t, []string{"10.0.0.0/16", ".example.com", "192.0.2.7"}, balanced.NoProxy, "no entry twice")
		further := proxyArgs()
		further.SecondaryCIDRs = []string{"100.70.0.0/16"}
		two, err := network.NewEgressProxy(ctx, "two", further)
		if err != nil {
			return err
		}
		assert.Equal(t, []string{"10.0.0.0/16", "100.70.0.0/16"}, two.NoProxy)
		ctx.Export("single", single.HTTPProxy)
		ctx.Export("https", single.HTTPSProxy)
		ctx.Export("address", single.PublicIPs["us-east-2a"])
		ctx.Export("balanced", balanced.HTTPProxy)
		ctx.Export("group", balanced.SecurityGroupID)
		return nil
	})
	url := "http://" + mockstest.Find(t, rec, "single-nic-us-east-2a").Outputs["privateIp"].(string) + ":3128"
	assert.Equal(t, map[string]any{
		"single": url, "https": url,
		"address":  mockstest.Find(t, rec, "single-eip-us-east-2a").Outputs["publicIp"],
		"balanced": "http://" + mockstest.Find(t, rec, "balanced-lb").Outputs["dnsName"].(string) + ":3128",
		"group":    mockstest.Find(t, rec, "balanced-machines").ID,
	}, rec.Outputs())
}

// TestEgressProxyOutputsWait looks at what a cluster waits for that takes the proxy's URL.
func TestEgressProxyOutputsWait(t *testing.T) {
	t.Parallel()
	waitsFor := func(args *network.EgressProxyArgs) []string {
		rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
			proxy, err := network.NewEgressProxy(ctx, "proxy", args)
			if err != nil {
				return err
			}
			return user(ctx, proxy.HTTPProxy)
		})
		return namesOf(rec, mockstest.Find(t, rec, "user").Dependencies)
	}
	assert.Subset(t, waitsFor(proxyArgs()), []string{"proxy-machine-us-east-2a"})
	assert.Subset(t, waitsFor(balancedArgs()), []string{
		"proxy-machine-us-east-2a", "proxy-machine-us-east-2b", "proxy-listener", "proxy-target-us-east-2a", "proxy-target-us-east-2b",
	})
}

func TestEgressProxyZoneComes(t *testing.T) {
	t.Parallel()
	few := balancedArgs()
	few.Subnets = few.Subnets[1:]
	before, after := mockstest.Run(t, proxy(few)), mockstest.Run(t, proxy(balancedArgs()))
	for _, resource := range before.Resources() {
		same := mockstest.Find(t, after, resource.Name)
		delete(resource.Inputs, "subnets")
		delete(same.Inputs, "subnets")
		assert.Equal(t, resource.Inputs, same.Inputs, resource.Name)
	}
	for _, resource := range after.Resources() {
		if !slices.Contains(mockstest.URNs(before), resource.URN) {
			assert.Contains(t, resource.Name, "us-east-2a")
		}
	}
}

func TestEgressProxyArgs(t *testing.T) {
	t.Parallel()
	const path = "network.EgressProxyArgs"
	with := func(change func(*network.EgressProxyArgs)) *network.EgressProxyArgs {
		args := proxyArgs()
		change(args)
		return args
	}
	tests := map[string]struct {
		reason string
		args   *network.EgressProxyArgs
		want   string
	}{
		"legal":    {reason: "one machine", args: proxyArgs()},
		"balanced": {reason: "everything", args: balancedArgs()},
		"one balanced": {
			reason: "a load balancer keeps the name when a zone is added later",
			args:   with(func(a *network.EgressProxyArgs) { a.LoadBalancer = true }),
		},
		"hosts": {
			reason: "names without a dot, and addresses in no_proxy",
			args: with(func(a *network.EgressProxyArgs) {
				a.AllowedDomains = []string{"localmirror"}
				a.NoProxy = []string{"registry", "10.1.0.0/16"}
			}),
		},
		"nil": {
			reason: "everything is required",
			want:   path + ".VpcID: is required\n" + path + ".VpcCIDR: is required\n" + path + ".Subnets: is required\n" + path + ".AMI: is required",
		},
		"many, unbalanced": {
			reason: "there is one address",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets = balancedArgs().Subnets }),
			want:   path + ".Subnets: has 2 subnets; without a load balancer there is one machine (name one, or set network.EgressProxyArgs.LoadBalancer)",
		},
		"empty subnet": {
			reason: "a struct nobody filled",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets = []network.Subnet{{}} }),
			want:   path + ".Subnets[0].ID: is required\n" + path + ".Subnets[0].Zone: is required",
		},
		"zone twice": {
			reason: "one machine a zone",
			args: with(
				func(a *network.EgressProxyArgs) { a.LoadBalancer = true; a.Subnets = append(a.Subnets, a.Subnets[0]) },
			),
			want: path + ".Subnets[1].Zone: us-east-2a has a subnet already; there is one machine a zone",
		},
		"local zone": {
			reason: "network load balancers are in standard zones",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets[0].Zone = "us-east-2-chi-1a" }),
			want:   path + `.Subnets[0].Zone: "us-east-2-chi-1a" is no standard zone; a proxy needs one such as us-east-2a`,
		},
		"VPC's range": {
			reason: "the world is no VPC",
			args:   with(func(a *network.EgressProxyArgs) { a.VpcCIDR = "0.0.0.0/0" }),
			want:   path + ".VpcCIDR: 0.0.0.0/0 is no range that a VPC can have; AWS takes /16 to /28",
		},
		"further ranges": {
			reason: "ranges of one VPC",
			args:   with(func(a *network.EgressProxyArgs) { a.SecondaryCIDRs = []string{"10.0.4.0/24"} }),
			want:   path + ".SecondaryCIDRs[0]: 10.0.4.0/24 overlaps 10.0.0.0/16 of network.EgressProxyArgs.VpcCIDR; choose ranges that do not overlap",
		},
		"domain": {
			reason: "squid takes no wildcards",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedDomains = []string{"*.redhat.com", "10.0.0.1"} }),
			want:   path + `.AllowedDomains[0]: "*.redhat.com" is not a domain such as quay.io or .redhat.com` + "\n" + path + `.AllowedDomains[1]: "10.0.0.1" is not a domain such as quay.io or .redhat.com`,
		},
		"domain twice": {
			reason: "squid warns of it",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedDomains = []string{"quay.io", "quay.io"} }),
			want:   path + ".AllowedDomains[1]: quay.io is given twice",
		},
		"no proxy": {
			reason: "clusters refuse these",
			args:   with(func(a *network.EgressProxyArgs) { a.NoProxy = []string{"Example.com", "fd00::1", "a b"} }),
			want:   path + `.NoProxy[0]: "Example.com" is not an IPv4 address, an IPv4 range or a lower-case domain such as .example.com` + "\n" + path + `.NoProxy[1]: "fd00::1" is not an IPv4 address, an IPv4 range or a lower-case domain such as .example.com` + "\n" + path + `.NoProxy[2]: "a b" is not an IPv4 address, an IPv4 range or a lower-case domain such as .example.com`,
		},
		"clients": {
			reason: "host bits",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedCIDRs = []string{"10.1.0.1/16"} }),
			want:   path + ".AllowedCIDRs[0]: 10.1.0.1/16 has host bits set; the range that holds it is 10.1.0.0/16",
		},
		"key for nobody": {
			reason: "a key without a port",
			args:   with(func(a *network.EgressProxyArgs) { a.KeyName = pulumi.String("ops") }),
			want:   path + ".KeyName: is of no use while nobody may reach the SSH port; name ranges in network.EgressProxyArgs.SSHAllowedCIDRs or remove it",
		},
		"tags": {
			reason: "AWS's namespace",
			args:   with(func(a *network.EgressProxyArgs) { a.Tags = pulumi.StringMap{"aws:x": pulumi.String("")} }),
			want:   path + `.Tags: key "aws:x" begins with aws:, which AWS keeps for itself`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				assert.NoError(t, tt.args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
			rec := mocks.New()
			assert.EqualError(t, rec.Run(proxy(tt.args)), tt.want)
			assert.Empty(t, rec.OfType("openshift-aws:network:EgressProxy"))
		})
	}
}

func TestEgressProxyName(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("p", 21)
	named := func(name string, args *network.EgressProxyArgs) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			_, err := network.NewEgressProxy(ctx, name, args)
			return err
		}
	}
	assert.NoError(t, mocks.New().Run(named(longest, balancedArgs())))
	assert.EqualError(t, mocks.New().Run(named(longest+"p", balancedArgs())),
		`network.EgressProxy: the name "pppppppppppppppppppppp" has 22 characters; at most 21 fit the load balancer's`)
	assert.NoError(t, mocks.New().Run(named(longest+"p", proxyArgs())), "one machine has no such name")
}
