package ingress

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// RouterLB is a network load balancer that brings ports 80 and 443 to the routers, with its security group and the
// records `*.apps.<domain>`.
//
// The routers stand on infra nodes and listen on the nodes' own ports: the default ingress controller must have the
// publishing strategy HostNetwork, which is set when the cluster is installed (InstallManifest). Machines are registered
// by name: pass LoadBalancerName to nodes.InfraMachineSet, and the Machine API registers each machine in both target
// groups. A node without a router fails the health check on port 1936 and gets nothing.
//
// Routers see addresses of the load balancer instead of their clients'. With clients' addresses kept, a pod on an infra
// node that calls a route would be sent back to its own node, and that node would drop the packets (AWS documentation,
// "Troubleshoot your Network Load Balancer").
//
// A change of Scope replaces the load balancer: routes are out of reach for some minutes. The name, the target
// groups and the machines registered in them stay, and so do the records' names.
type RouterLB struct {
	pulumi.ResourceState

	// LoadBalancerName is the load balancer's name, `<infra id>-apps`, by which the Machine API finds its target groups.
	// It waits for the listeners and the rules: what uses it is made after them and goes before them.
	LoadBalancerName pulumi.StringOutput `pulumi:"loadBalancerName"`
	// DNSName is the load balancer's own DNS name.
	DNSName pulumi.StringOutput `pulumi:"dnsName"`
	// SecurityGroupID is the load balancer's security group. It waits for its rules.
	SecurityGroupID pulumi.StringOutput `pulumi:"securityGroupId"`
}

// NewRouterLB registers a RouterLB. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewRouterLB(ctx *pulumi.Context, name string, args *RouterLBArgs, opts ...pulumi.ResourceOption) (*RouterLB, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &RouterLB{}
	if err := ctx.RegisterComponentResource("openshift-aws:ingress:RouterLB", name, component, opts...); err != nil {
		return nil, err
	}
	b := &routerLBBuilder{ctx: ctx, name: name, args: args.withDefaults(), parent: pulumi.Parent(component)}
	for _, step := range []func() error{b.registerGroup, b.registerRules, b.registerLoadBalancer, b.registerPorts, b.registerRecords} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("openshift-aws:ingress:RouterLB %s: %w", name, err)
		}
	}
	component.LoadBalancerName = after(ctx, b.loadBalancer.Name, b.made...)
	component.DNSName = b.loadBalancer.DnsName
	component.SecurityGroupID = b.groupID
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"loadBalancerName": component.LoadBalancerName,
		"dnsName":          component.DNSName,
		"securityGroupId":  component.SecurityGroupID,
	})
}
