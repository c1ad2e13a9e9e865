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
		"network.Subnets": {Package: "network", Name: "Subnets", Folder: "network", AWS: true, File: "subnets", Golden: "subnets"},
		"configuration.OAuth2": {
			Package: "configuration", Name: "OAuth2", Folder: "cluster/configuration", File: "o_auth2", Golden: "o-auth2",
		},
	} {
		got, err := newComponent("../..", name, false)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for name, want := range map[string]string{"storage": "not a package and a type", "plates.Plate": "no package plates"} {
		_, err := newComponent("../..", name, false)
		assert.ErrorContains(t, err, want)
	}
}

func TestEdits(t *testing.T) {
	t.Parallel()
	c := component{Package: "storage", Name: "M", Folder: "storage"}
	ofAWS := component{Package: "network", Name: "M", Folder: "network", AWS: true}
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
		"row of AWS": {
			edit: ofAWS.addRow, before: "\tof(network.NewA),\n}", want: "\tof(network.NewA),\n\tof(network.NewM),\n}",
		},
		"package comment": {
			edit: c.addToPackageComment, before: "// A.\npackage storage", want: "// A.\n//\n// M is a ConfigMap.\npackage storage",
		},
		"changelog": {
			edit:   c.addToChangelog,
			before: "## 0.2.0 (unreleased)\n\n- A.\n\n## 0.1.0",
			want:   "## 0.2.0 (unreleased)\n\n- A.\n- `storage.M` is a ConfigMap.\n\n## 0.1.0",
		},
		"last changes": {
			edit: c.addToChangelog, before: "## 0.1.0 (unreleased)\n\n- A.\n",
			want: "## 0.1.0 (unreleased)\n\n- A.\n- `storage.M` is a ConfigMap.\n",
		},
	}
	for name, tt := range tests {
		assert.Equal(t, tt.want, strings.Join(tt.edit(strings.Split(tt.before, "\n")), "\n"), name)
		assert.Nil(t, tt.edit([]string{"other"}), name)
	}
}

// TestTemplatesCompile compiles a new component of each kind in a package that has both, without writing them there.
func TestTemplatesCompile(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "storage"), 0o755))
	replace := map[string]string{}
	for name, aws := range map[string]bool{"storage.SampleLevel": false, "storage.SampleLog": true} {
		c, err := newComponent("../..", name, aws)
		require.NoError(t, err)
		for _, suffix := range []string{".go", "_test.go"} {
			require.NoError(t, c.create(dir, c.File+suffix, c.templates()+suffix+".tmpl"))
			path, err := filepath.Abs(filepath.Join("../..", c.Folder, c.File+suffix))
			require.NoError(t, err)
			replace[path] = filepath.Join(dir, c.Folder, c.File+suffix)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600))
	vet := exec.CommandContext(t.Context(), "go", "vet", "-overlay", filepath.Join(dir, "overlay.json"), "../../storage")
	out, err := vet.CombinedOutput()
	assert.NoError(t, err, string(out))
}

// TestANewComponentPasses writes a component of each kind into a copy of the module, records what follows from them, and runs the tests of
// lists.
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
	for name, aws := range map[string]bool{"storage.SampleLevel": false, "ingress.SampleLog": true} {
		_, err := write(root, name, aws)
		require.NoError(t, err)
	}
	run := func(env string, arguments ...string) {
		command := exec.CommandContext(t.Context(), "go", append([]string{"test"}, arguments...)...)
		command.Dir, command.Env = root, append(os.Environ(), "ENGINE=", env)
		out, err := command.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	const recorded = "^Test(SampleLevel|SampleLog|AdoptFields|EffectsPage|FewArgumentsArePlain|PlainRules|SchemaIsCurrent)$"
	run("UPDATE_GOLDEN=1", "-run", recorded, "./storage", "./ingress", "./plugin/...", "./test/effects")
	run("UPDATE_GOLDEN=", "./storage", "./ingress", "./plugin/...", "./test/effects", "./test/kubetest", "./test/docs")
}
