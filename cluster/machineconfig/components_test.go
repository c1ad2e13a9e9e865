package machineconfig

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// everything registers every component of the package.
func everything(ctx *pulumi.Context) error {
	kubelet, config, configuration := everyKubeletField(), chrony(), everyMachineConfiguration()
	_, err := NewMachineConfigPool(ctx, "infra", &MachineConfigPoolArgs{Name: "infra"})
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
		_, err = NewMachineConfiguration(ctx, "machines", &configuration)
	}
	return err
}

func TestEverything(t *testing.T) {
	t.Parallel()
	rec := mocks.New(clustertest.InCluster)
	require.NoError(t, rec.Run(everything))
	golden.Check(t, "testdata/everything.golden", rec.Golden())
	kubetest.CheckRecorded(t, rec)
	mockstest.PreviewIsTheUpdate(t, everything, clustertest.InCluster)
}

// components are those of the package, with their minimal arguments.
var components = map[string]clustertest.Component{
	"MachineConfigPool": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			_, err := NewMachineConfigPool(ctx, "x", &MachineConfigPoolArgs{Name: "infra"}, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewMachineConfigPool(ctx, "x", nil); return err },
		Want:  "machineconfig.MachineConfigPoolArgs.Name: required",
	},
	"MachineConfig": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := chrony()
			_, err := NewMachineConfig(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewMachineConfig(ctx, "x", nil); return err },
		Want:  "machineconfig.MachineConfigArgs.Name: required",
	},
	"KubeletConfig": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyKubeletField()
			_, err := NewKubeletConfig(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewKubeletConfig(ctx, "x", nil); return err },
		Want:  "machineconfig.KubeletConfigArgs.Name: required",
	},
	"ContainerRuntimeConfig": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := &ContainerRuntimeConfigArgs{Name: "infra", Pool: "infra", PidsLimit: new(4096)}
			_, err := NewContainerRuntimeConfig(ctx, "x", args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewContainerRuntimeConfig(ctx, "x", nil); return err },
		Want:  "machineconfig.ContainerRuntimeConfigArgs.Name: required",
	},
	"MachineConfiguration": {
		Create: func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
			args := everyMachineConfiguration()
			_, err := NewMachineConfiguration(ctx, "x", &args, opts...)
			return err
		},
		Empty: func(ctx *pulumi.Context) error { _, err := NewMachineConfiguration(ctx, "x", nil); return err },
		Want:  "machineconfig.MachineConfigurationArgs: must set at least one field other than OpenShiftVersion",
	},
}

func TestComponentsRequireAProvider(t *testing.T) {
	t.Parallel()
	clustertest.RequireAProvider(t, components,
		func(ctx *pulumi.Context, name, kubeconfig string) (pulumi.ProviderResource, error) {
			args := &cluster.KubernetesProviderArgs{Kubeconfig: pulumi.String(kubeconfig)}
			return cluster.NewKubernetesProvider(ctx, name, args)
		})
}
