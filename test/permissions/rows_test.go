package permissions

import "slices"

// row is what the AWS provider calls for types of resources (hashicorp/terraform-provider-aws v5.100.0 internal/service), and what AWS
// knows of the calls (Service Authorization Reference of 22 August 2026: udondan/iam-floyd 50d8b534 lib/generated/policy-statements).
type row struct {
	// documents are the documents with the row, separated by spaces.
	documents string
	// types are the resource types that need the actions, without aws:, separated by spaces.
	types string
	// service is the prefix of the actions.
	service string
	// on is the type of the resource in ARNs, such as vpc.
	on string
	// create are the actions that create the resource. AWS knows the tags of their requests.
	create string
	// within are types of resources of others that the actions of create name: an existing VPC, and images.
	within string
	// change are the actions that change or delete the resource. AWS knows the tags of the resource.
	change string
	// sid, named, condition and actions are of a row without the tag of the stack: the statement, the resources by name, and actions of
	// all kinds.
	sid       string
	named     []string
	condition conditions
	actions   string
}

const (
	network     = "network"
	machines    = "machines"
	selfManaged = "self-managed"
	rosa        = "rosa"
	credentials = "credentials"
	sharedVPC   = "shared-vpc"
	// The VPC, subnets and security groups of somebody else, in which a stack creates what is its own.
	existing = "vpc subnet security-group"
)

// networkRows are the rows of networks.
var networkRows = []row{
	{documents: network, types: "ec2/vpc:Vpc", service: "ec2", on: "vpc", create: "CreateVpc", change: "DeleteVpc ModifyVpcAttribute"},
	{
		documents: network, types: "ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation", service: "ec2", on: "vpc",
		change: "AssociateVpcCidrBlock DisassociateVpcCidrBlock",
	},
	{
		documents: network, types: "ec2/subnet:Subnet", service: "ec2", on: "subnet", create: "CreateSubnet",
		change: "DeleteSubnet ModifySubnetAttribute",
	},
	{
		documents: network, types: "ec2/internetGateway:InternetGateway", service: "ec2", on: "internet-gateway",
		create: "CreateInternetGateway", change: "AttachInternetGateway DeleteInternetGateway DetachInternetGateway",
	},
	{
		documents: network, types: "ec2/eip:Eip", service: "ec2", on: "elastic-ip", create: "AllocateAddress",
		change: "AssociateAddress DisassociateAddress ReleaseAddress",
	},
	{
		documents: network, types: "ec2/natGateway:NatGateway", service: "ec2", on: "natgateway", create: "CreateNatGateway",
		change: "DeleteNatGateway",
	},
	{
		documents: network, types: "ec2/routeTable:RouteTable", service: "ec2", on: "route-table", create: "CreateRouteTable",
		change: "DeleteRouteTable",
	},
	{
		documents: network, types: "ec2/route:Route", service: "ec2", on: "route-table", change: "CreateRoute DeleteRoute ReplaceRoute",
	},
	{
		documents: network, types: "ec2/routeTableAssociation:RouteTableAssociation", service: "ec2", on: "route-table",
		change: "AssociateRouteTable DisassociateRouteTable ReplaceRouteTableAssociation",
	},
	{
		documents: network, types: "ec2/securityGroup:SecurityGroup", service: "ec2", on: "security-group", create: "CreateSecurityGroup",
		within: "vpc", change: "DeleteSecurityGroup",
	},
	{
		documents: network, service: "ec2", on: "security-group-rule",
		types:  "vpc/securityGroupIngressRule:SecurityGroupIngressRule vpc/securityGroupEgressRule:SecurityGroupEgressRule",
		create: "AuthorizeSecurityGroupEgress AuthorizeSecurityGroupIngress",
		change: "ModifySecurityGroupRules RevokeSecurityGroupEgress RevokeSecurityGroupIngress",
	},
	{
		documents: network, types: "ec2/vpcEndpoint:VpcEndpoint ec2/securityGroupAssociation:SecurityGroupAssociation",
		service: "ec2", on: "vpc-endpoint",
		create: "CreateVpcEndpoint", within: existing, change: "DeleteVpcEndpoints ModifyVpcEndpoint",
	},
	{
		documents: network, service: "ec2", sid: "TagsAtCreation", named: []string{"*"},
		condition: conditions{"Null": {"ec2:CreateAction": {"false"}}}, actions: "CreateTags",
	},
	{documents: network, service: "ec2", change: "CreateTags DeleteTags"},
	{
		// AWS creates the default security group. It has other tags, but not the stack's.
		documents: network, types: "ec2/defaultSecurityGroup:DefaultSecurityGroup", service: "ec2", sid: "DefaultGroups",
		named:   []string{"arn:aws:ec2:*:*:security-group/*"},
		actions: "RevokeSecurityGroupEgress RevokeSecurityGroupIngress",
	},
	{
		documents: network, types: "ec2/defaultSecurityGroup:DefaultSecurityGroup", service: "ec2", sid: "TagsOfDefaultGroups",
		named:     []string{"arn:aws:ec2:*:*:security-group/*"},
		condition: conditions{"ForAllValues:StringNotLike": {"aws:TagKeys": {stackTag, "kubernetes.io/*"}}, "Null": {"aws:TagKeys": {"false"}}},
		actions:   "CreateTags DeleteTags",
	},
	{
		// OpenShift's tags of the subnets of an existing VPC.
		documents: network, types: "ec2/tag:Tag", service: "ec2", sid: "TagsOfExistingSubnets",
		named:     []string{"arn:aws:ec2:*:*:subnet/*"},
		condition: conditions{"ForAllValues:StringLike": {"aws:TagKeys": {"kubernetes.io/*"}}, "Null": {"aws:TagKeys": {"false"}}},
		actions:   "CreateTags DeleteTags",
	},
}

// machineRows are the rows of machines and load balancers.
var machineRows = []row{
	{
		documents: machines, types: "ec2/networkInterface:NetworkInterface", service: "ec2", on: "network-interface",
		create: "CreateNetworkInterface", within: existing, change: "DeleteNetworkInterface DetachNetworkInterface",
	},
	{
		// An instance's first interface has no tag. AWS authorizes the change on the instance too (ROSANodePoolManagementPolicy).
		documents: machines, types: "ec2/networkInterface:NetworkInterface", service: "ec2", sid: "Interfaces",
		named:   []string{"arn:aws:ec2:*:*:network-interface/*", "arn:aws:ec2:*:*:security-group/*"},
		actions: "ModifyNetworkInterfaceAttribute",
	},
	{
		documents: machines, types: "ec2/instance:Instance", service: "ec2", on: "instance", create: "RunInstances",
		within: existing + " capacity-reservation image instance key-pair network-interface placement-group volume",
		change: "ModifyInstanceAttribute ModifyInstanceMetadataOptions ModifyNetworkInterfaceAttribute StartInstances StopInstances " +
			"TerminateInstances",
	},
	{
		documents: machines, types: "ec2/instance:Instance", service: "ec2", on: "instance",
		change: "AssociateIamInstanceProfile DisassociateIamInstanceProfile ModifyVolume ReplaceIamInstanceProfileAssociation",
	},
	{
		// The provider tags the root volume of an instance after it has created it.
		documents: machines, types: "ec2/instance:Instance", service: "ec2", sid: "RootVolumes",
		named: []string{"arn:aws:ec2:*:*:volume/*"}, condition: requested, actions: "CreateTags",
	},
	{
		documents: selfManaged, types: "ec2/launchTemplate:LaunchTemplate", service: "ec2", on: "launch-template",
		create: "CreateLaunchTemplate", change: "CreateLaunchTemplateVersion DeleteLaunchTemplate ModifyLaunchTemplate",
	},
	{
		// The group of the endpoint of a hosted cluster, which the service leaves.
		documents: rosa, types: "ec2/securityGroup:SecurityGroup", service: "ec2", sid: "GroupsOfTheService",
		named:     []string{"arn:aws:ec2:*:*:security-group/*"},
		condition: conditions{"StringEquals": {"aws:ResourceTag/red-hat-managed": {"true"}}}, actions: "DeleteSecurityGroup",
	},
	{
		documents: selfManaged, service: "autoscaling", on: "autoScalingGroup:*:autoScalingGroupName",
		types:  "autoscaling/group:Group autoscaling/attachment:Attachment autoscaling/lifecycleHook:LifecycleHook",
		create: "CreateAutoScalingGroup",
		change: "AttachLoadBalancerTargetGroups AttachLoadBalancers CancelInstanceRefresh CreateOrUpdateTags DeleteAutoScalingGroup " +
			"DeleteLifecycleHook DeleteTags DetachLoadBalancerTargetGroups DetachLoadBalancers PutLifecycleHook ResumeProcesses " +
			"SetInstanceProtection StartInstanceRefresh SuspendProcesses UpdateAutoScalingGroup",
	},
	{
		documents: machines, service: "elasticloadbalancing", on: "loadbalancer", create: "CreateLoadBalancer CreateTargetGroup",
		types: "lb/loadBalancer:LoadBalancer lb/listener:Listener lb/targetGroup:TargetGroup " +
			"lb/targetGroupAttachment:TargetGroupAttachment",
		change: "AddTags CreateListener DeleteListener DeleteLoadBalancer DeleteTargetGroup DeregisterTargets ModifyListener " +
			"ModifyLoadBalancerAttributes ModifyTargetGroup ModifyTargetGroupAttributes RegisterTargets RemoveTags SetSecurityGroups SetSubnets",
	},
	{
		documents: machines, service: "elasticloadbalancing", sid: "TagsOfLoadBalancersAtCreation", named: []string{"*"},
		condition: conditions{"Null": {"elasticloadbalancing:CreateAction": {"false"}}}, actions: "AddTags",
	},
	{
		documents: selfManaged, types: "lb/listener:Listener", service: "elasticloadbalancing", on: "listener",
		change: "ModifyListenerAttributes",
	},
	{
		documents: selfManaged, service: "elasticloadbalancing", on: "loadbalancer",
		types: "elb/loadBalancer:LoadBalancer elb/attachment:Attachment ec2/proxyProtocolPolicy:ProxyProtocolPolicy",
		change: "ApplySecurityGroupsToLoadBalancer AttachLoadBalancerToSubnets ConfigureHealthCheck CreateLoadBalancerListeners " +
			"CreateLoadBalancerPolicy DeleteLoadBalancerListeners DeleteLoadBalancerPolicy DeregisterInstancesFromLoadBalancer " +
			"DetachLoadBalancerFromSubnets RegisterInstancesWithLoadBalancer SetLoadBalancerPoliciesForBackendServer",
	},
	{
		documents: selfManaged, service: "route53", types: "route53/zone:Zone", sid: "NewZones", named: []string{"*"},
		actions: "AssociateVPCWithHostedZone CreateHostedZone DisassociateVPCFromHostedZone",
	},
	{
		documents: selfManaged, service: "route53", types: "route53/zone:Zone", sid: "Zones", named: hostedZones,
		actions: "ChangeTagsForResource DeleteHostedZone UpdateHostedZoneComment",
	},
	{
		documents: selfManaged, service: "route53", types: "route53/record:Record", sid: "Records", named: hostedZones,
		condition: records, actions: "ChangeResourceRecordSets",
	},
}

// rows are all rows.
var rows = slices.Concat(networkRows, machineRows, identityRows, dataRows, optionRows)
