package aws

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// user is where a resource refers to another: a type and the path of a property, which may lead through lists.
type user struct {
	token, path string
}

// rule says that resources of a type cannot be deleted while others refer to them.
type rule struct {
	// by is the property whose value the others contain: "id" or an output.
	by    string
	users []user
	// unless is a property that deletes the users together with the resource if it is true.
	unless string
	// rejection is AWS's error, with %s for the value.
	rejection string
}

// rules are AWS's deletion rules. The wording is that of the API's errors (EC2, IAM, Elastic Load Balancing, S3 and
// Route 53 API references, "Errors" of each Delete action).
var rules = map[string][]rule{
	"aws:ec2/vpc:Vpc": {
		{by: "id", rejection: "DependencyViolation: The vpc '%s' has dependencies and cannot be deleted.", users: []user{
			{subnetType, "vpcId"},
			{"aws:ec2/internetGateway:InternetGateway", "vpcId"},
			{"aws:ec2/securityGroup:SecurityGroup", "vpcId"},
			{"aws:ec2/routeTable:RouteTable", "vpcId"},
			{"aws:ec2/vpcEndpoint:VpcEndpoint", "vpcId"},
			{"aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation", "vpcId"},
		}},
	},
	subnetType: {
		{by: "id", rejection: "DependencyViolation: The subnet '%s' has dependencies and cannot be deleted.", users: []user{
			{instanceType, "subnetId"},
			{natGatewayType, "subnetId"},
			{"aws:ec2/networkInterface:NetworkInterface", "subnetId"},
			{"aws:ec2/vpcEndpoint:VpcEndpoint", "subnetIds"},
			{loadBalancerType, "subnets"},
			{loadBalancerType, "subnetMappings.subnetId"},
			{"aws:elb/loadBalancer:LoadBalancer", "subnets"},
			{"aws:autoscaling/group:Group", "vpcZoneIdentifiers"},
			{"aws:efs/mountTarget:MountTarget", "subnetId"},
		}},
	},
	"aws:ec2/securityGroup:SecurityGroup": {
		{by: "id", rejection: "DependencyViolation: resource %s has a dependent object", users: []user{
			{instanceType, "vpcSecurityGroupIds"},
			{"aws:ec2/networkInterface:NetworkInterface", "securityGroups"},
			{"aws:ec2/vpcEndpoint:VpcEndpoint", "securityGroupIds"},
			{loadBalancerType, "securityGroups"},
			{"aws:elb/loadBalancer:LoadBalancer", "securityGroups"},
			{"aws:efs/mountTarget:MountTarget", "securityGroups"},
			{"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "referencedSecurityGroupId"},
			{"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule", "referencedSecurityGroupId"},
		}},
	},
	"aws:ec2/routeTable:RouteTable": {
		{
			by:        "id",
			rejection: "DependencyViolation: The routeTable '%s' has dependencies and cannot be deleted.",
			users: []user{
				{"aws:ec2/routeTableAssociation:RouteTableAssociation", "routeTableId"},
			},
		},
	},
	eipType: {{by: "id", rejection: "InvalidIPAddress.InUse: Address %s is in use.", users: []user{
		{natGatewayType, "allocationId"},
		{loadBalancerType, "subnetMappings.allocationId"},
	}}},
	"aws:iam/role:Role": {
		{
			by:        "name",
			rejection: "DeleteConflict: Cannot delete entity, must remove roles from instance profile first. (%s)",
			users: []user{
				{"aws:iam/instanceProfile:InstanceProfile", "role"},
			},
		},
		{
			by:        "name",
			unless:    "forceDetachPolicies",
			rejection: "DeleteConflict: Cannot delete entity, must detach all policies first. (%s)",
			users: []user{
				{"aws:iam/rolePolicyAttachment:RolePolicyAttachment", "role"},
			},
		},
		{
			by:        "name",
			unless:    "forceDetachPolicies",
			rejection: "DeleteConflict: Cannot delete entity, must delete policies first. (%s)",
			users: []user{
				{"aws:iam/rolePolicy:RolePolicy", "role"},
			},
		},
	},
	"aws:iam/policy:Policy": {
		{by: "arn", rejection: "DeleteConflict: Cannot delete a policy attached to entities. (%s)", users: []user{
			{"aws:iam/rolePolicyAttachment:RolePolicyAttachment", "policyArn"},
		}},
	},
	"aws:lb/targetGroup:TargetGroup": {
		{by: "arn", rejection: "ResourceInUse: Target group '%s' is currently in use by a listener or a rule", users: []user{
			{"aws:lb/listener:Listener", "defaultActions.targetGroupArn"},
			{"aws:lb/listenerRule:ListenerRule", "actions.targetGroupArn"},
		}},
	},
	bucketType: {
		{
			by:        "bucket",
			unless:    "forceDestroy",
			rejection: "BucketNotEmpty: The bucket you tried to delete is not empty (%s)",
			users: []user{
				{"aws:s3/bucketObjectv2:BucketObjectv2", "bucket"},
			},
		},
	},
	zoneType: {
		{
			by:        "zoneId",
			unless:    "forceDestroy",
			rejection: "HostedZoneNotEmpty: The specified hosted zone contains non-required resource record sets and so cannot be deleted. (%s)",
			users: []user{
				{recordType, "zoneId"},
			},
		},
	},
}

// locks are properties that prevent the deletion of the resource if they are true, with AWS's error.
var locks = map[string][2]string{
	loadBalancerType: {
		"enableDeletionProtection",
		"OperationNotPermitted: Load balancer '%s' cannot be deleted because deletion protection is enabled",
	},
	instanceType: {
		"disableApiTermination",
		"OperationNotPermitted: The instance '%s' may not be terminated. Modify its 'disableApiTermination' instance attribute and try again.",
	},
}

// deleteWithUsers returns the keys of what AWS deletes together with the resource, or AWS's error if the resource cannot
// be deleted yet, with what uses it.
func deleteWithUsers(records fake.Records, deleted fake.Record) ([]string, error) {
	if lock, ok := locks[deleted.Token]; ok && deleted.Outputs[lock[0]] == true {
		return nil, fmt.Errorf("deleting %s: "+lock[1], deleted.ID, deleted.ID)
	}
	if err := rejectRangeInUse(records, deleted); err != nil {
		return nil, err
	}
	var keys []string
	for _, rule := range rules[deleted.Token] {
		var remaining []fake.Record
		for _, user := range rule.usersOf(records, deleted) {
			keys = append(keys, user.Key())
			if !rule.deletesUser(deleted, user) {
				remaining = append(remaining, user)
			}
		}
		if len(remaining) > 0 {
			return nil, rejection(deleted, rule.rejection, rule.value(deleted), idsOf(remaining))
		}
	}
	if deleted.Token == internetGatewayType {
		if err := rejectDetach(records, deleted, "deleting"); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

func rejection(deleted fake.Record, wording, value string, users []string) error {
	return fmt.Errorf("deleting %s: "+wording+"\nIn use by %s", deleted.ID, value, strings.Join(users, ", "))
}

// value returns what the users contain.
func (r rule) value(used fake.Record) string {
	if r.by == "id" {
		return used.ID
	}
	return used.Text(r.by)
}

// usersOf returns the resources that refer to another.
func (r rule) usersOf(records fake.Records, used fake.Record) []fake.Record {
	value := r.value(used)
	var found []fake.Record
	for _, t := range records {
		if slices.ContainsFunc(r.users, func(u user) bool {
			return t.Token == u.token && slices.Contains(texts(t.Outputs, strings.Split(u.path, ".")), value)
		}) {
			found = append(found, t)
		}
	}
	return found
}

// deletesUser reports whether AWS deletes a user together with the resource: a group's own rules, and a zone's SOA and NS
// records, which AWS creates and deletes with the zone.
func (r rule) deletesUser(deleted, user fake.Record) bool {
	if r.unless != "" && deleted.Outputs[r.unless] == true {
		return true
	}
	switch user.Text("type") {
	case "SOA", "NS":
		return user.Token == recordType && user.Text("name") == deleted.Text("name")
	}
	return ownRule(user, r.value(deleted))
}

func idsOf(records []fake.Record) []string {
	found := map[string]bool{}
	for _, record := range records {
		found[record.ID] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// ownRule reports whether a rule belongs to the group that it refers to.
func ownRule(t fake.Record, group string) bool {
	return t.Outputs["referencedSecurityGroupId"] == group && t.Outputs["securityGroupId"] == group
}

const internetGatewayType = "aws:ec2/internetGateway:InternetGateway"

// publicAddresses returns the IDs of what has a public address in the gateway's VPC.
func publicAddresses(records fake.Records, gateway fake.Record) []string {
	var users []string
	for _, t := range records {
		public := t.Token == natGatewayType && t.Outputs["connectivityType"] != "private" ||
			t.Token == loadBalancerType && t.Outputs["internal"] != true ||
			t.Token == instanceType && t.Text("publicIp") != ""
		if public && networkOf(records, t) == gateway.Text("vpcId") {
			users = append(users, t.ID)
		}
	}
	slices.Sort(users)
	return users
}

// networkOf returns the VPC of a resource's subnet.
func networkOf(records fake.Records, t fake.Record) string {
	for _, path := range [][]string{{"subnetId"}, {"subnets"}, {"subnetMappings", "subnetId"}} {
		for _, id := range texts(t.Outputs, path) {
			if subnet, ok := records[fake.Key(subnetType, id)]; ok {
				return subnet.Text("vpcId")
			}
		}
	}
	return ""
}

// texts returns the strings at a path, through maps and lists.
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

// existsError is the error for a resource whose name is in use.
func existsError(created fake.Record, name string) error {
	known, ok := Resource(created.Token)
	if !ok {
		return fmt.Errorf("creating %s: AlreadyExists: %s exists", created.Token, name)
	}
	return fmt.Errorf("creating %s: AlreadyExists: a resource with the name %s exists", strings.TrimPrefix(known.Terraform, "aws_"), name)
}

// nameOf returns the property of a type that contains a name of which AWS has one; "" for others.
func nameOf(token string) string {
	known, ok := Resource(token)
	if !ok || sharedNames[token] || overwritten[token] {
		return ""
	}
	return known.AutoName.Property
}

// rejectDuplicate returns an error if the name is in use, or if the security group has the rule.
func rejectDuplicate(records fake.Records, created fake.Record) error {
	if isRule(created.Token) {
		return rejectRule(records, created)
	}
	property := nameOf(created.Token)
	name := created.Text(property)
	if name == "" {
		return nil
	}
	for _, record := range records {
		sameScope := record.Token == created.Token && record.Scope == created.Scope
		if parent, ok := nameScopes[created.Token]; ok {
			sameScope = sameScope && record.Text(parent) == created.Text(parent)
		}
		if sameScope && record.Text(property) == name {
			return existsError(created, name)
		}
	}
	return nil
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

// overwritten are the types that AWS has one of for what they belong to: creating one writes it again.
var overwritten = map[string]bool{
	"aws:cloudwatch/eventTarget:EventTarget":            true,
	"aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": true,
	"aws:ec2/tag:Tag": true,
	"aws:ec2/vpcDhcpOptionsAssociation:VpcDhcpOptionsAssociation":                                true,
	"aws:iam/rolePolicy:RolePolicy":                                                              true,
	"aws:iam/userPolicy:UserPolicy":                                                              true,
	"aws:kms/keyPolicy:KeyPolicy":                                                                true,
	"aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2":                       true,
	"aws:s3/bucketLoggingV2:BucketLoggingV2":                                                     true,
	"aws:s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2":                     true,
	"aws:s3/bucketObjectv2:BucketObjectv2":                                                       true,
	"aws:s3/bucketOwnershipControls:BucketOwnershipControls":                                     true,
	"aws:s3/bucketPolicy:BucketPolicy":                                                           true,
	"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock":                                     true,
	"aws:s3/bucketReplicationConfig:BucketReplicationConfig":                                     true,
	"aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2": true,
	"aws:s3/bucketVersioningV2:BucketVersioningV2":                                               true,
	"aws:sqs/queuePolicy:QueuePolicy":                                                            true,
}

// sharedNames are the types whose names are not unique, or whose creation overwrites what exists.
var sharedNames = map[string]bool{
	"aws:kms/grant:Grant":                  true,
	zoneType:                               true,
	"aws:s3/bucketObjectv2:BucketObjectv2": true,
}
