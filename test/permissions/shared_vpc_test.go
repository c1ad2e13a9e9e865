package permissions

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	sharedRole   = account + "role/demo-shared-route53-role"
	sharedPolicy = account + "policy/demo-shared-vpc-policy"
	// The policies that AWS manages for roles in the account of a shared VPC.
	route53Policy  = "arn:aws:iam::aws:policy/ROSASharedVPCRoute53Policy"
	endpointPolicy = "arn:aws:iam::aws:policy/ROSASharedVPCEndpointPolicy"

	zoneARN     = "arn:aws:route53:::hostedzone/Z1"
	recordNames = "route53:ChangeResourceRecordSetsNormalizedRecordNames"
)

// of returns a request for a resource share with the keys of its tags, and one more key with its value.
func of(action string, tags map[string][]string, more ...string) request {
	keys := maps.Clone(tags)
	if len(more) > 0 {
		if keys == nil {
			keys = map[string][]string{}
		}
		keys[more[0]] = more[1:]
	}
	return request{action: "ram:" + action, resource: "arn:aws:ram:us-east-2:123456789012:resource-share/1", keys: keys}
}

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
		"another text of the boundary":         {action: "iam:CreatePolicyVersion", resource: boundaryARN},
		"a share without the tag of the stack": {action: "ram:CreateResourceShare", resource: "*"},
		"a share of another subnet":            of("CreateResourceShare", newTag, "ram:ResourceArn", ec2ARN+"subnet/subnet-team"),
		"another subnet in its share":          of("AssociateResourceShare", ownTag, "ram:ResourceArn", ec2ARN+"subnet/subnet-team"),
		"a key in its share":                   of("AssociateResourceShare", ownTag, "ram:ResourceArn", foreignKey),
		"another account in its share":         of("AssociateResourceShare", ownTag, "ram:Principal", "999999999999"),
		"its account in another share":         of("AssociateResourceShare", nil, "ram:Principal", "210987654321"),
		"another share":                        of("DeleteResourceShare", nil),
		"a zone of the internet":               {action: "route53:CreateHostedZone", resource: "*"},
		"a zone in another VPC": {
			action: "route53:CreateHostedZone", resource: "*", keys: key("route53:VPCs", "VPCId=vpc-team,VPCRegion=us-east-2"),
		},
		"the record of a certificate": {
			action: "route53:ChangeResourceRecordSets", resource: zoneARN, keys: key(recordNames, "_validation.team.example.com"),
		},
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
	validation := request{
		action: "route53:ChangeResourceRecordSets", resource: zoneARN, keys: key(recordNames, "_validation.team.example.com"),
	}
	assert.False(t, isAllowed(statementsOf(t, "permissions-shared-vpc-boundary.json"), validation))
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
		of("CreateResourceShare", newTag),
		of("TagResource", newTag),
		of("TagResource", ownTag),
		of("AssociateResourceShare", ownTag, "ram:Principal", "210987654321"),
		of("AssociateResourceShare", ownTag, "ram:ResourceArn", ec2ARN+"subnet/subnet-0123456789abcdefa"),
		of("DisassociateResourceShare", ownTag),
		of("UpdateResourceShare", ownTag),
		of("DeleteResourceShare", ownTag),
		{
			action: "route53:CreateHostedZone", resource: "*",
			keys: key("route53:VPCs", "VPCId=vpc-0123456789abcdef0,VPCRegion=us-east-2"),
		},
		{action: "route53:ChangeTagsForResource", resource: zoneARN},
		{action: "route53:DeleteHostedZone", resource: zoneARN},
	} {
		assert.True(t, isAllowed(all, r), "%s of %s", r.action, r.resource)
	}
	boundary := statementsOf(t, "permissions-shared-vpc-boundary.json")
	// The records that the service leaves in the zones of HCP and of Classic, which both have the cluster's domain prefix.
	for _, name := range []string{
		"api.demo.hypershift.local", `\052.apps.rosa.demo.a1b2.p3.openshiftapps.com`, "api.demo.a1b2.p3.openshiftapps.com",
	} {
		r := request{action: "route53:ChangeResourceRecordSets", resource: zoneARN, keys: key(recordNames, name)}
		assert.True(t, isAllowed(all, r), name)
		assert.True(t, isAllowed(boundary, r), name)
	}
}
