package rosa

import "testing"

func TestTuningConfigArgsValidate(t *testing.T) {
	t.Parallel()
	checkValidations(t, map[string]validation{
		"no profile": {
			reason: "a Tuned object has profiles and recommends them",
			args:   &TuningConfigArgs{ClusterID: testCluster, Name: "a", Spec: map[string]any{"recommend": []any{"x"}}},
			want:   []string{"rosa.TuningConfigArgs.Spec[profile]: required"},
		},
		"not JSON": {
			reason: "OCM stores the spec as JSON",
			args:   &TuningConfigArgs{ClusterID: testCluster, Name: "a", Spec: map[string]any{"profile": func() {}}},
			want: []string{
				"rosa.TuningConfigArgs.Spec: must be valid JSON: json: unsupported type: func()",
				"rosa.TuningConfigArgs.Spec[recommend]: required",
			},
		},
	})
}
