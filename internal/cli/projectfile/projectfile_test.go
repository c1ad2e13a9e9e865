package projectfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCheck(t *testing.T) {
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
		settings        map[string]string
		want            string
	}{
		"declared": {
			reason:   "a declared key is a setting",
			project:  "shop",
			settings: map[string]string{"version": "x", "shop:workers": "3"},
		},
		"misspelled": {
			reason:   "no program reads it",
			project:  "shop",
			settings: map[string]string{"version": "x", "verion": "x"},
			want:     "verion is not a setting of shop; ",
		},
		"of another type": {
			reason:   "the program would fail with an error of the JSON parser",
			project:  "shop",
			settings: map[string]string{"workers": "three"},
			want:     `workers must be of type integer (got "three")`,
		},
		"with namespace": {
			reason:   "the namespace is the project's",
			project:  "shop",
			settings: map[string]string{"shop:verion": "x"},
			want:     "declares version, workers",
		},
		"of a provider": {
			reason:   "providers have settings of theirs",
			project:  "shop",
			settings: map[string]string{"aws:profile": "x"},
		},
		"another project": {
			reason:   "a file of another project declares nothing of this one",
			project:  "unknown",
			settings: map[string]string{"x": "x"},
		},
		"no declaration": {
			reason:   "a project need not declare its settings",
			project:  "bare",
			settings: map[string]string{"x": "x"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := check(folders, tt.project, tt.settings)
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
	file, types := declared(folders(""), "openshift-classic")
	assert.Equal(t, filepath.Join(root, "Pulumi.yaml"), file)
	assert.Contains(t, types, "zones")
}
