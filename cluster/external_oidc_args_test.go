package cluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// externalOIDC returns valid arguments that a function changes.
func externalOIDC(change func(*ExternalOIDCArgs)) *ExternalOIDCArgs {
	args := everyExternalOIDC()
	change(&args)
	return &args
}

func TestExternalOIDCArgsRejected(t *testing.T) {
	t.Parallel()
	many := make([]string, 11)
	for i := range many {
		many[i] = fmt.Sprint("audience-", i)
	}
	testRejections(t, "cluster.ExternalOIDCArgs", map[string]rejection{
		"nothing": {
			reason: "the API server requires these fields",
			args:   &ExternalOIDCArgs{},
			want: []string{
				".ProviderName: required", ".Issuer: required", ".Audiences: required", ".UsernameClaim: required",
			},
		},
		"release": {
			reason: "the type is a technology preview in 4.19",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.OpenShiftVersion = "4.19" }),
			want:   []string{": requires OpenShift 4.20 or later (the cluster's release is 4.19)"},
		},
		"later release": {
			reason: "later releases have it, and a release need not be stated",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.OpenShiftVersion = "4.22" }),
		},
		"version": {
			reason: "a patch release is not a minor version",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.OpenShiftVersion = "4.20.1" }),
			want:   []string{".OpenShiftVersion: format"},
		},
		"http": {
			reason: "tokens are checked with keys that are fetched by TLS",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.Issuer = "http://sso.example.com" }),
			want:   []string{".Issuer: format"},
		},
		"query": {
			reason: "the API server rejects a query",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.Issuer = "https://sso.example.com?realm=main" }),
			want:   []string{".Issuer: format"},
		},
		"user": {
			reason: "the API server rejects a user",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.Issuer = "https://me@sso.example.com" }),
			want:   []string{".Issuer: format"},
		},
		"long issuer": {
			reason: "the API server has a limit",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.Issuer = "https://example.com/" + strings.Repeat("a", 500) }),
			want:   []string{".Issuer: format"},
		},
		"audiences": {
			reason: "the API server allows 10, each once",
			args: externalOIDC(func(a *ExternalOIDCArgs) {
				a.Audiences, a.Console, a.CLI = slices.Concat(many, []string{"", "audience-1"}), nil, nil
			}),
			want: []string{".Audiences: range", ".Audiences[11]: required", ".Audiences[12]: duplicate"},
		},
		"another audience": {
			reason: "the audience of an ID token is its client, so logins would be rejected",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.Audiences = []string{"api"} }),
			want: []string{
				".Console.ClientID: must be one of Audiences: tokens of this client would be rejected",
				".CLI.ClientID: must be one of Audiences: tokens of this client would be rejected",
			},
		},
		"unknown client": {
			reason: "the ID of a client that the program creates is known later",
			args: externalOIDC(func(a *ExternalOIDCArgs) {
				a.CLI.ClientID = pulumi.String("created").ToStringOutput()
			}),
		},
		"clients": {
			reason: "the console is a confidential client; scopes are listed once",
			args: externalOIDC(func(a *ExternalOIDCArgs) {
				a.Console = &OIDCClientArgs{ExtraScopes: []string{"groups", "groups", ""}}
			}),
			want: []string{
				".Console.ClientID: required", ".Console.ExtraScopes[2]: required", ".Console.ExtraScopes[1]: duplicate",
				".Console.ClientSecret: required",
			},
		},
		"claims": {
			reason: "a claim has a name of at most 256 characters, and a required one a value",
			args: externalOIDC(func(a *ExternalOIDCArgs) {
				a.UsernameClaim, a.GroupsClaim = strings.Repeat("a", 257), strings.Repeat("b", 257)
				a.RequiredClaims = map[string]string{"tenant": "", "": "x"}
			}),
			want: []string{
				".UsernameClaim: range", ".GroupsClaim: range", ".RequiredClaims[]: required", ".RequiredClaims[tenant]: required",
			},
		},
		"groups without a prefix": {
			reason: "a group of the issuer named system:masters would be one of the cluster",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.GroupsPrefix = nil }),
			want:   []string{".GroupsPrefix: required"},
		},
		"prefix without groups": {
			reason: "there are no groups",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.GroupsClaim = "" }),
			want:   []string{".GroupsPrefix: needs"},
		},
		"CA": {
			reason: "a CA is PEM",
			args:   externalOIDC(func(a *ExternalOIDCArgs) { a.CA = pulumi.String("ca.pem") }),
			want:   []string{".CA: must be PEM certificates (-----BEGIN CERTIFICATE-----)"},
		},
	})
}
