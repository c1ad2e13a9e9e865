package nodes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAutoscalerTags(t *testing.T) {
	t.Parallel()
	group := run(t, pool(elastic)).OfType(groupType)[0]
	hints := map[string]any{}
	for _, tag := range group.Inputs["tags"].([]any) {
		fields := tag.(map[string]any)
		if fields["propagateAtLaunch"] == false {
			hints[fields["key"].(string)] = fields["value"]
		}
	}
	assert.Equal(t, map[string]any{
		"k8s.io/cluster-autoscaler/enabled":                                                         "true",
		"k8s.io/cluster-autoscaler/demo-x7k2p":                                                      "owned",
		"k8s.io/cluster-autoscaler/node-template/label/node-role.kubernetes.io/worker":              "",
		"k8s.io/cluster-autoscaler/node-template/label/example.com/team":                            "data",
		"k8s.io/cluster-autoscaler/node-template/label/node.kubernetes.io/lifecycle":                "spot",
		"k8s.io/cluster-autoscaler/node-template/taint/example.com/batch":                           ":NoSchedule",
		"k8s.io/cluster-autoscaler/node-template/resources/ephemeral-storage":                       "300Gi",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownutilizationthreshold": "0.4",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownunneededtime":         "5m",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownunreadytime":          "1h",
	}, hints, "the group promises no role of a custom pool, which a kubelet cannot set")
}
