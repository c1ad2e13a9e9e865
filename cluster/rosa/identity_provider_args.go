package rosa

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// IdentityProviderArgs are the arguments of an IdentityProvider. Exactly one of HTPasswd, GitHub, GitLab, Google, LDAP and OpenID is
// required. Unless a field says otherwise, changes replace the provider.
type IdentityProviderArgs struct {
	// ClusterID is the cluster's ID in OCM: ID of HCP or Classic. Required.
	ClusterID pulumi.StringInput
	// Name is the name of the provider, which the login page shows: letters and digits, with single hyphens and underscores between them.
	// It must not be cluster-admin, the provider of HCPArgs.Admin and ClassicArgs.Admin. Required.
	Name string
	// MappingMethod is how an identity is mapped to a user of the cluster. Defaults to MappingClaim.
	MappingMethod MappingMethod
	// HTPasswd stores users and passwords in the cluster. Changes are applied in place.
	HTPasswd *HTPasswdArgs
	// GitHub lets members of GitHub organizations or teams log in.
	GitHub *GitHubArgs
	// GitLab lets GitLab users log in.
	GitLab *GitLabArgs
	// Google lets users of a Google Workspace domain log in.
	Google *GoogleArgs
	// LDAP lets users of an LDAP directory log in.
	LDAP *LDAPArgs
	// OpenID lets users of an OpenID Connect issuer log in.
	OpenID *OpenIDArgs
	// ClusterAdmins are names of users in the group cluster-admins. Defaults to none. Changes are applied in place.
	ClusterAdmins []string
	// DedicatedAdmins are names of users in the group dedicated-admins, which has the permissions of Red Hat's managed administrators.
	// Defaults to none. Changes are applied in place.
	DedicatedAdmins []string
}

// MappingMethod is how an identity of a provider is mapped to a user of the cluster.
type MappingMethod string

// The mapping methods.
const (
	// MappingClaim uses the preferred user name, and fails if a user of that name has another identity.
	MappingClaim MappingMethod = "claim"
	// MappingAdd adds the identity to an existing user of the preferred name.
	MappingAdd MappingMethod = "add"
	// MappingGenerate generates a unique user name if the preferred one exists.
	MappingGenerate MappingMethod = "generate"
	// MappingLookup requires users, identities and mappings that were created before.
	MappingLookup MappingMethod = "lookup"
)

// providerName is the rule of openshift/rosa cmd/create/idp/cmd.go.
var providerName = check.Pattern("identity provider name", "company-sso", `[0-9A-Za-z]+([-_][0-9A-Za-z]+)*`)

// adminProvider is the provider that OCM creates together with a cluster's Admin.
const adminProvider = "cluster-admin"

const idpPath = "rosa.IdentityProviderArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *IdentityProviderArgs) Validate() error {
	full := valueOf(a)
	var p check.Problems
	p.RequiredFormat(idpPath+".ClusterID", full.ClusterID, clusterID)
	if p.RequiredFormat(idpPath+".Name", full.Name, providerName) && strings.EqualFold(full.Name, adminProvider) {
		p.Addf(idpPath+".Name", "must not be %s, the provider that OCM creates for a cluster's Admin", adminProvider)
	}
	check.OneOf(&p, idpPath+".MappingMethod", full.MappingMethod, MappingClaim, MappingAdd, MappingGenerate, MappingLookup)
	var choices []check.Choice
	for _, kind := range full.kinds() {
		choices = append(choices, check.Choice{Field: kind.field, Set: kind.set})
		if kind.set {
			kind.check(&p, idpPath+"."+kind.field)
		}
	}
	p.ExactlyOne(idpPath, choices...)
	if full.Google != nil && full.Google.HostedDomain == "" && full.MappingMethod != MappingLookup {
		p.Addf(idpPath+".Google.HostedDomain", "is required unless MappingMethod is %s: otherwise every Google user could log in", MappingLookup)
	}
	full.checkAdmins(&p, idpPath+".ClusterAdmins", full.ClusterAdmins)
	full.checkAdmins(&p, idpPath+".DedicatedAdmins", full.DedicatedAdmins)
	return p.ErrOf(a)
}

func (a *IdentityProviderArgs) checkAdmins(p *check.Problems, path string, users []string) {
	p.Formats(path, users, userName)
	for i, user := range users {
		if a.HTPasswd != nil && !slices.ContainsFunc(a.HTPasswd.Users, func(u HTPasswdUser) bool { return u.Username == user }) {
			p.Addf(check.Index(path, i), "must be one of HTPasswd.Users (got %q)", user)
		}
	}
}

// providerKind is a kind of identity provider.
type providerKind struct {
	field, property string
	set             bool
	check           func(p *check.Problems, path string)
	inputs          func() pulumi.Map
}

// kinds returns all kinds of identity providers, one of which is set.
func (a *IdentityProviderArgs) kinds() []providerKind {
	return []providerKind{
		{"HTPasswd", "htpasswd", a.HTPasswd != nil, a.HTPasswd.check, a.HTPasswd.inputs},
		{"GitHub", "github", a.GitHub != nil, a.GitHub.check, a.GitHub.inputs},
		{"GitLab", "gitlab", a.GitLab != nil, a.GitLab.check, a.GitLab.inputs},
		{"Google", "google", a.Google != nil, a.Google.check, a.Google.inputs},
		{"LDAP", "ldap", a.LDAP != nil, a.LDAP.check, a.LDAP.inputs},
		{"OpenID", "openid", a.OpenID != nil, a.OpenID.check, a.OpenID.inputs},
	}
}

// HTPasswdArgs store users and passwords in the cluster. Changes are applied in place.
type HTPasswdArgs struct {
	// Users are the users, with different names. At least one is required.
	Users []HTPasswdUser
}

// HTPasswdUser is a user with a password.
type HTPasswdUser struct {
	// Username is the name of the user, without /, : and %. Required.
	Username string
	// Password has at least 14 printable ASCII characters, with an upper-case letter, a lower-case letter, and a digit or symbol. It is
	// stored as a secret; OCM receives a hash. Required.
	Password pulumi.StringInput
}

func (h *HTPasswdArgs) check(p *check.Problems, path string) {
	p.Required(path+".Users", h.Users)
	seen := map[string]bool{}
	for i, user := range h.Users {
		at := check.Index(path+".Users", i)
		p.RequiredFormat(at+".Username", user.Username, userName)
		if seen[user.Username] {
			p.Duplicate(at+".Username", user.Username)
		}
		seen[user.Username] = true
		if p.Required(at+".Password", user.Password) {
			checkPassword(p, at+".Password", user.Password)
		}
	}
}

func (h *HTPasswdArgs) inputs() pulumi.Map {
	users := pulumi.Array{}
	for _, user := range h.Users {
		users = append(users, pulumi.Map{"username": pulumi.String(user.Username), "password": secret(user.Password)})
	}
	return pulumi.Map{"users": users}
}
