package permissions

import "slices"

// machineEdges are ways on what has code with a role, and on its parts.
var machineEdges = []edge{
	{
		name:    "replace the user data of an instance",
		on:      "instance",
		actions: "ec2:StopInstances ec2:ModifyInstanceAttribute ec2:StartInstances",
		gain:    acts,
		source:  pathfinding + "ec2-002",
	},
	{
		name:    "add a version to a launch template",
		on:      "launch template",
		actions: "ec2:CreateLaunchTemplateVersion ec2:ModifyLaunchTemplate",
		gain:    acts,
		source:  pathfinding + "ec2-004",
	},
	{name: "open a session on an instance", on: "instance", actions: "ssm:StartSession", gain: acts, source: pathfinding + "ssm-001"},
	{name: "run a command on an instance", on: "instance", actions: "ssm:SendCommand", gain: acts, source: pathfinding + "ssm-002"},
	{
		name: "send an SSH key to an instance", on: "instance", actions: "ec2-instance-connect:SendSSHPublicKey", gain: acts,
		source: pathfinding + "ec2instanceconnect-003",
	},
	{
		name:    "use the serial console of an instance",
		on:      "instance",
		actions: "ec2-instance-connect:SendSerialConsoleSSHPublicKey",
		gain:    acts,
		source:  "Amazon EC2 user guide, Connect to the EC2 Serial Console",
	},
	{
		name: "attach the root volume to its own instance and change it", on: "root volume", gain: acts,
		actions: "ec2:DetachVolume ec2:AttachVolume",
		source:  "Amazon EC2 user guide, Detach an Amazon EBS volume from an Amazon EC2 instance",
	},
	{
		name:    "attach a volume to its own instance",
		on:      "volume",
		actions: "ec2:DetachVolume ec2:AttachVolume",
		source:  reference + "Amazon EC2, AttachVolume and DetachVolume",
	},
	{name: "delete a volume", on: "volume", actions: "ec2:DeleteVolume", source: reference + "Amazon EC2, DeleteVolume"},
	{
		name:    "share a snapshot of a volume",
		on:      "volume",
		actions: "ec2:CreateSnapshot ec2:ModifySnapshotAttribute",
		source:  "Amazon EBS user guide, Share an Amazon EBS snapshot",
	},
	{
		name:    "share a snapshot",
		on:      "snapshot",
		actions: "ec2:ModifySnapshotAttribute",
		source:  "Amazon EBS user guide, Share an Amazon EBS snapshot",
	},
	{
		name:    "read a snapshot by a new volume",
		on:      "snapshot",
		actions: "ec2:CreateVolume ec2:AttachVolume",
		source:  reference + "Amazon EC2, CreateVolume",
	},
	{name: "delete a snapshot", on: "snapshot", actions: "ec2:DeleteSnapshot", source: reference + "Amazon EC2, DeleteSnapshot"},
	{
		name:    "share an image",
		on:      "image",
		actions: "ec2:ModifyImageAttribute",
		source:  "Amazon EC2 user guide, Share an AMI with specific AWS accounts",
	},
	{
		name:    "change the metadata options of an instance",
		on:      "instance",
		actions: "ec2:ModifyInstanceMetadataOptions",
		source:  reference + "Amazon EC2, ModifyInstanceMetadataOptions",
	},
	{
		name:    "change the security groups of an instance",
		on:      "instance",
		actions: "ec2:ModifyInstanceAttribute",
		source:  reference + "Amazon EC2, ModifyInstanceAttribute",
	},
	{
		name:    "terminate an instance",
		on:      "instance",
		actions: "ec2:TerminateInstances",
		source:  reference + "Amazon EC2, TerminateInstances",
	},
	{
		name:    "read the user data of an instance",
		on:      "instance",
		actions: "ec2:DescribeInstanceAttribute",
		source:  reference + "Amazon EC2, DescribeInstanceAttribute",
	},
	{
		name: "read the user data of a launch template", on: "launch template", actions: "ec2:DescribeLaunchTemplateVersions",
		source: reference + "Amazon EC2, DescribeLaunchTemplateVersions",
	},
	{
		name: "tag an instance, then terminate it", on: "instance", tagged: true, actions: "ec2:CreateTags ec2:TerminateInstances",
		source: iamGuide + "Controlling access to AWS resources using tags",
	},
	{
		name: "tag an instance, then replace its user data", on: "instance", tagged: true, gain: acts,
		actions: "ec2:CreateTags ec2:StopInstances ec2:ModifyInstanceAttribute ec2:StartInstances",
		source:  pathfinding + "ec2-002; IAM user guide, Controlling access to AWS resources using tags",
	},
	{
		name: "tag a launch template, then add a version", on: "launch template", tagged: true, gain: acts,
		actions: "ec2:CreateTags ec2:CreateLaunchTemplateVersion ec2:ModifyLaunchTemplate",
		source:  pathfinding + "ec2-004; IAM user guide, Controlling access to AWS resources using tags",
	},
	{
		name: "tag a volume, so that a role of the cluster can read it", on: "volume", actions: "ec2:CreateTags",
		source: reference + "Amazon EC2, CreateTags",
	},
	{
		name: "tag a snapshot, then read it by a new volume", on: "snapshot", tagged: true,
		actions: "ec2:CreateTags ec2:CreateVolume ec2:AttachVolume",
		source:  iamGuide + "Controlling access to AWS resources using tags",
	},
	{
		name: "launch an instance from a snapshot", on: "snapshot", actions: "ec2:RunInstances",
		source: reference + "Amazon EC2, RunInstances",
	},
	{
		name: "read the disks of an instance by an image", on: "instance", actions: "ec2:CreateImage",
		source: reference + "Amazon EC2, CreateImage",
	},
	{
		name:    "change a group of instances",
		on:      "group of instances",
		actions: "autoscaling:UpdateAutoScalingGroup",
		source:  pmapper + "autoscaling_edges.py",
	},
	{
		name:    "resize a group of instances",
		on:      "group of instances",
		actions: "autoscaling:SetDesiredCapacity",
		source:  reference + "Amazon EC2 Auto Scaling, SetDesiredCapacity",
	},
	{
		name:    "tag a group of instances, then resize it",
		on:      "group of instances",
		tagged:  true,
		actions: "autoscaling:CreateOrUpdateTags autoscaling:SetDesiredCapacity",
		source:  "Amazon EC2 Auto Scaling user guide, Control access to Auto Scaling resources using tags",
	},
	{
		name:    "change the metadata defaults of the account",
		on:      "defaults of the account",
		actions: "ec2:ModifyInstanceMetadataDefaults",
		source:  reference + "Amazon EC2, ModifyInstanceMetadataDefaults",
	},
	{
		name:    "replace the code of a function",
		on:      "function",
		actions: "lambda:UpdateFunctionCode",
		gain:    acts,
		source:  rhino + "18; pathfinding.cloud lambda-003",
	},
	{
		name:    "update a stack",
		on:      "stack",
		actions: "cloudformation:UpdateStack",
		gain:    acts,
		source:  pathfinding + "cloudformation-002",
	},
	{
		name:    "start a build with other commands",
		on:      "build project",
		actions: "codebuild:StartBuild",
		gain:    acts,
		source:  pathfinding + "codebuild-002",
	},
}

// dataEdges are ways on data, names and networks.
var dataEdges = []edge{
	{
		name:    "write the policy of a key",
		on:      "key",
		actions: "kms:PutKeyPolicy",
		source:  "AWS KMS developer guide, Key policies in AWS KMS",
	},
	{
		name:    "tag a key, then write its policy",
		on:      "key",
		tagged:  true,
		actions: "kms:TagResource kms:PutKeyPolicy",
		source:  "AWS KMS developer guide, ABAC for AWS KMS",
	},
	{name: "grant the use of a key", on: "key", actions: "kms:CreateGrant", source: "AWS KMS developer guide, Grants in AWS KMS"},
	{name: "decrypt with a key", on: "key", actions: "kms:Decrypt", source: "AWS KMS developer guide, Default key policy"},
	{
		name:    "delete a key",
		on:      "key",
		actions: "kms:ScheduleKeyDeletion",
		source:  reference + "AWS Key Management Service, ScheduleKeyDeletion",
	},
	{
		name:    "write the policy of a queue",
		on:      "queue",
		actions: "sqs:SetQueueAttributes",
		source:  reference + "Amazon SQS, SetQueueAttributes",
	},
	{
		name:    "receive the messages of a queue",
		on:      "queue",
		actions: "sqs:ReceiveMessage",
		source:  reference + "Amazon SQS, ReceiveMessage",
	},
	{name: "delete a queue", on: "queue", actions: "sqs:DeleteQueue", source: reference + "Amazon SQS, DeleteQueue"},
	{
		name:    "send the events of a rule elsewhere",
		on:      "rule",
		actions: "events:PutTargets",
		source:  reference + "Amazon EventBridge, PutTargets",
	},
	{name: "delete a rule", on: "rule", actions: "events:DeleteRule", source: reference + "Amazon EventBridge, DeleteRule"},
	{
		name:    "change records of a hosted zone, and so obtain certificates",
		on:      "hosted zone",
		actions: "route53:ChangeResourceRecordSets",
		source:  "AWS Certificate Manager user guide, AWS Certificate Manager DNS validation",
	},
	{
		name:    "delete a hosted zone",
		on:      "hosted zone",
		actions: "route53:DeleteHostedZone",
		source:  reference + "Amazon Route 53, DeleteHostedZone",
	},
	{
		name:    "replace the origin of a distribution",
		on:      "distribution",
		actions: "cloudfront:UpdateDistribution",
		source:  reference + "Amazon CloudFront, UpdateDistribution",
	},
	{
		name:    "delete a distribution",
		on:      "distribution",
		actions: "cloudfront:DeleteDistribution",
		source:  reference + "Amazon CloudFront, DeleteDistribution",
	},
	{
		name:    "read a parameter",
		on:      "parameter",
		actions: "ssm:GetParameter",
		source:  "AWS KMS developer guide, How AWS Systems Manager Parameter Store uses AWS KMS",
	},
	{name: "write a parameter", on: "parameter", actions: "ssm:PutParameter", source: reference + "AWS Systems Manager, PutParameter"},
	{
		name:    "read a secret",
		on:      "secret",
		actions: "secretsmanager:GetSecretValue",
		source:  reference + "AWS Secrets Manager, GetSecretValue",
	},
	{
		name:    "write the policy of a secret",
		on:      "secret",
		actions: "secretsmanager:PutResourcePolicy",
		source:  reference + "AWS Secrets Manager, PutResourcePolicy",
	},
	{name: "read an object", on: "object", actions: "s3:GetObject", source: reference + "Amazon S3, GetObject"},
	{name: "write an object", on: "object", actions: "s3:PutObject", source: reference + "Amazon S3, PutObject"},
	{
		name:    "write the policy of a bucket",
		on:      "bucket",
		actions: "s3:PutBucketPolicy",
		source:  reference + "Amazon S3, PutBucketPolicy",
	},
	{
		name:    "replicate a bucket",
		on:      "bucket",
		actions: "s3:PutReplicationConfiguration",
		source:  reference + "Amazon S3, PutReplicationConfiguration",
	},
	{
		name:    "open a security group",
		on:      "security group",
		actions: "ec2:AuthorizeSecurityGroupIngress",
		source:  reference + "Amazon EC2, AuthorizeSecurityGroupIngress",
	},
	{
		name: "tag a security group, then open it", on: "security group", tagged: true,
		actions: "ec2:CreateTags ec2:AuthorizeSecurityGroupIngress",
		source:  iamGuide + "Controlling access to AWS resources using tags",
	},
	{
		name: "remove the rules of a security group", on: "security group", actions: "ec2:RevokeSecurityGroupIngress",
		source: reference + "Amazon EC2, RevokeSecurityGroupIngress",
	},
	{
		name: "tag a distribution, then replace its origin", on: "distribution", tagged: true,
		actions: "cloudfront:TagResource cloudfront:UpdateDistribution", source: reference + "Amazon CloudFront, TagResource",
	},
	{
		name: "tag a load balancer, then add targets", on: "load balancer", tagged: true,
		actions: "elasticloadbalancing:AddTags elasticloadbalancing:RegisterTargets",
		source:  iamGuide + "Controlling access to AWS resources using tags",
	},
	{
		name:    "change the addresses of a network interface",
		on:      "network interface",
		actions: "ec2:AssignPrivateIpAddresses",
		source:  reference + "Amazon EC2, AssignPrivateIpAddresses",
	},
	{
		name:    "change the security groups of a network interface",
		on:      "network interface",
		actions: "ec2:ModifyNetworkInterfaceAttribute",
		source:  reference + "Amazon EC2, ModifyNetworkInterfaceAttribute",
	},
	{
		name:    "change the routes of a network",
		on:      "route table",
		actions: "ec2:ReplaceRoute",
		source:  reference + "Amazon EC2, ReplaceRoute",
	},
	{
		name:    "share a subnet",
		on:      "subnet",
		actions: "ram:CreateResourceShare",
		source:  reference + "AWS Resource Access Manager, CreateResourceShare",
	},
	{
		name: "tag a subnet, then delete it", on: "subnet", tagged: true, actions: "ec2:CreateTags ec2:DeleteSubnet",
		source: iamGuide + "Controlling access to AWS resources using tags",
	},
	{
		name: "change a resource share", on: "resource share", actions: "ram:DisassociateResourceShare",
		source: reference + "AWS Resource Access Manager, DisassociateResourceShare",
	},
	{
		name: "tag a resource share, then change it", on: "resource share", tagged: true,
		actions: "ram:TagResource ram:DisassociateResourceShare",
		source:  iamGuide + "Controlling access to AWS resources using tags",
	},
	{
		name:    "change a load balancer",
		on:      "load balancer",
		actions: "elasticloadbalancing:ModifyListener",
		source:  reference + "Elastic Load Balancing V2, ModifyListener",
	},
	{
		name:    "add targets to a load balancer",
		on:      "load balancer",
		actions: "elasticloadbalancing:RegisterTargets",
		source:  reference + "Elastic Load Balancing V2, RegisterTargets",
	},
	{
		name: "delete a log group", on: "log group", actions: "logs:DeleteLogGroup",
		source: reference + "Amazon CloudWatch Logs, DeleteLogGroup",
	},
	{
		name:    "write to a log group",
		on:      "log group",
		actions: "logs:PutLogEvents",
		source:  reference + "Amazon CloudWatch Logs, PutLogEvents",
	},
}

// edges are the known ways.
var edges = slices.Concat(roleEdges, userEdges, passEdges, machineEdges, dataEdges)
