package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// damagedInstallDir returns a copy of the example's install directory with some files truncated.
func damagedInstallDir(t *testing.T, damaged ...string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("install-dir")))
	for _, file := range damaged {
		path := filepath.Join(dir, file)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, text[:len(text)/2], 0o600))
	}
	return dir
}

func TestAllProblemsAreReportedTogether(t *testing.T) {
	t.Parallel()
	dir := damagedInstallDir(t, "metadata.json", "worker.ign")
	rec := example.Recorder(map[string]string{"installDir": dir, "vpcCidr": "10.0.0.0/26"})

	err := rec.Run(program)

	require.Error(t, err)
	assert.ErrorContains(t, err, filepath.Join(dir, "metadata.json"))
	assert.ErrorContains(t, err, filepath.Join(dir, "worker.ign"))
	assert.ErrorContains(t, err, "setting vpcCidr: must be between /16 and /24 (got /26)")
	assert.Equal(t, 3, problems(err), "no other problems: %v", err)
	assert.Empty(t, rec.Resources(), "nothing is registered")
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "setting installDir: is required")
	example.CheckRejected(t, example.Configured(map[string]string{"workersPerZone": "three"}),
		"unable to unmarshall required configuration variable 'openshift-classic:workersPerZone'")
}

func TestValuesThatAreNotAllowed(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"stage":              "setting stage: ",
		"publish":            "setting publish: ",
		"routerLoadBalancer": "Type: ",
	} {
		rec := example.Recorder(map[string]string{key: "another"})
		assert.ErrorContains(t, rec.Run(program), want, key)
	}
	example.CheckRejected(t, example.Configured(map[string]string{"aws:region": "us-east-1"}),
		"setting aws:region: is us-east-1, but the cluster in install-dir is for us-east-2; "+
			"set it with `pulumi config set aws:region us-east-2`")
}

// problems counts the errors that were joined.
func problems(err error) int {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return 1
	}
	count := 0
	for _, each := range joined.Unwrap() {
		count += problems(each)
	}
	return count
}
