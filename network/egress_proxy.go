package network

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// EgressProxy is a forward proxy for clusters without another way to the internet: machines in public subnets that run squid from
// their distribution's packages. It connects to port 443 only, for clients in the VPC only. Nobody
// reaches the machines by SSH unless the arguments say so.
//
// Each machine has a network interface and an elastic IP of its own, which stay when the machine is replaced: the single
// machine's address, and the addresses under which clusters are seen outside, are stable. They are released with
// the component.
type EgressProxy struct {
	pulumi.ResourceState

	// HTTPProxy is the proxy's URL for HTTP requests, http://10.0.16.5:3128, as clusters take it. It waits for the machines.
	HTTPProxy pulumi.StringOutput `pulumi:"httpProxy"`
	// HTTPSProxy is the proxy's URL for HTTPS requests: the same one, since a client asks a proxy for a tunnel in the clear.
	HTTPSProxy pulumi.StringOutput `pulumi:"httpsProxy"`
	// NoProxy are the ranges and hosts that are reached without the proxy, as clusters take them.
	NoProxy []string
	// PublicIPs are the addresses under which clusters are seen outside, by zone.
	PublicIPs map[string]pulumi.StringOutput
	// SecurityGroupID is the machines' group. It waits for the group's rules.
	SecurityGroupID pulumi.StringOutput `pulumi:"securityGroupId"`
}

// longestProxyName leaves room for what is added to the names of load balancers and target groups, which AWS limits to 32.
const longestProxyName = 21

// NewEgressProxy registers an EgressProxy. Wrong arguments are reported together, as by Validate, before anything is registered.
// With a load balancer, the name has at most 21 characters.
func NewEgressProxy(ctx *pulumi.Context, name string, args *EgressProxyArgs, opts ...pulumi.ResourceOption) (*EgressProxy, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	if args.LoadBalancer && len(name) > longestProxyName {
		return nil, fmt.Errorf("network.EgressProxy: the name %q has %d characters; at most %d fit the load balancer's", name, len(name), longestProxyName)
	}
	component := &EgressProxy{}
	if err := ctx.RegisterComponentResource("openshift-aws:network:EgressProxy", name, component, opts...); err != nil {
		return nil, err
	}
	b := newEgressProxyBuilder(ctx, name, args.withDefaults(), component)
	for _, register := range []func() error{
		b.registerGroups,
		b.registerMachines,
		b.registerLoadBalancer,
	} {
		if err := register(); err != nil {
			return nil, fmt.Errorf("openshift-aws:network:EgressProxy %s: %w", name, err)
		}
	}
	b.output(component)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"httpProxy":       component.HTTPProxy,
		"httpsProxy":      component.HTTPSProxy,
		"noProxy":         pulumi.ToStringArray(component.NoProxy),
		"publicIps":       inputs(component.PublicIPs),
		"securityGroupId": component.SecurityGroupID,
	})
}
