package nodes

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

const (
	trustedCAVolume = "trusted-ca"
	trustedCADir    = "/etc/trusted-ca"
	trustedCAKey    = "ca-bundle.crt"

	proxySecret   = "proxy"
	proxyVariable = "HTTPS_PROXY"
)

// desiredTrustedCA returns a ConfigMap into which the cluster writes the CAs that it trusts: those of its image, and those of the
// cluster's proxy (openshift/cluster-network-operator pkg/controller/configmap_ca_injector). It has no data here, so that no update
// resets it.
func (a agent) desiredTrustedCA() kube.Object {
	return kube.Object{
		APIVersion: "v1", Kind: "ConfigMap", Namespace: a.namespace, Name: trustedCAVolume,
		Labels: map[string]string{"config.openshift.io/inject-trusted-cabundle": "true"},
	}
}

// trustedCASource returns the volume of the ConfigMap. It names the key, so that the pod starts after the cluster has written it.
func trustedCASource() map[string]any {
	items := []any{map[string]any{"key": trustedCAKey, "path": trustedCAKey}}
	return map[string]any{"name": trustedCAVolume, "configMap": map[string]any{"name": trustedCAVolume, "items": items}}
}

// trustedCAEnv returns the variable by which Go and Python find CAs, whatever the image's folder for them.
func trustedCAEnv() map[string]any {
	return map[string]any{"name": "SSL_CERT_FILE", "value": trustedCADir + "/" + trustedCAKey}
}

// desiredProxy returns the Secret with the proxy's URL: more people may read Deployments than Secrets.
func (a agent) desiredProxy() kube.Object {
	return kube.Secret(a.namespace, proxySecret, kube.Opaque, map[string]pulumi.StringInput{proxyVariable: a.proxy})
}

// proxyEnv sends the pod's requests through the proxy, except for those to the Kubernetes API and to the instance metadata service.
func (a agent) proxyEnv() []any {
	if a.proxy == nil {
		return nil
	}
	reference := map[string]any{"secretKeyRef": map[string]any{"name": proxySecret, "key": proxyVariable}}
	return []any{
		map[string]any{"name": proxyVariable, "valueFrom": reference},
		map[string]any{"name": "NO_PROXY", "value": "$(KUBERNETES_SERVICE_HOST),169.254.169.254"},
	}
}

// proxyHash returns a hash of the proxy's URL from which a password cannot be guessed at a useful rate.
func (a agent) proxyHash() pulumi.StringOutput {
	return a.proxy.ToStringOutput().ApplyT(func(url string) (string, error) {
		const iterations, size = 100_000, 16
		key, err := pbkdf2.Key(sha256.New, url, []byte(a.namespace+"/"+a.name), iterations, size)
		if err != nil {
			return "", fmt.Errorf("hash of the proxy's URL: %w", err)
		}
		return hex.EncodeToString(key), nil
	}).(pulumi.StringOutput)
}

// checkProxy reports a known URL that is not one of a proxy, without quoting it: it can contain a password.
func checkProxy(p *check.Problems, path check.Path, url pulumi.StringInput) {
	if text, known := check.Text(url); known && text != "" && !check.HTTPURL.Match(text) {
		p.Addf(path, "must be an http or https URL, such as http://proxy.example.com:3128")
	}
}
