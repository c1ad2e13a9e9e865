package configuration

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
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
	return component.After(ctx.Context(), pulumi.String(r.name).ToStringOutput(), created), nil
}
