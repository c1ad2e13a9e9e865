package network

import (
	"fmt"
	"maps"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// SecurityGroups are the security groups of a self-managed cluster's machines and API load balancers, with the rules
// that openshift-install gives them.
//
// Each rule is a resource of its own, so that further rules can be added to the groups by
// vpc.NewSecurityGroupIngressRule. The ids wait for their group's rules: what uses a group is made after
// its rules and goes before them.
//
// Nothing is open to the world. Only the group of LoadBalancerID carries the cluster tag: the AWS cloud controller
// refuses a machine with two such groups (kubernetes/cloud-provider-aws pkg/providers/v1/aws.go).
type SecurityGroups struct {
	pulumi.ResourceState

	// ControlPlaneID is the group of control-plane machines: etcd, the API, the machine config server.
	ControlPlaneID pulumi.StringOutput `pulumi:"controlPlaneId"`
	// NodeID is the group of all machines: the cluster network, the kubelet, node ports.
	NodeID pulumi.StringOutput `pulumi:"nodeId"`
	// LoadBalancerID is the group of all machines in which the AWS cloud controller opens ports for load balancers.
	LoadBalancerID pulumi.StringOutput `pulumi:"loadBalancerId"`
	// APIServerLBID is the group of the API's load balancers. It is open to the VPC only.
	APIServerLBID pulumi.StringOutput `pulumi:"apiServerLbId"`
}

// ControlPlaneMachine returns the groups that a control-plane machine is in.
func (g *SecurityGroups) ControlPlaneMachine() pulumi.StringArray {
	return pulumi.StringArray{g.ControlPlaneID, g.NodeID, g.LoadBalancerID}
}

// WorkerMachine returns the groups that any other machine is in.
func (g *SecurityGroups) WorkerMachine() pulumi.StringArray {
	return pulumi.StringArray{g.NodeID, g.LoadBalancerID}
}

// NewSecurityGroups registers SecurityGroups. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewSecurityGroups(ctx *pulumi.Context, name string, args *SecurityGroupsArgs, opts ...pulumi.ResourceOption) (*SecurityGroups, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &SecurityGroups{}
	if err := ctx.RegisterComponentResource("openshift-aws:network:SecurityGroups", name, component, opts...); err != nil {
		return nil, err
	}
	b := &securityGroupsBuilder{ctx: ctx, name: name, args: args, parent: pulumi.Parent(component)}
	if err := b.register(); err != nil {
		return nil, fmt.Errorf("openshift-aws:network:SecurityGroups %s: %w", name, err)
	}
	component.ControlPlaneID = b.ids[controlPlane]
	component.NodeID = b.ids[node]
	component.LoadBalancerID = b.ids[loadBalancer]
	component.APIServerLBID = b.ids[apiServerLB]
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"controlPlaneId": component.ControlPlaneID,
		"nodeId":         component.NodeID,
		"loadBalancerId": component.LoadBalancerID,
		"apiServerLbId":  component.APIServerLBID,
	})
}

type securityGroup struct {
	// what is the group's word in rules and names.
	what string
	// description cannot change without replacing the group.
	description string
	rules       []ingressRule
}

func securityGroups() []securityGroup {
	return []securityGroup{
		{controlPlane, "OpenShift control-plane machines", controlPlaneRules()},
		{node, "OpenShift machines", nodeRules()},
		{loadBalancer, "OpenShift machines behind load balancers", loadBalancerRules()},
		{apiServerLB, "OpenShift API load balancers", apiServerLBRules()},
	}
}

type securityGroupsBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *SecurityGroupsArgs
	parent pulumi.ResourceOption
	groups map[string]*ec2.SecurityGroup
	ids    map[string]pulumi.StringOutput
}

// register makes all groups first, because their rules name each other's groups.
func (b *securityGroupsBuilder) register() error {
	b.groups = map[string]*ec2.SecurityGroup{}
	b.ids = map[string]pulumi.StringOutput{}
	for _, group := range securityGroups() {
		if err := b.registerGroup(group); err != nil {
			return err
		}
	}
	for _, group := range securityGroups() {
		if err := b.registerRules(group); err != nil {
			return err
		}
	}
	return nil
}

func (b *securityGroupsBuilder) tags(what string, more map[string]string) pulumi.StringMap {
	owned := map[string]string{"Name": b.args.InfraID + "-" + what}
	maps.Copy(owned, more)
	return tags.Merge(b.args.Tags, owned)
}

func (b *securityGroupsBuilder) registerGroup(group securityGroup) (err error) {
	discovery := map[string]string{}
	if group.what == loadBalancer {
		discovery[tags.Cluster(b.args.InfraID)] = tags.Owned
	}
	b.groups[group.what], err = ec2.NewSecurityGroup(b.ctx, b.name+"-"+group.what, &ec2.SecurityGroupArgs{
		VpcId:       b.args.VpcID,
		Description: pulumi.String(group.description),
		// AWS deletes no group that a rule of another one names, and the cluster adds rules that Pulumi does not know.
		RevokeRulesOnDelete: pulumi.Bool(true),
		Tags:                b.tags(group.what, discovery),
	}, b.parent)
	return err
}

func (b *securityGroupsBuilder) registerRules(group securityGroup) error {
	rules := alsoFrom(group.rules, b.args.SecondaryCIDRs)
	if b.args.VpcIPv6CIDR != nil {
		rules = dualStack(rules)
	}
	id := b.groups[group.what].ID().ToStringOutput()
	var registered []pulumi.Resource
	for _, rule := range rules {
		ingress, err := b.registerIngress(group.what, rule)
		if err != nil {
			return err
		}
		registered = append(registered, ingress)
	}
	// The provider takes away the rule by which AWS lets a new group send anywhere.
	egress, err := b.registerEgress(group.what, "egress", &vpc.SecurityGroupEgressRuleArgs{CidrIpv4: pulumi.String(anywhere)})
	if err != nil {
		return err
	}
	registered = append(registered, egress)
	if b.args.VpcIPv6CIDR != nil {
		egress, err := b.registerEgress(group.what, "egress-ipv6", &vpc.SecurityGroupEgressRuleArgs{CidrIpv6: pulumi.String(anywhereIPv6)})
		if err != nil {
			return err
		}
		registered = append(registered, egress)
	}
	b.ids[group.what] = pulumi.OutputWithDependencies(b.ctx.Context(), id, registered...).(pulumi.StringOutput)
	return nil
}

func (b *securityGroupsBuilder) registerIngress(group string, rule ingressRule) (pulumi.Resource, error) {
	args := &vpc.SecurityGroupIngressRuleArgs{
		SecurityGroupId: b.groups[group].ID(),
		Description:     pulumi.String(rule.description),
		IpProtocol:      pulumi.String(rule.protocol),
		Tags:            b.tags(group+"-"+rule.key(), nil),
	}
	if rule.protocol != esp {
		args.FromPort, args.ToPort = pulumi.Int(rule.from), pulumi.Int(rule.to)
	}
	switch source, isGroup := b.groups[rule.source]; {
	case isGroup:
		args.ReferencedSecurityGroupId = source.ID()
	case rule.source == vpcRange:
		args.CidrIpv4 = pulumi.String(b.args.VpcCIDR)
	case rule.source == vpcIPv6Range:
		args.CidrIpv6 = optional(b.args.VpcIPv6CIDR)
	default:
		args.CidrIpv4 = pulumi.String(rule.source)
	}
	return vpc.NewSecurityGroupIngressRule(b.ctx, fmt.Sprintf("%s-%s-%s", b.name, group, rule.key()), args, b.parent)
}

func (b *securityGroupsBuilder) registerEgress(group, what string, args *vpc.SecurityGroupEgressRuleArgs) (pulumi.Resource, error) {
	args.SecurityGroupId = b.groups[group].ID()
	args.Description = pulumi.String("Anywhere")
	args.IpProtocol = pulumi.String("-1")
	args.Tags = b.tags(group+"-"+what, nil)
	return vpc.NewSecurityGroupEgressRule(b.ctx, fmt.Sprintf("%s-%s-%s", b.name, group, what), args, b.parent)
}
