package awsprovider

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// user is a place where a resource names another: the type and the path of a property,
// which may lead through lists.
type user struct {
	token, path string
}

// rule says that resources of a type cannot be deleted while others name them.
type rule struct {
	// by is the property whose value the others hold: "id" or an output.
	by    string
	users []user
	// unless is a property that, when true, makes the deletion take the users along.
	unless string
	// refusal is AWS's error, with the id in the place of %s.
	refusal string
}

// rules tell what AWS holds on to. The wording is that of the API's errors (EC2, IAM,
// Elastic Load Balancing, S3 and Route 53 API references, "Errors" of each Delete action).
var rules = map[string][]rule{
	"aws:ec2/vpc:Vpc": {{by: "id", refusal: "DependencyViolation: The vpc '%s' has dependencies and cannot be deleted.", users: []user{
		{"aws:ec2/subnet:Subnet", "vpcId"},
		{"aws:ec2/internetGateway:InternetGateway", "vpcId"},
		{"aws:ec2/securityGroup:SecurityGroup", "vpcId"},
		{"aws:ec2/routeTable:RouteTable", "vpcId"},
		{"aws:ec2/vpcEndpoint:VpcEndpoint", "vpcId"},
		{"aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation", "vpcId"},
	}}},
	"aws:ec2/subnet:Subnet": {{by: "id", refusal: "DependencyViolation: The subnet '%s' has dependencies and cannot be deleted.", users: []user{
		{"aws:ec2/instance:Instance", "subnetId"},
		{"aws:ec2/natGateway:NatGateway", "subnetId"},
		{"aws:ec2/networkInterface:NetworkInterface", "subnetId"},
		{"aws:ec2/vpcEndpoint:VpcEndpoint", "subnetIds"},
		{"aws:lb/loadBalancer:LoadBalancer", "subnets"},
		{"aws:lb/loadBalancer:LoadBalancer", "subnetMappings.subnetId"},
		{"aws:elb/loadBalancer:LoadBalancer", "subnets"},
		{"aws:autoscaling/group:Group", "vpcZoneIdentifiers"},
		{"aws:efs/mountTarget:MountTarget", "subnetId"},
	}}},
	"aws:ec2/securityGroup:SecurityGroup": {{by: "id", refusal: "DependencyViolation: resource %s has a dependent object", users: []user{
		{"aws:ec2/instance:Instance", "vpcSecurityGroupIds"},
		{"aws:ec2/networkInterface:NetworkInterface", "securityGroups"},
		{"aws:ec2/vpcEndpoint:VpcEndpoint", "securityGroupIds"},
		{"aws:lb/loadBalancer:LoadBalancer", "securityGroups"},
		{"aws:elb/loadBalancer:LoadBalancer", "securityGroups"},
		{"aws:efs/mountTarget:MountTarget", "securityGroups"},
		{"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "referencedSecurityGroupId"},
		{"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule", "referencedSecurityGroupId"},
	}}},
	"aws:ec2/routeTable:RouteTable": {{by: "id", refusal: "DependencyViolation: The routeTable '%s' has dependencies and cannot be deleted.", users: []user{
		{"aws:ec2/routeTableAssociation:RouteTableAssociation", "routeTableId"},
	}}},
	"aws:ec2/eip:Eip": {{by: "id", refusal: "InvalidIPAddress.InUse: Address %s is in use.", users: []user{
		{"aws:ec2/natGateway:NatGateway", "allocationId"},
		{"aws:lb/loadBalancer:LoadBalancer", "subnetMappings.allocationId"},
	}}},
	"aws:iam/role:Role": {
		{by: "name", refusal: "DeleteConflict: Cannot delete entity, must remove roles from instance profile first. (%s)", users: []user{
			{"aws:iam/instanceProfile:InstanceProfile", "role"},
		}},
		{by: "name", unless: "forceDetachPolicies", refusal: "DeleteConflict: Cannot delete entity, must detach all policies first. (%s)", users: []user{
			{"aws:iam/rolePolicyAttachment:RolePolicyAttachment", "role"},
		}},
		{by: "name", unless: "forceDetachPolicies", refusal: "DeleteConflict: Cannot delete entity, must delete policies first. (%s)", users: []user{
			{"aws:iam/rolePolicy:RolePolicy", "role"},
		}},
	},
	"aws:iam/policy:Policy": {{by: "arn", refusal: "DeleteConflict: Cannot delete a policy attached to entities. (%s)", users: []user{
		{"aws:iam/rolePolicyAttachment:RolePolicyAttachment", "policyArn"},
	}}},
	"aws:lb/targetGroup:TargetGroup": {{by: "arn", refusal: "ResourceInUse: Target group '%s' is currently in use by a listener or a rule", users: []user{
		{"aws:lb/listener:Listener", "defaultActions.targetGroupArn"},
		{"aws:lb/listenerRule:ListenerRule", "actions.targetGroupArn"},
	}}},
	"aws:s3/bucketV2:BucketV2": {{by: "bucket", unless: "forceDestroy", refusal: "BucketNotEmpty: The bucket you tried to delete is not empty (%s)", users: []user{
		{"aws:s3/bucketObjectv2:BucketObjectv2", "bucket"},
	}}},
	"aws:route53/zone:Zone": {{by: "zoneId", unless: "forceDestroy", refusal: "HostedZoneNotEmpty: The specified hosted zone contains non-required resource record sets and so cannot be deleted. (%s)", users: []user{
		{"aws:route53/record:Record", "zoneId"},
	}}},
}

// locks are properties that, when true, forbid the deletion itself.
var locks = map[string][2]string{
	"aws:lb/loadBalancer:LoadBalancer": {"enableDeletionProtection", "OperationNotPermitted: Load balancer '%s' cannot be deleted because deletion protection is enabled"},
	"aws:ec2/instance:Instance":        {"disableApiTermination", "OperationNotPermitted: The instance '%s' may not be terminated. Modify its 'disableApiTermination' instance attribute and try again."},
}

// refuseDeletion returns AWS's error when the thing cannot be deleted yet, and names what uses it.
func refuseDeletion(things map[string]thing, doomed thing) error {
	if lock, ok := locks[doomed.Token]; ok && doomed.Outputs[lock[0]] == true {
		return fmt.Errorf("deleting %s: "+lock[1], doomed.ID, doomed.ID)
	}
	for _, rule := range rules[doomed.Token] {
		users := rule.usersOf(things, doomed)
		users = slices.DeleteFunc(users, func(user thing) bool { return rule.takesAlong(doomed, user) })
		if len(users) > 0 {
			return refusal(doomed, rule.refusal, rule.value(doomed), idsOf(users))
		}
	}
	if doomed.Token == internetGateway {
		if users := publicAddresses(things, doomed); len(users) > 0 {
			return refusal(doomed, "DependencyViolation: Network %s has some mapped public address(es). "+
				"Please unmap those public address(es) before detaching the gateway.", text(doomed, "vpcId"), users)
		}
	}
	return nil
}

func refusal(doomed thing, wording, value string, users []string) error {
	return fmt.Errorf("deleting %s: "+wording+"\nIn use by %s", doomed.ID, value, strings.Join(users, ", "))
}

// deleteWithUsers deletes the thing, and what goes with it.
func deleteWithUsers(things map[string]thing, doomed thing) {
	for _, rule := range rules[doomed.Token] {
		for _, user := range rule.usersOf(things, doomed) {
			delete(things, key(user.Token, user.ID))
		}
	}
	delete(things, key(doomed.Token, doomed.ID))
}

// value is what the users of a thing name it by.
func (r rule) value(used thing) string {
	if r.by == "id" {
		return used.ID
	}
	return text(used, r.by)
}

// usersOf finds what names a thing.
func (r rule) usersOf(things map[string]thing, used thing) []thing {
	value := r.value(used)
	var found []thing
	for _, t := range things {
		if slices.ContainsFunc(r.users, func(u user) bool {
			return t.Token == u.token && slices.Contains(texts(t.Outputs, strings.Split(u.path, ".")), value)
		}) {
			found = append(found, t)
		}
	}
	return found
}

// takesAlong tells whether a user goes with the thing that it uses: a group's own rules do, and a zone's start of authority and
// name servers, which it has from its beginning to its end.
func (r rule) takesAlong(doomed, user thing) bool {
	if r.unless != "" && doomed.Outputs[r.unless] == true {
		return true
	}
	switch text(user, "type") {
	case "SOA", "NS":
		return user.Token == "aws:route53/record:Record" && text(user, "name") == text(doomed, "name")
	}
	return ownRule(user, r.value(doomed))
}

func idsOf(things []thing) []string {
	found := map[string]bool{}
	for _, t := range things {
		found[t.ID] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// ownRule tells whether a rule is one of the group's own.
func ownRule(t thing, group string) bool {
	return t.Outputs["referencedSecurityGroupId"] == group && t.Outputs["securityGroupId"] == group
}

const internetGateway = "aws:ec2/internetGateway:InternetGateway"

// publicAddresses finds what has a public address in the gateway's network.
func publicAddresses(things map[string]thing, gateway thing) []string {
	var users []string
	for _, t := range things {
		public := t.Token == "aws:ec2/natGateway:NatGateway" && t.Outputs["connectivityType"] != "private" ||
			t.Token == "aws:lb/loadBalancer:LoadBalancer" && t.Outputs["internal"] != true ||
			t.Token == "aws:ec2/instance:Instance" && text(t, "publicIp") != ""
		if public && networkOf(things, t) == text(gateway, "vpcId") {
			users = append(users, t.ID)
		}
	}
	slices.Sort(users)
	return users
}

// networkOf is the VPC that a thing's subnet is in.
func networkOf(things map[string]thing, t thing) string {
	for _, path := range [][]string{{"subnetId"}, {"subnets"}, {"subnetMappings", "subnetId"}} {
		for _, id := range texts(t.Outputs, path) {
			if subnet, ok := things[key("aws:ec2/subnet:Subnet", id)]; ok {
				return text(subnet, "vpcId")
			}
		}
	}
	return ""
}

func text(t thing, property string) string {
	value, _ := t.Outputs[property].(string)
	return value
}

// texts returns the texts that a path leads to, through maps and lists.
func texts(value any, path []string) []string {
	switch v := value.(type) {
	case []any:
		var found []string
		for _, element := range v {
			found = append(found, texts(element, path)...)
		}
		return found
	case map[string]any:
		if len(path) == 0 {
			return nil
		}
		return texts(v[path[0]], path[1:])
	case string:
		if len(path) == 0 {
			return []string{v}
		}
	}
	return nil
}

// refuseDuplicate returns an error when AWS has the name already. What the same resource
// left behind in an interrupted run is taken over instead.
func refuseDuplicate(things map[string]thing, made thing) error {
	schema, err := schemaOf(made.Token)
	if err != nil {
		return err
	}
	property := nameProperty(schema)
	name := text(made, property)
	if name == "" || nameless[made.Token] {
		return nil
	}
	for _, t := range things {
		sameScope := t.Token == made.Token && text(t, "vpcId") == text(made, "vpcId") && text(t, "role") == text(made, "role") &&
			text(t, "autoscalingGroupName") == text(made, "autoscalingGroupName")
		if sameScope && text(t, property) == name && t.URN != made.URN {
			return fmt.Errorf("creating %s: AlreadyExists: a resource with the name %s exists (%s)",
				strings.TrimPrefix(schema.Terraform, "aws_"), name, t.ID)
		}
	}
	return nil
}

// nameless types may share names, or are written over whatever is there.
var nameless = map[string]bool{
	"aws:kms/grant:Grant":                  true,
	"aws:route53/zone:Zone":                true,
	"aws:s3/bucketObjectv2:BucketObjectv2": true,
}
