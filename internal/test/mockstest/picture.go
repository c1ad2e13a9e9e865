package mockstest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/topology"
)

// checkPicture compares the picture of a recording with docs/pictures/<example>-<scenario>.svg, or <example>.svg if
// the scenario has the example's name. The example is the folder of the running test.
func checkPicture(t testing.TB, scenario string, rec *mocks.Recorder) {
	t.Helper()
	folder, err := os.Getwd()
	require.NoError(t, err)
	export, err := rec.Export()
	require.NoError(t, err)
	cluster, err := topology.Read(export)
	require.NoError(t, err)
	pictures := filepath.Join("..", "..", "docs", "pictures")
	name := filepath.Base(folder)
	if scenario != name {
		name += "-" + scenario
	}
	golden.Check(t, filepath.Join(pictures, name+".svg"), cluster.SVG())
}
