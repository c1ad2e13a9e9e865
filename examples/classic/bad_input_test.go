package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// damagedInstallDir is a copy of the example's install directory in which files are cut in the middle.
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

func TestBadInputIsReportedAtOnceAndNothingIsRegistered(t *testing.T) {
	dir := damagedInstallDir(t, "metadata.json", "worker.ign")
	rec := mocks.New(mocks.Project("openshift-classic"), mocks.Config(stackConfig(map[string]string{
		"installDir": dir,
		"vpcCidr":    "10.0.0.0/26",
	})))

	err := rec.Run(program)

	require.Error(t, err)
	assert.ErrorContains(t, err, filepath.Join(dir, "metadata.json"))
	assert.ErrorContains(t, err, filepath.Join(dir, "worker.ign"))
	assert.ErrorContains(t, err, "network.VpcArgs.CIDR: must be between /16 and /24 (got /26)")
	assert.Equal(t, 3, problems(err), "three problems and no other: %v", err)
	assert.Empty(t, rec.Resources(), "nothing was registered")
}

func TestMissingConfigurationIsReportedAtOnce(t *testing.T) {
	rec := mocks.New(
		mocks.Project("openshift-classic"),
		mocks.Config(map[string]string{"openshift-classic:workers": "three"}),
	)

	err := rec.Run(program)

	for _, key := range []string{"installDir", "zones", "ami", "publicZoneId", "workers"} {
		assert.ErrorContains(t, err, "config "+key+": ")
	}
	assert.Empty(t, rec.Resources())
}

func TestValuesThatAreNotAllowedAreReportedAtOnce(t *testing.T) {
	rec := mocks.New(mocks.Project("openshift-classic"), mocks.Config(stackConfig(map[string]string{
		"stage":              "clutser",
		"publish":            "internal",
		"routerLoadBalancer": "ALB",
		"publicZoneId":       "",
		"aws:region":         "us-east-1",
	})))

	err := rec.Run(program)

	assert.EqualError(t, err, `config stage: "clutser" is none of bootstrap, cluster
config publish: "internal" is none of External, Internal
config routerLoadBalancer: "ALB" is none of NLB, Classic
config aws:region: is us-east-1, and the cluster in install-dir is for us-east-2; set it with `+"`pulumi config set aws:region us-east-2`")
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
