package adopt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// described are the lists that the AWS CLI prints: the type of their elements, the field with its ID, and fields of nested elements
// with the property that they are.
var described = map[string]struct {
	token, id string
	nested    map[string]string
}{
	"Addresses":          {token: "aws:ec2/eip:Eip", id: "AllocationId"},
	"InternetGateways":   {token: "aws:ec2/internetGateway:InternetGateway", id: "InternetGatewayId", nested: map[string]string{"Attachments": "VpcId"}},
	"Keys":               {token: "aws:kms/key:Key", id: "KeyId"},
	"NatGateways":        {token: "aws:ec2/natGateway:NatGateway", id: "NatGatewayId", nested: map[string]string{"NatGatewayAddresses": "AllocationId"}},
	"RouteTables":        {token: "aws:ec2/routeTable:RouteTable", id: "RouteTableId"},
	"SecurityGroupRules": {token: "", id: "SecurityGroupRuleId"},
	"SecurityGroups":     {token: "aws:ec2/securityGroup:SecurityGroup", id: "GroupId"},
	"Subnets":            {token: "aws:ec2/subnet:Subnet", id: "SubnetId"},
	"VpcEndpoints":       {token: "aws:ec2/vpcEndpoint:VpcEndpoint", id: "VpcEndpointId"},
	"Vpcs":               {token: "aws:ec2/vpc:Vpc", id: "VpcId"},
	"LoadBalancers":      {token: "aws:lb/loadBalancer:LoadBalancer", id: "LoadBalancerArn"},
	"TargetGroups":       {token: "aws:lb/targetGroup:TargetGroup", id: "TargetGroupArn"},
	"Listeners":          {token: "aws:lb/listener:Listener", id: "ListenerArn"},
	"Policies":           {token: "aws:iam/policy:Policy", id: "Arn"},
}

// renamed are the properties whose names differ from those of the AWS CLI's fields.
var renamed = map[string]string{
	"GroupName": "name", "GroupId": "securityGroupId", "LoadBalancerName": "name", "TargetGroupName": "name", "PolicyName": "name",
	"CidrIpv4": "cidrIpv4", "CidrIpv6": "cidrIpv6",
}

// ReadAWS reads the resources of a document that the AWS CLI printed, such as that of `aws ec2 describe-subnets`, of the types that a
// network consists of. Deleted ones are left out.
func ReadAWS(file io.Reader) ([]Resource, error) {
	var document map[string]json.RawMessage
	if err := json.NewDecoder(file).Decode(&document); err != nil {
		return nil, fmt.Errorf("not a valid document of the AWS CLI: %w", err)
	}
	found, known := []Resource{}, false
	for list, text := range document {
		kind, isDescribed := described[list]
		if !isDescribed && list != "ResourceTagMappingList" {
			continue
		}
		known = true
		var elements []map[string]any
		if err := json.Unmarshal(text, &elements); err != nil {
			return nil, fmt.Errorf("not a valid document of the AWS CLI: %s: %w", list, err)
		}
		for _, element := range elements {
			r, exists := ofMapping(element)
			if isDescribed {
				r, exists = ofElement(kind.token, kind.id, kind.nested, element)
			}
			if exists {
				found = append(found, r)
			}
		}
	}
	if !known {
		return nil, errors.New("not a valid document of the AWS CLI: it has no list of resources that adopt knows")
	}
	return found, nil
}

// ofElement returns the resource of an element.
func ofElement(token, id string, nested map[string]string, element map[string]any) (r Resource, exists bool) {
	for list, field := range nested {
		if elements, _ := element[list].([]any); len(elements) > 0 {
			first, _ := elements[0].(map[string]any)
			element[field] = first[field]
		}
	}
	state, _ := element["State"].(string)
	r = Resource{Type: token, Properties: map[string]any{}}
	if r.ID, exists = element[id].(string); !exists || strings.HasPrefix(strings.ToLower(state), "delet") {
		return Resource{}, false
	}
	if token == "" { // Only rules of a security group have no token.
		r.Type = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
		if element["IsEgress"] == true {
			r.Type = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
		}
		if group, _ := element["ReferencedGroupInfo"].(map[string]any); group != nil {
			r.Properties["referencedSecurityGroupId"] = group["GroupId"]
		}
	}
	for field, value := range element {
		if field == "" {
			continue
		}
		name := strings.ToLower(field[:1]) + field[1:]
		if other := renamed[field]; other != "" {
			name = other
		}
		r.Properties[name] = value
	}
	r.Properties["tags"] = tagsOf(element["Tags"])
	return r, true
}

// tagsOf returns a list of keys and values as a map.
func tagsOf(list any) map[string]any {
	tags := map[string]any{}
	elements, _ := list.([]any)
	for _, each := range elements {
		if fields, _ := each.(map[string]any); fields != nil {
			key, _ := fields["Key"].(string)
			tags[key] = fields["Value"]
		}
	}
	return tags
}
