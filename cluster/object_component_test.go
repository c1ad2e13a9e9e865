package cluster

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

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
		_, err = NewContainerRuntimeConfig(ctx, "crio",
			&ContainerRuntimeConfigArgs{Name: "infra", Pool: "infra", PidsLimit: new(4096)})
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
	rec := mocks.New(running("4.18.9", "Completed"), inCluster)
	require.NoError(t, rec.Run(dayOne))
	golden.Check(t, "testdata/day-one.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)

	patch := one(t, rec, "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch", "upgrade-pool-infra")
	pool := one(t, rec, "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPool", "infra-pool")
	assert.True(t, rec.Graph().Reaches(patch.URN, pool.URN), "a pool exists before it is patched")

	mockstest.PreviewIsTheUpdate(t, dayOne, inCluster)
}

// clusterConfig registers every component of cluster-wide configuration that dayOne does not.
func clusterConfig(ctx *pulumi.Context) error {
	configuration, server, dns := everyMachineConfiguration(), everyAPIServer(), everyDNS()
	mirrors, image := everyMirror(), everyImageConfig()
	operator, service, hub := everyOperator(), everyUpdateService(), everyOperatorHub()
	login := everyExternalOIDC()
	_, err := NewMachineConfiguration(ctx, "machines", &configuration)
	if err == nil {
		_, err = NewAPIServer(ctx, "api", &server)
	}
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
	rec := mocks.New(inCluster)
	require.NoError(t, rec.Run(clusterConfig))
	golden.Check(t, "testdata/cluster-config.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, clusterConfig, inCluster)

	subscription := one(t, rec, "kubernetes:operators.coreos.com/v1alpha1:Subscription", "updates-subscription")
	service := one(t, rec, "kubernetes:updateservice.operator.openshift.io/v1:UpdateService", "updates-updateservice")
	assert.True(t, rec.Graph().Reaches(service.URN, subscription.URN), "the operator has the kind")
}

// inClusterComponents are the components that change objects of the cluster, with their minimal arguments.
var inClusterComponents = map[string]struct {
	create func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error
	empty  func(ctx *pulumi.Context) error
	want   string
}{
	"MachineConfigPool": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewMachineConfigPool(ctx, "x", &MachineConfigPoolArgs{Name: "infra"}, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewMachineConfigPool(ctx, "x", nil); return err },
		want:  "cluster.MachineConfigPoolArgs.Name: required",
	},
	"MachineConfig": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := chrony()
			_, err := NewMachineConfig(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewMachineConfig(ctx, "x", nil); return err },
		want:  "cluster.MachineConfigArgs.Name: required",
	},
	"KubeletConfig": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyKubeletField()
			_, err := NewKubeletConfig(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewKubeletConfig(ctx, "x", nil); return err },
		want:  "cluster.KubeletConfigArgs.Name: required",
	},
	"ContainerRuntimeConfig": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := &ContainerRuntimeConfigArgs{Name: "infra", Pool: "infra", PidsLimit: new(4096)}
			_, err := NewContainerRuntimeConfig(ctx, "x", args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewContainerRuntimeConfig(ctx, "x", nil); return err },
		want:  "cluster.ContainerRuntimeConfigArgs.Name: required",
	},
	"Scheduler": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewScheduler(ctx, "x", &SchedulerArgs{MastersSchedulable: new(false)}, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewScheduler(ctx, "x", nil); return err },
		want:  "cluster.SchedulerArgs: must set at least one field",
	},
	"Proxy": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewProxy(ctx, "x", &ProxyArgs{TrustedCA: pulumi.String(certificate)}, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewProxy(ctx, "x", nil); return err },
		want:  "cluster.ProxyArgs: must set at least one of HTTPProxy, HTTPSProxy and TrustedCA",
	},
	"IdentityProviders": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewIdentityProviders(ctx, "x", everyProvider(), opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewIdentityProviders(ctx, "x", nil); return err },
		want:  "cluster.IdentityProvidersArgs.Providers: required",
	},
	"MachineConfiguration": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyMachineConfiguration()
			_, err := NewMachineConfiguration(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewMachineConfiguration(ctx, "x", nil); return err },
		want:  "cluster.MachineConfigurationArgs: must set at least one of BootImages, BootImageSkew and DisruptionPolicy",
	},
	"APIServer": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyAPIServer()
			_, err := NewAPIServer(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewAPIServer(ctx, "x", nil); return err },
		want:  "cluster.APIServerArgs: must set at least one field",
	},
	"DNS": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyDNS()
			_, err := NewDNS(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewDNS(ctx, "x", nil); return err },
		want:  "cluster.DNSArgs: must set at least one field",
	},
	"ImageMirrors": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyMirror()
			_, err := NewImageMirrors(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewImageMirrors(ctx, "x", nil); return err },
		want:  "cluster.ImageMirrorsArgs.Name: required",
	},
	"ImageConfig": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyImageConfig()
			_, err := NewImageConfig(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewImageConfig(ctx, "x", nil); return err },
		want:  "cluster.ImageConfigArgs: must set at least one field",
	},
	"PullSecret": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewPullSecret(ctx, "x", &PullSecretArgs{DockerConfigJSON: pulumi.String(pullSecretText)}, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewPullSecret(ctx, "x", nil); return err },
		want:  "cluster.PullSecretArgs.DockerConfigJSON: required",
	},
	"Operator": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyOperator()
			_, err := NewOperator(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewOperator(ctx, "x", nil); return err },
		want:  "cluster.OperatorArgs.Package: required",
	},
	"ExternalOIDC": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyExternalOIDC()
			_, err := NewExternalOIDC(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewExternalOIDC(ctx, "x", nil); return err },
		want:  "cluster.ExternalOIDCArgs.Issuer: required",
	},
	"OperatorHub": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyOperatorHub()
			_, err := NewOperatorHub(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewOperatorHub(ctx, "x", nil); return err },
		want:  "cluster.OperatorHubArgs.DisabledSources: required",
	},
	"UpdateService": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyUpdateService()
			_, err := NewUpdateService(ctx, "x", &args, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewUpdateService(ctx, "x", nil); return err },
		want:  "cluster.UpdateServiceArgs.Name: required",
	},
	"Upgrade": {
		create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewUpgrade(ctx, "x", &UpgradeArgs{Version: "4.18.12"}, opts...)
			return err
		},
		empty: func(ctx *pulumi.Context) error { _, err := NewUpgrade(ctx, "x", nil); return err },
		want:  "cluster.UpgradeArgs: must set at least one of Channel, Version, Image and Upstream",
	},
}

func TestInClusterComponentsRequireAProvider(t *testing.T) {
	t.Parallel()
	for name, tt := range inClusterComponents {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mockstest.Rejected(t, func(ctx *pulumi.Context) error { return tt.create(ctx) },
				"a Kubernetes provider is required", "otherwise Pulumi would change the cluster of the current context")
			mockstest.Rejected(t, tt.empty, "a Kubernetes provider is required", "both kinds of problems are reported")

			err := mocks.New(inCluster).Run(tt.empty)
			assert.Contains(t, checktest.Problems(err), tt.want, "nil arguments are empty ones")

			rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
				args := &KubernetesProviderArgs{Kubeconfig: pulumi.String("apiVersion: v1")}
				provider, err := NewKubernetesProvider(ctx, "cluster", args)
				if err != nil {
					return err
				}
				return tt.create(ctx, pulumi.Provider(provider))
			}, running("4.18.9", "Completed"))
			for _, r := range rec.Resources() {
				if strings.HasPrefix(r.Type, "kubernetes:") {
					assert.Contains(t, r.Provider, "::cluster", r.Name)
				}
			}
		})
	}
}
