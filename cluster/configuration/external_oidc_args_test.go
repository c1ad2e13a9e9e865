package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// externalOIDC returns valid arguments that a function changes.
func externalOIDC(change func(*ExternalOIDCArgs)) *ExternalOIDCArgs {
	return checktest.With(new(everyExternalOIDC()), change)
}

func TestExternalOIDCArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.ExternalOIDCArgs", map[string]checktest.Case{
		"release": {
			Reason: "the type is a technology preview in 4.19",
			Args:   externalOIDC(func(a *ExternalOIDCArgs) { a.OpenShiftVersion = "4.19" }),
			Want:   []string{": requires OpenShift 4.20 or later (the cluster's release is 4.19)"},
		},
		"later release": {
			Reason: "later releases have it, and a release need not be stated",
			Args:   externalOIDC(func(a *ExternalOIDCArgs) { a.OpenShiftVersion = "4.22" }),
		},
		"another audience": {
			Reason: "the audience of an ID token is its client, so logins would be rejected",
			Args:   externalOIDC(func(a *ExternalOIDCArgs) { a.Audiences = []string{"api"} }),
			Want: []string{
				".Console.ClientID: must be one of Audiences: tokens of this client would be rejected",
				".CLI.ClientID: must be one of Audiences: tokens of this client would be rejected",
			},
		},
		"unknown client": {
			Reason: "the ID of a client that the program creates is known later",
			Args: externalOIDC(func(a *ExternalOIDCArgs) {
				a.CLI.ClientID = pulumi.String("created").ToStringOutput()
			}),
		},
		"clients": {
			Reason: "the console is a confidential client",
			Args:   externalOIDC(func(a *ExternalOIDCArgs) { a.Console.ClientSecret = nil }),
			Want:   []string{".Console.ClientSecret: required"},
		},
		"claims": {
			Reason: "a required claim has a name and a value",
			Args: externalOIDC(func(a *ExternalOIDCArgs) {
				a.RequiredClaims = map[string]string{"tenant": "", "": "x"}
			}),
			Want: []string{".RequiredClaims[]: required", ".RequiredClaims[tenant]: required"},
		},
		"groups without a prefix": {
			Reason: "a group of the issuer named system:masters would be one of the cluster",
			Args:   externalOIDC(func(a *ExternalOIDCArgs) { a.GroupsPrefix = nil }),
			Want:   []string{".GroupsPrefix: required"},
		},
	})
}
