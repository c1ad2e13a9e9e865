package machineconfig

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// TestKubeletBlocks: values in maps and lists of More. The acceptance tests run the kubelet's own code.
func TestKubeletBlocks(t *testing.T) {
	t.Parallel()
	type fields = map[string]any
	tests := map[string]struct {
		accepted []fields
		rejected fields
		want     string
	}{
		"kind in a map": {
			accepted: []fields{{"authentication": fields{"webhook": fields{"cacheTTL": "1m"}}}, {"tracing": pulumi.String("x").ToStringOutput()}},
			rejected: fields{"authentication": fields{"x509": "/etc/ca.crt"}},
			want:     "[authentication][x509]: must be a map (got a text)",
		},
		"tracing": {
			accepted: []fields{{"tracing": fields{"endpoint": "localhost:4317", "samplingRatePerMillion": 1_000_000}},
				{"tracing": fields{"endpoint": "unix:///run/otel.sock"}}, {"tracing": fields{"endpoint": ""}}},
			rejected: fields{"tracing": fields{"endpoint": "100%"}},
			want:     "[tracing][endpoint]: format",
		},
		"scheme of tracing": {
			rejected: fields{"tracing": fields{"endpoint": "https://otel.example.com"}}, want: "[tracing][endpoint]: format",
		},
		"more than all traces": {
			rejected: fields{"tracing": fields{"samplingRatePerMillion": 1_000_001}}, want: "[tracing][samplingRatePerMillion]: range",
		},
		"unknown key": {
			rejected: fields{"logging": fields{"level": 4}},
			want:     "[logging][level]: has no effect: the kubelet's configuration has no such field",
		},
		"kind in a list": {
			accepted: []fields{{"reservedMemory": []any{fields{"numaNode": 0, "limits": fields{"memory": "1Gi"}}}}},
			rejected: fields{"reservedMemory": []any{fields{"numaNode": "0"}}},
			want:     "[reservedMemory][0][numaNode]: must be an integer (got a text)",
		},
		"headers": {
			accepted: []fields{{"staticPodURLHeader": fields{"a": []string{"b"}}}},
			rejected: fields{"staticPodURLHeader": fields{"a": "b"}},
			want:     "[staticPodURLHeader][a]: must be a list (got a text)",
		},
		"64 bits":        {rejected: fields{"registryBurst": 1 << 33}, want: "[registryBurst]: range"},
		"64 bits in map": {rejected: fields{"logging": fields{"verbosity": 1 << 33}}, want: "[logging][verbosity]: range"},
		"empty duration": {rejected: fields{"syncFrequency": ""}, want: "[syncFrequency]: required"},
		"duration in a map": {
			rejected: fields{"authorization": fields{"webhook": fields{"cacheAuthorizedTTL": "5"}}},
			want:     "[authorization][webhook][cacheAuthorizedTTL]: format",
		},
		"mode": {
			accepted: []fields{{"authorization": fields{"mode": "Webhook"}}},
			rejected: fields{"authorization": fields{"mode": "RBAC"}}, want: "[authorization][mode]: one-of",
		},
		"no interval": {
			rejected: fields{"containerLogMonitorInterval": "0s"}, want: "[containerLogMonitorInterval]: must be at least 3s (got 0s)",
		},
		"size of logs": {
			accepted: []fields{{"containerLogMaxSize": "-1"}, {"containerLogMaxSize": "100Mi"}},
			rejected: fields{"containerLogMaxSize": "500m"}, want: "[containerLogMaxSize]: format",
		},
		"CPUs": {
			accepted: []fields{{"reservedSystemCPUs": "0-1,4"}}, rejected: fields{"reservedSystemCPUs": "4-1"},
			want: "[reservedSystemCPUs]: format",
		},
		"CPUs and cgroups": {
			rejected: fields{"reservedSystemCPUs": "0", "kubeReservedCgroup": "/kube.slice"},
			want:     "[reservedSystemCPUs]: must not be set together with systemReservedCgroup or kubeReservedCgroup",
		},
		"log handler": {
			rejected: fields{"enableSystemLogHandler": false},
			want:     "[enableSystemLogHandler]: must not be false: OpenShift sets enableSystemLogQuery, which requires it",
		},
		"hidden metrics": {
			rejected: fields{"showHiddenMetricsForVersion": "1.33"},
			want: "[showHiddenMetricsForVersion]: must not be set: the kubelet accepts the release before its own only, and would not " +
				"start after an upgrade",
		},
		"TLS": {
			rejected: fields{"tlsMinVersion": "VersionTLS13"},
			want:     "[tlsMinVersion]: must not be set: the arguments have the field TLSSecurityProfile",
		},
		"reclaim": {
			accepted: []fields{{"evictionMinimumReclaim": fields{"memory.available": "0Mi", "nodefs.available": "5%"}}},
			rejected: fields{"evictionMinimumReclaim": fields{"memory.available": "0%"}},
			want:     "[evictionMinimumReclaim][memory.available]: format",
		},
		"signal": {
			rejected: fields{"evictionMinimumReclaim": fields{"memory": "1Gi"}}, want: "[evictionMinimumReclaim][memory]: one-of",
		},
		"options of no policy": {
			rejected: fields{"cpuManagerPolicyOptions": fields{"full-pcpus-only": "true"}},
			want:     "[cpuManagerPolicyOptions]: must not be set without CPUManagerPolicy static",
		},
		"NUMA nodes": {
			accepted: []fields{{"topologyManagerPolicyOptions": fields{"max-allowable-numa-nodes": "8"}}},
			rejected: fields{"topologyManagerPolicyOptions": fields{"max-allowable-numa-nodes": "4"}},
			want:     "[topologyManagerPolicyOptions][max-allowable-numa-nodes]: format",
		},
		"option": {
			rejected: fields{"topologyManagerPolicyOptions": fields{"x": "true"}}, want: "[topologyManagerPolicyOptions][x]: one-of",
		},
		"reserved by quality of service": {
			accepted: []fields{{"qosReserved": fields{"memory": "50%"}}},
			rejected: fields{"qosReserved": fields{"memory": "1Gi"}}, want: "[qosReserved][memory]: format",
		},
		"allowlist": {
			rejected: fields{"preloadedImagesVerificationAllowlist": []any{"docker.io/library/a"}},
			want: "[preloadedImagesVerificationAllowlist]: must not be set without imagePullCredentialsVerificationPolicy " +
				"NeverVerifyAllowlistedImages",
		},
		"shutdown": {
			rejected: fields{
				"shutdownGracePeriod":              "10s",
				"shutdownGracePeriodByPodPriority": []any{fields{"priority": -5, "shutdownGracePeriodSeconds": 10}},
			},
			want: "[shutdownGracePeriodByPodPriority]: must not be set together with shutdownGracePeriod",
		},
		"user namespaces": {
			accepted: []fields{{"userNamespaces": fields{"idsPerPod": 131072}}},
			rejected: fields{"userNamespaces": fields{"idsPerPod": 70000}},
			want:     "[userNamespaces][idsPerPod]: must be a multiple of 65536 (got 70000)",
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
			assert.Equal(t, []string{"machineconfig.KubeletConfigArgs.More" + tt.want}, checktest.Problems(args.Validate()))
		})
	}
}

func TestCPUManagerOptions(t *testing.T) {
	t.Parallel()
	args := KubeletConfigArgs{Name: "x", Pool: "worker", CPUManagerPolicy: "static"}
	args.More = map[string]any{"cpuManagerPolicyOptions": map[string]string{"full-pcpus-only": "true"}}
	require.NoError(t, args.Validate())
	args.More = map[string]any{"cpuManagerPolicyOptions": map[string]string{
		"prefer-align-cpus-by-uncorecache": "true", "distribute-cpus-across-numa": "true",
	}}
	const at = "machineconfig.KubeletConfigArgs.More[cpuManagerPolicyOptions]"
	assert.Equal(t, []string{at + ": must not have both prefer-align-cpus-by-uncorecache and distribute-cpus-across-numa"},
		checktest.Problems(args.Validate()))
	args.More = map[string]any{"imagePullCredentialsVerificationPolicy": "AlwaysVerify"}
	args.OpenShiftVersion = "4.21"
	assert.Equal(t, []string{"machineconfig.KubeletConfigArgs.More[imagePullCredentialsVerificationPolicy]: requires OpenShift 4.22 or " +
		"later (the cluster's release is 4.21)"}, checktest.Problems(args.Validate()))
}
