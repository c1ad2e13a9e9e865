package main

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ssm"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// networks are the VPC and the instances in it.
type networks struct {
	vpc   *network.Vpc
	proxy *network.EgressProxy
	// jumpHost is nil without one.
	jumpHost *network.JumpHost
	// image is the AMI of the instances.
	image pulumi.String
}

// newNetwork registers the VPC, with a private and a public subnet and a NAT gateway in each zone, the forward proxy and the jump
// host.
func newNetwork(ctx *pulumi.Context, s settings) (n networks, err error) {
	if n.image, err = findImage(ctx, s.image); err != nil {
		return n, err
	}
	n.vpc, err = network.NewVpc(ctx, s.name, &network.VpcArgs{CIDR: s.vpcCIDR, Zones: s.zones})
	if err != nil {
		return n, err
	}
	n.proxy, err = network.NewEgressProxy(ctx, s.name+"-proxy", &network.EgressProxyArgs{
		Network:   n.vpc.Network,
		Subnets:   n.vpc.PublicSubnets[:1],
		AMI:       n.image,
		AllowHTTP: s.proxyHTTP,
	})
	if err != nil || !s.jumpHost {
		return n, err
	}
	n.jumpHost, err = network.NewJumpHost(ctx, s.name+"-jump", &network.JumpHostArgs{
		Network: n.vpc.Network,
		Subnet:  n.vpc.PrivateSubnets[0],
		AMI:     n.image,
	})
	return n, err
}

// findImage returns an AMI as it is, and the AMI that a parameter has otherwise.
func findImage(ctx *pulumi.Context, image string) (pulumi.String, error) {
	if !strings.HasPrefix(image, "/") {
		return pulumi.String(image), nil
	}
	parameter, err := ssm.LookupParameter(ctx, &ssm.LookupParameterArgs{Name: image})
	if err != nil {
		return "", err
	}
	return pulumi.String(parameter.InsecureValue), nil
}
