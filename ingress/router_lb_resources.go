package ingress

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// routerLBBuilder registers a RouterLB's children step by step.
type routerLBBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   RouterLBArgs
	parent pulumi.ResourceOption

	group *ec2.SecurityGroup
	// groupID waits for the group's own rules.
	groupID  pulumi.StringOutput
	balancer balancer
	// made is what LoadBalancerName waits for.
	made []pulumi.Resource
}

// balancer is what both types of load balancers have.
type balancer struct {
	name, arn, dnsName, zoneID pulumi.StringOutput
	// targets are where instances and groups are attached, by key: target groups, or the classic load balancer itself.
	targets []target
}

// after returns an output whose consumers come after the resources and go before them.
func after(ctx *pulumi.Context, output pulumi.StringOutput, resources ...pulumi.Resource) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(ctx.Context(), output, resources...).(pulumi.StringOutput)
}

func (b *routerLBBuilder) child(what string) string {
	return b.name + "-" + what
}

// tags names a resource in the console. Those of a further load balancer carry its name in front.
func (b *routerLBBuilder) tags(what string) pulumi.StringMap {
	if b.args.Name != defaultBalancer {
		what = b.args.Name + "-" + what
	}
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.args.InfraID + "-" + what})
}

func (b *routerLBBuilder) ownedTags(what string) pulumi.StringMap {
	return tags.Merge(b.tags(what), map[string]string{tags.Cluster(b.args.InfraID): tags.Owned})
}

// registerGroup makes the load balancer's security group. It carries no cluster tag: it is no group of a machine.
func (b *routerLBBuilder) registerGroup() (err error) {
	b.group, err = ec2.NewSecurityGroup(b.ctx, b.child(ofLoadBalancer), &ec2.SecurityGroupArgs{
		Description: pulumi.String("OpenShift router load balancer"),
		VpcId:       b.args.VpcID.ToStringOutput(),
		Tags:        b.tags(ofLoadBalancer),
	}, b.parent)
	return err
}

func (b *routerLBBuilder) registerRules() error {
	var own []pulumi.Resource
	for _, rule := range planRules(b.args) {
		register := b.ingressRule
		if rule.egress {
			register = b.egressRule
		}
		made, err := register(rule)
		if err != nil {
			return err
		}
		if rule.group == ofLoadBalancer {
			own = append(own, made)
		} else {
			b.made = append(b.made, made)
		}
	}
	b.groupID = after(b.ctx, b.group.ID().ToStringOutput(), own...)
	return nil
}

func (b *routerLBBuilder) securityGroup(of string) pulumi.StringInput {
	if of == ofNodes {
		return b.args.NodeSecurityGroupID
	}
	return b.group.ID()
}

func (b *routerLBBuilder) ingressRule(rule routerRule) (pulumi.Resource, error) {
	args := &vpc.SecurityGroupIngressRuleArgs{
		SecurityGroupId: b.securityGroup(rule.group),
		Description:     pulumi.String(rule.description),
		IpProtocol:      pulumi.String("tcp"),
		FromPort:        pulumi.Int(rule.port),
		ToPort:          pulumi.Int(rule.port),
		Tags:            b.tags(rule.key),
	}
	if rule.cidr != "" {
		args.CidrIpv4 = pulumi.String(rule.cidr)
	} else {
		args.ReferencedSecurityGroupId = b.securityGroup(rule.peer).ToStringOutput()
	}
	return vpc.NewSecurityGroupIngressRule(b.ctx, b.child(rule.key), args, b.parent)
}

func (b *routerLBBuilder) egressRule(rule routerRule) (pulumi.Resource, error) {
	return vpc.NewSecurityGroupEgressRule(b.ctx, b.child(rule.key), &vpc.SecurityGroupEgressRuleArgs{
		SecurityGroupId:           b.securityGroup(rule.group),
		Description:               pulumi.String(rule.description),
		IpProtocol:                pulumi.String("tcp"),
		FromPort:                  pulumi.Int(rule.port),
		ToPort:                    pulumi.Int(rule.port),
		ReferencedSecurityGroupId: b.securityGroup(rule.peer).ToStringOutput(),
		Tags:                      b.tags(rule.key),
	}, b.parent)
}

func (b *routerLBBuilder) registerLoadBalancer() error {
	if b.args.Type == Classic {
		return b.registerClassic()
	}
	if err := b.registerNetwork(); err != nil {
		return err
	}
	return b.registerPorts()
}

func (b *routerLBBuilder) subnetIDs() pulumi.StringArray {
	subnets := pulumi.StringArray{}
	for _, subnet := range b.args.sortedSubnets() {
		subnets = append(subnets, subnet.ID)
	}
	return subnets
}
