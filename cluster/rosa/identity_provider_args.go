package rosa

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/login"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// IdentityProviderArgs are the arguments of an IdentityProvider. Exactly one of HTPasswd, GitHub, GitLab, Google, LDAP and OpenID is
// required. Unless a field says otherwise, changes replace the provider.
type IdentityProviderArgs struct {
	// ClusterID is the cluster's ID in OCM: ID of HCP or Classic. Required.
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// Name is the name of the provider, which the login page shows: letters and digits, with single hyphens and underscores between them.
	// It must not be cluster-admin, the provider of HCPArgs.Admin and ClassicArgs.Admin. Required.
	Name string `rhcs:"name" check:"required,format=rosa-provider-name"`
	// MappingMethod is how an identity is mapped to a user of the cluster. Defaults to MappingClaim.
	MappingMethod MappingMethod `rhcs:"mappingMethod" check:"claim|add|generate|lookup"`
	// HTPasswd stores users and passwords in the cluster. Changes are applied in place.
	HTPasswd *HTPasswdArgs `rhcs:"htpasswd"`
	// GitHub lets members of GitHub organizations or teams log in.
	GitHub *GitHubArgs `rhcs:"github"`
	// GitLab lets GitLab users log in.
	GitLab *GitLabArgs `rhcs:"gitlab"`
	// Google lets users of a Google Workspace domain log in.
	Google *GoogleArgs `rhcs:"google"`
	// LDAP lets users of an LDAP directory log in.
	LDAP *LDAPArgs `rhcs:"ldap"`
	// OpenID lets users of an OpenID Connect issuer log in.
	OpenID *OpenIDArgs `rhcs:"openid"`
	// ClusterAdmins are names of users in the group cluster-admins. Defaults to none. Changes are applied in place.
	ClusterAdmins []string `check:"format=rosa-user-name"`
	// DedicatedAdmins are names of users in the group dedicated-admins, which has the permissions of Red Hat's managed administrators.
	// Defaults to none. Changes are applied in place.
	DedicatedAdmins []string `check:"format=rosa-user-name"`
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

// adminProvider is the provider that OCM creates together with a cluster's Admin.
const adminProvider = "cluster-admin"

const idpPath = "rosa.IdentityProviderArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *IdentityProviderArgs) Validate() error {
	full := valueOf(a)
	p := check.Struct(a)
	if strings.EqualFold(full.Name, adminProvider) {
		p.Addf(idpPath+".Name", "must not be %s, the provider that OCM creates for a cluster's Admin", adminProvider)
	}
	p.ExactlyOne(idpPath,
		check.Choice{Field: "HTPasswd", Set: full.HTPasswd != nil}, check.Choice{Field: "GitHub", Set: full.GitHub != nil},
		check.Choice{Field: "GitLab", Set: full.GitLab != nil}, check.Choice{Field: "Google", Set: full.Google != nil},
		check.Choice{Field: "LDAP", Set: full.LDAP != nil}, check.Choice{Field: "OpenID", Set: full.OpenID != nil})
	full.HTPasswd.check(&p, idpPath+".HTPasswd")
	login.CheckGitHub(&p, idpPath+".GitHub", full.GitHub)
	if full.Google != nil && full.Google.HostedDomain == "" && full.MappingMethod != MappingLookup {
		p.Addf(idpPath+".Google.HostedDomain", "is required unless MappingMethod is %s: otherwise every Google user could log in", MappingLookup)
	}
	login.CheckLDAP(&p, idpPath+".LDAP", full.LDAP)
	if full.OpenID != nil && len(rhcs.Inputs(full.OpenID.Claims)) == 0 {
		p.Addf(idpPath+".OpenID.Claims", "must set at least one list of claims")
	}
	full.checkAdmins(&p, idpPath+".ClusterAdmins", full.ClusterAdmins)
	full.checkAdmins(&p, idpPath+".DedicatedAdmins", full.DedicatedAdmins)
	return p.ErrOf(a)
}

// checkAdmins reports administrators who are not among the users, if these are known.
func (a *IdentityProviderArgs) checkAdmins(p *check.Problems, path check.Path, users []string) {
	for i, user := range users {
		if a.HTPasswd != nil && !slices.ContainsFunc(a.HTPasswd.Users, func(u HTPasswdUser) bool { return u.Username == user }) {
			p.Addf(check.Index(path, i), "must be one of HTPasswd.Users (got %q)", user)
		}
	}
}

// HTPasswdArgs store users and passwords in the cluster. Changes are applied in place.
type HTPasswdArgs struct {
	// Users are the users, with different names. Required.
	Users []HTPasswdUser `rhcs:"users" check:"required"`
}

// HTPasswdUser is a user with a password.
type HTPasswdUser struct {
	// Username is the name of the user, without /, : and %. Required.
	Username string `rhcs:"username" check:"required,format=rosa-user-name"`
	// Password has at least 14 printable ASCII characters, with an upper-case letter, a lower-case letter, and a digit or symbol. It is
	// stored as a secret; OCM receives a hash. Required.
	Password pulumi.StringInput `rhcs:"password,secret" check:"required,rosa-password,secret"`
}

func (h *HTPasswdArgs) check(p *check.Problems, path check.Path) {
	seen := map[string]bool{}
	for i, user := range valueOf(h).Users {
		if seen[user.Username] && user.Username != "" {
			p.Duplicate(check.Index(path+".Users", i)+".Username", user.Username)
		}
		seen[user.Username] = true
	}
}

// The identity providers that other clusters have too. Those of package configuration are the same types.
type (
	// GitHubArgs let members of GitHub organizations or teams log in. Fields: ClientID, ClientSecret,
	// Organizations, Teams, Hostname, CA.
	GitHubArgs = login.GitHubArgs
	// GitLabArgs let GitLab users log in. Fields: ClientID, ClientSecret, URL, CA.
	GitLabArgs = login.GitLabArgs
	// GoogleArgs let users of a Google Workspace domain log in. Fields: ClientID,
	// ClientSecret, HostedDomain.
	GoogleArgs = login.GoogleArgs
	// LDAPArgs let users of an LDAP directory log in. Fields: URL, BindDN, BindPassword, Attributes, CA, Insecure.
	LDAPArgs = login.LDAPArgs
	// LDAPAttributesArgs are the attributes of a user's properties in the directory. Fields: ID, PreferredUsername,
	// Name, Email.
	LDAPAttributesArgs = login.LDAPAttributesArgs
	// OpenIDArgs let users of an OpenID Connect issuer log in. Fields: Issuer, ClientID, ClientSecret, Claims, ExtraScopes,
	// ExtraAuthorizeParameters, CA.
	OpenIDArgs = login.OpenIDArgs
	// OpenIDClaimsArgs are the claims of a user's properties in the issuer's tokens. Fields: PreferredUsername, Name,
	// Email, Groups.
	OpenIDClaimsArgs = login.OpenIDClaimsArgs
)
