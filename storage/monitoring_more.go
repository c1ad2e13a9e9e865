package storage

import (
	"maps"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The keys of the configurations (openshift/cluster-monitoring-operator release-4.16 to release-4.22 pkg/manifests/types.go,
// ClusterMonitoringConfiguration and UserWorkloadConfiguration). userWorkload and namespacesWithoutLabelEnforcement are not in 4.16.
var (
	monitoringKeys = []string{
		"alertmanagerMain", "enableUserWorkload", "http", "kubeStateMetrics", "metricsServer", "monitoringPlugin", "nodeExporter",
		"openshiftStateMetrics", "prometheusK8s", "prometheusOperator", "prometheusOperatorAdmissionWebhook", "telemeterClient",
		"thanosQuerier", "userWorkload",
	}
	userWorkloadKeys = []string{
		"alertmanager", "namespacesWithoutLabelEnforcement", "prometheus", "prometheusOperator", "thanosRuler",
	}
)

// checkMore checks fields that are passed on as they are: the operator rejects a configuration with an unknown key. Fields that the
// arguments set must not be set twice.
func checkMore(p *check.Problems, path string, more, typed map[string]any, keys []string) {
	for _, key := range slices.Sorted(maps.Keys(more)) {
		if !slices.Contains(keys, key) {
			p.Addf(check.Key(path, key), "must not be set: the configuration has no such key, and the operator would reject all of it")
		}
	}
	p.Twice(path, more, typed, "must not be set: the arguments have a field for it, which is set")
}
