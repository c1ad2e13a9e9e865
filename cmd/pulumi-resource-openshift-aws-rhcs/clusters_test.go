package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	hcp     = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
	classic = "rhcs:index/clusterRosaClassic:ClusterRosaClassic"
)

// products are the two types of clusters, with the inputs of a cluster.
func products(api ocm) map[string]inputs {
	config := api.does(http.MethodPost, "oidc_configs", inputs{"managed": true})["id"]
	shared := inputs{
		"name": "demo", "cloudRegion": "us-east-2", "awsAccountId": "123456789012", "version": "4.18.5", "waitForCreateComplete": true,
		"awsSubnetIds": []any{"subnet-1"}, "availabilityZones": []any{"us-east-2a"},
		"properties": inputs{"rosa_creator_arn": "arn:aws:iam::123456789012:user/ann"},
	}
	sts := inputs{
		"oidcConfigId": config, "operatorRolePrefix": "demo", "roleArn": "arn:aws:iam::123456789012:role/installer",
		"supportRoleArn": "arn:aws:iam::123456789012:role/support",
	}
	worker := "arn:aws:iam::123456789012:role/worker"
	return map[string]inputs{
		hcp: with(shared, inputs{
			"awsBillingAccountId": "123456789012", "replicas": 2, "channel": "stable-4.18",
			"sts": with(sts, inputs{"instanceIamRoles": inputs{"workerRoleArn": worker}}),
		}),
		classic: with(shared, inputs{
			"sts": with(sts, inputs{"instanceIamRoles": inputs{"workerRoleArn": worker, "masterRoleArn": "arn:aws:iam::123456789012:role/master"}}),
		}),
	}
}

// changes are changes of a cluster that OCM applies in place.
var changes = map[string]inputs{
	hcp:     {"awsBillingAccountId": "210987654321"},
	classic: {"disableWorkloadMonitoring": true},
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
	s.t.Helper()
	steps, err := s.up(product, values)
	require.NoError(s.t, err)
	assert.Empty(s.t, steps)
	require.NoError(s.t, s.refresh(product))
	steps, err = s.up(product, values)
	require.NoError(s.t, err)
	assert.Empty(s.t, steps)
}

// gone destroys a cluster and asserts that nothing is left of it.
func (s *stack) gone(product string, api ocm) {
	s.t.Helper()
	require.NoError(s.t, s.destroy(product))
	assert.Empty(s.t, api.ids("clusters"))
	assert.Empty(s.t, s.resources)
}

func TestCluster(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		steps, err := s.up(product, values)
		require.NoError(t, err)
		assert.Equal(t, []string{"create"}, steps)
		assert.Equal(t, "ready", s.resources[urnOf(product)].outputs.GetFields()["state"].GetStringValue())
		recorded, _ := api.does(http.MethodGet, "clusters/"+s.resources[urnOf(product)].id, nil)["properties"].(map[string]any)
		assert.Equal(t, "1.7.7", recorded["rosa_tf_version"], "the release of RHCS")
		s.unchanged(product, values)
		steps, err = s.up(product, with(values, changes[product]))
		require.NoError(t, err)
		assert.Equal(t, []string{"update"}, steps)
		s.gone(product, api)
	})
}

func TestSlowInstallation(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 4)
		values = with(values, inputs{clusterTimeout[product]: 1})
		_, err := s.up(product, values)
		require.NoError(t, err, "RHCS reads every two minutes")
		assert.NotEmpty(t, s.resources[urnOf(product)].outputs.GetFields()["apiUrl"].GetStringValue())
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
		_, err := s.up(product, values)
		id := s.resources[urnOf(product)].id
		reason := "cluster demo (" + id + ") is in state error: OCM3999: the quota of addresses is used up. `rosa describe"
		require.ErrorContains(t, err, reason)
		steps, err := s.up(product, values)
		assert.Equal(t, []string{"update"}, steps, "a cluster in state error is not unchanged")
		require.ErrorContains(t, err, reason)
		require.NoError(t, s.refresh(product))
		assert.Len(t, s.resources[urnOf(product)].initErrors, 1, "a refresh warns, and the next update is not unchanged")

		api.does(http.MethodPatch, "clusters/"+id, inputs{"state": "ready"})
		_, err = s.up(product, with(values, changes[product]))
		require.NoError(t, err, "it continues, and applies what has changed")
		assert.Equal(t, id, s.resources[urnOf(product)].id)
		s.unchanged(product, with(values, changes[product]))

		api.does(http.MethodPatch, "clusters/"+id, inputs{"state": "error"})
		require.NoError(t, s.refresh(product))
		s.gone(product, api)
	})
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 1000)
		s.server.terraform.minute = time.Second
		_, err := s.up(product, with(values, inputs{clusterTimeout[product]: 2}))
		require.ErrorContains(t, err, "is still in state installing after 2s: run the same command again to wait longer")
		id := s.resources[urnOf(product)].id
		api.does(http.MethodPatch, "clusters/"+id, inputs{"state": "ready"})
		_, err = s.up(product, values)
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
		_, err := s.up(product, values)
		require.ErrorContains(t, err, "the update was cancelled while cluster demo")
		s.start(s.config)
		_, err = s.up(product, values)
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
		_, err := s.up(product, values)
		require.Error(t, err)
		id := s.resources[urnOf(product)].id
		clear(s.resources)

		other := newStack(t, api)
		other.name = "other"
		_, err = other.up(product, values)
		require.ErrorContains(t, err, "the name 'demo' is taken already", "another stack does not take it")

		s.start(s.config)
		steps, err := s.up(product, values)
		require.NoError(t, err)
		assert.Equal(t, []string{"create"}, steps)
		assert.Equal(t, id, s.resources[urnOf(product)].id)
		s.unchanged(product, values)
		s.gone(product, api)
	})
}

func TestClusterIsGone(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		create := func() {
			steps, err := s.up(product, values)
			require.NoError(t, err)
			assert.Equal(t, []string{"create"}, steps)
		}
		remove := func() { api.does(http.MethodDelete, "clusters/"+s.resources[urnOf(product)].id, nil) }
		create()
		remove()
		require.NoError(t, s.refresh(product))
		assert.Empty(t, s.resources)
		create()
		remove()
		create()
		remove()
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
		_, err := s.up(product, values)
		require.ErrorContains(t, err, "does not exist in OCM any more: run pulumi up, which creates it again")
		assert.Empty(t, s.resources)
	})
}

// TestRecurringUpgrades: a schedule of upgrades survives changes and upgrades.
func TestRecurringUpgrades(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.up(product, values)
		require.NoError(t, err)
		policies := "clusters/" + s.resources[urnOf(product)].id + "/upgrade_policies"
		if product == hcp {
			policies = "clusters/" + s.resources[urnOf(product)].id + "/control_plane/upgrade_policies"
		}
		api.does(http.MethodPost, policies, inputs{"schedule_type": "automatic", "schedule": "0 3 * * 6"})
		for _, change := range []inputs{changes[product], {"version": "4.18.6"}} {
			values = with(values, change)
			steps, err := s.up(product, values)
			require.NoError(t, err)
			assert.Equal(t, []string{"update"}, steps)
		}
		assert.Len(t, api.ids(policies), 1)
		s.unchanged(product, values)
		s.gone(product, api)
	})
}

// TestChangeAfterAnUpgrade: RHCS decides by the release in the stack, which is that before the upgrade unless the cluster is read.
func TestChangeAfterAnUpgrade(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.up(product, values)
		require.NoError(t, err)
		values = with(values, inputs{"version": "4.18.6"})
		_, err = s.up(product, values)
		require.NoError(t, err)
		_, err = s.up(product, with(values, changes[product]))
		require.NoError(t, err)
		s.gone(product, api)
	})
}
