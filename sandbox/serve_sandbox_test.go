package sandbox

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tests := map[string]struct {
		reason  string
		opts    automation.SandboxOptions
		problem string
	}{
		"a stack": {reason: "a fleet runs its stacks", opts: automation.SandboxOptions{Project: "small", Dir: dir + "/a"}},
		"an installation": {
			reason: "install needs openshift-install",
			opts:   automation.SandboxOptions{Project: "small", Dir: dir + "/b", Installer: true},
		},
		"a problem": {
			reason:  "the program shows it",
			opts:    automation.SandboxOptions{Project: "small", Dir: dir + "/c", Kubeconfig: "/nowhere"},
			problem: "the kubeconfig: open /nowhere",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			description, err := json.Marshal(tt.opts)
			require.NoError(t, err)
			var out bytes.Buffer
			require.NoError(t, Serve(t.Context(), string(description), strings.NewReader("stop\n"), &out))
			var answer automation.Sandbox
			require.NoError(t, json.Unmarshal(out.Bytes(), &answer))
			if tt.problem != "" {
				assert.Contains(t, answer.Problem, tt.problem, tt.reason)
				return
			}
			assert.Empty(t, answer.Problem)
			assert.Equal(t, tt.opts.Dir, answer.Dir)
			assert.Contains(t, answer.Env["PULUMI_DEBUG_PROVIDERS"], "aws:")
			assert.FileExists(t, answer.CLI)
			assert.Equal(t, tt.opts.Installer, answer.OpenShiftInstall != "", tt.reason)
			assert.Equal(t, tt.opts.Installer, answer.Kubeconfig != "", tt.reason)
		})
	}
}
