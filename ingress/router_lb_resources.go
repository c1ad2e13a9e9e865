package ingress

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// routerLBBuilder registers the children of a RouterLB. Each step uses what the steps before it set.
type routerLBBuilder struct {
	*component.Base

	args      *RouterLBArgs
	component *RouterLB

	securityGroup *ec2.SecurityGroup
	// securityGroupID depends on the group's rules.
	securityGroupID pulumi.StringOutput
	loadBalancer    loadBalancer
	// nameDependsOn are the resources that LoadBalancerName depends on.
	nameDependsOn []pulumi.Resource
}

// loadBalancer is a registered load balancer of either type.
type loadBalancer struct {
	name, arn, arnSuffix, dnsName, zoneID pulumi.StringOutput
	// targets are the target groups, or the Classic Load Balancer itself.
	targets []target
}

func (b *routerLBBuilder) child(what string) string {
	return b.Name + "-" + what
}

// tags returns the user's tags and the tag Name, which includes the name of an additional load balancer.
func (b *routerLBBuilder) tags(what string) pulumi.StringMap {
	if b.args.Name != defaultLoadBalancer {
		what = b.args.Name + "-" + what
	}
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.args.InfraID + "-" + what})
}

func (b *routerLBBuilder) ownedTags(what string) pulumi.StringMap {
	return tags.Merge(b.tags(what), map[string]string{tags.Cluster(b.args.InfraID): tags.Owned})
}

// registerSecurityGroup registers the load balancer's security group. It has no cluster tag: AWS's cloud controller expects
// the tag on the machines' group only.
func (b *routerLBBuilder) registerSecurityGroup() (err error) {
	b.securityGroup, err = ec2.NewSecurityGroup(b.Ctx, b.child(loadBalancerGroup), &ec2.SecurityGroupArgs{
		Description: pulumi.String("OpenShift router load balancer"),
		VpcId:       b.args.Network.ID,
		Tags:        b.tags(loadBalancerGroup),
	}, b.Parent)
	return err
}

func (b *routerLBBuilder) registerRules() error {
	var groupRules []pulumi.Resource
	for _, rule := range planRules(b.args) {
		registered, err := b.registerRule(rule)
		if err != nil {
			return err
		}
		if rule.group == loadBalancerGroup {
			groupRules = append(groupRules, registered)
		} else {
			b.nameDependsOn = append(b.nameDependsOn, registered)
		}
	}
	b.securityGroupID = component.After(b.Ctx.Context(), b.securityGroup.ID().ToStringOutput(), groupRules...)
	return nil
}

// groupID returns the ID of one of the two security groups.
func (b *routerLBBuilder) groupID(group string) pulumi.StringInput {
	if group == nodeGroup {
		return b.args.NodeSecurityGroupID
	}
	return b.securityGroup.ID()
}

func (b *routerLBBuilder) registerRule(rule routerRule) (pulumi.Resource, error) {
	args := vpc.SecurityGroupIngressRuleArgs{
		SecurityGroupId: b.groupID(rule.group),
		Description:     pulumi.String(rule.description),
		IpProtocol:      pulumi.String("tcp"),
		FromPort:        pulumi.Int(rule.port),
		ToPort:          pulumi.Int(rule.port),
		Tags:            b.tags(rule.key),
	}
	if rule.cidr != "" {
		args.CidrIpv4 = pulumi.String(rule.cidr)
	} else {
		args.ReferencedSecurityGroupId = b.groupID(rule.peer).ToStringOutput()
	}
	if rule.egress {
		egress := vpc.SecurityGroupEgressRuleArgs(args)
		return vpc.NewSecurityGroupEgressRule(b.Ctx, b.child(rule.key), &egress, b.Parent)
	}
	return vpc.NewSecurityGroupIngressRule(b.Ctx, b.child(rule.key), &args, b.Parent)
}

func (b *routerLBBuilder) registerLoadBalancer() error {
	if b.args.Type == Classic {
		return b.registerClassicLoadBalancer()
	}
	return b.registerNetworkLoadBalancer()
}

func subnetIDs(subnets []network.Subnet) pulumi.StringArray {
	ids := pulumi.StringArray{}
	for _, subnet := range subnets {
		ids = append(ids, subnet.ID)
	}
	return ids
}
