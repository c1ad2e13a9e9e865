//go:build unix

package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../../.."

// TestRawProgram finds the package of the overlay, which has no folder.
func TestRawProgram(t *testing.T) {
	t.Chdir(root)
	overlay, err := rawProgram(t.TempDir(), "./network")
	require.NoError(t, err)
	out, err := exec.Command("go", "list", "-overlay", overlay, "-f", "{{.Imports}}", raw).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), aws+"/ec2")
}

// TestPluginProgram resolves the packages of the program with the SDK's module.
func TestPluginProgram(t *testing.T) {
	t.Chdir(root)
	folder := filepath.Join(t.TempDir(), "program")
	require.NoError(t, writePluginProgram(folder, "/sdk"))
	command := exec.Command("go", "list", "-m", "-mod=mod", "-e", "-f", "{{.Replace}}", pluginSDK)
	command.Dir = folder
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "/sdk")
}
