package configuration

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	htpasswdFile = "# made with htpasswd -B\nalice:$2y$05$abcdefghijklmnopqrstuuu\n\nbob:$2y$05$abcdefghijklmnopqrstuvv\n"
)

func everyProvider() *IdentityProvidersArgs {
	return &IdentityProvidersArgs{
		AccessTokenMaxAge:            8 * time.Hour,
		AccessTokenInactivityTimeout: 10 * time.Minute,
		Templates: &LoginTemplatesArgs{
			Login: pulumi.String("<html>terms</html>"), Error: pulumi.String("<html>call us</html>"),
		},
		Providers: []IdentityProvider{
			{Name: "Local users", HTPasswd: &HTPasswdArgs{File: pulumi.String(htpasswdFile)}},
			{Name: "sso", MappingMethod: "add", OpenID: &OpenIDArgs{
				Issuer: "https://sso.example.com/realms/main", ClientID: pulumi.String("openshift"),
				ClientSecret:             pulumi.String("of the OpenID client"),
				CA:                       pulumi.String(clustertest.Certificate).ToStringOutput(),
				ExtraScopes:              []string{"groups"},
				ExtraAuthorizeParameters: map[string]string{"prompt": "login"},
				Claims:                   &OpenIDClaimsArgs{Groups: []string{"groups"}},
			}},
			{Name: "directory", LDAP: &LDAPArgs{
				URL: "ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid", BindDN: "cn=reader",
				BindPassword: pulumi.String("of the reader"), Attributes: &LDAPAttributesArgs{Email: []string{"mail"}},
			}},
			{
				Name: "github",
				GitHub: &GitHubArgs{
					ClientID:      pulumi.String("abc"),
					ClientSecret:  pulumi.String("of the application"),
					Organizations: []string{"example"},
				},
			},
			{Name: "gitlab", GitLab: &GitLabArgs{
				URL: "https://gitlab.example.com", ClientID: pulumi.String("abc"), ClientSecret: pulumi.String("of GitLab"),
				CA: pulumi.String(clustertest.Certificate).ToStringOutput(),
			}},
			{Name: "google", Google: &GoogleArgs{
				ClientID: pulumi.String("abc"), ClientSecret: pulumi.String("of Google"), HostedDomain: "example.com",
			}},
			{Name: "proxy", RequestHeader: &RequestHeaderArgs{
				LoginURL: "https://sso.example.com/login?then=${url}",
				ClientCA: pulumi.String(clustertest.Certificate).ToStringOutput(),
				Headers:  []string{"X-Remote-User"}, ClientCommonNames: []string{"sso"},
			}},
			{Name: "passwords", BasicAuth: &BasicAuthArgs{Server: RemoteServer{
				URL: "https://users.example.com", CA: pulumi.String(clustertest.Certificate).ToStringOutput(),
				ClientCertificate: clustertest.KeyPair(),
			}}},
			{Name: "openstack", Keystone: &KeystoneArgs{
				DomainName: "default",
				Server: RemoteServer{
					URL:               "https://keystone.example.com:5000",
					ClientCertificate: &TLSCertificate{SecretName: pulumi.String("keystone")},
				},
			}},
		},
	}
}

func TestLoginTemplates(t *testing.T) {
	t.Parallel()
	args := everyProvider()
	require.NoError(t, args.Validate())
	spec := desiredOAuth(*args, refNames{}).Fields["spec"].(map[string]any)
	secret := map[string]any{"name": "oauth-templates"}
	assert.Equal(t, map[string]any{"login": secret, "error": secret}, spec["templates"],
		"a page that is not set stays OpenShift's")
	refs := args.configRefs()
	assert.Equal(t, configRef{
		name: "oauth-templates", secretType: "Opaque",
		texts: map[string]pulumi.StringInput{
			"login.html": pulumi.String("<html>terms</html>"), "errors.html": pulumi.String("<html>call us</html>"),
		},
	}, refs[len(refs)-1])

	args.Templates = &LoginTemplatesArgs{ProviderSelection: pulumi.String("<html>choose</html>")}
	require.NoError(t, args.Validate())
	spec = desiredOAuth(*args, refNames{}).Fields["spec"].(map[string]any)
	assert.Equal(t, map[string]any{"providerSelection": secret}, spec["templates"])
	refs = args.configRefs()
	assert.Equal(t, map[string]pulumi.StringInput{"providers.html": pulumi.String("<html>choose</html>")}, refs[len(refs)-1].texts)
}

// TestAttributesOfUsers: each kind of provider has its own names for the attributes of a user.
func TestAttributesOfUsers(t *testing.T) {
	t.Parallel()
	for block, tt := range map[string]struct {
		provider IdentityProvider
		want     map[string]any
	}{
		"openID": {
			provider: IdentityProvider{OpenID: &OpenIDArgs{Claims: &OpenIDClaimsArgs{PreferredUsername: []string{"upn"}}}},
			want:     map[string]any{"claims.preferredUsername": []any{"upn"}},
		},
		"ldap": {
			provider: IdentityProvider{LDAP: &LDAPArgs{
				Attributes: &LDAPAttributesArgs{ID: []string{"entryUUID"}, PreferredUsername: []string{"uid"}},
			}},
			want: map[string]any{"attributes.id": []any{"entryUUID"}, "attributes.preferredUsername": []any{"uid"}},
		},
		"requestHeader": {
			provider: IdentityProvider{RequestHeader: &RequestHeaderArgs{
				PreferredUsernameHeaders: []string{"X-Login"}, NameHeaders: []string{"X-Name"}, EmailHeaders: []string{"X-Mail"},
			}},
			want: map[string]any{
				"preferredUsernameHeaders": []any{"X-Login"}, "nameHeaders": []any{"X-Name"}, "emailHeaders": []any{"X-Mail"},
			},
		},
	} {
		fields := tt.provider.entry(refNames{})[block].(map[string]any)
		for path, want := range tt.want {
			outer, inner, nested := strings.Cut(path, ".")
			got := fields[outer]
			if nested {
				got = got.(map[string]any)[inner]
			}
			assert.Equal(t, want, got, "%s.%s", block, path)
		}
	}
}

func TestSecretsOfProvidersAreSecretAndComeFirst(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, mockstest.Program(NewIdentityProviders, "login", everyProvider()), clustertest.InCluster)
	names := map[string]string{}
	oauth := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:OAuthPatch", "login-oauth")
	for _, r := range append(rec.OfType("kubernetes:core/v1:Secret"), rec.OfType("kubernetes:core/v1:ConfigMap")...) {
		metadata := r.Inputs["metadata"].(map[string]any)
		names[metadata["name"].(string)] = r.Inputs["kind"].(string)
		assert.Equal(t, "openshift-config", metadata["namespace"])
		assert.True(t, rec.Graph().Reaches(oauth.URN, r.URN), r.Name)
		if r.Inputs["kind"] == "Secret" {
			for key, value := range r.Inputs["data"].(map[string]any) {
				assert.IsType(t, mocks.Secret{}, value, key)
			}
		}
	}
	assert.Equal(t, map[string]string{
		"idp-local-users-htpasswd": "Secret", "idp-sso-client-secret": "Secret", "idp-sso-ca": "ConfigMap",
		"idp-directory-bind-password": "Secret", "idp-github-client-secret": "Secret",
		"idp-gitlab-client-secret": "Secret", "idp-gitlab-ca": "ConfigMap", "idp-google-client-secret": "Secret",
		"oauth-templates": "Secret",
		"idp-proxy-ca":    "ConfigMap", "idp-passwords-ca": "ConfigMap", "idp-passwords-client-certificate": "Secret",
	}, names)
}
