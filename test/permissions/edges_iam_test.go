package permissions

// gain is what a way gives.
type gain int

const (
	// controls is reading, changing or deleting the resource.
	controls gain = iota
	// acts is acting as the role of the resource.
	acts
	// rewrites is acting as the role with all permissions that its boundary allows.
	rewrites
	// unbounded is acting as the role with all permissions and without its boundary.
	unbounded
	// undenied is acting as before without the policies that deny.
	undenied
)

// edge is a way from actions to what they give.
type edge struct {
	name string
	// on is the kind of the resource.
	on string
	// actions are separated by spaces. Those of another service than the resource's are on a new resource.
	actions string
	gain    gain
	// service is the service to which the way passes a role.
	service string
	// policy is the ARN of the policy that the way attaches or detaches.
	policy string
	// self reports whether the way is on the role of the one who goes it.
	self bool
	// open reports whether the way needs a role that each principal of the account may assume.
	open bool
	// tagged reports whether the way first gives the resource the tags that its other actions require.
	tagged bool
	// source is a public description.
	source string
}

const (
	rhino       = "github.com/RhinoSecurityLabs/AWS-IAM-Privilege-Escalation README.md, "
	pathfinding = "github.com/DataDog/pathfinding.cloud data/paths, "
	pmapper     = "github.com/nccgroup/PMapper principalmapper/graphing/"
	iamGuide    = "IAM user guide, "
	reference   = "Service Authorization Reference, "
	anyPolicy   = "arn:aws:iam::aws:policy/AdministratorAccess"
)

// roleEdges are ways on roles and policies.
var roleEdges = []edge{
	{name: "assume a role", on: "role", open: true, actions: "sts:AssumeRole", gain: acts, source: pathfinding + "sts-001"},
	{
		name:    "change who assumes a role",
		on:      "role",
		actions: "iam:UpdateAssumeRolePolicy",
		gain:    acts,
		source:  rhino + "14; pathfinding.cloud iam-012",
	},
	{
		name:    "write the inline policy of a role and who assumes it",
		on:      "role",
		actions: "iam:PutRolePolicy iam:UpdateAssumeRolePolicy",
		gain:    rewrites,
		source:  pathfinding + "iam-021",
	},
	{
		name: "attach AdministratorAccess to a role and change who assumes it", on: "role", policy: anyPolicy, gain: rewrites,
		actions: "iam:AttachRolePolicy iam:UpdateAssumeRolePolicy", source: pathfinding + "iam-019",
	},
	{
		name:    "remove the boundary of a role",
		on:      "role",
		actions: "iam:DeleteRolePermissionsBoundary iam:UpdateAssumeRolePolicy",
		gain:    unbounded,
		source:  iamGuide + "Permissions boundaries for IAM entities, Delegating responsibility to others using permissions boundaries",
	},
	{
		name: "write the policy of its own role", on: "role", self: true, actions: "iam:PutRolePolicy", gain: rewrites,
		source: rhino + "12; pathfinding.cloud iam-005",
	},
	{
		name:    "attach AdministratorAccess to its own role",
		on:      "role",
		self:    true,
		actions: "iam:AttachRolePolicy",
		policy:  anyPolicy,
		gain:    rewrites,
		source:  rhino + "9; pathfinding.cloud iam-009",
	},
	{
		name:    "detach the policy that denies from its own role",
		on:      "role",
		self:    true,
		actions: "iam:DetachRolePolicy",
		policy:  denyARN,
		gain:    undenied,
		source:  reference + "AWS Identity and Access Management, DetachRolePolicy",
	},
	{
		name:    "delete the boundary of its own role",
		on:      "role",
		self:    true,
		actions: "iam:DeleteRolePermissionsBoundary iam:PutRolePolicy",
		gain:    unbounded,
		source:  reference + "AWS Identity and Access Management, DeleteRolePermissionsBoundary",
	},
	{
		name:    "create a role with an inline policy",
		on:      "new role",
		actions: "iam:CreateRole iam:PutRolePolicy",
		gain:    rewrites,
		source:  pmapper + "iam_edges.py; IAM user guide, Creating IAM roles",
	},
	{
		name:    "create a role with AdministratorAccess",
		on:      "new role",
		actions: "iam:CreateRole iam:AttachRolePolicy",
		policy:  anyPolicy,
		gain:    rewrites,
		source:  reference + "AWS Identity and Access Management, CreateRole and AttachRolePolicy",
	},
	{
		name:    "create a role with a customer managed policy",
		on:      "new role",
		gain:    rewrites,
		policy:  account + "policy/demo-shared-new",
		actions: "iam:CreateRole iam:AttachRolePolicy",
		source:  reference + "AWS Identity and Access Management, CreatePolicy and AttachRolePolicy",
	},
	{
		name: "create a role, then remove its boundary", on: "new role", gain: unbounded,
		actions: "iam:CreateRole iam:PutRolePolicy iam:DeleteRolePermissionsBoundary",
		source:  reference + "AWS Identity and Access Management, DeleteRolePermissionsBoundary",
	},
	{
		name: "create a role with a customer managed policy, then remove its boundary", on: "new role", gain: unbounded,
		policy:  account + "policy/demo-shared-new",
		actions: "iam:CreateRole iam:AttachRolePolicy iam:DeleteRolePermissionsBoundary",
		source:  reference + "AWS Identity and Access Management, AttachRolePolicy and DeleteRolePermissionsBoundary",
	},
	{
		name:    "write a new version of a policy",
		on:      "policy",
		actions: "iam:CreatePolicyVersion",
		gain:    acts,
		source:  rhino + "1; pathfinding.cloud iam-001",
	},
	{
		name:    "select an older version of a policy",
		on:      "policy",
		actions: "iam:SetDefaultPolicyVersion",
		gain:    acts,
		source:  rhino + "2",
	},
	{
		name:    "write a new version of the boundary or the policy that denies",
		on:      "boundary",
		actions: "iam:CreatePolicyVersion",
		source:  rhino + "1",
	},
	{
		name:    "select an older version of the boundary or the policy that denies",
		on:      "boundary",
		actions: "iam:SetDefaultPolicyVersion",
		source:  rhino + "2",
	},
	{
		name:    "delete the boundary or the policy that denies",
		on:      "boundary",
		actions: "iam:DeletePolicy",
		source:  reference + "AWS Identity and Access Management, DeletePolicy",
	},
}

// userEdges are ways on users, groups and identity providers.
var userEdges = []edge{
	{
		name:    "create an access key",
		on:      "user",
		actions: "iam:CreateAccessKey",
		gain:    acts,
		source:  rhino + "4; pathfinding.cloud iam-002",
	},
	{
		name:    "exchange an access key",
		on:      "user",
		actions: "iam:DeleteAccessKey iam:CreateAccessKey",
		gain:    acts,
		source:  pathfinding + "iam-003",
	},
	{name: "activate an access key", on: "user", actions: "iam:UpdateAccessKey", source: pmapper + "iam_edges.py"},
	{
		name:    "create a password",
		on:      "user",
		actions: "iam:CreateLoginProfile",
		gain:    acts,
		source:  rhino + "5; pathfinding.cloud iam-004",
	},
	{
		name:    "change a password",
		on:      "user",
		actions: "iam:UpdateLoginProfile",
		gain:    acts,
		source:  rhino + "6; pathfinding.cloud iam-006",
	},
	{name: "attach a policy to a user", on: "user", actions: "iam:AttachUserPolicy", source: rhino + "7; pathfinding.cloud iam-008"},
	{name: "write the policy of a user", on: "user", actions: "iam:PutUserPolicy", source: rhino + "10; pathfinding.cloud iam-007"},
	{
		name:    "detach a policy of a user",
		on:      "user",
		actions: "iam:DetachUserPolicy",
		source:  reference + "AWS Identity and Access Management, DetachUserPolicy",
	},
	{
		name:    "remove the boundary of a user",
		on:      "user",
		actions: "iam:DeleteUserPermissionsBoundary",
		source:  iamGuide + "Permissions boundaries for IAM entities",
	},
	{
		name:    "deactivate a user's MFA device",
		on:      "user",
		actions: "iam:DeactivateMFADevice",
		source:  reference + "AWS Identity and Access Management, DeactivateMFADevice",
	},
	{
		name: "create a credential of a service", on: "user", actions: "iam:CreateServiceSpecificCredential",
		source: reference + "AWS Identity and Access Management, CreateServiceSpecificCredential",
	},
	{
		name:    "upload an SSH key",
		on:      "user",
		actions: "iam:UploadSSHPublicKey",
		source:  reference + "AWS Identity and Access Management, UploadSSHPublicKey",
	},
	{
		name:    "create a user that is an administrator",
		on:      "new user",
		actions: "iam:CreateUser iam:AttachUserPolicy iam:CreateAccessKey",
		policy:  anyPolicy,
		gain:    acts,
		source:  pathfinding + "iam-015",
	},
	{
		name:    "add a user to a group",
		on:      "group",
		actions: "iam:AddUserToGroup",
		gain:    acts,
		source:  rhino + "13; pathfinding.cloud iam-013",
	},
	{name: "attach a policy to a group", on: "group", actions: "iam:AttachGroupPolicy", source: rhino + "8; pathfinding.cloud iam-010"},
	{name: "write the policy of a group", on: "group", actions: "iam:PutGroupPolicy", source: rhino + "11; pathfinding.cloud iam-011"},
	{
		name:    "replace the metadata of a SAML provider",
		on:      "SAML provider",
		actions: "iam:UpdateSAMLProvider",
		gain:    acts,
		source:  reference + "AWS Identity and Access Management, UpdateSAMLProvider",
	},
	{
		name: "replace the thumbprint of an OIDC provider", on: "OIDC provider", actions: "iam:UpdateOpenIDConnectProviderThumbprint",
		source: reference + "AWS Identity and Access Management, UpdateOpenIDConnectProviderThumbprint",
	},
	{
		name:    "add an audience to an OIDC provider",
		on:      "OIDC provider",
		actions: "iam:AddClientIDToOpenIDConnectProvider",
		source:  reference + "AWS Identity and Access Management, AddClientIDToOpenIDConnectProvider",
	},
	{
		name:    "delete an OIDC provider",
		on:      "OIDC provider",
		actions: "iam:DeleteOpenIDConnectProvider",
		source:  reference + "AWS Identity and Access Management, DeleteOpenIDConnectProvider",
	},
	{
		name:    "tag an OIDC provider, then delete it",
		on:      "OIDC provider",
		tagged:  true,
		actions: "iam:TagOpenIDConnectProvider iam:DeleteOpenIDConnectProvider",
		source:  iamGuide + "Controlling access to and for IAM users and roles using tags",
	},
	{
		name:    "replace the role of an instance profile",
		on:      "instance profile",
		actions: "iam:RemoveRoleFromInstanceProfile iam:AddRoleToInstanceProfile",
		source:  pmapper + "ec2_edges.py",
	},
	{
		name:    "replace the keys of an issuer",
		on:      "issuer",
		actions: "s3:PutObject",
		gain:    acts,
		source:  iamGuide + "Create a role for OpenID Connect federation",
	},
}

// passed returns the way of passing a role to a service.
func passed(name, service, actions, source string) edge {
	return edge{name: name, on: "role", actions: "iam:PassRole " + actions, service: service + ".amazonaws.com", gain: acts, source: source}
}

// passEdges are ways on roles that are passed to a service, which then acts as them.
var passEdges = []edge{
	passed("launch an instance with a role", "ec2", "ec2:RunInstances", rhino+"3; pathfinding.cloud ec2-001"),
	passed("request a Spot instance with a role", "ec2", "ec2:RequestSpotInstances", pathfinding+"ec2-003"),
	passed("give an instance a role", "ec2", "ec2:AssociateIamInstanceProfile", pmapper+"ec2_edges.py"),
	passed("replace the role of an instance", "ec2", "ec2:ReplaceIamInstanceProfileAssociation", pmapper+"ec2_edges.py"),
	passed(
		"create a launch template with a role and a group of it", "ec2", "ec2:CreateLaunchTemplate autoscaling:CreateAutoScalingGroup",
		pmapper+"autoscaling_edges.py",
	),
	passed(
		"create a function with a role", "lambda", "lambda:CreateFunction lambda:InvokeFunction",
		rhino+"15; pathfinding.cloud lambda-001",
	),
	passed(
		"create a function that another account calls", "lambda", "lambda:CreateFunction lambda:AddPermission",
		rhino+"16; pathfinding.cloud lambda-006",
	),
	passed(
		"create a function that a stream calls", "lambda", "lambda:CreateFunction lambda:CreateEventSourceMapping",
		rhino+"17; pathfinding.cloud lambda-002",
	),
	passed("create a development endpoint with a role", "glue", "glue:CreateDevEndpoint", rhino+"19; pathfinding.cloud glue-001"),
	passed("run a job of Glue with a role", "glue", "glue:CreateJob glue:StartJobRun", pathfinding+"glue-003"),
	passed(
		"create a stack with a role", "cloudformation", "cloudformation:CreateStack",
		rhino+"21; pathfinding.cloud cloudformation-001",
	),
	passed(
		"create a pipeline with a role", "datapipeline", "datapipeline:CreatePipeline datapipeline:PutPipelineDefinition",
		rhino+"22; pathfinding.cloud datapipeline-001",
	),
	passed("create a notebook with a role", "sagemaker", "sagemaker:CreateNotebookInstance", pathfinding+"sagemaker-001"),
	passed("run a training job with a role", "sagemaker", "sagemaker:CreateTrainingJob", pathfinding+"sagemaker-002"),
	passed("run a task of ECS with a role", "ecs-tasks", "ecs:RegisterTaskDefinition ecs:RunTask", pathfinding+"ecs-004"),
	passed("build a project with a role", "codebuild", "codebuild:CreateProject codebuild:StartBuild", pathfinding+"codebuild-001"),
	passed("run a service of App Runner with a role", "apprunner", "apprunner:CreateService", pathfinding+"apprunner-001"),
	passed(
		"run an automation with a role", "ssm", "ssm:StartAutomationExecution",
		reference+"AWS Systems Manager, StartAutomationExecution",
	),
	passed("let a rule act as a role", "events", "events:PutRule events:PutTargets", reference+"Amazon EventBridge, PutTargets"),
}
