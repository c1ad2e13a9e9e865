package configuration

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
)

// ImageConfig configures which registries images come from, and the CAs of registries. It patches the Image object that every cluster
// has. Deleting the component releases the fields, and all registries are allowed.
type ImageConfig struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ImageConfigArgs are the arguments of an ImageConfig. At least one field must be set. Changes are applied in place and, except for
// SearchRegistries, reboot no node. Nodes are drained when a change of BlockedRegistries or InsecureRegistries does more than add
// registries (openshift/machine-config-operator release-4.16 pkg/daemon/drain.go, isSafeContainerRegistryConfChanges).
type ImageConfigArgs struct {
	// RegistryCAs are PEM certificates of the CAs of registries, by host with an optional port. Defaults to none.
	RegistryCAs map[string]pulumi.StringInput `check:"keys=registry"`
	// AllowedRegistries are the only registries that images are pulled from. Defaults to all. The registries of OpenShift's images,
	// quay.io and registry.redhat.io or your mirrors, and the internal registry (image-registry.openshift-image-registry.svc:5000)
	// must be among them; otherwise nodes cannot run OpenShift's own pods.
	AllowedRegistries []string `kube:"spec.registrySources.allowedRegistries" check:"format=registry-source"`
	// BlockedRegistries are registries that no image is pulled from. Defaults to none. Must not be set together with AllowedRegistries.
	BlockedRegistries []string `kube:"spec.registrySources.blockedRegistries" check:"format=registry-source,not=AllowedRegistries"`
	// InsecureRegistries are registries without a valid certificate or without TLS. Defaults to none.
	InsecureRegistries []string `kube:"spec.registrySources.insecureRegistries" check:"format=registry-source"`
	// SearchRegistries are the registries in which nodes look for images whose names have no registry, in this order. Builds and image
	// streams do not use them. Defaults to registry.access.redhat.com and docker.io. A short name is whatever the first registry has
	// under it, so use full names where you can. A change reboots all nodes, MaxUnavailable of each pool at a time (openshift/
	// machine-config-operator release-4.22 pkg/apihelpers/apihelpers.go, whose policies without a reboot do not contain the file
	// /etc/containers/registries.conf.d/01-image-searchRegistries.conf).
	SearchRegistries []string `kube:"spec.registrySources.containerRuntimeSearchRegistries" check:"format=registry"`
	// AllowedForImport are the registries that users may import images from into image streams. Defaults to all.
	AllowedForImport []string `check:"format=registry-source"`
}

const (
	imageConfigPath  = "configuration.ImageConfigArgs"
	registryCAs      = "registry-cas"
	internalRegistry = "image-registry.openshift-image-registry.svc:5000"
)

// NewImageConfig registers an ImageConfig. It requires a Kubernetes provider (pulumi.Provider).
func NewImageConfig(ctx *pulumi.Context, name string, args *ImageConfigArgs, opts ...pulumi.ResourceOption) (*ImageConfig, error) {
	return component.Register(ctx, name, args, opts, component.Type[ImageConfigArgs, ImageConfig]{
		Token:     "openshift-aws:configuration:ImageConfig",
		InCluster: true,
		Children: func(b *component.Builder[ImageConfigArgs, ImageConfig]) error {
			refs, err := registerRefs(b.Base, b.Args.configRefs())
			if err != nil {
				return err
			}
			return kube.RegisterObject(b.Base, &b.Component.Name, "image", desiredImageConfig(*b.Args, refs), kube.PatchRetaining(
				map[string]any{"registrySources": map[string]any{}}, map[string]any{"externalRegistryHostnames": []any{}},
			))
		},
	})
}

// configRefs returns the ConfigMap of CAs: .. separates host and port in its keys, because : is not allowed there (openshift/api
// config/v1/types_image.go, AdditionalTrustedCA).
func (a ImageConfigArgs) configRefs() []configRef {
	if len(a.RegistryCAs) == 0 {
		return nil
	}
	ref := configRef{name: registryCAs, texts: map[string]pulumi.StringInput{}}
	for registry, ca := range a.RegistryCAs {
		ref.texts[strings.Replace(registry, ":", "..", 1)] = ca
	}
	return []configRef{ref}
}

func desiredImageConfig(args ImageConfigArgs, refs refNames) kube.Object {
	fields := kube.Fields(args)
	if len(args.RegistryCAs) > 0 {
		argument.Put(fields, "spec.additionalTrustedCA", refs.reference(registryCAs))
	}
	var allowed []any
	for _, registry := range args.AllowedForImport {
		allowed = append(allowed, map[string]any{"domainName": registry})
	}
	if len(allowed) > 0 {
		argument.Put(fields, "spec.allowedRegistriesForImport", allowed)
	}
	return kube.Object{APIVersion: kube.ConfigAPI, Kind: "Image", Name: kube.ClusterObject, Fields: fields}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ImageConfigArgs) Validate() error {
	p := check.Struct(a)
	for _, registry := range slices.Sorted(maps.Keys(a.RegistryCAs)) {
		at := check.Key(imageConfigPath+".RegistryCAs", registry)
		tlscert.CheckCertificates(&p, at, a.RegistryCAs[registry])
	}
	if len(a.AllowedRegistries) > 0 && !slices.Contains(a.AllowedRegistries, internalRegistry) {
		p.Addf(imageConfigPath+".AllowedRegistries", "must contain the internal registry, %s", internalRegistry)
	}
	p.AnyField(imageConfigPath, a)
	return p.ErrOf(a)
}
