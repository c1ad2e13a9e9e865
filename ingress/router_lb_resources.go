package ingress

import (
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
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
	groupID      pulumi.StringOutput
	loadBalancer *lb.LoadBalancer
	// made is what LoadBalancerName waits for.
	made []pulumi.Resource
}

// after returns an output whose consumers come after the resources and go before them.
func after(ctx *pulumi.Context, output pulumi.StringOutput, resources ...pulumi.Resource) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(ctx.Context(), output, resources...).(pulumi.StringOutput)
}

func (b *routerLBBuilder) child(what string) string {
	return b.name + "-" + what
}

func (b *routerLBBuilder) tags(what string) pulumi.StringMap {
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

func (b *routerLBBuilder) registerLoadBalancer() (err error) {
	subnets := pulumi.StringArray{}
	for _, subnet := range b.args.sortedSubnets() {
		subnets = append(subnets, subnet.ID)
	}
	b.loadBalancer, err = lb.NewLoadBalancer(b.ctx, b.child(ofLoadBalancer), &lb.LoadBalancerArgs{
		Name:             pulumi.String(names.LoadBalancer(b.args.InfraID, ofLoadBalancer)),
		LoadBalancerType: pulumi.String("network"),
		Internal:         pulumi.Bool(b.args.Scope == Internal),
		Subnets:          subnets,
		SecurityGroups:   pulumi.StringArray{b.groupID},
		// There may be fewer routers than zones.
		EnableCrossZoneLoadBalancing: pulumi.Bool(true),
		Tags:                         b.ownedTags(ofLoadBalancer),
	}, b.parent, pulumi.DeleteBeforeReplace(true)) // The name is fixed, so two cannot stand side by side.
	return err
}

func (b *routerLBBuilder) registerPorts() error {
	for _, port := range routerPorts {
		group, err := b.targetGroup(port)
		if err != nil {
			return err
		}
		what := ofLoadBalancer + "-" + port.key
		listener, err := lb.NewListener(b.ctx, b.child(what), &lb.ListenerArgs{
			LoadBalancerArn: b.loadBalancer.Arn,
			Protocol:        pulumi.String("TCP"),
			Port:            pulumi.Int(port.port),
			DefaultActions: lb.ListenerDefaultActionArray{lb.ListenerDefaultActionArgs{
				Type:           pulumi.String("forward"),
				TargetGroupArn: group.Arn,
			}},
			Tags: b.ownedTags(what),
		}, b.parent)
		if err != nil {
			return err
		}
		b.made = append(b.made, listener)
	}
	return nil
}

// targetGroup takes machines by their ids, as the Machine API registers them.
func (b *routerLBBuilder) targetGroup(port routerPort) (*lb.TargetGroup, error) {
	what := ofLoadBalancer + "-" + port.key
	return lb.NewTargetGroup(b.ctx, b.child(what), &lb.TargetGroupArgs{
		NamePrefix:          pulumi.String(port.key + "-"),
		VpcId:               b.args.VpcID.ToStringOutput(),
		TargetType:          pulumi.String("instance"),
		Protocol:            pulumi.String("TCP"),
		Port:                pulumi.Int(port.port),
		PreserveClientIp:    pulumi.String("false"),
		DeregistrationDelay: pulumi.Int(60),
		HealthCheck: lb.TargetGroupHealthCheckArgs{
			Protocol:           pulumi.String("HTTP"),
			Port:               pulumi.String(strconv.Itoa(healthPort)),
			Path:               pulumi.String(healthPath),
			Interval:           pulumi.Int(healthInterval),
			Timeout:            pulumi.Int(healthTimeout),
			HealthyThreshold:   pulumi.Int(healthCount),
			UnhealthyThreshold: pulumi.Int(healthCount),
		},
		Tags: b.ownedTags(what),
	}, b.parent)
}
