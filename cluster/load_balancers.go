package cluster

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// madeDoor is a door that stands.
type madeDoor struct {
	name         string
	loadBalancer *lb.LoadBalancer
	groups       []targetGroup
}

// targetGroup is what machines are registered in.
type targetGroup struct {
	key  string
	port int
	arn  pulumi.StringOutput
}

type madeDoors map[string]madeDoor

// dnsName is the name of a door's load balancer, nil when there is no such door.
func (d madeDoors) dnsName(name string) pulumi.StringPtrOutput {
	if door, ok := d[name]; ok {
		return door.loadBalancer.DnsName.ToStringPtrOutput()
	}
	return none()
}

// none is the output of what there is not.
func none() pulumi.StringPtrOutput {
	return pulumi.String("").ToStringOutput().ApplyT(func(string) *string { return nil }).(pulumi.StringPtrOutput)
}

func (b *builder) newDoors() (madeDoors, error) {
	var externalGroups pulumi.StringArray
	if b.external() {
		group, err := b.newExternalGroup()
		if err != nil {
			return nil, err
		}
		externalGroups = pulumi.StringArray{group}
	}
	doors := madeDoors{}
	for _, plan := range planDoors(b.ControlPlaneArgs, externalGroups) {
		door, err := b.newDoor(plan)
		if err != nil {
			return nil, err
		}
		doors[plan.name] = door
	}
	return doors, nil
}

func (b *builder) newDoor(plan door) (madeDoor, error) {
	subnets := pulumi.StringArray{}
	for _, subnet := range plan.subnets {
		subnets = append(subnets, subnet.ID)
	}
	physical := names.LoadBalancer(b.Install.InfraID, plan.name)
	balancer, err := lb.NewLoadBalancer(b.ctx, b.child(plan.name), &lb.LoadBalancerArgs{
		Name:                         pulumi.String(physical),
		LoadBalancerType:             pulumi.String("network"),
		Internal:                     pulumi.Bool(plan.internal),
		Subnets:                      subnets,
		SecurityGroups:               plan.groups,
		EnableCrossZoneLoadBalancing: pulumi.Bool(true),
		Tags:                         b.ownedTags(physical),
	}, b.options(pulumi.DeleteBeforeReplace(true))...) // The name is fixed, so two cannot stand side by side.
	if err != nil {
		return madeDoor{}, err
	}
	made := madeDoor{name: plan.name, loadBalancer: balancer}
	for _, port := range plan.ports {
		group, err := b.newPort(balancer, port)
		if err != nil {
			return madeDoor{}, err
		}
		made.groups = append(made.groups, group)
	}
	return made, nil
}

// newPort opens one port of a load balancer. The numbers of the health check are the installer's
// (openshift/installer pkg/asset/manifests/aws/cluster.go).
func (b *builder) newPort(balancer *lb.LoadBalancer, port doorPort) (targetGroup, error) {
	group, err := lb.NewTargetGroup(b.ctx, b.child(port.key), &lb.TargetGroupArgs{
		NamePrefix: pulumi.String(port.key + "-"),
		VpcId:      b.VpcID.ToStringOutput(),
		TargetType: pulumi.String("ip"),
		Protocol:   pulumi.String("TCP"),
		Port:       pulumi.Int(port.port),
		// A machine that speaks to the API through the load balancer may be sent to itself. With its own address as the
		// client's it would drop the answer (AWS documentation, "Troubleshoot your Network Load Balancer").
		PreserveClientIp:    pulumi.String("false"),
		DeregistrationDelay: pulumi.Int(60),
		HealthCheck: lb.TargetGroupHealthCheckArgs{
			Protocol:           pulumi.String("HTTPS"),
			Port:               pulumi.String(strconv.Itoa(port.port)),
			Path:               pulumi.String(port.health),
			Interval:           pulumi.Int(10),
			Timeout:            pulumi.Int(10),
			HealthyThreshold:   pulumi.Int(2),
			UnhealthyThreshold: pulumi.Int(2),
		},
		Tags: b.ownedTags(b.Install.InfraID + "-" + port.key),
	}, b.options()...)
	if err != nil {
		return targetGroup{}, err
	}
	listener, err := lb.NewListener(b.ctx, b.child(port.key), &lb.ListenerArgs{
		LoadBalancerArn: balancer.Arn,
		Protocol:        pulumi.String("TCP"),
		Port:            pulumi.Int(port.port),
		DefaultActions: lb.ListenerDefaultActionArray{lb.ListenerDefaultActionArgs{
			Type:           pulumi.String("forward"),
			TargetGroupArn: group.Arn,
		}},
		Tags: b.ownedTags(b.Install.InfraID + "-" + port.key),
	}, b.options()...)
	b.made = append(b.made, listener)
	return targetGroup{key: port.key, port: port.port, arn: group.Arn}, err
}

// newExternalGroup makes the security group of the external door.
func (b *builder) newExternalGroup() (pulumi.StringOutput, error) {
	return b.newDoorGroup(doorGroup{
		parts:       []string{externalDoor},
		description: "External API load balancer of " + b.Install.InfraID,
		tag:         b.Install.InfraID + "-apiserver-ext",
		port:        apiPort,
		rules:       planExternalRules(b.ControlPlaneArgs),
	})
}

// doorGroup is the security group of a load balancer.
type doorGroup struct {
	// parts are the group's part of its child's name, and what the names of its rules begin with.
	parts            []string
	description, tag string
	port             int
	rules            []doorRule
}

// newDoorGroup makes a load balancer's security group. The id waits for the rules, so the door opens with them in place.
// The group carries no cluster tag: the cloud controller looks for exactly one group that does.
func (b *builder) newDoorGroup(plan doorGroup) (pulumi.StringOutput, error) {
	group, err := ec2.NewSecurityGroup(b.ctx, b.child(plan.parts...), &ec2.SecurityGroupArgs{
		Description: pulumi.String(plan.description),
		VpcId:       b.VpcID.ToStringOutput(),
		Tags:        tags.Merge(b.Tags, map[string]string{"Name": plan.tag}),
	}, b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	var made []pulumi.Resource
	for _, rule := range plan.rules {
		resource, err := b.newDoorRule(group, plan, rule)
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		made = append(made, resource)
	}
	return waitFor(b.ctx, group.ID().ToStringOutput(), made...), nil
}

func (b *builder) newDoorRule(group *ec2.SecurityGroup, plan doorGroup, rule doorRule) (pulumi.Resource, error) {
	name := b.child(append(slices.Clone(plan.parts), rule.key)...)
	if rule.egress {
		return vpc.NewSecurityGroupEgressRule(b.ctx, name, &vpc.SecurityGroupEgressRuleArgs{
			SecurityGroupId: group.ID(),
			Description:     pulumi.String(rule.description),
			IpProtocol:      pulumi.String("tcp"),
			FromPort:        pulumi.Int(plan.port),
			ToPort:          pulumi.Int(plan.port),
			CidrIpv4:        pulumi.String(rule.cidr),
			Tags:            b.userTags(),
		}, b.options()...)
	}
	ingress := &vpc.SecurityGroupIngressRuleArgs{
		SecurityGroupId: group.ID(),
		Description:     pulumi.String(rule.description),
		IpProtocol:      pulumi.String("tcp"),
		FromPort:        pulumi.Int(plan.port),
		ToPort:          pulumi.Int(plan.port),
		Tags:            b.userTags(),
	}
	if rule.group != nil {
		ingress.ReferencedSecurityGroupId = rule.group.ToStringOutput()
	} else {
		ingress.CidrIpv4 = pulumi.String(rule.cidr)
	}
	return vpc.NewSecurityGroupIngressRule(b.ctx, name, ingress, b.options()...)
}

// ownedTags are the user's tags with the cluster's and a name.
func (b *builder) ownedTags(name string) pulumi.StringMap {
	return tags.Merge(b.Tags, map[string]string{"Name": name, tags.Cluster(b.Install.InfraID): tags.Owned})
}

// userTags are the user's tags alone, for what needs no name; none rather than an empty map.
func (b *builder) userTags() pulumi.StringMapInput {
	if len(b.Tags) == 0 {
		return nil
	}
	return b.Tags
}

// waitFor returns an output whose consumers come after the resources and go before them.
func waitFor(ctx *pulumi.Context, output pulumi.StringOutput, resources ...pulumi.Resource) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(ctx.Context(), output, resources...).(pulumi.StringOutput)
}

// cidrKey makes a range part of a child's name.
func cidrKey(cidr string) string {
	return strings.ReplaceAll(cidr, "/", "-")
}
