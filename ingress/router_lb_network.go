package ingress

import (
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func (b *routerLBBuilder) registerNetworkLoadBalancer() error {
	created, err := lb.NewLoadBalancer(b.Ctx, b.child(loadBalancerGroup), b.desiredNetworkLoadBalancer(), b.Parent,
		pulumi.DeleteBeforeReplace(true)) // The name is fixed and must be unique.
	if err != nil {
		return err
	}
	b.loadBalancer = loadBalancer{name: created.Name, arn: created.Arn, arnSuffix: created.ArnSuffix, dnsName: created.DnsName, zoneID: created.ZoneId}
	for _, port := range b.args.ports() {
		if err := b.registerListener(port); err != nil {
			return err
		}
	}
	return nil
}

func (b *routerLBBuilder) desiredNetworkLoadBalancer() *lb.LoadBalancerArgs {
	args := &lb.LoadBalancerArgs{
		Name:                         pulumi.String(names.LoadBalancer(b.args.InfraID, b.args.Name)),
		LoadBalancerType:             pulumi.String("network"),
		Internal:                     pulumi.Bool(b.args.Scope == network.Internal),
		Subnets:                      subnetIDs(b.args.subnets()),
		SecurityGroups:               pulumi.StringArray{b.securityGroupID},
		EnableCrossZoneLoadBalancing: pulumi.Bool(*b.args.CrossZone),
		Tags:                         b.ownedTags(loadBalancerGroup),
	}
	if b.args.DeletionProtection {
		args.EnableDeletionProtection = pulumi.Bool(true)
	}
	return args
}

// registerListener registers a listener and its target group.
func (b *routerLBBuilder) registerListener(port routerPort) error {
	what := loadBalancerGroup + "-" + port.key
	groupName := what
	if b.args.ProxyProtocol {
		// The provider plans no change between the health checks with and without the PROXY protocol, so they are different
		// target groups (hashicorp/terraform-provider-aws internal/service/elbv2/target_group.go,
		// resourceTargetGroupCustomizeDiff).
		groupName += "-proxy"
	}
	group, err := lb.NewTargetGroup(b.Ctx, b.child(groupName), b.desiredTargetGroup(port, groupName), b.Parent)
	if err != nil {
		return err
	}
	listener, err := lb.NewListener(b.Ctx, b.child(what), b.desiredListener(port, group.Arn, what), b.Parent)
	if err != nil {
		return err
	}
	b.nameDependsOn = append(b.nameDependsOn, listener)
	b.loadBalancer.targets = append(b.loadBalancer.targets, target{port: port.key, groupARN: group.Arn, groupSuffix: group.ArnSuffix})
	return nil
}

func (b *routerLBBuilder) desiredListener(port routerPort, groupARN pulumi.StringInput, what string) *lb.ListenerArgs {
	args := &lb.ListenerArgs{
		LoadBalancerArn: b.loadBalancer.arn,
		Protocol:        pulumi.String("TCP"),
		Port:            pulumi.Int(port.listener),
		DefaultActions: lb.ListenerDefaultActionArray{lb.ListenerDefaultActionArgs{
			Type:           pulumi.String("forward"),
			TargetGroupArn: groupARN,
		}},
		Tags: b.ownedTags(what),
	}
	if b.args.IdleTimeout != 0 {
		args.TcpIdleTimeoutSeconds = pulumi.Int(int(b.args.IdleTimeout.Seconds()))
	}
	return args
}

// desiredTargetGroup returns a target group of instance IDs, which the Machine API registers.
func (b *routerLBBuilder) desiredTargetGroup(port routerPort, what string) *lb.TargetGroupArgs {
	args := &lb.TargetGroupArgs{
		NamePrefix:          pulumi.String(port.key + "-"),
		VpcId:               b.args.Network.ID,
		TargetType:          pulumi.String("instance"),
		Protocol:            pulumi.String("TCP"),
		Port:                pulumi.Int(port.node),
		PreserveClientIp:    pulumi.String("false"),
		DeregistrationDelay: pulumi.Int(deregistrationDelay),
		HealthCheck:         networkHealthCheck(b.args),
		Tags:                b.ownedTags(what),
	}
	if b.args.ProxyProtocol {
		args.ProxyProtocolV2 = pulumi.Bool(true)
	}
	return args
}

// networkHealthCheck checks the readiness of a router; with the PROXY protocol, whether its port accepts connections.
func networkHealthCheck(args *RouterLBArgs) lb.TargetGroupHealthCheckArgs {
	check := lb.TargetGroupHealthCheckArgs{
		Protocol:           pulumi.String("TCP"),
		Port:               pulumi.String("traffic-port"),
		Interval:           pulumi.Int(healthInterval),
		Timeout:            pulumi.Int(healthTimeout),
		HealthyThreshold:   pulumi.Int(healthThreshold),
		UnhealthyThreshold: pulumi.Int(healthThreshold),
	}
	if args.checksReadiness() {
		check.Protocol = pulumi.String("HTTP")
		check.Port = pulumi.String(strconv.Itoa(args.RouterPorts.Health))
		check.Path = pulumi.String(healthPath)
	}
	return check
}
