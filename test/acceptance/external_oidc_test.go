package acceptance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

const authentications = "authentication.config.openshift.io"

// operatorsAuthentication is the object as the authentication operator writes it on a new cluster.
const operatorsAuthentication = `apiVersion: config.openshift.io/v1
kind: Authentication
metadata: {name: cluster}
spec:
  oauthMetadata: {name: ""}
  serviceAccountIssuer: ""
  type: ""
  webhookTokenAuthenticator: {kubeConfig: {name: webhook-authentication-integrated-oauth}}
`

const operatorsClients = `{"status": {"oidcClients": [
	{"componentName": "cli", "componentNamespace": "openshift-console"},
	{"componentName": "console", "componentNamespace": "openshift-console"}]}}`

// removeWebhook is the command that configuration.ExternalOIDC asks for.
const removeWebhook = `{"spec":{"type":"None","webhookTokenAuthenticator":null}}`

func externalOIDC(ctx *pulumi.Context) error {
	provider, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
		EnableServerSideApply:  pulumi.Bool(true),
		EnableConfigMapMutable: pulumi.Bool(true),
		EnableSecretMutable:    pulumi.Bool(true),
	})
	if err != nil {
		return err
	}
	_, err = configuration.NewExternalOIDC(ctx, "login", &configuration.ExternalOIDCArgs{
		OpenShiftVersion: "4.20", ProviderName: "sso", Issuer: "https://sso.example.com",
		Audiences: []string{"console", "oc"}, UsernameClaim: "email", GroupsClaim: "groups", GroupsPrefix: new("sso:"),
		Console: &configuration.OIDCClientArgs{
			ClientID: pulumi.String("console"), ClientSecret: pulumi.String("of the console"),
		},
		CLI: &configuration.OIDCClientArgs{ClientID: pulumi.String("oc")},
	}, pulumi.Provider(provider))
	return err
}

// createAuthentication creates the object as an update of the authentication operator, and the clients of the console
// operator: server-side apply cannot remove the fields of an update.
func createAuthentication(t *testing.T) {
	t.Helper()
	if kubeObject(t, authentications, "", "cluster") == nil {
		kubectl(t, operatorsAuthentication, "create", "--field-manager=authentication-operator", "-f", "-")
		t.Cleanup(func() { kubectl(t, "", "delete", authentications, "cluster") })
	}
	kubectl(t, "", "patch", authentications, "cluster", "--subresource=status", "--type=merge", "-p", operatorsClients)
}

func TestExternalOIDC(t *testing.T) {
	clusterLock.acquire(t)
	createAuthentication(t)
	box, err := sandbox.New(sandbox.Options{
		Project: "external-oidc", Program: externalOIDC, Dir: filepath.Join(t.TempDir(), "external-oidc"),
		Kubeconfig: os.Getenv("KUBECONFIG"), Config: map[string]string{},
	})
	require.NoError(t, err)
	output, err := tryKubectl("", "patch", authentications, "cluster", "--type=merge", "-p", `{"spec":{"type":"OIDC"}}`)
	require.Error(t, err, "the API server rejects the type OIDC while webhookTokenAuthenticator is set")
	assert.Contains(t, output, "webhookTokenAuthenticator cannot be set")

	_, err = box.Up(t.Context())
	assert.ErrorContains(t, err, removeWebhook, "the message has the command")
	assert.Empty(t, specOf(t, authentications, "cluster")["type"], "the cluster is not changed")

	kubectl(t, "", "patch", authentications, "cluster", "--type=merge", "-p", removeWebhook)
	operate := func(operation func() (*sandbox.Result, error)) result {
		made, err := operation()
		require.NoError(t, err)
		return resultOf(made)
	}
	up := func() (*sandbox.Result, error) { return box.Up(t.Context()) }
	operate(up)
	spec := specOf(t, authentications, "cluster")
	assert.Equal(t, "OIDC", spec["type"])
	assert.NotContains(t, spec, "webhookTokenAuthenticator")
	require.Len(t, spec["oidcProviders"], 1)
	operate(up).unchanged(t, "second update")
	operate(func() (*sandbox.Result, error) { return box.Refresh(t.Context()) }).unchanged(t, "refresh")
	operate(up).unchanged(t, "update after refresh")

	operate(func() (*sandbox.Result, error) { return box.Destroy(t.Context()) })
	spec = specOf(t, authentications, "cluster")
	assert.Equal(t, map[string]any{"oauthMetadata": map[string]any{"name": ""}, "serviceAccountIssuer": ""}, spec,
		"the authentication operator then returns to its OAuth server")
	assert.Nil(t, kubeObject(t, "secret", "openshift-config", "external-oidc-console"))
}
