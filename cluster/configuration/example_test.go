package configuration_test

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
)

// inCluster is the option of the components inside the cluster in the following examples: pulumi.Provider of a
// KubernetesProvider.
var inCluster pulumi.ResourceOption

// From 4.16 to 4.18 with one reboot of the workers, whose pool is paused. When 4.17 runs everywhere else, the next
// `pulumi up` has Version 4.18.12, during which the pool stays paused, and the one after it resumes the pool.
func ExampleNewUpgrade() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		kubeconfig := config.New(ctx, "").RequireSecret("kubeconfig")
		provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			Kubeconfig: kubeconfig,
		})
		if err != nil {
			return err
		}
		_, err = configuration.NewUpgrade(ctx, "upgrade", &configuration.UpgradeArgs{
			Channel:     "eus-4.18",
			Version:     "4.17.30",
			PausedPools: map[string]pulumi.StringInput{"worker": pulumi.String("worker")},
			Through:     "4.18",
			Wait:        &configuration.WaitArgs{Timeout: 2 * time.Hour},
			Kubeconfig:  kubeconfig,
		}, pulumi.Provider(provider))
		return err
	})
}

func ExampleNewProxy() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := configuration.NewProxy(ctx, "proxy", &configuration.ProxyArgs{
			HTTPProxy:  pulumi.String("http://proxy.example.com:3128"),
			HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
			NoProxy:    []string{".example.com"},
		}, inCluster)
		return err
	})
}

// Users' pods stay off the control plane.
func ExampleNewScheduler() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		schedulable := false
		_, err := configuration.NewScheduler(ctx, "scheduler", &configuration.SchedulerArgs{
			MastersSchedulable: &schedulable,
		}, inCluster)
		return err
	})
}

// Single sign-on, and a file of users in case it is not available.
func ExampleNewIdentityProviders() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		_, err := configuration.NewIdentityProviders(ctx, "login", &configuration.IdentityProvidersArgs{
			Providers: []configuration.IdentityProvider{
				{Name: "sso", OpenID: &configuration.OpenIDArgs{
					Issuer:       "https://sso.example.com/realms/main",
					ClientID:     pulumi.String("openshift"),
					ClientSecret: cfg.RequireSecret("ssoClientSecret"),
					Claims:       &configuration.OpenIDClaimsArgs{Groups: []string{"groups"}},
				}},
				{Name: "emergency", HTPasswd: &configuration.HTPasswdArgs{File: cfg.RequireSecret("htpasswd")}},
			},
		}, inCluster)
		return err
	})
}
