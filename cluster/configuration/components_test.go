package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func dayOne(ctx *pulumi.Context) error {
	pool, err := machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"})
	if err != nil {
		return err
	}
	return mockstest.InOrder(
		mockstest.Program(NewScheduler, "scheduler", &SchedulerArgs{MastersSchedulable: new(false)}),
		mockstest.Program(NewProxy, "proxy", &ProxyArgs{
			HTTPProxy: pulumi.String("http://user:word@proxy.example.com:3128"), NoProxy: []string{".example.com"},
			TrustedCA: pulumi.String(clustertest.Certificate),
		}),
		mockstest.Program(NewIdentityProviders, "login", everyProvider()),
		mockstest.Program(NewUpgrade, "upgrade", &UpgradeArgs{
			Channel: "stable-4.18", Version: "4.18.12", PausedPools: map[string]pulumi.StringInput{"infra": pool.Name},
		}),
	)(ctx)
}

func TestDayOne(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, dayOne, running("4.18.9", "Completed"), clustertest.InCluster)
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
	operator, err := NewOperator(ctx, "updates", new(everyOperator()))
	if err != nil {
		return err
	}
	service := everyUpdateService()
	service.After = operator.Namespace
	return mockstest.InOrder(
		mockstest.Program(NewUpdateService, "updates", &service),
		mockstest.Program(NewAPIServer, "api", new(everyAPIServer())),
		mockstest.Program(NewDNS, "dns", new(everyDNS())),
		mockstest.Program(NewImageMirrors, "mirrors", new(everyMirror())),
		mockstest.Program(NewImageConfig, "images", new(everyImageConfig())),
		mockstest.Program(NewOperatorHub, "catalogs", new(everyOperatorHub())),
		mockstest.Program(NewExternalOIDC, "login", new(everyExternalOIDC())),
		mockstest.Program(NewPullSecret, "pull", &PullSecretArgs{DockerConfigJSON: pulumi.String(pullSecretText)}),
	)(ctx)
}

func TestClusterConfig(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, clusterConfig, clustertest.InCluster)
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
	"Scheduler": clustertest.ComponentOf(NewScheduler, &SchedulerArgs{MastersSchedulable: new(false)},
		": must set at least one field"),
	"Proxy": clustertest.ComponentOf(NewProxy, &ProxyArgs{TrustedCA: pulumi.String(clustertest.Certificate)},
		": must set at least one of HTTPProxy, HTTPSProxy and TrustedCA"),
	"IdentityProviders": clustertest.ComponentOf(NewIdentityProviders, everyProvider(), ".Providers: required"),
	"APIServer": clustertest.ComponentOf(NewAPIServer, new(everyAPIServer()),
		": must set at least one field other than CustomTLSProfile"),
	"DNS":          clustertest.ComponentOf(NewDNS, new(everyDNS()), ": must set at least one field"),
	"ImageMirrors": clustertest.ComponentOf(NewImageMirrors, new(everyMirror()), ".Name: required"),
	"ImageConfig":  clustertest.ComponentOf(NewImageConfig, new(everyImageConfig()), ": must set at least one field"),
	"PullSecret": clustertest.ComponentOf(NewPullSecret, &PullSecretArgs{DockerConfigJSON: pulumi.String(pullSecretText)},
		".DockerConfigJSON: required"),
	"Operator":      clustertest.ComponentOf(NewOperator, new(everyOperator()), ".Package: required"),
	"ExternalOIDC":  clustertest.ComponentOf(NewExternalOIDC, new(everyExternalOIDC()), ".Issuer: required"),
	"OperatorHub":   clustertest.ComponentOf(NewOperatorHub, new(everyOperatorHub()), ".DisabledSources: required"),
	"UpdateService": clustertest.ComponentOf(NewUpdateService, new(everyUpdateService()), ".Name: required"),
	"Upgrade": clustertest.ComponentOf(NewUpgrade, &UpgradeArgs{Version: "4.18.12"},
		": must set at least one of Channel, Version, Image and Upstream"),
}

func TestComponentsRequireAProvider(t *testing.T) {
	t.Parallel()
	clustertest.RequireAProvider(t, components,
		func(ctx *pulumi.Context, name, kubeconfig string) (pulumi.ProviderResource, error) {
			args := &cluster.KubernetesProviderArgs{Kubeconfig: pulumi.String(kubeconfig)}
			return cluster.NewKubernetesProvider(ctx, name, args)
		}, running("4.18.9", "Completed"))
}
