package cluster

import (
	"encoding/base64"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// configNamespace is where OpenShift looks for the secrets and certificates that its configuration names
// (openshift/api config/v1/types_oauth.go, types_proxy.go).
const configNamespace = "openshift-config"

// keptText is a text that a configuration object refers to by name, rather than holding it: a Secret or a ConfigMap.
type keptText struct {
	name, key string
	text      pulumi.StringInput
	secret    bool
	// stays tells that the object outlives its component. It may be there already when the next one comes, so it is patched:
	// server-side apply makes what is missing, and to create what is there is refused.
	stays bool
}

func (k keptText) object() kube.Object {
	object := kube.Object{APIVersion: "v1", Kind: "ConfigMap", Namespace: configNamespace, Name: k.name}
	if !k.secret {
		object.Fields = map[string]any{"data": map[string]any{k.key: k.text}}
		return object
	}
	object.Kind = "Secret"
	encoded := pulumi.ToSecret(k.text.ToStringOutput().ApplyT(func(text string) string {
		return base64.StdEncoding.EncodeToString([]byte(text))
	}))
	object.Fields = map[string]any{"type": "Opaque", "data": map[string]any{k.key: encoded}}
	return object
}

// keep makes the object and returns its name, which comes after it.
func (k keptText) keep(ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) (pulumi.StringOutput, error) {
	made, err := createOrPatch(ctx, name, k.object(), k.stays, append(opts, pulumi.RetainOnDelete(k.stays))...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return waitFor(ctx, pulumi.String(k.name).ToStringOutput(), made), nil
}

// anchor owns a field of an object for good. When the last owned field below spec is given back, server-side
// apply leaves null in spec's place, and the API server refuses that; with an anchor something is left. Destroying the
// program forgets the anchor and leaves the field as it is.
func anchor(ctx *pulumi.Context, name string, object kube.Object, spec map[string]any, opts ...pulumi.ResourceOption) error {
	object.Fields = map[string]any{"spec": spec}
	_, err := kube.Patch(ctx, name+"-anchor", object, append(opts, pulumi.RetainOnDelete(true))...)
	return err
}

// checkCertificates notes a known text that holds no certificates.
func checkCertificates(p *check.Problems, path string, text pulumi.StringInput) {
	plain, isPlain := text.(pulumi.String)
	if isPlain && !strings.Contains(string(plain), "-----BEGIN CERTIFICATE-----") {
		p.Addf(path, "holds no certificate; give PEM, which begins with -----BEGIN CERTIFICATE-----")
	}
}
