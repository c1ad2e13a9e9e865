package cluster

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// notReadyBefore responds to /readyz like an API server that starts.
func notReadyBefore(attempts int32, asked *atomic.Int32) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if asked.Add(1) <= attempts {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write(
				[]byte(
					"[+]ping ok\n[-]etcd failed: reason withheld\n[-]poststarthook/rbac failed: reason withheld\nreadyz check " +
						"failed\n",
				),
			)
			return
		}
		_, _ = w.Write([]byte("ok"))
	}
}

func TestWaitForAPI(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	_, kubeconfig := clustertest.APIServer(t, notReadyBefore(3, &asked))
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		ready, err := WaitForAPI(ctx, pulumi.String(kubeconfig), clustertest.Quickly(time.Minute))
		ctx.Export("kubeconfig", ready)
		return err
	}))
	assert.Equal(t, int32(4), asked.Load(), "it polls until the response is 200")
	assert.Equal(t, mocks.Secret{Value: kubeconfig}, rec.Outputs()["kubeconfig"])
}

func TestPreviewDoesNotWait(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	_, kubeconfig := clustertest.APIServer(t, notReadyBefore(0, &asked))
	rec := mocks.New()
	require.NoError(t, rec.Preview(func(ctx *pulumi.Context) error {
		c, err := NewControlPlane(ctx, "demo",
			demoArgs(func(a *ControlPlaneArgs) { a.Install.Kubeconfig = secretText([]byte(kubeconfig)) }))
		if err != nil {
			return err
		}
		ready, err := WaitForAPI(ctx, c.Kubeconfig, clustertest.Quickly(time.Minute))
		ctx.Export("kubeconfig", ready)
		return err
	}))
	assert.Zero(t, asked.Load())
	assert.Equal(t, mocks.Secret{Value: kubeconfig}, rec.Outputs()["kubeconfig"],
		"a provider with an unknown kubeconfig cannot preview anything")
}

func TestWaitBeginsAfterTheControlPlane(t *testing.T) {
	t.Parallel()
	var attached, early atomic.Int32
	_, kubeconfig := clustertest.APIServer(t, func(w http.ResponseWriter, _ *http.Request) {
		if attached.Load() < 12 {
			early.Add(1)
		}
		_, _ = w.Write([]byte("ok"))
	})
	rec := mocks.New(mocks.Answer(attachmentType, func(map[string]any) (map[string]any, error) {
		<-time.After(20 * time.Millisecond) // A wait that begins too early has this long to show itself.
		attached.Add(1)
		return nil, nil
	}))
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		c, err := NewControlPlane(ctx, "demo",
			demoArgs(func(a *ControlPlaneArgs) { a.Install.Kubeconfig = secretText([]byte(kubeconfig)) }))
		if err != nil {
			return err
		}
		ready, err := WaitForAPI(ctx, c.Kubeconfig, clustertest.Quickly(time.Minute))
		ctx.Export("kubeconfig", ready)
		return err
	}))
	assert.Equal(t, int32(12), attached.Load(), "3 machines and the bootstrap machine behind 3 ports")
	assert.Zero(t, early.Load(), "the time limit is the API's, not that of the load balancers' creation")
	assert.Equal(t, mocks.Secret{Value: kubeconfig}, rec.Outputs()["kubeconfig"])
}

const advice = "; check that the machines run, that the load balancer's targets are healthy and that this machine " +
	"resolves and reaches the name, then run `pulumi up` again or raise Timeout"

func TestWaitForAPIGivesUp(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	server, kubeconfig := clustertest.APIServer(t, notReadyBefore(1<<30, &asked))
	tests := map[string]struct {
		reason     string
		kubeconfig string
		want       string
	}{
		"not ready": {
			reason:     "the checks that fail are named",
			kubeconfig: kubeconfig,
			want:       "last status: 500 Internal Server Error: not ready: etcd, poststarthook/rbac" + advice,
		},
		"other credentials": {
			reason:     "the API requires credentials",
			kubeconfig: strings.Replace(kubeconfig, "first-administrator", "someone", 1),
			want:       "last status: 401 Unauthorized" + advice,
		},
		"connection refused": {
			reason:     "a load balancer without targets",
			kubeconfig: clustertest.ClosedAPI(),
			want:       "connection refused" + advice,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var logged []string
			err := waitForAPI(context.Background(), tt.kubeconfig,
				apiclient.WithDefaults(clustertest.Quickly(500*time.Millisecond), 0),
				func(message string) { logged = append(logged, message) })
			require.Error(t, err)
			assert.Contains(t, err.Error(), "cluster.WaitForAPI: https://127.0.0.1:", tt.reason)
			assert.Contains(t, err.Error(), "/readyz: not done within 500ms; ")
			assert.Contains(t, err.Error(), tt.want)
			assert.NotContains(t, err.Error(), "first-administrator")
			assert.Len(t, logged, 1, "an unchanged status is logged once")
		})
	}
	assert.Contains(t, server.URL, "127.0.0.1")
}

func TestWaitIsInterrupted(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	_, kubeconfig := clustertest.APIServer(t, notReadyBefore(1<<30, &asked))
	ctx, cancel := context.WithCancel(context.Background())
	wait := apiclient.WithDefaults(clustertest.Quickly(time.Hour), 0)
	err := waitForAPI(ctx, kubeconfig, wait, func(string) { cancel() })
	assert.ErrorContains(t, err, "the wait was interrupted; last status: 500 Internal Server Error")
}

func TestUnknownCertificateIsNotTrusted(t *testing.T) {
	t.Parallel()
	server, _ := clustertest.APIServer(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) })
	kubeconfig := fmt.Sprintf(
		"{clusters: [{name: c, cluster: {server: %q}}], users: [{name: u, user: {token: x}}], contexts: [{name: home, "+
			"context: {cluster: c, user: u}}], current-context: home}",
		server.URL,
	)
	ctx, cancel := context.WithCancel(context.Background())
	wait := apiclient.WithDefaults(clustertest.Quickly(time.Hour), 0)
	err := waitForAPI(ctx, kubeconfig, wait, func(string) { cancel() })
	assert.ErrorContains(t, err, "certificate signed by unknown authority")
}

func TestWaitArgsRejected(t *testing.T) {
	t.Parallel()
	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		_, err := WaitForAPI(ctx, nil, &WaitArgs{Timeout: -time.Second})
		return err
	})
	checktest.Equal(t, []string{"cluster.WaitForAPI.kubeconfig: required", "cluster.WaitArgs.Timeout: range"}, err)
}
