package permissions

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	account     = "arn:aws:iam::123456789012:"
	clusterRole = account + "role/demo-x"
	boundaryARN = account + "policy/openshift-boundary"
	foreignKey  = kmsARN + "key/1"
	foreignIDP  = account + "oidc-provider/d1.cloudfront.net"
	tagOfIDP    = "Tag/openshift.io/cloud-credential-operator/demo-123456789012"
	kmsARN      = "arn:aws:kms:us-east-2:123456789012:"
	secretARN   = "arn:aws:secretsmanager:us-east-2:123456789012:secret:"

	parameterARN = "arn:aws:ssm:us-east-2:123456789012:parameter/"
	// imageARN is a public parameter of Amazon, which has no account.
	imageARN = "arn:aws:ssm:us-east-2::parameter/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"
	// principal is the role of a principal, named as docs/permissions.md says.
	principal = account + "role/openshift-provisioner"
)

// The documents of a principal that is confined by the boundary.
var (
	selfManagedFiles = []string{
		"permissions-network.json", "permissions-machines.json", "permissions-self-managed.json", "permissions-credentials.json",
		"permissions-deny.json",
	}
	rosaFiles = []string{"permissions-network.json", "permissions-machines.json", "permissions-rosa.json", "permissions-deny.json"}
)

// TestPermissionsConfine plays what makes the holder of the permissions an administrator, or lets it destroy what is
// not the cluster's.
func TestPermissionsConfine(t *testing.T) {
	t.Parallel()
	all := statementsOf(t, slices.Concat(selfManagedFiles, rosaFiles)...)
	other := key("iam:PermissionsBoundary", account+"policy/demo-other")
	for reason, r := range map[string]request{
		"a role without the boundary": {action: "iam:CreateRole", resource: clusterRole},
		"a role with another boundary": {
			action: "iam:CreateRole", resource: clusterRole, keys: other,
		},
		"permissions of a role without a boundary": {action: "iam:PutRolePolicy", resource: clusterRole},
		"a policy of a role with another boundary": {
			action: "iam:AttachRolePolicy", resource: clusterRole, keys: other,
		},
		"the removal of the boundary": {
			action: "iam:DeleteRolePermissionsBoundary", resource: clusterRole,
			keys: key("iam:PermissionsBoundary", boundaryARN),
		},
		"another boundary": {
			action: "iam:PutRolePermissionsBoundary", resource: clusterRole, keys: other,
		},
		"another text of the boundary": {action: "iam:CreatePolicyVersion", resource: boundaryARN},
		"an older text of the boundary": {
			action: "iam:SetDefaultPolicyVersion", resource: boundaryARN,
		},
		"the policies of the principal": {
			action: "iam:CreatePolicyVersion", resource: account + "policy/openshift-provisioner-1",
		},
		"a role of somebody for a machine": {
			action:   "iam:PassRole",
			resource: account + "role/admin",
			keys:     key("iam:PassedToService", "ec2.amazonaws.com"),
		},
		"a role for another service": {
			action:   "iam:PassRole",
			resource: clusterRole,
			keys:     key("iam:PassedToService", "lambda.amazonaws.com"),
		},
		"the trust policy of another role": {
			action: "iam:UpdateAssumeRolePolicy", resource: account + "role/admin",
		},
		"another role": {action: "sts:AssumeRole", resource: account + "role/admin"},
		"a user":       {action: "iam:CreateUser", resource: account + "user/demo-x7k2p"},
		"an access key": {
			action: "iam:CreateAccessKey", resource: account + "user/admin",
		},
		"the policy of another's key":   {action: "kms:PutKeyPolicy", resource: foreignKey},
		"the deletion of another's key": {action: "kms:ScheduleKeyDeletion", resource: foreignKey},
		"a key without ROSA's tag":      {action: "kms:CreateKey", resource: "*"},
		"another cluster's alias":       {action: "kms:UpdateAlias", resource: kmsARN + "alias/other"},
		"the signing key of another cluster": {
			action: "secretsmanager:GetSecretValue", resource: secretARN + "rosa-private-key-other-oidc-a",
		},
		"another team's queue":          {action: "sqs:SetQueueAttributes", resource: "arn:aws:sqs:us-east-2:123456789012:team"},
		"another team's rule":           {action: "events:PutTargets", resource: "arn:aws:events:us-east-2:123456789012:rule/team"},
		"a password in Parameter Store": {action: "ssm:GetParameter", resource: parameterARN + "prod/password"},
		"the detachment of this Deny": {
			action: "iam:DetachRolePolicy", resource: account + "role/demo-pulumi",
			keys: key("iam:PolicyARN", account+"policy/openshift-provisioner-deny"),
		},
	} {
		assert.False(t, isAllowed(all, r), "%s: %s", reason, r.action)
	}
	// ROSA's issuers have no common prefix.
	selfManaged := statementsOf(t, selfManagedFiles...)
	for _, issuer := range []string{account + "oidc-provider/other.s3.amazonaws.com", foreignIDP} {
		r := request{
			action: "iam:DeleteOpenIDConnectProvider", resource: issuer, keys: key("aws:Resource"+tagOfIDP, "shared"),
		}
		assert.False(t, isAllowed(selfManaged, r), issuer)
	}
}

// TestDenyWins plays what a principal does to whom somebody attaches AdministratorAccess later: permissions-deny.json keeps it from
// becoming another principal, from its own permissions, and from all roles without the boundary.
func TestDenyWins(t *testing.T) {
	t.Parallel()
	administrator := statement{Effect: "Allow", Action: texts{"*"}, Resource: texts{"*"}}
	all := append(statementsOf(t, "permissions-deny.json"), administrator)
	bound := key("iam:PermissionsBoundary", boundaryARN)
	for _, r := range []request{
		{action: "iam:AddUserToGroup", resource: account + "group/admins"},
		{action: "iam:AttachRolePolicy", resource: principal, keys: bound},
		{action: "iam:AttachUserPolicy", resource: account + "user/a"},
		{action: "iam:CreateAccessKey", resource: account + "user/a"},
		{action: "iam:CreatePolicyVersion", resource: account + "policy/administrators"},
		{action: "iam:CreatePolicyVersion", resource: account + "policy/openshift-provisioner-deny"},
		{action: "iam:CreateRole", resource: account + "role/demo-x"},
		{action: "iam:CreateSAMLProvider", resource: account + "saml-provider/a"},
		{action: "iam:CreateServiceSpecificCredential", resource: account + "user/a"},
		{action: "iam:CreateVirtualMFADevice", resource: account + "mfa/a"},
		{action: "iam:DeactivateMFADevice", resource: account + "user/a"},
		{action: "iam:DeleteGroupPolicy", resource: account + "group/admins"},
		{action: "iam:DeleteRolePermissionsBoundary", resource: clusterRole},
		{action: "iam:DeleteRolePolicy", resource: principal},
		{action: "iam:DeleteUserPermissionsBoundary", resource: account + "user/openshift-provisioner"},
		{action: "iam:DeleteUserPolicy", resource: account + "user/a"},
		{action: "iam:DetachGroupPolicy", resource: account + "group/admins"},
		{action: "iam:DetachRolePolicy", resource: principal, keys: key("iam:PolicyARN", account+"policy/other")},
		{
			action: "iam:DetachRolePolicy", resource: account + "role/demo-pulumi",
			keys: key("iam:PolicyARN", account+"policy/openshift-provisioner-deny"),
		},
		{action: "iam:DetachUserPolicy", resource: account + "user/a"},
		{action: "iam:EnableMFADevice", resource: account + "user/a"},
		{action: "iam:PutRolePermissionsBoundary", resource: principal, keys: bound},
		{action: "iam:PutUserPermissionsBoundary", resource: account + "user/openshift-provisioner", keys: bound},
		{action: "iam:PutUserPolicy", resource: account + "user/a"},
		{action: "iam:RemoveUserFromGroup", resource: account + "group/admins"},
		{action: "iam:SetDefaultPolicyVersion", resource: account + "policy/administrators"},
		{action: "iam:UpdateAssumeRolePolicy", resource: principal},
		{action: "iam:UpdateSAMLProvider", resource: account + "saml-provider/a"},
		{action: "iam:UpdateUser", resource: account + "user/a"},
		{action: "iam:UploadSSHPublicKey", resource: account + "user/a"},
		{action: "sts:AssumeRole", resource: account + "role/admin"},
	} {
		assert.False(t, isAllowed(all, r), "%s of %s", r.action, r.resource)
	}
}

// TestPermissionsAllow plays what the components do with the boundary.
func TestPermissionsAllow(t *testing.T) {
	t.Parallel()
	all := statementsOf(t, slices.Concat(selfManagedFiles, rosaFiles)...)
	bound := key("iam:PermissionsBoundary", boundaryARN)
	red := key("aws:ResourceTag/red-hat", "true")
	for reason, r := range map[string]request{
		"a role":             {action: "iam:CreateRole", resource: clusterRole, keys: bound},
		"its permissions":    {action: "iam:PutRolePolicy", resource: clusterRole, keys: bound},
		"its managed policy": {action: "iam:AttachRolePolicy", resource: clusterRole, keys: bound},
		"its trust policy":   {action: "iam:UpdateAssumeRolePolicy", resource: clusterRole},
		"its deletion":       {action: "iam:DeleteRole", resource: clusterRole},
		"the role of a machine": {
			action:   "iam:PassRole",
			resource: clusterRole,
			keys:     key("iam:PassedToService", "ec2.amazonaws.com"),
		},
		"the role of replication": {
			action: "iam:PassRole", resource: clusterRole, keys: key("iam:PassedToService", "s3.amazonaws.com"),
		},
		"a key": {
			action: "kms:CreateKey", resource: "*", keys: key("aws:RequestTag/red-hat", "true"),
		},
		"its policy":      {action: "kms:PutKeyPolicy", resource: foreignKey, keys: red},
		"its alias":       {action: "kms:CreateAlias", resource: foreignKey, keys: red},
		"the alias of it": {action: "kms:CreateAlias", resource: kmsARN + "alias/demo-etcd"},
		"a signing key": {
			action:   "secretsmanager:GetSecretValue",
			resource: secretARN + "rosa-private-key-demo-oidc-a",
		},
		"an issuer": {
			action:   "iam:CreateOpenIDConnectProvider",
			resource: account + "oidc-provider/demo-oidc.s3.amazonaws.com",
		},
		"a private issuer": {
			action: "iam:CreateOpenIDConnectProvider", resource: foreignIDP, keys: key("aws:Request"+tagOfIDP, "owned"),
		},
		"the image of the proxy": {action: "ssm:GetParameter", resource: imageARN},
		"the detachment of its policy": {
			action: "iam:DetachRolePolicy", resource: clusterRole, keys: key("iam:PolicyARN", account+"policy/demo-x-ingress"),
		},
		"a version of its policy": {action: "iam:CreatePolicyVersion", resource: account + "policy/demo-x-ingress"},
		"the queue of a pool":     {action: "sqs:CreateQueue", resource: "arn:aws:sqs:us-east-2:123456789012:demo-elastic-drain-queue-27c94f1"},
		"the rule of a pool": {
			action: "events:PutRule", resource: "arn:aws:events:us-east-2:123456789012:rule/demo-elastic-drain-rule-f40641f",
		},
		"its deletion ": {
			action: "iam:DeleteOpenIDConnectProvider", resource: foreignIDP, keys: key("aws:Resource"+tagOfIDP, "owned"),
		},
	} {
		assert.True(t, isAllowed(all, r), "%s: %s", reason, r.action)
	}
}

// TestBoundaryConfines plays what a role does that has all permissions but those that its boundary takes from it.
func TestBoundaryConfines(t *testing.T) {
	t.Parallel()
	all := statementsOf(t, "permissions-boundary.json")
	for reason, r := range map[string]request{
		"a role":                {action: "iam:CreateRole", resource: clusterRole},
		"permissions of a role": {action: "iam:PutRolePolicy", resource: clusterRole},
		"the trust of a role":   {action: "iam:UpdateAssumeRolePolicy", resource: clusterRole},
		"an access key":         {action: "iam:CreateAccessKey", resource: account + "user/admin"},
		"a role of an admin": {
			action:   "iam:PassRole",
			resource: account + "role/admin",
			keys:     key("iam:PassedToService", "ec2.amazonaws.com"),
		},
		"a role for a function": {
			action:   "iam:PassRole",
			resource: clusterRole,
			keys:     key("iam:PassedToService", "lambda.amazonaws.com"),
		},
		"another role":        {action: "sts:AssumeRole", resource: account + "role/admin"},
		"another bucket":      {action: "s3:GetObject", resource: "arn:aws:s3:::state/a"},
		"the policy of a key": {action: "kms:PutKeyPolicy", resource: foreignKey},
		"a secret":            {action: "secretsmanager:GetSecretValue", resource: secretARN + "a"},
	} {
		assert.False(t, isAllowed(all, r), "%s: %s", reason, r.action)
	}
}
