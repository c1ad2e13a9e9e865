package network

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/pulumicli"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// egressProxyBuilder registers an EgressProxy's children step by step.
type egressProxyBuilder struct {
	*component.Builder[EgressProxyArgs, EgressProxy]

	instancesGroupID    pulumi.StringOutput
	loadBalancerGroupID pulumi.StringOutput
	instances           []proxyInstance
	// host is the address that clients connect to.
	host pulumi.StringOutput
	// loadBalancer is nil without LoadBalancer.
	loadBalancer *lb.LoadBalancer
	// ready are the resources that must exist before clients connect: the instances first, in the order of their zones.
	ready []pulumi.Resource
}

// proxyInstance has the resources of an instance of a zone that survive its replacement.
type proxyInstance struct {
	zone             string
	networkInterface *ec2.NetworkInterface
	address          *ec2.Eip
}

func (b *egressProxyBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.Args.Tags, map[string]string{"Name": b.Name + "-" + what})
}

// proxyVolumeGiB has room for the distribution's image and logs. Squid does not cache.
const proxyVolumeGiB = 20

func (b *egressProxyBuilder) registerSecurityGroups() (err error) {
	instances, loadBalancer := b.securityGroups()
	if b.instancesGroupID, err = instances.register(b.Ctx, b.Name, b.Parent); err != nil || !b.Args.LoadBalancer {
		return err
	}
	b.loadBalancerGroupID, err = loadBalancer.register(b.Ctx, b.Name, b.Parent)
	return err
}

// securityGroups returns the groups of the instances and of the load balancer. The instances accept connections from the whole VPC,
// which the load balancer's nodes are in.
func (b *egressProxyBuilder) securityGroups() (instances, loadBalancer groupSpec) {
	vpc := b.Args.Network
	instances = groupSpec{what: "machines", description: "Egress proxy", vpcID: vpc.ID, tags: b.tags}
	loadBalancer = groupSpec{what: "balancer", description: "Load balancer of the egress proxy", vpcID: vpc.ID, tags: b.tags}
	for _, cidr := range b.Args.clients() {
		instances.allowIngress("proxy-from", proxyPort, cidr)
		loadBalancer.allowIngress("proxy-from", proxyPort, cidr)
	}
	for _, cidr := range b.Args.SSHAllowedCIDRs {
		instances.allowIngress("ssh-from", sshPort, cidr)
	}
	instances.allowEgress("https-to", tcp, httpsPort, anywhere)
	if b.Args.AllowHTTP {
		instances.allowEgress("http-to", tcp, httpPort, anywhere)
	}
	instances.allowEgress("dns-tcp-to", tcp, dnsPort, vpc.CIDR)
	instances.allowEgress("dns-udp-to", udp, dnsPort, vpc.CIDR)
	for _, cidr := range vpc.CIDRs() {
		loadBalancer.allowEgress("proxy-to", tcp, proxyPort, cidr)
	}
	return instances, loadBalancer
}

func (b *egressProxyBuilder) registerInstances() error {
	userData := squidUserData(b.Args.squidConfiguration())
	for _, subnet := range b.Args.Subnets {
		instance, err := b.registerAddresses(subnet)
		if err != nil {
			return err
		}
		registered, err := b.registerInstance(instance, userData)
		if err != nil {
			return err
		}
		b.instances = append(b.instances, instance)
		b.ready = append(b.ready, registered)
	}
	b.host = b.instances[0].networkInterface.PrivateIp
	return nil
}

// registerAddresses registers the network interface and the Elastic IP, which survive the instance.
func (b *egressProxyBuilder) registerAddresses(subnet Subnet) (instance proxyInstance, err error) {
	instance.zone = subnet.Zone
	instance.networkInterface, err = ec2.NewNetworkInterface(b.Ctx, b.Name+"-nic-"+subnet.Zone, &ec2.NetworkInterfaceArgs{
		SubnetId:       subnet.ID,
		Description:    pulumi.String("Egress proxy"),
		SecurityGroups: pulumi.StringArray{b.instancesGroupID},
		Tags:           b.tags("nic-" + subnet.Zone),
	}, b.Parent)
	if err != nil {
		return instance, err
	}
	instance.address, err = ec2.NewEip(b.Ctx, b.Name+"-eip-"+subnet.Zone, &ec2.EipArgs{
		Domain:           pulumi.String("vpc"),
		NetworkInterface: instance.networkInterface.ID().ToStringPtrOutput(),
		Tags:             b.tags("eip-" + subnet.Zone),
	}, b.Parent)
	return instance, err
}

func (b *egressProxyBuilder) registerInstance(instance proxyInstance, userData string) (*ec2.Instance, error) {
	what := "machine-" + instance.zone
	// Without its public address, the instance could not install squid.
	networkInterfaceID := component.After(b.Ctx.Context(), instance.networkInterface.ID().ToStringOutput(), instance.address)
	return ec2.NewInstance(b.Ctx, b.Name+"-"+what, &ec2.InstanceArgs{
		Ami:                component.OptionalString(b.Args.AMI),
		InstanceType:       pulumi.String(b.Args.InstanceType),
		IamInstanceProfile: anyOrNil(b.Args.InstanceProfile),
		KeyName:            component.OptionalString(b.Args.KeyName),
		NetworkInterfaces: ec2.InstanceNetworkInterfaceArray{
			&ec2.InstanceNetworkInterfaceArgs{NetworkInterfaceId: networkInterfaceID, DeviceIndex: pulumi.Int(0)},
		},
		UserData:                pulumi.String(userData),
		UserDataReplaceOnChange: pulumi.Bool(true),
		MetadataOptions: &ec2.InstanceMetadataOptionsArgs{
			HttpEndpoint:            pulumi.String("enabled"),
			HttpTokens:              pulumi.String("required"),
			HttpPutResponseHopLimit: pulumi.Int(1),
		},
		RootBlockDevice: &ec2.InstanceRootBlockDeviceArgs{
			Encrypted:  pulumi.Bool(true),
			VolumeType: pulumi.String("gp3"),
			VolumeSize: pulumi.Int(proxyVolumeGiB),
			Tags:       b.tags(what),
		},
		Tags: b.tags(what),
		// A network interface is attached to one instance at a time, and one instance must run while another is replaced.
	}, b.Parent, pulumi.DeleteBeforeReplace(true), pulumi.DependsOn(b.ready))
}

func (b *egressProxyBuilder) registerLoadBalancer() error {
	if !b.Args.LoadBalancer {
		return nil
	}
	loadBalancer, err := lb.NewLoadBalancer(b.Ctx, b.Name+"-lb", &lb.LoadBalancerArgs{
		LoadBalancerType: pulumi.String("network"),
		Internal:         pulumi.Bool(true),
		Subnets:          subnetIDs(b.Args.Subnets),
		SecurityGroups:   pulumi.StringArray{b.loadBalancerGroupID},
		// If an instance fails, those of other zones serve its clients.
		EnableCrossZoneLoadBalancing: pulumi.Bool(true),
		Tags:                         b.tags("lb"),
	}, b.Parent)
	if err != nil {
		return err
	}
	targetGroup, err := b.registerTargetGroup(loadBalancer)
	if err != nil {
		return err
	}
	listener, err := lb.NewListener(b.Ctx, b.Name+"-listener", &lb.ListenerArgs{
		LoadBalancerArn: loadBalancer.Arn,
		Protocol:        pulumi.String("TCP"),
		Port:            pulumi.Int(proxyPort),
		DefaultActions: lb.ListenerDefaultActionArray{
			&lb.ListenerDefaultActionArgs{Type: pulumi.String("forward"), TargetGroupArn: targetGroup.Arn},
		},
		Tags: b.tags("listener"),
	}, b.Parent)
	if err != nil {
		return err
	}
	b.host, b.loadBalancer = loadBalancer.DnsName, loadBalancer
	b.ready = append(b.ready, listener)
	return b.registerTargets(targetGroup)
}

// registerTargetGroup replaces the target group with the load balancer: a target group belongs to one load balancer, and the old
// load balancer is deleted last.
func (b *egressProxyBuilder) registerTargetGroup(loadBalancer pulumi.Resource) (*lb.TargetGroup, error) {
	// Older engines ignore ReplaceWith silently.
	if err := pulumicli.Require(b.Ctx); err != nil {
		return nil, err
	}
	return lb.NewTargetGroup(b.Ctx, b.Name+"-tg", &lb.TargetGroupArgs{
		VpcId:      b.Args.Network.ID,
		Protocol:   pulumi.String("TCP"),
		Port:       pulumi.Int(proxyPort),
		TargetType: pulumi.String("ip"),
		HealthCheck: &lb.TargetGroupHealthCheckArgs{
			Protocol:           pulumi.String("TCP"),
			Interval:           pulumi.Int(10),
			HealthyThreshold:   pulumi.Int(2),
			UnhealthyThreshold: pulumi.Int(2),
		},
		Tags: b.tags("tg"),
	}, b.Parent, pulumi.ReplaceWith([]pulumi.Resource{loadBalancer}))
}

// registerTargets attaches the instances by address, so that the target stays when an instance is replaced.
func (b *egressProxyBuilder) registerTargets(group *lb.TargetGroup) error {
	for _, instance := range b.instances {
		attachment, err := lb.NewTargetGroupAttachment(b.Ctx, b.Name+"-target-"+instance.zone, &lb.TargetGroupAttachmentArgs{
			TargetGroupArn: group.Arn,
			TargetId:       instance.networkInterface.PrivateIp,
			Port:           pulumi.Int(proxyPort),
		}, b.Parent)
		if err != nil {
			return err
		}
		b.ready = append(b.ready, attachment)
	}
	return nil
}

// hostnameTTL is the TTL, in seconds, of the record of an instance's address, which survives the instance.
const hostnameTTL = 60

// registerHostname registers a private hosted zone of the hostname and its record. A zone of its own leaves those alone that
// installer, cluster and user create for the cluster's domain and its parents.
func (b *egressProxyBuilder) registerHostname() error {
	hostname := pulumi.String(b.Args.Hostname)
	if hostname == "" {
		return nil
	}
	zone, err := route53.NewZone(b.Ctx, b.Name+"-zone", &route53.ZoneArgs{
		Name:    hostname,
		Comment: pulumi.String("Egress proxy"),
		Vpcs:    route53.ZoneVpcArray{route53.ZoneVpcArgs{VpcId: b.Args.Network.ID}},
		Tags:    b.tags("zone"),
		// The provider would remove associations with further VPCs, such as peered ones, that are not listed here.
	}, b.Parent, pulumi.IgnoreChanges([]string{"vpcs"}))
	if err != nil {
		return err
	}
	args := &route53.RecordArgs{ZoneId: zone.ZoneId, Name: hostname, Type: pulumi.String("A")}
	if b.loadBalancer == nil {
		args.Ttl, args.Records = pulumi.Int(hostnameTTL), pulumi.StringArray{b.host}
	} else {
		args.Aliases = route53.RecordAliasArray{route53.RecordAliasArgs{
			Name: b.host, ZoneId: b.loadBalancer.ZoneId, EvaluateTargetHealth: pulumi.Bool(false),
		}}
	}
	record, err := route53.NewRecord(b.Ctx, b.Name+"-record", args, b.Parent)
	if err != nil {
		return err
	}
	b.host = hostname.ToStringOutput()
	b.ready = append(b.ready, record)
	return nil
}

func (b *egressProxyBuilder) setOutputs() error {
	c := b.Component
	c.Ready = b.ready
	c.HTTPProxy = component.After(b.Ctx.Context(), b.host, b.ready...).ApplyT(EgressProxyURL).(pulumi.StringOutput)
	c.HTTPSProxy = c.HTTPProxy
	c.NoProxy = b.Args.noProxy()
	c.SecurityGroupID = b.instancesGroupID
	c.PublicIPs = map[string]pulumi.StringOutput{}
	for _, instance := range b.instances {
		c.PublicIPs[instance.zone] = instance.address.PublicIp
	}
	return nil
}
