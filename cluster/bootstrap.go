package cluster

import (
	"encoding/json"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const sshPort = 22

// bootstrapVolume is the installer's default volume: the bootstrap machine runs for an hour and has a short-lived etcd member
// (openshift/installer pkg/types/aws/defaults/machinepool.go).
var bootstrapVolume = RootVolumeArgs{Type: "gp3", SizeGiB: 120}

// bootstrapSubnet returns the bootstrap machine's subnet: in the first zone, with MachineZones the first of these, and public if the
// cluster is.
func bootstrapSubnet(args ControlPlaneArgs) network.Subnet {
	subnets := args.Network.PrivateSubnets
	if args.external() {
		subnets = args.Network.PublicSubnets
	}
	if args.MachineZones == nil {
		return subnets[0]
	}
	return subnetIn(subnets, args.machineZones()[0])
}

// planBootstrap returns the bootstrap machine. It is a temporary control plane, so it has the control plane's security groups
// in addition to its own.
func planBootstrap(args ControlPlaneArgs, group pulumi.StringOutput, userData pulumi.StringInput) machinePlan {
	volume := bootstrapVolume
	volume.KMSKeyARN = args.RootVolume.KMSKeyARN
	return machinePlan{
		role:     "bootstrap",
		subnet:   bootstrapSubnet(args),
		publicIP: args.external(),
		groups:   joinGroups(args.SecurityGroupIDs, pulumi.StringArray{group}),
		profile:  args.BootstrapInstanceProfile,
		volume:   &volume,
		userData: userData,
		// AWS offers the type in this zone, because the zone's control-plane machine has it.
		instanceType: args.instanceTypeOf(bootstrapSubnet(args).Zone),
	}
}

// registerBootstrap registers the bootstrap machine and its targets at StageBootstrap.
func (b *controlPlaneBuilder) registerBootstrap() error {
	b.Component.BootstrapIP = component.NilString()
	if !b.bootstrapping() {
		return nil
	}
	group, err := b.registerBootstrapGroup()
	if err != nil {
		return err
	}
	location, err := b.registerBootstrapIgnition()
	if err != nil {
		return err
	}
	userData := location.ApplyT(bootstrapPointer).(pulumi.StringOutput)
	hooks, err := b.creationHooks("bootstrap", bootstrapCreation)
	if err != nil {
		return err
	}
	machine, err := b.registerMachine(planBootstrap(b.ControlPlaneArgs, group, userData), pulumi.ResourceHooks(hooks))
	if err != nil {
		return err
	}
	b.Component.BootstrapIP = machine.address().ToStringPtrOutput()
	return b.registerTargets([]createdMachine{machine})
}

// bootstrapPointer returns Ignition that is replaced by the one at the location.
func bootstrapPointer(location string) (string, error) {
	pointer := map[string]any{"ignition": map[string]any{
		"version": "3.2.0",
		"config":  map[string]any{"replace": map[string]any{"source": location}},
	}}
	text, err := json.Marshal(pointer)
	return string(text), err
}

// registerBootstrapGroup registers the bootstrap machine's security group, which allows nothing in by default. It has no cluster
// tag: the cloud controller expects exactly one group with it.
func (b *controlPlaneBuilder) registerBootstrapGroup() (pulumi.StringOutput, error) {
	group, err := ec2.NewSecurityGroup(b.Ctx, b.child("bootstrap"), &ec2.SecurityGroupArgs{
		Description: pulumi.String("Bootstrap machine of " + b.Install.InfraID),
		VpcId:       b.Network.ID,
		Tags:        tags.Merge(b.Tags, map[string]string{"Name": b.Install.InfraID + "-bootstrap"}),
	}, b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	egress, err := vpc.NewSecurityGroupEgressRule(b.Ctx, b.child("bootstrap", "to-any"), &vpc.SecurityGroupEgressRuleArgs{
		SecurityGroupId: group.ID(),
		Description:     pulumi.String("Images and the machines of the cluster"),
		IpProtocol:      pulumi.String("-1"),
		CidrIpv4:        pulumi.String(anyAddress),
		Tags:            b.Tags,
	}, b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	rules := []pulumi.Resource{egress}
	for _, cidr := range b.BootstrapSSHAllowedCIDRs {
		rule, err := b.registerRule(b.child("bootstrap", "ssh-from", cidrKey(cidr)), group, sshPort,
			ruleSpec{cidr: cidr, description: "SSH from " + cidr})
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		rules = append(rules, rule)
	}
	return component.After(b.Ctx.Context(), group.ID().ToStringOutput(), rules...), nil
}
