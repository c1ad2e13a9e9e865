package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func everyExternalOIDC() ExternalOIDCArgs {
	return ExternalOIDCArgs{
		OpenShiftVersion: "4.20",
		ProviderName:     "sso",
		Issuer:           "https://sso.example.com/realms/main",
		Audiences:        []string{"console", "oc"},
		CA:               pulumi.String(clustertest.Certificate),
		UsernameClaim:    "email",
		UsernamePrefix:   new("sso:"),
		GroupsClaim:      "groups",
		GroupsPrefix:     new("sso:"),
		RequiredClaims:   map[string]string{"tenant": "main", "openshift": "true"},
		Console: &OIDCClientArgs{
			ClientID: pulumi.String("console"), ClientSecret: pulumi.String("of the console"), ExtraScopes: []string{"groups"},
		},
		CLI: &OIDCClientArgs{ClientID: pulumi.String("oc")},
	}
}

func TestDesiredAuthentication(t *testing.T) {
	t.Parallel()
	minimal := ExternalOIDCArgs{
		ProviderName: "sso", Issuer: "https://sso.example.com", Audiences: []string{"oc"}, UsernameClaim: "sub",
	}
	unprefixed := minimal
	unprefixed.UsernamePrefix, unprefixed.GroupsClaim, unprefixed.GroupsPrefix = new(""), "groups", new("")
	issuer := map[string]any{"issuerURL": "https://sso.example.com", "audiences": []any{"oc"}}
	tests := map[string]struct {
		reason string
		args   ExternalOIDCArgs
		want   map[string]any
	}{
		"minimal": {
			reason: "OpenShift chooses the prefix of user names",
			args:   minimal,
			want: map[string]any{
				"name": "sso", "issuer": issuer,
				"claimMappings": map[string]any{"username": map[string]any{"claim": "sub"}},
			},
		},
		"without prefixes": {
			reason: "an empty text means no prefix",
			args:   unprefixed,
			want: map[string]any{
				"name": "sso", "issuer": issuer,
				"claimMappings": map[string]any{
					"username": map[string]any{"claim": "sub", "prefixPolicy": "NoPrefix"},
					"groups":   map[string]any{"claim": "groups", "prefix": ""},
				},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, tt.args.Validate(), tt.reason)
			object := desiredAuthentication(tt.args, pulumi.String("OIDC"), refNames{})
			assert.Equal(t, kube.Object{
				APIVersion: "config.openshift.io/v1", Kind: "Authentication", Name: "cluster",
				Fields: map[string]any{"spec": map[string]any{
					"type": pulumi.String("OIDC"), "oidcProviders": []any{tt.want},
				}},
			}, object, tt.reason)
			kubetest.CheckPatch(t, kubetest.Manifest(t, object))
		})
	}
}

// withAuthentication is a cluster with this Authentication.
func withAuthentication(spec map[string]any) mocks.Option {
	return mocks.Answer("kubernetes:config.openshift.io/v1:Authentication", func(map[string]any) (map[string]any, error) {
		return map[string]any{"spec": spec}, nil
	})
}

func TestExternalOIDCChecksTheCluster(t *testing.T) {
	t.Parallel()
	webhook := map[string]any{"kubeConfig": map[string]any{"name": "webhook-authentication-integrated-oauth"}}
	tests := map[string]struct {
		reason string
		spec   map[string]any
		want   string
	}{
		"new cluster": {
			reason: "server-side apply cannot remove the field that the operator has set",
			spec:   map[string]any{"type": "", "webhookTokenAuthenticator": webhook},
			want:   `{"spec":{"type":"None","webhookTokenAuthenticator":null}}`,
		},
		"explicit OAuth": {
			reason: "the empty type is this one",
			spec:   map[string]any{"type": "IntegratedOAuth", "webhookTokenAuthenticator": webhook},
			want:   "oc patch authentication.config.openshift.io cluster --type=merge",
		},
		"removed": {reason: "the command has been run", spec: map[string]any{"type": "None"}},
		"applied": {reason: "the second update", spec: map[string]any{"type": "OIDC"}},
		"later release": {
			reason: "the operator of a later release sets both",
			spec:   map[string]any{"type": "OIDC", "webhookTokenAuthenticator": webhook},
		},
		"own issuer": {
			reason: "the operator rejects the issuer of service accounts",
			spec:   map[string]any{"type": "None", "serviceAccountIssuer": "https://sso.example.com/realms/main"},
			want:   "configuration.ExternalOIDCArgs.Issuer: must differ from the issuer of the cluster's service accounts",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New(withAuthentication(tt.spec), clustertest.InCluster)
			err := rec.Run(mockstest.Program(NewExternalOIDC, "login", new(everyExternalOIDC())))
			patches := rec.OfType("kubernetes:config.openshift.io/v1:AuthenticationPatch")
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				require.Len(t, patches, 1)
				assert.Equal(t, "OIDC", patches[0].Inputs["spec"].(map[string]any)["type"])
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
			assert.Empty(t, patches, "the cluster is not changed")
		})
	}
}

func TestSecretsOfTheIssuerComeFirst(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, mockstest.Program(NewExternalOIDC, "login", new(everyExternalOIDC())), clustertest.InCluster)
	patch := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:AuthenticationPatch", "login-authentication")
	secret := clustertest.One(t, rec, "kubernetes:core/v1:Secret", "login-external-oidc-console")
	ca := clustertest.One(t, rec, "kubernetes:core/v1:ConfigMap", "login-external-oidc-ca")
	assert.True(t, rec.Graph().Reaches(patch.URN, secret.URN))
	assert.True(t, rec.Graph().Reaches(patch.URN, ca.URN))
	assert.IsType(t, mocks.Secret{}, secret.Inputs["data"].(map[string]any)["clientSecret"])
	assert.Contains(t, ca.Inputs["data"], "ca-bundle.crt")
}
