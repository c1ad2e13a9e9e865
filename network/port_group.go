package network

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// httpsPort is where AWS's services, and the API of a hosted control plane, answer.
const httpsPort = 443

// portGroup is a security group that lets a few ports in or out. Without rules outwards, what is in it answers and never calls.
type portGroup struct {
	// what names the group and begins the names of its rules, after the component's own name.
	what, description string
	vpcID             pulumi.StringInput
	in, out           []portRule
	tags              func(what string) pulumi.StringMap
}

// portRule opens one port to a range or to the members of a group.
type portRule struct {
	// what is the rule's name after the component's own.
	what, description, protocol string
	port                        int
	cidr                        string
	group                       pulumi.StringInput
}

func (g *portGroup) letIn(what string, port int, cidr string) {
	g.in = append(g.in, g.rule(what, tcp, port, cidr))
}

func (g *portGroup) letOut(what, protocol string, port int, cidr string) {
	g.out = append(g.out, g.rule(what, protocol, port, cidr))
}

func (g *portGroup) rule(what, protocol string, port int, cidr string) portRule {
	return portRule{what: g.what + "-" + what + "-" + inName(cidr), description: g.description, protocol: protocol, port: port, cidr: cidr}
}

// register makes the group and its rules. Its id waits for them.
func (g portGroup) register(ctx *pulumi.Context, name string, parent pulumi.ResourceOption) (id pulumi.StringOutput, err error) {
	group, err := ec2.NewSecurityGroup(ctx, name+"-"+g.what, &ec2.SecurityGroupArgs{
		VpcId:       g.vpcID,
		Description: pulumi.String(g.description),
		Tags:        g.tags(g.what),
	}, parent)
	if err != nil {
		return id, err
	}
	var rules []pulumi.Resource
	for _, rule := range g.in {
		registered, err := vpc.NewSecurityGroupIngressRule(ctx, name+"-"+rule.what, &vpc.SecurityGroupIngressRuleArgs{
			SecurityGroupId:           group.ID(),
			Description:               pulumi.String(rule.description),
			IpProtocol:                pulumi.String(rule.protocol),
			FromPort:                  pulumi.Int(rule.port),
			ToPort:                    pulumi.Int(rule.port),
			CidrIpv4:                  rule.range4(),
			ReferencedSecurityGroupId: optional(rule.group),
			Tags:                      g.tags(rule.what),
		}, parent)
		if err != nil {
			return id, err
		}
		rules = append(rules, registered)
	}
	for _, rule := range g.out {
		registered, err := vpc.NewSecurityGroupEgressRule(ctx, name+"-"+rule.what, &vpc.SecurityGroupEgressRuleArgs{
			SecurityGroupId: group.ID(),
			Description:     pulumi.String(rule.description),
			IpProtocol:      pulumi.String(rule.protocol),
			FromPort:        pulumi.Int(rule.port),
			ToPort:          pulumi.Int(rule.port),
			CidrIpv4:        rule.range4(),
			Tags:            g.tags(rule.what),
		}, parent)
		if err != nil {
			return id, err
		}
		rules = append(rules, registered)
	}
	return pulumi.OutputWithDependencies(ctx.Context(), group.ID().ToStringOutput(), rules...).(pulumi.StringOutput), nil
}

func (r portRule) range4() pulumi.StringPtrInput {
	if r.cidr == "" {
		return nil
	}
	return pulumi.String(r.cidr)
}
