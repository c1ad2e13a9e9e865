package changetable

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// AWS are changes of resources in an AWS account.
func AWS() map[string]Row {
	rows := map[string]Row{}
	for _, part := range []map[string]Row{instances(), groups(), networks(), identities(), scaling(),
		targetsAndClassicBalancers(), networkBalancers(), services()} {
		maps.Copy(rows, part)
	}
	return rows
}

// machine is an instance in a subnet of the fixtures.
func machine(more pulumi.Map) func(*Fixtures) pulumi.Map {
	return with(func(w *Fixtures) pulumi.Map {
		return pulumi.Map{
			"ami": text(image), "instanceType": text("m5.large"), "subnetId": w.SubnetA.ID(),
			"vpcSecurityGroupIds": list(w.Group.ID()),
			"rootBlockDevice":     pulumi.Map{"volumeSize": pulumi.Int(100), "volumeType": text("gp3")},
		}
	}, more)
}

func instances() map[string]Row {
	row := func(reason string, before, change pulumi.Map, want string) Row {
		return Row{Reason: reason, Type: instanceType, Inputs: machine(before), Change: inputs(change), Want: want}
	}
	script := pulumi.Map{"userData": text("#!/bin/sh\necho one")}
	rows := map[string]Row{
		"instance-type": row("EC2 stops the machine, changes its type and starts it", nil,
			pulumi.Map{"instanceType": text("m5.xlarge")}, "update"),
		"instance-architecture": row("an image boots on one architecture", nil,
			pulumi.Map{"instanceType": text("m6g.large")}, "replace"),
		"instance-image": row("a machine boots from its first image", nil,
			pulumi.Map{"ami": text(otherImage)}, "replace"),
		"instance-image-ignored": row("the image is ignored", nil, pulumi.Map{"ami": text(otherImage)}, Same),
		"instance-user-data": row("EC2 changes it while the machine is stopped", script,
			pulumi.Map{"userData": text("#!/bin/sh\necho two")}, "update"),
		"instance-user-data-replaced": row("userDataReplaceOnChange replaces the machine",
			pulumi.Map{"userData": text("#!/bin/sh\necho one"), "userDataReplaceOnChange": pulumi.Bool(true)},
			pulumi.Map{"userData": text("#!/bin/sh\necho two")}, "replace"),
		"instance-volume": row("EBS enlarges volumes in use", nil,
			pulumi.Map{"rootBlockDevice": pulumi.Map{"volumeSize": pulumi.Int(200), "volumeType": text("gp3")}}, "update"),
		"instance-volume-encrypted": row("a volume is encrypted at its creation", nil, pulumi.Map{"rootBlockDevice": pulumi.Map{
			"volumeSize": pulumi.Int(100), "volumeType": text("gp3"), "encrypted": pulumi.Bool(true),
		}}, "replace"),
		"instance-tags": row("tags change in place", nil, pulumi.Map{"tags": pulumi.Map{"team": text("core")}}, "update"),
		"instance-key":  row("EC2 gives the key at launch", nil, pulumi.Map{"keyName": text("other")}, "replace"),
		"instance-metadata": row("ModifyInstanceMetadataOptions works on running machines", nil,
			pulumi.Map{"metadataOptions": pulumi.Map{"httpTokens": text("required"), "httpEndpoint": text("enabled")}}, "update"),
		"instance-unchanged": row("the same inputs change nothing", nil, nil, Same),
	}
	ignored := rows["instance-image-ignored"]
	ignored.Options = []pulumi.ResourceOption{pulumi.IgnoreChanges([]string{"ami"})}
	rows["instance-image-ignored"] = ignored
	rows["instance-subnet"] = Row{
		Reason: "a machine stays in its subnet", Type: instanceType, Inputs: machine(nil), Want: "replace",
		Change: func(w *Fixtures) pulumi.Map { return pulumi.Map{"subnetId": w.SubnetB.ID()} },
	}
	rows["instance-groups"] = Row{
		Reason: "groups of an interface change in place", Type: instanceType, Inputs: machine(nil), Want: "update",
		Change: func(w *Fixtures) pulumi.Map {
			return pulumi.Map{"vpcSecurityGroupIds": list(w.Group.ID(), w.OtherGroup.ID())}
		},
	}
	rows["instance-tag-replaces"] = Row{
		Reason: "replaceOnChanges turns an update into a replacement", Type: instanceType, Inputs: machine(nil), Want: "replace",
		Change:  inputs(pulumi.Map{"tags": pulumi.Map{"generation": text("2")}}),
		Options: []pulumi.ResourceOption{pulumi.ReplaceOnChanges([]string{"tags.generation"})},
	}
	return rows
}

func groups() map[string]Row {
	rule := func(w *Fixtures) pulumi.Map {
		return pulumi.Map{
			"securityGroupId": w.Group.ID(), "ipProtocol": text("tcp"), "fromPort": pulumi.Int(6443), "toPort": pulumi.Int(6443),
			"cidrIpv4": text("10.0.0.0/8"),
		}
	}
	group := func(w *Fixtures) pulumi.Map { return pulumi.Map{"vpcId": w.VPC.ID(), "description": text("API")} }
	return map[string]Row{
		"group-description": {
			Reason: "EC2 has no call that changes it; what refers to the group changes with it",
			Type:   groupType, Inputs: group, Change: inputs(pulumi.Map{"description": text("API server")}), Want: "replace",
			Dependents: map[string]Dependent{"rule": {
				Type: ingressType, Want: "replace",
				Inputs: func(w *Fixtures, used *Resource) pulumi.Map {
					return with(rule, pulumi.Map{"securityGroupId": used.ID()})(w)
				},
			}},
		},
		"group-tags": {
			Reason: "tags change in place", Type: groupType, Inputs: group,
			Change: inputs(pulumi.Map{"tags": pulumi.Map{"team": text("core")}}), Want: "update",
		},
		"rule-range": {
			Reason: "ModifySecurityGroupRules changes a rule", Type: ingressType, Inputs: rule,
			Change: inputs(pulumi.Map{"cidrIpv4": text("172.16.0.0/12")}), Want: "update",
		},
		"rule-group": {
			Reason: "a rule belongs to its group", Type: ingressType,
			Inputs: with(rule, pulumi.Map{"cidrIpv4": text("192.168.0.0/16")}),
			Change: func(w *Fixtures) pulumi.Map { return pulumi.Map{"securityGroupId": w.OtherGroup.ID()} }, Want: "replace",
		},
		"rule-added": {
			Reason: "what is new is created", Type: ingressType, Want: "create",
			Change: with(rule, pulumi.Map{"cidrIpv4": text("198.51.100.0/24")}),
		},
		"rule-removed": {
			Reason: "what is gone is deleted", Type: ingressType, Removed: true, Want: "delete",
			Inputs: with(rule, pulumi.Map{"cidrIpv4": text("203.0.113.0/24")}),
		},
	}
}

func networks() map[string]Row {
	in := func(cidr string) func(*Fixtures) pulumi.Map {
		return func(w *Fixtures) pulumi.Map { return subnet(w, cidr, "a") }
	}
	return map[string]Row{
		"subnet-range": {
			Reason: "a subnet keeps its range; its machines go with it", Type: subnetType, Inputs: in("10.60.2.0/24"),
			Change: inputs(pulumi.Map{"cidrBlock": text("10.60.3.0/24")}), Want: "replace",
			Dependents: map[string]Dependent{"machine": {
				Type: instanceType, Want: "replace",
				Inputs: func(w *Fixtures, used *Resource) pulumi.Map { return machine(pulumi.Map{"subnetId": used.ID()})(w) },
			}},
		},
		"subnet-public": {
			Reason: "ModifySubnetAttribute changes it", Type: subnetType, Inputs: in("10.60.4.0/24"),
			Change: inputs(pulumi.Map{"mapPublicIpOnLaunch": pulumi.Bool(true)}), Want: "update",
		},
		"subnet-zone": {
			Reason: "a subnet stays in its zone; its range is free after it is deleted", Type: subnetType, Inputs: in("10.60.5.0/24"),
			Change: inputs(pulumi.Map{"availabilityZone": text("us-east-2c")}), Want: "replace",
			Options: []pulumi.ResourceOption{pulumi.DeleteBeforeReplace(true)},
		},
		"vpc-range": {
			Reason: "the primary range of a VPC cannot change", Type: "aws:ec2/vpc:Vpc", Want: "replace",
			Inputs: inputs(pulumi.Map{"cidrBlock": text("10.61.0.0/16")}),
			Change: inputs(pulumi.Map{"cidrBlock": text("10.62.0.0/16")}),
		},
		"vpc-names": {
			Reason: "ModifyVpcAttribute changes it", Type: "aws:ec2/vpc:Vpc", Want: "update",
			Inputs: inputs(pulumi.Map{"cidrBlock": text("10.63.0.0/16")}),
			Change: inputs(pulumi.Map{"enableDnsHostnames": pulumi.Bool(true)}),
		},
		"dhcp-domain": {
			Reason: "DHCP options cannot change", Type: "aws:ec2/vpcDhcpOptions:VpcDhcpOptions", Want: "replace",
			Inputs: inputs(pulumi.Map{"domainName": text("a.example.com")}),
			Change: inputs(pulumi.Map{"domainName": text("b.example.com")}),
		},
		"endpoint-policy": {
			Reason: "ModifyVpcEndpoint changes it", Type: "aws:ec2/vpcEndpoint:VpcEndpoint", Want: "update",
			Inputs: func(w *Fixtures) pulumi.Map {
				return pulumi.Map{"vpcId": w.VPC.ID(), "serviceName": text("com.amazonaws.us-east-2.s3")}
			},
			Change: inputs(pulumi.Map{"policy": text(`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*",` +
				`"Action":"s3:GetObject","Resource":"*"}]}`)}),
		},
		"endpoint-service": {
			Reason: "an endpoint is one service's", Type: "aws:ec2/vpcEndpoint:VpcEndpoint", Want: "replace",
			Inputs: func(w *Fixtures) pulumi.Map {
				return pulumi.Map{"vpcId": w.VPC.ID(), "serviceName": text("com.amazonaws.us-east-2.s3")}
			},
			Change: inputs(pulumi.Map{"serviceName": text("com.amazonaws.us-east-2.dynamodb")}),
		},
		"address-tags": {
			Reason: "tags change in place", Type: "aws:ec2/eip:Eip", Want: "update",
			Inputs: inputs(pulumi.Map{"domain": text("vpc")}),
			Change: inputs(pulumi.Map{"tags": pulumi.Map{"team": text("core")}}),
		},
	}
}
