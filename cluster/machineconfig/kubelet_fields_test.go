package machineconfig

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// TestKubeletStarts: values with which the kubelet does not start are rejected, because the machine config operator accepts them and
// reboots a node into them (kubernetes/kubernetes v1.34.2 pkg/kubelet/apis/config/validation/validation.go).
func TestKubeletStarts(t *testing.T) {
	t.Parallel()
	type fields = map[string]any
	const starts = "machineconfig.KubeletConfigArgs.More"
	tests := map[string]struct {
		accepted []fields
		rejected fields
		want     string
	}{
		"one log file": {
			accepted: []fields{{"containerLogMaxFiles": 2}, {"containerLogMaxFiles": 5.0}},
			rejected: fields{"containerLogMaxFiles": 1},
			want:     "[containerLogMaxFiles]: range",
		},
		"fraction": {
			rejected: fields{"eventBurst": 1.5},
			want:     "[eventBurst]: must be an integer (got a number)",
		},
		"OOM score": {
			accepted: []fields{{"oomScoreAdj": -1000}},
			rejected: fields{"oomScoreAdj": -2000},
			want:     "[oomScoreAdj]: range",
		},
		"lease": {
			rejected: fields{"nodeLeaseDurationSeconds": -1},
			want:     "[nodeLeaseDurationSeconds]: range",
		},
		"memory throttling": {
			accepted: []fields{{"memoryThrottlingFactor": 0.9}, {"memoryThrottlingFactor": 1}},
			rejected: fields{"memoryThrottlingFactor": 1.5},
			want:     "[memoryThrottlingFactor]: must be above 0 and at most 1 (got 1.5)",
		},
		"scope": {
			accepted: []fields{{"topologyManagerScope": "pod"}},
			rejected: fields{"topologyManagerScope": "node"},
			want:     "[topologyManagerScope]: one-of",
		},
		"hairpin mode": {
			accepted: []fields{{"hairpinMode": "hairpin-veth"}},
			rejected: fields{"hairpinMode": "x"},
			want:     "[hairpinMode]: one-of",
		},
		"duration without unit": {
			accepted: []fields{{"syncFrequency": "1m"}},
			rejected: fields{"syncFrequency": "30"},
			want:     "[syncFrequency]: format",
		},
		"negative duration": {
			accepted: []fields{{"volumeStatsAggPeriod": "-1s"}},
			rejected: fields{"shutdownGracePeriod": "-1s"},
			want:     "[shutdownGracePeriod]: format",
		},
		"age of images": {
			accepted: []fields{{"imageMaximumGCAge": "3m"}, {"imageMaximumGCAge": "1m", "imageMinimumGCAge": "30s"}},
			rejected: fields{"imageMaximumGCAge": "1m"},
			want:     "[imageMaximumGCAge]: must be above imageMinimumGCAge, 2m0s",
		},
		"shutdown": {
			accepted: []fields{{"shutdownGracePeriod": "30s", "shutdownGracePeriodCriticalPods": "10s"}},
			rejected: fields{"shutdownGracePeriodCriticalPods": "10s"},
			want:     "[shutdownGracePeriodCriticalPods]: must be at most shutdownGracePeriod, 0s",
		},
		"interval": {
			accepted: []fields{{"containerLogMonitorInterval": "3s"}, {"shutdownGracePeriod": "1s"}},
			rejected: fields{"containerLogMonitorInterval": "2s"},
			want:     "[containerLogMonitorInterval]: must be at least 3s (got 2s)",
		},
		"relative directory": {
			accepted: []fields{{"podLogsDir": "/var/log/pods"}, {"containerLogMaxSize": "50Mi"}},
			rejected: fields{"podLogsDir": "var/log/pods"},
			want:     `[podLogsDir]: must be an absolute path without . and .. (got "var/log/pods")`,
		},
		"cgroups": {
			accepted: []fields{{"cgroupsPerQOS": true}, {"cgroupsPerQOS": false, "enforceNodeAllocatable": []any{"none"}}},
			rejected: fields{"cgroupsPerQOS": false},
			want:     "[cgroupsPerQOS]: must not be false, except with enforceNodeAllocatable none",
		},
		"enforcement": {
			accepted: []fields{{"enforceNodeAllocatable": []any{"pods"}}, {"enforceNodeAllocatable": []string{
				"pods", "kube-reserved",
			}, "kubeReservedCgroup": "/kube.slice"}},
			rejected: fields{"enforceNodeAllocatable": []any{"pods", "system-reserved"}},
			want:     "[enforceNodeAllocatable]: system-reserved requires systemReservedCgroup",
		},
		"unknown enforcement": {
			rejected: fields{"enforceNodeAllocatable": []string{"all"}},
			want:     "[enforceNodeAllocatable]: one-of",
		},
		"no enforcement": {
			rejected: fields{"enforceNodeAllocatable": []string{"pods", ""}},
			want:     "[enforceNodeAllocatable]: required",
		},
		"run once": {
			accepted: []fields{{"runOnce": false}},
			rejected: fields{"runOnce": true},
			want:     "[runOnce]: must not be true: the kubelet does not support it",
		},
		"format of logs": {
			accepted: []fields{{"logging": fields{"format": "json"}}, {"logging": fields{"verbosity": 2}}},
			rejected: fields{"logging": fields{"format": "xml"}},
			want:     "[logging].format: one-of",
		},
		"quota period": {
			accepted: []fields{{"cpuCFSQuotaPeriod": "100ms"}},
			rejected: fields{"cpuCFSQuotaPeriod": "10ms"},
			want:     "[cpuCFSQuotaPeriod]: must be 100ms: the feature gate CustomCPUCFSQuotaPeriod is off",
		},
		"certificates": {
			rejected: fields{"rotateCertificates": false},
			want:     "[rotateCertificates]: must not be set: OpenShift sets it, and the machine config operator rejects or ignores it",
		},
		"serving certificates": {
			rejected: fields{"serverTLSBootstrap": false},
			want:     "[serverTLSBootstrap]: must not be set: OpenShift sets it, and the machine config operator rejects or ignores it",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := KubeletConfigArgs{Name: "x", Pool: "worker"}
			for _, args.More = range tt.accepted {
				require.NoError(t, args.Validate())
			}
			args.More = tt.rejected
			assert.Equal(t, []string{starts + tt.want}, checktest.Problems(args.Validate()))
		})
	}
}

func TestCrashLoopBackOffNeedsARelease(t *testing.T) {
	t.Parallel()
	args := KubeletConfigArgs{
		Name: "x", Pool: "worker", OpenShiftVersion: "4.21",
		More: map[string]any{"crashLoopBackOff": map[string]any{"maxContainerRestartPeriod": "1m"}},
	}
	assert.Equal(t, []string{
		"machineconfig.KubeletConfigArgs.More[crashLoopBackOff]: requires OpenShift 4.22 or later (the cluster's release is 4.21)",
	}, checktest.Problems(args.Validate()), "its feature gate is on from Kubernetes 1.35")
	args.OpenShiftVersion = "4.22"
	require.NoError(t, args.Validate())
}

// TestEvictionThresholds: kubernetes/kubernetes v1.34.2 pkg/kubelet/eviction/helpers.go, parseThresholdStatement and parseGracePeriods.
func TestEvictionThresholds(t *testing.T) {
	t.Parallel()
	const signal = "memory.available"
	args := func(threshold, period string) *KubeletConfigArgs {
		return &KubeletConfigArgs{
			Name: "x", Pool: "worker", EvictionSoft: map[string]string{signal: threshold},
			EvictionSoftGracePeriod: map[string]string{signal: period},
		}
	}
	require.NoError(t, args("0%", "0s").Validate(), "0% switches a threshold off")
	require.NoError(t, args("1m", "1m").Validate())
	for _, threshold := range []string{"0", "0Mi", "-1Gi"} {
		assert.Equal(t, []string{"machineconfig.KubeletConfigArgs.EvictionSoft[memory.available]: format"},
			checktest.Problems(args(threshold, "1m").Validate()), threshold)
	}
}
