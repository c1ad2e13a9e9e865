package permissions

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// correction is a correction that a test takes back: statements that the documents lost, and statements that they got.
type correction struct {
	reason, start string
	// earlier are the statements of testdata/earlier.json that the documents had.
	earlier string
	// without are the Sids of statements that the documents did not have.
	without []string
	// unbounded reports whether the start had no boundary.
	unbounded bool
	want      found
}

// corrections are those of the published documents and of the operators' roles.
var corrections = []correction{
	{
		reason: "a parameter of Parameter Store, which its default key protects from nobody in the account", start: "principal, ROSA",
		earlier: "parameters", want: found{"principal, ROSA", "read a parameter", "parameter of another team"},
	},
	{
		reason: "a role named after the prefix detached the policy that denies from itself", start: "principal named after the prefix",
		without: []string{"ThisDenyStays", "ThePrincipalStays"},
		want: found{
			"principal named after the prefix, without the policy that denies", "create a role with an inline policy", becomesAdministrator,
		},
	},
	{
		reason: "a queue of somebody else", start: "principal, self-managed", earlier: "queues",
		want: found{"principal, self-managed", "write the policy of a queue", "queue of another team"},
	},
	{
		reason: "the principal removed the boundary of a role", start: "principal, self-managed", earlier: "roles",
		without: []string{"TheBoundaryStays"},
		want:    found{"principal, self-managed", "create a role, then remove its boundary", becomesAdministrator},
	},
	{
		reason: "the principal created roles without a boundary", start: "principal, ROSA", without: []string{"RolesNeedTheBoundary"},
		want: found{"principal, ROSA", "create a role with AdministratorAccess", becomesAdministrator},
	},
	{
		reason:  "the boundary had another text",
		start:   "principal, ROSA",
		earlier: "boundary",
		without: []string{"TheBoundaryIsNotRewritten", "NoOtherRolesAndPolicies"},
		want:    found{"principal, ROSA", "write a new version of the boundary or the policy that denies", "the boundary"},
	},
	{
		reason: "an access key of a user", start: "principal that is a user", earlier: "user", without: []string{"NoOtherPrincipals"},
		want: found{"principal that is a user", "create an access key", "user of another team, and its role"},
	},
	{
		reason:  "the principal passed each role to each service",
		start:   "principal, self-managed",
		earlier: "pass",
		without: []string{"NoOtherRolesAndPolicies"},
		want:    found{"principal, self-managed", "launch an instance with a role", "the administrator's role"},
	},
	{
		reason: "the Machine API passed each role", start: "operator Machine API", earlier: "pass", unbounded: true,
		want: found{"operator Machine API", "launch an instance with a role", "the administrator's role"},
	},
	{
		reason: "the ingress operator assumed each role", start: "operator ingress", earlier: "assume", unbounded: true,
		want: found{"operator ingress", "assume a role", "a role that the account may assume"},
	},
	{
		reason: "the bootstrap machine read each object", start: "machine bootstrap", earlier: "objects", unbounded: true,
		want: found{"machine bootstrap", "read an object", "object of another team"},
	},
	{
		reason: "keys without a tag", start: "principal, ROSA", earlier: "keys",
		want: found{"principal, ROSA", "write the policy of a key", "key of another team"},
	},
	{
		reason: "signing keys of other clusters", start: "principal, ROSA", earlier: "secrets",
		want: found{"principal, ROSA", "read a secret", "a signing key of another team"},
	},
	{
		reason: "private issuers without a tag", start: "principal, self-managed", earlier: "providers",
		want: found{"principal, self-managed", "delete an OIDC provider", "a private issuer of another team"},
	},
	{
		reason: "the roles of a shared VPC with each policy", start: "principal of a shared VPC", earlier: "shared VPC",
		want: found{"principal of a shared VPC", "create a role with AdministratorAccess", becomesAdministrator},
	},
}

// takenBack returns the start before the correction.
func (c correction) takenBack(start actor, earlier map[string][]statement) actor {
	policies := [][]statement{earlier[c.earlier]}
	for _, policy := range start.policies {
		policies = append(policies, slices.DeleteFunc(slices.Clone(policy), func(s statement) bool { return slices.Contains(c.without, s.Sid) }))
	}
	start.policies = policies
	if c.unbounded {
		start.boundary = nil
	}
	return start
}

// TestTheSearchFindsWhatWasCorrected takes each correction back: the search then finds the way, and does not find it otherwise.
func TestTheSearchFindsWhatWasCorrected(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "earlier.json"))
	require.NoError(t, err)
	var earlier map[string][]statement
	require.NoError(t, json.Unmarshal(text, &earlier))
	s, starts := published(t)
	shared, principalOfShared := sharedVpc(t)
	for _, c := range corrections {
		require.True(t, c.earlier == "" || earlier[c.earlier] != nil, c.reason)
		search, start := shared, principalOfShared
		if i := slices.IndexFunc(starts, func(a actor) bool { return a.name == c.start }); i >= 0 {
			search, start = s, starts[i]
		}
		require.Equal(t, c.start, start.name)
		_, before := search.from(c.takenBack(start, earlier))
		assert.Contains(t, before, c.want, c.reason)
		_, now := search.from(start)
		assert.NotContains(t, now, c.want, c.reason)
	}
}

// TestInstancesAreReached: the documents do not confine EC2, and the page says so.
func TestInstancesAreReached(t *testing.T) {
	t.Parallel()
	s, starts := published(t)
	for _, start := range starts {
		_, ways := s.from(start)
		want := found{start.name, "replace the user data of an instance", "instance of another team, and its role"}
		switch start.name {
		case "principal, self-managed", "principal, ROSA", writtenRole:
			assert.Contains(t, ways, want)
		case "machine worker", "machine bootstrap", "operator ingress":
			assert.NotContains(t, ways, want)
		}
	}
}
