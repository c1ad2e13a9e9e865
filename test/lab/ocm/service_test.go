package main

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

func TestClustersRejected(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change object
		want   string
	}{
		"billing account": {
			reason: "OCM has no default", change: object{"aws": object{"billing_account_id": ""}}, want: "billing_account_id",
		},
		"name":        {reason: "host names have no capitals", change: object{"name": "Demo"}, want: "the name 'Demo'"},
		"name in use": {reason: "a name exists once", change: object{"name": "first"}, want: "the name 'first' is taken"},
		"prefix in use": {
			reason: "a domain prefix exists once", change: object{"domain_prefix": "first"},
			want: "the domain prefix 'first' is taken",
		},
		"release": {
			reason: "only listed releases are installed", change: object{"version": object{"id": "openshift-v4.18.99"}},
			want: "4.18.99",
		},
		"role": {
			reason: "roles are looked up", change: object{"aws": object{"sts": object{"role_arn": "arn:none"}}},
			want: "arn:none",
		},
		"subnet": {
			reason: "subnets are looked up", change: object{"aws": object{"subnet_ids": []any{"subnet-2"}}}, want: "subnet-2",
		},
		"region": {
			reason: "subnets are looked up in the cluster's region", change: object{"region": object{"id": "eu-west-1"}},
			want: "subnet-1",
		},
		"OIDC configuration": {
			reason: "the configuration must exist",
			change: object{"aws": object{"sts": object{"oidc_config": object{"id": "none"}}}}, want: "OIDC configuration 'none'",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t)
			a.create("clusters", hosted("first", nil))
			a.rejected(http.MethodPost, "clusters", hosted("second", tt.change), tt.want)
		})
	}
}

// TestLifecycle: the fake makes what the service makes with a cluster, and deletes it with the cluster.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	config := a.create("oidc_configs", nil)
	id := a.create("clusters", hosted("demo", object{"aws": object{
		"sts": object{"role_arn": installer, "oidc_config": object{"id": config}},
	}}))
	_, got := a.call(http.MethodGet, "clusters/"+id, nil)
	assert.Equal(t, "ready", got["state"])
	assert.Equal(t, "demo", got["domain_prefix"])
	assert.Equal(t, []any{"4.18.6"}, at(got, "version", "available_upgrades"), "the channel is that of the release")
	_, ingresses := a.call(http.MethodGet, "clusters/"+id+"/ingresses", nil)
	assert.InDelta(t, 1, ingresses["total"], 0)
	assert.Equal(t, []endpoint{{region: ohio, id: "vpce-" + id, group: "sg-demo-x7k2p"}}, a.account.endpoints)
	_, posted := a.call(http.MethodGet, requests+"clusters", nil)
	assert.InDelta(t, 1, posted["total"], 0)

	for issuer, want := range map[string]float64{config: 1, "other": 0} {
		query := url.Values{"search": {"aws.sts.oidc_endpoint_url = 'https://oidc.op1.openshiftapps.com/" + issuer + "'"}}
		_, found := a.call(http.MethodGet, "clusters?"+query.Encode(), nil)
		assert.InDelta(t, want, found["total"], 0, issuer)
	}
	a.rejected(http.MethodDelete, "oidc_configs/"+config, nil, "is used by cluster")
	a.rejected(http.MethodPatch, "clusters/"+id, object{"network": object{"machine_cidr": "10.1.0.0/16"}}, "'network'")
	status, _ := a.call(http.MethodPatch, "clusters/"+id, object{"aws": object{"billing_account_id": "210987654321"}})
	assert.Equal(t, http.StatusOK, status)
	_, got = a.call(http.MethodGet, "clusters/"+id, nil)
	assert.Equal(t, installer, text(got, "aws", "sts", "role_arn"), "other fields are kept")

	status, _ = a.call(http.MethodDelete, "clusters/"+id, nil)
	assert.Equal(t, http.StatusNoContent, status)
	assert.Empty(t, a.account.endpoints)
	assert.Empty(t, a.account.groups)
	status, _ = a.call(http.MethodGet, "clusters/"+id+"/ingresses/a1b2", nil)
	assert.Equal(t, http.StatusNotFound, status)
	status, _ = a.call(http.MethodDelete, "oidc_configs/"+config, nil)
	assert.Equal(t, http.StatusNoContent, status)
}

// TestGroupsStay: the security group of a deleted cluster's endpoint stays if a test says so.
func TestGroupsStay(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for _, stays := range []bool{true, false} {
		a.call(http.MethodPut, endpointsPath, object{"groupsStay": stays})
		a.call(http.MethodDelete, "clusters/"+a.create("clusters", hosted("demo", nil)), nil)
		assert.Equal(t, []string{"sg-demo-x7k2p"}, a.account.groups)
	}
}

// TestUpgrades: the control plane first, to a release that it offers, and the pools up to its release.
func TestUpgrades(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	path := "clusters/" + a.create("clusters", hosted("demo", nil))
	pool := path + "/node_pools/" + a.create(path+"/node_pools", object{"id": "general"})
	_, patched := a.call(http.MethodPatch, pool, object{"aws_node_pool": object{"tags": object{"team": "shop"}}})
	assert.Equal(t, "open", text(patched, "aws_node_pool", "capacity_reservation", "preference"), "a change keeps what it does not name")
	to := func(release string) object { return object{"version": release} }
	control := path + "/control_plane/upgrade_policies"
	a.rejected(http.MethodPost, pool+"/upgrade_policies", to("4.18.6"), "must not be newer")
	a.rejected(http.MethodPost, path+"/node_pools", object{"id": "x", "version": object{"id": "openshift-v4.18.6"}},
		"must not be newer")
	a.rejected(http.MethodPost, control, to("4.20.1"), "not in the list of available upgrades")
	a.rejected(http.MethodPost, control, to("4.18.4"), "already above")
	a.rejected(http.MethodPost, control, to("4.18.99"), "is not available")
	status, _ := a.call(http.MethodPost, control+"?dryRun=true", to("4.18.6"))
	assert.Equal(t, http.StatusNoContent, status, "a dry run upgrades nothing")
	a.rejected(http.MethodPost, pool+"/upgrade_policies", to("4.18.6"), "must not be newer")

	a.create(control, to("4.18.6"))
	a.create(pool+"/upgrade_policies", to("4.18.6"))
	_, got := a.call(http.MethodGet, pool, nil)
	assert.Equal(t, "4.18.6", text(got, "version", "raw_id"))
}

// TestChannels: a cluster is offered the next minor version after its channel has changed, and its pools follow it.
func TestChannels(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	path := "clusters/" + a.create("clusters", hosted("demo", nil))
	pool := path + "/node_pools/" + a.create(path+"/node_pools", object{"id": "general"})
	to, control := object{"version": "4.19.1"}, path+"/control_plane/upgrade_policies"
	a.rejected(http.MethodPost, control, to, "not in the list of available upgrades of 4.18.5 in channel stable-4.18")
	a.rejected(http.MethodPatch, path, object{"channel": "stable-4.17"}, "not available in channel")
	a.rejected(http.MethodPost, "clusters", hosted("other", object{"channel": "stable-4.17"}), "not available in channel")
	status, got := a.call(http.MethodPatch, path, object{"channel": "stable-4.19"})
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, []any{"4.18.6", "4.19.1"}, at(got, "version", "available_upgrades"))
	a.create(control, to)
	_, got = a.call(http.MethodGet, path, nil)
	assert.Equal(t, "4.19.1", text(got, "version", "raw_id"))
	_, got = a.call(http.MethodGet, pool, nil)
	assert.Equal(t, []any{"4.18.6", "4.19.1"}, at(got, "version", "available_upgrades"), "pools are offered the control plane's release")
	a.create(pool+"/upgrade_policies", to)
	_, got = a.call(http.MethodGet, pool, nil)
	assert.Equal(t, "4.19.1", text(got, "version", "raw_id"))
	a.rejected(http.MethodPost, path+"/node_pools", object{"id": "x", "version": object{"id": "openshift-v4.15.9"}}, "minor versions behind")
}

// TestDeleteProtection: a protected cluster stays.
func TestDeleteProtection(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	path := "clusters/" + a.create("clusters", hosted("demo", nil))
	protect := func(enabled bool) {
		_, got := a.call(http.MethodPatch, path+"/delete_protection", object{"enabled": enabled})
		assert.Equal(t, object{"enabled": enabled}, got)
		_, got = a.call(http.MethodGet, path+"/delete_protection", nil)
		assert.Equal(t, object{"enabled": enabled}, got)
	}
	protect(true)
	a.rejected(http.MethodDelete, path, nil, "delete protection is enabled")
	protect(false)
	status, _ := a.call(http.MethodDelete, path, nil)
	assert.Equal(t, http.StatusNoContent, status)
}

// TestInitialPools: each zone has a pool with its part of the machines; the last pool cannot be deleted, and initial ones not created.
func TestInitialPools(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	a.account.existing = append(a.account.existing, "subnet-2", "subnet-3")
	path := "clusters/" + a.create("clusters", hosted("demo", object{
		"aws":   object{"subnet_ids": []any{"subnet-1", "subnet-2", "subnet-3"}},
		"nodes": object{"availability_zones": []any{"us-east-2a", "us-east-2b"}, "compute": 4},
	})) + "/node_pools"
	_, got := a.call(http.MethodGet, path, nil)
	pools, _ := got["items"].([]any)
	require.Len(t, pools, 2, "the third subnet is public")
	assert.Equal(t, "workers-0", text(pools[0], "id"))
	assert.Equal(t, "subnet-2", text(pools[0], "subnet"))
	assert.InDelta(t, 2, at(pools[0], "replicas"), 0)
	assert.Equal(t, "m5.xlarge", text(pools[0], "aws_node_pool", "instance_type"))
	status, _ := a.call(http.MethodDelete, path+"/workers-0", nil)
	assert.Equal(t, http.StatusNoContent, status)
	a.rejected(http.MethodPost, path, object{"id": "workers-0"}, "initial machine pool")
	a.rejected(http.MethodDelete, path+"/workers-1", nil, "at least one machine pool")
}

// TestEndings: an upgrade takes as many reads as the test sets, and changes the release only if it is completed.
func TestEndings(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]struct{ release, state string }{
		string(ocm.Completed):     {release: "4.18.6"},
		string(ocm.Cancelled):     {release: "4.18.5"},
		string(ocm.UpgradeFailed): {release: "4.18.5", state: "failed"},
	} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t)
			path := "clusters/" + a.create("clusters", hosted("demo", nil))
			pool := path + "/node_pools/" + a.create(path+"/node_pools", object{"id": "general"})
			a.call(http.MethodPut, operationsPath, object{"begins": "started", "ends": end, "reads": 2})
			control := path + "/control_plane/upgrade_policies"
			policy := control + "/" + a.create(control, object{"version": "4.18.6"})
			_, got := a.call(http.MethodGet, policy, nil)
			assert.Equal(t, "started", text(got, "state", "value"))
			_, got = a.call(http.MethodGet, path, nil)
			assert.Equal(t, "4.18.5", text(got, "version", "raw_id"), "one read is left")
			_, got = a.call(http.MethodGet, path, nil)
			assert.Equal(t, want.release, text(got, "version", "raw_id"))
			_, got = a.call(http.MethodGet, policy, nil)
			assert.Equal(t, want.state, text(got, "state", "value"))
			a.call(http.MethodPut, operationsPath, object{"begins": "started", "ends": end, "reads": 2})
			a.create(pool+"/upgrade_policies", object{"version": "4.18.5"})
			a.rejected(http.MethodPost, control, object{"version": "4.18.6"}, "machine pool in progress")
		})
	}
}

// TestStates: an installation and a deletion take as many reads as a test sets, and can fail.
func TestStates(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	states := func(path string, reads int) (seen []any) {
		for range reads {
			status, got := a.call(http.MethodGet, path, nil)
			seen = append(seen, got["state"])
			if status == http.StatusNotFound {
				seen[len(seen)-1] = status
			}
		}
		return seen
	}
	operation := func(begins, ends string, reads int) {
		a.call(http.MethodPut, operationsPath, object{"begins": begins, "ends": ends, "reads": reads})
	}
	operation("installing", "error", 2)
	failing := "clusters/" + a.create("clusters", hosted("failing", nil))
	_, got := a.call(http.MethodGet, failing, nil)
	assert.Empty(t, got["console"], "the addresses are known when the cluster is ready")
	assert.Equal(t, []any{"error", "error"}, states(failing, 2))
	operation("installing", "", 1)
	path := "clusters/" + a.create("clusters", hosted("demo", nil))
	assert.Equal(t, []any{"ready"}, states(path, 1))
	operation("uninstalling", "", 2)
	for range 2 {
		status, _ := a.call(http.MethodDelete, path, nil)
		assert.Equal(t, http.StatusNoContent, status, "a deletion is in progress once")
	}
	assert.Equal(t, []any{"uninstalling", 404}, states(path, 2))
	operation("uninstalling", "error", 0)
	a.call(http.MethodDelete, failing, nil)
	assert.Equal(t, []any{"error"}, states(failing, 1))
}

// TestMissing: what does not exist is not found, also in collections below one object, and below a cluster that is gone.
func TestMissing(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	path := "clusters/" + a.create("clusters", hosted("demo", nil))
	for missing, want := range map[string]int{
		path + "/control_plane/log_forwarders":            http.StatusOK,
		path + "/control_plane/log_forwarders/gone":       http.StatusNotFound,
		path + "/external_auth_config/external_auths":     http.StatusOK,
		path + "/external_auth_config/external_auths/no":  http.StatusNotFound,
		path + "/control_plane/upgrade_policies/no/state": http.StatusNotFound,
		path + "/node_pools":                              http.StatusOK,
		path + "/node_pools/gone":                         http.StatusNotFound,
		path + "/groups/dedicated-admins/users":           http.StatusOK,
		path + "/groups/dedicated-admins/users/gone":      http.StatusNotFound,
		"clusters/gone":                                 http.StatusNotFound,
		"clusters/gone/node_pools":                      http.StatusNotFound,
		"clusters/gone/control_plane/log_forwarders/no": http.StatusNotFound,
	} {
		status, _ := a.call(http.MethodGet, missing, nil)
		assert.Equal(t, want, status, missing)
	}
}

// TestClassic: a Classic cluster has no initial pools that clients see, and its API server listens on another port.
func TestClassic(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	_, got := a.call(http.MethodGet, "clusters/"+a.create("clusters", hosted("demo", object{"hypershift": object{"enabled": false}})), nil)
	assert.Equal(t, "https://api.demo.abcd.p3.openshiftapps.com:6443", text(got, "api", "url"))
	assert.Empty(t, a.account.endpoints)
}

// TestInCluster: what is in a cluster needs it, and has the service's form.
func TestInCluster(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	status, _ := a.call(http.MethodPost, "clusters/none/kubelet_configs", nil)
	assert.Equal(t, http.StatusNotFound, status)
	path := "clusters/" + a.create("clusters", hosted("demo", nil))
	a.rejected(http.MethodPost, path+"/break_glass_credentials", nil, "External Authentication")
	users := object{"users": object{"items": []any{object{"username": "admin"}}}}
	provider := a.create(path+"/identity_providers", object{"name": "admins", "htpasswd": users})
	_, got := a.call(http.MethodGet, path+"/identity_providers/"+provider, nil)
	assert.Empty(t, got["htpasswd"], "users are not returned with their provider")
	_, list := a.call(http.MethodGet, path+"/identity_providers/"+provider+"/htpasswd_users", nil)
	assert.InDelta(t, 1, list["total"], 0)

	mirror := a.create(path+"/image_mirrors", object{"source": "quay.io/team", "mirrors": []any{"mirror.example.com/team"}})
	_, got = a.call(http.MethodGet, path+"/image_mirrors/"+mirror, nil)
	assert.Regexp(t, `Z$`, got["creation_timestamp"])
	assert.Regexp(t, `Z$`, got["last_update_timestamp"])

	status, _ = a.call(http.MethodGet, path+"/autoscaler", nil)
	assert.Equal(t, http.StatusNotFound, status)
	a.create(path+"/autoscaler", object{"max_pod_grace_period": 1})
	_, got = a.call(http.MethodPatch, path+"/autoscaler", object{"max_pod_grace_period": 2})
	assert.InDelta(t, 2, got["max_pod_grace_period"], 0)
	_, got = a.call(http.MethodPatch, path+"/ingresses/a1b2", object{
		"listening": "internal", "excluded_namespaces": []any{}, "component_routes": object{"oauth": object{"hostname": ""}},
	})
	assert.Equal(t, "internal", got["listening"])
	assert.NotContains(t, got, "component_routes")
}
