package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	strictjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// clusterMonitoring is the part of the operator's configuration that the component may write
// (openshift/cluster-monitoring-operator pkg/manifests/types.go). Another key fails the strict decoding, as it makes
// the operator report Degraded.
type clusterMonitoring struct {
	PrometheusK8s         *prometheus   `json:"prometheusK8s"`
	AlertmanagerMain      *alertmanager `json:"alertmanagerMain"`
	PrometheusOperator    *placed       `json:"prometheusOperator"`
	KubeStateMetrics      *placed       `json:"kubeStateMetrics"`
	OpenShiftStateMetrics *placed       `json:"openshiftStateMetrics"`
	MetricsServer         *placed       `json:"metricsServer"`
	TelemeterClient       *placed       `json:"telemeterClient"`
	ThanosQuerier         *placed       `json:"thanosQuerier"`
	MonitoringPlugin      *placed       `json:"monitoringPlugin"`
	EnableUserWorkload    bool          `json:"enableUserWorkload"`
}

// userWorkload is the part of UserWorkloadConfiguration that the component may write.
type userWorkload struct {
	Prometheus         *prometheus       `json:"prometheus"`
	PrometheusOperator *placed           `json:"prometheusOperator"`
	ThanosRuler        *alertmanager     `json:"thanosRuler"`
	Alertmanager       *userAlertmanager `json:"alertmanager"`
}

type userAlertmanager struct {
	alertmanager
	Enabled                  bool `json:"enabled"`
	EnableAlertmanagerConfig bool `json:"enableAlertmanagerConfig"`
}

type placed struct {
	NodeSelector map[string]string   `json:"nodeSelector"`
	Tolerations  []corev1.Toleration `json:"tolerations"`
}

type prometheus struct {
	placed
	Retention           string         `json:"retention"`
	RetentionSize       string         `json:"retentionSize"`
	VolumeClaimTemplate *embeddedClaim `json:"volumeClaimTemplate"`
}

type alertmanager struct {
	placed
	VolumeClaimTemplate *embeddedClaim `json:"volumeClaimTemplate"`
}

// embeddedClaim is the EmbeddedPersistentVolumeClaim of prometheus-operator/prometheus-operator
// pkg/apis/monitoring/v1/types.go.
type embeddedClaim struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec corev1.PersistentVolumeClaimSpec `json:"spec"`
}

func monitoringStorage(args *storage.MonitoringStorageArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewMonitoringStorage, "main", args,
		func(monitoring *storage.MonitoringStorage) pulumi.Map {
			return pulumi.Map{"name": monitoring.ConfigMapName}
		})
}

// monitoringText returns the configuration in the ConfigMap.
func monitoringText(t *testing.T, args *storage.MonitoringStorageArgs) string {
	t.Helper()
	rec := run(t, monitoringStorage(args))
	kubetest.CheckRecorded(t, rec)
	created, patched := kubetest.Recorded(t, rec)
	assert.Empty(t, patched, "a new cluster has no such ConfigMap")
	require.Len(t, created, 1)
	assert.Equal(t, map[string]any{"name": "cluster-monitoring-config", "namespace": "openshift-monitoring"},
		created[0]["metadata"])
	data := created[0]["data"].(map[string]any)
	assert.Len(t, data, 1)
	return data["config.yaml"].(string)
}

// decodeAsTheOperator rejects unknown and duplicate keys, and keys in another case.
func decodeAsTheOperator(t *testing.T, text string, into any) {
	t.Helper()
	data, err := yaml.YAMLToJSONStrict([]byte(text))
	require.NoError(t, err)
	unknown, err := strictjson.UnmarshalStrict(data, into)
	require.NoError(t, err)
	require.Empty(t, unknown)
}

// infra is the placement on infrastructure nodes.
var infra = placed{
	NodeSelector: map[string]string{"node-role.kubernetes.io/infra": ""},
	Tolerations:  []corev1.Toleration{{Key: "node-role.kubernetes.io/infra", Operator: "Exists"}},
}

func prometheusOf(on placed, retention, size string, claim *embeddedClaim) *prometheus {
	return &prometheus{placed: on, Retention: retention, RetentionSize: size, VolumeClaimTemplate: claim}
}

func claimOf(name, size, class string) *embeddedClaim {
	claim := &embeddedClaim{}
	claim.Metadata.Name = name
	claim.Spec.Resources.Requests = corev1.ResourceList{corev1.ResourceStorage: resource.MustParse(size)}
	if class != "" {
		claim.Spec.StorageClassName = &class
	}
	return claim
}

func TestMonitoringStorage(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.MonitoringStorageArgs
		want   clusterMonitoring
	}{
		"nil": {
			reason: "the default sizes are those of ROSA Classic",
			want: clusterMonitoring{
				PrometheusK8s:    prometheusOf(placed{}, "15d", "87040MiB", claimOf("prometheus-data", "100Gi", "")),
				AlertmanagerMain: &alertmanager{VolumeClaimTemplate: claimOf("alertmanager-data", "10Gi", "")},
			},
		},
		"infra": {
			reason: "a node selector applies to one component",
			args:   &storage.MonitoringStorageArgs{Placement: storage.InfraNodes()},
			want: clusterMonitoring{
				PrometheusK8s: prometheusOf(infra, "15d", "87040MiB", claimOf("prometheus-data", "100Gi", "")),
				AlertmanagerMain: &alertmanager{
					placed:              infra,
					VolumeClaimTemplate: claimOf("alertmanager-data", "10Gi", ""),
				},
				PrometheusOperator:    &infra,
				KubeStateMetrics:      &infra,
				OpenShiftStateMetrics: &infra,
				MetricsServer:         &infra,
				TelemeterClient:       &infra,
				ThanosQuerier:         &infra,
				MonitoringPlugin:      &infra,
			},
		},
		"own": {
			reason: "sizes are 1 to 16384 GiB",
			args: &storage.MonitoringStorageArgs{
				PrometheusVolumeGiB:   16384,
				AlertmanagerVolumeGiB: 1,
				StorageClass:          pulumi.String("gp3-csi"),
				Retention:             "1w12h",
				RetentionSize:         "1.5TiB",
			},
			want: clusterMonitoring{
				PrometheusK8s:    prometheusOf(placed{}, "1w12h", "1.5TiB", claimOf("prometheus-data", "16384Gi", "gp3-csi")),
				AlertmanagerMain: &alertmanager{VolumeClaimTemplate: claimOf("alertmanager-data", "1Gi", "gp3-csi")},
			},
		},
		"small": {
			reason: "a retention size of 0 would be no limit",
			args:   &storage.MonitoringStorageArgs{PrometheusVolumeGiB: 1},
			want: clusterMonitoring{
				PrometheusK8s:    prometheusOf(placed{}, "15d", "870MiB", claimOf("prometheus-data", "1Gi", "")),
				AlertmanagerMain: &alertmanager{VolumeClaimTemplate: claimOf("alertmanager-data", "10Gi", "")},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got clusterMonitoring
			decodeAsTheOperator(t, monitoringText(t, tt.args), &got)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestUserWorkloadMonitoring(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.MonitoringStorageArgs
		want   userWorkload
	}{
		"defaults": {
			reason: "the cluster's Alertmanagers receive users' alerts",
			args:   &storage.MonitoringStorageArgs{UserWorkload: &storage.UserWorkloadMonitoringArgs{}},
			want: userWorkload{
				Prometheus:  prometheusOf(placed{}, "24h", "34816MiB", claimOf("prometheus-data", "40Gi", "")),
				ThanosRuler: &alertmanager{VolumeClaimTemplate: claimOf("thanos-ruler-data", "10Gi", "")},
			},
		},
		"infra": {
			reason: "a node selector applies to one component",
			args: &storage.MonitoringStorageArgs{
				StorageClass: pulumi.String("gp3-csi").ToStringOutput(), Placement: storage.InfraNodes(),
				UserWorkload: &storage.UserWorkloadMonitoringArgs{
					PrometheusVolumeGiB:   100,
					ThanosRulerVolumeGiB:  20,
					AlertmanagerVolumeGiB: 5,
					Retention:             "7d",
					RetentionSize:         "50GiB",
				},
			},
			want: userWorkload{
				Prometheus:         prometheusOf(infra, "7d", "50GiB", claimOf("prometheus-data", "100Gi", "gp3-csi")),
				PrometheusOperator: &infra,
				ThanosRuler: &alertmanager{
					placed:              infra,
					VolumeClaimTemplate: claimOf("thanos-ruler-data", "20Gi", "gp3-csi"),
				},
				Alertmanager: &userAlertmanager{
					alertmanager: alertmanager{
						placed:              infra,
						VolumeClaimTemplate: claimOf("alertmanager-data", "5Gi", "gp3-csi"),
					}, Enabled: true, EnableAlertmanagerConfig: true,
				},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, monitoringStorage(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 2)
			texts := map[any]string{}
			for _, object := range created {
				texts[object["metadata"].(map[string]any)["namespace"]] = object["data"].(map[string]any)["config.yaml"].(string)
			}
			var whole clusterMonitoring
			decodeAsTheOperator(t, texts["openshift-monitoring"], &whole)
			assert.True(t, whole.EnableUserWorkload, tt.reason)
			var got userWorkload
			decodeAsTheOperator(t, texts["openshift-user-workload-monitoring"], &got)
			assert.Equal(t, tt.want, got, tt.reason)
			assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "main-monitoring").URN,
				mockstest.Find(t, rec, "main-user-workload-monitoring").URN),
				"the operator creates a missing ConfigMap when user workload monitoring is enabled")
		})
	}
}

// TestMonitoringDependsOnItsClass: users need no DependsOn.
func TestMonitoringDependsOnItsClass(t *testing.T) {
	t.Parallel()
	rec := run(t, func(ctx *pulumi.Context) error {
		class, err := storage.NewStorageClass(ctx, "class", nil)
		if err != nil {
			return err
		}
		return monitoringStorage(
			&storage.MonitoringStorageArgs{
				StorageClass: class.Name,
				UserWorkload: &storage.UserWorkloadMonitoringArgs{},
			},
		)(ctx)
	})
	for _, name := range []string{"main-monitoring", "main-user-workload-monitoring"} {
		assert.True(t,
			rec.Graph().Reaches(mockstest.Find(t, rec, name).URN, mockstest.Find(t, rec, "class-storageclass").URN),
			name)
	}
}

func TestMonitoringConfigGolden(t *testing.T) {
	t.Parallel()
	args := &storage.MonitoringStorageArgs{Placement: storage.InfraNodes()}
	golden.Check(t, "testdata/monitoring-config.golden", []byte(monitoringText(t, args)))
	assert.Equal(t, "cluster-monitoring-config", run(t, monitoringStorage(args)).Outputs()["name"])
}
