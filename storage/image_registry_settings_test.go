package storage_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func registryArgs(changes ...func(*storage.ImageRegistryArgs)) *storage.ImageRegistryArgs {
	args := &storage.ImageRegistryArgs{Bucket: pulumi.String("demo-x7k2p-registry-0"), Region: "us-east-2"}
	for _, change := range changes {
		change(args)
	}
	return args
}

func withSettings(a *storage.ImageRegistryArgs) {
	a.ReadOnly, a.DisableRedirect, a.DefaultRoute = true, true, true
	a.Routes = []storage.RegistryRoute{
		{Name: "public", Hostname: "registry.example.com", SecretName: "registry-certificate"},
		{Name: "plain"},
	}
	a.Proxy = &storage.RegistryProxyArgs{
		HTTPProxy: pulumi.String(
			"http://proxy.example.com:3128",
		), HTTPSProxy: pulumi.String("http://proxy.example.com:3128"), NoProxy: []string{".svc", "10.0.0.0/16"},
	}
	a.Requests = &storage.RegistryRequestsArgs{
		Read:  storage.RequestLimits{MaxRunning: 100, MaxInQueue: 500, MaxWaitInQueue: 30 * time.Second},
		Write: storage.RequestLimits{MaxRunning: 10},
	}
	a.RolloutStrategy = "Recreate"
	a.Placement = storage.InfraNodes()
	a.Pruner = &storage.ImagePrunerArgs{
		Schedule:         "0 3 * * *",
		KeepTagRevisions: pulumi.Int(5),
		KeepYoungerThan:  24 * time.Hour,
	}
}

func TestImageRegistrySettings(t *testing.T) {
	t.Parallel()
	infra := map[string]any{
		"nodeSelector": map[string]any{"node-role.kubernetes.io/infra": ""},
		"tolerations": []any{
			map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists", "effect": "NoSchedule"},
		},
	}
	tests := map[string]struct {
		reason string
		change func(*storage.ImageRegistryArgs)
		// by the patched object's kind; the Config's own patch is left out
		want map[string]map[string]any
	}{
		"none": {
			reason: "what is not given is nobody's patch",
			change: func(*storage.ImageRegistryArgs) {},
			want:   map[string]map[string]any{},
		},
		"all": {
			reason: "every setting",
			change: withSettings,
			want: map[string]map[string]any{
				"Config": {
					"readOnly": true, "disableRedirect": true, "defaultRoute": true, "rolloutStrategy": "Recreate",
					"routes": []any{
						map[string]any{
							"name":       "public",
							"hostname":   "registry.example.com",
							"secretName": "registry-certificate",
						},
						map[string]any{"name": "plain"},
					},
					"proxy": map[string]any{
						"http":    "http://proxy.example.com:3128",
						"https":   "http://proxy.example.com:3128",
						"noProxy": ".svc,10.0.0.0/16",
					},
					"requests": map[string]any{
						"read": map[string]any{
							"maxRunning":     int64(100),
							"maxInQueue":     int64(500),
							"maxWaitInQueue": "30s",
						},
						"write": map[string]any{"maxRunning": int64(10)},
					},
				},
				"ImagePruner": {
					"schedule": "0 3 * * *", "suspend": false, "keepTagRevisions": int64(5), "keepYoungerThanDuration": "24h0m0s",
					"nodeSelector": infra["nodeSelector"], "tolerations": infra["tolerations"],
				},
			},
		},
		"read-only": {
			reason: "one of them",
			change: func(a *storage.ImageRegistryArgs) { a.ReadOnly = true },
			want:   map[string]map[string]any{"Config": {"readOnly": true}},
		},
		"suspended": {
			reason: "the pruner alone",
			change: func(a *storage.ImageRegistryArgs) { a.Pruner = &storage.ImagePrunerArgs{Suspend: true} },
			want:   map[string]map[string]any{"ImagePruner": {"suspend": true}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, imageRegistry(registryArgs(tt.change)))
			kubetest.CheckRecorded(t, rec)
			_, patched := kubetest.Recorded(t, rec)
			got := map[string]map[string]any{}
			for _, patch := range patched {
				spec := patch["spec"].(map[string]any)
				if spec["storage"] == nil {
					got[patch["kind"].(string)] = spec
				}
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestImageRegistrySettingsGolden(t *testing.T) {
	t.Parallel()
	program := imageRegistry(registryArgs(withSettings))
	golden.Check(t, "testdata/image-registry-settings.golden", mockstest.Run(t, program).Golden())
	mockstest.PreviewIsTheUpdate(t, program)
}

// TestImageRegistrySettingsAreGivenBack although the registry keeps its bucket: nobody wants to be left with a
// registry that refuses pushes.
func TestImageRegistrySettingsAreGivenBack(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, imageRegistry(registryArgs(withSettings)))
	for name, stays := range map[string]bool{"main-registry": true, "main-registry-settings": false, "main-registry-pruner": false} {
		assert.Equal(t, stays, mockstest.Find(t, rec, name).Options.RetainOnDelete, name)
	}
	require.NotContains(
		t,
		mockstest.Find(t, rec, "main-registry").Inputs["spec"],
		"readOnly",
		"the patch that stays has none of them",
	)
}

// TestImageRegistryKeepsThePasswordOfAProxySecret in Pulumi's state, too.
func TestImageRegistryKeepsThePasswordOfAProxySecret(t *testing.T) {
	t.Parallel()
	const address = "http://registry:hidden@proxy.example.com:3128"
	rec := mockstest.Run(t, imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
		a.Proxy = &storage.RegistryProxyArgs{
			HTTPProxy:  pulumi.String(address),
			HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
		}
	})))
	spec := mockstest.Find(t, rec, "main-registry-settings").Inputs["spec"].(map[string]any)
	assert.Equal(
		t,
		map[string]any{"http": mocks.Secret{Value: address}, "https": "http://proxy.example.com:3128"},
		spec["proxy"],
	)
}

func TestImageRegistrySettingsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change func(*storage.ImageRegistryArgs)
		want   []string
	}{
		"routes": {
			reason: "names and hosts",
			change: func(a *storage.ImageRegistryArgs) {
				a.Routes = []storage.RegistryRoute{
					{Name: "a", Hostname: "https://registry.example.com"},
					{Name: "a", SecretName: "A"},
					{},
				}
			},
			want: []string{
				`Routes[0].Hostname: "https://registry.example.com" is no host, such as registry.example.com`,
				"Routes[1].Name: a is given twice",
				`Routes[1].SecretName: "A" is no object's name of lower-case letters, digits, dots and hyphens`,
				"Routes[2].Name: is required",
			},
		},
		"proxy": {
			reason: "a URL",
			change: func(a *storage.ImageRegistryArgs) {
				a.Proxy = &storage.RegistryProxyArgs{HTTPProxy: pulumi.String("proxy.example.com:3128")}
			},
			want: []string{
				`Proxy.HTTPProxy: "proxy.example.com:3128" is no proxy's URL; one looks like http://proxy.example.com:3128`,
			},
		},
		"empty proxy": {
			reason: "it would take the cluster's away",
			change: func(a *storage.ImageRegistryArgs) { a.Proxy = &storage.RegistryProxyArgs{} },
			want:   []string{"Proxy: is empty; leave it nil for the cluster's proxy"},
		},
		"requests": {
			reason: "counts and times",
			change: func(a *storage.ImageRegistryArgs) {
				a.Requests = &storage.RegistryRequestsArgs{
					Read:  storage.RequestLimits{MaxRunning: -1, MaxWaitInQueue: -time.Second},
					Write: storage.RequestLimits{MaxInQueue: -1},
				}
			},
			want: []string{
				"Requests.Read.MaxRunning: -1 is no number of requests; it is 1 or more, or 0 for no bound",
				"Requests.Read.MaxWaitInQueue: -1s is no span of time; it is more than 0, or 0 for the default",
				"Requests.Write.MaxInQueue: -1 is no number of requests; it is 1 or more, or 0 for no bound",
			},
		},
		"no requests": {
			reason: "a patch of nothing",
			change: func(a *storage.ImageRegistryArgs) { a.Requests = &storage.RegistryRequestsArgs{} },
			want:   []string{"Requests: is empty; leave it nil for no bounds"},
		},
		"rollout": {
			reason: "as Deployments have it",
			change: func(a *storage.ImageRegistryArgs) { a.RolloutStrategy = "recreate" },
			want:   []string{`RolloutStrategy: "recreate" is none of RollingUpdate, Recreate`},
		},
		"pruner": {
			reason: "a schedule and limits",
			change: func(a *storage.ImageRegistryArgs) {
				a.Pruner = &storage.ImagePrunerArgs{
					Schedule:         "daily",
					KeepTagRevisions: pulumi.Int(-1),
					KeepYoungerThan:  -time.Hour,
					Placement:        storage.Placement{NodeSelector: map[string]string{"a b": ""}},
				}
			},
			want: []string{
				`Pruner.Schedule: "daily" is no schedule of cron; one looks like 0 3 * * *`,
				"Pruner.KeepTagRevisions: -1 is no number of images; it is 0 or more",
				"Pruner.KeepYoungerThan: -1h0m0s is no span of time; it is more than 0, or 0 for the default",
				`Pruner.Placement.NodeSelector: key "a b" is no label's; one looks like node-role.kubernetes.io/infra`,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := registryArgs(tt.change)
			checkRefused(t, args, imageRegistry(args), "storage.ImageRegistryArgs.", tt.want, tt.reason)
		})
	}
}
