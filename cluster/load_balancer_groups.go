package cluster

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// anyAddress is the whole internet.
const anyAddress = "0.0.0.0/0"

// securityGroupPlan is the security group of a load balancer.
type securityGroupPlan struct {
	// parts follow the component's name in the names of the group and of its rules.
	parts            []string
	description, tag string
	port             int
	rules            []ruleSpec
}

// registerLoadBalancerGroup registers a load balancer's security group. Its ID resolves after its rules, so that the load
// balancer never runs without them. The group has no cluster tag: the cloud controller expects exactly one group with it.
func (b *controlPlaneBuilder) registerLoadBalancerGroup(plan securityGroupPlan) (pulumi.StringOutput, error) {
	group, err := ec2.NewSecurityGroup(b.Ctx, b.child(plan.parts...), &ec2.SecurityGroupArgs{
		Description: pulumi.String(plan.description),
		VpcId:       b.Network.ID,
		Tags:        tags.Merge(b.Tags, map[string]string{"Name": plan.tag}),
	}, b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	var rules []pulumi.Resource
	for _, spec := range plan.rules {
		rule, err := b.registerRule(b.child(append(slices.Clone(plan.parts), spec.key)...), group, plan.port, spec)
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		rules = append(rules, rule)
	}
	return component.After(b.Ctx.Context(), group.ID().ToStringOutput(), rules...), nil
}

// registerRule registers a rule for one TCP port.
func (b *controlPlaneBuilder) registerRule(name string, group *ec2.SecurityGroup, port int, spec ruleSpec) (pulumi.Resource, error) {
	args := vpc.SecurityGroupIngressRuleArgs{
		SecurityGroupId:           group.ID(),
		Description:               pulumi.String(spec.description),
		IpProtocol:                pulumi.String("tcp"),
		FromPort:                  pulumi.Int(port),
		ToPort:                    pulumi.Int(port),
		ReferencedSecurityGroupId: component.OptionalString(spec.securityGroup),
		Tags:                      b.Tags,
	}
	if spec.cidr != "" {
		args.CidrIpv4 = pulumi.String(spec.cidr)
	}
	if spec.egress {
		egress := vpc.SecurityGroupEgressRuleArgs(args)
		return vpc.NewSecurityGroupEgressRule(b.Ctx, name, &egress, b.options()...)
	}
	return vpc.NewSecurityGroupIngressRule(b.Ctx, name, &args, b.options()...)
}

// cidrKey returns a CIDR as a part of a resource's name.
func cidrKey(cidr string) string {
	return strings.ReplaceAll(cidr, "/", "-")
}
