package permissions

import (
	"slices"
	"strings"
)

// Types of EC2 whose change gives what another one's instance has: its role, its disks or its traffic.
const (
	codeTypes = "instance launch-template"
	diskTypes = "image instance launch-template route-table snapshot volume"
)

// changesOfCode returns the actions of the rows that change what has code with a role.
func changesOfCode() texts {
	var all texts
	for _, r := range rows {
		if r.service == "ec2" && slices.Contains(strings.Fields(codeTypes), r.on) {
			all = append(all, actionsOf(r.service, r.change)...)
		}
	}
	return sorted(all)
}

// accountDefaults are actions on all instances and disks of the account, or on what other accounts see of them.
var accountDefaults = actionsOf("ec2", "DisableEbsEncryptionByDefault EnableSerialConsoleAccess ModifyDefaultCreditSpecification "+
	"ModifyEbsDefaultKmsKeyId ModifyImageAttribute ModifyInstanceMetadataDefaults ModifySnapshotAttribute")

// denyDocument denies the principal what makes it, or a role that it creates, an administrator.
var denyDocument = document{Version: "2012-10-17", Statement: []statement{
	{
		Sid: "RolesNeedTheBoundary", Effect: "Deny", Resource: texts{"*"},
		Action:    actionsOf("iam", "AttachRolePolicy CreateRole PutRolePermissionsBoundary PutRolePolicy"),
		Condition: conditions{"StringNotEquals": {"iam:PermissionsBoundary": {withBoundary}}},
	},
	{Sid: "TheBoundaryStays", Effect: "Deny", Resource: texts{"*"}, Action: texts{"iam:DeleteRolePermissionsBoundary"}},
	{
		Sid: "TheBoundaryIsNotRewritten", Effect: "Deny", Resource: texts{withBoundary, provisioner("policy")},
		Action: actionsOf("iam", "CreatePolicyVersion DeletePolicy DeletePolicyVersion SetDefaultPolicyVersion"),
	},
	{
		Sid: "ThisDenyStays", Effect: "Deny", Resource: texts{"*"}, Action: texts{"iam:DetachRolePolicy"},
		Condition: conditions{"ArnLike": {"iam:PolicyARN": {provisioner("policy")}}},
	},
	{
		Sid: "ThePrincipalStays", Effect: "Deny", Resource: texts{provisioner("role")},
		Action: actionsOf("iam", "AttachRolePolicy DeleteRole* DetachRolePolicy PutRole* TagRole UntagRole Update*"),
	},
	{
		Sid: "NoOtherPrincipals", Effect: "Deny", Resource: texts{"*"}, Action: actionsOf("iam",
			"AddUserToGroup AttachGroupPolicy AttachUserPolicy CreateAccessKey CreateGroup CreateLoginProfile CreateSAMLProvider "+
				"CreateServiceSpecificCredential CreateUser CreateVirtualMFADevice DeactivateMFADevice DeleteAccessKey DeleteGroup* "+
				"DeleteLoginProfile DeleteSAMLProvider DeleteUser* DeleteVirtualMFADevice DetachGroupPolicy DetachUserPolicy EnableMFADevice "+
				"PutGroupPolicy PutUser* RemoveUserFromGroup ResetServiceSpecificCredential ResyncMFADevice UpdateAccessKey UpdateGroup "+
				"UpdateLoginProfile UpdateSAMLProvider UpdateServiceSpecificCredential UpdateUser Upload*"),
	},
	{
		Sid: "NoOtherRolesAndPolicies", Effect: "Deny", NotResource: texts{account + "role/demo-*", account + "policy/demo-*"},
		Action: append(actionsOf("iam", "CreatePolicyVersion PassRole SetDefaultPolicyVersion UpdateAssumeRolePolicy"), "sts:AssumeRole"),
	},
	{
		Sid: "NoOtherMachines", Effect: "Deny", Resource: arns(codeTypes), Action: changesOfCode(),
		Condition: conditions{"StringNotLike": {"aws:ResourceTag/" + stackTag: {stackValues}}},
	},
	{Sid: "NoDefaultsOfTheAccount", Effect: "Deny", Resource: texts{"*"}, Action: accountDefaults},
}}

// provisioner returns the ARN of what is named after the principal.
func provisioner(kind string) string { return account + kind + "/openshift-provisioner*" }

// notOwned is met by resources of EC2 and Auto Scaling without the tag of the cluster or of ROSA's service.
var notOwned = conditions{"StringNotEquals": {"aws:ResourceTag/" + clusterTag: {"owned"}, "aws:ResourceTag/red-hat-managed": {"true"}}}

// boundaryDocument is what a role of a cluster may do at most. What it denies is written with wildcards, because what it allows is.
var boundaryDocument = document{Version: "2012-10-17", Statement: []statement{
	{Sid: "Services", Effect: "Allow", Resource: texts{"*"}, Action: strings.Fields(
		"autoscaling:* ec2:* elasticloadbalancing:* iam:Get* iam:List* kms:CreateGrant kms:Decrypt kms:DescribeKey kms:Encrypt " +
			"kms:GenerateDataKey* kms:ListGrants kms:ReEncrypt* kms:RevokeGrant logs:CreateLogGroup logs:CreateLogStream " +
			"logs:DescribeLogGroups logs:DescribeLogStreams logs:PutLogEvents route53:* s3:ListAllMyBuckets sts:GetCallerIdentity tag:*",
	)},
	{Sid: "OwnBuckets", Effect: "Allow", Action: texts{"s3:*"}, Resource: texts{
		"arn:aws:s3:::demo-*", "arn:aws:s3:::openshift-bootstrap-data-demo-*",
	}},
	{Sid: "OwnQueues", Effect: "Allow", Action: texts{"sqs:*"}, Resource: texts{
		"arn:aws:sqs:*:123456789012:demo-*", "arn:aws:sqs:*:123456789012:elastic-drain-*",
	}},
	{
		Sid: "NodeRoles", Effect: "Allow", Resource: texts{account + "role/demo-*"}, Action: texts{"iam:PassRole"},
		Condition: conditions{"StringEquals": {"iam:PassedToService": {"ec2.amazonaws.com"}}},
	},
	{
		Sid: "ServiceLinkedRoles", Effect: "Allow", Resource: texts{account + "role/aws-service-role/*"},
		Action: texts{"iam:CreateServiceLinkedRole"},
	},
	{Sid: "Assume", Effect: "Allow", Resource: texts{account + "role/demo-*"}, Action: texts{"sts:AssumeRole"}},
	{
		Sid: "NoOtherMachines", Effect: "Deny", Resource: arns(diskTypes), Condition: notOwned,
		Action: actionsOf("ec2", "Associate* Attach* CreateLaunchTemplateVersion CreateReplaceRootVolumeTask CreateRoute Delete* Deregister* "+
			"Detach* Disassociate* Modify* Reboot* Replace* Reset* Restore* SendDiagnosticInterrupt Start* Stop* Terminate*"),
	},
	{
		Sid: "NoCopiesOfOtherDisks", Effect: "Deny", Resource: arns("instance volume"), Condition: notOwned,
		Action: actionsOf("ec2", "CopyVolumes CreateImage CreateSnapshot CreateSnapshots"),
	},
	{
		Sid: "NoOtherSnapshots", Effect: "Deny", Resource: arns("snapshot"), Condition: notOwned,
		Action: actionsOf("ec2", "CreateVolume RunInstances"),
	},
	{
		Sid: "NoTagsOfOtherMachines", Effect: "Deny", Resource: arns(diskTypes), Action: actionsOf("ec2", "CreateTags"),
		Condition: conditions{"Null": {"ec2:CreateAction": {"true"}}, "StringNotEquals": notOwned["StringNotEquals"]},
	},
	{
		Sid: "NoOtherGroups", Effect: "Deny", Condition: notOwned,
		Resource: texts{"arn:aws:autoscaling:*:*:autoScalingGroup:*:autoScalingGroupName/*"},
		Action: actionsOf("autoscaling", "Attach* Cancel* Complete* CreateOrUpdateTags Delete* Detach* Enable* Enter* Execute* Exit* Put* "+
			"Record* Resume* Rollback* Set* Start* Suspend* Terminate* Update*"),
	},
	{
		Sid: "NoOtherRecords", Effect: "Deny", Resource: texts{"*"}, Action: texts{"route53:ChangeResourceRecordSets"},
		Condition: conditions{"ForAnyValue:StringNotLike": records["ForAllValues:StringLike"]},
	},
	{Sid: "NoDefaultsOfTheAccount", Effect: "Deny", Resource: texts{"*"}, Action: accountDefaults},
}}

// sharedBoundary is the boundary of Classic's role in the account of a shared VPC.
var sharedBoundary = document{Version: "2012-10-17", Statement: []statement{
	{Sid: "Read", Effect: "Allow", Resource: texts{"*"}, Action: actionsOf("route53", "Get* List*")},
	{
		Sid: "Records", Effect: "Allow", Resource: hostedZones, Condition: records, Action: texts{"route53:ChangeResourceRecordSets"},
	},
	{Sid: "Zones", Effect: "Allow", Resource: hostedZones, Action: actionsOf("route53", "ChangeTagsForResource UpdateHostedZoneComment")},
	{Sid: "TagsOfZones", Effect: "Allow", Resource: texts{"*"}, Action: actionsOf("tag", "GetResources UntagResources")},
}}
