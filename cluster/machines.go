package cluster

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// machine is what one machine of the control plane is made from.
type machine struct {
	// what and key name the child; key is empty for a machine that has no likes.
	what, key string
	subnet    network.Subnet
	publicIP  bool
	groups    pulumi.StringArrayInput
	profile   pulumi.StringInput
	volume    *RootVolumeArgs
	userData  pulumi.StringInput
	// instanceType is the EC2 type.
	instanceType pulumi.StringInput
	// protection against termination; nil leaves AWS's setting.
	protection pulumi.BoolPtrInput
}

// parts are the machine's part of a name.
func (m machine) parts() []string {
	if m.key == "" {
		return []string{m.what}
	}
	return []string{m.what, m.key}
}

// registrationKey tells the machine from its likes within a target group.
func (m machine) registrationKey() string {
	if m.key == "" {
		return m.what
	}
	return m.key
}

// planMachines returns the control-plane machines, one a zone.
func planMachines(args ControlPlaneArgs) []machine {
	var machines []machine
	for _, subnet := range args.PrivateSubnets {
		machines = append(machines, machine{
			what:         "master",
			key:          subnet.Zone,
			subnet:       subnet,
			groups:       joinGroups(args.SecurityGroupIDs, args.AdditionalSecurityGroupIDs),
			profile:      args.InstanceProfile,
			volume:       args.RootVolume,
			userData:     args.Install.MasterIgnition,
			instanceType: args.instanceTypeIn(subnet.Zone),
			protection:   args.TerminationProtection,
		})
	}
	return machines
}

// joinGroups adds further groups, if any, to a machine's.
func joinGroups(groups, more pulumi.StringArrayInput) pulumi.StringArrayInput {
	if more == nil {
		return groups
	}
	return pulumi.All(groups, more).ApplyT(func(all []any) []string {
		return slices.Concat(all[0].([]string), all[1].([]string))
	}).(pulumi.StringArrayOutput)
}

// madeMachine is a machine that runs.
type madeMachine struct {
	machine
	instance *ec2.Instance
}

// address is where the machine is reached from outside of the VPC, if it is.
func (m madeMachine) address() pulumi.StringOutput {
	if m.publicIP {
		return m.instance.PublicIp
	}
	return m.instance.PrivateIp
}

func (b *builder) newMachines() ([]madeMachine, error) {
	var made []madeMachine
	for _, plan := range planMachines(b.ControlPlaneArgs) {
		instance, err := b.newMachine(plan)
		if err != nil {
			return nil, err
		}
		made = append(made, madeMachine{plan, instance})
	}
	return made, nil
}

// onlyForNewMachines are what would replace all machines at the same time, and etcd with them. OpenShift updates a running
// machine by itself, ignition is read at the first boot only, and another key can be taken machine by machine: what is replaced by its URN gets
// all of them.
var onlyForNewMachines = []string{"ami", "userData", "rootBlockDevice.kmsKeyId"}

func (b *builder) newMachine(plan machine) (*ec2.Instance, error) {
	name := strings.Join(append([]string{b.Install.InfraID}, plan.parts()...), "-")
	return ec2.NewInstance(b.ctx, b.child(plan.parts()...), &ec2.InstanceArgs{
		Ami:                      b.AMI.ToStringOutput(),
		InstanceType:             plan.instanceType.ToStringOutput(),
		SubnetId:                 plan.subnet.ID.ToStringOutput(),
		AssociatePublicIpAddress: pulumi.Bool(plan.publicIP),
		VpcSecurityGroupIds:      plan.groups,
		IamInstanceProfile:       plan.profile,
		UserData:                 plan.userData.ToStringOutput(),
		DisableApiTermination:    plan.protection,
		RootBlockDevice:          plan.volume.blockDevice(b.ownedTags(name)),
		MetadataOptions: ec2.InstanceMetadataOptionsArgs{
			HttpEndpoint: pulumi.String("enabled"),
			HttpTokens:   pulumi.String("required"),
			// Pods off the host's network get no answer: what needs AWS in a cluster has credentials of its own.
			HttpPutResponseHopLimit: pulumi.Int(1),
		},
		Tags: b.ownedTags(name),
	}, b.options(pulumi.IgnoreChanges(onlyForNewMachines))...)
}

// register puts machines behind every port of every door.
func (b *builder) register(doors madeDoors, machines []madeMachine) error {
	for _, door := range slices.Sorted(maps.Keys(doors)) {
		for _, group := range doors[door].groups {
			for _, machine := range machines {
				attachment, err := lb.NewTargetGroupAttachment(b.ctx, b.child(group.key, machine.registrationKey()), &lb.TargetGroupAttachmentArgs{
					TargetGroupArn: group.arn,
					TargetId:       machine.instance.PrivateIp,
					Port:           pulumi.Int(group.port),
				}, b.options()...)
				if err != nil {
					return err
				}
				b.made = append(b.made, attachment)
			}
		}
	}
	return nil
}

// byMachine returns the machines' ids and private addresses by their keys.
func byMachine(machines []madeMachine) (ids, addresses pulumi.StringMapOutput) {
	idOf, addressOf := pulumi.StringMap{}, pulumi.StringMap{}
	for _, machine := range machines {
		idOf[machine.key], addressOf[machine.key] = machine.instance.ID(), machine.instance.PrivateIp
	}
	return idOf.ToStringMapOutput(), addressOf.ToStringMapOutput()
}
