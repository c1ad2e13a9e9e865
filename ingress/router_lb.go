package ingress

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// RouterLB is a load balancer that brings HTTP and HTTPS to routers on the ports of their nodes, with its security group
// and the records `*.apps.<domain>`. It is a network load balancer by default, and a classic one on request.
//
// The routers stand on infra nodes, as a rule. Their ingress controller must be published by HostNetwork (see
// InstallManifest for the default one) or by NodePortService, and RouterPorts must say on which ports. A node without
// a router fails the health check and gets nothing.
//
// There are three ways by which nodes become targets, alone or together:
//
//   - Machine sets: pass LoadBalancerName to nodes.InfraMachineSet, as a name of network load balancers or, with
//     Classic, of classic ones. The Machine API registers and removes each machine.
//   - Auto Scaling groups: RouterLBArgs.AutoScalingGroupNames.
//   - Instances: RouterLBArgs.InstanceIDs.
//
// Routers see addresses of the load balancer instead of their clients', unless ProxyProtocol is set. With clients'
// addresses kept on the way, a pod on an infra node that calls a route would be sent back to its own node, and that node
// would drop the packets (AWS documentation, "Troubleshoot your Network Load Balancer").
//
// A change of Scope replaces the load balancer: routes are out of reach for some minutes. The name and the records'
// names stay, and with a network load balancer so do the target groups and the machines registered in them. A change of
// Type makes the new load balancer beside the old one, under another name, and moves the records over. Machines of machine
// sets keep the load balancer that they were made with, and a changed machine set counts for new machines. So name their
// instances in RouterLBArgs.InstanceIDs with the same change, replace the machines one after the other, and take them out again.
type RouterLB struct {
	pulumi.ResourceState

	// LoadBalancerName is the load balancer's name, `<infra id>-apps`, by which the Machine API finds its target groups.
	// It waits for the listeners and the rules: what uses it is made after them and goes before them.
	LoadBalancerName pulumi.StringOutput `pulumi:"loadBalancerName"`
	// LoadBalancerType is what the Machine API calls the load balancer's type: `network` or `classic`.
	LoadBalancerType pulumi.StringOutput `pulumi:"loadBalancerType"`
	// LoadBalancerARN is the load balancer's ARN.
	LoadBalancerARN pulumi.StringOutput `pulumi:"loadBalancerArn"`
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
	for _, step := range []func() error{b.registerGroup, b.registerRules, b.registerLoadBalancer, b.registerTargets, b.registerRecords} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("openshift-aws:ingress:RouterLB %s: %w", name, err)
		}
	}
	component.LoadBalancerName = after(ctx, b.balancer.name, b.made...)
	component.LoadBalancerType = pulumi.String(b.args.Type.machineAPI()).ToStringOutput()
	component.LoadBalancerARN = b.balancer.arn
	component.DNSName = b.balancer.dnsName
	component.SecurityGroupID = b.groupID
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"loadBalancerName": component.LoadBalancerName,
		"loadBalancerType": component.LoadBalancerType,
		"loadBalancerArn":  component.LoadBalancerARN,
		"dnsName":          component.DNSName,
		"securityGroupId":  component.SecurityGroupID,
	})
}
