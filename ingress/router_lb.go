package ingress

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// RouterLB is a load balancer that forwards HTTP and HTTPS to routers on ports of their nodes, with its security group and the DNS
// records `*.apps.<domain>`. It is a Network Load Balancer or a Classic Load Balancer. The ingress controller must use the publishing
// strategy HostNetwork (see InstallManifest for the default controller) or NodePortService, on the ports of RouterPorts.
//
// Nodes become targets by machine sets (pass LoadBalancerName to nodes.InfraMachineSet), by AutoScalingGroupNames, and by InstanceIDs.
// Routers see the load balancer's addresses as client addresses, unless ProxyProtocol is set.
//
// A change of Scope replaces the load balancer, and routes are unavailable for some minutes. A change of Type creates the new load
// balancer first, and machines of machine sets must be registered by InstanceIDs meanwhile. docs/components.md has the steps, and what
// happens to connections when a router stops.
type RouterLB struct {
	pulumi.ResourceState

	// LoadBalancerName is the load balancer's name, `<infra id>-apps`, by which the Machine API finds its target groups. It
	// depends on the listeners and the security group rules: what uses it is created after them and deleted before them.
	LoadBalancerName pulumi.StringOutput `pulumi:"loadBalancerName"`
	// LoadBalancerType is the Machine API's name of the load balancer's type: `network` or `classic`.
	LoadBalancerType pulumi.StringOutput `pulumi:"loadBalancerType"`
	// LoadBalancerARN is the load balancer's ARN.
	LoadBalancerARN pulumi.StringOutput `pulumi:"loadBalancerArn"`
	// LoadBalancerARNSuffix is the value of the dimension LoadBalancer of its metrics; nil for a Classic Load Balancer, whose dimension is
	// LoadBalancerName.
	LoadBalancerARNSuffix pulumi.StringPtrOutput `pulumi:"loadBalancerArnSuffix"`
	// TargetGroupARNs are the ARNs of the target groups http and https; none for a Classic Load Balancer. TargetGroupARNSuffixes are the
	// values of the dimension TargetGroup.
	TargetGroupARNs        map[string]pulumi.StringOutput `pulumi:"targetGroupArns"`
	TargetGroupARNSuffixes map[string]pulumi.StringOutput `pulumi:"targetGroupArnSuffixes"`
	// DNSName is the load balancer's DNS name.
	DNSName pulumi.StringOutput `pulumi:"dnsName"`
	// SecurityGroupID is the ID of the load balancer's security group. It depends on the group's rules.
	SecurityGroupID pulumi.StringOutput `pulumi:"securityGroupId"`
}

// NewRouterLB registers a RouterLB.
func NewRouterLB(ctx *pulumi.Context, name string, args *RouterLBArgs, opts ...pulumi.ResourceOption) (*RouterLB, error) {
	return component.Register(ctx, name, args, opts, component.Type[RouterLBArgs, RouterLB]{
		Token:    "openshift-aws:ingress:RouterLB",
		Lasting:  true,
		Defaults: (*RouterLBArgs).setDefaults,
		Children: func(c *component.Builder[RouterLBArgs, RouterLB]) error {
			b := &routerLBBuilder{Base: c.Base, args: c.Args, component: c.Component}
			return component.Run(b.registerSecurityGroup, b.registerRules, b.registerLoadBalancer, b.registerTargets, b.registerRecords, b.setOutputs)
		},
	})
}

func (b *routerLBBuilder) setOutputs() error {
	c := b.component
	c.LoadBalancerName = component.After(b.Ctx.Context(), b.loadBalancer.name, b.nameDependsOn...)
	c.LoadBalancerType = pulumi.String(b.args.Type.machineAPI()).ToStringOutput()
	c.LoadBalancerARNSuffix = component.StringOrNil(b.loadBalancer.arnSuffix)
	c.TargetGroupARNs, c.TargetGroupARNSuffixes = map[string]pulumi.StringOutput{}, map[string]pulumi.StringOutput{}
	for _, target := range b.loadBalancer.targets {
		if target.port != "" {
			c.TargetGroupARNs[target.port], c.TargetGroupARNSuffixes[target.port] = target.groupARN, target.groupSuffix
		}
	}
	c.LoadBalancerARN, c.DNSName, c.SecurityGroupID = b.loadBalancer.arn, b.loadBalancer.dnsName, b.securityGroupID
	return nil
}
