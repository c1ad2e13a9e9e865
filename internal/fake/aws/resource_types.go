package aws

// resourceType describes the ID, the ARN and other outputs of a resource type. Patterns contain {property}, {id} and the
// other placeholders of expand.
type resourceType struct {
	// id is the pattern of the provider's ID.
	id string
	// idAlso is a property that repeats the ID.
	idAlso string
	// service and arn are those parts of the ARN; without arn, the type has no ARN.
	service, arn string
	// before sets outputs that id and arn need, after sets those that need the ID.
	before, after func(o *outputs)
	// empty are the computed strings that AWS leaves empty unless before or after set them.
	empty []string
}

// ec2 is a type whose ID is the prefix, 0 and 16 hex digits.
func ec2(prefix, resource string, after func(o *outputs), empty ...string) resourceType {
	return resourceType{id: prefix + "-0{hex:16}", service: "ec2", arn: resource + "/{id}", after: after, empty: empty}
}

// resourceTypes has the IDs of terraform-provider-aws and the ARNs of AWS's Service Authorization Reference.
var resourceTypes = map[string]resourceType{
	"aws:acm/certificate:Certificate": {
		id:      "{arn}",
		service: "acm",
		arn:     "certificate/{uuid}",
		after:   certificate,
	},
	"aws:autoscaling/group:Group": {
		id:      "{name}",
		service: "autoscaling",
		arn:     "autoScalingGroup:{uuid}:autoScalingGroupName/{name}",
		after:   group,
	},
	"aws:autoscaling/lifecycleHook:LifecycleHook": {id: "{name}"},
	"aws:autoscaling/policy:Policy": {
		id:      "{name}",
		service: "autoscaling",
		arn:     "scalingPolicy:{uuid}:autoScalingGroupName/{autoscalingGroupName}:policyName/{name}",
	},
	"aws:autoscaling/schedule:Schedule": {id: "{scheduledActionName}"},
	"aws:cloudfront/distribution:Distribution": {
		id:      "E{upper:13}",
		service: "cloudfront",
		arn:     "distribution/{id}",
		after:   distribution,
	},
	"aws:cloudfront/originAccessControl:OriginAccessControl": {id: "E{upper:13}"},
	"aws:cloudwatch/eventRule:EventRule": {
		id:      "{name}",
		service: "events",
		arn:     "rule/{name}",
	},
	"aws:cloudwatch/logGroup:LogGroup": {
		id:      "{name}",
		service: "logs",
		arn:     "log-group:{name}",
	},
	"aws:cloudwatch/metricAlarm:MetricAlarm": {
		id:      "{name}",
		service: "cloudwatch",
		arn:     "alarm:{name}",
	},
	"aws:ebs/volume:Volume": ec2("vol", "volume", nil),
	"aws:ec2/defaultRouteTable:DefaultRouteTable": {
		id:      "{defaultRouteTableId}",
		service: "ec2",
		arn:     "route-table/{id}",
	},
	"aws:ec2/defaultSecurityGroup:DefaultSecurityGroup":           ec2("sg", "security-group", nil),
	"aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway": {id: "eigw-0{hex:16}"},
	"aws:ec2/eip:Eip": {
		id:      "eipalloc-0{hex:16}",
		idAlso:  "allocationId",
		service: "ec2",
		arn:     "elastic-ip/{id}",
		after:   eip,
		empty:   []string{"associationId", "carrierIp", "customerOwnedIp", "privateDns", "privateIp", "ptrRecord"},
	},
	"aws:ec2/eipAssociation:EipAssociation": {id: "eipassoc-0{hex:16}"},
	"aws:ec2/flowLog:FlowLog":               ec2("fl", "vpc-flow-log", nil),
	"aws:ec2/instance:Instance": ec2("i", "instance", instance, "instanceLifecycle", "outpostArn", "passwordData",
		"publicDns", "publicIp", "spotInstanceRequestId"),
	"aws:ec2/internetGateway:InternetGateway": ec2("igw", "internet-gateway", nil),
	"aws:ec2/keyPair:KeyPair": {
		id:      "{keyName}",
		service: "ec2",
		arn:     "key-pair/{keyName}",
	},
	"aws:ec2/launchTemplate:LaunchTemplate":                       ec2("lt", "launch-template", launchTemplate),
	"aws:ec2/mainRouteTableAssociation:MainRouteTableAssociation": {id: "rtbassoc-0{hex:16}"},
	"aws:ec2/natGateway:NatGateway": {
		id:    "nat-0{hex:16}",
		after: natGateway,
		empty: []string{"associationId", "publicIp"},
	},
	"aws:ec2/networkAcl:NetworkAcl":             ec2("acl", "network-acl", nil),
	"aws:ec2/networkInterface:NetworkInterface": ec2("eni", "network-interface", networkInterface, "outpostArn"),
	"aws:ec2/placementGroup:PlacementGroup": {
		id:      "{name}",
		service: "ec2",
		arn:     "placement-group/{name}",
	},
	"aws:ec2/route:Route": {
		id:    "r-{routeTableId}{hex:16}",
		after: route,
		empty: []string{"instanceId", "instanceOwnerId"},
	},
	"aws:ec2/routeTable:RouteTable":                                   ec2("rtb", "route-table", nil),
	"aws:ec2/routeTableAssociation:RouteTableAssociation":             {id: "rtbassoc-0{hex:16}"},
	"aws:ec2/securityGroup:SecurityGroup":                             ec2("sg", "security-group", nil),
	"aws:ec2/securityGroupRule:SecurityGroupRule":                     {id: "sgrule-{hex:10}"},
	"aws:ec2/subnet:Subnet":                                           ec2("subnet", "subnet", subnet, "ipv6CidrBlockAssociationId"),
	"aws:ec2/tag:Tag":                                                 {id: "{resourceId},{key}"},
	"aws:ec2/vpc:Vpc":                                                 ec2("vpc", "vpc", vpc, "ipv6AssociationId"),
	"aws:ec2/vpcDhcpOptions:VpcDhcpOptions":                           ec2("dopt", "dhcp-options", nil),
	"aws:ec2/vpcDhcpOptionsAssociation:VpcDhcpOptionsAssociation":     {id: "{dhcpOptionsId}-{vpcId}"},
	"aws:ec2/vpcEndpoint:VpcEndpoint":                                 ec2("vpce", "vpc-endpoint", vpcEndpoint, "prefixListId"),
	"aws:ec2/vpcEndpointService:VpcEndpointService":                   ec2("vpce-svc", "vpc-endpoint-service", vpcEndpointService),
	"aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation": {id: "vpc-cidr-assoc-0{hex:16}"},
	"aws:efs/fileSystem:FileSystem": {
		id:      "fs-0{hex:16}",
		service: "elasticfilesystem",
		arn:     "file-system/{id}",
		after:   fileSystem,
		empty:   []string{"availabilityZoneId", "name"},
	},
	"aws:efs/mountTarget:MountTarget": {id: "fsmt-0{hex:16}", after: mountTarget},
	"aws:elb/loadBalancer:LoadBalancer": {
		id:      "{name}",
		service: "elasticloadbalancing",
		arn:     "loadbalancer/{name}",
		after:   classicLoadBalancer,
	},
	"aws:iam/accessKey:AccessKey": {
		id:    "AKIA{upper:16}",
		after: accessKey,
		empty: []string{"encryptedSecret", "encryptedSesSmtpPasswordV4", "keyFingerprint"},
	},
	"aws:iam/instanceProfile:InstanceProfile": {
		id:      "{name}",
		service: "iam",
		arn:     "instance-profile{path}{name}",
		before:  iamPath,
		after:   unique("uniqueId", "AIPA"),
	},
	"aws:iam/openIdConnectProvider:OpenIdConnectProvider": {
		id:      "{arn}",
		service: "iam",
		arn:     "oidc-provider/{url}",
		before:  withoutScheme,
	},
	"aws:iam/policy:Policy": {
		id:      "{arn}",
		service: "iam",
		arn:     "policy{path}{name}",
		before:  iamPath,
		after:   unique("policyId", "ANPA"),
	},
	"aws:iam/role:Role": {
		id:      "{name}",
		service: "iam",
		arn:     "role{path}{name}",
		before:  iamPath,
		after:   unique("uniqueId", "AROA"),
	},
	"aws:iam/rolePolicy:RolePolicy":                     {id: "{role}:{name}"},
	"aws:iam/rolePolicyAttachment:RolePolicyAttachment": {id: "{role}-{hex:16}"},
	"aws:iam/serviceLinkedRole:ServiceLinkedRole": {
		id:      "{arn}",
		service: "iam",
		arn:     "role/aws-service-role/{awsServiceName}/AWSServiceRole",
		after:   unique("uniqueId", "AROA"),
	},
	"aws:iam/user:User": {
		id:      "{name}",
		service: "iam",
		arn:     "user{path}{name}",
		before:  iamPath,
		after:   unique("uniqueId", "AIDA"),
	},
	"aws:iam/userPolicy:UserPolicy": {id: "{user}:{name}"},
	"aws:kms/alias:Alias": {
		id:      "{name}",
		service: "kms",
		arn:     "{name}",
		after:   alias,
	},
	"aws:kms/key:Key": {
		id:      "{uuid}",
		idAlso:  "keyId",
		service: "kms",
		arn:     "key/{id}",
		after:   key,
	},
	"aws:kms/keyPolicy:KeyPolicy":                        {id: "{keyId}"},
	"aws:lb/listener:Listener":                           {id: "{arn}", before: listener},
	"aws:lb/listenerRule:ListenerRule":                   {id: "{arn}", before: listenerRule},
	"aws:lb/loadBalancer:LoadBalancer":                   {id: "{arn}", before: loadBalancer},
	"aws:lb/targetGroup:TargetGroup":                     {id: "{arn}", before: targetGroup},
	"aws:lb/targetGroupAttachment:TargetGroupAttachment": {id: "{targetGroupArn}-{hex:16}"},
	"aws:ram/principalAssociation:PrincipalAssociation":  {id: "{resourceShareArn},{principal}"},
	"aws:ram/resourceAssociation:ResourceAssociation":    {id: "{resourceShareArn},{resourceArn}"},
	"aws:ram/resourceShare:ResourceShare": {
		id:      "{arn}",
		service: "ram",
		arn:     "resource-share/{uuid}",
	},
	"aws:route53/record:Record": {
		id:    "{zoneId}_{name}_{type}{_setIdentifier}",
		after: record,
	},
	"aws:route53/zone:Zone": {
		id:      "Z{upper:17}",
		idAlso:  "zoneId",
		service: "route53",
		arn:     "hostedzone/{id}",
		after:   zone,
	},
	"aws:route53/zoneAssociation:ZoneAssociation":                          {id: "{zoneId}:{vpcId}"},
	"aws:s3/bucketAclV2:BucketAclV2":                                       {id: "{bucket}{,expectedBucketOwner}{,acl}"},
	"aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2": {id: "{bucket}"},
	"aws:s3/bucketLoggingV2:BucketLoggingV2":                               {id: "{bucket}"},
	"aws:s3/bucketObjectv2:BucketObjectv2": {
		id:      "{key}",
		service: "s3",
		arn:     "{bucket}/{key}",
		after:   bucketObject,
		empty:   []string{"checksumCrc32", "checksumCrc32c", "checksumSha1", "checksumSha256"},
	},
	"aws:s3/bucketOwnershipControls:BucketOwnershipControls":                                     {id: "{bucket}"},
	"aws:s3/bucketPolicy:BucketPolicy":                                                           {id: "{bucket}"},
	"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock":                                     {id: "{bucket}"},
	"aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2": {id: "{bucket}"},
	bucketType: {
		id:      "{bucket}",
		service: "s3",
		arn:     "{bucket}",
		after:   bucket,
		empty:   []string{"websiteDomain", "websiteEndpoint"},
	},
	"aws:s3/bucketVersioningV2:BucketVersioningV2": {id: "{bucket}"},
	"aws:secretsmanager/secret:Secret": {
		id:      "{arn}",
		service: "secretsmanager",
		arn:     "secret:{name}-{hex:6}",
	},
	"aws:secretsmanager/secretVersion:SecretVersion": {id: "{secretId}|{versionId}", before: secretVersion},
	"aws:sns/topic:Topic": {
		id:      "{arn}",
		service: "sns",
		arn:     "{name}",
		empty:   []string{"beginningArchiveTime"},
	},
	"aws:sqs/queue:Queue": {
		id:      "{url}",
		service: "sqs",
		arn:     "{name}",
		before:  queue,
	},
	"aws:sqs/queuePolicy:QueuePolicy": {id: "{queueUrl}"},
	"aws:ssm/parameter:Parameter":     {id: "{name}", before: parameter},
	"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": {
		id:      "sgr-0{hex:16}",
		idAlso:  "securityGroupRuleId",
		service: "ec2",
		arn:     "security-group-rule/{id}",
	},
	"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": {
		id:      "sgr-0{hex:16}",
		idAlso:  "securityGroupRuleId",
		service: "ec2",
		arn:     "security-group-rule/{id}",
	},
}
