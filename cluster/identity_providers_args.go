package cluster

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// IdentityProvidersArgs describe who may log in. All of them are changed in place and restart no node.
type IdentityProvidersArgs struct {
	// Providers are the identity providers in the order in which the login page shows them. Required.
	Providers []IdentityProvider
	// AccessTokenMaxAge is how long a login lasts, in whole seconds. Default 24 hours.
	AccessTokenMaxAge time.Duration
	// AccessTokenInactivityTimeout ends a login that is not used for so long, at least 5 minutes. Default never.
	AccessTokenInactivityTimeout time.Duration
}

// IdentityProvider is one way to log in: exactly one of HTPasswd, OpenID, LDAP and GitHub.
type IdentityProvider struct {
	// Name is what the login page shows and what users' identities begin with. Required, and different from all others. Another name makes
	// other identities: with the mapping method claim, users who have logged in before are refused.
	Name string
	// MappingMethod is how an identity becomes a user: claim refuses a user name that another identity has, add joins them,
	// lookup takes users that somebody has made. Default claim.
	MappingMethod string
	// HTPasswd is a file of users and hashes.
	HTPasswd *HTPasswdArgs
	// OpenID is an OpenID Connect issuer.
	OpenID *OpenIDArgs
	// LDAP is a directory.
	LDAP *LDAPArgs
	// GitHub is github.com or GitHub Enterprise.
	GitHub *GitHubArgs
}

// HTPasswdArgs describe users in a file.
type HTPasswdArgs struct {
	// File is the text of an htpasswd file, as `htpasswd -B` writes it: a line user:hash for each user. Required. Kept in a Secret.
	File pulumi.StringInput
}

// OpenIDArgs describe an OpenID Connect issuer.
type OpenIDArgs struct {
	// Issuer is its URL, https:// without query or fragment. Required.
	Issuer string
	// ClientID is the cluster's id there. Required. The redirect URL to register is
	// https://oauth-openshift.apps.<domain>/oauth2callback/<Name>.
	ClientID pulumi.StringInput
	// ClientSecret is the cluster's secret there. Required. Kept in a Secret.
	ClientSecret pulumi.StringInput
	// CA are PEM certificates of the issuer's authority. Default the usual ones.
	CA pulumi.StringInput
	// ExtraScopes are asked for beside openid. Default none.
	ExtraScopes []string
	// PreferredUsername are the claims that hold the user name, the first that is there counts. Default preferred_username.
	PreferredUsername []string
	// FullName are the claims that hold the person's name. Default name.
	FullName []string
	// Email are the claims that hold the mail address. Default email.
	Email []string
	// Groups are the claims that hold the user's groups. Default none.
	Groups []string
}

// LDAPArgs describe a directory.
type LDAPArgs struct {
	// URL says where to look for users: ldaps://host[:port]/basedn?attribute?scope?filter. Required.
	URL string
	// BindDN is whom to look as. Default anonymous.
	BindDN string
	// BindPassword is its password. Required with BindDN. Kept in a Secret.
	BindPassword pulumi.StringInput
	// CA are PEM certificates of the directory's authority. Default the usual ones.
	CA pulumi.StringInput
	// Insecure, when true, sends passwords without TLS; it needs an ldap:// URL. Default false: ldap:// is upgraded to TLS.
	Insecure bool
	// ID are the attributes that tell users apart, the first that is there counts. Default dn.
	ID []string
	// PreferredUsername are the attributes that hold the user name. Default uid.
	PreferredUsername []string
	// FullName are the attributes that hold the person's name. Default cn.
	FullName []string
	// Email are the attributes that hold the mail address. Default none.
	Email []string
}

// GitHubArgs describe an OAuth application of GitHub.
type GitHubArgs struct {
	// ClientID is the application's. Required.
	ClientID pulumi.StringInput
	// ClientSecret is the application's. Required. Kept in a Secret.
	ClientSecret pulumi.StringInput
	// Organizations are those whose members may log in. One of Organizations and Teams is required: without, everybody who
	// has an account at GitHub could log in.
	Organizations []string
	// Teams are those whose members may log in, organization/team. Not together with Organizations.
	Teams []string
	// Hostname is that of a GitHub Enterprise. Default github.com.
	Hostname string
	// CA are PEM certificates of the authority of Hostname. Default the usual ones.
	CA pulumi.StringInput
}

const identityProvidersPath = "cluster.IdentityProvidersArgs."

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// slug is the provider's name as part of an object's name.
func (i IdentityProvider) slug() string {
	return strings.Trim(notSlug.ReplaceAllString(strings.ToLower(i.Name), "-"), "-")
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *IdentityProvidersArgs) Validate() error {
	var p check.Problems
	p.Required(identityProvidersPath+"Providers", a.Providers)
	slugs := map[string]string{}
	for i, provider := range a.Providers {
		at := providerPath(i)
		provider.check(&p, at)
		if other, taken := slugs[provider.slug()]; taken && provider.Name != "" {
			p.Addf(at+"Name", "%q is too like %q; names must differ in their letters and digits", provider.Name, other)
		}
		slugs[provider.slug()] = provider.Name
	}
	if a.AccessTokenMaxAge < 0 || a.AccessTokenMaxAge%time.Second != 0 {
		p.Addf(identityProvidersPath+"AccessTokenMaxAge", "%s is no whole number of seconds", a.AccessTokenMaxAge)
	}
	if timeout := a.AccessTokenInactivityTimeout; timeout != 0 && timeout < 5*time.Minute {
		p.Addf(identityProvidersPath+"AccessTokenInactivityTimeout", "%s is less than 5 minutes, the least that OpenShift takes", timeout)
	}
	return p.Err()
}

func (i IdentityProvider) check(p *check.Problems, at string) {
	if p.Required(at+"Name", i.Name) && (strings.ContainsAny(i.Name, "/:%") || i.Name == "." || i.Name == ".." || i.slug() == "") {
		p.Addf(at+"Name", "%q cannot be part of a URL; use letters, digits, spaces and hyphens", i.Name)
	}
	checkOneOf(p, at+"MappingMethod", i.MappingMethod, "claim", "lookup", "add")
	if count := i.kinds(); count != 1 {
		p.Addf(at+"HTPasswd", "%d of HTPasswd, OpenID, LDAP and GitHub are set; set exactly one", count)
		return
	}
	switch {
	case i.HTPasswd != nil:
		i.HTPasswd.check(p, at+"HTPasswd.")
	case i.OpenID != nil:
		i.OpenID.check(p, at+"OpenID.")
	case i.LDAP != nil:
		i.LDAP.check(p, at+"LDAP.")
	case i.GitHub != nil:
		i.GitHub.check(p, at+"GitHub.")
	}
}

// The hashes that OpenShift's server reads (openshift/oauth-server pkg/authenticator/password/htpasswd/htpasswd.go).
var htpasswdHash = regexp.MustCompile(`^(\$2[aby]\$|\$apr1\$|\{SHA\})`)

// check looks at a known file. It quotes no hash.
func (h HTPasswdArgs) check(p *check.Problems, at string) {
	if !p.Required(at+"File", h.File) {
		return
	}
	plain, isPlain := h.File.(pulumi.String)
	if !isPlain {
		return
	}
	var users []string
	number := 0
	for line := range strings.Lines(string(plain)) {
		number++
		user, hash, found := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case user == "" && !found, strings.HasPrefix(user, "#"):
			continue
		case !found || user == "":
			p.Addf(at+"File", "line %d is no user and a hash with a colon between them; `htpasswd -nB USER` makes one", number)
			continue
		case !htpasswdHash.MatchString(hash):
			p.Addf(at+"File", "the line of user %q has no hash that OpenShift reads; `htpasswd -nB %s` makes one", user, user)
		case slices.Contains(users, user):
			p.Addf(at+"File", "user %q has two lines", user)
		}
		users = append(users, user)
	}
}

func (o OpenIDArgs) check(p *check.Problems, at string) {
	if p.Required(at+"Issuer", o.Issuer) {
		issuer, err := url.Parse(o.Issuer)
		if err != nil || issuer.Scheme != "https" || issuer.Host == "" || issuer.RawQuery != "" || issuer.Fragment != "" {
			p.Addf(at+"Issuer", "%q is no URL of https without query and fragment", o.Issuer)
		}
	}
	p.Required(at+"ClientID", o.ClientID)
	p.Required(at+"ClientSecret", o.ClientSecret)
	checkCertificates(p, at+"CA", o.CA)
}

func (l LDAPArgs) check(p *check.Problems, at string) {
	if p.Required(at+"URL", l.URL) {
		directory, err := url.Parse(l.URL)
		switch {
		case err != nil || directory.Host == "" || !slices.Contains([]string{"ldap", "ldaps"}, directory.Scheme):
			p.Addf(at+"URL", "%q is no URL such as ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid", l.URL)
		case directory.Scheme == "ldaps" && l.Insecure:
			p.Addf(at+"Insecure", "cannot be set with ldaps://, which is TLS; write ldap:// or leave it out")
		}
	}
	switch {
	case l.BindDN != "":
		p.Required(at+"BindPassword", l.BindPassword)
	case l.BindPassword != nil:
		p.Addf(at+"BindPassword", "is given without BindDN, whose password it would be")
	}
	if l.Insecure && l.CA != nil {
		p.Addf(at+"CA", "is not used with Insecure; leave one out")
	}
	checkCertificates(p, at+"CA", l.CA)
}

func (g GitHubArgs) check(p *check.Problems, at string) {
	p.Required(at+"ClientID", g.ClientID)
	p.Required(at+"ClientSecret", g.ClientSecret)
	switch organizations, teams := len(g.Organizations), len(g.Teams); {
	case organizations+teams == 0:
		p.Addf(at+"Organizations", "is empty and so is Teams, so everybody with an account at GitHub could log in; name those who may")
	case organizations > 0 && teams > 0:
		p.Addf(at+"Teams", "cannot be set together with Organizations; leave one out")
	}
	for _, team := range g.Teams {
		if organization, name, found := strings.Cut(team, "/"); !found || organization == "" || name == "" {
			p.Addf(at+"Teams", "%q is no team; write organization/team", team)
		}
	}
	switch {
	case g.Hostname == "":
	case !dnsDomain.MatchString(g.Hostname):
		p.Addf(at+"Hostname", "%q is no host name, such as github.example.com", g.Hostname)
	case g.Hostname == "github.com" || strings.HasSuffix(g.Hostname, ".github.com"):
		p.Addf(at+"Hostname", "%q is GitHub itself, which OpenShift wants left out", g.Hostname)
	}
	if g.CA != nil && g.Hostname == "" {
		p.Addf(at+"CA", "is for a GitHub Enterprise; set Hostname or leave it out")
	}
	checkCertificates(p, at+"CA", g.CA)
}
