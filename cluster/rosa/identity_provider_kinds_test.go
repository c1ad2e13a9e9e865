package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// TestIdentityProviderKindsValidate has the rules of OCM; those of OpenShift are in internal/openshift/login.
func TestIdentityProviderKindsValidate(t *testing.T) {
	t.Parallel()
	id := pulumi.String("id")
	google := func(method MappingMethod, domain string) *IdentityProviderArgs {
		return testKind(func(a *IdentityProviderArgs) {
			a.MappingMethod = method
			a.Google = &GoogleArgs{ClientID: id, ClientSecret: id, HostedDomain: domain}
		})
	}
	openID := func(claims *OpenIDClaimsArgs) *IdentityProviderArgs {
		return testKind(func(a *IdentityProviderArgs) {
			a.OpenID = &OpenIDArgs{ClientID: id, ClientSecret: id, Issuer: "https://sso.example.com", Claims: claims}
		})
	}
	checkValidations(t, map[string]validation{
		"GitHub for everyone": {
			reason: "without organizations and teams every GitHub user could log in",
			args:   testKind(func(a *IdentityProviderArgs) { a.GitHub = &GitHubArgs{ClientID: id, ClientSecret: id} }),
			want:   []string{"rosa.IdentityProviderArgs.GitHub: required"},
		},
		"GitHub Enterprise": {
			reason: "a server of your own can have a CA of your own",
			args: testKind(func(a *IdentityProviderArgs) {
				a.GitHub = &GitHubArgs{
					ClientID: id, ClientSecret: id, Teams: []string{"o/t"}, Hostname: "10.1.2.3",
					CA: pulumi.String(clustertest.Certificate),
				}
			}),
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
		"LDAP credentials": {
			reason: "a bind needs a name and a password",
			args: testKind(func(a *IdentityProviderArgs) {
				a.LDAP = &LDAPArgs{URL: "ldaps://ldap.example.com", BindDN: "cn=x"}
			}),
			want: []string{"rosa.IdentityProviderArgs.LDAP.BindPassword: required"},
		},
		"OpenID groups": {
			reason: "any list of claims is enough",
			args:   openID(&OpenIDClaimsArgs{Groups: []string{"groups"}}),
		},
		"OpenID without claims": {
			reason: "OCM has no default for claims",
			args:   openID(nil),
			want:   []string{"rosa.IdentityProviderArgs.OpenID.Claims: must set at least one list of claims"},
		},
		"OpenID with empty claims": {
			reason: "OCM has no default for claims",
			args:   openID(&OpenIDClaimsArgs{Email: []string{}}),
			want:   []string{"rosa.IdentityProviderArgs.OpenID.Claims: must set at least one list of claims"},
		},
	})
}
