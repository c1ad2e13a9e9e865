package configuration

import (
	"encoding/json"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// PullSecret is the cluster's global pull secret: the credentials with which all nodes pull images. It patches the Secret pull-secret in
// openshift-config that every cluster has, and replaces its content. Nodes get a new one without a drain and without a reboot. Deleting
// the component leaves the Secret as it is: without it, nodes could not pull OpenShift's images.
type PullSecret struct {
	pulumi.ResourceState

	// Name is the Secret's name, pull-secret. It resolves when the Secret is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// PullSecretArgs are the arguments of a PullSecret.
type PullSecretArgs struct {
	// DockerConfigJSON are the credentials of all registries: the JSON text of console.redhat.com, with those of other registries in
	// "auths". Required. A change is applied in place. It must have those of the registries that OpenShift's images come from.
	DockerConfigJSON pulumi.StringInput `check:"required,secret"`
}

const pullSecretPath = "configuration.PullSecretArgs"

// NewPullSecret registers a PullSecret. It requires a Kubernetes provider (pulumi.Provider).
func NewPullSecret(ctx *pulumi.Context, name string, args *PullSecretArgs, opts ...pulumi.ResourceOption) (*PullSecret, error) {
	return component.Register(ctx, name, args, opts, component.Type[PullSecretArgs, PullSecret]{
		Token:     "openshift-aws:configuration:PullSecret",
		InCluster: true,
		Children: func(b *component.Builder[PullSecretArgs, PullSecret]) (err error) {
			b.Component.Name, err = pullSecretRef(*b.Args).register(b.Ctx, b.Name+"-pull-secret", b.Parent)
			return err
		},
	})
}

func pullSecretRef(args PullSecretArgs) configRef {
	return configRef{
		name: "pull-secret", secretType: "kubernetes.io/dockerconfigjson", retained: true,
		texts: map[string]pulumi.StringInput{".dockerconfigjson": args.DockerConfigJSON},
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none. The messages do not quote credentials.
func (a *PullSecretArgs) Validate() error {
	p := check.Struct(a)
	const path = pullSecretPath + ".DockerConfigJSON"
	text, known := check.Text(a.DockerConfigJSON)
	if !known || text == "" {
		return p.ErrOf(a)
	}
	var config struct {
		Auths map[string]struct {
			Auth string `json:"auth"`
		} `json:"auths"`
	}
	if json.Unmarshal([]byte(text), &config) != nil || len(config.Auths) == 0 {
		p.Addf(path, `must be JSON with the credentials of at least one registry, {"auths": {"quay.io": {"auth": "..."}}}`)
	}
	for registry, credentials := range config.Auths {
		if credentials.Auth == "" {
			p.Addf(path, "must have an auth for %s", registry)
		}
	}
	return p.ErrOf(a)
}
