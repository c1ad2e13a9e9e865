package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// sandboxBlock is a block of commands of a page that needs no account.
type sandboxBlock struct {
	page string
	// begins is the beginning of its first command.
	begins string
	// left is the beginning of a line that is left out, because reason.
	left, reason string
	// prints is a part of what the block prints.
	prints string
}

// sandboxBlocks are blocks that run in one project of a reader after the other, as they are. `pulumi` alone is that of the sandbox.
var sandboxBlocks = map[string][]sandboxBlock{
	"sandbox": {
		{page: "sandbox.md", begins: "go install", left: "go install", reason: "it downloads a release", prints: "shop-cluster"},
	},
	"settings": {
		{page: "programs.md", begins: "openssl genrsa"},
		{page: "languages.md", begins: "openshift-aws sandbox -- pulumi config set", prints: "created"},
		{page: "day-two.md", begins: "pulumi config set openshift-aws:allowLoss", prints: "unchanged"},
		{page: "troubleshooting.md", begins: "pulumi config set openshift-aws:allowLoss", prints: "unchanged"},
		{page: "sandbox-faults.md", begins: "openshift-aws sandbox account fail", prints: "clusterRosaHcp"},
	},
	"adoption": {
		{page: "adopt.md", begins: "openshift-aws sandbox -- pulumi up", prints: "unchanged"},
		{page: "resource-options.md", begins: "pulumi config set openshift-aws:protect", prints: "openshift-aws:index:Protection"},
	},
}

// TestBlocksInTheSandbox runs blocks of pages as a reader does who copies them.
func TestBlocksInTheSandbox(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	for name, all := range sandboxBlocks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newOf(t, "--cluster rosa-hcp")
			p.env[0] += ":/usr/bin:/bin"
			for _, each := range all {
				assert.Contains(t, p.prints(each), each.prints, each.page)
			}
		})
	}
}

// reader answers the question of `up` and `destroy`, and has no pulumi but that of the sandbox.
const reader = `set -euo pipefail
openshift-aws() {
  case "$*" in
    *" pulumi up"* | *" pulumi destroy"*) command openshift-aws "$@" --yes ;;
    *) command openshift-aws "$@" ;;
  esac
}
pulumi() { openshift-aws sandbox -- pulumi "$@"; }
`

// prints runs a block, and returns what it printed.
func (p project) prints(each sandboxBlock) string {
	p.Helper()
	commands := ""
	for _, found := range blocks(read(p, root, "docs", each.page)) {
		if strings.HasPrefix(found.commands, each.begins) {
			commands = found.commands
		}
	}
	require.NotEmpty(p, commands, "%s has no block that begins so: %s", each.page, each.begins)
	script := reader + commands
	if each.left != "" {
		script = regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(each.left)+`.*\n`).ReplaceAllString(script, "")
	}
	command := exec.CommandContext(p.Context(), "bash", "-c", script)
	command.Dir = p.dir
	command.Env = append(p.env, "TMPDIR="+os.TempDir())
	text, err := command.CombinedOutput()
	require.NoError(p, err, "%s:\n%s\n%s", each.page, script, text)
	return string(text)
}
