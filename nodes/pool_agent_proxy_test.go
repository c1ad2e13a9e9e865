package nodes_test

import (
	"encoding/base64"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// behindProxy are the agents with a proxy.
func behindProxy(url pulumi.StringInput) map[string]pulumi.RunFunc {
	return map[string]pulumi.RunFunc{
		"CSRApprover":          approver(func(a *nodes.CSRApproverArgs) { a.HTTPSProxy = url }),
		"ClusterAutoscalerASG": asgAutoscaler(func(a *nodes.ClusterAutoscalerASGArgs) { a.HTTPSProxy = url }),
		"TerminationHandler":   terminationHandler(func(a *nodes.TerminationHandlerArgs) { a.HTTPSProxy = url }),
	}
}

func TestProxyPasswordIsInASecret(t *testing.T) {
	t.Parallel()
	const url = "http://user:hidden@proxy:3128"
	encoded := base64.StdEncoding.EncodeToString([]byte(url))
	for _, input := range []pulumi.StringInput{pulumi.String(url), pulumi.String(url).ToStringOutput()} {
		for name, program := range behindProxy(input) {
			rec := run(t, program)
			secret := object(t, rec, "Secret")
			assert.Equal(t, map[string]any{"HTTPS_PROXY": encoded}, secret["data"], name)
			env := container(t, object(t, rec, "Deployment"))["env"]
			assert.Contains(t, env, map[string]any{"name": "HTTPS_PROXY", "valueFrom": map[string]any{
				"secretKeyRef": map[string]any{"name": at(secret, "metadata", "name"), "key": "HTTPS_PROXY"},
			}}, name)
			assert.Contains(t, env,
				map[string]any{"name": "NO_PROXY", "value": "$(KUBERNETES_SERVICE_HOST),169.254.169.254"},
				"requests to the cluster and to the metadata service bypass the proxy")
			state := string(rec.Golden())
			assert.NotContains(t, state, "hidden", name)
			assert.NotContains(t, state, encoded, "%s: the Secret's data is a secret of the state", name)
		}
	}
}

func TestAProxyRestartsTheAgent(t *testing.T) {
	t.Parallel()
	hash := func(url string) any {
		deployment := object(t, run(t, behindProxy(pulumi.String(url))["TerminationHandler"]), "Deployment")
		return at(deployment, "spec", "template", "metadata", "annotations", "openshift-aws/proxy-hash")
	}
	first := hash("http://user:first@proxy:3128")
	assert.Len(t, first, 32)
	assert.Equal(t, first, hash("http://user:first@proxy:3128"), "an update without a change does not")
	assert.NotEqual(t, first, hash("http://user:second@proxy:3128"), "a pod reads the Secret when it starts")
}

func TestNoProxyByDefault(t *testing.T) {
	t.Parallel()
	for name, program := range behindProxy(nil) {
		assert.NotContains(t, string(run(t, program).Golden()), "PROXY", name)
	}
}

// TestAgentsTrustTheClustersCAs proves that agents verify the certificates of AWS, or of a proxy that opens TLS, by the
// CAs that the cluster writes into a ConfigMap.
func TestAgentsTrustTheClustersCAs(t *testing.T) {
	t.Parallel()
	for name, program := range behindProxy(nil) {
		rec := run(t, program)
		bundle := objectNamed(t, rec, "ConfigMap", "trusted-ca")
		assert.Equal(t, map[string]any{"config.openshift.io/inject-trusted-cabundle": "true"},
			at(bundle, "metadata", "labels"))
		assert.NotContains(t, bundle, "data", "the cluster writes it, and no update may reset it")
		deployment := object(t, rec, "Deployment")
		assert.Contains(t, at(deployment, "spec", "template", "spec", "volumes"), map[string]any{
			"name": "trusted-ca", "configMap": map[string]any{
				"name": "trusted-ca", "items": []any{map[string]any{"key": "ca-bundle.crt", "path": "ca-bundle.crt"}},
			},
		}, "%s: without the named key the pod would start before the cluster has written it", name)
		only := container(t, deployment)
		assert.Contains(t, only["volumeMounts"],
			map[string]any{"name": "trusted-ca", "mountPath": "/etc/trusted-ca", "readOnly": true}, name)
		assert.Contains(t, only["env"],
			map[string]any{"name": "SSL_CERT_FILE", "value": "/etc/trusted-ca/ca-bundle.crt"}, name)
	}
}
