package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func dayOne(ctx *pulumi.Context) error {
	pool, err := machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"})
	if err == nil {
		_, err = NewScheduler(ctx, "scheduler", &SchedulerArgs{MastersSchedulable: new(false)})
	}
	if err == nil {
		_, err = NewProxy(ctx, "proxy", &ProxyArgs{
			HTTPProxy: pulumi.String(
				"http://user:word@proxy.example.com:3128",
			), NoProxy: []string{".example.com"}, TrustedCA: pulumi.String(clustertest.Certificate),
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
	rec := mocks.New(running("4.18.9", "Completed"), clustertest.InCluster)
	require.NoError(t, rec.Run(dayOne))
	golden.Check(t, "testdata/day-one.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)

	patch := clustertest.One(t, rec,
		"kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch", "upgrade-pool-infra")
	pool := clustertest.One(t, rec, "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPool", "infra-pool")
	assert.True(t, rec.Graph().Reaches(patch.URN, pool.URN), "a pool exists before it is patched")

	mockstest.PreviewIsTheUpdate(t, dayOne, clustertest.InCluster)
}

// clusterConfig registers every component of cluster-wide configuration that dayOne does not.
func clusterConfig(ctx *pulumi.Context) error {
	server, dns := everyAPIServer(), everyDNS()
	mirrors, image := everyMirror(), everyImageConfig()
	operator, service, hub := everyOperator(), everyUpdateService(), everyOperatorHub()
	login := everyExternalOIDC()
	_, err := NewAPIServer(ctx, "api", &server)
	if err == nil {
		_, err = NewDNS(ctx, "dns", &dns)
	}
	if err == nil {
		_, err = NewImageMirrors(ctx, "mirrors", &mirrors)
	}
	if err == nil {
		_, err = NewImageConfig(ctx, "images", &image)
	}
	if err == nil {
		_, err = NewOperatorHub(ctx, "catalogs", &hub)
	}
	if err == nil {
		_, err = NewExternalOIDC(ctx, "login", &login)
	}
	if err == nil {
		_, err = NewPullSecret(ctx, "pull", &PullSecretArgs{DockerConfigJSON: pulumi.String(pullSecretText)})
	}
	if err == nil {
		var installed *Operator
		if installed, err = NewOperator(ctx, "updates", &operator); err == nil {
			service.After = installed.Namespace
			_, err = NewUpdateService(ctx, "updates", &service)
		}
	}
	return err
}

func TestClusterConfig(t *testing.T) {
	t.Parallel()
	rec := mocks.New(clustertest.InCluster)
	require.NoError(t, rec.Run(clusterConfig))
	golden.Check(t, "testdata/cluster-config.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, clusterConfig, clustertest.InCluster)

	subscription := clustertest.One(t, rec,
		"kubernetes:operators.coreos.com/v1alpha1:Subscription", "updates-subscription")
	service := clustertest.One(t, rec,
		"kubernetes:updateservice.operator.openshift.io/v1:UpdateService", "updates-updateservice")
	assert.True(t, rec.Graph().Reaches(service.URN, subscription.URN), "the operator has the kind")
}

// components are those of the package, with their minimal arguments.
var components = map[string]clustertest.Component{
	"Scheduler": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewScheduler(ctx, "x", &SchedulerArgs{MastersSchedulable: new(false)}, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewScheduler(ctx, "x", nil); return err },
		Want:  "configuration.SchedulerArgs: must set at least one field",
	},
	"Proxy": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewProxy(ctx, "x", &ProxyArgs{TrustedCA: pulumi.String(clustertest.Certificate)}, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewProxy(ctx, "x", nil); return err },
		Want:  "configuration.ProxyArgs: must set at least one of HTTPProxy, HTTPSProxy and TrustedCA",
	},
	"IdentityProviders": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewIdentityProviders(ctx, "x", everyProvider(), opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewIdentityProviders(ctx, "x", nil); return err },
		Want:  "configuration.IdentityProvidersArgs.Providers: required",
	},
	"APIServer": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyAPIServer()
			_, err := NewAPIServer(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewAPIServer(ctx, "x", nil); return err },
		Want:  "configuration.APIServerArgs: must set at least one field other than CustomTLSProfile",
	},
	"DNS": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyDNS()
			_, err := NewDNS(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewDNS(ctx, "x", nil); return err },
		Want:  "configuration.DNSArgs: must set at least one field",
	},
	"ImageMirrors": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyMirror()
			_, err := NewImageMirrors(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewImageMirrors(ctx, "x", nil); return err },
		Want:  "configuration.ImageMirrorsArgs.Name: required",
	},
	"ImageConfig": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyImageConfig()
			_, err := NewImageConfig(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewImageConfig(ctx, "x", nil); return err },
		Want:  "configuration.ImageConfigArgs: must set at least one field",
	},
	"PullSecret": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewPullSecret(ctx, "x", &PullSecretArgs{DockerConfigJSON: pulumi.String(pullSecretText)}, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewPullSecret(ctx, "x", nil); return err },
		Want:  "configuration.PullSecretArgs.DockerConfigJSON: required",
	},
	"Operator": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyOperator()
			_, err := NewOperator(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewOperator(ctx, "x", nil); return err },
		Want:  "configuration.OperatorArgs.Package: required",
	},
	"ExternalOIDC": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyExternalOIDC()
			_, err := NewExternalOIDC(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewExternalOIDC(ctx, "x", nil); return err },
		Want:  "configuration.ExternalOIDCArgs.Issuer: required",
	},
	"OperatorHub": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyOperatorHub()
			_, err := NewOperatorHub(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewOperatorHub(ctx, "x", nil); return err },
		Want:  "configuration.OperatorHubArgs.DisabledSources: required",
	},
	"UpdateService": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyUpdateService()
			_, err := NewUpdateService(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewUpdateService(ctx, "x", nil); return err },
		Want:  "configuration.UpdateServiceArgs.Name: required",
	},
	"Upgrade": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewUpgrade(ctx, "x", &UpgradeArgs{Version: "4.18.12"}, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewUpgrade(ctx, "x", nil); return err },
		Want:  "configuration.UpgradeArgs: must set at least one of Channel, Version, Image and Upstream",
	},
}

func TestComponentsRequireAProvider(t *testing.T) {
	t.Parallel()
	clustertest.RequireAProvider(t, components,
		func(ctx *pulumi.Context, name, kubeconfig string) (pulumi.ProviderResource, error) {
			args := &cluster.KubernetesProviderArgs{Kubeconfig: pulumi.String(kubeconfig)}
			return cluster.NewKubernetesProvider(ctx, name, args)
		}, running("4.18.9", "Completed"))
}
