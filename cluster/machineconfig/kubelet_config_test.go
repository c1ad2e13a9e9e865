package machineconfig

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
