package aws

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

const (
	securityGroupType = "aws:ec2/securityGroup:SecurityGroup"
	ingressRuleType   = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	egressRuleType    = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
)

// groupDescription is the format of descriptions (Amazon EC2 API Reference, CreateSecurityGroup).
var groupDescription = check.Pattern("security group description", "Machines of demo", `[\w .:/()#,@\[\]+=&;{}!$*-]{0,255}`)

var securityGroupTypes = types{
	"ec2/DefaultSecurityGroup": {id: "sg-0{hex:16}", service: "ec2", arn: "security-group/{id}", overwrites: true},
	"ec2/SecurityGroup": {
		id: "sg-0{hex:16}", service: "ec2", arn: "security-group/{id}", nameWithin: "vpcId",
		texts: map[string]textRule{"description": format(groupDescription)},
		users: []users{{
			of: references("ec2/Instance vpcSecurityGroupIds", "ec2/NetworkInterface securityGroups", "ec2/VpcEndpoint securityGroupIds",
				"lb/LoadBalancer securityGroups", "elb/LoadBalancer securityGroups", "efs/MountTarget securityGroups",
				"vpc/SecurityGroupIngressRule referencedSecurityGroupId", "vpc/SecurityGroupEgressRule referencedSecurityGroupId"),
			rejection: "DependencyViolation: resource %s has a dependent object",
		}},
	},
	"ec2/SecurityGroupAssociation": {registers: true},
	"ec2/SecurityGroupRule":        {id: "sgrule-{hex:10}"},
	"vpc/SecurityGroupEgressRule":  securityGroupRule,
	"vpc/SecurityGroupIngressRule": securityGroupRule,
}

// securityGroupRule: another group needs another rule (terraform-provider-aws v5.82 internal/service/ec2/vpc_security_group_ingress_rule.go,
// RequiresReplace on security_group_id).
var securityGroupRule = resourceType{
	id: "sgr-0{hex:16}", idAlso: "securityGroupRuleId", service: "ec2", arn: "security-group-rule/{id}",
	texts: map[string]textRule{"cidrIpv4": ipv4CIDR, "description": format(groupDescription)}, replacedBy: []string{"securityGroupId"},
	rejectInputs: rejectWithoutPorts,
}

// rejectWithoutPorts reports a rule without the ports that its protocol has (Amazon EC2 API Reference, AuthorizeSecurityGroupIngress).
func rejectWithoutPorts(p *check.Problems, inputs resource.PropertyMap) {
	if !slices.Contains([]string{"tcp", "udp", "6", "17"}, property.Text(inputs, "ipProtocol")) {
		return
	}
	for _, name := range []string{"fromPort", "toPort"} {
		if port, set := inputs[resource.PropertyKey(name)]; !set || port.IsNull() {
			p.Addf(check.Path(name), "is required: EC2 must have both ports with TCP and UDP")
		}
	}
}

// ruleFields are the fields by which two rules of a security group are equal: EC2 AuthorizeSecurityGroupIngress, InvalidPermission.Duplicate.
var ruleFields = []string{"ipProtocol", "fromPort", "toPort", "cidrIpv4", "cidrIpv6", "prefixListId", "referencedSecurityGroupId"}

// isRule reports whether a resource is a rule of a security group.
func isRule(token string) bool { return token == ingressRuleType || token == egressRuleType }

// ruleIdentity returns what a rule of a security group allows.
func ruleIdentity(r fake.Resource, inputs resource.PropertyMap) fake.Identity {
	group, groupKnown := fake.Fields(inputs, "securityGroupId")
	if _, known := fake.Fields(inputs, ruleFields...); !known || !groupKnown {
		return fake.Identity{}
	}
	return fake.Identity{
		Path: "securityGroupId", Name: allows(property.PlainMap(inputs)), Kind: "rule", Scope: r.Token + "\n" + group,
	}
}

// allows describes what a rule with these properties allows.
func allows(properties map[string]any) string {
	var parts []string
	for _, name := range ruleFields {
		if value := properties[name]; value != nil {
			parts = append(parts, fmt.Sprintf("%s %v", name, value))
		}
	}
	return strings.Join(parts, ", ")
}

// sameRule reports whether two rules of a type are one for EC2.
func sameRule(a, b map[string]any) bool {
	group, known := a["securityGroupId"].(string)
	return known && group == b["securityGroupId"] && allows(a) == allows(b)
}

// duplicateError is EC2's error for a rule that its security group has.
func duplicateError(created fake.Record) error {
	var peers []string // A rule has one peer.
	for _, name := range ruleFields[3:] {
		peers = append(peers, created.Text(name))
	}
	var ports string
	protocol := created.Text("ipProtocol")
	if protocol == "-1" {
		protocol = "all"
	} else {
		ports = fmt.Sprintf("from port: %v, to port: %v, ", created.Outputs["fromPort"], created.Outputs["toPort"])
	}
	known, _ := Resource(created.Token)
	return fmt.Errorf("creating %s: InvalidPermission.Duplicate: the specified rule \"peer: %s, %s, %sALLOW\" already exists",
		strings.TrimPrefix(known.Terraform, "aws_"), strings.Join(peers, ""), strings.ToUpper(protocol), ports)
}

// rejectRule returns an error if the security group has an equal rule.
func rejectRule(records fake.Records, created fake.Record) error {
	for _, record := range records {
		if record.Token == created.Token && sameRule(record.Outputs, created.Outputs) {
			return duplicateError(created)
		}
	}
	return nil
}

// hostedGroup returns the security group that HyperShift creates in a VPC for the cluster that a tag names.
func hostedGroup(account *fake.Account, config resource.PropertyMap, args map[string]any) map[string]any {
	source := fake.IDSource("group" + fmt.Sprint(args["tags"]))
	inputs := property.Map(map[string]any{
		"name": "hosted-" + source.Hex("name", 8) + "-vpce-private-router", "description": "VPC endpoint security group",
		"vpcId": args["vpcId"], "tags": args["tags"],
	})
	var found map[string]any
	// The function returns no error.
	_ = account.Store.Update(func(records fake.Records) error {
		group := fake.Resource{Token: securityGroupType, Config: config}
		id, outputs := account.Compute(fake.Request{
			Resource: group, Source: source, Inputs: inputs,
			Lookup: func(token, id string) resource.PropertyMap { return property.Map(records[fake.Key(token, id)].Outputs) },
		})
		created := fake.Record{Token: securityGroupType, ID: id, IDSource: string(source), Outputs: property.PlainMap(outputs)}
		if account.Scope != nil {
			created.Scope = account.Scope(group, outputs)
		}
		if old, exists := records[created.Key()]; exists {
			created = old
		}
		records[created.Key()] = created
		found = map[string]any{
			"id": created.ID, "arn": created.Outputs["arn"], "name": created.Outputs["name"], "vpcId": created.Outputs["vpcId"],
			"description": created.Outputs["description"], "tags": created.Outputs["tags"],
		}
		return nil
	})
	return found
}
