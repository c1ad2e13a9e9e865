package changetable

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Rejected are changes that a service rejects, or the engine: a preview of the sandbox does, before anything is changed. The real
// providers ask their services only when a change is applied, so a preview in the lab accepts most of them and its test of the table has none;
// of those that RHCS rejects in its preview, TestRosaHCP and TestRosaUpgrades of test/acceptance have a pool's type and releases
// outside the channel.
func Rejected() map[string]Row {
	rows := rejectedByOCM()
	maps.Copy(rows, rejectedByEC2())
	maps.Copy(rows, rejectedByTheEngine())
	return rows
}

func rejectedByEC2() map[string]Row {
	return map[string]Row{
		"volume-smaller": {
			Reason: "ModifyVolume enlarges volumes only", Type: instanceType, Inputs: machine(nil), Want: "reject",
			Change:    inputs(pulumi.Map{"rootBlockDevice": pulumi.Map{"volumeSize": pulumi.Int(50), "volumeType": text("gp3")}}),
			Message:   "rootBlockDevice.volumeSize: must be at least 100",
			InPreview: "cluster.ControlPlane rejects it; the volumes of proxies and jump hosts have one size",
		},
		"disk-smaller": {
			Reason: "ModifyVolume enlarges volumes only", Type: "aws:ebs/volume:Volume", Want: "reject",
			Inputs:    inputs(pulumi.Map{"availabilityZone": text("us-east-2a"), "size": pulumi.Int(300)}),
			Change:    inputs(pulumi.Map{"size": pulumi.Int(150)}),
			Message:   "size: must be at least 300",
			InPreview: "no component has such a volume",
		},
		"ipv6-in-use": {
			Reason: "DisassociateVpcCidrBlock rejects a range with subnets", Type: "aws:ec2/vpc:Vpc", Want: "reject",
			Inputs: inputs(pulumi.Map{"cidrBlock": text("10.70.0.0/16"), "assignGeneratedIpv6CidrBlock": pulumi.Bool(true)}),
			Change: inputs(pulumi.Map{"assignGeneratedIpv6CidrBlock": nil}),
			Dependents: map[string]Dependent{"subnet": {Type: subnetType, Want: Same, Inputs: func(_ *Fixtures, used *Resource) pulumi.Map {
				return pulumi.Map{
					"vpcId": used.ID(), "cidrBlock": text("10.70.0.0/24"), "ipv6CidrBlock": used.IPv6CIDRBlock,
				}
			}}},
			Message:   "currently has a subnet within its IPv6 CIDR block",
			InPreview: "network.Vpc warns: only AWS knows whether subnets still use the CIDR",
		},
		"subnet-resized": {
			Reason: "the new subnet is created while the old one has its addresses", Type: subnetType, Want: "reject",
			Inputs:  func(w *Fixtures) pulumi.Map { return subnet(w, "10.60.40.0/24", "a") },
			Change:  inputs(pulumi.Map{"cidrBlock": text("10.60.40.0/25")}),
			Message: "InvalidSubnet.Conflict: the CIDR '10.60.40.0/25' conflicts with another subnet (10.60.40.0/24)",
			InPreview: "the hook before a replacement has no old inputs (pulumi/pulumi v3.250.0 pkg/resource/deploy/step.go, CreateStep); " +
				"network.SubnetPlan says it",
		},
		"range-in-use": {
			Reason: "DisassociateVpcCidrBlock rejects a range with subnets", Want: "reject", Removed: true,
			Type: "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation",
			Inputs: func(w *Fixtures) pulumi.Map {
				return pulumi.Map{"vpcId": w.VPC.ID(), "cidrBlock": text("10.160.0.0/16")}
			},
			Dependents: map[string]Dependent{"subnet": {Type: subnetType, Want: Same, Inputs: func(w *Fixtures, used *Resource) pulumi.Map {
				values := subnet(w, "10.160.0.0/24", "a")
				if used != nil { // EC2 needs the range first.
					values["vpcId"] = pulumi.All(w.VPC.ID(), used.ID()).ApplyT(func(ids []any) pulumi.ID { return ids[0].(pulumi.ID) })
				}
				return values
			}}},
			InMocks:   "the CIDR '10.160.0.0/24' is not within the VPC's CIDRs",
			Message:   "currently has a subnet within CIDR block 10.160.0.0/16",
			InPreview: "the engine deletes subnets of network.Vpc before the range; others are not in its program",
		},
	}
}

// rejectedByTheEngine are rejected because of the order in which the engine creates and deletes, or by the engine itself.
func rejectedByTheEngine() map[string]Row {
	return map[string]Row{
		"role-fixed-name": {
			Reason: "the engine deletes what the program has no longer at the end: IAM CreateRole, EntityAlreadyExists", Type: roleType,
			Inputs: inputs(pulumi.Map{"assumeRolePolicy": text(trustEC2), "name": text("changes-fixed")}), Renamed: true, Want: "reject",
			Message:   "creating iam_role: AlreadyExists: a resource with the name changes-fixed exists",
			InPreview: "no component names a role that it can register under another name; blueprint rejects other names of ROSA's roles",
		},
		"rule-renamed": {
			Reason: "the engine deletes the old rule at the end: EC2 AuthorizeSecurityGroupIngress, InvalidPermission.Duplicate",
			Type:   ingressType, Renamed: true, Want: "reject",
			Inputs: func(w *Fixtures) pulumi.Map {
				return pulumi.Map{
					"securityGroupId": w.Group.ID(), "ipProtocol": text("tcp"), "fromPort": pulumi.Int(8443), "toPort": pulumi.Int(8443),
					"cidrIpv4": text("192.0.2.0/24"),
				}
			},
			Message:   `InvalidPermission.Duplicate: the specified rule "peer: 192.0.2.0/24, TCP, from port: 8443, to port: 8443, ALLOW" already exists`,
			InPreview: "the name of a rule changes with that of its component, whose group is then another one",
		},
		"config-renamed": {
			Reason: "the engine deletes the old object at the end, and the API server has it when it is created again",
			Type:   "kubernetes:core/v1:ConfigMap", Renamed: true, Want: "reject",
			Inputs:    object("v1", "ConfigMap", "changes-renamed", pulumi.Map{"data": pulumi.Map{"k": text("a")}}),
			Message:   "AlreadyExists: ConfigMap default/changes-renamed already exists in the cluster",
			InPreview: "the arguments name an object; if its component has another name, it needs an alias",
		},
		"protected": {
			Reason: "the engine does not replace what is protected", Type: roleType, Want: "reject",
			Inputs:    inputs(pulumi.Map{"assumeRolePolicy": text(trustEC2), "path": text("/one/")}),
			Change:    inputs(pulumi.Map{"path": text("/two/")}),
			Options:   []pulumi.ResourceOption{pulumi.Protect(true)},
			Message:   "protected",
			InPreview: "the engine rejects it",
		},
	}
}

// RejectedInUpdates are changes that mocks and previews accept, because they do not see what the programs do between two resources, and
// that the service rejects when they are applied. Want is the operation of mocks and previews.
func RejectedInUpdates() map[string]Row {
	return map[string]Row{
		"rosa-both-at-once": {
			Reason: "OCM upgrades a pool after its control plane; whether the program waits for it, as with VersionArgs.Wait, no provider sees",
			Type:   "rhcs:ClusterRosaHcp", Inputs: hosted("atonce", nil), Want: "update",
			Change: inputs(pulumi.Map{"version": text("4.18.6")}),
			Dependents: map[string]Dependent{"pool": {
				Type: "rhcs:HcpMachinePool", Want: "update",
				Inputs: func(w *Fixtures, used *Resource) pulumi.Map {
					return poolOf(w, used.ID(), pulumi.Map{"version": used.Version})
				},
			}},
			Message: "the release 4.18.6 of the machine pool must not be newer than that of the control plane, 4.18.5",
		},
	}
}

func poolOf(w *Fixtures, cluster pulumi.Input, more pulumi.Map) pulumi.Map {
	values := pulumi.Map{
		"cluster": cluster, "name": text("pool"), "subnetId": w.SubnetA.ID(),
		"autoRepair": pulumi.Bool(true), "replicas": pulumi.Int(2), "autoscaling": pulumi.Map{"enabled": pulumi.Bool(false)},
		"awsNodePool": pulumi.Map{"instanceType": text("m5.xlarge")},
	}
	maps.Copy(values, more)
	return values
}

// hosted is a ROSA cluster with a hosted control plane in a subnet of the fixtures.
func hosted(name string, more pulumi.Map) func(*Fixtures) pulumi.Map {
	return with(func(w *Fixtures) pulumi.Map {
		role := "arn:aws:iam::123456789012:role/" + name
		return pulumi.Map{
			"name": text(name), "cloudRegion": text("us-east-2"), "awsAccountId": text("123456789012"), "version": text("4.18.5"),
			"awsBillingAccountId": text("123456789012"), "awsSubnetIds": list(w.SubnetA.ID()),
			"availabilityZones": list(text("us-east-2a")), "machineCidr": text("10.60.0.0/16"),
			"properties": pulumi.StringMap{"rosa_creator_arn": text("arn:aws:iam::123456789012:user/pulumi")},
			"sts": pulumi.Map{
				"roleArn": text(role + "-Installer-Role"), "supportRoleArn": text(role + "-Support-Role"), "operatorRolePrefix": text(name),
				"oidcConfigId":     text("2abcdefghijklmnopqrstuvwxyz01234"),
				"instanceIamRoles": pulumi.Map{"workerRoleArn": text(role + "-Worker-Role")},
			},
		}
	}, more)
}

func rejectedByOCM() map[string]Row {
	row := func(reason, name string, before, change pulumi.Map, message string) Row {
		return Row{
			Reason: reason, Type: "rhcs:ClusterRosaHcp", Inputs: hosted(name, before), Change: inputs(change), Want: "reject",
			Message: message, InPreview: "rosa.HCP rejects it",
		}
	}
	return map[string]Row{
		"rosa-external-auth": row("external authentication is for life, also if it is no longer set", "ext",
			pulumi.Map{"externalAuthProvidersEnabled": pulumi.Bool(true)}, pulumi.Map{"externalAuthProvidersEnabled": nil},
			"Attribute externalAuthProvidersEnabled, cannot be changed from true to <null>"),
		"rosa-range": row("the ranges of a cluster are for life", "range", nil,
			pulumi.Map{"machineCidr": text("10.61.0.0/16")}, "Attribute machineCidr, cannot be changed"),
		"rosa-zones": row("the zones of a cluster are for life", "zones", nil,
			pulumi.Map{"availabilityZones": list(text("us-east-2a"), text("us-east-2b"))}, "Attribute availabilityZones, cannot be changed"),
		"rosa-downgrade": row("releases only rise", "down", nil,
			pulumi.Map{"version": text("4.18.4")}, "cluster version is already above the requested version"),
		"rosa-skipped-minor": row("the channel of 4.18 has no release of 4.20", "skip", nil,
			pulumi.Map{"version": text("4.20.1")}, "is not in the list of available upgrades"),
		"rosa-channel-and-version": row("RHCS changes one of both", "both", nil,
			pulumi.Map{"version": text("4.19.1"), "channel": text("stable-4.19")}, "Cannot change channel and version simultaneously"),
		"rosa-pool-type": {
			Reason: "a pool keeps its instance type", Type: "rhcs:HcpMachinePool", Want: "reject",
			Inputs:    func(w *Fixtures) pulumi.Map { return poolOf(w, text("0123456789abcdef0123456789abcdef"), nil) },
			Change:    inputs(pulumi.Map{"awsNodePool": pulumi.Map{"instanceType": text("m5.2xlarge")}}),
			Message:   "Attribute awsNodePool.instanceType, cannot be changed from m5.xlarge to m5.2xlarge",
			InPreview: "rosa.MachinePool rejects it",
		},
	}
}
