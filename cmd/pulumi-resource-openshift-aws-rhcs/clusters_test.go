package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

const (
	hcp     = ocmtest.HCP
	classic = ocmtest.Classic
)

// products are the two types of clusters, with the inputs of a cluster.
func products(api ocm) map[string]inputs {
	id, _ := api.does(http.MethodPost, "oidc_configs", inputs{"managed": true})["id"].(string)
	return ocmtest.Products(id)
}

// forProducts runs a test for both products, each with its OCM and its stack.
func forProducts(t *testing.T, run func(t *testing.T, api ocm, s *stack, product string, values inputs)) {
	t.Helper()
	for _, product := range []string{hcp, classic} {
		t.Run(product, func(t *testing.T) {
			t.Parallel()
			api := startOCM(t)
			run(t, api, newStack(t, api), product, products(api)[product])
		})
	}
}

// unchanged asserts that a second update, and one after a refresh, change nothing.
func (s *stack) unchanged(product string, values inputs) {
	s.T.Helper()
	steps, err := s.Up(product, values)
	require.NoError(s.T, err)
	assert.Empty(s.T, steps)
	require.NoError(s.T, s.Refresh(product))
	steps, err = s.Up(product, values)
	require.NoError(s.T, err)
	assert.Empty(s.T, steps)
}

// gone destroys a cluster and asserts that nothing is left of it.
func (s *stack) gone(product string, api ocm) {
	s.T.Helper()
	require.NoError(s.T, s.Destroy(product))
	assert.Empty(s.T, api.ids("clusters"))
	assert.Empty(s.T, s.Resources)
}

func TestCluster(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		steps, err := s.Up(product, values)
		require.NoError(t, err)
		assert.Equal(t, []string{"create"}, steps)
		assert.Equal(t, "ready", s.Resources[product].Outputs.GetFields()["state"].GetStringValue())
		recorded, _ := api.does(http.MethodGet, "clusters/"+s.Resources[product].ID, nil)["properties"].(map[string]any)
		assert.Equal(t, rhcs.DefaultVersion, recorded["rosa_tf_version"])
		s.unchanged(product, values)
		steps, err = s.Up(product, ocmtest.With(values, ocmtest.Changes[product]))
		require.NoError(t, err)
		assert.Equal(t, []string{"update"}, steps)
		s.gone(product, api)
	})
}

func TestSlowInstallation(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 4)
		values = ocmtest.With(values, inputs{clusterTimeout[product]: 1})
		_, err := s.Up(product, values)
		require.NoError(t, err, "RHCS reads every two minutes")
		assert.NotEmpty(t, s.Resources[product].Outputs.GetFields()["apiUrl"].GetStringValue())
		s.unchanged(product, values)
		s.gone(product, api)
	})
}

func TestFailedInstallation(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.does(http.MethodPut, "/lab/operations", inputs{
			"begins": "installing", "ends": "error", "reads": 3, "code": "OCM3999", "message": "the quota of addresses is used up",
		})
		_, err := s.Up(product, values)
		id := s.Resources[product].ID
		reason := "cluster demo (" + id + ") is in state error: OCM3999: the quota of addresses is used up. `rosa describe"
		require.ErrorContains(t, err, reason)
		steps, err := s.Up(product, values)
		assert.Equal(t, []string{"update"}, steps, "a cluster in state error is not unchanged")
		require.ErrorContains(t, err, reason)
		require.NoError(t, s.Refresh(product))
		assert.Len(t, s.Resources[product].InitErrors, 1, "a refresh warns, and the next update is not unchanged")

		api.does(http.MethodPatch, "clusters/"+id, inputs{"state": "ready"})
		_, err = s.Up(product, ocmtest.With(values, ocmtest.Changes[product]))
		require.NoError(t, err, "it continues, and applies what has changed")
		assert.Equal(t, id, s.Resources[product].ID)
		s.unchanged(product, ocmtest.With(values, ocmtest.Changes[product]))

		api.does(http.MethodPatch, "clusters/"+id, inputs{"state": "error"})
		require.NoError(t, s.Refresh(product))
		s.gone(product, api)
	})
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 1000)
		s.server.terraform.minute = time.Second
		_, err := s.Up(product, ocmtest.With(values, inputs{clusterTimeout[product]: 2}))
		require.ErrorContains(t, err, "is still in state installing after 2s: run the same command again to wait longer")
		id := s.Resources[product].ID
		api.does(http.MethodPatch, "clusters/"+id, inputs{"state": "ready"})
		_, err = s.Up(product, values)
		require.NoError(t, err)
		s.unchanged(product, values)
		s.gone(product, api)
	})
}

var clusterTimeout = map[string]string{hcp: "maxHcpClusterWaitTimeoutInMinutes", classic: "maxClusterWaitTimeoutInMinutes"}

func TestCancel(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 8)
		api.at(http.MethodGet, "clusters/*", 2, s.cancel)
		_, err := s.Up(product, values)
		require.ErrorContains(t, err, "the update was cancelled while cluster demo")
		s.start(s.config)
		_, err = s.Up(product, values)
		require.NoError(t, err)
		s.unchanged(product, values)
		assert.Len(t, api.ids("clusters"), 1)
		s.gone(product, api)
	})
}

// TestKilled: a creation that is killed has no state. The next one continues with the cluster that it has requested.
func TestKilled(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 6)
		api.at(http.MethodGet, "clusters/*", 2, s.cancel)
		_, err := s.Up(product, values)
		require.Error(t, err)
		id := s.Resources[product].ID
		clear(s.Resources)

		other := newStack(t, api)
		other.Name = "other"
		_, err = other.Up(product, values)
		require.ErrorContains(t, err, "the name 'demo' is taken already", "another stack does not take it")

		s.start(s.config)
		steps, err := s.Up(product, values)
		require.NoError(t, err)
		assert.Equal(t, []string{"create"}, steps)
		assert.Equal(t, id, s.Resources[product].ID)
		s.unchanged(product, values)
		s.gone(product, api)
	})
}

// TestDeletedWhileInstalling: somebody deletes the cluster while an update waits for it.
func TestDeletedWhileInstalling(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 1000)
		api.at(http.MethodGet, "clusters/*", 2, func() {
			for _, id := range api.ids("clusters") {
				api.does(http.MethodDelete, "clusters/"+id, nil)
			}
		})
		_, err := s.Up(product, values)
		require.ErrorContains(t, err, "does not exist in OCM any more: run pulumi up, which creates it again")
		assert.Empty(t, s.Resources)
	})
}
