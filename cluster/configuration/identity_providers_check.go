package configuration

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/login"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
)

const identityProvidersPath = "configuration.IdentityProvidersArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *IdentityProvidersArgs) Validate() error {
	p := check.Struct(a)
	slugs := map[string]string{}
	for i, provider := range a.Providers {
		at := check.Index(identityProvidersPath+".Providers", i)
		provider.check(&p, at)
		if other, exists := slugs[provider.slug()]; exists && provider.Name != "" {
			p.Addf(at+".Name", "%q must differ from %q in letters or digits: their Secrets would have the same name", provider.Name, other)
		}
		slugs[provider.slug()] = provider.Name
	}
	a.checkChallenges(&p)
	a.Templates.check(&p, identityProvidersPath+".Templates")
	return p.ErrOf(a)
}

// checkChallenges reports proxies to which oc cannot be redirected, because another provider responds to oc as well
// (openshift/kubernetes release-4.20 openshift-kube-apiserver/admission/customresourcevalidation/oauth/validate_idp.go,
// validateOAuthSpec).
func (a *IdentityProvidersArgs) checkChallenges(p *check.Problems) {
	responds := func(i IdentityProvider) bool {
		return i.RequestHeader != nil && i.RequestHeader.ChallengeURL != "" ||
			i.BasicAuth != nil || i.GitLab != nil || i.HTPasswd != nil || i.Keystone != nil || i.LDAP != nil || i.OpenID != nil
	}
	for i, provider := range a.Providers {
		if provider.RequestHeader == nil || provider.RequestHeader.ChallengeURL == "" {
			continue
		}
		for j, other := range a.Providers {
			if i != j && responds(other) {
				p.Addf(check.Index(identityProvidersPath+".Providers", i)+".RequestHeader.ChallengeURL",
					"must not be set together with the provider %q, which responds to oc as well", other.Name)
				break
			}
		}
	}
}

func (l *LoginTemplatesArgs) check(p *check.Problems, at check.Path) {
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

// longestName is the longest name of a Secret or a ConfigMap (kubernetes/apimachinery release-1.31 pkg/util/validation/validation.go,
// DNS1123SubdomainMaxLength).
const longestName = 253

// checkLength reports a name with which that of the provider's Secret or ConfigMap would be too long.
func (i IdentityProvider) checkLength(p *check.Problems, at check.Path, kind providerKind) {
	longest := ""
	for _, ref := range kind.args.configRefs() {
		if name := i.refName(ref.name); len(name) > len(longest) {
			longest = name
		}
	}
	if over := len(longest) - longestName; over > 0 {
		p.Addf(at+".Name", "must be %d characters shorter: the name of the provider's Secret has at most %d characters", over, longestName)
	}
}

func (i IdentityProvider) check(p *check.Problems, at check.Path) {
	if i.Name != "" && (strings.ContainsAny(i.Name, "/:%") || i.Name == "." || i.Name == ".." || i.slug() == "") {
		p.Addf(at+".Name", "%q must be usable in a URL; use letters, digits, spaces and hyphens", i.Name)
	}
	var choices []check.Choice
	for _, kind := range i.kinds() {
		if kind.set {
			i.checkLength(p, at, kind)
		}
		choices = append(choices, check.Choice{Field: kind.field, Set: kind.set})
	}
	p.ExactlyOne(at, choices...)
	i.HTPasswd.check(p, at+".HTPasswd")
	login.CheckLDAP(p, at+".LDAP", i.LDAP)
	login.CheckGitHub(p, at+".GitHub", i.GitHub)
	if i.Google != nil && i.MappingMethod != lookupMapping {
		p.Required(at+".Google.HostedDomain", i.Google.HostedDomain)
	}
	if i.RequestHeader != nil && i.RequestHeader.LoginURL == "" && i.RequestHeader.ChallengeURL == "" {
		p.Addf(at+".RequestHeader", "must set at least one of LoginURL and ChallengeURL")
	}
	if i.BasicAuth != nil {
		tlscert.Check(p, at+".BasicAuth.Server.ClientCertificate", i.BasicAuth.Server.ClientCertificate)
	}
	if i.Keystone != nil {
		tlscert.Check(p, at+".Keystone.Server.ClientCertificate", i.Keystone.Server.ClientCertificate)
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
func (h *HTPasswdArgs) check(p *check.Problems, at check.Path) {
	if h == nil {
		return
	}
	text, _ := check.Text(h.File)
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

// The format of a URL of an authenticating proxy (openshift/kubernetes release-4.19
// openshift-kube-apiserver/admission/customresourcevalidation/oauth/validate_requestheader.go).
func init() {
	check.Named("login-redirect-url", check.NewFormat(
		"https URL with ${url} or ${query} in its query", "https://sso.example.com/login?then=${url}", func(text string) bool {
			_, query, _ := strings.Cut(text, "?")
			return check.HTTPSURL.Match(text) && (strings.Contains(query, "${url}") || strings.Contains(query, "${query}"))
		}))
}
