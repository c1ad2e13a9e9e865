package cluster

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

func providers(providers ...IdentityProvider) *IdentityProvidersArgs {
	return &IdentityProvidersArgs{Providers: providers}
}

func TestIdentityProvidersArgsRejected(t *testing.T) {
	t.Parallel()
	valid := &HTPasswdArgs{File: pulumi.String(htpasswdFile)}
	testRejections(t, "cluster.IdentityProvidersArgs", map[string]rejection{
		"no providers": {
			reason: "an empty list configures nothing",
			args:   &IdentityProvidersArgs{},
			want:   []string{".Providers: required"},
		},
		"durations": {
			reason: "the API has whole seconds, and at least 5 minutes of inactivity",
			args: &IdentityProvidersArgs{
				Providers:                    everyProvider().Providers,
				AccessTokenMaxAge:            time.Second / 2,
				AccessTokenInactivityTimeout: time.Minute,
			},
			want: []string{
				".AccessTokenMaxAge: range", ".AccessTokenInactivityTimeout: must be at least 5m (got 1m)",
			},
		},
		"no page": {
			reason: "OpenShift's pages are the default",
			args:   &IdentityProvidersArgs{Providers: everyProvider().Providers, Templates: &LoginTemplatesArgs{}},
			want:   []string{".Templates: must set at least one of Login, ProviderSelection and Error"},
		},
		"file name": {
			reason: "a page is its text, and OpenShift silently shows its own instead of one that is not valid",
			args: &IdentityProvidersArgs{
				Providers: everyProvider().Providers,
				Templates: &LoginTemplatesArgs{Login: pulumi.String("login.html"), Error: pulumi.String("")},
			},
			want: []string{
				".Templates.Login: must be the text of an HTML page", ".Templates.Error: must be the text of an HTML page",
			},
		},
		"no kind": {
			reason: "a provider has exactly one kind",
			args:   providers(IdentityProvider{Name: "x"}),
			want:   []string{".Providers[0]: required"},
		},
		"two kinds": {
			reason: "a provider has exactly one kind",
			args:   providers(IdentityProvider{Name: "x", HTPasswd: valid, LDAP: &LDAPArgs{}}),
			want:   []string{".Providers[0]: exclusive"},
		},
		"slash": {
			reason: "the name is a part of the callback URL",
			args:   providers(IdentityProvider{Name: "a/b", HTPasswd: valid}),
			want: []string{
				`.Providers[0].Name: "a/b" must be usable in a URL; use letters, digits, spaces and hyphens`,
			},
		},
		"no name": {
			reason: "identities begin with the name",
			args:   providers(IdentityProvider{HTPasswd: valid}),
			want:   []string{".Providers[0].Name: required"},
		},
		"similar names": {
			reason: "names of Secrets are lower-case",
			args: providers(IdentityProvider{Name: "Local", HTPasswd: valid},
				IdentityProvider{Name: "local", HTPasswd: valid}),
			want: []string{`.Providers[1].Name: "local" must differ from "Local" in letters or digits: ` +
				"their Secrets would have the same name"},
		},
		"mapping method": {
			reason: "OpenShift 4 has no generate",
			args:   providers(IdentityProvider{Name: "x", MappingMethod: "generate", HTPasswd: valid}),
			want:   []string{".Providers[0].MappingMethod: one-of"},
		},
	})
}

func TestIdentityProviderKindsRejected(t *testing.T) {
	t.Parallel()
	users := func(file string) *IdentityProvidersArgs {
		return providers(IdentityProvider{Name: "local", HTPasswd: &HTPasswdArgs{File: pulumi.String(file)}})
	}
	openID := func(change func(*OpenIDArgs)) *IdentityProvidersArgs {
		args := OpenIDArgs{
			Issuer:       "https://sso.example.com",
			ClientID:     pulumi.String("openshift"),
			ClientSecret: pulumi.String("x"),
		}
		change(&args)
		return providers(IdentityProvider{Name: "sso", OpenID: &args})
	}
	ldap := func(args LDAPArgs) *IdentityProvidersArgs {
		return providers(IdentityProvider{Name: "ldap", LDAP: &args})
	}
	gitHub := func(args GitHubArgs) *IdentityProvidersArgs {
		args.ClientID, args.ClientSecret = pulumi.String("x"), pulumi.String("x")
		return providers(IdentityProvider{Name: "github", GitHub: &args})
	}
	testRejections(t, "cluster.IdentityProvidersArgs.Providers[0]", map[string]rejection{
		"plain password": {
			reason: "the message does not quote the password",
			args:   users("alice:secret"),
			want: []string{".HTPasswd.File: user \"alice\" must have a bcrypt, SHA-1 or MD5 hash, " +
				"as `htpasswd -nB alice` prints it"},
		},
		"hash without user": {
			reason: "the message does not quote the hash",
			args:   users("# users\n\n$2y$05$abcdefghijklmnopqrstuuu\n"),
			want:   []string{".HTPasswd.File: line 3 must be user:hash, as `htpasswd -nB USER` prints it"},
		},
		"empty user": {
			reason: "a user has a name",
			args:   users(":$2y$1"),
			want:   []string{".HTPasswd.File: line 1 must be user:hash, as `htpasswd -nB USER` prints it"},
		},
		"user twice": {
			reason: "one of the hashes would be ignored",
			args:   users("a:$2y$1\na:$2y$2\n"),
			want:   []string{`.HTPasswd.File: user "a" must have only one line`},
		},
		"no file": {
			reason: "an output of a component that was not created is nil",
			args:   providers(IdentityProvider{Name: "x", HTPasswd: &HTPasswdArgs{}}),
			want:   []string{".HTPasswd.File: required"},
		},
		"issuer": {
			reason: "an issuer is an https URL without a query",
			args:   openID(func(o *OpenIDArgs) { o.Issuer = "http://sso.example.com?x=1" }),
			want:   []string{".OpenID.Issuer: format"},
		},
		"no client": {
			reason: "the cluster must be registered at the issuer",
			args:   providers(IdentityProvider{Name: "x", OpenID: &OpenIDArgs{}}),
			want:   []string{".OpenID.Issuer: required", ".OpenID.ClientID: required", ".OpenID.ClientSecret: required"},
		},
		"CA": {
			reason: "a CA is PEM",
			args:   openID(func(o *OpenIDArgs) { o.CA = pulumi.String("x") }),
			want:   []string{".OpenID.CA: must be PEM certificates (-----BEGIN CERTIFICATE-----)"},
		},
		"LDAP URL": {
			reason: "the URL has a scheme",
			args:   ldap(LDAPArgs{URL: "ldap.example.com"}),
			want:   []string{".LDAP.URL: format"},
		},
		"LDAP scope": {
			reason: "a search is for the base, its children or all below it (RFC 4516)",
			args:   ldap(LDAPArgs{URL: "ldaps://ldap.example.com/dc=example,dc=com?uid?tree"}),
			want:   []string{".LDAP.URL: format"},
		},
		"insecure ldaps": {
			reason: "ldaps:// is TLS",
			args:   ldap(LDAPArgs{URL: "ldaps://x", Insecure: true}),
			want:   []string{".LDAP.Insecure: must not be set with an ldaps:// URL, which is TLS"},
		},
		"insecure with a CA": {
			reason: "a CA is for TLS",
			args:   ldap(LDAPArgs{URL: "ldap://x", Insecure: true, CA: pulumi.String(certificate)}),
			want:   []string{".LDAP.CA: exclusive"},
		},
		"no bind password": {
			reason: "a DN binds with a password",
			args:   ldap(LDAPArgs{URL: "ldaps://x", BindDN: "cn=reader"}),
			want:   []string{".LDAP.BindPassword: required"},
		},
		"bind password only": {
			reason: "a password belongs to a DN",
			args:   ldap(LDAPArgs{URL: "ldaps://x", BindPassword: pulumi.String("x")}),
			want:   []string{".LDAP.BindPassword: needs"},
		},
		"all of GitHub": {
			reason: "everyone with a GitHub account could log in",
			args:   gitHub(GitHubArgs{}),
			want:   []string{".GitHub: required"},
		},
		"organizations and teams": {
			reason: "OpenShift rejects both",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, Teams: []string{"a/b"}}),
			want:   []string{".GitHub: exclusive"},
		},
		"team": {
			reason: "a team has an organization",
			args:   gitHub(GitHubArgs{Teams: []string{"core"}}),
			want:   []string{".GitHub.Teams[0]: format"},
		},
		"github.com": {
			reason: "OpenShift rejects it as a host name",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, Hostname: "github.com"}),
			want:   []string{".GitHub.Hostname: must not be set for github.com"},
		},
		"URL as a host name": {
			reason: "a host name has no scheme",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, Hostname: "https://github.example.com"}),
			want:   []string{".GitHub.Hostname: format"},
		},
		"CA of github.com": {
			reason: "github.com has a public CA",
			args:   gitHub(GitHubArgs{Organizations: []string{"a"}, CA: pulumi.String(certificate)}),
			want:   []string{".GitHub.CA: needs"},
		},
		"GitLab": {
			reason: "the server is an https URL",
			args:   providers(IdentityProvider{Name: "x", GitLab: &GitLabArgs{URL: "gitlab.example.com"}}),
			want:   []string{".GitLab.URL: format", ".GitLab.ClientID: required", ".GitLab.ClientSecret: required"},
		},
		"any Google account": {
			reason: "without a domain everyone with a Google account could log in",
			args: providers(IdentityProvider{Name: "x", Google: &GoogleArgs{
				ClientID: pulumi.String("a"), ClientSecret: pulumi.String("b"),
			}}),
			want: []string{".Google.HostedDomain: required"},
		},
		"Google with lookup": {
			reason: "existing users only can log in",
			args: providers(IdentityProvider{Name: "x", MappingMethod: "lookup", Google: &GoogleArgs{
				ClientID: pulumi.String("a"), ClientSecret: pulumi.String("b"),
			}}),
		},
		"request headers": {
			reason: "the proxy must find its way back, and its headers must not be forged",
			args: providers(IdentityProvider{Name: "x", RequestHeader: &RequestHeaderArgs{
				LoginURL: "https://sso.example.com/login", ChallengeURL: "http://sso.example.com/?${query}",
			}}),
			want: []string{
				".RequestHeader.LoginURL: format", ".RequestHeader.ChallengeURL: format", ".RequestHeader.Headers: required",
				".RequestHeader.ClientCA: required",
			},
		},
		"no redirect": {
			reason: "neither browsers nor oc would get to the proxy",
			args: providers(IdentityProvider{Name: "x", RequestHeader: &RequestHeaderArgs{
				Headers: []string{"X-Remote-User"}, ClientCA: pulumi.String(certificate),
			}}),
			want: []string{".RequestHeader: must set at least one of LoginURL and ChallengeURL"},
		},
		"basic authentication": {
			reason: "passwords are sent with TLS, and a client certificate has a key",
			args: providers(IdentityProvider{Name: "x", BasicAuth: &BasicAuthArgs{Server: RemoteServer{
				URL: "http://users.example.com", ClientCertificate: &TLSCertificate{Certificate: pulumi.String(certificate)},
			}}}),
			want: []string{".BasicAuth.Server.URL: format", ".BasicAuth.Server.ClientCertificate.PrivateKey: required"},
		},
		"Keystone": {
			reason: "a user of Keystone v3 is in a domain",
			args:   providers(IdentityProvider{Name: "x", Keystone: &KeystoneArgs{}}),
			want:   []string{".Keystone.Server.URL: required", ".Keystone.DomainName: required"},
		},
	})
}

func TestGitHubEnterpriseIsAccepted(t *testing.T) {
	t.Parallel()
	assert.NoError(t, providers(IdentityProvider{Name: "github", GitHub: &GitHubArgs{
		ClientID: pulumi.String("x"), ClientSecret: pulumi.String("x"), Teams: []string{"a/b"},
		Hostname: "github.example.com", CA: pulumi.String(certificate),
	}}).Validate())
}
