package rhcs

import (
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/faketest"
	librhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
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
	provider, account := New(fake.NewStore[fake.Record](), librhcs.Immutable)
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
	require.ErrorContains(t, e.Delete(oidcType, "oidc", config, nil), "is used by cluster")
	require.ErrorContains(t, e.Delete(clusterType, "demo", id, nil), "still has pids")
	require.NoError(t, e.Delete(kubeletType, "pids", limits, nil))
	require.NoError(t, e.Delete(clusterType, "demo", id, nil))
	require.NoError(t, e.Delete(clusterType, "demo", id, nil), "deleting a deleted resource is not an error")
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
			diff, err := e.Provider.Diff(e.Resource(clusterType, "demo", id), resource.NewPropertyMapFromMap(demo("")), inputs)
			require.NoError(t, err)
			assert.NotEmpty(t, diff.Changed)
			assert.Empty(t, diff.Replaces, "the provider's schema has no replacement")
			updated, err := e.TryUpdate(clusterType, "demo", id, outputs, inputs)
			if tt.want != "" {
				assert.ErrorContains(t, err, tt.want, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "4.18.6", updated["currentVersion"].StringValue(), tt.reason)
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

// TestPoolReleases: a pool has the release of its cluster when it is created, and another only by its own upgrade.
func TestPoolReleases(t *testing.T) {
	t.Parallel()
	const poolType = "rhcs:index/hcpMachinePool:HcpMachinePool"
	e := newEngine(t)
	id, outputs := e.Create(clusterType, "demo", demo(""))
	inputs := fields{"cluster": id, "name": "general", "subnetId": "subnet-1", "autoRepair": true, "replicas": 2}
	pool, created := e.Create(poolType, "general", inputs)
	assert.Equal(t, "4.18.5", created["currentVersion"].StringValue())
	upgraded := demo("")
	upgraded["version"] = "4.18.6"
	_, err := e.TryUpdate(clusterType, "demo", id, outputs, resource.NewPropertyMapFromMap(upgraded))
	require.NoError(t, err)
	for _, step := range []struct{ version, want string }{{want: "4.18.5"}, {version: "4.18.6", want: "4.18.6"}} {
		if step.version != "" {
			inputs["version"] = step.version
		}
		inputs["replicas"] = inputs["replicas"].(int) + 1
		changed, err := e.TryUpdate(poolType, "general", pool, created, resource.NewPropertyMapFromMap(inputs))
		require.NoError(t, err)
		assert.Equal(t, step.want, changed["currentVersion"].StringValue())
		created = changed
	}
}
