package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// networks are the VPC and the instances in it.
type networks struct {
	// private is the VPC's network without the public subnets, so that nothing of the cluster is in them.
	private  network.Network
	jumpHost *network.JumpHost
	// proxyURL is the URL of the proxy, noProxy what machines reach without it. install-config.yaml has both.
	proxyURL string
	noProxy  []string
	// ready are the resources without which the proxy cannot be used: machines are created after them and deleted before them.
	ready []pulumi.Resource
}

// newNetwork registers the VPC, its endpoints and the jump host. Without the URL of a proxy elsewhere, it registers a proxy in the
// VPC; the public subnets are for the proxy's instances alone. With a URL, the VPC has no public subnets and no internet gateway.
func newNetwork(ctx *pulumi.Context, s settings) (n networks, err error) {
	name := s.install.ClusterName
	vpc, err := network.NewVpc(ctx, name, s.vpc)
	if err != nil {
		return n, err
	}
	n.private, n.noProxy = vpc.Network, vpc.NoProxy
	n.private.PublicSubnets = nil
	if n.jumpHost, err = network.NewJumpHost(ctx, name+"-jump", &network.JumpHostArgs{
		Network: n.private,
		Subnet:  n.private.PrivateSubnets[0],
		AMI:     pulumi.String(s.hostAMI),
	}); err != nil {
		return n, err
	}
	if n.proxyURL = s.proxyURL; n.proxyURL != "" {
		return n, nil
	}
	hostname := "proxy." + name + ".internal"
	proxy, err := network.NewEgressProxy(ctx, name+"-proxy", &network.EgressProxyArgs{
		Network:        vpc.Network,
		Subnets:        vpc.PublicSubnets,
		Hostname:       hostname,
		LoadBalancer:   true,
		AMI:            pulumi.String(s.hostAMI),
		AllowedDomains: s.allowedDomains,
		NoProxy:        vpc.NoProxy,
	})
	if err != nil {
		return n, err
	}
	n.proxyURL, n.noProxy, n.ready = network.EgressProxyURL(hostname), proxy.NoProxy, proxy.Ready
	return n, nil
}
