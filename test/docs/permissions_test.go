package docs

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// policies are the documented permissions, with the examples that they are for.
var policies = map[string][]string{
	"permissions-self-managed.json": {"classic", "disconnected-self-managed", "elastic-workers", "existing-vpc", "private", "two-clusters"},
	"permissions-rosa.json":         {"disconnected", "fleet", "rosa-classic", "rosa-hcp"},
}

// policyActions returns the actions of a policy, of which some end in a wildcard.
func policyActions(t *testing.T, file string) []string {
	t.Helper()
	var actions []string
	var document struct{ Statement []struct{ Action []string } }
	require.NoError(t, json.Unmarshal([]byte(read(t, filepath.Join(root, "docs", file))), &document), file)
	for _, statement := range document.Statement {
		actions = append(actions, statement.Action...)
	}
	slices.Sort(actions)
	return slices.Compact(actions)
}

// actionNames are the actions of operations that have another name (Service Authorization Reference, Amazon S3).
var actionNames = map[string]string{
	"s3:DeleteBucketEncryption":           "s3:PutEncryptionConfiguration",
	"s3:DeleteBucketLifecycle":            "s3:PutLifecycleConfiguration",
	"s3:DeleteBucketOwnershipControls":    "s3:PutBucketOwnershipControls",
	"s3:DeleteObjects":                    "s3:DeleteObject",
	"s3:DeletePublicAccessBlock":          "s3:PutBucketPublicAccessBlock",
	"s3:GetBucketAccelerateConfiguration": "s3:GetAccelerateConfiguration",
	"s3:GetBucketCors":                    "s3:GetBucketCORS",
	"s3:GetBucketEncryption":              "s3:GetEncryptionConfiguration",
	"s3:GetBucketLifecycleConfiguration":  "s3:GetLifecycleConfiguration",
	"s3:GetBucketReplication":             "s3:GetReplicationConfiguration",
	"s3:GetObjectLockConfiguration":       "s3:GetBucketObjectLockConfiguration",
	"s3:GetPublicAccessBlock":             "s3:GetBucketPublicAccessBlock",
	"s3:HeadBucket":                       "s3:ListBucket",
	"s3:HeadObject":                       "s3:GetObject",
	"s3:ListBuckets":                      "s3:ListAllMyBuckets",
	"s3:ListObjectVersions":               "s3:ListBucketVersions",
	"s3:ListObjectsV2":                    "s3:ListBucket",
	"s3:PutBucketEncryption":              "s3:PutEncryptionConfiguration",
	"s3:PutBucketLifecycleConfiguration":  "s3:PutLifecycleConfiguration",
	"s3:PutPublicAccessBlock":             "s3:PutBucketPublicAccessBlock",
	"tagging:GetResources":                "tag:GetResources",
}

// calledActions returns the actions of the operations that the AWS provider called for the examples, as the acceptance
// tests recorded them.
func calledActions(t *testing.T, examples []string) []string {
	t.Helper()
	actions := map[string]bool{}
	for _, example := range examples {
		file := filepath.Join(root, "test", "acceptance", "testdata", "actions", example+".txt")
		for operation := range strings.FieldsSeq(read(t, file)) {
			actions[cmp.Or(actionNames[operation], operation)] = true
		}
	}
	require.NotEmpty(t, actions)
	return slices.Sorted(maps.Keys(actions))
}

func allows(pattern, action string) bool {
	matched, err := path.Match(pattern, action)
	return err == nil && matched
}

// TestPermissionsAreThoseOfTheCalls compares the documented permissions with the operations that the examples called in
// the emulated account: none is missing, and each one that was not called has a reason.
func TestPermissionsAreThoseOfTheCalls(t *testing.T) {
	t.Parallel()
	for file, examples := range policies {
		allowed, called := policyActions(t, file), calledActions(t, examples)
		for _, action := range called {
			assert.True(t, slices.ContainsFunc(allowed, func(p string) bool { return allows(p, action) }),
				"%s does not allow %s, which one of %v called", file, action, examples)
		}
		unexplained := map[string]string{}
		for reason, actions := range notCalled[file] {
			for action := range strings.FieldsSeq(actions) {
				assert.Empty(t, unexplained[action], "%s: %s has two reasons", file, action)
				unexplained[action] = reason
			}
		}
		for _, pattern := range allowed {
			wasCalled := slices.ContainsFunc(called, func(a string) bool { return allows(pattern, a) })
			reason := unexplained[pattern]
			assert.True(t, wasCalled || reason != "", "%s allows %s, which no example called; give the reason", file, pattern)
			assert.False(t, wasCalled && reason != "", "%s: %s was called, and needs no reason", file, pattern)
			delete(unexplained, pattern)
		}
		assert.Empty(t, unexplained, "%s does not allow them", file)
	}
}

// credentialsActions are the actions that the AWS provider needs for the resources of iam.ShortTermCredentials, by type
// (hashicorp/terraform-provider-aws v5.100.0 internal/service/cloudfront, iam and s3).
var credentialsActions = map[string]string{
	"aws:cloudfront/distribution:Distribution": "cloudfront:CreateDistribution cloudfront:CreateDistributionWithTags " +
		"cloudfront:DeleteDistribution cloudfront:GetDistribution cloudfront:ListTagsForResource cloudfront:TagResource " +
		"cloudfront:UntagResource cloudfront:UpdateDistribution",
	"aws:cloudfront/originAccessControl:OriginAccessControl": "cloudfront:CreateOriginAccessControl " +
		"cloudfront:DeleteOriginAccessControl cloudfront:GetOriginAccessControl cloudfront:UpdateOriginAccessControl",
	"aws:iam/openIdConnectProvider:OpenIdConnectProvider": "iam:AddClientIDToOpenIDConnectProvider " +
		"iam:CreateOpenIDConnectProvider iam:DeleteOpenIDConnectProvider iam:GetOpenIDConnectProvider " +
		"iam:RemoveClientIDFromOpenIDConnectProvider iam:TagOpenIDConnectProvider iam:UntagOpenIDConnectProvider " +
		"iam:UpdateOpenIDConnectProviderThumbprint",
	"aws:iam/role:Role": "iam:CreateRole iam:DeleteRole iam:GetRole iam:ListAttachedRolePolicies " +
		"iam:ListInstanceProfilesForRole iam:ListRolePolicies iam:TagRole iam:UntagRole " +
		"iam:UpdateAssumeRolePolicy iam:UpdateRoleDescription",
	"aws:iam/rolePolicy:RolePolicy": "iam:DeleteRolePolicy iam:GetRolePolicy iam:PutRolePolicy",
	"aws:s3/bucketObjectv2:BucketObjectv2": "s3:DeleteObject s3:GetObject s3:GetObjectTagging s3:PutObject " +
		"s3:PutObjectTagging",
	"aws:s3/bucketPolicy:BucketPolicy": "s3:DeleteBucketPolicy s3:GetBucketPolicy s3:PutBucketPolicy",
	"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": "s3:GetBucketPublicAccessBlock " +
		"s3:PutBucketPublicAccessBlock",
	"aws:s3/bucketV2:BucketV2": "s3:CreateBucket s3:DeleteBucket s3:GetBucketTagging s3:ListBucket s3:PutBucketTagging",
}

// sharedVpcActions are the actions that the AWS provider needs for the resources of iam.SharedVpcResources, by type
// (hashicorp/terraform-provider-aws v5.100.0 internal/service/iam, 01f4311 internal/service/ram, 036631a internal/service/route53).
var sharedVpcActions = map[string]string{
	"aws:iam/policy:Policy": "iam:CreatePolicy iam:CreatePolicyVersion iam:DeletePolicy iam:DeletePolicyVersion iam:GetPolicy " +
		"iam:GetPolicyVersion iam:ListPolicyVersions iam:TagPolicy iam:UntagPolicy",
	// Without iam:DeleteRolePermissionsBoundary: whoever removes the boundary of Classic's role can make it an administrator.
	"aws:iam/role:Role": "iam:CreateRole iam:DeleteRole iam:GetRole iam:ListAttachedRolePolicies " +
		"iam:ListInstanceProfilesForRole iam:ListRolePolicies iam:PutRolePermissionsBoundary iam:TagRole iam:UntagRole " +
		"iam:UpdateAssumeRolePolicy",
	"aws:iam/rolePolicyAttachment:RolePolicyAttachment": "iam:AttachRolePolicy iam:DetachRolePolicy iam:ListAttachedRolePolicies",
	"aws:ram/principalAssociation:PrincipalAssociation": "ram:AssociateResourceShare ram:DisassociateResourceShare " +
		"ram:GetResourceShareAssociations",
	"aws:ram/resourceAssociation:ResourceAssociation": "ram:AssociateResourceShare ram:DisassociateResourceShare " +
		"ram:GetResourceShareAssociations",
	"aws:ram/resourceShare:ResourceShare": "ram:CreateResourceShare ram:DeleteResourceShare ram:GetResourceShares " +
		"ram:ListResourceSharePermissions ram:TagResource ram:UntagResource ram:UpdateResourceShare",
	"aws:route53/zone:Zone": "route53:ChangeResourceRecordSets route53:ChangeTagsForResource route53:CreateHostedZone " +
		"route53:DeleteHostedZone route53:GetChange route53:GetDNSSEC route53:GetHostedZone " +
		"route53:ListResourceRecordSets route53:ListTagsForResource",
}

// ocmRoleActions are the actions that the AWS provider needs for the resources of iam.OCMRole with a boundary, by type
// (hashicorp/terraform-provider-aws v5.100.0 internal/service/iam).
var ocmRoleActions = map[string]string{
	"aws:iam/policy:Policy": sharedVpcActions["aws:iam/policy:Policy"],
	"aws:iam/role:Role": "iam:CreateRole iam:DeleteRole iam:GetRole iam:ListAttachedRolePolicies iam:ListInstanceProfilesForRole " +
		"iam:ListRolePolicies iam:TagRole iam:UntagRole iam:UpdateAssumeRolePolicy",
	"aws:iam/rolePolicyAttachment:RolePolicyAttachment": sharedVpcActions["aws:iam/rolePolicyAttachment:RolePolicyAttachment"],
}

// TestPermissionsCoverComponents: the examples' tests do not call what some components need.
func TestPermissionsCoverComponents(t *testing.T) {
	t.Parallel()
	for goldens, tt := range map[string]struct {
		files   []string
		actions map[string]string
	}{
		"short-term-credentials*.golden": {
			[]string{"permissions-self-managed.json", "permissions-credentials.json"}, credentialsActions,
		},
		"shared-vpc-resources*.golden": {[]string{"permissions-shared-vpc.json"}, sharedVpcActions},
		"ocm-role*.golden":             {[]string{"permissions-rosa.json"}, ocmRoleActions},
	} {
		var allowed []string
		for _, file := range tt.files {
			allowed = append(allowed, policyActions(t, file)...)
		}
		found := map[string]bool{}
		for _, golden := range files(t, "iam/testdata/"+goldens) {
			for _, match := range regexp.MustCompile(`(?m)^(aws:\w+/\w+:\w+) `).FindAllStringSubmatch(read(t, golden), -1) {
				found[match[1]] = true
				for action := range strings.FieldsSeq(tt.actions[match[1]]) {
					assert.True(t, slices.ContainsFunc(allowed, func(p string) bool { return allows(p, action) }),
						"%s needs %s", match[1], action)
				}
			}
		}
		assert.ElementsMatch(t, slices.Collect(maps.Keys(tt.actions)), slices.Collect(maps.Keys(found)), goldens)
	}
}
