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
)

// content is something in a cluster: its type and inputs, and its path in OCM below the cluster, with the placeholder ID.
type content struct {
	name, resourceType, path string
	inputs                   inputs
}

// contents are in a cluster of a product. Users are in an identity provider.
func contents(product, cluster string) []content {
	all := []content{
		{"identity provider", "rhcs:index/identityProvider:IdentityProvider", "identity_providers/ID", inputs{
			"name": "local", "htpasswd": inputs{"users": []any{inputs{"username": "ann", "password": "Abcdefgh-12345678"}}},
		}},
		{"user", "rhcs:index/groupMembership:GroupMembership", "groups/cluster-admins/users/ID", inputs{
			"group": "cluster-admins", "user": "ann",
		}},
	}
	if product == hcp {
		all = append(all,
			content{"pool", "rhcs:index/hcpMachinePool:HcpMachinePool", "node_pools/ID", inputs{
				"name": "general", "autoRepair": true, "subnetId": "subnet-1", "replicas": 2,
				"autoscaling": inputs{"enabled": false}, "awsNodePool": inputs{"instanceType": "m5.xlarge"},
			}},
			content{"ingress", "rhcs:index/hcpDefaultIngress:HcpDefaultIngress", "ingresses/ID", inputs{"listeningMethod": "external"}},
			content{"tuning", "rhcs:index/tuningConfig:TuningConfig", "tuning_configs/ID", inputs{"name": "tuned", "spec": "{}"}},
		)
	} else {
		all = append(all,
			content{"pool", "rhcs:index/machinePool:MachinePool", "machine_pools/ID", inputs{
				"name": "general", "machineType": "m5.xlarge", "replicas": 2,
			}},
			content{"ingress", "rhcs:index/defaultIngress:DefaultIngress", "ingresses/ID", inputs{"loadBalancerType": "classic"}},
		)
	}
	for i := range all {
		all[i].inputs["cluster"] = cluster
	}
	return all
}

// TestContentsAreGone: what somebody deletes in a cluster is created again after a refresh, and its deletion succeeds. If the cluster is
// gone, everything in it is.
func TestContentsAreGone(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.up(product, values)
		require.NoError(t, err)
		cluster := s.resources[urnOf(product)].id
		all := contents(product, cluster)
		up := func(one content) {
			t.Helper()
			steps, err := s.up(one.resourceType, one.inputs)
			require.NoError(t, err, one.name)
			assert.Equal(t, []string{"create"}, steps, one.name)
			steps, err = s.up(one.resourceType, one.inputs)
			require.NoError(t, err, one.name)
			assert.Empty(t, steps, one.name)
		}
		remove := func(one content) {
			t.Helper()
			id := s.resources[urnOf(one.resourceType)].id
			api.does(http.MethodDelete, "clusters/"+cluster+"/"+strings.ReplaceAll(one.path, "ID", id), nil)
		}
		for _, one := range all {
			up(one)
			if one.name == "ingress" {
				continue // OCM deletes no default ingress while the cluster exists.
			}
			remove(one)
			require.NoError(t, s.refresh(one.resourceType), one.name)
			up(one)
			remove(one)
			require.NoError(t, s.destroy(one.resourceType), one.name)
			up(one)
		}
		api.does(http.MethodDelete, "clusters/"+cluster, nil)
		for i, one := range all {
			if i%2 == 0 {
				require.NoError(t, s.refresh(one.resourceType), one.name)
				assert.NotContains(t, s.resources, urnOf(one.resourceType), one.name)
			} else {
				require.NoError(t, s.destroy(one.resourceType), one.name)
			}
		}
		s.gone(product, api)
	})
}

// TestContentsWait: what is in a cluster waits for it, and the wait can be cancelled before anything is created.
func TestContentsWait(t *testing.T) {
	t.Parallel()
	api := startOCM(t)
	s := newStack(t, api)
	api.installations("ready", 1000)
	_, err := s.up(hcp, with(products(api)[hcp], inputs{"waitForCreateComplete": false}))
	require.NoError(t, err)
	cluster := s.resources[urnOf(hcp)].id
	pool := contents(hcp, cluster)[2]
	api.at(http.MethodGet, "clusters/*", 2, s.cancel)
	_, err = s.up(pool.resourceType, pool.inputs)
	require.ErrorContains(t, err, "the update was cancelled")
	assert.Len(t, s.resources, 1)
	s.start(s.config)
	api.does(http.MethodPatch, "clusters/"+cluster, inputs{"state": "error"})
	_, err = s.up(pool.resourceType, pool.inputs)
	require.ErrorContains(t, err, "is in state error")
	assert.Equal(t, []string{"workers"}, api.ids("clusters/"+cluster+"/node_pools"))
}

// TestAutoNodeAndWorkers: both need a cluster that is ready, also when a creation continues.
func TestAutoNodeAndWorkers(t *testing.T) {
	t.Parallel()
	api := startOCM(t)
	s := newStack(t, api)
	values := with(products(api)[hcp], inputs{
		"autoNode": inputs{"mode": "enabled", "roleArn": "arn:aws:iam::123456789012:role/karpenter"}, "waitForStdComputeNodesComplete": true,
	})
	api.installations("ready", 6)
	api.at(http.MethodGet, "clusters/*", 2, s.cancel)
	_, err := s.up(hcp, values)
	require.ErrorContains(t, err, "the update was cancelled")
	id := s.resources[urnOf(hcp)].id
	autoNode := func() any {
		aws, _ := api.does(http.MethodGet, "clusters/"+id, nil)["aws"].(map[string]any)
		return aws["auto_node"]
	}
	assert.Nil(t, autoNode(), "it needs a cluster that is ready")

	workers := func(number int) inputs { return inputs{"status": inputs{"current_compute": number}} }
	api.does(http.MethodPatch, "clusters/"+id, with(workers(0), inputs{"creation_timestamp": time.Now().Format(time.RFC3339)}))
	s.start(s.config)
	api.at(http.MethodGet, "clusters/*", 8, s.cancel) // It is ready then, without workers.
	_, err = s.up(hcp, values)
	require.ErrorContains(t, err, "the update was cancelled while cluster demo ("+id+") was in state ready")
	assert.NotNil(t, autoNode())

	s.start(s.config)
	api.does(http.MethodPatch, "clusters/"+id, workers(2))
	steps, err := s.up(hcp, values)
	require.NoError(t, err)
	assert.Empty(t, steps, "the cluster that is read has its workers")
	s.unchanged(hcp, values)
	s.gone(hcp, api)
}

// TestDeletionTakesLong: a deletion that takes too long, or is cancelled, keeps the cluster in the stack, with the roles that it needs.
func TestDeletionTakesLong(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.up(product, with(values, inputs{"destroyTimeout": 2}))
		require.NoError(t, err)
		api.does(http.MethodPut, "/lab/operations", inputs{"begins": "uninstalling", "reads": 12})
		s.server.terraform.minute = time.Second
		require.ErrorContains(t, s.destroy(product), "is still in state uninstalling after 2s: run the same command again to wait longer")
		s.server.terraform.minute = time.Minute
		api.at(http.MethodGet, "clusters/*", 2, s.cancel)
		require.ErrorContains(t, s.destroy(product), "the update was cancelled")
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
		_, err = s.up(product, values)
		require.NoError(t, err)
		assert.Greater(t, issued.Load(), int32(1))
		s.gone(product, api)
	})
}

// TestReadByID is how a resource that exists is adopted.
func TestReadByID(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.up(product, values)
		require.NoError(t, err)
		id := s.resources[urnOf(product)].id
		s.resources[urnOf(product)] = &state{id: id}
		require.NoError(t, s.refresh(product))
		assert.Equal(t, "demo", s.resources[urnOf(product)].outputs.GetFields()["name"].GetStringValue())
		s.resources[urnOf(product)] = &state{id: "none"}
		require.NoError(t, s.refresh(product))
		assert.Empty(t, s.resources)
	})
}
