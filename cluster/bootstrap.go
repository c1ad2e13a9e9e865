package cluster

import (
	"encoding/json"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const sshPort = 22

// bootstrapVolume is the installer's default volume: the bootstrap machine lives for an hour and holds a short-lived etcd member
// (openshift/installer pkg/types/aws/defaults/machinepool.go).
var bootstrapVolume = RootVolumeArgs{Type: "gp3", SizeGiB: 120}

// bootstrapSubnet is where the bootstrap machine stands: where its user can reach it, in the first zone.
func bootstrapSubnet(args ControlPlaneArgs) network.Subnet {
	if args.external() {
		return args.PublicSubnets[0]
	}
	return args.PrivateSubnets[0]
}

// planBootstrap returns the bootstrap machine. It stands in for the control plane, so it carries the same groups beside its own.
func planBootstrap(args ControlPlaneArgs, group pulumi.StringOutput, userData pulumi.StringInput) machine {
	volume := bootstrapVolume
	volume.KMSKeyARN = args.RootVolume.KMSKeyARN
	return machine{
		what:     "bootstrap",
		subnet:   bootstrapSubnet(args),
		publicIP: args.external(),
		groups:   withGroup(args.SecurityGroupIDs, group),
		profile:  args.BootstrapInstanceProfile,
		volume:   &volume,
		userData: userData,
		// What the zone's control-plane machine has, the zone offers.
		instanceType: args.instanceTypeIn(bootstrapSubnet(args).Zone),
	}
}

func withGroup(groups pulumi.StringArrayInput, group pulumi.StringOutput) pulumi.StringArrayOutput {
	return pulumi.All(groups, group).ApplyT(func(all []any) []string {
		return append(append([]string{}, all[0].([]string)...), all[1].(string))
	}).(pulumi.StringArrayOutput)
}

func (b *builder) newBootstrap() (madeMachine, error) {
	group, err := b.newBootstrapGroup()
	if err != nil {
		return madeMachine{}, err
	}
	location, err := b.newBootstrapIgnition()
	if err != nil {
		return madeMachine{}, err
	}
	userData := location.ApplyT(bootstrapPointer).(pulumi.StringOutput)
	plan := planBootstrap(b.ControlPlaneArgs, group, userData)
	instance, err := b.newMachine(plan)
	return madeMachine{plan, instance}, err
}

// bootstrapPointer is the ignition that makes way for the one at the location.
func bootstrapPointer(location string) (string, error) {
	pointer := map[string]any{"ignition": map[string]any{
		"version": "3.2.0",
		"config":  map[string]any{"replace": map[string]any{"source": location}},
	}}
	text, err := json.Marshal(pointer)
	return string(text), err
}

// newBootstrapGroup makes the bootstrap machine's own group, which admits nothing unless asked. It carries no cluster tag:
// the cloud controller looks for exactly one group that does.
func (b *builder) newBootstrapGroup() (pulumi.StringOutput, error) {
	group, err := ec2.NewSecurityGroup(b.ctx, b.child("bootstrap"), &ec2.SecurityGroupArgs{
		Description: pulumi.String("Bootstrap machine of " + b.Install.InfraID),
		VpcId:       b.VpcID.ToStringOutput(),
		Tags:        tags.Merge(b.Tags, map[string]string{"Name": b.Install.InfraID + "-bootstrap"}),
	}, b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	egress, err := vpc.NewSecurityGroupEgressRule(b.ctx, b.child("bootstrap", "to-any"), &vpc.SecurityGroupEgressRuleArgs{
		SecurityGroupId: group.ID(),
		Description:     pulumi.String("Images and the machines of the cluster"),
		IpProtocol:      pulumi.String("-1"),
		CidrIpv4:        pulumi.String(anyAddress),
		Tags:            b.userTags(),
	}, b.options()...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	made := []pulumi.Resource{egress}
	for _, cidr := range b.BootstrapSSHAllowedCIDRs {
		rule, err := vpc.NewSecurityGroupIngressRule(b.ctx, b.child("bootstrap", "ssh-from", cidrKey(cidr)), &vpc.SecurityGroupIngressRuleArgs{
			SecurityGroupId: group.ID(),
			Description:     pulumi.String("SSH from " + cidr),
			IpProtocol:      pulumi.String("tcp"),
			FromPort:        pulumi.Int(sshPort),
			ToPort:          pulumi.Int(sshPort),
			CidrIpv4:        pulumi.String(cidr),
			Tags:            b.userTags(),
		}, b.options()...)
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		made = append(made, rule)
	}
	return waitFor(b.ctx, group.ID().ToStringOutput(), made...), nil
}
