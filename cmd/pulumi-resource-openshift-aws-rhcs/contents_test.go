package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// TestContentsWait: what is in a cluster waits for it, and the wait can be cancelled before anything is created.
func TestContentsWait(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 1000)
		_, err := s.Up(product, ocmtest.With(values, inputs{"waitForCreateComplete": false}))
		require.NoError(t, err)
		cluster := "clusters/" + s.Resources[product].ID
		pool := ocmtest.Contents(product, s.Resources[product].ID)[2]
		pools := cluster + "/" + strings.TrimSuffix(pool.Path, "/ID")
		initial := api.ids(pools)
		api.at(http.MethodGet, "clusters/*", 2, s.cancel)
		_, err = s.Up(pool.Type, pool.Inputs)
		require.ErrorContains(t, err, "the update was cancelled")
		assert.Len(t, s.Resources, 1)
		s.start(s.config)
		api.does(http.MethodPatch, cluster, inputs{"state": "error"})
		_, err = s.Up(pool.Type, pool.Inputs)
		require.ErrorContains(t, err, "is in state error")
		assert.Equal(t, initial, api.ids(pools))

		api.does(http.MethodPatch, cluster, inputs{"state": "installing"})
		api.at(http.MethodGet, "clusters/*", 2, func() { api.does(http.MethodPatch, cluster, inputs{"state": "ready"}) })
		_, err = s.Up(pool.Type, pool.Inputs)
		require.NoError(t, err)
		assert.Contains(t, api.ids(pools), "general")
		require.NoError(t, s.Destroy(pool.Type))
		s.gone(product, api)
	})
}

// TestAutoNodeAndWorkers: both need a cluster that is ready, also when a creation continues. RHCS has neither for Classic clusters, whose
// initial pool is no resource.
func TestAutoNodeAndWorkers(t *testing.T) {
	t.Parallel()
	api := startOCM(t)
	s := newStack(t, api)
	values := ocmtest.With(products(api)[hcp], inputs{
		"autoNode": inputs{"mode": "enabled", "roleArn": "arn:aws:iam::123456789012:role/karpenter"}, "waitForStdComputeNodesComplete": true,
	})
	api.installations("ready", 6)
	api.at(http.MethodGet, "clusters/*", 2, s.cancel)
	_, err := s.Up(hcp, values)
	require.ErrorContains(t, err, "the update was cancelled")
	id := s.Resources[hcp].ID
	autoNode := func() any {
		aws, _ := api.does(http.MethodGet, "clusters/"+id, nil)["aws"].(map[string]any)
		return aws["auto_node"]
	}
	assert.Nil(t, autoNode(), "it needs a cluster that is ready")

	workers := func(number int) inputs { return inputs{"status": inputs{"current_compute": number}} }
	api.does(http.MethodPatch, "clusters/"+id, ocmtest.With(workers(0), inputs{"creation_timestamp": time.Now().Format(time.RFC3339)}))
	s.start(s.config)
	api.at(http.MethodGet, "clusters/*", 8, s.cancel) // It is ready then, without workers.
	_, err = s.Up(hcp, values)
	require.ErrorContains(t, err, "the update was cancelled while cluster demo ("+id+") was in state ready")
	assert.NotNil(t, autoNode())

	s.start(s.config)
	api.does(http.MethodPatch, "clusters/"+id, workers(2))
	steps, err := s.Up(hcp, values)
	require.NoError(t, err)
	assert.Empty(t, steps, "the cluster that is read has its workers")
	s.unchanged(hcp, values)
	s.gone(hcp, api)
}

// TestDeletionTakesLong: a deletion that takes too long, or is cancelled, keeps the cluster in the stack, with the roles that it needs.
func TestDeletionTakesLong(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.Up(product, ocmtest.With(values, inputs{"destroyTimeout": 10}))
		require.NoError(t, err)
		api.does(http.MethodPut, "/lab/operations", inputs{"begins": "uninstalling", "reads": 12})
		s.server.terraform.minute = time.Second / 5
		require.ErrorContains(t, s.Destroy(product), "is still in state uninstalling after 2s: run the same command again to wait longer")
		s.server.terraform.minute = time.Minute
		api.at(http.MethodGet, "clusters/*", 2, s.cancel)
		require.ErrorContains(t, s.Destroy(product), "the update was cancelled")
		s.start(s.config)
		s.gone(product, api)
	})
}

// TestExpiredTokens: a long update asks for a new token when the old one expires.
func TestExpiredTokens(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		backend, err := url.Parse(api.url)
		require.NoError(t, err)
		proxy, issued, expires := httputil.NewSingleHostReverseProxy(backend), atomic.Int32{}, atomic.Int64{}
		front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/token" {
				issued.Add(1)
				expires.Store(time.Now().Add(62 * time.Second).Unix())
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(`{"token_type":"bearer","access_token":"` + token(time.Unix(expires.Load(), 0)) + `"}`))
				return
			}
			proxy.ServeHTTP(w, r)
		}))
		t.Cleanup(front.Close)
		s.config = inputs{"url": front.URL, "tokenUrl": front.URL + "/token", "clientId": "id", "clientSecret": "secret"}
		s.start(s.config)
		api.installations("ready", 6)
		_, err = s.Up(product, values)
		require.NoError(t, err)
		assert.Greater(t, issued.Load(), int32(1))
		s.gone(product, api)
	})
}

// TestReadByID is how a resource that exists is adopted.
func TestReadByID(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.Up(product, values)
		require.NoError(t, err)
		id := s.Resources[product].ID
		s.Resources[product] = &ocmtest.State{ID: id}
		require.NoError(t, s.Refresh(product))
		assert.Equal(t, "demo", s.Resources[product].Outputs.GetFields()["name"].GetStringValue())
		s.Resources[product] = &ocmtest.State{ID: "none"}
		require.NoError(t, s.Refresh(product))
		assert.Empty(t, s.Resources)
	})
}
