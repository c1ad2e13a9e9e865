package acceptance

import (
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

const releasedPEM = clustertest.Certificate

// TestConfigurationReleases: the API server accepts that each option of the cluster's configuration is set and left
// out, and that a component with all of them is deleted.
func TestConfigurationReleases(t *testing.T) {
	clusterLock.acquire(t)
	createClusterObjects(t)
	createAsOperator(t, imagePruner)
	// In goroutines, not by t.Parallel: with it, they would wait for tests that wait for the lock of this one.
	var subtests sync.WaitGroup
	for name, test := range map[string]func(*testing.T){
		"Scheduler":            schedulerReleases,
		"Proxy":                proxyReleases,
		"APIServer":            apiServerReleases,
		"IdentityProviders":    identityProvidersRelease,
		"ImageConfig":          imageConfigReleases,
		"MachineConfigPool":    machineConfigPoolReleases,
		"MachineConfiguration": machineConfigurationReleases,
		"ComponentRoutes":      componentRoutesRelease,
		"ImagePruner":          imagePrunerReleases,
	} {
		subtests.Go(func() { t.Run(name, test) })
	}
	subtests.Wait()
}

// assertNothingKept is assertReleased for a component of which the object keeps nothing.
func (p patched[A]) assertNothingKept(t *testing.T, options map[string]released[A]) {
	t.Helper()
	before, args := p.live(t), new(A)
	stack := p.assertReleased(t, args, options)
	for _, name := range slices.Sorted(maps.Keys(options)) {
		options[name].set(args)
	}
	stack.up()
	stack.destroy()
	assert.Equal(t, before, p.live(t), "the component is deleted")
}

func schedulerReleases(t *testing.T) {
	type args = configuration.SchedulerArgs
	patched[args]{
		kind: "scheduler.config.openshift.io", name: "cluster",
		create: construct(configuration.NewScheduler),
		base:   args{MastersSchedulable: new(true)}, // as installed
	}.assertNothingKept(t, map[string]released[args]{
		"DefaultNodeSelector": {set: func(a *args) { a.DefaultNodeSelector = map[string]string{"example.com/a": "b"} }},
		"Profile":             {set: func(a *args) { a.Profile = "HighNodeUtilization" }},
	})
}

func proxyReleases(t *testing.T) {
	type args = configuration.ProxyArgs
	patched[args]{
		kind: "proxy.config.openshift.io", name: "cluster",
		create: construct(configuration.NewProxy),
		base:   args{HTTPProxy: pulumi.String(proxyURL)},
	}.assertNothingKept(t, map[string]released[args]{
		"HTTPSProxy":         {set: func(a *args) { a.HTTPSProxy = pulumi.String(proxyURL) }},
		"NoProxy":            {set: func(a *args) { a.NoProxy = []string{".example.com"} }},
		"ReadinessEndpoints": {set: func(a *args) { a.ReadinessEndpoints = []string{"https://www.example.com"} }},
	})
}

func apiServerReleases(t *testing.T) {
	type args = configuration.APIServerArgs
	patched[args]{
		kind: "apiserver.config.openshift.io", name: "cluster",
		create: construct(configuration.NewAPIServer),
		base:   args{Encryption: "aesgcm"},
	}.assertNothingKept(t, map[string]released[args]{
		"NamedCertificates": {set: func(a *args) {
			a.NamedCertificates = map[string]configuration.TLSCertificate{"api.example.com": {SecretName: pulumi.String("api")}}
		}},
		"AuditProfile": {set: func(a *args) { a.AuditProfile = "WriteRequestBodies" }},
		"AuditRules": {set: func(a *args) {
			a.AuditRules = []configuration.AuditRule{{Group: "system:authenticated:oauth", Profile: "AllRequestBodies"}}
		}},
		"ClientCA":           {set: func(a *args) { a.ClientCA = pulumi.String(releasedPEM) }},
		"TLSSecurityProfile": {set: func(a *args) { a.TLSSecurityProfile, a.CustomTLSProfile = "Old", nil }},
		"CustomTLSProfile": {set: func(a *args) {
			a.TLSSecurityProfile = "Custom"
			a.CustomTLSProfile = &configuration.CustomTLSProfileArgs{
				Ciphers: []string{"ECDHE-RSA-AES128-GCM-SHA256"}, MinVersion: "VersionTLS12",
			}
		}},
	})
}

func identityProvidersRelease(t *testing.T) {
	type args = configuration.IdentityProvidersArgs
	patched[args]{
		kind: "oauth.config.openshift.io", name: "cluster",
		create: construct(configuration.NewIdentityProviders),
		base: args{Providers: []configuration.IdentityProvider{{
			Name: "released",
			HTPasswd: &configuration.HTPasswdArgs{
				File: pulumi.String("alice:$2y$05$abcdefghijklmnopqrstuuu\n"),
			},
		}}},
		// The component keeps it; it has no effect.
		defaults: map[string]any{"tokenConfig": map[string]any{"accessTokenInactivityTimeoutSeconds": 0.0}},
	}.assertNothingKept(t, map[string]released[args]{
		"AccessTokenMaxAge":            {set: func(a *args) { a.AccessTokenMaxAge = time.Hour }},
		"AccessTokenInactivityTimeout": {set: func(a *args) { a.AccessTokenInactivityTimeout = 10 * time.Minute }},
		"Templates": {set: func(a *args) {
			a.Templates = &configuration.LoginTemplatesArgs{Login: pulumi.String("<html>terms</html>")}
		}},
	})
}

func imageConfigReleases(t *testing.T) {
	type args = configuration.ImageConfigArgs
	patched[args]{
		kind: "image.config.openshift.io", name: "cluster",
		create: construct(configuration.NewImageConfig),
		base:   args{SearchRegistries: []string{"registry.example.com"}},
	}.assertNothingKept(t, map[string]released[args]{
		"RegistryCAs": {set: func(a *args) {
			a.RegistryCAs = map[string]pulumi.StringInput{"registry.example.com": pulumi.String(releasedPEM)}
		}},
		"BlockedRegistries":  {set: func(a *args) { a.BlockedRegistries = []string{"docker.io"} }},
		"InsecureRegistries": {set: func(a *args) { a.InsecureRegistries = []string{"plain.example.com"} }},
		"AllowedForImport":   {set: func(a *args) { a.AllowedForImport = []string{"quay.io"} }},
	})
}

func machineConfigPoolReleases(t *testing.T) {
	type args = machineconfig.MachineConfigPoolArgs
	patched[args]{
		kind: "machineconfigpool", name: "worker",
		create: construct(machineconfig.NewMachineConfigPool),
		base:   args{Name: "worker", MaxUnavailable: "20%"},
	}.assertNothingKept(t, map[string]released[args]{
		"Paused": {set: func(a *args) { a.Paused = new(true) }},
	})
}

// machineConfiguration is what the operator applies (openshift/machine-config-operator pkg/operator/sync.go,
// syncMachineConfiguration).
const machineConfiguration = `{"apiVersion":"operator.openshift.io/v1","kind":"MachineConfiguration",` +
	`"metadata":{"name":"cluster"},"spec":{"managementState":"Managed"}}`

func machineConfigurationReleases(t *testing.T) {
	kubectl(t, machineConfiguration, "apply", "--server-side", "--field-manager=machine-config-operator", "-f", "-")
	t.Cleanup(func() { kubectl(t, machineConfiguration, "delete", "-f", "-") })
	type (
		args    = machineconfig.MachineConfigurationArgs
		actions = []machineconfig.DisruptionAction
	)
	policy := func(a *args) *machineconfig.DisruptionPolicyArgs {
		if a.DisruptionPolicy == nil {
			a.DisruptionPolicy = &machineconfig.DisruptionPolicyArgs{}
		}
		return a.DisruptionPolicy
	}
	none := actions{{Type: machineconfig.DisruptionNone}}
	patched[args]{
		kind: "machineconfiguration.operator.openshift.io", name: "cluster",
		create: construct(machineconfig.NewMachineConfiguration),
		base:   args{OpenShiftVersion: "4.20", BootImages: &machineconfig.BootImagesArgs{Mode: machineconfig.BootImagesAll}},
	}.assertNothingKept(t, map[string]released[args]{
		"Files":   {set: func(a *args) { policy(a).Files = map[string]actions{"/etc/plane.conf": none} }},
		"Units":   {set: func(a *args) { policy(a).Units = map[string]actions{"plane.service": none} }},
		"SSHKeys": {set: func(a *args) { policy(a).SSHKeys = none }},
		"MachineSetLabels": {set: func(a *args) {
			a.BootImages = &machineconfig.BootImagesArgs{
				Mode: machineconfig.BootImagesPartial, MachineSetLabels: map[string]string{"example.com/a": "b"},
			}
		}},
	})
}

func componentRoutesRelease(t *testing.T) {
	type args = ingress.ComponentRoutesArgs
	patched[args]{
		kind: "ingress.config.openshift.io", name: "cluster",
		create: construct(ingress.NewComponentRoutes),
		base:   args{AppsDomain: "apps.example.com"},
	}.assertNothingKept(t, map[string]released[args]{
		"Console":   {set: func(a *args) { a.Console = &ingress.ComponentRoute{Hostname: "console.example.com"} }},
		"Downloads": {set: func(a *args) { a.Downloads = &ingress.ComponentRoute{Hostname: "downloads.example.com"} }},
		"OAuth":     {set: func(a *args) { a.OAuth = &ingress.ComponentRoute{Hostname: "oauth.example.com"} }},
	})
}

func imagePrunerReleases(t *testing.T) {
	type args = storage.ImagePrunerArgs
	patched[args]{
		kind: "imagepruner", name: "cluster",
		create: func(ctx *pulumi.Context, a *args, inCluster pulumi.ResourceOption) error {
			_, err := storage.NewImageRegistry(ctx, "released", &storage.ImageRegistryArgs{Pruner: a}, inCluster)
			return err
		},
		base: args{Schedule: "0 0 * * *"},
		// openshift/cluster-image-registry-operator pkg/resource/prunercronjob.go.
		defaults: map[string]any{"keepTagRevisions": 3.0, "suspend": false},
	}.assertNothingKept(t, map[string]released[args]{
		"Suspend":          {set: func(a *args) { a.Suspend = true }},
		"KeepTagRevisions": {set: func(a *args) { a.KeepTagRevisions = new(5) }},
		"KeepYoungerThan":  {set: func(a *args) { a.KeepYoungerThan = time.Hour }},
		"Placement":        {set: func(a *args) { a.Placement = storage.InfraNodes() }},
	})
}
