package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestNewComponent(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]component{
		"storage.EFSStorageClass": {
			Package: "storage", Name: "EFSStorageClass", Folder: "storage", File: "efs_storage_class", Golden: "efs-storage-class",
		},
		"configuration.OAuth2": {
			Package: "configuration", Name: "OAuth2", Folder: "cluster/configuration", File: "o_auth2", Golden: "o-auth2",
		},
	} {
		got, err := newComponent("../..", name)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for name, want := range map[string]string{"storage": "not a package and a type", "plates.Plate": "no package plates"} {
		_, err := newComponent("../..", name)
		assert.ErrorContains(t, err, want)
	}
}

func TestEdits(t *testing.T) {
	t.Parallel()
	c := component{Package: "storage", Name: "M", Folder: "storage"}
	tests := map[string]struct {
		edit         func([]string) []string
		before, want string
	}{
		"row": {
			edit:   c.addRow,
			before: "\tof(storage.NewA),\n\tof(storage.NewZ),",
			want:   "\tof(storage.NewA),\n\tof(storage.NewM).restarting(none),\n\tof(storage.NewZ),",
		},
		"last row": {
			edit:   c.addRow,
			before: "\tof(storage.NewA),\n}",
			want:   "\tof(storage.NewA),\n\tof(storage.NewM).restarting(none),\n}",
		},
		"package comment": {
			edit: c.addToPackageComment, before: "// A.\npackage storage", want: "// A.\n//\n// M is a ConfigMap.\npackage storage",
		},
		"readme": {edit: c.addToReadme, before: "| **[storage](x)** | `A` |", want: "| **[storage](x)** | `A`, `M` |"},
		"changelog": {
			edit:   c.addToChangelog,
			before: "## Unreleased\n\n- A.\n\n## v1",
			want:   "## Unreleased\n\n- A.\n- `storage.M` is a ConfigMap.\n\n## v1",
		},
		"last changes": {
			edit: c.addToChangelog, before: "## Unreleased\n\n- A.\n", want: "## Unreleased\n\n- A.\n- `storage.M` is a ConfigMap.\n",
		},
	}
	for name, tt := range tests {
		assert.Equal(t, tt.want, strings.Join(tt.edit(strings.Split(tt.before, "\n")), "\n"), name)
		assert.Nil(t, tt.edit([]string{"other"}), name)
	}
}

// TestTemplatesCompile compiles a new component in its package, without writing it there.
func TestTemplatesCompile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "storage"), 0o755))
	c, err := newComponent("../..", "storage.SampleLevel")
	require.NoError(t, err)
	replace := map[string]string{}
	for file, from := range map[string]string{c.File + ".go": "component.go.tmpl", c.File + "_test.go": "component_test.go.tmpl"} {
		require.NoError(t, c.create(dir, file, from))
		path, err := filepath.Abs(filepath.Join("../..", c.Folder, file))
		require.NoError(t, err)
		replace[path] = filepath.Join(dir, c.Folder, file)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600))
	vet := exec.CommandContext(t.Context(), "go", "vet", "-overlay", filepath.Join(dir, "overlay.json"), "../../"+c.Folder)
	out, err := vet.CombinedOutput()
	assert.NoError(t, err, string(out))
}

// TestANewComponentPasses writes a component into a copy of the module, records what follows from it, and runs the tests of lists.
func TestANewComponentPasses(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	root := filepath.Join(t.TempDir(), "module")
	list := exec.Command("git", "ls-files")
	list.Dir = "../.."
	files, err := list.Output()
	require.NoError(t, err)
	for file := range strings.FieldsSeq(string(files)) {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			continue // a link, or deleted and not committed yet
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, file), text, 0o600))
	}
	folder, err := write(root, "storage.SampleLevel")
	require.NoError(t, err)
	run := func(env string, arguments ...string) {
		command := exec.CommandContext(t.Context(), "go", append([]string{"test"}, arguments...)...)
		command.Dir, command.Env = root, append(os.Environ(), "ENGINE=", env)
		out, err := command.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	const recorded = "^Test(SampleLevel|AdoptFields|EffectsPage|PlainRules|SchemaIsCurrent)$"
	run("UPDATE_GOLDEN=1", "-run", recorded, "./"+folder, "./plugin/...", "./test/effects")
	run("UPDATE_GOLDEN=", "./"+folder, "./plugin/...", "./test/effects", "./test/kubetest", "./test/docs")
}
