package storage_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestMoreIsMerged(t *testing.T) {
	t.Parallel()
	remoteWrite := []any{map[string]any{"url": "https://metrics.example.com/write"}}
	text := monitoringText(t, &storage.MonitoringStorageArgs{
		Retention: "7d",
		More: map[string]any{
			"prometheusK8s":   map[string]any{"remoteWrite": remoteWrite},
			"telemeterClient": map[string]any{"enabled": false},
		},
	})
	var config map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(text), &config))
	prometheus := config["prometheusK8s"].(map[string]any)
	assert.Equal(t, "7d", prometheus["retention"], "fields of the arguments stay")
	assert.Equal(t, remoteWrite, prometheus["remoteWrite"])
	assert.Equal(t, map[string]any{"enabled": false}, config["telemeterClient"])
	assert.Contains(t, config, "alertmanagerMain")
}

func TestMoreArgsValidate(t *testing.T) {
	t.Parallel()
	const path = "storage.MonitoringStorageArgs"
	args := &storage.MonitoringStorageArgs{
		More: map[string]any{
			"prometheus": map[string]any{},
			"prometheusK8s": map[string]any{
				"retention": "1d", "externalLabels": map[string]any{"cluster": "demo"},
			},
			"enableUserWorkload": false,
		},
		UserWorkload: &storage.UserWorkloadMonitoringArgs{
			More: map[string]any{"prometheusK8s": map[string]any{}, "thanosRuler": map[string]any{"logLevel": "debug"}},
		},
	}
	const unknown = ": must not be set: the configuration has no such key, and the operator would reject all of it"
	const twice = ": must not be set: the arguments have a field for it, which is set"
	assert.Equal(t, []string{
		path + ".More[prometheus]" + unknown, path + ".More[enableUserWorkload]" + twice,
		path + ".More[prometheusK8s][retention]" + twice, path + ".UserWorkload.More[prometheusK8s]" + unknown,
	}, checktest.Problems(args.Validate()))
}
