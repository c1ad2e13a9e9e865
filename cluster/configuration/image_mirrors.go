package configuration

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ImageMirrors are mirrors that nodes pull images from: an ImageDigestMirrorSet, an ImageTagMirrorSet, or both. A change rewrites
// /etc/containers/registries.conf on all nodes, without a reboot; they are drained unless it only adds mirrors for digests (openshift/
// machine-config-operator release-4.16 pkg/daemon/drain.go, isSafeContainerRegistryConfChanges). Deleting the component deletes the
// objects.
type ImageMirrors struct {
	pulumi.ResourceState

	// Name is the name of the objects. It resolves when they exist.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ImageMirrorsArgs are the arguments of ImageMirrors. At least one of Digests and Tags must be set. Unless a field says otherwise,
// changes are applied in place.
type ImageMirrorsArgs struct {
	// Name is the name of the objects. Required. A change replaces them.
	Name string `check:"required,format=object-name"`
	// Digests are the mirrors of images that are pulled by digest, such as those of releases and operators. Defaults to none.
	Digests []ImageMirror
	// Tags are the mirrors of images that are pulled by tag. Defaults to none. A mirror can have another image for a tag than the source.
	Tags []ImageMirror
}

// ImageMirror are the mirrors of a registry or a part of it.
type ImageMirror struct {
	// Source is a registry, a namespace or a repository, such as quay.io/openshift-release-dev/ocp-release, or *.example.com for the
	// registries of a domain. Required. Must be unique.
	Source string `kube:"source" check:"required,format=image-source"`
	// Mirrors are the mirrors in the order in which they are tried, such as mirror.example.com:5000/ocp. Required.
	Mirrors []string `kube:"mirrors" check:"required,format=image-mirror"`
	// NeverContactSource rejects images that no mirror has. Defaults to pulling them from [Source].
	NeverContactSource bool
}

const wildcardHost = `\*(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)+`

var (
	imageMirror = check.Named("image-mirror", check.ImageRepository)
	imageSource = check.Named("image-source",
		imageMirror.Or(check.Pattern("wildcard of registries", "*.example.com", wildcardHost)).WithExample("quay.io/openshift-release-dev"))
	_ = check.Named("registry", check.ImageRegistry)
	_ = check.Named("registry-source", imageSource.WithExample("registry.example.com"))
)

// NewImageMirrors registers ImageMirrors. It requires a Kubernetes provider (pulumi.Provider).
func NewImageMirrors(ctx *pulumi.Context, name string, args *ImageMirrorsArgs, opts ...pulumi.ResourceOption) (*ImageMirrors, error) {
	return component.Register(ctx, name, args, opts, component.Type[ImageMirrorsArgs, ImageMirrors]{
		Token:     "openshift-aws:configuration:ImageMirrors",
		InCluster: true,
		Children:  registerImageMirrors,
	})
}

func registerImageMirrors(b *component.Builder[ImageMirrorsArgs, ImageMirrors]) error {
	var created []pulumi.Resource
	for _, set := range desiredMirrorSets(*b.Args) {
		object, err := kube.Create(b.Ctx, b.Name+"-"+set.suffix, set.object, b.Parent)
		if err != nil {
			return err
		}
		created = append(created, object)
	}
	b.Component.Name = component.After(b.Ctx.Context(), pulumi.String(b.Args.Name).ToStringOutput(), created...)
	return nil
}

// mirrorSet is one of the objects, and the suffix of its resource's name.
type mirrorSet struct {
	suffix string
	object kube.Object
}

func desiredMirrorSets(args ImageMirrorsArgs) []mirrorSet {
	var sets []mirrorSet
	add := func(suffix, kind, field string, mirrors []ImageMirror) {
		if len(mirrors) == 0 {
			return
		}
		list := make([]any, len(mirrors))
		for i, mirror := range mirrors {
			list[i] = mirror.fields()
		}
		sets = append(sets, mirrorSet{suffix, kube.Object{
			APIVersion: kube.ConfigAPI, Kind: kind, Name: args.Name, Fields: map[string]any{"spec": map[string]any{field: list}},
		}})
	}
	add("digests", "ImageDigestMirrorSet", "imageDigestMirrors", args.Digests)
	add("tags", "ImageTagMirrorSet", "imageTagMirrors", args.Tags)
	return sets
}

func (m ImageMirror) fields() map[string]any {
	fields := kube.Fields(m)
	if m.NeverContactSource {
		fields["mirrorSourcePolicy"] = "NeverContactSource"
	}
	return fields
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ImageMirrorsArgs) Validate() error {
	p := check.Struct(a)
	if len(a.Digests)+len(a.Tags) == 0 {
		p.Addf("configuration.ImageMirrorsArgs", "must set at least one of Digests and Tags")
	}
	checkSources(&p, "configuration.ImageMirrorsArgs.Digests", a.Digests)
	checkSources(&p, "configuration.ImageMirrorsArgs.Tags", a.Tags)
	return p.ErrOf(a)
}

func checkSources(p *check.Problems, path check.Path, mirrors []ImageMirror) {
	var sources []string
	for _, mirror := range mirrors {
		sources = append(sources, mirror.Source)
	}
	p.Unique(path, sources)
}
