package storage_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func registryArgs(changes ...func(*storage.ImageRegistryArgs)) *storage.ImageRegistryArgs {
	return checktest.With(&storage.ImageRegistryArgs{Bucket: pulumi.String("demo-x7k2p-registry-0")}, changes...)
}

func withSettings(a *storage.ImageRegistryArgs) {
	a.ReadOnly, a.Redirect, a.DefaultRoute = true, new(false), true
	a.Routes = []storage.RegistryRoute{
		{Name: "public", Hostname: "registry.example.com", SecretName: "registry-certificate"},
		{Name: "plain"},
	}
	a.Proxy = &storage.RegistryProxyArgs{
		HTTPProxy:  pulumi.String("http://proxy.example.com:3128"),
		HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
		NoProxy:    []string{".svc", "10.0.0.0/16"},
	}
	a.Requests = &storage.RegistryRequestsArgs{
		Read:  &storage.RequestLimitsArgs{MaxRunning: 100, MaxInQueue: 500, MaxWaitInQueue: 30 * time.Second},
		Write: &storage.RequestLimitsArgs{MaxRunning: 10},
	}
	a.RolloutStrategy, a.LogLevel = "Recreate", "Debug"
	a.Placement = storage.InfraNodes()
	a.Pruner = &storage.ImagePrunerArgs{
		Schedule:         "0 3 * * *",
		KeepTagRevisions: new(5),
		KeepYoungerThan:  24 * time.Hour,
	}
}

func TestImageRegistrySettings(t *testing.T) {
	t.Parallel()
	infra := map[string]any{
		"nodeSelector": map[string]any{"node-role.kubernetes.io/infra": ""},
		"tolerations": []any{
			map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists"},
		},
	}
	tests := map[string]struct {
		reason string
		change func(*storage.ImageRegistryArgs)
		// By the kind of the patched object, without the patch of the required fields.
		want map[string]map[string]any
	}{
		"none": {
			reason: "without settings, there are no patches of settings",
			change: func(*storage.ImageRegistryArgs) {},
			want:   map[string]map[string]any{},
		},
		"pulls without a queue": {
			reason: "a limit of pulls does not limit pushes",
			change: func(a *storage.ImageRegistryArgs) {
				a.Requests = &storage.RegistryRequestsArgs{Read: &storage.RequestLimitsArgs{MaxRunning: 1}}
			},
			want: map[string]map[string]any{"Config": {"requests": map[string]any{
				"read": map[string]any{"maxRunning": int64(1)}, "write": map[string]any{},
			}}},
		},
		"read-only": {
			reason: "a patch contains only what is set",
			change: func(a *storage.ImageRegistryArgs) { a.ReadOnly = true },
			want:   map[string]map[string]any{"Config": {"readOnly": true}},
		},
		"placement": {
			reason: "the placement reverts with the settings, so that the pods can leave deleted nodes",
			change: func(a *storage.ImageRegistryArgs) { a.Placement = storage.InfraNodes() },
			want:   map[string]map[string]any{"Config": infra},
		},
		"suspended": {
			reason: "the pruner does not need other settings",
			change: func(a *storage.ImageRegistryArgs) { a.Pruner = &storage.ImagePrunerArgs{Suspend: true} },
			want:   map[string]map[string]any{"ImagePruner": {"suspend": true}},
		},
	}
	kubetest.CheckRecorded(t, run(t, imageRegistry(registryArgs(withSettings))))
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, imageRegistry(registryArgs(tt.change)))
			kubetest.CheckRecorded(t, rec)
			_, patched := kubetest.Recorded(t, rec)
			got := map[string]map[string]any{}
			for _, patch := range patched {
				spec := patch["spec"].(map[string]any)
				if spec["storage"] != nil {
					continue
				}
				kind := patch["kind"].(string)
				if got[kind] == nil {
					got[kind] = map[string]any{}
				}
				maps.Copy(got[kind], spec)
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

// TestImageRegistrySettingsRevert: deleting the component keeps the bucket, but the settings revert to the defaults.
func TestImageRegistrySettingsRevert(t *testing.T) {
	t.Parallel()
	rec := run(t, imageRegistry(registryArgs(withSettings)))
	for name, retained := range map[string]bool{
		"main-registry":          true,
		"main-registry-proxy":    true,
		"main-registry-settings": false,
		"main-registry-pruner":   false,
	} {
		assert.Equal(t, retained, mockstest.Find(t, rec, name).Options.RetainOnDelete, name)
	}
	spec := mockstest.Find(t, rec, "main-registry").Inputs["spec"].(map[string]any)
	assert.ElementsMatch(t, []string{"managementState", "replicas", "storage"}, slices.Collect(maps.Keys(spec)),
		"a retained node selector would keep the pods of a deleted component on infra nodes, which then cannot be drained")
}

// TestImageRegistryProxyIsReset: the proxy is kept when it is removed, and all of its fields are reset by an empty one.
func TestImageRegistryProxyIsReset(t *testing.T) {
	t.Parallel()
	rec := run(t, imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
		a.Proxy = &storage.RegistryProxyArgs{}
	})))
	proxy := mockstest.Find(t, rec, "main-registry-proxy")
	assert.Equal(t, map[string]any{"proxy": map[string]any{"http": "", "https": "", "noProxy": ""}}, proxy.Inputs["spec"])
}

// TestImageRegistryProxyPasswordIsSecret: Pulumi's state contains the password encrypted.
func TestImageRegistryProxyPasswordIsSecret(t *testing.T) {
	t.Parallel()
	const address = "http://registry:hidden@proxy.example.com:3128"
	rec := run(t, imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
		a.Proxy = &storage.RegistryProxyArgs{
			HTTPProxy:  pulumi.String(address),
			HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
		}
	})))
	assert.Equal(t, map[string]any{"proxy": map[string]any{
		"http": mocks.Secret{Value: address}, "https": "http://proxy.example.com:3128", "noProxy": "",
	}}, mockstest.Find(t, rec, "main-registry-proxy").Inputs["spec"])
}

func TestImageRegistrySettingsRejected(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	checktest.Cases(t, "storage.ImageRegistryArgs", map[string]checktest.Case{
		"routes": {
			Reason: "a route has a unique name",
			Args:   registryArgs(func(a *storage.ImageRegistryArgs) { a.Routes = []storage.RegistryRoute{{Name: "a"}, {Name: "a"}} }),
			Want:   []string{".Routes[1].Name: duplicate"},
		},
		"default route": {
			Reason: "the operator creates a route of this name itself, and is degraded by a second one",
			Args:   registryArgs(func(a *storage.ImageRegistryArgs) { a.Routes = []storage.RegistryRoute{{Name: "default-route"}} }),
			Want:   []string{".Routes[0].Name: must not be default-route; set DefaultRoute instead"},
		},
		"no requests": {
			Reason: "a patch must have a field",
			Args: registryArgs(func(a *storage.ImageRegistryArgs) {
				a.Requests = &storage.RegistryRequestsArgs{Read: &storage.RequestLimitsArgs{}}
			}),
			Want: []string{".Requests: must not be empty; leave it nil for no limits"},
		},
		"pruner": {
			Reason: "the API server rejects invalid tolerations",
			Args: registryArgs(func(a *storage.ImageRegistryArgs) {
				a.Pruner = &storage.ImagePrunerArgs{Placement: badPlacement}
			}),
			Want: []string{".Pruner.Placement" + noTolerationKey},
		},
	})
}
