package configuration

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/login"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// ExternalOIDCArgs are the arguments of an ExternalOIDC. Changes are applied in place and restart the API servers, one after the other.
type ExternalOIDCArgs struct {
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.20. If it is set, releases before 4.20 are rejected.
	// Defaults to none: it is not checked, and the API server of an earlier release rejects the patch.
	OpenShiftVersion string `check:"format=minor-version"`
	// ProviderName is the name of the issuer in the configuration, which is shown to administrators only. Required.
	ProviderName string `check:"required"`
	// Issuer is the issuer's https URL, without user, query and fragment, as in the claim iss of its tokens. Required. The control plane
	// must reach it. In a cluster with a proxy the proxy must reach it, also if the issuer is in NoProxy: the authentication operator asks
	// it through the proxy always (openshift/cluster-authentication-operator release-4.20, release-4.21 and release-4.22
	// pkg/controllers/externaloidc/externaloidc_controller.go, validateCACert). Otherwise nobody can log in.
	Issuer string `check:"required,format=oidc-issuer"`
	// Audiences are the audiences of the tokens that are accepted, at most 10. Required. The client IDs of Console and CLI must be among
	// them: the audience of an ID token is the client that requested it.
	Audiences []string `check:"required,count=..10,unique"`
	// CA are PEM certificates of the issuer's CA. Defaults to the system's CAs.
	CA pulumi.StringInput `check:"certificates"`
	// UsernameClaim is the claim of the user name, such as email or preferred_username: at most 256 characters. Required. It must
	// be one that users cannot change at the issuer.
	UsernameClaim string `check:"required,length=1..256"`
	// UsernamePrefix is written before user names, so that no claim gives the name of another user, such as system:admin. Defaults to
	// the issuer's URL and #, or to none if UsernameClaim is email. An empty text means no prefix.
	UsernamePrefix *string
	// GroupsClaim is the claim of the user's groups: at most 256 characters. Defaults to none: users have no groups.
	GroupsClaim string `check:"length=1..256"`
	// GroupsPrefix is written before the names of groups, so that no claim gives a group of the cluster, such as system:masters.
	// Required with GroupsClaim. An empty text means no prefix.
	GroupsPrefix *string `check:"with=GroupsClaim"`
	// RequiredClaims are the claims that a token must have, with their values: for an issuer whose users are not all users of the
	// cluster. Defaults to none.
	RequiredClaims map[string]string
	// Console is the client of the web console, with the redirect URL https://console-openshift-console.apps.<domain>/auth/callback.
	// Defaults to none: nobody can log in to the console. It requires the capability Console.
	Console *OIDCClientArgs
	// CLI is the client of `oc login --exec-plugin=oc-oidc`, with the redirect URL http://localhost:8080. The console shows the command.
	// Defaults to none: it shows none. It requires the capability Console.
	CLI *OIDCClientArgs
}

// OIDCClientArgs are a client that is registered with the issuer.
type OIDCClientArgs struct {
	// ClientID is the client's ID. Required.
	ClientID pulumi.StringInput `check:"required"`
	// ClientSecret is the client's secret. Required for Console. A public client, such as that of CLI, has none. Stored in a Secret.
	ClientSecret pulumi.StringInput `check:"secret"`
	// ExtraScopes are requested in addition to openid, if a claim needs them. Defaults to none.
	ExtraScopes []string `check:"unique"`
}

const externalOIDCPath = "configuration.ExternalOIDCArgs"

// The format of openshift/api release-4.20 config/v1/types_authentication.go, TokenIssuer.
var _ = check.Named("oidc-issuer", check.NewFormat("https URL without user, query and fragment", "https://sso.example.com", func(text string) bool {
	return login.IssuerURL.Match(text) && !strings.Contains(text, "@")
}).AtMost(512))

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ExternalOIDCArgs) Validate() error {
	p := check.Struct(a)
	release.ExternalOIDC.Check(&p, externalOIDCPath, true, a.OpenShiftVersion)
	if a.GroupsClaim != "" {
		p.Required(externalOIDCPath+".GroupsPrefix", a.GroupsPrefix)
	}
	for _, claim := range slices.Sorted(maps.Keys(a.RequiredClaims)) {
		at := check.Key(externalOIDCPath+".RequiredClaims", claim)
		p.Required(at, claim)
		p.Required(at, a.RequiredClaims[claim])
	}
	a.Console.check(&p, externalOIDCPath+".Console", a.Audiences)
	a.CLI.check(&p, externalOIDCPath+".CLI", a.Audiences)
	if a.Console != nil {
		p.Required(externalOIDCPath+".Console.ClientSecret", a.Console.ClientSecret)
	}
	return p.ErrOf(a)
}

// check checks a client. Its ID token is rejected unless its ID is an audience (OpenID Connect Core 1.0, section 2).
func (c *OIDCClientArgs) check(p *check.Problems, at check.Path, audiences []string) {
	if c == nil {
		return
	}
	if id, known := check.Text(c.ClientID); known && id != "" && !slices.Contains(audiences, id) {
		p.Addf(at+".ClientID", "must be one of Audiences: tokens of this client would be rejected")
	}
}
