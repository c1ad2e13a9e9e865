package docs

// notCalled are the actions that the acceptance tests did not call, by document and the reason to allow them.
var notCalled = map[string]map[string]string{
	"network": {
		"the update of an argument that the tests do not change": `
			ec2:ModifySecurityGroupRules ec2:ReplaceRoute ec2:ReplaceRouteTableAssociation`,
	},
	"machines": {
		"AWS requires it for a call that creates a resource with tags": `elasticloadbalancing:AddTags`,
		"tags that are removed": `elasticloadbalancing:RemoveTags`,
		"the update of an argument that the tests do not change": `
			ec2:AssociateIamInstanceProfile ec2:DisassociateIamInstanceProfile ec2:ModifyInstanceMetadataOptions ec2:ModifyVolume
			ec2:ReplaceIamInstanceProfileAssociation elasticloadbalancing:ModifyListener elasticloadbalancing:ModifyTargetGroup
			elasticloadbalancing:SetSecurityGroups elasticloadbalancing:SetSubnets`,
		"interfaces that remain of a deleted load balancer, before the deletion of their security group": `
			ec2:ModifyNetworkInterfaceAttribute`,
	},
	"self-managed": {
		"AWS requires it for a call that creates a resource with tags": `
			events:TagResource iam:TagInstanceProfile iam:TagRole s3:PutObjectTagging sqs:TagQueue`,
		"tags that are removed": `
			autoscaling:DeleteTags events:UntagResource iam:UntagInstanceProfile sqs:UntagQueue`,
		"the update of an argument that the tests do not change": `
			autoscaling:AttachLoadBalancerTargetGroups autoscaling:AttachLoadBalancers autoscaling:CancelInstanceRefresh
			autoscaling:DetachLoadBalancerTargetGroups autoscaling:DetachLoadBalancers
			autoscaling:SetInstanceProtection elasticloadbalancing:ModifyListenerAttributes iam:UpdateAssumeRolePolicy
			iam:UpdateRole iam:UpdateRoleDescription route53:AssociateVPCWithHostedZone
			route53:DisassociateVPCFromHostedZone route53:UpdateHostedZoneComment`,
		"AWS requires it for a call that gives a role to an instance or a service": `iam:PassRole`,
		"AWS requires it for the first load balancer and the first Auto Scaling group of an account": `
			iam:CreateServiceLinkedRole`,
		"the setting routerLoadBalancer of examples/classic: Classic": `
			elasticloadbalancing:ApplySecurityGroupsToLoadBalancer elasticloadbalancing:AttachLoadBalancerToSubnets
			elasticloadbalancing:ConfigureHealthCheck elasticloadbalancing:CreateLoadBalancerListeners
			elasticloadbalancing:CreateLoadBalancerPolicy elasticloadbalancing:DeleteLoadBalancerListeners
			elasticloadbalancing:DeleteLoadBalancerPolicy elasticloadbalancing:DeregisterInstancesFromLoadBalancer
			elasticloadbalancing:DetachLoadBalancerFromSubnets elasticloadbalancing:RegisterInstancesWithLoadBalancer
			elasticloadbalancing:SetLoadBalancerPoliciesForBackendServer`,
		"buckets with ForceDestroy that are not empty": `s3:DeleteObjectVersion s3:ListBucketVersions`,
		"BackupBucketArgs.Replica":                     `s3:PutReplicationConfiguration`,
		"KMSKeyARN of volumes and buckets":             `kms:DescribeKey`,
		"docs/destroy.md lists with it what remains":   `s3:ListAllMyBuckets tag:GetResources`,
	},
	"rosa": {
		"AWS requires it for a call that creates a resource with tags": `
			iam:TagInstanceProfile iam:TagOpenIDConnectProvider kms:TagResource s3:PutObjectTagging`,
		"tags that are removed": `
			iam:UntagInstanceProfile iam:UntagOpenIDConnectProvider iam:UntagPolicy iam:UntagRole kms:UntagResource`,
		"the update of an argument that the tests do not change": `
			iam:AddClientIDToOpenIDConnectProvider iam:CreatePolicyVersion iam:DeletePolicyVersion
			iam:RemoveClientIDFromOpenIDConnectProvider iam:UpdateAssumeRolePolicy iam:UpdateOpenIDConnectProviderThumbprint
			iam:UpdateRole iam:UpdateRoleDescription kms:DisableKeyRotation kms:PutKeyPolicy kms:UpdateAlias
			kms:UpdateKeyDescription`,
		"AWS requires it for a call that gives a role to an instance or a service": `iam:PassRole`,
		"AWS requires it for the first load balancer and the first Auto Scaling group of an account": `
			iam:CreateServiceLinkedRole`,
		"buckets with ForceDestroy that are not empty":              `s3:DeleteObjectVersion s3:ListBucketVersions`,
		"the default of the setting proxyAmi; the tests set an AMI": `ssm:GetParameter`,
		"OIDCConfigArgs.Unmanaged": `
			s3:CreateBucket s3:DeleteBucket s3:DeleteBucketPolicy s3:DeleteObject s3:Get*Configuration s3:GetBucket* s3:GetObject*
			s3:ListBucket s3:PutBucket* s3:PutEncryptionConfiguration s3:PutLifecycleConfiguration s3:PutObject
			secretsmanager:CreateSecret secretsmanager:DeleteSecret secretsmanager:Describe* secretsmanager:GetResourcePolicy
			secretsmanager:GetSecretValue secretsmanager:PutResourcePolicy secretsmanager:PutSecretValue
			secretsmanager:TagResource secretsmanager:UntagResource secretsmanager:UpdateSecret`,
	},
	"credentials": {
		"AWS requires it for a call that creates a resource with tags": `
			cloudfront:CreateDistribution cloudfront:TagResource iam:TagOpenIDConnectProvider`,
		"tags that are removed": `cloudfront:UntagResource iam:UntagOpenIDConnectProvider`,
		"audiences that somebody else has changed, after a refresh; the emulator knows neither call": `
			iam:AddClientIDToOpenIDConnectProvider iam:RemoveClientIDFromOpenIDConnectProvider`,
	},
	"options": {
		"AWS requires it for a call that creates a resource with tags": `logs:TagResource`,
		"AWS requires it for a flow log in a bucket":                   `logs:CreateLogDelivery logs:DeleteLogDelivery`,
		"FlowLogsArgs.KMSKeyARN that changes; the emulator knows neither call": `
			logs:AssociateKmsKey logs:DisassociateKmsKey`,
	},
	"shared-vpc": {
		"AWS requires it for a call that creates a resource with tags": `iam:TagPolicy iam:TagRole ram:TagResource`,
		"tags that are removed": `iam:UntagPolicy iam:UntagRole ram:UntagResource`,
		"the update of an argument that the tests do not change": `
			iam:CreatePolicyVersion iam:DeletePolicyVersion iam:PutRolePermissionsBoundary iam:UpdateAssumeRolePolicy
			ram:UpdateResourceShare`,
		"records that the service leaves in a zone": `route53:ChangeResourceRecordSets`,
		"AWS requires it for a private hosted zone": `ec2:DescribeVpcs`,
		"the provider's check of its credentials":   `sts:GetCallerIdentity`,
	},
}
