package machineconfig

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

func TestDesiredContainerRuntimeConfig(t *testing.T) {
	t.Parallel()
	args := ContainerRuntimeConfigArgs{
		Name: "infra", Pool: "infra", PidsLimit: new(4096), LogLevel: "debug", LogSizeMax: "50Mi", OverlaySize: "8Gi",
		DefaultRuntime: "runc",
	}
	require.NoError(t, args.Validate())
	object := desiredContainerRuntimeConfig(args)
	assert.Equal(t, map[string]any{
		"machineConfigPoolSelector": poolSelector("infra"),
		"containerRuntimeConfig": map[string]any{
			"pidsLimit": 4096, "logLevel": "debug", "logSizeMax": "50Mi", "overlaySize": "8Gi", "defaultRuntime": "runc",
		},
	}, object.Fields["spec"])
	kubetest.Check(t, kubetest.Manifest(t, object))
	noLimit := ContainerRuntimeConfigArgs{Name: "x", Pool: "worker", PidsLimit: new(0), LogLevel: "trace"}
	require.NoError(t, noLimit.Validate(), "the operator uses 0 for no limit")
	kubetest.Check(t, kubetest.Manifest(t, desiredContainerRuntimeConfig(noLimit)))
}

func TestContainerRuntimeConfigArgsRejected(t *testing.T) {
	t.Parallel()
	of := func(args ContainerRuntimeConfigArgs) *ContainerRuntimeConfigArgs {
		args.Name, args.Pool = "infra", "infra"
		return &args
	}
	checktest.Cases(t, "machineconfig.ContainerRuntimeConfigArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "a config without settings changes nothing",
			Args:   of(ContainerRuntimeConfigArgs{}),
			Want:   []string{": must set at least one field other than Name or Pool"},
		},
		"few processes": {
			Reason: "the operator requires at least 20",
			Args:   of(ContainerRuntimeConfigArgs{PidsLimit: new(19)}),
			Want:   []string{".PidsLimit: range"},
		},
		"no limit of processes": {
			Reason: "the operator's word for no limit is 0",
			Args:   of(ContainerRuntimeConfigArgs{PidsLimit: new(-1)}),
			Want:   []string{".PidsLimit: range"},
		},
	})
}

// FuzzQuantity checks any size of a log: a valid one is an amount of more than the limit.
func FuzzQuantity(f *testing.F) {
	for _, size := range []string{
		"-1", "8192", "8193", "8.1Ki", "8193000m", "1Em", "1.Gi", "1e9", "99999999999999999999E",
	} {
		f.Add(size)
	}
	f.Fuzz(func(t *testing.T, size string) {
		if logSize.Match(size) && size != "-1" && size != "" {
			assert.Greater(t, quantityValue(size), float64(tooSmallLog))
		}
	})
}
