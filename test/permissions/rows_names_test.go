package permissions

const (
	bucketTypes = "s3/bucketV2:BucketV2 s3/bucketPolicy:BucketPolicy s3/bucketPublicAccessBlock:BucketPublicAccessBlock " +
		"s3/bucketObjectv2:BucketObjectv2 s3/bucketVersioningV2:BucketVersioningV2 s3/bucketLoggingV2:BucketLoggingV2 " +
		"s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2 " +
		"s3/bucketOwnershipControls:BucketOwnershipControls s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2 " +
		"s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2"
	bucketActions = "CreateBucket DeleteBucket DeleteBucketPolicy DeleteObject DeleteObjectVersion GetObject* PutBucket* " +
		"PutEncryptionConfiguration PutLifecycleConfiguration PutObject PutObjectTagging"
	providerActions = "AddClientIDToOpenIDConnectProvider DeleteOpenIDConnectProvider RemoveClientIDFromOpenIDConnectProvider " +
		"UntagOpenIDConnectProvider"
	newProvider  = "CreateOpenIDConnectProvider TagOpenIDConnectProvider"
	providerType = "iam/openIdConnectProvider:OpenIdConnectProvider"
	roleActions  = "AttachRolePolicy CreateRole DeleteRole DetachRolePolicy TagRole UntagRole UpdateAssumeRolePolicy UpdateRole " +
		"UpdateRoleDescription"
	profileActions = "AddRoleToInstanceProfile CreateInstanceProfile DeleteInstanceProfile RemoveRoleFromInstanceProfile TagInstanceProfile " +
		"UntagInstanceProfile"
	policyActions = "CreatePolicy CreatePolicyVersion DeletePolicy DeletePolicyVersion TagPolicy UntagPolicy"
	roleTypes     = "iam/role:Role iam/rolePolicyAttachment:RolePolicyAttachment"
	policiesOfAWS = "arn:aws:iam::aws:policy/"
	withBoundary  = "arn:aws:iam::123456789012:policy/openshift-boundary"
)

var (
	roles          = []string{"arn:aws:iam::*:role/demo-*"}
	profiles       = []string{"arn:aws:iam::*:instance-profile/demo-*"}
	sharedRoles    = []string{"arn:aws:iam::*:role/demo-shared-*"}
	privateIssuers = []string{"arn:aws:iam::*:oidc-provider/*.cloudfront.net"}
	shares         = []string{"arn:aws:ram:*:*:resource-share/*"}
	hostedZones    = []string{"arn:aws:route53:::hostedzone/*"}
	drains         = []string{
		"arn:aws:events:*:*:rule/demo-*", "arn:aws:events:*:*:rule/elastic-drain-*", "arn:aws:sqs:*:*:demo-*",
		"arn:aws:sqs:*:*:elastic-drain-*",
	}
	// sharing is what the owner of a VPC shares, and with which account. RAM authorizes a request on each account and each subnet by
	// itself, with the key of that one only (AWS RAM user guide, "Example IAM policies for AWS RAM").
	sharing = map[string]texts{
		"ram:Principal": {"210987654321"},
		"ram:ResourceArn": {
			"arn:aws:ec2:us-east-2:123456789012:subnet/subnet-0123456789abcdefa",
			"arn:aws:ec2:us-east-2:123456789012:subnet/subnet-0123456789abcdefb",
		},
	}
)

// identityRows are the rows of roles, policies and identity providers.
var identityRows = []row{
	{
		documents: "self-managed rosa", service: "iam", types: roleTypes, sid: "Roles", named: roles,
		actions: roleActions,
	},
	{
		documents: selfManaged, service: "iam", types: "iam/rolePolicy:RolePolicy", sid: "Roles", named: roles,
		actions: "DeleteRolePolicy PutRolePolicy",
	},
	{
		documents: "self-managed rosa", service: "iam", types: "iam/instanceProfile:InstanceProfile", sid: "Roles", named: profiles,
		actions: profileActions,
	},
	{
		documents: rosa, service: "iam", types: "iam/policy:Policy", sid: "Roles", named: []string{"arn:aws:iam::*:policy/demo-*"},
		actions: policyActions,
	},
	// ROSA's issuers have no common prefix.
	{
		documents: rosa, service: "iam", types: providerType, sid: "Issuer", named: []string{"arn:aws:iam::*:oidc-provider/*"},
		actions: providerActions + " UpdateOpenIDConnectProviderThumbprint " + newProvider,
	},
	{
		documents: credentials, service: "iam", types: providerType, sid: "Providers",
		named: []string{"arn:aws:iam::*:oidc-provider/demo-*"}, actions: "*OpenIDConnectProvider*",
	},
	{
		documents: credentials, service: "iam", types: providerType, sid: "NewPrivateProvider", named: privateIssuers,
		condition: conditions{"StringEquals": {"aws:RequestTag/" + issuerTag: {"owned"}}}, actions: newProvider,
	},
	{
		documents: credentials, service: "iam", types: providerType, sid: "PrivateProvider", named: privateIssuers,
		condition: conditions{"StringEquals": {"aws:ResourceTag/" + issuerTag: {"owned"}}}, actions: providerActions,
	},
	// Without DeleteRolePermissionsBoundary: whoever removes the boundary of Classic's role can make it an administrator.
	{
		documents: sharedVPC, service: "iam", types: roleTypes, sid: "Roles", named: sharedRoles,
		actions: "CreateRole DeleteRole DetachRolePolicy TagRole UntagRole UpdateAssumeRolePolicy",
	},
	{
		documents: sharedVPC, service: "iam", types: roleTypes, sid: "PoliciesOfAWS", named: sharedRoles, actions: "AttachRolePolicy",
		condition: conditions{"ArnLike": {"iam:PolicyARN": {
			policiesOfAWS + "ROSASharedVPCEndpointPolicy", policiesOfAWS + "ROSASharedVPCRoute53Policy",
		}}},
	},
	{
		documents: sharedVPC, service: "iam", types: roleTypes, sid: "Boundary", named: sharedRoles, actions: "PutRolePermissionsBoundary",
		condition: conditions{"StringEquals": {"iam:PermissionsBoundary": {withBoundary}}},
	},
	{
		documents: sharedVPC, service: "iam", types: "iam/policy:Policy", sid: "ClassicRole", named: sharedRoles, actions: "AttachRolePolicy",
		condition: conditions{
			"ArnLike":      {"iam:PolicyARN": {"arn:aws:iam::*:policy/demo-shared-*"}},
			"StringEquals": {"iam:PermissionsBoundary": {withBoundary}},
		},
	},
	{
		documents: sharedVPC, service: "iam", types: "iam/policy:Policy", sid: "ClassicPolicy",
		named: []string{"arn:aws:iam::*:policy/demo-shared-*"}, actions: policyActions,
	},
}

// dataRows are the rows of keys, buckets, queues, zones and shares.
var dataRows = []row{
	{documents: selfManaged, service: "s3", types: bucketTypes, sid: "Buckets", named: []string{
		"arn:aws:s3:::demo-*", "arn:aws:s3:::openshift-bootstrap-data-demo-*",
	}, actions: bucketActions},
	{
		documents: selfManaged, service: "s3", types: "s3/bucketReplicationConfig:BucketReplicationConfig", sid: "Buckets",
		named: []string{"arn:aws:s3:::demo-*"}, actions: "PutReplicationConfiguration",
	},
	{
		documents: selfManaged, service: "events", sid: "Draining", named: drains,
		types:   "cloudwatch/eventRule:EventRule cloudwatch/eventTarget:EventTarget",
		actions: "DeleteRule DescribeRule ListTagsForResource ListTargetsByRule PutRule PutTargets RemoveTargets TagResource UntagResource",
	},
	{
		documents: selfManaged, service: "sqs", types: "sqs/queue:Queue sqs/queuePolicy:QueuePolicy", sid: "Draining", named: drains,
		actions: "CreateQueue DeleteQueue GetQueueAttributes ListQueueTags SetQueueAttributes TagQueue UntagQueue",
	},
	{
		documents: rosa, service: "kms", types: "kms/key:Key", sid: "NewKeys", named: []string{"*"},
		condition: conditions{"StringEquals": {"aws:RequestTag/red-hat": {"true"}}}, actions: "CreateKey TagResource",
	},
	{
		documents: rosa, service: "kms", types: "kms/key:Key kms/alias:Alias", sid: "Keys", named: []string{"arn:aws:kms:*:*:key/*"},
		condition: conditions{"StringEquals": {"aws:ResourceTag/red-hat": {"true"}}},
		actions: "CreateAlias DeleteAlias DisableKeyRotation EnableKeyRotation PutKeyPolicy ScheduleKeyDeletion UntagResource UpdateAlias " +
			"UpdateKeyDescription",
	},
	{
		documents: rosa, service: "kms", types: "kms/alias:Alias", sid: "Aliases", named: []string{"arn:aws:kms:*:*:alias/demo-*"},
		actions: "CreateAlias DeleteAlias UpdateAlias",
	},
	{
		documents: rosa, service: "s3", types: bucketTypes, sid: "UnmanagedIssuer",
		named: []string{"arn:aws:s3:::demo-oidc-*"}, actions: bucketActions,
	},
	{
		documents: rosa, service: "secretsmanager", types: "secretsmanager/secret:Secret secretsmanager/secretVersion:SecretVersion",
		sid: "UnmanagedIssuer", named: []string{"arn:aws:secretsmanager:*:*:secret:rosa-private-key-demo-*"},
		actions: "CreateSecret DeleteSecret GetSecretValue PutResourcePolicy PutSecretValue TagResource UntagResource UpdateSecret",
	},
	{
		documents: credentials, service: "cloudfront", on: "distribution", types: "cloudfront/distribution:Distribution",
		create: "CreateDistribution CreateDistributionWithTags TagResource", change: "DeleteDistribution UntagResource UpdateDistribution",
	},
	{
		documents: credentials, service: "cloudfront", types: "cloudfront/originAccessControl:OriginAccessControl", sid: "OriginAccessControls",
		named: []string{"*"}, actions: "*OriginAccessControl*",
	},
	{
		documents: sharedVPC, service: "ram", types: "ram/resourceShare:ResourceShare", sid: "NewShare", named: []string{"*"},
		condition: conditions{"StringEqualsIfExists": sharing, "StringLike": requested["StringLike"]}, actions: "CreateResourceShare",
	},
	{
		// AWS requires it for the creation of a share with tags (AWS managed policy AmazonDataZoneSageMakerManageAccessRolePolicy, version 2).
		documents: sharedVPC, service: "ram", types: "ram/resourceShare:ResourceShare", sid: "TagsOfNewShare", named: shares,
		condition: requested, actions: "TagResource",
	},
	{
		documents: sharedVPC, service: "ram", sid: "Associations", named: shares,
		types:     "ram/resourceAssociation:ResourceAssociation ram/principalAssociation:PrincipalAssociation",
		condition: conditions{"StringEqualsIfExists": sharing, "StringLike": tagged["StringLike"]}, actions: "AssociateResourceShare",
	},
	{
		documents: sharedVPC, service: "ram", types: "ram/resourceShare:ResourceShare", sid: "Share", named: shares, condition: tagged,
		actions: "DeleteResourceShare DisassociateResourceShare TagResource UntagResource UpdateResourceShare",
	},
	{
		documents: sharedVPC, service: "route53", types: "route53/zone:Zone", sid: "NewZones", named: []string{"*"},
		condition: conditions{"StringEquals": {"route53:VPCs": {"VPCId=vpc-0123456789abcdef0,VPCRegion=us-east-2"}}},
		actions:   "CreateHostedZone",
	},
	{
		documents: sharedVPC, service: "route53", types: "route53/zone:Zone", sid: "Records", named: hostedZones, condition: records,
		actions: "ChangeResourceRecordSets",
	},
	{
		documents: sharedVPC, service: "route53", types: "route53/zone:Zone", sid: "Zones", named: hostedZones,
		actions: "ChangeTagsForResource DeleteHostedZone",
	},
}

// options is the document of features that the examples do not use.
const options = "options"

// optionRows are its rows.
var optionRows = []row{
	{
		documents: options, types: "ec2/flowLog:FlowLog", service: "ec2", on: "vpc-flow-log", create: "CreateFlowLogs",
		change: "DeleteFlowLogs",
	},
	{
		// Amazon VPC user guide, "Create a flow log that publishes to Amazon S3".
		documents: options, types: "ec2/flowLog:FlowLog", service: "logs", sid: "FlowLogsInBuckets", named: []string{"*"},
		actions: "CreateLogDelivery DeleteLogDelivery",
	},
	{
		documents: options, types: "cloudwatch/logGroup:LogGroup", service: "logs", sid: "FlowLogGroups",
		named:   []string{"arn:aws:logs:*:*:log-group:demo-*"},
		actions: "AssociateKmsKey CreateLogGroup DeleteLogGroup DisassociateKmsKey PutRetentionPolicy TagResource UntagResource",
	},
	{
		documents: options, types: "ec2/vpcDhcpOptions:VpcDhcpOptions ec2/vpcDhcpOptionsAssociation:VpcDhcpOptionsAssociation",
		service: "ec2", on: "dhcp-options", create: "CreateDhcpOptions", change: "AssociateDhcpOptions DeleteDhcpOptions",
	},
	{
		documents: options, types: "ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway", service: "ec2",
		on: "egress-only-internet-gateway", create: "CreateEgressOnlyInternetGateway",
		change: "AssociateSubnetCidrBlock DeleteEgressOnlyInternetGateway DisassociateSubnetCidrBlock",
	},
	{documents: options, service: "autoscaling", types: "autoscaling/group:Group", change: "DeleteWarmPool PutWarmPool"},
}
