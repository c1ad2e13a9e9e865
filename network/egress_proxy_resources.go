package network

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// egressProxyBuilder registers an EgressProxy's children step by step.
type egressProxyBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *EgressProxyArgs
	parent pulumi.ResourceOption

	machinesGroup pulumi.StringOutput
	balancerGroup pulumi.StringOutput
	machines      []proxyMachine
	// host is where clients connect to, and ready what must be there before they do: machines first, in the order of zones.
	host  pulumi.StringOutput
	ready []pulumi.Resource
}

type proxyMachine struct {
	zone    string
	nic     *ec2.NetworkInterface
	address *ec2.Eip
}

func newEgressProxyBuilder(ctx *pulumi.Context, name string, args *EgressProxyArgs, parent pulumi.Resource) *egressProxyBuilder {
	return &egressProxyBuilder{ctx: ctx, name: name, args: args, parent: pulumi.Parent(parent)}
}

func (b *egressProxyBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.name + "-" + what})
}

// proxyVolumeGiB is room for the distribution's image and for logs; squid keeps nothing.
const proxyVolumeGiB = 20

func (b *egressProxyBuilder) registerGroups() (err error) {
	machines, balancer := b.groups()
	if b.machinesGroup, err = machines.register(b.ctx, b.name, b.parent); err != nil || !b.args.LoadBalancer {
		return err
	}
	b.balancerGroup, err = balancer.register(b.ctx, b.name, b.parent)
	return err
}

// groups list what machines and load balancer let in and out. Machines accept from the whole VPC: the load balancer's nodes are in it.
func (b *egressProxyBuilder) groups() (machines, balancer portGroup) {
	machines = portGroup{what: "machines", description: "Egress proxy", vpcID: b.args.VpcID, tags: b.tags}
	balancer = portGroup{what: "balancer", description: "Load balancer of the egress proxy", vpcID: b.args.VpcID, tags: b.tags}
	for _, cidr := range b.args.clients() {
		machines.letIn("proxy-from", proxyPort, cidr)
		balancer.letIn("proxy-from", proxyPort, cidr)
	}
	for _, cidr := range b.args.SSHAllowedCIDRs {
		machines.letIn("ssh-from", 22, cidr)
	}
	machines.letOut("https-to", tcp, httpsPort, anywhere)
	machines.letOut("dns-tcp-to", tcp, 53, b.args.VpcCIDR)
	machines.letOut("dns-udp-to", udp, 53, b.args.VpcCIDR)
	for _, cidr := range b.args.vpcRanges() {
		balancer.letOut("proxy-to", tcp, proxyPort, cidr)
	}
	return machines, balancer
}

func (b *egressProxyBuilder) registerMachines() error {
	userData := squidUserData(squidConfiguration(b.args.clients(), b.args.AllowedDomains))
	for _, subnet := range b.args.Subnets {
		machine, err := b.registerAddresses(subnet)
		if err != nil {
			return err
		}
		instance, err := b.registerInstance(machine, userData)
		if err != nil {
			return err
		}
		b.machines = append(b.machines, machine)
		b.ready = append(b.ready, instance)
	}
	b.host = b.machines[0].nic.PrivateIp
	return nil
}

// registerAddresses makes what of a machine outlives it.
func (b *egressProxyBuilder) registerAddresses(subnet Subnet) (machine proxyMachine, err error) {
	machine.zone = subnet.Zone
	machine.nic, err = ec2.NewNetworkInterface(b.ctx, b.name+"-nic-"+subnet.Zone, &ec2.NetworkInterfaceArgs{
		SubnetId:       subnet.ID,
		Description:    pulumi.String("Egress proxy"),
		SecurityGroups: pulumi.StringArray{b.machinesGroup},
		Tags:           b.tags("nic-" + subnet.Zone),
	}, b.parent)
	if err != nil {
		return machine, err
	}
	machine.address, err = ec2.NewEip(b.ctx, b.name+"-eip-"+subnet.Zone, &ec2.EipArgs{
		Domain:           pulumi.String("vpc"),
		NetworkInterface: machine.nic.ID().ToStringPtrOutput(),
		Tags:             b.tags("eip-" + subnet.Zone),
	}, b.parent)
	return machine, err
}

func (b *egressProxyBuilder) registerInstance(machine proxyMachine, userData string) (*ec2.Instance, error) {
	what := "machine-" + machine.zone
	// The interface without its public address would keep the machine from installing anything.
	nic := pulumi.OutputWithDependencies(b.ctx.Context(), machine.nic.ID().ToStringOutput(), machine.address).(pulumi.StringOutput)
	return ec2.NewInstance(b.ctx, b.name+"-"+what, &ec2.InstanceArgs{
		Ami:                     optional(b.args.AMI),
		InstanceType:            optional(b.args.InstanceType),
		IamInstanceProfile:      anyOrNil(b.args.InstanceProfile),
		KeyName:                 optional(b.args.KeyName),
		NetworkInterfaces:       ec2.InstanceNetworkInterfaceArray{&ec2.InstanceNetworkInterfaceArgs{NetworkInterfaceId: nic, DeviceIndex: pulumi.Int(0)}},
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
		// Two machines cannot have one interface, and not all of them are to be away at once.
	}, b.parent, pulumi.DeleteBeforeReplace(true), pulumi.DependsOn(b.ready))
}

func (b *egressProxyBuilder) registerLoadBalancer() error {
	if !b.args.LoadBalancer {
		return nil
	}
	var subnets pulumi.StringArray
	for _, subnet := range b.args.Subnets {
		subnets = append(subnets, subnet.ID)
	}
	balancer, err := lb.NewLoadBalancer(b.ctx, b.name+"-lb", &lb.LoadBalancerArgs{
		LoadBalancerType: pulumi.String("network"),
		Internal:         pulumi.Bool(true),
		Subnets:          subnets,
		SecurityGroups:   pulumi.StringArray{b.balancerGroup},
		// A machine that fails is stood in for by those of other zones.
		EnableCrossZoneLoadBalancing: pulumi.Bool(true),
		Tags:                         b.tags("lb"),
	}, b.parent)
	if err != nil {
		return err
	}
	group, err := lb.NewTargetGroup(b.ctx, b.name+"-tg", &lb.TargetGroupArgs{
		VpcId:      optional(b.args.VpcID),
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
		// AWS refuses a listener whose group has a listener of another load balancer, and the old one goes last.
	}, b.parent, pulumi.ReplaceWith([]pulumi.Resource{balancer}))
	if err != nil {
		return err
	}
	listener, err := lb.NewListener(b.ctx, b.name+"-listener", &lb.ListenerArgs{
		LoadBalancerArn: balancer.Arn,
		Protocol:        pulumi.String("TCP"),
		Port:            pulumi.Int(proxyPort),
		DefaultActions:  lb.ListenerDefaultActionArray{&lb.ListenerDefaultActionArgs{Type: pulumi.String("forward"), TargetGroupArn: group.Arn}},
		Tags:            b.tags("listener"),
	}, b.parent)
	if err != nil {
		return err
	}
	b.host = balancer.DnsName
	b.ready = append(b.ready, listener)
	return b.registerTargets(group)
}

// registerTargets puts the machines' addresses, not the machines, behind the load balancer: a replaced machine is in its place at once.
func (b *egressProxyBuilder) registerTargets(group *lb.TargetGroup) error {
	for _, machine := range b.machines {
		attachment, err := lb.NewTargetGroupAttachment(b.ctx, b.name+"-target-"+machine.zone, &lb.TargetGroupAttachmentArgs{
			TargetGroupArn: group.Arn,
			TargetId:       machine.nic.PrivateIp,
			Port:           pulumi.Int(proxyPort),
		}, b.parent)
		if err != nil {
			return err
		}
		b.ready = append(b.ready, attachment)
	}
	return nil
}

func (b *egressProxyBuilder) output(component *EgressProxy) {
	host := pulumi.OutputWithDependencies(b.ctx.Context(), b.host, b.ready...).(pulumi.StringOutput)
	component.HTTPProxy = pulumi.Sprintf("http://%s:%d", host, proxyPort)
	component.HTTPSProxy = component.HTTPProxy
	component.NoProxy = b.args.noProxy()
	component.SecurityGroupID = b.machinesGroup
	component.PublicIPs = map[string]pulumi.StringOutput{}
	for _, machine := range b.machines {
		component.PublicIPs[machine.zone] = machine.address.PublicIp
	}
}
