package permissions

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// on returns a request of EC2 for a resource.
func on(action, resource string, keys map[string][]string) request {
	return request{action: "ec2:" + action, resource: ec2ARN + resource, keys: keys}
}

// ofBalancer returns a request of Elastic Load Balancing for a resource.
func ofBalancer(action, resource string, keys map[string][]string) request {
	return request{
		action: "elasticloadbalancing:" + action, resource: "arn:aws:elasticloadbalancing:us-east-2:123456789012:" + resource, keys: keys,
	}
}

var (
	ownTag  = key("aws:ResourceTag/"+stackTag, "demo/a")
	newTag  = key("aws:RequestTag/"+stackTag, "demo/a")
	ownNode = key("aws:ResourceTag/"+clusterTag, "owned")
)

// TestPermissionsAllowWhatHasTheTag plays the calls of the components: AWS authorizes each on all resources that it names.
func TestPermissionsAllowWhatHasTheTag(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]string{"self-managed": selfManagedFiles, "ROSA": rosaFiles} {
		all := statementsOf(t, files...)
		for reason, r := range map[string]request{
			"a VPC":                              on("CreateVpc", "vpc/*", newTag),
			"its tags":                           on("CreateTags", "vpc/*", key("ec2:CreateAction", "CreateVpc")),
			"a subnet":                           on("CreateSubnet", "subnet/*", newTag),
			"its VPC":                            on("CreateSubnet", "vpc/vpc-1", ownTag),
			"a route":                            on("CreateRoute", "route-table/rtb-1", ownTag),
			"a group":                            on("CreateSecurityGroup", "security-group/*", newTag),
			"an existing VPC":                    on("CreateSecurityGroup", "vpc/vpc-1", nil),
			"a rule":                             on("AuthorizeSecurityGroupIngress", "security-group-rule/*", newTag),
			"its group":                          on("AuthorizeSecurityGroupIngress", "security-group/sg-1", ownTag),
			"the rules of a default group":       on("RevokeSecurityGroupIngress", "security-group/sg-1", nil),
			"its name":                           on("CreateTags", "security-group/sg-1", key("aws:TagKeys", "Name", "team")),
			"an endpoint":                        on("CreateVpcEndpoint", "vpc-endpoint/*", newTag),
			"its subnet in an existing VPC":      on("CreateVpcEndpoint", "subnet/subnet-1", nil),
			"its route table":                    on("CreateVpcEndpoint", "route-table/rtb-1", ownTag),
			"OpenShift's tags of a subnet":       on("CreateTags", "subnet/subnet-1", key("aws:TagKeys", "kubernetes.io/role/elb")),
			"an instance":                        on("RunInstances", "instance/*", newTag),
			"its volume":                         on("RunInstances", "volume/*", nil),
			"its image":                          {action: "ec2:RunInstances", resource: "arn:aws:ec2:us-east-2::image/ami-1"},
			"its subnet":                         on("RunInstances", "subnet/subnet-1", nil),
			"the tags of its volume":             on("CreateTags", "volume/vol-1", newTag),
			"its type":                           on("ModifyInstanceAttribute", "instance/i-1", ownTag),
			"its groups":                         on("ModifyNetworkInterfaceAttribute", "network-interface/eni-1", nil),
			"the instance of the interface":      on("ModifyNetworkInterfaceAttribute", "instance/i-1", ownTag),
			"its size":                           on("ModifyVolume", "volume/vol-1", ownTag),
			"its end":                            on("TerminateInstances", "instance/i-1", ownTag),
			"a load balancer":                    ofBalancer("CreateLoadBalancer", "loadbalancer/net/a/*", newTag),
			"a listener of the load balancer":    ofBalancer("CreateListener", "loadbalancer/net/a/1", ownTag),
			"the targets of its group":           ofBalancer("RegisterTargets", "targetgroup/a/1", ownTag),
			"the tags of what has been created ": on("CreateTags", "vpc/vpc-1", ownTag),
		} {
			assert.True(t, isAllowed(all, r), "%s, %s: %s", name, reason, r.action)
		}
	}
	selfManaged := statementsOf(t, selfManagedFiles...)
	template := on("CreateLaunchTemplateVersion", "launch-template/lt-1", ownTag)
	assert.True(t, isAllowed(selfManaged, template))
	for _, name := range []string{"demo.example.com", "api.demo.example.com", `\052.apps.demo.example.com`} {
		r := request{
			action: "route53:ChangeResourceRecordSets", resource: "arn:aws:route53:::hostedzone/Z1",
			keys: key(recordNames, name),
		}
		assert.True(t, isAllowed(selfManaged, r), name)
		assert.True(t, isAllowed(statementsOf(t, "permissions-boundary.json"), r), name)
	}
}

// TestBoundaryAllowsWhatTheClusterHas plays the calls of the cluster's operators and machines.
func TestBoundaryAllowsWhatTheClusterHas(t *testing.T) {
	t.Parallel()
	all := statementsOf(t, "permissions-boundary.json")
	group := "arn:aws:autoscaling:us-east-2:123456789012:autoScalingGroup:1:autoScalingGroupName/demo"
	for reason, r := range map[string]request{
		"a machine":                         on("RunInstances", "instance/*", key("aws:RequestTag/"+clusterTag, "owned")),
		"its image":                         {action: "ec2:RunInstances", resource: "arn:aws:ec2:us-east-2::image/ami-1"},
		"its tags":                          on("CreateTags", "instance/*", key("ec2:CreateAction", "RunInstances")),
		"its end":                           on("TerminateInstances", "instance/i-1", ownNode),
		"a machine of the service":          on("TerminateInstances", "instance/i-1", key("aws:ResourceTag/red-hat-managed", "true")),
		"a volume":                          on("CreateVolume", "volume/*", key("aws:RequestTag/"+clusterTag, "owned")),
		"its attachment":                    on("AttachVolume", "volume/vol-1", ownNode),
		"its machine":                       on("AttachVolume", "instance/i-1", ownNode),
		"its snapshot":                      on("CreateSnapshot", "snapshot/*", key("aws:RequestTag/"+clusterTag, "owned")),
		"the volume of a snapshot":          on("CreateSnapshot", "volume/vol-1", ownNode),
		"a volume of a snapshot":            on("CreateVolume", "snapshot/snap-1", ownNode),
		"the deletion of a snapshot":        on("DeleteSnapshot", "snapshot/snap-1", ownNode),
		"the addresses of an interface":     on("AssignPrivateIpAddresses", "network-interface/eni-1", nil),
		"the groups of a load balancer":     on("AuthorizeSecurityGroupIngress", "security-group/sg-1", nil),
		"the size of a group of instances":  {action: "autoscaling:SetDesiredCapacity", resource: group, keys: ownNode},
		"the completion of a hook ":         {action: "autoscaling:CompleteLifecycleAction", resource: group, keys: ownNode},
		"the tags of a machine that exists": on("CreateTags", "instance/i-1", ownNode),
	} {
		assert.True(t, isAllowed(all, r), "%s: %s", reason, r.action)
		if slices.Equal(r.keys["aws:ResourceTag/"+clusterTag], []string{"owned"}) {
			r.keys = nil
			assert.False(t, isAllowed(all, r), "of somebody else, %s: %s", reason, r.action)
		}
	}
}
