package permissions

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	sharedRole   = account + "role/demo-shared-route53-role"
	sharedPolicy = account + "policy/demo-shared-vpc-policy"
	// The policies that AWS manages for roles in the account of a shared VPC.
	route53Policy  = "arn:aws:iam::aws:policy/ROSASharedVPCRoute53Policy"
	endpointPolicy = "arn:aws:iam::aws:policy/ROSASharedVPCEndpointPolicy"
)

// TestSharedVpcPermissionsConfine plays what makes the holder of the permissions in the account that owns the VPC an administrator of that
// account: it chooses who may assume the roles, so they must never have other permissions than those of a shared VPC.
func TestSharedVpcPermissionsConfine(t *testing.T) {
	t.Parallel()
	const administrator = "arn:aws:iam::aws:policy/AdministratorAccess"
	bound, other := boundaryARN, account+"policy/demo-other"
	attach := func(policy, boundary string) map[string][]string {
		keys := key("iam:PolicyARN", policy)
		if boundary != "" {
			keys["iam:PermissionsBoundary"] = []string{boundary}
		}
		return keys
	}
	requests := map[string]request{
		"a role of its clusters": {
			action: "iam:CreateRole", resource: clusterRole,
			keys: key("iam:PermissionsBoundary", bound),
		},
		"a policy of its clusters":              {action: "iam:CreatePolicyVersion", resource: account + "policy/demo-x"},
		"the trust policy of its administrator": {action: "iam:UpdateAssumeRolePolicy", resource: account + "role/admin"},
		"the role of a machine of it":           {action: "iam:PassRole", resource: sharedRole},
		"its VPC":                               {action: "ec2:DeleteVpc", resource: "*"},
		"its organization":                      {action: "ram:EnableSharingWithAwsOrganization", resource: "*"},
		"a role that is an administrator": {
			action: "iam:AttachRolePolicy", resource: sharedRole,
			keys: attach(administrator, ""),
		},
		"an administrator with a boundary": {
			action: "iam:AttachRolePolicy", resource: sharedRole,
			keys: attach(administrator, bound),
		},
		"a policy of its own without a boundary": {action: "iam:AttachRolePolicy", resource: sharedRole, keys: attach(sharedPolicy, "")},
		"a policy of its own, another boundary": {
			action: "iam:AttachRolePolicy", resource: sharedRole,
			keys: attach(sharedPolicy, other),
		},
		"an inline policy": {
			action: "iam:PutRolePolicy", resource: sharedRole,
			keys: key("iam:PermissionsBoundary", bound),
		},
		"the removal of the boundary": {action: "iam:DeleteRolePermissionsBoundary", resource: sharedRole},
		"another boundary": {
			action: "iam:PutRolePermissionsBoundary", resource: sharedRole,
			keys: key("iam:PermissionsBoundary", other),
		},
		"another text of the boundary": {action: "iam:CreatePolicyVersion", resource: boundaryARN},
		"a resource of another type that it owns": {
			action: "ec2:ModifyInstanceAttribute", resource: "arn:aws:ec2:us-east-2:123456789012:instance/i-1",
		},
	}
	for reason, r := range requests {
		assert.False(t, isAllowed(statementsOf(t, "permissions-shared-vpc.json"), r), "%s: %s", reason, r.action)
	}
	withDeny := statementsOf(t, "permissions-shared-vpc.json", "permissions-deny.json")
	for reason, r := range map[string]request{
		"a role without the boundary":     {action: "iam:CreateRole", resource: sharedRole},
		"permissions without a boundary ": {action: "iam:AttachRolePolicy", resource: sharedRole, keys: attach(route53Policy, "")},
	} {
		assert.False(t, isAllowed(withDeny, r), "%s: %s", reason, r.action)
	}
	for _, action := range []string{"ec2:ModifyInstanceAttribute", "iam:CreateRole", "iam:PassRole", "sts:AssumeRole", "s3:GetObject"} {
		r := request{action: action, resource: "*"}
		assert.False(t, isAllowed(statementsOf(t, "permissions-shared-vpc-boundary.json"), r), action)
	}
}

// TestSharedVpcPermissionsAllow plays what iam.SharedVpcResources does: for HCP without a boundary and with it, for Classic with it.
func TestSharedVpcPermissionsAllow(t *testing.T) {
	t.Parallel()
	all := statementsOf(t, "permissions-shared-vpc.json")
	bound := key("iam:PermissionsBoundary", boundaryARN)
	for _, r := range []request{
		{action: "iam:CreateRole", resource: sharedRole},
		{action: "iam:CreateRole", resource: sharedRole, keys: bound},
		{action: "iam:AttachRolePolicy", resource: sharedRole, keys: key("iam:PolicyARN", route53Policy)},
		{action: "iam:AttachRolePolicy", resource: account + "role/demo-shared-vpce-role", keys: key("iam:PolicyARN", endpointPolicy)},
		{
			action: "iam:AttachRolePolicy", resource: sharedRole,
			keys: map[string][]string{"iam:PolicyARN": {sharedPolicy}, "iam:PermissionsBoundary": {boundaryARN}},
		},
		{action: "iam:PutRolePermissionsBoundary", resource: sharedRole, keys: bound},
		{action: "iam:DetachRolePolicy", resource: sharedRole, keys: key("iam:PolicyARN", route53Policy)},
		{action: "iam:UpdateAssumeRolePolicy", resource: sharedRole},
		{action: "iam:DeleteRole", resource: sharedRole},
		{action: "iam:CreatePolicy", resource: sharedPolicy},
		{action: "iam:CreatePolicyVersion", resource: sharedPolicy},
		{action: "ram:CreateResourceShare", resource: "*"},
		{action: "route53:CreateHostedZone", resource: "*"},
	} {
		assert.True(t, isAllowed(all, r), "%s of %s", r.action, r.resource)
	}
}
