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
	})
}
