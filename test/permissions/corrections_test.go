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
	// without are the Sids of statements that the documents, or the boundary, did not have.
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
		reason:  "each instance of the account",
		start:   "principal, self-managed",
		earlier: "instances",
		without: []string{"NoOtherMachines"},
		want:    found{"principal, self-managed", "replace the user data of an instance", "instance of another team, and its role"},
	},
	{
		reason:  "each launch template of the account",
		start:   "principal, ROSA",
		earlier: "instances",
		without: []string{"NoOtherMachines"},
		want:    found{"principal, ROSA", "add a version to a launch template", "launch template of another team, and its role"},
	},
	{
		reason: "the tag of the stack on an instance of somebody else", start: "principal, self-managed", earlier: "tags",
		want: found{"principal, self-managed", "tag an instance, then replace its user data", "instance of another team, and its role"},
	},
	{
		reason: "a role of the cluster changed each instance", start: writtenRole, without: []string{"NoOtherMachines"},
		want: found{writtenRole, "replace the user data of an instance", "instance of another team, and its role"},
	},
	{
		reason: "a role of the cluster tagged each instance", start: writtenRole, without: []string{"NoTagsOfOtherMachines"},
		want: found{writtenRole, "tag an instance, then replace its user data", "instance of another team, and its role"},
	},
	{
		reason: "a role of the cluster copied each disk", start: writtenRole, without: []string{"NoCopiesOfOtherDisks"},
		want: found{writtenRole, "read the disks of an instance by an image", "instance of another team"},
	},
	{
		reason: "a role of the cluster read each snapshot", start: writtenRole, without: []string{"NoOtherSnapshots"},
		want: found{writtenRole, "launch an instance from a snapshot", "snapshot of another team"},
	},
	{
		reason: "a role of the cluster changed each group", start: writtenRole, without: []string{"NoOtherGroups"},
		want: found{writtenRole, "change a group of instances", "group of instances of another team"},
	},
	{
		reason: "a role of the cluster changed the defaults of the account", start: writtenRole, without: []string{"NoDefaultsOfTheAccount"},
		want: found{writtenRole, "change the metadata defaults of the account", "the defaults of the account"},
	},
	{
		reason: "a rule of somebody else", start: "principal, self-managed", earlier: "queues",
		want: found{"principal, self-managed", "send the events of a rule elsewhere", "rule of another team"},
	},
	{
		reason: "records of somebody else", start: "principal, self-managed", earlier: "records",
		want: found{"principal, self-managed", "change records of a hosted zone, and so obtain certificates", "hosted zone of another team"},
	},
	{
		reason: "the ingress operator changed records of somebody else", start: "operator ingress", without: []string{"NoOtherRecords"},
		want: found{"operator ingress", "change records of a hosted zone, and so obtain certificates", "hosted zone of another team"},
	},
	{
		reason: "a distribution of somebody else", start: "principal, self-managed", earlier: "distributions",
		want: found{"principal, self-managed", "replace the origin of a distribution", "distribution of another team"},
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
	{
		reason: "the principal of a shared VPC removed the boundary of Classic's role", start: "principal of a shared VPC",
		earlier: "boundary of a shared VPC",
		want: found{
			"principal of a shared VPC", "create a role with a customer managed policy, then remove its boundary", becomesAdministrator,
		},
	},
	{
		reason: "each subnet of the owner of a shared VPC", start: "principal of a shared VPC", earlier: "shares",
		want: found{"principal of a shared VPC", "share a subnet", "subnet of another team"},
	},
	{
		reason: "a resource share of somebody else", start: "principal of a shared VPC", earlier: "shares",
		want: found{"principal of a shared VPC", "change a resource share", "resource share of another team"},
	},
	{
		reason: "records of the owner of a shared VPC", start: "principal of a shared VPC", earlier: "records",
		want: found{"principal of a shared VPC", "change records of a hosted zone, and so obtain certificates", "hosted zone of another team"},
	},
}

// takenBack returns the start before the correction.
func (c correction) takenBack(start actor, earlier map[string][]statement) actor {
	reduced := func(policy []statement) []statement {
		return slices.DeleteFunc(slices.Clone(policy), func(s statement) bool { return slices.Contains(c.without, s.Sid) })
	}
	policies := [][]statement{earlier[c.earlier]}
	for _, policy := range start.policies {
		policies = append(policies, reduced(policy))
	}
	start.policies, start.boundary = policies, reduced(start.boundary)
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
