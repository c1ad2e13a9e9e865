package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

func TestIdentityProviderArgsValidate(t *testing.T) {
	t.Parallel()
	with := testIDP
	checkValidations(t, map[string]validation{
		"both groups": {
			reason: "a user can be in both groups",
			args: with(func(a *IdentityProviderArgs) {
				a.ClusterAdmins, a.DedicatedAdmins = []string{"ann"}, []string{"ann"}
			}),
		},
		"no kind": {
			reason: "a provider has one kind",
			args:   with(func(a *IdentityProviderArgs) { a.HTPasswd = nil }),
			want:   []string{"rosa.IdentityProviderArgs: required"},
		},
		"two kinds": {
			reason: "a provider has one kind",
			args: with(func(a *IdentityProviderArgs) {
				id := pulumi.String("id")
				a.GitLab = &GitLabArgs{ClientID: id, ClientSecret: id, URL: "https://gitlab.com"}
			}),
			want: []string{"rosa.IdentityProviderArgs: exclusive"},
		},
		"reserved name": {
			reason: "OCM creates the provider cluster-admin for a cluster's Admin",
			args:   with(func(a *IdentityProviderArgs) { a.Name = "Cluster-Admin" }),
			want: []string{
				"rosa.IdentityProviderArgs.Name: must not be cluster-admin, the provider that OCM creates for a cluster's Admin",
			},
		},
		"user twice": {
			reason: "users have different names",
			args: with(func(a *IdentityProviderArgs) {
				a.HTPasswd.Users = append(a.HTPasswd.Users, a.HTPasswd.Users[0])
			}),
			want: []string{"rosa.IdentityProviderArgs.HTPasswd.Users[1].Username: duplicate"},
		},
		"unknown administrator": {
			reason: "administrators are users of HTPasswd",
			args:   with(func(a *IdentityProviderArgs) { a.ClusterAdmins = []string{"anne"} }),
			want:   []string{`rosa.IdentityProviderArgs.ClusterAdmins[0]: must be one of HTPasswd.Users (got "anne")`},
		},
	})
}

func TestMembershipsAreRegisteredInOrder(t *testing.T) {
	t.Parallel()
	rec := run(t, testIDP(func(a *IdentityProviderArgs) {
		a.ClusterAdmins, a.DedicatedAdmins = []string{"ann"}, []string{"ann"}
	}))
	var groups []any
	for _, membership := range rec.OfType("rhcs:index/groupMembership:GroupMembership") {
		groups = append(groups, membership.Inputs["group"])
	}
	assert.Equal(t, []any{"cluster-admins", "dedicated-admins"}, groups)
}
