package docs

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The examples of the documented permissions.
var (
	selfManagedExamples = []string{"classic", "disconnected-self-managed", "elastic-workers", "existing-vpc", "private", "two-clusters"}
	rosaExamples        = []string{"disconnected", "fleet", "rosa-classic", "rosa-hcp"}
)

// policies are the documented permissions, with the examples that they are for.
var policies = map[string][]string{
	"permissions-network.json":      slices.Concat(selfManagedExamples, rosaExamples),
	"permissions-machines.json":     slices.Concat(selfManagedExamples, rosaExamples),
	"permissions-self-managed.json": selfManagedExamples,
	"permissions-rosa.json":         rosaExamples,
	"permissions-shared-vpc.json":   {"shared-vpc"}, // TestSharedVpcResources, in the account that owns the VPC
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
	common := []string{"permissions-network.json", "permissions-machines.json"}
	for file, others := range map[string][]string{
		"permissions-self-managed.json": common, "permissions-rosa.json": common, "permissions-shared-vpc.json": nil,
	} {
		allowed := policyActions(t, file)
		for _, other := range others {
			allowed = append(allowed, policyActions(t, other)...)
		}
		for _, action := range calledActions(t, policies[file]) {
			assert.True(t, slices.ContainsFunc(allowed, func(p string) bool { return allows(p, action) }),
				"%s does not allow %s, which one of %v called", file, action, policies[file])
		}
	}
	for file, examples := range policies {
		allowed, called := policyActions(t, file), calledActions(t, examples)
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
