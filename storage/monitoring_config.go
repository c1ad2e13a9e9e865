package storage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// The names of the volume claims of Prometheus and Alertmanager, as on ROSA:
// prometheus-data-prometheus-k8s-0, alertmanager-data-alertmanager-main-0.
const (
	prometheusClaim   = "prometheus-data"
	alertmanagerClaim = "alertmanager-data"
	thanosRulerClaim  = "thanos-ruler-data"
)

// placedComponents are the components of monitoring with a placement, in addition to Prometheus and Alertmanager. A node
// selector applies to one component. The admission webhook follows that of prometheusOperator
// (openshift/cluster-monitoring-operator pkg/manifests/manifests.go, PrometheusOperatorAdmissionWebhookDeployment); the node
// exporter has none (Documentation/api.md).
var placedComponents = []string{
	"prometheusOperator", "kubeStateMetrics", "openshiftStateMetrics", "metricsServer", "telemeterClient",
	"thanosQuerier", "monitoringPlugin",
}

// monitoringConfig returns the configuration of cluster monitoring.
func monitoringConfig(args *MonitoringStorageArgs, class string) string {
	return configText(argument.Merge(monitoringFields(args, class), args.More))
}

// monitoringFields returns the fields that the arguments set.
func monitoringFields(args *MonitoringStorageArgs, class string) map[string]any {
	prometheus := map[string]any{
		"retention":           args.Retention,
		"retentionSize":       args.RetentionSize,
		"volumeClaimTemplate": claim(prometheusClaim, args.PrometheusVolumeGiB, class),
	}
	alertmanager := map[string]any{
		"volumeClaimTemplate": claim(alertmanagerClaim, args.AlertmanagerVolumeGiB, class),
	}
	config := map[string]any{"prometheusK8s": prometheus, "alertmanagerMain": alertmanager}
	maps.Copy(prometheus, placement.Fields(args.Placement))
	maps.Copy(alertmanager, placement.Fields(args.Placement))
	if !args.Placement.IsZero() {
		for _, component := range placedComponents {
			config[component] = placement.Fields(args.Placement)
		}
	}
	if args.UserWorkload != nil {
		config["enableUserWorkload"] = true
	}
	return config
}

// userWorkloadConfig returns the configuration of user workload monitoring
// (openshift/cluster-monitoring-operator pkg/manifests/types.go, UserWorkloadConfiguration).
func userWorkloadConfig(args *MonitoringStorageArgs, class string) string {
	return configText(argument.Merge(userWorkloadFields(args, class), args.UserWorkload.More))
}

// userWorkloadFields returns the fields that the arguments set.
func userWorkloadFields(args *MonitoringStorageArgs, class string) map[string]any {
	user := args.UserWorkload
	config := map[string]any{
		"prometheusOperator": map[string]any{},
		"prometheus": map[string]any{
			"retention":           user.Retention,
			"retentionSize":       user.RetentionSize,
			"volumeClaimTemplate": claim(prometheusClaim, user.PrometheusVolumeGiB, class),
		},
		"thanosRuler": map[string]any{
			"volumeClaimTemplate": claim(thanosRulerClaim, user.ThanosRulerVolumeGiB, class),
		},
	}
	if user.AlertmanagerVolumeGiB != 0 {
		config["alertmanager"] = map[string]any{
			"enabled":                  true,
			"enableAlertmanagerConfig": true,
			"volumeClaimTemplate":      claim(alertmanagerClaim, user.AlertmanagerVolumeGiB, class),
		}
	}
	for _, fields := range config {
		maps.Copy(fields.(map[string]any), placement.Fields(args.Placement))
	}
	if args.Placement.IsZero() {
		delete(config, "prometheusOperator")
	}
	return config
}

// configText returns a configuration as JSON, which is valid YAML and has sorted keys: the same arguments result in the same
// text.
func configText(config map[string]any) string {
	content, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("a configuration of strings and numbers must be valid JSON: %v", err))
	}
	return string(content) + "\n"
}

// claim returns an embedded persistent volume claim. The operator's default access mode, ReadWriteOnce, is right for EBS
// volumes.
func claim(name string, sizeGiB int, storageClass string) map[string]any {
	spec := map[string]any{
		"resources": map[string]any{"requests": map[string]any{"storage": fmt.Sprintf("%dGi", sizeGiB)}},
	}
	if storageClass != "" {
		spec["storageClassName"] = storageClass
	}
	return map[string]any{"metadata": map[string]any{"name": name}, "spec": spec}
}

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
func checkMore(p *check.Problems, path check.Path, more, typed map[string]any, keys []string) {
	for _, key := range slices.Sorted(maps.Keys(more)) {
		if !slices.Contains(keys, key) {
			p.Addf(check.Key(path, key), "must not be set: the configuration has no such key, and the operator would reject all of it")
		}
	}
	p.Twice(path, more, typed, "must not be set: the arguments have a field for it, which is set")
}
