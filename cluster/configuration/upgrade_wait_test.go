package configuration

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// upgrading is a cluster whose upgrade is completed after some attempts.
func upgrading(attempts int32, asked *atomic.Int32) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/apis/config.openshift.io/v1/clusterversions/version" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		state, progressing := "Partial", "True"
		if asked.Add(1) > attempts {
			state, progressing = "Completed", "False"
		}
		_, _ = fmt.Fprintf(
			w,
			`{"status": {"desired": {"version": "4.18.12"}, "history": [{"state": %q, "version": "4.18.12"}],
			"conditions": [{"type": "Progressing", "status": %q, "message": "Working towards 4.18.12: 80 of 900 done"},
			{"type": "Failing", "status": "False", "message": "no"}]}}`,
			state,
			progressing,
		)
	}
}

func TestUpgradeWaits(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	_, kubeconfig := clustertest.APIServer(t, upgrading(3, &asked))
	rec := mocks.New(running("4.18.9", "Completed"), clustertest.InCluster)
	args := UpgradeArgs{
		Version:    "4.18.12",
		Wait:       clustertest.Quickly(time.Minute),
		Kubeconfig: pulumi.ToSecret(pulumi.String(kubeconfig)).(pulumi.StringOutput),
	}
	require.NoError(t, rec.Run(upgradeTo(args)))
	assert.Equal(t, int32(4), asked.Load())
	assert.Equal(t, "4.18.12", rec.Outputs()["version"])

	asked.Store(0)
	require.NoError(t, mocks.New(clustertest.InCluster).Preview(upgradeTo(args)))
	assert.Zero(t, asked.Load(), "a preview does not wait")

	require.NoError(t, mocks.New(running("4.18.12", "Completed"), clustertest.InCluster).Run(upgradeTo(args)))
	assert.Zero(t, asked.Load(), "a completed upgrade is not waited for, also while its API does not answer")
}

func TestUpgradeTimesOut(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	_, kubeconfig := clustertest.APIServer(t, upgrading(1<<30, &asked))
	var logged []string
	args := &UpgradeArgs{Version: "4.18.12"}
	err := args.waitForUpgrade(context.Background(), kubeconfig,
		apiclient.WithDefaults(clustertest.Quickly(500*time.Millisecond), 0),
		func(message string) { logged = append(logged, message) })
	assert.EqualError(t, err,
		"configuration.Upgrade: upgrade to 4.18.12: not done within 500ms; last status: Progressing=True: Working towards "+
			"4.18.12: 80 of 900 done; "+
			"the cluster continues the upgrade: check `oc get clusterversion,clusteroperators`, "+
			"then run `pulumi up` again or raise Timeout")
	assert.Equal(t,
		[]string{"upgrade to 4.18.12: Progressing=True: Working towards 4.18.12: 80 of 900 done (0s of 500ms)"},
		logged)
}

func TestBlockingConditionsComeFirst(t *testing.T) {
	t.Parallel()
	status := map[string]any{"desired": map[string]any{"version": "4.18.9"}, "conditions": []any{
		map[string]any{"type": "Progressing", "status": "True", "message": "working"},
		map[string]any{"type": "ReleaseAccepted", "status": "False", "message": "the signature is not known"},
		map[string]any{"type": "Invalid", "status": "True", "message": "the update must be an available update"},
	}}
	live, err := liveVersionOf([]any{nil, status})
	require.NoError(t, err)
	assert.Equal(t, "Invalid=True: the update must be an available update; "+
		"ReleaseAccepted=False: the signature is not known; Progressing=True: working", live.Status.progress())
	assert.Equal(t, "the cluster runs 4.18.9", versionStatus{Desired: live.Status.Desired}.progress())
}
