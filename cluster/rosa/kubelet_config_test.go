package rosa

import "testing"

func TestKubeletConfigArgsValidate(t *testing.T) {
	t.Parallel()
	limit := func(limit int) *KubeletConfigArgs {
		return &KubeletConfigArgs{ClusterID: testCluster, Name: "pids", PodPidsLimit: limit}
	}
	checkValidations(t, map[string]validation{
		"smallest": {reason: "OpenShift's minimum is 4096", args: limit(4096)},
		"largest":  {reason: "the largest process ID is 3694303", args: limit(3694303)},
		"nil": {
			reason: "nil arguments are empty ones",
			args:   (*KubeletConfigArgs)(nil),
			want: []string{
				"rosa.KubeletConfigArgs.ClusterID: required", "rosa.KubeletConfigArgs.Name: required",
				"rosa.KubeletConfigArgs.PodPidsLimit: required",
			},
		},
		"too small": {
			reason: "OpenShift's minimum is 4096",
			args:   limit(4095),
			want:   []string{"rosa.KubeletConfigArgs.PodPidsLimit: range"},
		},
		"too large": {
			reason: "the largest process ID is 3694303",
			args:   limit(3694304),
			want:   []string{"rosa.KubeletConfigArgs.PodPidsLimit: range"},
		},
		"name": {
			reason: "machine pools refer to a configuration by its DNS label",
			args:   &KubeletConfigArgs{ClusterID: testCluster, Name: "Pids", PodPidsLimit: 4096},
			want:   []string{"rosa.KubeletConfigArgs.Name: format"},
		},
	})
}
