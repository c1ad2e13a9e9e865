package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestIdentityProviderKindsValidate(t *testing.T) {
	t.Parallel()
	id := pulumi.String("id")
	github := func(change func(*GitHubArgs)) *IdentityProviderArgs {
		return testKind(func(a *IdentityProviderArgs) {
			a.GitHub = &GitHubArgs{ClientID: id, ClientSecret: id, Organizations: []string{"o"}}
			change(a.GitHub)
		})
	}
	google := func(method MappingMethod, domain string) *IdentityProviderArgs {
		return testKind(func(a *IdentityProviderArgs) {
			a.MappingMethod = method
			a.Google = &GoogleArgs{ClientID: id, ClientSecret: id, HostedDomain: domain}
		})
	}
	openID := func(claims OpenIDClaimsArgs) *IdentityProviderArgs {
		return testKind(func(a *IdentityProviderArgs) {
			a.OpenID = &OpenIDArgs{ClientID: id, ClientSecret: id, Issuer: "https://sso.example.com", Claims: &claims}
		})
	}
	one := []string{"claim"}
	ldap := func(l LDAPArgs) *IdentityProviderArgs { return testKind(func(a *IdentityProviderArgs) { a.LDAP = &l }) }
	checkValidations(t, map[string]validation{
		"GitHub by address": {
			reason: "a GitHub Enterprise server can have an IP address",
			args: github(func(g *GitHubArgs) {
				g.Organizations, g.Teams, g.Hostname = nil, []string{"o/t"}, "10.1.2.3"
			}),
		},
		"GitHub certificates": {
			reason: "a GitHub Enterprise server can have its own certificate",
			args: github(func(g *GitHubArgs) {
				g.Hostname, g.CA = "ghe.example.com", pulumi.String(testCertificate(t))
			}),
		},
		"GitHub for everyone": {
			reason: "without organizations and teams every GitHub user could log in",
			args:   github(func(g *GitHubArgs) { g.Organizations = nil }),
			want:   []string{"rosa.IdentityProviderArgs.GitHub: required"},
		},
		"GitHub organizations and teams": {
			reason: "OCM accepts organizations or teams",
			args:   github(func(g *GitHubArgs) { g.Teams = []string{"o/t"} }),
			want:   []string{"rosa.IdentityProviderArgs.GitHub: exclusive"},
		},
		"GitHub forms": {
			reason: "every field has its form",
			args: github(func(g *GitHubArgs) {
				g.Organizations, g.Teams = nil, []string{"core"}
				g.Hostname, g.CA = "https://ghe", pulumi.String("ca.pem")
			}),
			want: []string{
				"rosa.IdentityProviderArgs.GitHub.Teams[0]: format",
				"rosa.IdentityProviderArgs.GitHub.Hostname: format",
				"rosa.IdentityProviderArgs.GitHub.CA: must be certificates in PEM format",
			},
		},
		"GitHub itself": {
			reason: "a host name is for GitHub Enterprise",
			args:   github(func(g *GitHubArgs) { g.Hostname = "api.github.com" }),
			want: []string{
				`rosa.IdentityProviderArgs.GitHub.Hostname: must be the host of a GitHub Enterprise server` +
					` (got "api.github.com"); omit it for github.com`,
			},
		},
		"GitHub by name": {
			reason: "a host name is for GitHub Enterprise",
			args:   github(func(g *GitHubArgs) { g.Hostname = "github.com" }),
			want: []string{
				`rosa.IdentityProviderArgs.GitHub.Hostname: must be the host of a GitHub Enterprise server` +
					` (got "github.com"); omit it for github.com`,
			},
		},
		"Google without a client": {
			reason: "Google knows the cluster as a client",
			args: testKind(func(a *IdentityProviderArgs) {
				a.Google = &GoogleArgs{HostedDomain: "example.com"}
			}),
			want: []string{
				"rosa.IdentityProviderArgs.Google.ClientID: required",
				"rosa.IdentityProviderArgs.Google.ClientSecret: required",
			},
		},
		"LDAP certificates": {
			reason: "certificates are in PEM format",
			args:   ldap(LDAPArgs{URL: "ldaps://ldap.example.com", CA: pulumi.String("ca.pem")}),
			want:   []string{"rosa.IdentityProviderArgs.LDAP.CA: must be certificates in PEM format"},
		},
		"OpenID without a client": {
			reason: "the issuer knows the cluster as a client",
			args: testKind(func(a *IdentityProviderArgs) {
				a.OpenID = &OpenIDArgs{Issuer: "https://sso.example.com", Claims: &OpenIDClaimsArgs{Email: one}}
			}),
			want: []string{
				"rosa.IdentityProviderArgs.OpenID.ClientID: required",
				"rosa.IdentityProviderArgs.OpenID.ClientSecret: required",
			},
		},
		"OpenID email and groups": {
			reason: "claims can be combined", args: openID(OpenIDClaimsArgs{Email: one, Groups: one}),
		},
		"OpenID email and name": {
			reason: "claims can be combined", args: openID(OpenIDClaimsArgs{Email: one, Name: one}),
		},
		"OpenID email and preferred name": {
			reason: "claims can be combined", args: openID(OpenIDClaimsArgs{Email: one, PreferredUsername: one}),
		},
		"GitLab": {
			reason: "a provider has a client and an https URL",
			args:   testKind(func(a *IdentityProviderArgs) { a.GitLab = &GitLabArgs{URL: "gitlab.com"} }),
			want: []string{
				"rosa.IdentityProviderArgs.GitLab.URL: format",
				"rosa.IdentityProviderArgs.GitLab.ClientID: required",
				"rosa.IdentityProviderArgs.GitLab.ClientSecret: required",
			},
		},
		"Google by lookup": {
			reason: "lookup accepts only users that were created before",
			args:   google(MappingLookup, ""),
		},
		"Google for everyone": {
			reason: "without a domain every Google user could log in",
			args:   google("", ""),
			want: []string{
				"rosa.IdentityProviderArgs.Google.HostedDomain: is required unless MappingMethod is lookup:" +
					" otherwise every Google user could log in",
			},
		},
		"Google domain": {
			reason: "a domain has no wildcard",
			args:   google("", "*.example.com"),
			want:   []string{"rosa.IdentityProviderArgs.Google.HostedDomain: format"},
		},
		"LDAP without TLS": {
			reason: "Insecure is for ldap URLs",
			args:   ldap(LDAPArgs{URL: "ldap://ldap.example.com", Insecure: true}),
		},
		"LDAP URL": {
			reason: "the scheme is ldap or ldaps",
			args:   ldap(LDAPArgs{URL: "https://ldap.example.com"}),
			want:   []string{"rosa.IdentityProviderArgs.LDAP.URL: format"},
		},
		"LDAP credentials": {
			reason: "a bind needs a name and a password",
			args:   ldap(LDAPArgs{URL: "ldaps://ldap.example.com", BindDN: "cn=x"}),
			want: []string{
				"rosa.IdentityProviderArgs.LDAP.BindPassword: required",
			},
		},
		"LDAP insecure": {
			reason: "an ldaps URL uses TLS, and certificates need TLS",
			args: ldap(LDAPArgs{
				URL: "ldaps://ldap.example.com", Insecure: true, CA: pulumi.String(testCertificate(t)),
			}),
			want: []string{
				"rosa.IdentityProviderArgs.LDAP.CA: exclusive",
				"rosa.IdentityProviderArgs.LDAP.Insecure: must not be set with an ldaps:// URL, which is TLS",
			},
		},
		"OpenID": {
			reason: "an issuer has no query, and users need a claim",
			args: testKind(func(a *IdentityProviderArgs) {
				a.OpenID = &OpenIDArgs{ClientID: id, ClientSecret: id, Issuer: "https://sso.example.com?realm=x"}
			}),
			want: []string{
				"rosa.IdentityProviderArgs.OpenID.Issuer: format",
				"rosa.IdentityProviderArgs.OpenID.Claims: must set at least one list of claims",
			},
		},
		"OpenID issuer": {
			reason: "an issuer has an https URL",
			args: testKind(func(a *IdentityProviderArgs) {
				claims := &OpenIDClaimsArgs{Email: []string{"email"}}
				a.OpenID = &OpenIDArgs{
					ClientID:     id,
					ClientSecret: id,
					Issuer:       "http://sso.example.com",
					Claims:       claims,
				}
			}),
			want: []string{"rosa.IdentityProviderArgs.OpenID.Issuer: format"},
		},
	})
}
