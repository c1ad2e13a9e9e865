package mocks_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestProjectFile: a program has the settings of its Pulumi.yaml, which other options override.
func TestProjectFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "Pulumi.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`{name: shop, runtime: go, config: {
		aws:region: {value: eu-west-1}, zones: {type: string, default: eu-west-1a}, workers: {type: integer, default: 3},
		keys: {type: array, items: {type: string}, default: [a]}, password: {type: string}}}`), 0o600))
	recorded := mocks.New(mocks.ProjectFile(path), mocks.Config(map[string]string{"zones": "eu-west-1b", "shop:workers": "4"}),
		mocks.SecretConfig(map[string]string{"password": "secret"}))
	require.NoError(t, recorded.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		var keys []string
		cfg.RequireObject("keys", &keys)
		assert.Equal(t, "shop", ctx.Project())
		assert.Equal(t, "eu-west-1b", cfg.Require("zones"))
		assert.Equal(t, 4, cfg.RequireInt("workers"))
		assert.Equal(t, []string{"a"}, keys)
		assert.Equal(t, "eu-west-1", config.New(ctx, "aws").Require("region"))
		assert.True(t, ctx.IsConfigSecret("shop:password"))
		return nil
	}))
	none := mocks.New(mocks.ProjectFile(filepath.Join(t.TempDir(), "Pulumi.yaml")))
	require.ErrorContains(t, none.Run(func(*pulumi.Context) error { return nil }), "Pulumi.yaml")
}
