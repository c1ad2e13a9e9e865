package cluster

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const (
	certificate  = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
	htpasswdFile = "# made with htpasswd -B\nalice:$2y$05$abcdefghijklmnopqrstuuu\n\nbob:$2y$05$abcdefghijklmnopqrstuvv\n"
)

func everyKubeletField() KubeletConfigArgs {
	return KubeletConfigArgs{
		Name: "infra", Pool: "infra",
		MaxPods: new(500), PodsPerCore: new(0), PodPidsLimit: new(8192), LogLevel: new(4),
		SystemReserved: map[string]string{
			"cpu":    "500m",
			"memory": "1Gi",
		}, KubeReserved: map[string]string{"memory": "512Mi"},
		EvictionHard: map[string]string{"memory.available": "200Mi", "nodefs.available": "10%"},
		EvictionSoft: map[string]string{
			"memory.available": "500Mi",
		}, EvictionSoftGracePeriod: map[string]string{"memory.available": "1m30s"},
		ImageGCHighThresholdPercent: new(75), ImageGCLowThresholdPercent: new(60),
		CPUManagerPolicy: "static", TopologyManagerPolicy: "single-numa-node", TLSSecurityProfile: "Intermediate",
		More: map[string]any{"serializeImagePulls": false, "containerLogMaxSize": "50Mi"},
	}
}

func TestDesiredKubeletConfig(t *testing.T) {
	t.Parallel()
	args := everyKubeletField()
	require.NoError(t, args.Validate())
	object := desiredKubeletConfig(args)
	assert.Equal(t, kube.Object{
		APIVersion: "machineconfiguration.openshift.io/v1", Kind: "KubeletConfig", Name: "infra",
		Fields: map[string]any{"spec": map[string]any{
			"machineConfigPoolSelector": map[string]any{
				"matchLabels": map[string]any{"pools.operator.machineconfiguration.openshift.io/infra": ""},
			},
			"logLevel":           4,
			"tlsSecurityProfile": map[string]any{"type": "Intermediate", "intermediate": map[string]any{}},
			"kubeletConfig": map[string]any{
				"maxPods": 500, "podsPerCore": 0, "podPidsLimit": 8192, "imageGCHighThresholdPercent": 75, "imageGCLowThresholdPercent": 60,
				"systemReserved": map[string]any{
					"cpu":    "500m",
					"memory": "1Gi",
				}, "kubeReserved": map[string]any{"memory": "512Mi"},
				"evictionHard": map[string]any{"memory.available": "200Mi", "nodefs.available": "10%"},
				"evictionSoft": map[string]any{
					"memory.available": "500Mi",
				}, "evictionSoftGracePeriod": map[string]any{"memory.available": "1m30s"},
				"cpuManagerPolicy": "static", "topologyManagerPolicy": "single-numa-node",
				"serializeImagePulls": false, "containerLogMaxSize": "50Mi",
			},
		}},
	}, object)
	kubetest.Check(t, kubetest.Manifest(t, object))
	assert.NotContains(t, args.More, "maxPods", "the user's map is left alone")

	auto := desiredKubeletConfig(KubeletConfigArgs{Name: "worker", Pool: "worker", AutoSizingReserved: new(true)})
	assert.Equal(
		t,
		map[string]any{"machineConfigPoolSelector": poolSelector("worker"), "autoSizingReserved": true},
		auto.Fields["spec"],
	)
	kubetest.Check(t, kubetest.Manifest(t, auto))
}

// A selector that is copied from an example for workers selects nothing in a pool of one's own.
func TestSelectorsSelectThePoolsThatAreMade(t *testing.T) {
	t.Parallel()
	pool := desiredMachineConfigPool(MachineConfigPoolArgs{Name: "infra"})
	for key, value := range poolSelector("infra")["matchLabels"].(map[string]any) {
		assert.Equal(t, value, pool.Labels[key], key)
	}
	assert.Len(t, poolSelector("infra")["matchLabels"], 1)
}

func TestDesiredContainerRuntimeConfig(t *testing.T) {
	t.Parallel()
	args := ContainerRuntimeConfigArgs{
		Name: "infra", Pool: "infra", PidsLimit: new(4096), LogLevel: "debug", LogSizeMax: "50Mi", OverlaySize: "8Gi", DefaultRuntime: "runc",
	}
	require.NoError(t, args.Validate())
	object := desiredContainerRuntimeConfig(args)
	assert.Equal(t, map[string]any{
		"machineConfigPoolSelector": poolSelector("infra"),
		"containerRuntimeConfig": map[string]any{
			"pidsLimit": 4096, "logLevel": "debug", "logSizeMax": "50Mi", "overlaySize": "8Gi", "defaultRuntime": "runc",
		},
	}, object.Fields["spec"])
	kubetest.Check(t, kubetest.Manifest(t, object))
	for _, size := range []string{"-1", "8192", "1Gi"} {
		assert.NoError(t, (&ContainerRuntimeConfigArgs{Name: "x", Pool: "worker", LogSizeMax: size}).Validate(), size)
	}
}

func TestDesiredScheduler(t *testing.T) {
	t.Parallel()
	args := SchedulerArgs{
		MastersSchedulable:  new(false),
		Profile:             "HighNodeUtilization",
		DefaultNodeSelector: map[string]string{"type": "user", "a": "b"},
	}
	require.NoError(t, args.Validate())
	object := desiredScheduler(args)
	assert.Equal(t, kube.Object{
		APIVersion: "config.openshift.io/v1", Kind: "Scheduler", Name: "cluster",
		Fields: map[string]any{
			"spec": map[string]any{
				"mastersSchedulable":  false,
				"profile":             "HighNodeUtilization",
				"defaultNodeSelector": "a=b,type=user",
			},
		},
	}, object)
	kubetest.CheckPatch(t, kubetest.Manifest(t, object))
}

func TestDesiredProxy(t *testing.T) {
	t.Parallel()
	args := ProxyArgs{
		HTTPProxy: pulumi.String(
			"http://proxy.example.com:3128",
		), HTTPSProxy: pulumi.String("https://proxy.example.com:3129"),
		NoProxy: []string{
			".example.com",
			"10.0.0.0/8",
			"192.0.2.1",
			"host",
		}, ReadinessEndpoints: []string{"https://quay.io"}, TrustedCA: pulumi.String(certificate),
	}
	require.NoError(t, args.Validate())
	object := desiredProxy(args, pulumi.String("proxy-trusted-ca"))
	assert.Equal(t, map[string]any{
		"httpProxy": pulumi.String(
			"http://proxy.example.com:3128",
		), "httpsProxy": pulumi.String("https://proxy.example.com:3129"),
		"noProxy": ".example.com,10.0.0.0/8,192.0.2.1,host", "readinessEndpoints": []any{"https://quay.io"},
		"trustedCA": map[string]any{"name": pulumi.String("proxy-trusted-ca")},
	}, object.Fields["spec"])
	kubetest.CheckPatch(t, kubetest.Manifest(t, object))
}

func everyProvider() *IdentityProvidersArgs {
	return &IdentityProvidersArgs{
		AccessTokenMaxAge:            8 * time.Hour,
		AccessTokenInactivityTimeout: 10 * time.Minute,
		Providers: []IdentityProvider{
			{Name: "Local users", HTPasswd: &HTPasswdArgs{File: pulumi.String(htpasswdFile)}},
			{Name: "sso", MappingMethod: "add", OpenID: &OpenIDArgs{
				Issuer: "https://sso.example.com/realms/main", ClientID: pulumi.String("openshift"), ClientSecret: pulumi.String("of the OpenID client"),
				CA: pulumi.String(certificate), ExtraScopes: []string{"groups"}, Groups: []string{"groups"},
			}},
			{Name: "directory", LDAP: &LDAPArgs{
				URL: "ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid", BindDN: "cn=reader", BindPassword: pulumi.String("of the reader"), Email: []string{"mail"},
			}},
			{
				Name: "github",
				GitHub: &GitHubArgs{
					ClientID:      pulumi.String("abc"),
					ClientSecret:  pulumi.String("of the application"),
					Organizations: []string{"example"},
				},
			},
		},
	}
}

func dayOne(ctx *pulumi.Context) error {
	kubelet := everyKubeletField()
	config := chrony()
	pool, err := NewMachineConfigPool(ctx, "infra", &MachineConfigPoolArgs{Name: "infra"})
	if err == nil {
		_, err = NewMachineConfig(ctx, "chrony", &config)
	}
	if err == nil {
		_, err = NewKubeletConfig(ctx, "kubelet", &kubelet)
	}
	if err == nil {
		_, err = NewContainerRuntimeConfig(
			ctx,
			"crio",
			&ContainerRuntimeConfigArgs{Name: "infra", Pool: "infra", PidsLimit: new(4096)},
		)
	}
	if err == nil {
		_, err = NewScheduler(ctx, "scheduler", &SchedulerArgs{MastersSchedulable: new(false)})
	}
	if err == nil {
		_, err = NewProxy(ctx, "proxy", &ProxyArgs{
			HTTPProxy: pulumi.String(
				"http://user:word@proxy.example.com:3128",
			), NoProxy: []string{".example.com"}, TrustedCA: pulumi.String(certificate),
		})
	}
	if err == nil {
		_, err = NewIdentityProviders(ctx, "login", everyProvider())
	}
	if err == nil {
		_, err = NewUpgrade(
			ctx,
			"upgrade",
			&UpgradeArgs{
				Channel:     "stable-4.18",
				Version:     "4.18.12",
				PausedPools: map[string]pulumi.StringInput{"infra": pool.Name},
			},
		)
	}
	return err
}

func TestDayOne(t *testing.T) {
	t.Parallel()
	rec := mocks.New(running("4.18.9", "Completed"))
	require.NoError(t, rec.Run(dayOne))
	golden.Check(t, "testdata/day-one.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)

	held := one(t, rec, "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch", "upgrade-pool-infra")
	pool := one(t, rec, "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPool", "infra-pool")
	assert.True(t, rec.Graph().Reaches(held.URN, pool.URN), "a pool must be there before it can be patched")

	mockstest.PreviewIsTheUpdate(t, dayOne)
}

func TestSecretsOfProvidersAreSecretAndComeFirst(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := NewIdentityProviders(ctx, "login", everyProvider())
		return err
	}))
	names := map[string]string{}
	oauth := one(t, rec, "kubernetes:config.openshift.io/v1:OAuthPatch", "login-oauth")
	for _, r := range append(rec.OfType("kubernetes:core/v1:Secret"), rec.OfType("kubernetes:core/v1:ConfigMap")...) {
		metadata := r.Inputs["metadata"].(map[string]any)
		names[metadata["name"].(string)] = r.Inputs["kind"].(string)
		assert.Equal(t, "openshift-config", metadata["namespace"])
		assert.True(t, rec.Graph().Reaches(oauth.URN, r.URN), r.Name)
		if r.Inputs["kind"] == "Secret" {
			for key, value := range r.Inputs["data"].(map[string]any) {
				assert.IsType(t, mocks.Secret{}, value, key)
			}
		}
	}
	assert.Equal(t, map[string]string{
		"idp-local-users-htpasswd": "Secret", "idp-sso-client-secret": "Secret", "idp-sso-ca": "ConfigMap",
		"idp-directory-bind-password": "Secret", "idp-github-client-secret": "Secret",
	}, names)
}

func TestPasswordsOfProxiesAreSecret(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := NewProxy(
			ctx,
			"proxy",
			&ProxyArgs{
				HTTPProxy:  pulumi.String("http://user:word@proxy.example.com:3128"),
				HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
			},
		)
		return err
	}))
	anchor := one(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", "proxy-proxy-anchor")
	assert.True(t, anchor.Options.RetainOnDelete)
	for _, patch := range []mocks.Resource{anchor, one(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", "proxy-proxy")} {
		assert.Equal(
			t,
			[]string{"spec", "status"},
			patch.Options.AdditionalSecretOutputs,
			"what a patch reads back is the whole object, with what others write into it",
		)
	}
	spec := one(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", "proxy-proxy").Inputs["spec"].(map[string]any)
	assert.Equal(t, mocks.Secret{Value: "http://user:word@proxy.example.com:3128"}, spec["httpProxy"])
	assert.Equal(t, "http://proxy.example.com:3128", spec["httpsProxy"])
}

// The certificates outlive the component, so that they are there when the proxy is made again.
func TestTrustedAuthoritiesMayBeThereAlready(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		_, err := NewProxy(ctx, "proxy", &ProxyArgs{TrustedCA: pulumi.String(certificate)})
		return err
	})
	kept := one(t, rec, "kubernetes:core/v1:ConfigMapPatch", "proxy-ca")
	assert.True(t, kept.Options.RetainOnDelete)
	assert.Equal(t, map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{"ca-bundle.crt": certificate},
		"metadata": map[string]any{
			"name":        "proxy-trusted-ca",
			"namespace":   "openshift-config",
			"annotations": map[string]any{"pulumi.com/patchForce": "true"},
		},
	}, kept.Inputs, "with force, since the fields are still another owner's")
	proxy := one(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", "proxy-proxy")
	assert.True(t, rec.Graph().Reaches(proxy.URN, kept.URN))
}
