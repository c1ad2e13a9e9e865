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

// principals are the programs whose calls the acceptance tests record, and the documents that their principals need.
var principals = []struct{ programs, documents []string }{
	{
		programs:  []string{"classic", "disconnected-self-managed", "elastic-workers", "existing-vpc", "private", "two-clusters"},
		documents: []string{"network", "machines", "self-managed"},
	},
	{programs: []string{"disconnected", "fleet", "rosa-classic", "rosa-hcp"}, documents: []string{"network", "machines", "rosa"}},
	{programs: []string{"credentials"}, documents: []string{"network", "self-managed", "credentials"}}, // TestShortTermCredentials
	{
		programs:  []string{"options"}, // TestVpcs, TestOptionsOfAVpc, TestWorkerPools
		documents: []string{"network", "machines", "self-managed", "options"},
	},
	{
		programs:  []string{"shared-vpc"}, // TestSharedVpcResources, in the account that owns the VPC
		documents: []string{"shared-vpc"},
	},
}

// policyActions returns the actions of a document, of which some end in a wildcard.
func policyActions(t *testing.T, name string) []string {
	t.Helper()
	var actions []string
	var document struct{ Statement []struct{ Action []string } }
	file := filepath.Join(root, "docs", "permissions-"+name+".json")
	require.NoError(t, json.Unmarshal([]byte(read(t, file)), &document), file)
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

// calledActions returns the actions of the operations that the AWS provider called for the programs, as the acceptance
// tests recorded them.
func calledActions(t *testing.T, programs []string) []string {
	t.Helper()
	actions := map[string]bool{}
	for _, program := range programs {
		file := filepath.Join(root, "test", "acceptance", "testdata", "actions", program+".txt")
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

// TestPermissionsAreThoseOfTheCalls compares the documented permissions with the operations that the programs called in
// the emulated account: none is missing, and each one that was not called has a reason.
func TestPermissionsAreThoseOfTheCalls(t *testing.T) {
	t.Parallel()
	called := map[string][]string{}
	for _, principal := range principals {
		var allowed []string
		calls := calledActions(t, principal.programs)
		for _, document := range principal.documents {
			allowed = append(allowed, policyActions(t, document)...)
			called[document] = append(called[document], calls...)
		}
		for _, action := range calls {
			assert.True(t, slices.ContainsFunc(allowed, func(p string) bool { return allows(p, action) }),
				"%v do not allow %s, which one of %v called", principal.documents, action, principal.programs)
		}
	}
	for document, calls := range called {
		unexplained := map[string]string{}
		for reason, actions := range notCalled[document] {
			for action := range strings.FieldsSeq(actions) {
				assert.Empty(t, unexplained[action], "%s: %s has two reasons", document, action)
				unexplained[action] = reason
			}
		}
		for _, pattern := range policyActions(t, document) {
			wasCalled := slices.ContainsFunc(calls, func(a string) bool { return allows(pattern, a) })
			reason := unexplained[pattern]
			assert.True(t, wasCalled || reason != "", "%s allows %s, which no program called; give the reason", document, pattern)
			assert.False(t, wasCalled && reason != "", "%s: %s was called, and needs no reason", document, pattern)
			delete(unexplained, pattern)
		}
		assert.Empty(t, unexplained, "%s does not allow them", document)
	}
	// The other documents limit what these allow. Other tests evaluate them.
	documents := []string{"boundary", "deny", "shared-vpc-boundary"}
	for _, file := range files(t, "docs/permissions-*.json") {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "permissions-"), ".json")
		assert.True(t, called[name] != nil || slices.Contains(documents, name), "no program was recorded with %s", file)
	}
}
