package machineconfig

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

var runtimeConfig = &ContainerRuntimeConfigArgs{Name: "infra", Pool: "infra", PidsLimit: new(4096)}

// everything registers every component of the package.
func everything() pulumi.RunFunc {
	return mockstest.InOrder(
		mockstest.Program(NewMachineConfigPool, "infra", &MachineConfigPoolArgs{Name: "infra"}),
		mockstest.Program(NewMachineConfig, "chrony", new(chrony())),
		mockstest.Program(NewKubeletConfig, "kubelet", new(everyKubeletField())),
		mockstest.Program(NewContainerRuntimeConfig, "crio", runtimeConfig),
		mockstest.Program(NewMachineConfiguration, "machines", new(everyMachineConfiguration())),
	)
}

func TestEverything(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, everything(), clustertest.InCluster)
	golden.Check(t, "testdata/everything.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, everything(), clustertest.InCluster)
}

// components are those of the package, with their minimal arguments.
var components = map[string]clustertest.Component{
	"MachineConfigPool": clustertest.ComponentOf(NewMachineConfigPool, &MachineConfigPoolArgs{Name: "infra"},
		".Name: required"),
	"MachineConfig":          clustertest.ComponentOf(NewMachineConfig, new(chrony()), ".Name: required"),
	"KubeletConfig":          clustertest.ComponentOf(NewKubeletConfig, new(everyKubeletField()), ".Name: required"),
	"ContainerRuntimeConfig": clustertest.ComponentOf(NewContainerRuntimeConfig, runtimeConfig, ".Name: required"),
	"MachineConfiguration": clustertest.ComponentOf(NewMachineConfiguration, new(everyMachineConfiguration()),
		": must set at least one field other than OpenShiftVersion"),
}

func TestComponentsRequireAProvider(t *testing.T) {
	t.Parallel()
	clustertest.RequireAProvider(t, components,
		func(ctx *pulumi.Context, name, kubeconfig string) (pulumi.ProviderResource, error) {
			args := &cluster.KubernetesProviderArgs{Kubeconfig: pulumi.String(kubeconfig)}
			return cluster.NewKubernetesProvider(ctx, name, args)
		})
}
