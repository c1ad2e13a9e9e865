package configuration

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

func providers(providers ...IdentityProvider) *IdentityProvidersArgs {
	return &IdentityProvidersArgs{Providers: providers}
}

func TestIdentityProvidersArgsRejected(t *testing.T) {
	t.Parallel()
	valid := &HTPasswdArgs{File: pulumi.String(htpasswdFile)}
	redirecting := &RequestHeaderArgs{
		ChallengeURL: "https://sso.example.com/?${query}", Headers: []string{"X-Remote-User"},
		ClientCA: pulumi.String(clustertest.Certificate).ToStringOutput(),
	}
	checktest.Cases(t, "configuration.IdentityProvidersArgs", map[string]checktest.Case{
		"long name": {
			Reason: "the name is in that of a Secret, which has at most 253 characters",
			Args:   providers(IdentityProvider{Name: strings.Repeat("a", 300), HTPasswd: valid}),
			Want: []string{
				".Providers[0].Name: must be 60 characters shorter: the name of the provider's Secret has at most 253 characters",
			},
		},
		"proxy and passwords": {
			Reason: "oc is either redirected or asked for a password",
			Args: providers(
				IdentityProvider{Name: "users", HTPasswd: valid},
				IdentityProvider{Name: "proxy", RequestHeader: redirecting},
			),
			Want: []string{
				`.Providers[1].RequestHeader.ChallengeURL: must not be set together with the provider "users", which responds to oc as well`,
			},
		},
		"two proxies": {
			Reason: "oc is redirected to one proxy",
			Args: providers(
				IdentityProvider{Name: "a", RequestHeader: redirecting}, IdentityProvider{Name: "b", RequestHeader: redirecting},
			),
			Want: []string{
				`.Providers[0].RequestHeader.ChallengeURL: must not be set together with the provider "b", which responds to oc as well`,
				`.Providers[1].RequestHeader.ChallengeURL: must not be set together with the provider "a", which responds to oc as well`,
			},
		},
		"proxy and application": {
			Reason: "an application of GitHub logs in browsers only",
			Args: providers(
				IdentityProvider{Name: "proxy", RequestHeader: redirecting},
				IdentityProvider{Name: "github", GitHub: &GitHubArgs{
					ClientID: pulumi.String("a"), ClientSecret: pulumi.String("b"), Organizations: []string{"c"},
				}},
			),
		},
		"no page": {
			Reason: "OpenShift's pages are the default",
			Args:   &IdentityProvidersArgs{Providers: everyProvider().Providers, Templates: &LoginTemplatesArgs{}},
			Want:   []string{".Templates: must set at least one of Login, ProviderSelection and Error"},
		},
		"file name": {
			Reason: "a page is its text, and OpenShift silently shows its own instead of one that is not valid",
			Args: &IdentityProvidersArgs{
				Providers: everyProvider().Providers,
				Templates: &LoginTemplatesArgs{Login: pulumi.String("login.html"), Error: pulumi.String("")},
			},
			Want: []string{
				".Templates.Login: must be the text of an HTML page", ".Templates.Error: must be the text of an HTML page",
			},
		},
		"slash": {
			Reason: "the name is a part of the callback URL",
			Args:   providers(IdentityProvider{Name: "a/b", HTPasswd: valid}),
			Want: []string{
				`.Providers[0].Name: "a/b" must be usable in a URL; use letters, digits, spaces and hyphens`,
			},
		},
		"similar names": {
			Reason: "names of Secrets are lower-case",
			Args: providers(IdentityProvider{Name: "Local", HTPasswd: valid},
				IdentityProvider{Name: "local", HTPasswd: valid}),
			Want: []string{`.Providers[1].Name: "local" must differ from "Local" in letters or digits: ` +
				"their Secrets would have the same name"},
		},
		"fields of providers": {
			Reason: "a provider has exactly one kind",
			Args: providers(
				IdentityProvider{Name: "x"},
				IdentityProvider{Name: "y", HTPasswd: valid, LDAP: &LDAPArgs{URL: "ldaps://x"}},
			),
			Want: []string{".Providers[0]: required", ".Providers[1]: exclusive"},
		},
	})
}

func TestIdentityProviderKindsRejected(t *testing.T) {
	t.Parallel()
	users := func(file string) *IdentityProvidersArgs {
		return providers(IdentityProvider{Name: "local", HTPasswd: &HTPasswdArgs{File: pulumi.String(file)}})
	}
	ldap := func(args LDAPArgs) *IdentityProvidersArgs {
		return providers(IdentityProvider{Name: "ldap", LDAP: &args})
	}
	gitHub := func(args GitHubArgs) *IdentityProvidersArgs {
		args.ClientID, args.ClientSecret = pulumi.String("x"), pulumi.String("x")
		return providers(IdentityProvider{Name: "github", GitHub: &args})
	}
	checktest.Cases(t, "configuration.IdentityProvidersArgs.Providers[0]", map[string]checktest.Case{
		"plain password": {
			Reason: "the message does not quote the password",
			Args:   users("alice:secret"),
			Want: []string{".HTPasswd.File: user \"alice\" must have a bcrypt, SHA-1 or MD5 hash, " +
				"as `htpasswd -nB alice` prints it"},
		},
		"hash without user": {
			Reason: "the message does not quote the hash",
			Args:   users("# users\n\n$2y$05$abcdefghijklmnopqrstuuu\n"),
			Want:   []string{".HTPasswd.File: line 3 must be user:hash, as `htpasswd -nB USER` prints it"},
		},
		"empty user": {
			Reason: "a user has a name",
			Args:   users(":$2y$1"),
			Want:   []string{".HTPasswd.File: line 1 must be user:hash, as `htpasswd -nB USER` prints it"},
		},
		"user twice": {
			Reason: "one of the hashes would be ignored",
			Args:   users("a:$2y$1\na:$2y$2\n"),
			Want:   []string{`.HTPasswd.File: user "a" must have only one line`},
		},
		"insecure ldaps": {
			Reason: "ldaps:// is TLS",
			Args:   ldap(LDAPArgs{URL: "ldaps://x", Insecure: true}),
			Want:   []string{".LDAP.Insecure: must not be set with an ldaps:// URL, which is TLS"},
		},
		"no bind password": {
			Reason: "a DN binds with a password",
			Args:   ldap(LDAPArgs{URL: "ldaps://x", BindDN: "cn=reader"}),
			Want:   []string{".LDAP.BindPassword: required"},
		},
		"all of GitHub": {
			Reason: "everyone with a GitHub account could log in",
			Args:   gitHub(GitHubArgs{}),
			Want:   []string{".GitHub: required"},
		},
		"any Google account": {
			Reason: "without a domain everyone with a Google account could log in",
			Args: providers(IdentityProvider{Name: "x", Google: &GoogleArgs{
				ClientID: pulumi.String("a"), ClientSecret: pulumi.String("b"),
			}}),
			Want: []string{".Google.HostedDomain: required"},
		},
		"Google with lookup": {
			Reason: "existing users only can log in",
			Args: providers(IdentityProvider{Name: "x", MappingMethod: "lookup", Google: &GoogleArgs{
				ClientID: pulumi.String("a"), ClientSecret: pulumi.String("b"),
			}}),
		},
		"no redirect": {
			Reason: "neither browsers nor oc would get to the proxy",
			Args: providers(IdentityProvider{Name: "x", RequestHeader: &RequestHeaderArgs{
				Headers: []string{"X-Remote-User"}, ClientCA: pulumi.String(clustertest.Certificate).ToStringOutput(),
			}}),
			Want: []string{".RequestHeader: must set at least one of LoginURL and ChallengeURL"},
		},
		"basic authentication": {
			Reason: "a client certificate has a key",
			Args: providers(IdentityProvider{Name: "x", BasicAuth: &BasicAuthArgs{Server: RemoteServer{
				URL:               "https://users.example.com",
				ClientCertificate: &TLSCertificate{Certificate: pulumi.String(clustertest.Certificate)},
			}}}),
			Want: []string{".BasicAuth.Server.ClientCertificate.PrivateKey: required"},
		},
	})
}

func TestGitHubEnterpriseIsAccepted(t *testing.T) {
	t.Parallel()
	assert.NoError(t, providers(IdentityProvider{Name: "github", GitHub: &GitHubArgs{
		ClientID: pulumi.String("x"), ClientSecret: pulumi.String("x"), Teams: []string{"a/b"},
		Hostname: "github.example.com", CA: pulumi.String(clustertest.Certificate).ToStringOutput(),
	}}).Validate())
}
