package storage

import (
	"encoding/json"
	"fmt"
)

// The names under which Prometheus and Alertmanager claim their volumes, as ROSA has them:
// prometheus-data-prometheus-k8s-0, alertmanager-data-alertmanager-main-0.
const (
	prometheusClaim   = "prometheus-data"
	alertmanagerClaim = "alertmanager-data"
)

// placedComponents are the parts of monitoring that can be placed, beside Prometheus and Alertmanager. A node selector
// moves only the part that has it. The admission webhook and the node exporter take none
// (openshift/cluster-monitoring-operator Documentation/api.md).
var placedComponents = []string{
	"prometheusOperator",
	"kubeStateMetrics",
	"openshiftStateMetrics",
	"metricsServer",
	"telemeterClient",
	"thanosQuerier",
	"monitoringPlugin",
}

// monitoringConfig returns the text that the monitoring operator parses. JSON is YAML, and encoding/json sorts the keys:
// the same arguments give the same text.
func monitoringConfig(args MonitoringStorageArgs) string {
	prometheus := map[string]any{
		"retention":           args.Retention,
		"retentionSize":       args.RetentionSize,
		"volumeClaimTemplate": claim(prometheusClaim, args.PrometheusVolumeGiB, args.StorageClass),
	}
	alertmanager := map[string]any{
		"volumeClaimTemplate": claim(alertmanagerClaim, args.AlertmanagerVolumeGiB, args.StorageClass),
	}
	config := map[string]any{"prometheusK8s": prometheus, "alertmanagerMain": alertmanager}
	args.Placement.Set(prometheus)
	args.Placement.Set(alertmanager)
	if !args.Placement.IsZero() {
		for _, component := range placedComponents {
			fields := map[string]any{}
			args.Placement.Set(fields)
			config[component] = fields
		}
	}
	text, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("a configuration of texts and numbers must have a JSON form: %v", err))
	}
	return string(text) + "\n"
}

// claim is a persistent volume claim, as the operator embeds it. One machine at a time mounts an EBS volume, which is
// what the operator's default access mode, ReadWriteOnce, says.
func claim(name string, sizeGiB int, storageClass string) map[string]any {
	spec := map[string]any{
		"resources": map[string]any{"requests": map[string]any{"storage": fmt.Sprintf("%dGi", sizeGiB)}},
	}
	if storageClass != "" {
		spec["storageClassName"] = storageClass
	}
	return map[string]any{"metadata": map[string]any{"name": name}, "spec": spec}
}
