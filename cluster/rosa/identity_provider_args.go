package cluster

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaIdentityProviderArgs are the arguments of a RosaIdentityProvider. Exactly one of HTPasswd, GitHub, GitLab, Google, LDAP and OpenID
// is required.
type RosaIdentityProviderArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// ClusterID is the cluster's id in OCM: ID of RosaHCP or RosaClassic. Required. A change replaces the provider.
	ClusterID pulumi.StringInput
	// Name is the provider's name, which the log-in page shows: letters and digits, with single hyphens and underscores between them;
	// not cluster-admin, which is that of RosaHCPArgs.Admin. Required. A change replaces the provider.
	Name string
	// MappingMethod says how a user of this provider becomes one of the cluster. Default RosaMappingClaim. A change replaces the
	// provider.
	MappingMethod RosaMappingMethod
	// HTPasswd keeps users and passwords in the cluster itself.
	HTPasswd *RosaHTPasswdArgs
	// GitHub lets members of organisations or teams of GitHub log in.
	GitHub *RosaGitHubArgs
	// GitLab lets users of GitLab log in.
	GitLab *RosaGitLabArgs
	// Google lets users of a Google Workspace domain log in.
	Google *RosaGoogleArgs
	// LDAP looks users up in a directory.
	LDAP *RosaLDAPArgs
	// OpenID lets users of an OpenID Connect issuer log in.
	OpenID *RosaOpenIDArgs
	// ClusterAdmins are names of users who may do anything. Each can be added and removed at any time.
	ClusterAdmins []string
	// DedicatedAdmins are names of users who may do what Red Hat's managed administrators may.
	DedicatedAdmins []string
}

// RosaMappingMethod says how a user of an identity provider becomes one of the cluster.
type RosaMappingMethod string

// The methods that there are.
const (
	// RosaMappingClaim takes the user's name, and fails if another provider's user has it.
	RosaMappingClaim RosaMappingMethod = "claim"
	// RosaMappingAdd lets users of the same name of several providers be one.
	RosaMappingAdd RosaMappingMethod = "add"
	// RosaMappingGenerate makes up a new name if the user's is taken.
	RosaMappingGenerate RosaMappingMethod = "generate"
	// RosaMappingLookup takes users that somebody made before.
	RosaMappingLookup RosaMappingMethod = "lookup"
)

const rosaIDPPath = "cluster.RosaIdentityProviderArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaIdentityProviderArgs) Validate() error {
	var full RosaIdentityProviderArgs
	if a != nil {
		full = *a
	}
	var p check.Problems
	full.RHCS.Check(&p, rosaIDPPath+"RHCS")
	rosaCheckCluster(&p, rosaIDPPath+"ClusterID", full.ClusterID)
	switch {
	case !p.Required(rosaIDPPath+"Name", full.Name):
	case strings.EqualFold(full.Name, rosaAdminProvider):
		p.Addf(rosaIDPPath+"Name", "%s is the name of the provider that OCM makes for a cluster's Admin", full.Name)
	case !rosaIDPName.MatchString(full.Name):
		p.Addf(rosaIDPPath+"Name", "%q must be letters and digits, with single hyphens and underscores between them", full.Name)
	}
	if full.MappingMethod != "" {
		rosaOneOf(&p, rosaIDPPath+"MappingMethod", full.MappingMethod, RosaMappingClaim, RosaMappingAdd, RosaMappingGenerate, RosaMappingLookup)
	}
	kinds := full.kinds()
	if len(kinds) != 1 {
		p.Addf(rosaIDPPath+"HTPasswd", "must be set, or GitHub, GitLab, Google, LDAP or OpenID: exactly one of them, not %d", len(kinds))
	}
	for _, kind := range kinds {
		kind.check(&p, rosaIDPPath+kind.field)
	}
	if full.Google != nil && full.Google.HostedDomain == "" && full.MappingMethod != RosaMappingLookup {
		p.Addf(rosaIDPPath+"Google.HostedDomain", "is required unless MappingMethod is %s; else all of Google could log in", RosaMappingLookup)
	}
	full.checkAdmins(&p)
	return p.Err()
}

// rosaIDPName is the rosa command's rule (openshift/rosa cmd/create/idp/cmd.go).
var rosaIDPName = regexp.MustCompile(`^[0-9A-Za-z]+([-_][0-9A-Za-z]+)*$`)

// rosaAdminProvider is the provider that the service makes along with a cluster's first administrator.
const rosaAdminProvider = "cluster-admin"

func (a *RosaIdentityProviderArgs) checkAdmins(p *check.Problems) {
	for _, list := range []struct {
		name  string
		users []string
	}{{"ClusterAdmins", a.ClusterAdmins}, {"DedicatedAdmins", a.DedicatedAdmins}} {
		for i, user := range list.users {
			at := rosaIndex(rosaIDPPath+list.name, i)
			rosaCheckUsername(p, at, user)
			if slices.Contains(list.users[:i], user) {
				p.Addf(at, "%q is there twice", user)
			}
			if a.HTPasswd != nil && !slices.ContainsFunc(a.HTPasswd.Users, func(u RosaHTPasswdUser) bool { return u.Username == user }) {
				p.Addf(at, "%q is none of HTPasswd's users", user)
			}
		}
	}
}

// rosaIDPKind is one of the kinds of identity providers.
type rosaIDPKind struct {
	field, property string
	check           func(p *check.Problems, path string)
	inputs          func() pulumi.Map
}

// kinds are those that are set; there should be one.
func (a *RosaIdentityProviderArgs) kinds() []rosaIDPKind {
	var kinds []rosaIDPKind
	if a.HTPasswd != nil {
		kinds = append(kinds, rosaIDPKind{"HTPasswd", "htpasswd", a.HTPasswd.check, a.HTPasswd.inputs})
	}
	if a.GitHub != nil {
		kinds = append(kinds, rosaIDPKind{"GitHub", "github", a.GitHub.check, a.GitHub.inputs})
	}
	if a.GitLab != nil {
		kinds = append(kinds, rosaIDPKind{"GitLab", "gitlab", a.GitLab.check, a.GitLab.inputs})
	}
	if a.Google != nil {
		kinds = append(kinds, rosaIDPKind{"Google", "google", a.Google.check, a.Google.inputs})
	}
	if a.LDAP != nil {
		kinds = append(kinds, rosaIDPKind{"LDAP", "ldap", a.LDAP.check, a.LDAP.inputs})
	}
	if a.OpenID != nil {
		kinds = append(kinds, rosaIDPKind{"OpenID", "openid", a.OpenID.check, a.OpenID.inputs})
	}
	return kinds
}

// RosaHTPasswdArgs keep users and passwords in the cluster itself. For a few users; a change is made in place.
type RosaHTPasswdArgs struct {
	// Users are the users, at least one, with different names.
	Users []RosaHTPasswdUser
}

// RosaHTPasswdUser is a user with a password.
type RosaHTPasswdUser struct {
	// Username is the user's name, without /, : and %. Required.
	Username string
	// Password is at least 14 characters of ASCII, among them an upper-case and a lower-case letter and a digit or symbol. Required. It
	// is kept as a secret; OCM is told a hash.
	Password pulumi.StringInput
}

func (h *RosaHTPasswdArgs) check(p *check.Problems, path string) {
	if len(h.Users) == 0 {
		p.Addf(path+".Users", "is empty; at least one user is needed")
	}
	seen := map[string]bool{}
	for i, user := range h.Users {
		at := rosaIndex(path+".Users", i)
		rosaCheckUsername(p, at+".Username", user.Username)
		if seen[user.Username] {
			p.Addf(at+".Username", "%q is there twice", user.Username)
		}
		seen[user.Username] = true
		if p.Required(at+".Password", user.Password) {
			rosaCheckPassword(p, at+".Password", user.Password)
		}
	}
}

func (h *RosaHTPasswdArgs) inputs() pulumi.Map {
	users := pulumi.Array{}
	for _, user := range h.Users {
		users = append(users, pulumi.Map{"username": pulumi.String(user.Username), "password": pulumi.ToSecret(user.Password)})
	}
	return pulumi.Map{"users": users}
}

// rosaCheckClient looks at an OAuth client.
func rosaCheckClient(p *check.Problems, path string, id, secret pulumi.StringInput) {
	p.Required(path+".ClientID", id)
	p.Required(path+".ClientSecret", secret)
}

func rosaCheckCA(p *check.Problems, path string, ca pulumi.StringInput) {
	if bundle, known := rosaKnown(ca); known {
		rosaCheckBundle(p, path+".CA", bundle)
	}
}

// rosaSecret is nil for nothing.
func rosaSecret(secret pulumi.StringInput) pulumi.Input {
	if secret == nil {
		return nil
	}
	return pulumi.ToSecret(secret)
}

func rosaIsHTTPS(text string) bool {
	return strings.HasPrefix(text, "https://") && len(text) > len("https://")
}
