package network

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

const (
	sshPort  = 22
	dnsPort  = 53
	httpPort = 80
	// apiPort is the port of the Kubernetes API of clusters whose control plane is in the VPC.
	apiPort = 6443
	// httpsPort is the port of AWS's services and of a hosted control plane's API.
	httpsPort = 443
)

// groupSpec is a security group with rules for single ports. Without an egress rule, its members only answer connections.
type groupSpec struct {
	// what is the group's name after the component's own name. The names of its rules begin with it.
	what, description string
	vpcID             pulumi.StringInput
	rules             []ruleSpec
	tags              func(what string) pulumi.StringMap
}

// ruleSpec allows traffic of one port from or, with egress, to a CIDR or the members of a security group.
type ruleSpec struct {
	// what is the rule's name after the component's own name.
	what, description, protocol string
	port                        int
	cidr                        string
	groupID                     pulumi.StringInput
	egress                      bool
}

func (g *groupSpec) allowIngress(what string, port int, cidr string) {
	g.rules = append(g.rules, g.rule(what, tcp, port, cidr))
}

func (g *groupSpec) allowEgress(what, protocol string, port int, cidr string) {
	rule := g.rule(what, protocol, port, cidr)
	rule.egress = true
	g.rules = append(g.rules, rule)
}

func (g *groupSpec) rule(what, protocol string, port int, cidr string) ruleSpec {
	return ruleSpec{what: g.what + "-" + what + "-" + inName(cidr), description: g.description, protocol: protocol, port: port, cidr: cidr}
}

// register registers the group and its rules. The ID waits for the rules.
func (g groupSpec) register(ctx *pulumi.Context, name string, parent pulumi.ResourceOption) (id pulumi.StringOutput, err error) {
	group, err := ec2.NewSecurityGroup(ctx, name+"-"+g.what, &ec2.SecurityGroupArgs{
		VpcId:       g.vpcID,
		Description: pulumi.String(g.description),
		Tags:        g.tags(g.what),
	}, parent)
	if err != nil {
		return id, err
	}
	var rules []pulumi.Resource
	for _, rule := range g.rules {
		registered, err := rule.register(ctx, name+"-"+rule.what, vpc.SecurityGroupIngressRuleArgs{
			SecurityGroupId: group.ID(), Tags: g.tags(rule.what),
		}, parent)
		if err != nil {
			return id, err
		}
		rules = append(rules, registered)
	}
	return component.After(ctx.Context(), group.ID().ToStringOutput(), rules...), nil
}

// register registers the rule with its group and its tags, which are in args.
func (r ruleSpec) register(
	ctx *pulumi.Context, name string, args vpc.SecurityGroupIngressRuleArgs, parent pulumi.ResourceOption,
) (pulumi.Resource, error) {
	args.Description, args.IpProtocol = pulumi.String(r.description), pulumi.String(r.protocol)
	args.FromPort, args.ToPort = pulumi.Int(r.port), pulumi.Int(r.port)
	args.ReferencedSecurityGroupId = component.OptionalString(r.groupID)
	if r.cidr != "" {
		args.CidrIpv4 = pulumi.String(r.cidr)
	}
	if r.egress {
		egress := vpc.SecurityGroupEgressRuleArgs(args)
		return vpc.NewSecurityGroupEgressRule(ctx, name, &egress, parent)
	}
	return vpc.NewSecurityGroupIngressRule(ctx, name, &args, parent)
}
