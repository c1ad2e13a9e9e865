package install

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// run runs a command line and returns its exit code and outputs.
func run(t *testing.T, i *Installation, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	commands := &Commands{
		Open: func(_ context.Context, o Options) (*Installation, func(), error) {
			if o.File != "cluster.yaml" {
				return nil, nil, errors.New("no file " + o.File)
			}
			return i, func() {}, nil
		},
		Flags: func(flags *flag.FlagSet) { flags.Bool("sandbox", false, "run without an account") },
	}
	var stdout, stderr bytes.Buffer
	code = commands.Run(t.Context(), args, strings.NewReader(in), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestCommands(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	code, out, errs := run(t, i, "", "install")
	require.Equal(t, 0, code, errs)
	assert.Contains(t, out, "[1/5] Create the install directory (estimate: a minute)\n")
	assert.Contains(t, out, "      waits for the bootstrap machine to hand over to the control plane\n")
	assert.Contains(t, out, "\nThe cluster demo-x7k2p is installed.\n"+
		"Console:   https://console-openshift-console.apps.demo.example.com\n")
	assert.NotContains(t, out, "aaaaa-bbbbb-ccccc-ddddd")

	i.Note = "This is a sandbox."
	_, out, _ = run(t, i, "", "install")
	assert.True(t, strings.HasPrefix(out, "This is a sandbox.\n\n") && strings.HasSuffix(out, "\nThis is a sandbox.\n"), out)
	code, out, _ = run(t, i, "", "status")
	assert.Equal(t, 1, strings.Count(out, "This is a sandbox.\n"), out)
	require.Equal(t, 0, code)
	assert.Contains(t, out, "next               the cluster is installed; the password of kubeadmin is in ")

	i.Kubeconfig = newFakeAPI(t).kubeconfig(t)
	code, _, errs = run(t, i, "no\n", "uninstall")
	assert.Equal(t, 1, code)
	assert.Contains(t, errs,
		"This deletes the cluster demo.example.com (demo-x7k2p) in us-east-2 of the AWS account 123456789012, and its data.")
	assert.NotContains(t, stack.calls, "destroy")
	code, out, errs = run(t, i, "demo\n", "uninstall", "--verbose")
	require.Equal(t, 0, code, errs)
	assert.Contains(t, out, "The cluster demo is removed.\n")
}

func TestCommandsInJSON(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	i.Note = "This is a sandbox."
	code, out, _ := run(t, i, "", "install", "--json")
	require.Equal(t, 0, code)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for _, line := range lines {
		assert.True(t, json.Valid([]byte(line)), line)
	}
	assert.Contains(t, lines[0],
		`{"step":"directory","number":1,"steps":5,"title":"Create the install directory","state":"started"`)
	assert.Contains(t, lines[len(lines)-1], `{"result":{"infraId":"demo-x7k2p","consoleUrl":"https://console`)

	stack.fail = errors.New("quota exceeded")
	code, out, errs := run(t, i, "", "install", "--json")
	assert.Equal(t, 1, code)
	assert.Contains(t, out, `{"error":"step cluster: quota exceeded\nRun the same command again`)
	assert.Empty(t, errs)
}

func TestCommandsRejected(t *testing.T) {
	i, _, _ := demoInstallation(t)
	tests := map[string]struct {
		args []string
		code int
		want string
	}{
		"no command":      {code: 2, want: "a command is required"},
		"another command": {args: []string{"up"}, code: 2, want: `"up" is not a command`},
		"another flag":    {args: []string{"install", "--force"}, code: 2, want: "flag provided but not defined: -force"},
		"an argument":     {args: []string{"install", "demo"}, code: 2, want: `unexpected argument "demo"`},
		"another's flag":  {args: []string{"install", "--yes"}, code: 2, want: "flag provided but not defined: -yes"},
		"no file":         {args: []string{"install", "--config", "none"}, code: 1, want: "error: no file none"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			code, _, errs := run(t, i, "", tt.args...)
			assert.Equal(t, tt.code, code)
			assert.Contains(t, errs, tt.want)
		})
	}
	code, out, _ := run(t, i, "", "install", "--help")
	assert.Equal(t, 0, code)
	const flags = `
Flags:
  --config FILE       the FILE with the description of the cluster (default: cluster.yaml)
  --json              print JSON, one event per line
  --sandbox           run without an account
  --verbose           print Pulumi's output too
`
	assert.True(t, strings.HasSuffix(out, flags), out)
	code, out, _ = run(t, i, "", "uninstall", "-h")
	assert.Equal(t, 0, code)
	assert.True(t, strings.HasSuffix(out, flags+`  --without-cluster   uninstall a cluster that no longer exists
  --yes               uninstall without asking
`), out)
}
