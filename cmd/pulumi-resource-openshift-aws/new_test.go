package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestNewProjects: from an empty folder to a preview of a whole cluster, in less than a minute.
func TestNewProjects(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	folder, err := build()
	require.NoError(t, err)
	for name, answers := range map[string]string{
		"hcp":                     "--cluster rosa-hcp",
		"private classic":         "--cluster rosa-classic --access private",
		"private hcp of a VPC":    "--cluster rosa-hcp --access private --network existing --zones us-east-2a",
		"public classic of a VPC": "--cluster rosa-classic --network existing --zones us-east-2b",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			p := project{T: t, dir: filepath.Join(t.TempDir(), "shop")}
			arguments := append([]string{"new", "--name", "shop", "--dir", p.dir}, strings.Fields(answers)...)
			text, err := exec.CommandContext(t.Context(), filepath.Join(folder, "openshift-aws"), arguments...).CombinedOutput()
			require.NoError(t, err, string(text))
			preview := p.must("preview")
			assert.Contains(t, preview, "to create")
			assert.NotContains(t, preview, "the preview is incomplete")
			assert.Less(t, time.Since(begun), time.Minute)
			t.Log(time.Since(begun))
			if name == "hcp" {
				command := exec.CommandContext(
					t.Context(), filepath.Join(folder, "openshift-aws"), "rehearse", "--with-failures", "--picture", "")
				command.Dir, command.Env = p.dir, append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
				text, err := command.CombinedOutput()
				require.NoError(t, err, string(text))
				assert.Regexp(t, `(?s)ok +delete the cluster .*ok +no permission for a role: create again .*ok +OCM has too many`, string(text))
				assert.Contains(t, string(text), "  1 hosted control plane of ROSA\n")
			}
		})
	}
}

// TestNewSelfManaged installs and uninstalls the cluster of a new project in YAML.
func TestNewSelfManaged(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	folder, err := build()
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "shop")
	run := func(arguments ...string) string {
		command := exec.CommandContext(t.Context(), filepath.Join(folder, "openshift-aws"), arguments...)
		command.Env = append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
		if arguments[0] != "new" {
			command.Dir = dir
		}
		text, err := command.CombinedOutput()
		require.NoError(t, err, string(text))
		return string(text)
	}
	run("new", "--name", "shop", "--dir", dir, "--cluster", "self-managed", "--release", "4.19.3")
	rehearsed := run("rehearse", "--picture", "cluster.svg")
	assert.Regexp(t,
		`ok +install the cluster, stages bootstrap and cluster .*\nok +nothing changes afterwards .*\nok +delete the cluster `, rehearsed)
	assert.Contains(t, rehearsed, "  3 NAT gateways\n  3 load balancers\n")
	assert.Contains(t, rehearsed, "In an account the creation takes up to 95 minutes.")
	assert.Contains(t, read(t, dir, "cluster.svg"), "<svg ")
	const sandbox = "--config=cluster.sandbox.yaml"
	assert.Contains(t, run("install", "--sandbox", sandbox), "The cluster shop-")
	assert.Contains(t, run("status", "--sandbox", sandbox), "installed")
	assert.Contains(t, run("uninstall", "--sandbox", sandbox, "--yes"), "The cluster shop is removed.")
}
