package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/blang/semver"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/pulumicli"
)

func TestUsableCLI(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, version string
		want            bool
	}{
		"newer": {reason: "a newer release of the same major version is usable", version: "3.251.0", want: true},
		"oldest": {
			reason:  "the oldest supported release is usable",
			version: pulumicli.Oldest,
			want:    true,
		},
		"too old": {reason: "an older release is not usable", version: "3.218.0"},
		"next":    {reason: "another major version is not usable", version: "4.0.0"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, isUsable(semver.MustParse(tt.version)), tt.reason)
		})
	}
	assert.Nil(t, usable(t.Context(), filepath.Join(t.TempDir(), "pulumi")), "a missing file is not usable")
}

// TestMessages: a failed build's error has the compiler's messages, without the hundreds of packages that were compiled before.
func TestMessages(t *testing.T) {
	t.Parallel()
	failed := "\n# github.com/pulumi/pulumi/pkg/v3/backend\n./backend.go:3:2: undefined: x\ngo build: exit status 1"
	assert.Equal(t, failed, messages("internal/abi\ngithub.com/spf13/cobra"+failed+"\n"))
}

func TestToolsPinCLIVersion(t *testing.T) {
	t.Parallel()
	root, err := moduleRoot()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "tools", "go.mod"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "github.com/pulumi/pulumi/pkg/v3 v"+cliVersion)
	assert.Contains(t, string(text), "tool github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", "go mod tidy must keep what tools/cli compiles")
}
