package install

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// ImageMirror are the mirrors of a registry or a part of it.
type ImageMirror struct {
	// Source is the registry, namespace or repository that images name, such as quay.io/openshift-release-dev/ocp-release. Required.
	Source string `yaml:"source"`
	// Mirrors are the registries or repositories with copies, in the order in which they are tried. Required.
	Mirrors []string `yaml:"mirrors"`
}

// The repositories of a release: of its own image, which lists the others, and of the images of the operators and the nodes
// (`oc adm release info`).
const (
	releaseImages = "quay.io/openshift-release-dev/ocp-release"
	payloadImages = "quay.io/openshift-release-dev/ocp-v4.0-art-dev"
)

// ReleaseMirrors returns the mirrors of a release that oc-mirror v2 has copied to a registry, or to a part of it such as
// mirror.example.com:5000/ocp (openshift/oc-mirror 4742810 internal/pkg/release/const.go, releaseImagePathComponents and
// releaseComponentPathComponents).
func ReleaseMirrors(registry string) []ImageMirror {
	return []ImageMirror{
		{Source: releaseImages, Mirrors: []string{registry + "/openshift/release-images"}},
		{Source: payloadImages, Mirrors: []string{registry + "/openshift/release"}},
	}
}

// checkMirrors checks mirrors as the installer does (openshift/installer release-4.19 pkg/types/validation/installconfig.go,
// validateImageDigestSources), and that they are of a whole release: with one of its two repositories only, the installation ends when
// its first machine cannot pull from the other.
func checkMirrors(p *check.Problems, at check.Path, mirrors []ImageMirror) {
	if len(mirrors) == 0 {
		return
	}
	var sources []string
	for i, mirror := range mirrors {
		path := check.Index(at, i)
		p.RequiredFormat(path+".Source", mirror.Source, check.ImageRepository)
		if p.Required(path+".Mirrors", mirror.Mirrors) {
			p.Formats(path+".Mirrors", mirror.Mirrors, check.ImageRepository)
		}
		sources = append(sources, mirror.Source)
	}
	p.Unique(at, sources)
	for _, repository := range []string{releaseImages, payloadImages} {
		if !slices.ContainsFunc(sources, func(source string) bool { return contains(source, repository) }) {
			p.Addf(at, "must contain the source %s, or a part of its path: the release is in it", repository)
		}
	}
}

// contains reports whether a source is the repository, its registry or its namespace.
func contains(source, repository string) bool {
	return source != "" && (source == repository || strings.HasPrefix(repository, source+"/"))
}

func digestSources(mirrors []ImageMirror) []any {
	list := make([]any, len(mirrors))
	for i, mirror := range mirrors {
		list[i] = map[string]any{"source": mirror.Source, "mirrors": mirror.Mirrors}
	}
	return list
}
