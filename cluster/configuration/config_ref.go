package configuration

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// configNamespace is the namespace of the Secrets and ConfigMaps that OpenShift's configuration refers to
// (openshift/api config/v1/types_oauth.go, types_proxy.go).
const configNamespace = "openshift-config"

// configRef is a Secret or ConfigMap that a configuration object refers to by name.
type configRef struct {
	name  string
	texts map[string]pulumi.StringInput
	// secretType is the type of a Secret. Without it, the object is a ConfigMap.
	secretType string
	// retained objects outlive their component and may exist when the component is created again, so they are patched:
	// server-side apply creates an object that does not exist, while creating one that exists fails.
	retained bool
}

func (r configRef) object() kube.Object {
	if r.secretType == "" {
		return kube.ConfigMap(configNamespace, r.name, r.texts)
	}
	return kube.Secret(configNamespace, r.name, r.secretType, r.texts)
}

// register registers the object and returns its name, which resolves after the object.
func (r configRef) register(ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) (pulumi.StringOutput, error) {
	register := kube.Create
	if r.retained {
		register = kube.PatchRetained
	}
	created, err := register(ctx, name, r.object(), opts...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return outputs.After(ctx.Context(), pulumi.String(r.name).ToStringOutput(), created), nil
}

// registerOwnedField registers a patch that is never deleted and owns a field below spec. When the last owned field of spec, or of a
// field in it that has another owner, is released, server-side apply sets it to null, which the API server rejects; the owned field
// prevents that. Destroying the program removes the patch from the state and leaves the field.
func registerOwnedField(ctx *pulumi.Context, name string, object kube.Object, spec map[string]any, opts ...pulumi.ResourceOption) error {
	object.Fields = map[string]any{"spec": spec}
	_, err := kube.PatchRetained(ctx, name+"-owned", object, opts...)
	return err
}

// patchWithOwnedField patches an object of which the API server might have no other field below spec, and keeps a field that the patch
// does not set. It returns the object's name, which resolves after the patch.
func patchWithOwnedField(
	ctx *pulumi.Context, name string, object kube.Object, owned map[string]any, opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	patch, err := kube.Patch(ctx, name, object, opts...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	// The owned field can change with the arguments. It does so after the patch has released the new one.
	after := append([]pulumi.ResourceOption{pulumi.DependsOn([]pulumi.Resource{patch})}, opts...)
	if err := registerOwnedField(ctx, name, object, owned, after...); err != nil {
		return pulumi.StringOutput{}, err
	}
	return outputs.After(ctx.Context(), pulumi.String(object.Name).ToStringOutput(), patch), nil
}

// freeField returns the first of some fields that a patch does not set, as an empty block; it does not change the field's content. If
// the patch sets all of them, freeField returns an empty list.
func freeField(object kube.Object, list string, blocks ...string) map[string]any {
	spec := object.Fields["spec"].(map[string]any)
	for _, block := range blocks {
		if _, set := spec[block]; !set {
			return map[string]any{block: map[string]any{}}
		}
	}
	return map[string]any{list: []any{}}
}

// checkCertificates reports a known text without a PEM certificate.
func checkCertificates(p *check.Problems, path string, text pulumi.StringInput) {
	if pem, known := check.Text(text); known && !strings.Contains(pem, "-----BEGIN CERTIFICATE-----") {
		p.Addf(path, "must be PEM certificates (-----BEGIN CERTIFICATE-----)")
	}
}
