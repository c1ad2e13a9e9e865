package rosa

import "testing"

func TestImageMirrorArgsValidate(t *testing.T) {
	t.Parallel()
	checkValidations(t, map[string]validation{
		"nil": {
			reason: "nil arguments are empty ones",
			args:   (*ImageMirrorArgs)(nil),
			want: []string{
				"rosa.ImageMirrorArgs.ClusterID: required", "rosa.ImageMirrorArgs.Source: required",
				"rosa.ImageMirrorArgs.Mirrors: required",
			},
		},
		"forms": {
			reason: "registries have no scheme, and each mirror is tried once",
			args: &ImageMirrorArgs{
				ClusterID: testCluster, Source: "https://quay.io", Mirrors: []string{"ecr.example.com", "ecr.example.com", "a b"},
			},
			want: []string{
				"rosa.ImageMirrorArgs.Source: format", "rosa.ImageMirrorArgs.Mirrors[2]: format",
				"rosa.ImageMirrorArgs.Mirrors[1]: duplicate",
			},
		},
	})
}
