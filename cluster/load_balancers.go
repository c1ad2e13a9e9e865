package cluster

import (
	"slices"
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// createdLoadBalancer is a registered load balancer and its target groups.
type createdLoadBalancer struct {
	loadBalancer *lb.LoadBalancer
	targetGroups []targetGroup
}

// targetGroup is a registered target group.
type targetGroup struct {
	key            string
	port           int
	arn, arnSuffix pulumi.StringOutput
}

// createdLoadBalancers are the API's load balancers by their names.
type createdLoadBalancers map[string]createdLoadBalancer

// dnsName returns the DNS name of a load balancer; nil if it does not exist.
func (c createdLoadBalancers) dnsName(name string) pulumi.StringPtrOutput {
	if created, ok := c[name]; ok {
		return created.loadBalancer.DnsName.ToStringPtrOutput()
	}
	return component.NilString()
}

func (b *controlPlaneBuilder) registerLoadBalancers() error {
	var externalGroups pulumi.StringArray
	if b.external() {
		group, err := b.registerLoadBalancerGroup(securityGroupPlan{
			parts:       []string{externalLB},
			description: "External API load balancer of " + b.Install.InfraID,
			tag:         b.Install.InfraID + "-apiserver-ext",
			port:        apiPort,
			rules:       planExternalRules(b.ControlPlaneArgs),
		})
		if err != nil {
			return err
		}
		externalGroups = pulumi.StringArray{group}
	}
	b.loadBalancers = createdLoadBalancers{}
	for _, plan := range planLoadBalancers(b.ControlPlaneArgs, externalGroups) {
		created, err := b.registerLoadBalancer(plan)
		if err != nil {
			return err
		}
		b.loadBalancers[plan.name] = created
	}
	return nil
}

func (b *controlPlaneBuilder) registerLoadBalancer(plan loadBalancerPlan) (createdLoadBalancer, error) {
	physical := names.LoadBalancer(b.Install.InfraID, plan.name)
	// The name is fixed, so that a replacement cannot be created first. Before AWS rejects that, nothing of a running cluster is deleted.
	opts := []pulumi.ResourceOption{pulumi.DeleteBeforeReplace(b.bootstrapping() || b.LossPermitted())}
	if plan.internal {
		opts = append(opts, b.onAPIPath...)
	}
	balancer, err := lb.NewLoadBalancer(b.Ctx, b.child(plan.name), &lb.LoadBalancerArgs{
		Name:                         pulumi.String(physical),
		LoadBalancerType:             pulumi.String("network"),
		Internal:                     pulumi.Bool(plan.internal),
		Subnets:                      subnetIDs(plan.subnets),
		SecurityGroups:               plan.securityGroups,
		EnableCrossZoneLoadBalancing: pulumi.Bool(true),
		Tags:                         b.ownedTags(physical),
	}, b.options(opts...)...)
	if err != nil {
		return createdLoadBalancer{}, err
	}
	created := createdLoadBalancer{loadBalancer: balancer}
	for _, listener := range plan.listeners {
		group, err := b.registerListener(balancer, listener)
		if err != nil {
			return createdLoadBalancer{}, err
		}
		created.targetGroups = append(created.targetGroups, group)
	}
	return created, nil
}

// registerListener registers a listener and its target group. The numbers of the health check are the installer's
// (openshift/installer pkg/asset/manifests/aws/cluster.go).
func (b *controlPlaneBuilder) registerListener(balancer *lb.LoadBalancer, plan listenerPlan) (targetGroup, error) {
	var opts []pulumi.ResourceOption
	if plan.key == internalAPI {
		opts = b.onAPIPath
	}
	group, err := lb.NewTargetGroup(b.Ctx, b.child(plan.key), &lb.TargetGroupArgs{
		NamePrefix: pulumi.String(plan.key + "-"),
		VpcId:      b.Network.ID,
		TargetType: pulumi.String("ip"),
		Protocol:   pulumi.String("TCP"),
		Port:       pulumi.Int(plan.port),
		// A machine that calls the API through the load balancer may be routed to itself. With its own address as the
		// client's it would drop the response (Elastic Load Balancing user guide for Network Load Balancers, "Troubleshoot your
		// Network Load Balancer").
		PreserveClientIp:    pulumi.String("false"),
		DeregistrationDelay: pulumi.Int(60),
		// An API server that shuts down fails /readyz first and completes its requests. AWS's default would cut them
		// (kubernetes-sigs/cluster-api-provider-aws v2.9.0 pkg/cloud/services/elb/loadbalancer.go).
		TargetHealthStates: lb.TargetGroupTargetHealthStateArray{lb.TargetGroupTargetHealthStateArgs{
			EnableUnhealthyConnectionTermination: pulumi.Bool(false),
			UnhealthyDrainingInterval:            pulumi.Int(300),
		}},
		HealthCheck: lb.TargetGroupHealthCheckArgs{
			Protocol:           pulumi.String("HTTPS"),
			Port:               pulumi.String(strconv.Itoa(plan.port)),
			Path:               pulumi.String(plan.health),
			Interval:           pulumi.Int(10),
			Timeout:            pulumi.Int(10),
			HealthyThreshold:   pulumi.Int(2),
			UnhealthyThreshold: pulumi.Int(2),
		},
		Tags: b.ownedTags(b.Install.InfraID + "-" + plan.key),
	}, b.options(slices.Concat(opts, b.onTargetGroups)...)...)
	if err != nil {
		return targetGroup{}, err
	}
	listener, err := lb.NewListener(b.Ctx, b.child(plan.key), &lb.ListenerArgs{
		LoadBalancerArn: balancer.Arn,
		Protocol:        pulumi.String("TCP"),
		Port:            pulumi.Int(plan.port),
		DefaultActions: lb.ListenerDefaultActionArray{lb.ListenerDefaultActionArgs{
			Type:           pulumi.String("forward"),
			TargetGroupArn: group.Arn,
		}},
		Tags: b.ownedTags(b.Install.InfraID + "-" + plan.key),
	}, b.options(opts...)...)
	b.apiPath = append(b.apiPath, listener)
	return targetGroup{key: plan.key, port: plan.port, arn: group.Arn, arnSuffix: group.ArnSuffix}, err
}

func subnetIDs(subnets []network.Subnet) pulumi.StringArray {
	ids := pulumi.StringArray{}
	for _, subnet := range subnets {
		ids = append(ids, subnet.ID)
	}
	return ids
}
