package network_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func proxyArgs(changes ...func(*network.EgressProxyArgs)) *network.EgressProxyArgs {
	return checktest.With(&network.EgressProxyArgs{
		Network: testNetwork(),
		Subnets: []network.Subnet{{ID: pulumi.String("subnet-0000000000000000a"), Zone: "us-east-2a", CIDR: "10.0.16.0/22"}},
		AMI:     pulumi.String("ami-0123456789abcdef0"),
		Tags:    pulumi.StringMap{"team": pulumi.String("core")},
	}, changes...)
}

func balancedArgs() *network.EgressProxyArgs {
	args := proxyArgs()
	args.LoadBalancer = true
	args.Subnets = append(args.Subnets,
		network.Subnet{ID: pulumi.String("subnet-0000000000000000b"), Zone: "us-east-2b", CIDR: "10.0.48.0/22"})
	args.AllowedDomains = []string{"quay.io", ".redhat.com"}
	args.AllowedCIDRs = []string{"10.99.0.0/16"}
	args.NoProxy = []string{".example.com", "10.0.0.0/16", "192.0.2.7"}
	args.SSHAllowedCIDRs = []string{"198.51.100.0/24"}
	args.KeyName = pulumi.String("ops")
	args.InstanceProfile = pulumi.String("ssm")
	return args
}

func proxy(args *network.EgressProxyArgs) pulumi.RunFunc {
	return mockstest.Program(network.NewEgressProxy, "proxy", args)
}

func TestEgressProxyTags(t *testing.T) {
	t.Parallel()
	checkTags(t, mockstest.Run(t, proxy(balancedArgs())), "team", "core", "proxy")
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
		assert.Equal(t, []string{"10.0.0.0/16", ".example.com", "192.0.2.7"}, balanced.NoProxy, "there are no duplicates")
		further := proxyArgs()
		further.Network.SecondaryCIDRs = []string{"100.70.0.0/16"}
		two, err := network.NewEgressProxy(ctx, "two", further)
		if err != nil {
			return err
		}
		assert.Equal(t, []string{"10.0.0.0/16", "100.70.0.0/16"}, two.NoProxy)
		named := balancedArgs()
		named.Hostname = "proxy.demo.internal"
		known, err := network.NewEgressProxy(ctx, "known", named)
		if err != nil {
			return err
		}
		ctx.Export("known", known.HTTPProxy)
		ctx.Export("single", single.HTTPProxy)
		ctx.Export("https", single.HTTPSProxy)
		ctx.Export("address", single.PublicIPs["us-east-2a"])
		ctx.Export("balanced", balanced.HTTPProxy)
		ctx.Export("group", balanced.SecurityGroupID)
		return nil
	})
	url := "http://" + mockstest.Find(t, rec, "single-nic-us-east-2a").Outputs["privateIp"].(string) + ":3128"
	assert.Equal(t, map[string]any{
		"single": url, "https": url, "known": network.EgressProxyURL("proxy.demo.internal"),
		"address":  mockstest.Find(t, rec, "single-eip-us-east-2a").Outputs["publicIp"],
		"balanced": "http://" + mockstest.Find(t, rec, "balanced-lb").Outputs["dnsName"].(string) + ":3128",
		"group":    mockstest.Find(t, rec, "balanced-machines").ID,
	}, rec.Outputs())
}

// TestEgressProxyOutputsWait checks what a user of the proxy's URL waits for.
func TestEgressProxyOutputsWait(t *testing.T) {
	t.Parallel()
	waitsFor := func(args *network.EgressProxyArgs) []string {
		rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
			proxy, err := network.NewEgressProxy(ctx, "proxy", args)
			if err != nil {
				return err
			}
			return registerUser(ctx, proxy.HTTPProxy)
		})
		return namesOf(rec, mockstest.Find(t, rec, "user").Dependencies)
	}
	assert.Subset(t, waitsFor(proxyArgs()), []string{"proxy-machine-us-east-2a"})
	named := proxyArgs()
	named.Hostname = "proxy.demo.internal"
	assert.Subset(t, waitsFor(named), []string{"proxy-machine-us-east-2a", "proxy-record"})
	assert.Subset(t, waitsFor(balancedArgs()), []string{
		"proxy-machine-us-east-2a", "proxy-machine-us-east-2b", "proxy-listener", "proxy-target-us-east-2a",
		"proxy-target-us-east-2b",
	})
}

func TestEgressProxyName(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("p", 21)
	named := func(name string, args *network.EgressProxyArgs) pulumi.RunFunc {
		return mockstest.Program(network.NewEgressProxy, name, args)
	}
	assert.NoError(t, mocks.New().Run(named(longest, balancedArgs())))
	for _, name := range []string{longest + "p", "a b", "team/a", "ä", "a-"} {
		checktest.Equal(t, []string{"network.NewEgressProxy.name: format"}, mocks.New().Run(named(name, balancedArgs())),
			"AWS limits the names of load balancers and target groups to 32 letters, digits and hyphens")
	}
	assert.NoError(t, mocks.New().Run(named(longest+"p", proxyArgs())), "a single instance has no load balancer")
}
