package ingress

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// RouterLB is a load balancer that forwards HTTP and HTTPS to routers on ports of their nodes, with its security group and
// the DNS records `*.apps.<domain>`. It is a Network Load Balancer or a Classic Load Balancer.
//
// The routers usually run on infra nodes. Their ingress controller must use the publishing strategy HostNetwork (see
// InstallManifest for the default controller) or NodePortService, on the ports of RouterPorts. With HostNetwork, a node without a
// router fails the health check and receives no traffic. With NodePortService, every node passes it and forwards connections to a
// router, because the operator annotates the Service for local traffic with a fallback (openshift/cluster-ingress-operator
// release-4.19 pkg/operator/controller/ingress/nodeport_service.go).
//
// Nodes become targets in three ways, which can be combined:
//
//   - Machine sets: pass LoadBalancerName to nodes.InfraMachineSet, as a Network Load Balancer or a Classic Load Balancer
//     according to Type. The Machine API registers and deregisters each machine.
//   - Auto Scaling groups: RouterLBArgs.AutoScalingGroupNames.
//   - Instances: RouterLBArgs.InstanceIDs.
//
// Routers see the load balancer's addresses as client addresses, unless ProxyProtocol is set. Client IP preservation is
// disabled: with it, a connection from a pod on an infra node to a route could be forwarded back to the same node, which
// drops such packets (Elastic Load Balancing user guide for Network Load Balancers, "Troubleshoot your Network Load Balancer").
//
// When a router stops, its readiness check fails and it serves for 45 more seconds (openshift/router
// pkg/cmd/infra/router/template.go). A Network Load Balancer considers it unhealthy after 20 seconds and terminates its
// connections, which is AWS's default (target_health_state.unhealthy.connection_termination.enabled) and also that of the load
// balancers that the ingress operator creates. A Classic Load Balancer drains them for up to 300 seconds. Connections of a
// deregistered instance stay open for 60 seconds with a Network Load Balancer. Clients of long connections must therefore
// reconnect during upgrades and while routers move.
//
// A change of Scope replaces the load balancer, and routes are unavailable for some minutes. Its name and the names of the
// records stay. The target groups of a Network Load Balancer stay too, with the machines registered in them. A change of
// Type creates the new load balancer before it deletes the old one, under another name, and updates the records. Machines of
// machine sets stay registered with the load balancer that they were created with, because a changed machine set affects new
// machines only. Therefore add their instances to RouterLBArgs.InstanceIDs in the same update, replace the machines one by
// one, and remove the instances again.
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
