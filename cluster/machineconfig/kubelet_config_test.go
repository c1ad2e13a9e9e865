package machineconfig

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
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
		CPUManagerPolicy: "static", TopologyManagerPolicy: "single-numa-node",
		Taints:             []Taint{{Key: "example.com/batch", Value: "yes", Effect: "NoSchedule"}},
		TLSSecurityProfile: "Custom", CustomTLSProfile: clustertest.CustomTLS(),
		More: map[string]any{"serializeImagePulls": false, "containerLogMaxSize": "50Mi"},
	}
}

func TestDesiredKubeletConfig(t *testing.T) {
	t.Parallel()
	args := everyKubeletField()
	require.NoError(t, args.Validate())
	desiredKubeletConfig(args)
	assert.NotContains(t, args.More, "maxPods", "the user's map is left alone")
	auto := desiredKubeletConfig(KubeletConfigArgs{Name: "worker", Pool: "worker", AutoSizingReserved: new(true)})
	assert.Equal(t, map[string]any{"machineConfigPoolSelector": poolSelector("worker"), "autoSizingReserved": true},
		auto.Fields["spec"])
	kubetest.Check(t, kubetest.Manifest(t, auto))
}

func TestPoolSelectorMatchesThePool(t *testing.T) {
	t.Parallel()
	pool := desiredMachineConfigPool(MachineConfigPoolArgs{Name: "infra"})
	for key, value := range poolSelector("infra")["matchLabels"].(map[string]any) {
		assert.Equal(t, value, pool.Labels[key], key)
	}
	assert.Len(t, poolSelector("infra")["matchLabels"], 1)
}

// TestNewerRelease: a cluster that is newer than the library gets a warning.
func TestNewerRelease(t *testing.T) {
	t.Parallel()
	program := func(version string) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			_, err := NewKubeletConfig(ctx, "kubelet",
				&KubeletConfigArgs{Name: "a", Pool: "worker", MaxPods: new(5), OpenShiftVersion: version})
			if err != nil {
				return err
			}
			_, err = NewMachineConfig(ctx, "usbguard", &MachineConfigArgs{
				Name: "b", Pool: "worker", Extensions: []string{"usbguard"}, OpenShiftVersion: version,
			})
			return err
		}
	}
	assert.Empty(t, mockstest.Warnings(t, program("4.22"), clustertest.InCluster))
	warnings := mockstest.Warnings(t, program("4.23"), clustertest.InCluster)
	require.Len(t, warnings, 2)
	for _, warning := range warnings {
		assert.Contains(t, warning, "OpenShift 4.23 is newer than this version of the library")
	}
}

// TestSecondConfigOfAPool: the operator writes the files of the newest KubeletConfig only, and each setting of CRI-O once.
func TestSecondConfigOfAPool(t *testing.T) {
	t.Parallel()
	kubelet := func(ctx *pulumi.Context, name, pool string, opts ...pulumi.ResourceOption) error {
		_, err := NewKubeletConfig(ctx, name, &KubeletConfigArgs{Name: name, Pool: pool, MaxPods: new(100)}, opts...)
		return err
	}
	crio := func(ctx *pulumi.Context, name string, args ContainerRuntimeConfigArgs) error {
		args.Name, args.Pool = name, "infra"
		_, err := NewContainerRuntimeConfig(ctx, name, &args)
		return err
	}
	in := func(ctx *pulumi.Context, name string) error {
		provider, err := cluster.NewKubernetesProvider(ctx, name, &cluster.KubernetesProviderArgs{
			Kubeconfig: pulumi.ToSecret(pulumi.String("apiVersion: v1")).(pulumi.StringOutput),
		})
		if err != nil {
			return err
		}
		return kubelet(ctx, name, "infra", pulumi.Provider(provider))
	}
	for name, tt := range map[string]struct {
		program pulumi.RunFunc
		want    string
	}{
		"two of a pool": {
			program: func(ctx *pulumi.Context) error {
				return errors.Join(kubelet(ctx, "first", "infra"), kubelet(ctx, "second", "infra"))
			},
			want: "the KubeletConfig of the pool infra: the component first of the program sets it already, and only one is effective",
		},
		"two pools": {
			program: func(ctx *pulumi.Context) error {
				return errors.Join(kubelet(ctx, "first", "infra"), kubelet(ctx, "second", "worker"))
			},
		},
		"two clusters": {
			program: func(ctx *pulumi.Context) error { return errors.Join(in(ctx, "east"), in(ctx, "west")) },
		},
		"a field of CRI-O twice": {
			program: func(ctx *pulumi.Context) error {
				return errors.Join(crio(ctx, "first", ContainerRuntimeConfigArgs{LogLevel: "debug", PidsLimit: new(100)}),
					crio(ctx, "second", ContainerRuntimeConfigArgs{LogLevel: "info"}))
			},
			want: "logLevel of the pool infra: the component first of the program sets it already, and only one is effective",
		},
		"fields of CRI-O": {
			program: func(ctx *pulumi.Context) error {
				return errors.Join(crio(ctx, "first", ContainerRuntimeConfigArgs{LogLevel: "debug"}),
					crio(ctx, "second", ContainerRuntimeConfigArgs{PidsLimit: new(100)}))
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 2 { // Two programs do not know of each other.
				rec := mocks.New(clustertest.InCluster)
				err := rec.Run(tt.program)
				if tt.want == "" {
					require.NoError(t, err)
					continue
				}
				require.ErrorContains(t, err, tt.want)
			}
		})
	}
}
