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

// withMore returns a configuration with more fields. Maps are merged.
func withMore(config, more map[string]any) map[string]any {
	merged := maps.Clone(config)
	for key, value := range more {
		below, isMap := value.(map[string]any)
		if under, wasMap := merged[key].(map[string]any); isMap && wasMap {
			merged[key] = withMore(under, below)
			continue
		}
		merged[key] = value
	}
	return merged
}

// checkMore checks fields that are passed on as they are: the operator rejects a configuration with an unknown key. Fields that the
// arguments set must not be set twice.
func checkMore(p *check.Problems, path string, more, typed map[string]any, keys []string) {
	for _, key := range slices.Sorted(maps.Keys(more)) {
		if !slices.Contains(keys, key) {
			p.Addf(check.Key(path, key), "must not be set: the configuration has no such key, and the operator would reject all of it")
		}
	}
	checkTwice(p, path, more, typed)
}

func checkTwice(p *check.Problems, path string, more, typed map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(more)) {
		value, twice := typed[key]
		if !twice {
			continue
		}
		below, isMap := more[key].(map[string]any)
		if under, wasMap := value.(map[string]any); isMap && wasMap {
			checkTwice(p, check.Key(path, key), below, under)
			continue
		}
		p.Addf(check.Key(path, key), "must not be set: the arguments have a field for it, which is set")
	}
}
