// Package login has the identity providers that clusters of every kind have: OpenShift's OAuth server reads them from its configuration,
// which a program writes itself or through OpenShift Cluster Manager.
//
// Valid: a GitHub application with the organizations whose members can log in, ldap://directory.example.com/ou=people?uid with a CA.
// Invalid: a GitHub application for everyone, an ldaps URL without TLS.
package login

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	_ "github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert" // The rule for certificates.
)

// OpenIDArgs are the arguments of an OpenID Connect issuer.
type OpenIDArgs struct {
	// Issuer is the issuer's https URL, without query, fragment and a slash at the end. Required.
	Issuer string `rhcs:"issuer" kube:"issuer" check:"required,format=login-issuer"`
	// ClientID is the ID of the client that is registered at the issuer. Required. Register the redirect URL
	// https://oauth-openshift.apps.<domain>/oauth2callback/<Name>.
	ClientID pulumi.StringInput `rhcs:"clientId" kube:"clientID" check:"required,format=login-client"`
	// ClientSecret is the client's secret. Required. Stored as a secret.
	ClientSecret pulumi.StringInput `rhcs:"clientSecret,secret" check:"required,secret"`
	// CA are PEM certificates of the issuer's CA. Defaults to the system's CAs.
	CA pulumi.StringInput `rhcs:"ca" check:"certificates"`
	// ExtraScopes are requested in addition to openid. Defaults to none.
	ExtraScopes []string `rhcs:"extraScopes" kube:"extraScopes" check:"format=login-scope"`
	// ExtraAuthorizeParameters are parameters of the authorization request. Defaults to none.
	ExtraAuthorizeParameters map[string]string `rhcs:"extraAuthorizeParameters" kube:"extraAuthorizeParameters" check:"keys=login-parameter"`
	// Claims are the claims of a user's properties. With rosa at least one list of claims is required; otherwise defaults to the defaults
	// of its fields.
	Claims *OpenIDClaimsArgs `rhcs:"claims" kube:"claims"`
}

// OpenIDClaimsArgs are the claims of a user's properties. The first claim of a list that a token has is used. The defaults come from
// configuration.IdentityProviders; with rosa all default to none.
type OpenIDClaimsArgs struct {
	// PreferredUsername are the claims of the user name. Defaults to preferred_username.
	PreferredUsername []string `rhcs:"preferredUsernames" kube:"preferredUsername"`
	// Name are the claims of the full name. Defaults to name.
	Name []string `rhcs:"names" kube:"name"`
	// Email are the claims of the mail address. Defaults to email.
	Email []string `rhcs:"emails" kube:"email"`
	// Groups are the claims of the user's groups. Defaults to none.
	Groups []string `rhcs:"groups" kube:"groups"`
}

// LDAPArgs are the arguments of an LDAP directory.
type LDAPArgs struct {
	// URL is the search: ldaps://host[:port]/basedn?attribute?scope?filter (RFC 4516). Required.
	URL string `rhcs:"url" kube:"url" check:"required,format=login-ldap-url"`
	// BindDN is the DN that searches the directory. Defaults to an anonymous search.
	BindDN string `rhcs:"bindDn" kube:"bindDN"`
	// BindPassword is the password of BindDN. Required with BindDN. Stored as a secret.
	BindPassword pulumi.StringInput `rhcs:"bindPassword,secret" check:"with=BindDN,secret"`
	// CA are PEM certificates of the directory's CA. Defaults to the system's CAs.
	CA pulumi.StringInput `rhcs:"ca" check:"not=Insecure,certificates"`
	// Insecure sends passwords without TLS; it needs an ldap:// URL. Without it, ldap:// is upgraded to TLS.
	Insecure bool `rhcs:"insecure" kube:"insecure,zero"`
	// Attributes are the attributes of a user's properties. Defaults to the defaults of its fields.
	Attributes *LDAPAttributesArgs `rhcs:"attributes,zero" kube:"attributes"`
}

// LDAPAttributesArgs are the attributes of a user's properties. The first attribute of a list that an entry has is used.
type LDAPAttributesArgs struct {
	// ID are the attributes that identify a user. Defaults to dn.
	ID []string `rhcs:"ids" kube:"id"`
	// PreferredUsername are the attributes of the user name. Defaults to uid.
	PreferredUsername []string `rhcs:"preferredUsernames" kube:"preferredUsername"`
	// Name are the attributes of the full name. Defaults to cn.
	Name []string `rhcs:"names" kube:"name"`
	// Email are the attributes of the mail address. Defaults to none; with rosa to mail.
	Email []string `rhcs:"emails" kube:"email"`
}

// GitHubArgs are the arguments of a GitHub OAuth application. Exactly one of [Organizations] and [Teams] must be set: without
// either, everyone with a GitHub account could log in.
type GitHubArgs struct {
	// ClientID is the application's client ID. Required.
	ClientID pulumi.StringInput `rhcs:"clientId" kube:"clientID" check:"required,format=login-client"`
	// ClientSecret is the application's client secret. Required. Stored as a secret.
	ClientSecret pulumi.StringInput `rhcs:"clientSecret,secret" check:"required,secret"`
	// Organizations are the organizations whose members can log in.
	Organizations []string `rhcs:"organizations" kube:"organizations"`
	// Teams are the teams whose members can log in, as organization/team.
	Teams []string `rhcs:"teams" kube:"teams" check:"format=github-team"`
	// Hostname is the host name of a GitHub Enterprise server. Defaults to github.com.
	Hostname string `rhcs:"hostname" kube:"hostname" check:"format=login-host"`
	// CA are PEM certificates of the CA of [Hostname]. Defaults to the system's CAs.
	CA pulumi.StringInput `rhcs:"ca" check:"with=Hostname,certificates"`
}

// GitLabArgs are the arguments of a GitLab application.
type GitLabArgs struct {
	// URL is the server's https URL. Required.
	URL string `rhcs:"url" kube:"url" check:"required,format=login-gitlab-url"`
	// ClientID is the application's ID. Required.
	ClientID pulumi.StringInput `rhcs:"clientId" kube:"clientID" check:"required,format=login-client"`
	// ClientSecret is the application's secret. Required. Stored as a secret.
	ClientSecret pulumi.StringInput `rhcs:"clientSecret,secret" check:"required,secret"`
	// CA are PEM certificates of the server's CA. Defaults to the system's CAs.
	CA pulumi.StringInput `rhcs:"ca" check:"certificates"`
}

// GoogleArgs are the arguments of a Google OAuth client.
type GoogleArgs struct {
	// ClientID is the client's ID. Required.
	ClientID pulumi.StringInput `rhcs:"clientId" kube:"clientID" check:"required,format=login-client"`
	// ClientSecret is the client's secret. Required. Stored as a secret.
	ClientSecret pulumi.StringInput `rhcs:"clientSecret,secret" check:"required,secret"`
	// HostedDomain is the Google Workspace domain whose users can log in. Required unless the mapping method is lookup: without it,
	// everyone with a Google account could log in.
	HostedDomain string `rhcs:"hostedDomain" kube:"hostedDomain" check:"format=domain"`
}

// IssuerURL is the format of the URL of an OpenID Connect issuer.
var IssuerURL = check.NewFormat("https URL without query and fragment", "https://sso.example.com", func(text string) bool {
	return check.HTTPSURL.Match(text) && !strings.ContainsAny(text, "?#")
})

func init() {
	for name, format := range map[string]check.Format{
		// OpenShift's API server rejects a slash at the end, and characters that RFC 6749 does not have in a scope (openshift/kubernetes
		// release-4.20 openshift-kube-apiserver/admission/customresourcevalidation/oauth/validate_openid.go).
		"login-issuer": check.NewFormat("https URL without query, fragment and a slash at the end", "https://sso.example.com",
			func(text string) bool { return IssuerURL.Match(text) && !strings.HasSuffix(text, "/") }),
		"login-scope":      check.Pattern("scope", "profile", `[!#-\[\]-~]+`),
		"login-client":     check.Pattern("client ID of printable ASCII characters", "openshift", `[ -~]+`), // RFC 6749, appendix A.1.
		"login-parameter":  check.NewFormat("name of a parameter", "prompt", func(text string) bool { return !strings.ContainsAny(text, " \t\r\n") }),
		"login-ldap-url":   check.NewFormat("ldap or ldaps URL", "ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid", isLDAPURL),
		"login-host":       check.NewFormat("host name", "github.example.com", isHost),
		"login-gitlab-url": check.HTTPSURL.WithExample("https://gitlab.example.com"),
	} {
		check.Named(name, format)
	}
}

func isHost(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil || check.DNSSubdomain.Match(text)
}

// isLDAPURL reports whether text is an LDAP URL whose query, attribute?scope?filter, has a scope of RFC 4516 or none.
func isLDAPURL(text string) bool {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Host == "" || parsed.Scheme != "ldap" && parsed.Scheme != "ldaps" {
		return false
	}
	parts := strings.SplitN(parsed.RawQuery, "?", 3)
	return len(parts) < 2 || slices.Contains([]string{"", "base", "one", "sub"}, parts[1])
}

// CheckLDAP reports what the tags of LDAPArgs cannot. Nil arguments have no problem.
func CheckLDAP(p *check.Problems, path check.Path, args *LDAPArgs) {
	if args == nil {
		return
	}
	if args.Insecure && strings.HasPrefix(args.URL, "ldaps:") {
		p.Addf(path+".Insecure", "must not be set with an ldaps:// URL, which is TLS")
	}
	if args.BindDN != "" {
		p.Required(path+".BindPassword", args.BindPassword)
	}
}

// CheckGitHub reports what the tags of GitHubArgs cannot. Nil arguments have no problem.
func CheckGitHub(p *check.Problems, path check.Path, args *GitHubArgs) {
	if args == nil {
		return
	}
	p.ExactlyOne(path, check.Choice{Field: "Organizations", Set: len(args.Organizations) > 0},
		check.Choice{Field: "Teams", Set: len(args.Teams) > 0})
	if args.Hostname == "github.com" || strings.HasSuffix(args.Hostname, ".github.com") {
		p.Addf(path+".Hostname", "must be the host of a GitHub Enterprise server (got %q); omit it for github.com", args.Hostname)
	}
}
