package configuration

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func everyMirror() ImageMirrorsArgs {
	return ImageMirrorsArgs{
		Name: "release-mirror",
		Digests: []ImageMirror{{
			Source:             "quay.io/openshift-release-dev/ocp-release",
			Mirrors:            []string{"mirror.example.com:5000/ocp", "mirror.example.org"},
			NeverContactSource: true,
		}},
		Tags: []ImageMirror{{Source: "*.example.com", Mirrors: []string{"mirror.example.com:5000/all"}}},
	}
}

func TestImageMirrorsArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.ImageMirrorsArgs", map[string]checktest.Case{
		"no mirrors": {
			Reason: "an object without mirrors changes nothing",
			Args:   &ImageMirrorsArgs{Name: "x"},
			Want:   []string{": must set at least one of Digests and Tags"},
		},
		"source twice": {
			Reason: "the order of its mirrors would not be defined",
			Args: &ImageMirrorsArgs{Name: "x", Tags: []ImageMirror{
				{Source: "quay.io", Mirrors: []string{"a"}}, {Source: "quay.io", Mirrors: []string{"b"}},
			}},
			Want: []string{".Tags[1]: duplicate"},
		},
	})
}
