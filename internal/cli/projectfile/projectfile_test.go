package projectfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUndeclared(t *testing.T) {
	t.Parallel()
	dir, other, bare := t.TempDir(), t.TempDir(), t.TempDir()
	write := func(folder, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "Pulumi.yaml"), []byte(text), 0o600))
	}
	write(dir, "name: shop\nruntime: go\nconfig:\n  shop:version: {type: string}\n  workers: {type: integer, default: 2}\n"+
		"  aws:region: {value: us-east-2}\n")
	write(other, "name: other\nruntime: go\nconfig:\n  other:a: {type: string}\n")
	write(bare, "name: bare\nruntime: go\n")
	folders := []string{filepath.Join(dir, "absent"), other, bare, dir}
	tests := map[string]struct {
		reason, project string
		keys            []string
		want            string
	}{
		"declared": {
			reason:  "a declared key is a setting",
			project: "shop",
			keys:    []string{"version", "shop:workers"},
		},
		"misspelled": {
			reason:  "no program reads it",
			project: "shop",
			keys:    []string{"version", "verion"},
			want:    "verion is not a setting of shop; ",
		},
		"with namespace": {
			reason:  "the namespace is the project's",
			project: "shop",
			keys:    []string{"shop:verion"},
			want:    "declares version, workers",
		},
		"of a provider": {
			reason:  "providers have settings of theirs",
			project: "shop",
			keys:    []string{"aws:profile"},
		},
		"another project": {
			reason:  "a file of another project declares nothing of this one",
			project: "unknown",
			keys:    []string{"x"},
		},
		"no declaration": {
			reason:  "a project need not declare its settings",
			project: "bare",
			keys:    []string{"x"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := undeclared(folders, tt.project, tt.keys)
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

// TestFolders: the working directory of a test is the folder of its package, below the root of the module.
func TestFolders(t *testing.T) {
	t.Parallel()
	working, err := os.Getwd()
	require.NoError(t, err)
	cli := filepath.Dir(working)
	internal := filepath.Dir(cli)
	root := filepath.Dir(internal)
	assert.Equal(t, []string{working, cli, internal, root}, folders("")[:4])
	file, settings := declared(folders(""), "openshift-classic")
	assert.Equal(t, filepath.Join(root, "Pulumi.yaml"), file)
	assert.True(t, settings["zones"])
}
