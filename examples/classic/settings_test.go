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
	assert.ErrorContains(t, err, "network.VpcArgs.CIDR: must be between /16 and /24 (got /26)")
	assert.Equal(t, 3, problems(err), "no other problems: %v", err)
	assert.Empty(t, rec.Resources(), "nothing is registered")
}

func TestInvalidSettingsAreReportedTogether(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, map[string]string{"workersPerZone": "three"},
		"config installDir: is required",
		"config zones: is required",
		"config ami: is required",
		"config publicZoneId: is required",
		`config workersPerZone: "three" is not a whole number`,
	)
}

func TestValuesThatAreNotAllowed(t *testing.T) {
	t.Parallel()
	rec := example.Recorder(map[string]string{
		"stage":              "clutser",
		"publish":            "internal",
		"routerLoadBalancer": "ALB",
		"publicZoneId":       "",
		"aws:region":         "us-east-1",
	})

	err := rec.Run(program)

	assert.EqualError(t, err, `config stage: must be bootstrap or cluster (got "clutser")
config publish: must be External or Internal (got "internal")
config routerLoadBalancer: must be NLB or Classic (got "ALB")
config aws:region: is us-east-1, but the cluster in install-dir is for us-east-2; `+
		"set it with `pulumi config set aws:region us-east-2`")
	assert.Empty(t, rec.Resources())
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
