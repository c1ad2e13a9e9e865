package configuration

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tlscert"
)

const identityProvidersPath = "configuration.IdentityProvidersArgs"

// minInactivityTimeout is the API server's minimum.
const minInactivityTimeout = 5 * time.Minute

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *IdentityProvidersArgs) Validate() error {
	var p check.Problems
	p.Required(identityProvidersPath+".Providers", a.Providers)
	slugs := map[string]string{}
	for i, provider := range a.Providers {
		at := check.Index(identityProvidersPath+".Providers", i)
		provider.check(&p, at)
		if other, exists := slugs[provider.slug()]; exists && provider.Name != "" {
			p.Addf(at+".Name", "%q must differ from %q in letters or digits: their Secrets would have the same name", provider.Name, other)
		}
		slugs[provider.slug()] = provider.Name
	}
	p.PositiveDuration(identityProvidersPath+".AccessTokenMaxAge", a.AccessTokenMaxAge, time.Second)
	if timeout := a.AccessTokenInactivityTimeout; timeout != 0 && timeout < minInactivityTimeout {
		p.Addf(identityProvidersPath+".AccessTokenInactivityTimeout", "must be at least %s (got %s)",
			check.Short(minInactivityTimeout), check.Short(timeout))
	}
	a.Templates.check(&p, identityProvidersPath+".Templates")
	return p.ErrOf(a)
}

func (l *LoginTemplatesArgs) check(p *check.Problems, at string) {
	if l == nil {
		return
	}
	pages := l.pages()
	if len(pages) == 0 {
		p.Addf(at, "must set at least one of Login, ProviderSelection and Error")
	}
	for _, page := range pages {
		if text, known := check.Text(page.text); known && !strings.Contains(text, "<") {
			p.Addf(check.Join(at, page.argument), "must be the text of an HTML page")
		}
	}
}

func (i IdentityProvider) check(p *check.Problems, at string) {
	if p.Required(at+".Name", i.Name) && (strings.ContainsAny(i.Name, "/:%") || i.Name == "." || i.Name == ".." || i.slug() == "") {
		p.Addf(at+".Name", "%q must be usable in a URL; use letters, digits, spaces and hyphens", i.Name)
	}
	check.OneOf(p, at+".MappingMethod", i.MappingMethod, claimMapping, lookupMapping, "add")
	var choices []check.Choice
	for _, kind := range i.kinds() {
		choices = append(choices, check.Choice{Field: kind.field, Set: kind.set})
	}
	if !p.ExactlyOne(at, choices...) {
		return
	}
	selected := i.selected()
	selected.args.check(p, check.Join(at, selected.field))
	if i.Google != nil && i.MappingMethod != lookupMapping {
		p.Required(at+".Google.HostedDomain", i.Google.HostedDomain)
	}
}

// The mapping methods with a rule of their own (openshift/api config/v1/types_oauth.go).
const (
	claimMapping  = "claim"
	lookupMapping = "lookup"
)

// htpasswdHashes are the prefixes of the hashes that OpenShift supports (openshift/oauth-server
// pkg/authenticator/password/htpasswd/htpasswd.go).
var htpasswdHashes = []string{"$2a$", "$2b$", "$2y$", "$apr1$", "{SHA}"}

// check checks a known file. The messages do not quote passwords and hashes.
func (h *HTPasswdArgs) check(p *check.Problems, at string) {
	text, known := check.Text(h.File)
	if !p.Required(at+".File", h.File) || !known {
		return
	}
	var users []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		user, hash, found := strings.Cut(strings.TrimSpace(line), ":")
		supported := slices.ContainsFunc(htpasswdHashes, func(prefix string) bool { return strings.HasPrefix(hash, prefix) })
		switch {
		case user == "" && !found, strings.HasPrefix(user, "#"):
			continue
		case !found || user == "":
			p.Addf(at+".File", "line %d must be user:hash, as `htpasswd -nB USER` prints it", number)
			continue
		case !supported:
			p.Addf(at+".File", "user %q must have a bcrypt, SHA-1 or MD5 hash, as `htpasswd -nB %s` prints it", user, user)
		case slices.Contains(users, user):
			p.Addf(at+".File", "user %q must have only one line", user)
		}
		users = append(users, user)
	}
}

var (
	issuerURL = check.NewFormat("https URL without query and fragment", "https://sso.example.com", func(text string) bool {
		return check.HTTPSURL.Match(text) && !strings.ContainsAny(text, "?#")
	})
	ldapURL = check.NewFormat("ldap or ldaps URL", "ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid", func(text string) bool {
		parsed, err := url.Parse(text)
		return err == nil && parsed.Host != "" && (parsed.Scheme == "ldap" || parsed.Scheme == "ldaps") && isLDAPScope(parsed.RawQuery)
	})
)

func (o *OpenIDArgs) check(p *check.Problems, at string) {
	p.RequiredFormat(at+".Issuer", o.Issuer, issuerURL)
	p.Required(at+".ClientID", o.ClientID)
	p.Required(at+".ClientSecret", o.ClientSecret)
	checkCertificates(p, at+".CA", o.CA)
}

// isLDAPScope reports whether the query of an LDAP URL, attribute?scope?filter, has a scope of RFC 4516 or none.
func isLDAPScope(query string) bool {
	parts := strings.SplitN(query, "?", 3)
	return len(parts) < 2 || slices.Contains([]string{"", "base", "one", "sub"}, parts[1])
}

func (l *LDAPArgs) check(p *check.Problems, at string) {
	p.RequiredFormat(at+".URL", l.URL, ldapURL)
	if l.Insecure && strings.HasPrefix(l.URL, "ldaps:") {
		p.Addf(at+".Insecure", "must not be set with an ldaps:// URL, which is TLS")
	}
	if l.BindDN != "" {
		p.Required(at+".BindPassword", l.BindPassword)
	}
	p.RequiresField(at, "BindPassword", l.BindPassword != nil, "BindDN", l.BindDN != "")
	p.Exclusive(at, "CA", l.CA != nil, "Insecure", l.Insecure)
	checkCertificates(p, at+".CA", l.CA)
}

func (g *GitHubArgs) check(p *check.Problems, at string) {
	p.Required(at+".ClientID", g.ClientID)
	p.Required(at+".ClientSecret", g.ClientSecret)
	p.ExactlyOne(at,
		check.Choice{Field: "Organizations", Set: len(g.Organizations) > 0}, check.Choice{Field: "Teams", Set: len(g.Teams) > 0})
	p.Formats(at+".Teams", g.Teams, check.GitHubTeam)
	p.Format(at+".Hostname", g.Hostname, check.Domain.WithExample("github.example.com"))
	if g.Hostname == "github.com" || strings.HasSuffix(g.Hostname, ".github.com") {
		p.Addf(at+".Hostname", "must not be set for github.com")
	}
	p.RequiresField(at, "CA", g.CA != nil, "Hostname", g.Hostname != "")
	checkCertificates(p, at+".CA", g.CA)
}

func (g *GitLabArgs) check(p *check.Problems, at string) {
	p.RequiredFormat(at+".URL", g.URL, check.HTTPSURL.WithExample("https://gitlab.example.com"))
	p.Required(at+".ClientID", g.ClientID)
	p.Required(at+".ClientSecret", g.ClientSecret)
	checkCertificates(p, at+".CA", g.CA)
}

func (g *GoogleArgs) check(p *check.Problems, at string) {
	p.Required(at+".ClientID", g.ClientID)
	p.Required(at+".ClientSecret", g.ClientSecret)
	p.Format(at+".HostedDomain", g.HostedDomain, check.Domain)
}

// redirectURL is the form of a URL of an authenticating proxy (openshift/kubernetes release-4.19
// openshift-kube-apiserver/admission/customresourcevalidation/oauth/validate_requestheader.go).
var redirectURL = check.NewFormat("https URL with ${url} or ${query} in its query", "https://sso.example.com/login?then=${url}",
	func(text string) bool {
		_, query, _ := strings.Cut(text, "?")
		return check.HTTPSURL.Match(text) && (strings.Contains(query, "${url}") || strings.Contains(query, "${query}"))
	})

func (r *RequestHeaderArgs) check(p *check.Problems, at string) {
	p.Format(at+".LoginURL", r.LoginURL, redirectURL)
	p.Format(at+".ChallengeURL", r.ChallengeURL, redirectURL)
	if r.LoginURL == "" && r.ChallengeURL == "" {
		p.Addf(at, "must set at least one of LoginURL and ChallengeURL")
	}
	p.Required(at+".Headers", r.Headers)
	p.Required(at+".ClientCA", r.ClientCA)
	checkCertificates(p, at+".ClientCA", r.ClientCA)
}

func (r RemoteServer) check(p *check.Problems, at string) {
	p.RequiredFormat(at+".URL", r.URL, check.HTTPSURL.WithExample("https://users.example.com"))
	checkCertificates(p, at+".CA", r.CA)
	tlscert.Check(p, at+".ClientCertificate", r.ClientCertificate)
}

func (b *BasicAuthArgs) check(p *check.Problems, at string) { b.Server.check(p, at+".Server") }

func (k *KeystoneArgs) check(p *check.Problems, at string) {
	k.Server.check(p, at+".Server")
	p.Required(at+".DomainName", k.DomainName)
}
