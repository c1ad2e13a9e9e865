package cluster

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
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
	return waitFor(ctx, pulumi.String(r.name).ToStringOutput(), created), nil
}

// registerOwnedField registers a patch that is never deleted and owns one field below spec. When the last owned field below spec is
// released, server-side apply sets spec to null, which the API server refuses; the owned field prevents that. Destroying the
// program removes the patch from the state and leaves the field.
func registerOwnedField(ctx *pulumi.Context, name string, object kube.Object, spec map[string]any, opts ...pulumi.ResourceOption) error {
	object.Fields = map[string]any{"spec": spec}
	_, err := kube.PatchRetained(ctx, name+"-anchor", object, opts...)
	return err
}

// patchWithOwnedField patches an object of which the API server might have no other field below spec, and keeps an empty field. It
// returns the object's name, which resolves after the patch.
func patchWithOwnedField(
	ctx *pulumi.Context, name string, object kube.Object, field string, opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	if err := registerOwnedField(ctx, name, object, map[string]any{field: map[string]any{}}, opts...); err != nil {
		return pulumi.StringOutput{}, err
	}
	patch, err := kube.Patch(ctx, name, object, opts...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return waitFor(ctx, pulumi.String(object.Name).ToStringOutput(), patch), nil
}

// checkCertificates notes a known text without a PEM certificate.
func checkCertificates(p *check.Problems, path string, text pulumi.StringInput) {
	if pem, known := check.Text(text); known && !strings.Contains(pem, "-----BEGIN CERTIFICATE-----") {
		p.Addf(path, "must be PEM certificates (-----BEGIN CERTIFICATE-----)")
	}
}
