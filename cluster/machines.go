package cluster

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// machinePlan is a control-plane machine or the bootstrap machine.
type machinePlan struct {
	// role and key name the instance. The bootstrap machine has no key.
	role, key    string
	subnet       network.Subnet
	publicIP     bool
	groups       pulumi.StringArrayInput
	profile      pulumi.Input
	volume       *RootVolumeArgs
	userData     pulumi.StringInput
	instanceType string
	// protection is termination protection; nil does not set it.
	protection *bool
}

// parts returns the machine's parts of a name.
func (m machinePlan) parts() []string {
	if m.key == "" {
		return []string{m.role}
	}
	return []string{m.role, m.key}
}

// targetKey identifies the machine in a target group.
func (m machinePlan) targetKey() string {
	return cmp.Or(m.key, m.role)
}

// planMachines returns the control-plane machines.
func planMachines(args ControlPlaneArgs) []machinePlan {
	var machines []machinePlan
	keys, zoneOf := args.machineKeys()
	for _, key := range keys {
		machines = append(machines, machinePlan{
			role:         "master",
			key:          key,
			subnet:       subnetIn(args.Network.PrivateSubnets, zoneOf[key]),
			groups:       joinGroups(args.SecurityGroupIDs, args.AdditionalSecurityGroupIDs),
			profile:      args.InstanceProfile,
			volume:       args.RootVolume,
			userData:     args.Install.MasterIgnition,
			instanceType: args.instanceTypeOf(key),
			protection:   args.TerminationProtection,
		})
	}
	return machines
}

// joinGroups appends more security groups, if there are any.
func joinGroups(groups, more pulumi.StringArrayInput) pulumi.StringArrayInput {
	if more == nil {
		return groups
	}
	return pulumi.All(groups, more).ApplyT(func(all []any) []string {
		return slices.Concat(all[0].([]string), all[1].([]string))
	}).(pulumi.StringArrayOutput)
}

// createdMachine is a registered machine.
type createdMachine struct {
	machinePlan
	instance *ec2.Instance
}

// address returns the public IP address of the machine if it has one, otherwise its private one.
func (m createdMachine) address() pulumi.StringOutput {
	if m.publicIP {
		return m.instance.PublicIp
	}
	return m.instance.PrivateIp
}

// registerMachines registers the control-plane machines and their targets.
func (b *controlPlaneBuilder) registerMachines() error {
	hooks, err := b.machineHooks()
	if err != nil {
		return err
	}
	volumes, err := b.volumeHook()
	if err != nil {
		return err
	}
	for _, plan := range planMachines(b.ControlPlaneArgs) {
		machine, err := b.registerMachine(plan, pulumi.ResourceHooks(volumes), pulumi.ResourceHooks(hooks))
		if err != nil {
			return err
		}
		b.machines = append(b.machines, machine)
	}
	return b.registerTargets(b.machines)
}

// newMachinesOnly are the properties that apply to new machines only. A change would replace all machines at the same time, and
// etcd with them. OpenShift updates a running machine by itself, and Ignition is read at the first boot only. A machine that is
// replaced by its URN gets the current values, so a new KMS key can be rolled out machine by machine.
var newMachinesOnly = []string{"ami", "userData", "rootBlockDevice.kmsKeyId"}

func (b *controlPlaneBuilder) registerMachine(plan machinePlan, opts ...pulumi.ResourceOption) (createdMachine, error) {
	name := strings.Join(append([]string{b.Install.InfraID}, plan.parts()...), "-")
	instance, err := ec2.NewInstance(b.Ctx, b.child(plan.parts()...), &ec2.InstanceArgs{
		Ami:                      b.AMI.ToStringOutput(),
		InstanceType:             pulumi.String(plan.instanceType),
		SubnetId:                 plan.subnet.ID.ToStringOutput(),
		AssociatePublicIpAddress: pulumi.Bool(plan.publicIP),
		VpcSecurityGroupIds:      plan.groups,
		IamInstanceProfile:       plan.profile,
		UserData:                 plan.userData.ToStringOutput(),
		DisableApiTermination:    pulumi.BoolPtrFromPtr(plan.protection),
		RootBlockDevice:          plan.volume.blockDevice(b.ownedTags(name)),
		MetadataOptions: ec2.InstanceMetadataOptionsArgs{
			HttpEndpoint: pulumi.String("enabled"),
			HttpTokens:   pulumi.String("required"),
			// Only pods on the host network reach the instance metadata: cluster components that call AWS have their own credentials.
			HttpPutResponseHopLimit: pulumi.Int(1),
		},
		Tags: b.ownedTags(name),
	}, b.options(append(opts, pulumi.IgnoreChanges(newMachinesOnly))...)...)
	return createdMachine{plan, instance}, err
}

// registerTargets registers machines in every target group of the API's load balancers.
func (b *controlPlaneBuilder) registerTargets(machines []createdMachine) error {
	for _, name := range slices.Sorted(maps.Keys(b.loadBalancers)) {
		for _, group := range b.loadBalancers[name].targetGroups {
			for _, machine := range machines {
				attachment, err := lb.NewTargetGroupAttachment(b.Ctx, b.child(group.key, machine.targetKey()), &lb.TargetGroupAttachmentArgs{
					TargetGroupArn: group.arn,
					TargetId:       machine.instance.PrivateIp,
					Port:           pulumi.Int(group.port),
				}, b.options(b.onTargets...)...)
				if err != nil {
					return err
				}
				b.apiPath = append(b.apiPath, attachment)
			}
		}
	}
	return nil
}

// machinesByKey returns the instance IDs and private addresses of the control-plane machines.
func machinesByKey(machines []createdMachine) (ids, addresses pulumi.StringMapOutput) {
	idOf, addressOf := pulumi.StringMap{}, pulumi.StringMap{}
	for _, machine := range machines {
		idOf[machine.key], addressOf[machine.key] = machine.instance.ID(), machine.instance.PrivateIp
	}
	return idOf.ToStringMapOutput(), addressOf.ToStringMapOutput()
}
