package launch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestToolThatIsMissing(t *testing.T) {
	_, err := tool("example.com/other/cmd/openshift-aws")
	require.ErrorContains(t, err, "which has the tool after `go get -tool example.com/other/cmd/openshift-aws`")
	t.Setenv("PATH", t.TempDir())
	_, err = tool(sandboxCommand)
	assert.ErrorContains(t, err, "install Go from https://go.dev/dl/, and run this command in a folder of the module")
}

func TestSameBuild(t *testing.T) {
	t.Setenv("GOFLAGS", "-ldflags=-w")
	assert.Contains(t, SameBuild()[len(SameBuild())-1], "GOFLAGS=-ldflags=-w -mod=readonly")
}
