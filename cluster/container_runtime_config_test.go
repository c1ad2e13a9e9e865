package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
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
	for _, size := range []string{"-1", "8193", "9k", "8.1Ki", "1Gi", "8193000m"} {
		assert.NoError(t, (&ContainerRuntimeConfigArgs{Name: "x", Pool: "worker", LogSizeMax: size}).Validate(), size)
	}
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
	testRejections(t, "cluster.ContainerRuntimeConfigArgs", map[string]rejection{
		"nothing": {
			reason: "a config without settings changes nothing",
			args:   &ContainerRuntimeConfigArgs{},
			want: []string{
				".Name: required", ".Pool: required", ": must set at least one field other than Name and Pool",
			},
		},
		"forms": {
			reason: "each field has its form",
			args: &ContainerRuntimeConfigArgs{
				Name: "Infra", Pool: "pools.operator/infra", LogSizeMax: "50MB", OverlaySize: "8GB",
			},
			want: []string{".Name: format", ".Pool: format", ".LogSizeMax: format", ".OverlaySize: format"},
		},
		"few processes": {
			reason: "the operator requires at least 20",
			args:   of(ContainerRuntimeConfigArgs{PidsLimit: new(19)}),
			want:   []string{".PidsLimit: range"},
		},
		"log level": {
			reason: "CRI-O has seven levels",
			args:   of(ContainerRuntimeConfigArgs{LogLevel: "verbose"}),
			want:   []string{".LogLevel: one-of"},
		},
		"no limit of processes": {
			reason: "the operator's word for no limit is 0",
			args:   of(ContainerRuntimeConfigArgs{PidsLimit: new(-1)}),
			want:   []string{".PidsLimit: range"},
		},
		"small log in bytes": {
			reason: "the operator rejects 8192 as well",
			args:   of(ContainerRuntimeConfigArgs{LogSizeMax: "8192"}),
			want:   []string{".LogSizeMax: format"},
		},
		"small log in KiB": {
			reason: "units count",
			args:   of(ContainerRuntimeConfigArgs{LogSizeMax: "8Ki"}),
			want:   []string{".LogSizeMax: format"},
		},
		"small log in kB": {
			reason: "units count",
			args:   of(ContainerRuntimeConfigArgs{LogSizeMax: "8k"}),
			want:   []string{".LogSizeMax: format"},
		},
		"tiny log": {
			reason: "m is a thousandth of a byte",
			args:   of(ContainerRuntimeConfigArgs{LogSizeMax: "100000m"}),
			want:   []string{".LogSizeMax: format"},
		},
		"runtime": {
			reason: "RHCOS has two runtimes",
			args:   of(ContainerRuntimeConfigArgs{DefaultRuntime: "kata"}),
			want:   []string{".DefaultRuntime: one-of"},
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
