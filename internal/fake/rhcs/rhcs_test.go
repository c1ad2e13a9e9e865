package rhcs

import (
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	librhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

const (
	clusterType = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
	oidcType    = "rhcs:index/rosaOidcConfig:RosaOidcConfig"
	kubeletType = "rhcs:index/kubeletconfig:Kubeletconfig"
)

type fields = map[string]any

// engine calls the provider of one account.
type engine struct {
	faketest.Engine
	account *fake.Account
}

func newEngine(t *testing.T) engine {
	t.Helper()
	provider, account := New(fake.NewStore[fake.Record](), librhcs.Immutable, librhcs.RejectsRemoval)
	return engine{account: account, Engine: faketest.Engine{T: t, Provider: provider}}
}

func demo(oidcConfig string) fields {
	return fields{
		"name": "demo", "cloudRegion": "us-east-2", "machineCidr": "10.0.0.0/16", "version": "4.18.5",
		"awsBillingAccountId": "123456789012", "sts": fields{"oidcConfigId": oidcConfig},
	}
}

func TestLifecycle(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	config, _ := e.Create(oidcType, "oidc", fields{"managed": true})
	id, outputs := e.Create(clusterType, "demo", demo(config))
	assert.Equal(t, "ready", outputs["state"].StringValue())
	limits, _ := e.Create(kubeletType, "pids", fields{"cluster": id, "name": "pids", "podPidsLimit": 4096})

	state, _ := e.Read(clusterType, id, nil, outputs)
	assert.Equal(t, outputs, state.Outputs)

	_, _, err := e.TryCreate(clusterType, "second", resource.NewPropertyMapFromMap(demo(config)))
	require.ErrorContains(t, err, "the name 'demo' is taken already")
	_, _, err = e.TryCreate("rhcs:index/clusterRosaClassic:ClusterRosaClassic", "classic", resource.NewPropertyMapFromMap(demo(config)))
	require.ErrorContains(t, err, "the name 'demo' is taken already", "products share the names of an organization")
	require.ErrorContains(t, e.Delete(oidcType, "oidc", config, nil), "is used by cluster")
	require.NoError(t, e.Delete(clusterType, "demo", id, nil), "with all that it has")
	require.ErrorContains(t, e.Delete(kubeletType, "pids", limits, nil), "Failed to delete KubeletConfig: status is 404")
	require.ErrorContains(t, e.Delete(clusterType, "demo", id, nil), "Can't delete cluster: status is 404", "it was deleted in the console")
	assert.Equal(t, []string{string(faketest.URN(oidcType, "oidc"))}, e.account.Remaining())

	_, exists := e.Read(clusterType, id, nil, outputs)
	assert.False(t, exists)
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change fields
		want   string
	}{
		"version": {reason: "an upgrade changes the cluster in place", change: fields{"version": "4.18.6"}},
		"range": {
			reason: "the machine CIDR is immutable",
			change: fields{"machineCidr": "10.1.0.0/16"},
			want:   "Attribute machineCidr, cannot be changed from 10.0.0.0/16 to 10.1.0.0/16",
		},
		"roles": {
			reason: "a property in an immutable object is immutable",
			change: fields{"sts": fields{"oidcConfigId": "other"}},
			want:   "Attribute sts, cannot be changed",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEngine(t)
			id, outputs := e.Create(clusterType, "demo", demo(""))
			changed := demo("")
			maps.Copy(changed, tt.change)
			inputs := resource.NewPropertyMapFromMap(changed)
			diff, err := e.Provider.Diff(e.Resource(clusterType, "demo", id), fake.State{Inputs: resource.NewPropertyMapFromMap(demo(""))}, inputs)
			require.NoError(t, err)
			assert.NotEmpty(t, diff.Changed)
			assert.Empty(t, diff.Replaces, "the provider's schema has no replacement")
			updated, err := e.TryUpdate(clusterType, "demo", id, outputs, inputs)
			if tt.want != "" {
				assert.ErrorContains(t, err, tt.want, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "4.18.5", updated["currentVersion"].StringValue(), "the upgrade is requested: %s", tt.reason)
		})
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	_, problems := newEngine(t).Check(kubeletType, "k", nil, resource.NewPropertyMapFromMap(fields{
		"cluster": "c1", "podPidLimit": 1,
	}))
	assert.Equal(t, []string{
		"podPidLimit: is not a property of rhcs:index/kubeletconfig:Kubeletconfig; did you mean podPidsLimit?",
		"podPidsLimit: is required",
	}, problems)
}

func TestCreate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change fields
		want   string
	}{
		"no billing account": {
			reason: "OCM has no default billing account",
			change: fields{"awsBillingAccountId": nil},
			want:   "The billing_account_id cannot be empty",
		},
		"no billing account in GovCloud": {
			reason: "clusters in GovCloud need no billing account",
			change: fields{"awsBillingAccountId": nil, "cloudRegion": "us-gov-west-1"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inputs := demo("")
			maps.Copy(inputs, tt.change)
			unitTests := faketest.Engine{T: t, Provider: NewForUnitTests()}
			for kind, e := range map[string]faketest.Engine{"sandbox": newEngine(t).Engine, "unit tests": unitTests} {
				_, _, err := e.TryCreate(clusterType, "demo", resource.NewPropertyMapFromMap(inputs))
				if tt.want == "" {
					assert.NoError(t, err, "%s: %s", kind, tt.reason)
					continue
				}
				assert.ErrorContains(t, err, tt.want, "%s: %s", kind, tt.reason)
			}
		})
	}
}

func TestBreakGlassCredentialNeedsExternalAuthentication(t *testing.T) {
	t.Parallel()
	const credential = "rhcs:index/breakGlassCredential:BreakGlassCredential"
	for enabled, want := range map[bool]string{true: "", false: "External Authentication Configuration is not enabled"} {
		e, inputs := newEngine(t), demo("")
		inputs["externalAuthProvidersEnabled"] = enabled
		id, _ := e.Create(clusterType, "demo", inputs)
		_, _, err := e.TryCreate(credential, "x", resource.NewPropertyMapFromMap(fields{"cluster": id}))
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, want)
	}
}

// TestUpgrades: OCM upgrades the control plane and then a pool, which takes time. Until it is completed another release is rejected.
func TestUpgrades(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	cluster, clusterState := e.Create(clusterType, "demo", demo(""))
	pool, poolState := e.Create(poolType, "general", poolInputs(cluster, ""))
	assert.Equal(t, "4.18.5", poolState["currentVersion"].StringValue(), "a pool is created with the release of its cluster")

	upgradeCluster := func(release string) error {
		inputs := demo("")
		inputs["version"] = release
		outputs, err := e.TryUpdate(clusterType, "demo", cluster, clusterState, resource.NewPropertyMapFromMap(inputs))
		if err == nil {
			clusterState = outputs
		}
		return err
	}
	upgradePool := func(release string) error {
		outputs, err := e.TryUpdate(poolType, "general", pool, poolState, resource.NewPropertyMapFromMap(poolInputs(cluster, release)))
		if err == nil {
			poolState = outputs
		}
		return err
	}
	read := func(token, id string, state *resource.PropertyMap) string {
		found, exists := e.Read(token, id, resource.PropertyMap{}, *state)
		require.True(t, exists)
		*state = found.Outputs
		return found.Outputs["currentVersion"].StringValue()
	}

	require.NoError(t, upgradeCluster("4.18.6"))
	assert.Equal(t, "4.18.5", clusterState["currentVersion"].StringValue(), "scheduled")
	require.NoError(t, upgradeCluster("4.18.6"), "the same upgrade is pending")
	require.ErrorContains(t, upgradeCluster("4.18.7"), "a cluster upgrade is already in progress")
	require.ErrorContains(t, upgradePool("4.18.6"), "must not be newer than that of the control plane, 4.18.5", "both at once")
	assert.Equal(t, "4.18.5", read(clusterType, cluster, &clusterState), "in progress")
	assert.Equal(t, "4.18.6", read(clusterType, cluster, &clusterState))
	assert.Equal(t, "4.18.6", read(clusterType, cluster, &clusterState), "an upgrade is completed once")

	require.NoError(t, upgradePool("4.18.6"))
	require.ErrorContains(t, upgradeCluster("4.18.7"), "there is already an upgrade of a machine pool in progress")
	function := func() any {
		result, ok := e.Provider.Function("rhcs:index/getHcpMachinePool:getHcpMachinePool", nil, fields{"cluster": cluster, "name": "general"})
		require.True(t, ok)
		return result["currentVersion"]
	}
	assert.Equal(t, []any{"4.18.5", "4.18.6"}, []any{function(), function()}, "a data source reads the pool too")
	require.NoError(t, upgradeCluster("4.18.7"))
	require.NoError(t, upgradePool(""), "another change of the pool")
}

// TestPreviewOfUpgrades: a preview of both upgrades is accepted, because programs can wait between them; that of the pool alone is not.
func TestPreviewOfUpgrades(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	cluster, clusterState := e.Create(clusterType, "demo", demo(""))
	pool, poolState := e.Create(poolType, "general", poolInputs(cluster, ""))
	preview := func(token, name, id string, old resource.PropertyMap, inputs fields) error {
		return e.Provider.RejectUpdate(e.Resource(token, name, id), fake.Change{
			Old: fake.State{Outputs: old}, Inputs: resource.NewPropertyMapFromMap(inputs),
		})
	}
	upgraded := demo("")
	upgraded["version"] = "4.18.6"
	require.ErrorContains(t, preview(poolType, "general", pool, poolState, poolInputs(cluster, "4.18.6")), "must not be newer")
	require.NoError(t, preview(clusterType, "demo", cluster, clusterState, upgraded))
	require.NoError(t, preview(poolType, "general", pool, poolState, poolInputs(cluster, "4.18.6")))
	require.ErrorContains(t, preview(poolType, "general", pool, poolState, poolInputs(cluster, "4.18.7")), "must not be newer")
}

func poolInputs(cluster, version string) fields {
	inputs := fields{"cluster": cluster, "name": "general", "subnetId": "subnet-1", "autoRepair": true, "replicas": 2}
	if version != "" {
		inputs["version"] = version
	}
	return inputs
}
