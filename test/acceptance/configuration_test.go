package acceptance

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

func specOf(t *testing.T, kind, name string) map[string]any {
	t.Helper()
	object := kubeObject(t, kind, "", name)
	require.NotNil(t, object, "%s/%s", kind, name)
	spec, _ := object["spec"].(map[string]any)
	return spec
}

func TestMachineConfig(t *testing.T) {
	clusterLock.acquire(t)
	configuration := newExample(t, "machine-config", map[string]string{
		"kubeconfig": os.Getenv("KUBECONFIG"), "wait": "true", "pool": "plane-infra", "pausedPool": "plane-batch",
		"channel": "fast-4.18", "version": "4.18.12",
	})
	created := configuration.run("up")
	for urn, operation := range created.Steps {
		assert.Contains(t, []string{"create", "read"}, operation, urn)
	}
	configuration.run("up").unchanged(t, "second update")
	configuration.run("refresh").unchanged(t, "refresh")

	pool := specOf(t, "machineconfigpool", "plane-infra")
	assert.Equal(t, true, pool["paused"], "the pool is paused for the upgrade")
	assert.Equal(t, true, specOf(t, "machineconfigpool", "plane-batch")["paused"])
	version := specOf(t, "clusterversion", "version")
	desired := map[string]any{"version": "4.18.12", "image": "", "architecture": "", "force": false}
	assert.Equal(t, desired, version["desiredUpdate"], "an upgrade owns the whole of desiredUpdate")
	assert.Equal(t, "fast-4.18", version["channel"])
	assert.NotEmpty(t, version["clusterID"], "fields of other owners stay")
	assert.NotNil(t, kubeObject(t, "kubeletconfig", "", "plane-infra"))
	assert.NotNil(t, kubeObject(t, "machineconfig", "", "99-plane-infra-chrony"))

	poolResumesAfterUpgrade(t, configuration)

	configuration.run("destroy")
	for _, gone := range [][2]string{
		{"machineconfigpool", "plane-infra"},
		{"machineconfigpool", "plane-batch"},
		{"kubeletconfig", "plane-infra"},
		{"machineconfig", "99-plane-infra-chrony"},
	} {
		assert.Nil(t, kubeObject(t, gone[0], "", gone[1]), gone)
	}
	version = specOf(t, "clusterversion", "version")
	assert.NotContains(t, version, "desiredUpdate", "patched fields are restored")
	assert.NotEmpty(t, version["clusterID"])
}

// poolResumesAfterUpgrade sets the status that the cluster version operator writes after an upgrade, and asserts that
// the next update resumes the pool.
func poolResumesAfterUpgrade(t *testing.T, configuration *example) {
	t.Helper()
	status := func(text string) {
		kubectl(t, "", "patch", "clusterversion", "version", "--subresource=status", "--type=merge", "-p",
			`{"status": `+text+`}`)
	}
	status(
		`{"desired": {"version": "4.18.12", "image": "i"}, "observedGeneration": 1, "versionHash": "h",
		"availableUpdates": [], "history": [{"state": "Completed", "version": "4.18.12", "image": "i", "verified": true,
			"startedTime": "2026-01-01T00:00:00Z", "completionTime": "2026-01-01T01:00:00Z"}]}`,
	)
	t.Cleanup(func() { status("null") })
	released := configuration.run("up")
	assert.Equal(t,
		[]string{"kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch upgrade-pool-plane-infra"},
		released.with("update"))
	assert.Empty(t, released.with("create", "delete", "replace"))
	assert.Equal(t, false, specOf(t, "machineconfigpool", "plane-infra")["paused"])
	assert.Equal(t, true, released.Outputs["upgraded"])
}

// clusterObjects are objects that every cluster has, with the kinds and specs that the installer creates.
var clusterObjects = map[string][2]string{
	"scheduler": {"Scheduler", `{mastersSchedulable: true, policy: {name: ""}}`},
	"proxy":     {"Proxy", `{trustedCA: {name: ""}}`},
	"oauth":     {"OAuth", `{}`},
	"apiserver": {"APIServer", `{}`},
	"image":     {"Image", `{}`},
	// The marketplace capability has it.
	"operatorhub": {"OperatorHub", `{}`},
	"ingress": {
		"Ingress", `{domain: apps.demo.example.com, loadBalancer: {platform: {type: AWS, aws: {type: Classic}}}}`,
	},
}

// createClusterObjects creates those of clusterObjects that the API server does not have yet.
func createClusterObjects(t *testing.T) {
	t.Helper()
	for resource, object := range clusterObjects {
		full := resource + ".config.openshift.io"
		if kubeObject(t, full, "", "cluster") != nil {
			continue
		}
		kubectl(t,
			"apiVersion: config.openshift.io/v1\nkind: "+object[0]+"\nmetadata: {name: cluster}\nspec: "+object[1]+"\n",
			"create", "-f", "-")
		t.Cleanup(func() { kubectl(t, "", "delete", full, "cluster") })
	}
}

// proxyURL contains a password.
const proxyURL = "http://user:word@proxy.example.com:3128"

func dayOne(ctx *pulumi.Context, changes *dayOneChanges) error {
	provider, err := kubernetes.NewProvider(
		ctx,
		"cluster",
		&kubernetes.ProviderArgs{
			EnableServerSideApply:  pulumi.Bool(true),
			EnableConfigMapMutable: pulumi.Bool(true),
			EnableSecretMutable:    pulumi.Bool(true),
		},
	)
	if err != nil {
		return err
	}
	in := pulumi.Provider(provider)
	schedulable, limit, enabled := false, 4096, true
	if _, err := configuration.NewScheduler(ctx, "scheduler", &configuration.SchedulerArgs{
		MastersSchedulable: &schedulable,
		Profile:            "HighNodeUtilization",
	}, in); err != nil {
		return err
	}
	if _, err := configuration.NewProxy(ctx, "proxy", &configuration.ProxyArgs{
		HTTPProxy: pulumi.String(proxyURL), NoProxy: []string{".example.com"},
		TrustedCA: pulumi.String(clustertest.Certificate),
	}, in); err != nil {
		return err
	}
	providers := []configuration.IdentityProvider{
		{Name: "local", HTPasswd: &configuration.HTPasswdArgs{File: pulumi.String("alice:$2y$05$abcdefghijklmnopqrstuuu\n")}},
		{
			Name: "sso",
			OpenID: &configuration.OpenIDArgs{
				Issuer:       "https://sso.example.com",
				ClientID:     pulumi.String("openshift"),
				ClientSecret: pulumi.String("of the client"),
			},
		},
		{Name: "directory", LDAP: &configuration.LDAPArgs{URL: "ldaps://ldap.example.com/dc=example,dc=com?uid"}},
		{
			Name: "github",
			GitHub: &configuration.GitHubArgs{
				ClientID:     pulumi.String("abc"),
				ClientSecret: pulumi.String("of the application"),
				Teams:        []string{"example/core"},
			},
		},
	}
	if _, err := configuration.NewIdentityProviders(ctx, "login", &configuration.IdentityProvidersArgs{
		Providers: providers,
		Templates: &configuration.LoginTemplatesArgs{Login: pulumi.String("<html>terms</html>")},
	}, in); err != nil {
		return err
	}
	if _, err := configuration.NewAPIServer(ctx, "api", &configuration.APIServerArgs{
		Encryption: "aesgcm", AuditProfile: "WriteRequestBodies", TLSSecurityProfile: "Old",
	}, in); err != nil {
		return err
	}
	if _, err := configuration.NewImageConfig(ctx, "images", &configuration.ImageConfigArgs{
		BlockedRegistries: []string{"docker.io"},
	}, in); err != nil {
		return err
	}
	if err := changes.register(ctx, in); err != nil {
		return err
	}
	if _, err := machineconfig.NewMachineConfigPool(ctx, "worker", &machineconfig.MachineConfigPoolArgs{
		Name:           "worker",
		MaxUnavailable: "20%",
	}, in); err != nil {
		return err
	}
	if _, err := machineconfig.NewContainerRuntimeConfig(ctx, "crio", &machineconfig.ContainerRuntimeConfigArgs{
		Name:           "plane-crio",
		Pool:           "worker",
		PidsLimit:      &limit,
		LogLevel:       "debug",
		LogSizeMax:     "50Mi",
		OverlaySize:    "8Gi",
		DefaultRuntime: "runc",
	}, in); err != nil {
		return err
	}
	_, err = machineconfig.NewMachineConfig(ctx, "everything", &machineconfig.MachineConfigArgs{
		Name: "99-plane-everything", Pool: "worker",
		Files: []machineconfig.MachineConfigFile{{Path: "/etc/plane.conf", Contents: pulumi.String("x"), Mode: 0o600}},
		Units: []machineconfig.SystemdUnit{
			{
				Name:     "plane.service",
				Contents: "[Service]\nExecStart=/usr/bin/true\n[Install]\nWantedBy=multi-user.target\n",
				Enabled:  &enabled,
			},
			{Name: "rpc-statd.service", Masked: true},
		},
		KernelArguments: []string{"audit=0"}, Extensions: []string{"usbguard"}, KernelType: "default",
	}, in)
	return err
}

// stateOf returns the content of all state files in the sandbox's directory.
func stateOf(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	require.NoError(
		t,
		filepath.WalkDir(filepath.Join(dir, "state"), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		}),
	)
	require.Contains(t, all.String(), "ProxyPatch")
	return all.String()
}

func TestDayOneObjects(t *testing.T) {
	clusterLock.acquire(t)
	createClusterObjects(t)
	t.Cleanup(func() { kubectl(t, "", "delete", "configmap", "-n", "openshift-config", "proxy-trusted-ca") })
	dir := filepath.Join(t.TempDir(), "day-one")
	changes := &dayOneChanges{
		disabledSources: []string{"certified-operators", "community-operators"}, appsDomain: "apps.example.com",
	}
	box, err := sandbox.New(sandbox.Options{
		Project: "day-one", Program: func(ctx *pulumi.Context) error { return dayOne(ctx, changes) },
		Dir: dir, Kubeconfig: os.Getenv("KUBECONFIG"), Config: map[string]string{},
	})
	require.NoError(t, err)
	refresh := func() (*sandbox.Result, error) { return box.Refresh(t.Context()) }
	operate := func(operation func() (*sandbox.Result, error)) result {
		made, err := operation()
		require.NoError(t, err)
		return resultOf(made)
	}
	up := func() (*sandbox.Result, error) { return box.Up(t.Context()) }
	created := operate(up)
	maps.DeleteFunc(created.Steps, func(_, operation string) bool { return operation == "read" })
	assert.Equal(t, created.Steps, onlyOperation(created, "create"))
	// The operator copies the URLs. The next update reads the object again.
	kubectl(t, "", "patch", "proxy.config.openshift.io", "cluster", "--subresource=status", "--type=merge", "-p",
		`{"status":{"httpProxy":"`+proxyURL+`"}}`)
	operate(up).unchanged(t, "second update")
	operate(refresh).unchanged(t, "refresh")
	operate(up).unchanged(t, "update after refresh")
	assert.NotContains(t, stateOf(t, dir), proxyURL,
		"the state contains no password, not even the copy in the object's status")

	assert.Equal(t, false, specOf(t, "scheduler.config.openshift.io", "cluster")["mastersSchedulable"])
	proxy := specOf(t, "proxy.config.openshift.io", "cluster")
	assert.Equal(t, proxyURL, proxy["httpProxy"])
	assert.Equal(t, map[string]any{"name": "proxy-trusted-ca"}, proxy["trustedCA"])
	assert.Len(t, specOf(t, "oauth.config.openshift.io", "cluster")["identityProviders"], 4)
	assert.Equal(t, map[string]any{"login": map[string]any{"name": "oauth-templates"}},
		specOf(t, "oauth.config.openshift.io", "cluster")["templates"])
	secret := kubeObject(t, "secret", "openshift-config", "idp-sso-client-secret")
	require.NotNil(t, secret)
	assert.Equal(t, map[string]any{"clientSecret": "b2YgdGhlIGNsaWVudA=="}, secret["data"])
	assert.Equal(t, "20%", specOf(t, "machineconfigpool", "worker")["maxUnavailable"])
	changes.change(t, func() result { return operate(up) })

	operate(func() (*sandbox.Result, error) { return box.Destroy(t.Context()) })
	restored := map[string][]string{
		"scheduler.config.openshift.io":   {"mastersSchedulable"},
		"proxy.config.openshift.io":       {"httpProxy", "noProxy"},
		"oauth.config.openshift.io":       {"identityProviders", "templates"},
		"operatorhub.config.openshift.io": {"sources"},
		"apiserver.config.openshift.io":   {"encryption", "tlsSecurityProfile"},
		"image.config.openshift.io":       {"registrySources"},
	}
	for kind, fields := range restored {
		for _, field := range fields {
			if value := specOf(t, kind, "cluster")[field]; value != false {
				assert.Empty(t, value, "%s.%s", kind, field)
			}
		}
	}
	assert.NotContains(t, specOf(t, "machineconfigpool", "worker"), "maxUnavailable")
	for _, gone := range [][3]string{
		{"secret", "openshift-config", "idp-sso-client-secret"}, {"secret", "openshift-config", "idp-local-htpasswd"},
		{"containerruntimeconfig", "", "plane-crio"}, {"machineconfig", "", "99-plane-everything"},
	} {
		assert.Nil(t, kubeObject(t, gone[0], gone[1], gone[2]), gone)
	}
}
