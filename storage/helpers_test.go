package storage_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// longInfraID has 27 characters, the most that the installer makes.
const longInfraID = "production-frankfurt1-x7k2p"

func run(t *testing.T, program pulumi.RunFunc, options ...mocks.Option) *mocks.Recorder {
	t.Helper()
	rec := mocks.New(options...)
	require.NoError(t, rec.Run(program))
	return rec
}

func find(t *testing.T, rec *mocks.Recorder, name string) mocks.Resource {
	t.Helper()
	found, ok := rec.Find(name)
	require.True(t, ok, "%s is not registered", name)
	return found
}

func urns(rec *mocks.Recorder) []string {
	var all []string
	for _, resource := range rec.Resources() {
		all = append(all, resource.URN)
	}
	return all
}

// checkPreviewIsTheUpdate proves that a preview shows what an update makes.
func checkPreviewIsTheUpdate(t *testing.T, program pulumi.RunFunc) {
	t.Helper()
	update, preview := mocks.New(), mocks.New()
	require.NoError(t, update.Run(program))
	require.NoError(t, preview.Preview(program))
	assert.Equal(t, urns(update), urns(preview))
}

// checkRefused proves that all problems are told, each at its path, before anything is registered.
func checkRefused(t *testing.T, args interface{ Validate() error }, program pulumi.RunFunc, path string, want []string, reason string) {
	t.Helper()
	all := path + strings.Join(want, "\n"+path)
	assert.EqualError(t, args.Validate(), all, reason)
	rec := mocks.New()
	assert.ErrorContains(t, rec.Run(program), all, reason)
	for _, resource := range rec.Resources() {
		assert.Equal(t, "pulumi:pulumi:Stack", resource.Type, "%s is registered", resource.URN)
	}
}
