package cluster

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// joining is a cluster whose second infra node is ready after some attempts; a third one is cordoned.
func joining(attempts int32, asked *atomic.Int32) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/nodes" || r.URL.Query().Get("labelSelector") != "node-role.kubernetes.io/infra" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		second := "Unknown"
		if asked.Add(1) > attempts {
			second = "True"
		}
		_, _ = w.Write([]byte(`{"items": [
			{"status": {"conditions": [{"type": "Ready", "status": "True"}]}},
			{"status": {"conditions": [
				{"type": "DiskPressure", "status": "True"}, {"type": "Ready", "status": "` + second + `"}
			]}},
			{"spec": {"unschedulable": true}, "status": {"conditions": [{"type": "Ready", "status": "True"}]}}
		]}`))
	}
}

func TestWaitForNodes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason   string
		attempts int32
		count    int
		want     string
	}{
		"two": {reason: "two nodes are ready after a while", attempts: 2, count: 2},
		"three": {
			reason: "pods cannot run on a cordoned node",
			count:  3,
			want:   "cluster.WaitForNodes: 3 nodes of role infra: not done within 50ms",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			_, kubeconfig := clustertest.APIServer(t, joining(tt.attempts, &asked))
			timeout := time.Minute
			if tt.want != "" {
				timeout = 50 * time.Millisecond
			}
			program := func(ctx *pulumi.Context) error {
				waited, err := WaitForNodes(ctx, pulumi.String(kubeconfig), &WaitForNodesArgs{
					Role: "infra", Count: tt.count, After: []pulumi.StringInput{pulumi.String("infra").ToStringOutput()},
					Wait: clustertest.Quickly(timeout),
				})
				ctx.Export("kubeconfig", waited)
				return err
			}
			require.NoError(t, mocks.New().Preview(program))
			assert.Zero(t, asked.Load(), "a preview makes no calls")
			rec := mocks.New()
			err := rec.Run(program)
			if tt.want != "" {
				assert.ErrorContains(t, err, tt.want, tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.Equal(t, mocks.Secret{Value: kubeconfig}, rec.Outputs()["kubeconfig"])
			assert.Equal(t, int32(3), asked.Load())
		})
	}
}
