package network

import (
	"fmt"
	"maps"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// SecurityGroups are the security groups of a self-managed cluster's machines and API load balancers, with the rules of
// openshift-install.
//
// Each rule is a separate resource, so that you can add rules to the groups (aws.vpc.SecurityGroupIngressRule). The IDs wait for
// their group's rules: a resource that uses a group is created after the rules and deleted before them.
//
// No rule allows ingress from 0.0.0.0/0. Only the cluster's machines reach the machine config server (port 22623), which serves the
// bootstrap kubeconfig and the pull secret: no rule allows it from a CIDR.
//
// Only the group of LoadBalancerID has the cluster tag: the AWS cloud controller manager rejects an instance with two such groups
// (kubernetes/cloud-provider-aws pkg/providers/v1/aws.go).
type SecurityGroups struct {
	pulumi.ResourceState

	// ControlPlaneID is the ID of the group of control-plane machines: etcd, the API, the machine config server.
	ControlPlaneID pulumi.StringOutput `pulumi:"controlPlaneId"`
	// NodeID is the ID of the group of all machines: the cluster network, the kubelet, node ports.
	NodeID pulumi.StringOutput `pulumi:"nodeId"`
	// LoadBalancerID is the ID of the group of all machines to which the AWS cloud controller manager adds rules for load balancers.
	LoadBalancerID pulumi.StringOutput `pulumi:"loadBalancerId"`
	// APIServerLBID is the ID of the group of the API's load balancers. It allows the API from the VPC, and
	// the machine config server from ControlPlaneID and NodeID.
	APIServerLBID pulumi.StringOutput `pulumi:"apiServerLbId"`
}

// ControlPlaneMachine returns the IDs of a control-plane machine's groups.
func (g *SecurityGroups) ControlPlaneMachine() pulumi.StringArray {
	return pulumi.StringArray{g.ControlPlaneID, g.NodeID, g.LoadBalancerID}
}

// WorkerMachine returns the IDs of any other machine's groups.
func (g *SecurityGroups) WorkerMachine() pulumi.StringArray {
	return pulumi.StringArray{g.NodeID, g.LoadBalancerID}
}

// NewSecurityGroups registers SecurityGroups.
func NewSecurityGroups(ctx *pulumi.Context, name string, args *SecurityGroupsArgs, opts ...pulumi.ResourceOption) (*SecurityGroups, error) {
	return component.Register(ctx, name, args, opts, component.Type[SecurityGroupsArgs, SecurityGroups]{
		Token:   "openshift-aws:network:SecurityGroups",
		Lasting: true,
		Children: func(c *component.Builder[SecurityGroupsArgs, SecurityGroups]) error {
			b := &securityGroupsBuilder{Builder: c, groups: map[string]*ec2.SecurityGroup{}, ids: map[string]pulumi.StringOutput{}}
			return component.Run(b.registerGroups, b.registerRules, b.setOutputs)
		},
	})
}

func (b *securityGroupsBuilder) setOutputs() error {
	c := b.Component
	c.ControlPlaneID, c.NodeID, c.LoadBalancerID, c.APIServerLBID = b.ids[controlPlane], b.ids[node], b.ids[loadBalancer], b.ids[apiServerLB]
	return nil
}

type securityGroup struct {
	// what is the group's name in rules and resource names.
	what string
	// description: a change would replace the group.
	description string
	rules       []ingressRule
}

func securityGroups(nodePortCIDRs []string) []securityGroup {
	return []securityGroup{
		{controlPlane, "OpenShift control-plane machines", controlPlaneRules()},
		{node, "OpenShift machines", nodeRules(nodePortCIDRs)},
		{loadBalancer, "OpenShift machines behind load balancers", loadBalancerRules()},
		{apiServerLB, "OpenShift API load balancers", apiServerLBRules()},
	}
}

type securityGroupsBuilder struct {
	*component.Builder[SecurityGroupsArgs, SecurityGroups]

	groups map[string]*ec2.SecurityGroup
	ids    map[string]pulumi.StringOutput
}

// registerGroups registers all groups before the rules, which refer to each other's groups.
func (b *securityGroupsBuilder) registerGroups() error {
	for _, group := range securityGroups(b.Args.NodePortCIDRs) {
		if err := b.registerGroup(group); err != nil {
			return err
		}
	}
	return nil
}

func (b *securityGroupsBuilder) registerRules() error {
	for _, group := range securityGroups(b.Args.NodePortCIDRs) {
		if err := b.registerRulesOf(group); err != nil {
			return err
		}
	}
	return nil
}

func (b *securityGroupsBuilder) tags(what string, more map[string]string) pulumi.StringMap {
	owned := map[string]string{"Name": b.Args.InfraID + "-" + what}
	maps.Copy(owned, more)
	return tags.Merge(b.Args.Tags, owned)
}

func (b *securityGroupsBuilder) registerGroup(group securityGroup) (err error) {
	discovery := map[string]string{}
	if group.what == loadBalancer {
		discovery[tags.Cluster(b.Args.InfraID)] = tags.Owned
	}
	b.groups[group.what], err = ec2.NewSecurityGroup(b.Ctx, b.Name+"-"+group.what, &ec2.SecurityGroupArgs{
		VpcId:       b.Args.Network.ID,
		Description: pulumi.String(group.description),
		// AWS rejects to delete a group that a rule of another group refers to, and the cluster adds rules that Pulumi does not manage.
		RevokeRulesOnDelete: pulumi.Bool(true),
		Tags:                b.tags(group.what, discovery),
	}, b.Parent)
	return err
}

func (b *securityGroupsBuilder) registerRulesOf(group securityGroup) error {
	rules := withSecondaryCIDRs(group.rules, b.Args.Network.SecondaryCIDRs)
	if b.Args.Network.IPv6 {
		rules = dualStack(rules)
	}
	var registered []pulumi.Resource
	for _, rule := range rules {
		ingress, err := b.registerIngress(group.what, rule)
		if err != nil {
			return err
		}
		registered = append(registered, ingress)
	}
	// The provider removes AWS's default rule that allows all egress.
	egress, err := b.registerEgress(group.what, "egress", &vpc.SecurityGroupEgressRuleArgs{CidrIpv4: pulumi.String(anywhere)})
	if err != nil {
		return err
	}
	registered = append(registered, egress)
	if b.Args.Network.IPv6 {
		egress, err := b.registerEgress(group.what, "egress-ipv6", &vpc.SecurityGroupEgressRuleArgs{CidrIpv6: pulumi.String(anywhereIPv6)})
		if err != nil {
			return err
		}
		registered = append(registered, egress)
	}
	b.ids[group.what] = component.After(b.Ctx.Context(), b.groups[group.what].ID().ToStringOutput(), registered...)
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
		args.FromPort, args.ToPort = pulumi.Int(rule.fromPort), pulumi.Int(rule.toPort)
	}
	switch source, isGroup := b.groups[rule.source]; {
	case isGroup:
		args.ReferencedSecurityGroupId = source.ID()
	case rule.source == vpcCIDR:
		args.CidrIpv4 = pulumi.String(b.Args.Network.CIDR)
	case rule.source == vpcIPv6CIDR:
		args.CidrIpv6 = b.Args.Network.IPv6CIDR
	default:
		args.CidrIpv4 = pulumi.String(rule.source)
	}
	return vpc.NewSecurityGroupIngressRule(b.Ctx, fmt.Sprintf("%s-%s-%s", b.Name, group, rule.key()), args, b.Parent)
}

func (b *securityGroupsBuilder) registerEgress(group, what string, args *vpc.SecurityGroupEgressRuleArgs) (pulumi.Resource, error) {
	args.SecurityGroupId = b.groups[group].ID()
	args.Description = pulumi.String("Anywhere")
	args.IpProtocol = pulumi.String("-1")
	args.Tags = b.tags(group+"-"+what, nil)
	return vpc.NewSecurityGroupEgressRule(b.Ctx, fmt.Sprintf("%s-%s-%s", b.Name, group, what), args, b.Parent)
}

// SecurityGroupsArgs are the arguments of SecurityGroups. Unless a field says otherwise, changes are applied in place.
type SecurityGroupsArgs struct {
	// InfraID is the cluster's infrastructure ID, for the Name tags and the cluster tag. Required.
	InfraID string `check:"required,infra-id"`
	// Network is the VPC, such as Vpc.Network. The groups allow the API and node ports from its CIDRs, also over IPv6 if it has IPv6.
	// Required. Another VPC replaces the groups.
	Network Network
	// NodePortCIDRs are the IPv4 CIDRs, /8 to /32, that reach the node ports of all machines, such as those of the subnets of network load
	// balancers for Services. The machines reach them always. An empty list is none; then also the VPC's IPv6 range does not. Defaults to
	// the CIDRs of the VPC.
	NodePortCIDRs []string `check:"cidr=8..32"`
	// Tags are set on groups and rules. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *SecurityGroupsArgs) Validate() error {
	a, p := check.Begin(a)
	a.Network.check(&p, "network.SecurityGroupsArgs.Network")
	return p.ErrOf(a)
}
