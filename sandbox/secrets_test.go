package sandbox_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestSecretsAreNotInFiles creates what the bootstrap machine reads: an object with keys, whose content is a secret.
func TestSecretsAreNotInFiles(t *testing.T) {
	t.Parallel()
	const key = "private-key-of-the-cluster"
	content := key
	bootstrap := func(ctx *pulumi.Context) error {
		bucket, err := s3.NewBucketV2(ctx, "bootstrap", nil)
		if err != nil {
			return err
		}
		_, err = s3.NewBucketObjectv2(ctx, "ignition", &s3.BucketObjectv2Args{
			Bucket: bucket.Bucket, Key: pulumi.String("bootstrap.ign"),
			Content: pulumi.ToSecret(pulumi.String(content)).(pulumi.StringOutput),
		})
		return err
	}
	dir := filepath.Join(t.TempDir(), "sandbox")
	box := newOptionsBox(t, dir, bootstrap, map[string]string{})
	mockstest.Must(t, box.Up)
	hasNoSecret(t, dir, key)

	again := mockstest.Must(t, box.Up)
	assert.False(t, again.Changed(), "%v", again.Steps)
	refreshed, err := box.Refresh(t.Context())
	require.NoError(t, err)
	assert.False(t, refreshed.Changed(), "%v", refreshed.Steps)

	content = key + "-2"
	changed := mockstest.Must(t, box.Up)
	assert.True(t, changed.Changed())
	hasNoSecret(t, dir, key)
}

// hasNoSecret asserts that no file of a sandbox contains a text, and that other users can read none.
func hasNoSecret(t *testing.T, dir, secret string) {
	t.Helper()
	files := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.NotContains(t, string(text), secret, path)
		files++
		if info, err := entry.Info(); filepath.Dir(path) == dir {
			require.NoError(t, err)
			assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), path)
		}
		return nil
	}))
	assert.Greater(t, files, 3)
	info, err := os.Stat(dir)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
}
