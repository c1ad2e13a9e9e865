package mockstest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/topology"
)

// checkPicture compares the picture of a recording with docs/pictures/<example>-<scenario>.svg, or <example>.svg if
// the scenario has the example's name. The example is the folder of the running test. A stack without a network has no picture:
// it would be one box with the names of a few components.
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
	path, picture := filepath.Join(pictures, name+".svg"), cluster.SVG()
	if !bytes.Contains(picture, []byte(`<text class="zone"`)) {
		require.NoFileExists(t, path)
		return
	}
	golden.Check(t, path, picture)
}
