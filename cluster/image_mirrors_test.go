package cluster

import "testing"

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
	testRejections(t, "cluster.ImageMirrorsArgs", map[string]rejection{
		"no mirrors": {
			reason: "an object without mirrors changes nothing",
			args:   &ImageMirrorsArgs{Name: "x"},
			want:   []string{": must set at least one of Digests and Tags"},
		},
		"forms": {
			reason: "a mirror is neither a URL nor an image",
			args: &ImageMirrorsArgs{Name: "X", Digests: []ImageMirror{
				{Source: "https://quay.io", Mirrors: []string{"*.example.com", "mirror.example.com/ocp:4.18"}}, {Source: "quay.io"},
			}},
			want: []string{
				".Name: format", ".Digests[0].Source: format", ".Digests[0].Mirrors[0]: format", ".Digests[0].Mirrors[1]: format",
				".Digests[1].Mirrors: required",
			},
		},
		"source twice": {
			reason: "the order of its mirrors would not be defined",
			args: &ImageMirrorsArgs{Name: "x", Tags: []ImageMirror{
				{Source: "quay.io", Mirrors: []string{"a"}}, {Source: "quay.io", Mirrors: []string{"b"}},
			}},
			want: []string{".Tags[1]: duplicate"},
		},
	})
}
