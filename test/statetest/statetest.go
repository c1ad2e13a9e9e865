// Package statetest keeps the states of stacks that earlier versions of the library created, and shows that this version
// changes nothing in them.
package statetest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/blang/semver"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// Check updates each scenario of an example, which is a change of its configuration, on the states of the last three released versions in
// testdata/states/<version>/<scenario>.json.gz, through the Pulumi engine with the schemas of the real providers. What changes is in
// <scenario>.changes beside the state, and thereby on docs/upgrade.md; without that file nothing may change. At a release, `make record`
// records its states; they never change after that. The layout follows github.com/pulumi/providertest, which runs plugins: a
// version's folder has the state that the program of a test has with it.
func Check(t *testing.T, e mockstest.Example, scenarios map[string]map[string]string) {
	t.Helper()
	t.Parallel()
	for scenario, changes := range scenarios {
		if version := os.Getenv(golden.Release); version != "" {
			record(t, e, filepath.Join("testdata", "states", version, scenario+".json.gz"), changes)
		}
		states, err := filepath.Glob(filepath.Join("testdata", "states", "*", scenario+".json.gz"))
		require.NoError(t, err)
		for _, path := range newest(states, kept) {
			t.Run(scenario+" of "+filepath.Base(filepath.Dir(path)), func(t *testing.T) {
				t.Parallel()
				checkChanges(t, strings.TrimSuffix(path, ".json.gz")+".changes", update(t, e, path, changes))
			})
		}
	}
}

// kept is how many releases a stack can skip.
const kept = 3

// newest returns the states of the newest versions.
func newest(states []string, count int) []string {
	version := func(path string) semver.Version {
		parsed, _ := semver.ParseTolerant(filepath.Base(filepath.Dir(path)))
		return parsed
	}
	slices.SortFunc(states, func(a, b string) int { return version(b).Compare(version(a)) })
	return states[:min(count, len(states))]
}

// checkChanges compares changes with those that a file lists. UPDATE_GOLDEN=1 writes it.
func checkChanges(t *testing.T, path string, changes []string) {
	t.Helper()
	slices.Sort(changes)
	_, err := os.Stat(path)
	if expected := !errors.Is(err, fs.ErrNotExist); expected || len(changes) > 0 && os.Getenv("UPDATE_GOLDEN") != "" {
		golden.Check(t, path, []byte(strings.Join(changes, "\n")+"\n"))
		return
	}
	assert.Empty(t, changes, "%s lists what a new version changes in an existing stack", path)
}

// update updates the example on a recorded state and returns what changed.
func update(t *testing.T, e mockstest.Example, path string, changes map[string]string) []string {
	t.Helper()
	dir := t.TempDir()
	unpack(t, path, dir)
	result := mockstest.Must(t, e.Sandbox(t, dir, changes).Up)
	require.Positive(t, result.Changes["same"], "the state has no resource of the program")
	var changed []string
	for _, step := range result.Steps {
		if step.Op != "same" && step.Op != "read" {
			changed = append(changed, step.Op+" "+step.URN+": "+strings.Join(step.Diffs, ", "))
		}
	}
	return changed
}

// record creates the stack of a scenario and keeps its files. It updates twice: an upgrade resumes paused pools in the second update.
func record(t *testing.T, e mockstest.Example, path string, changes map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for range 2 {
		mockstest.Must(t, e.Sandbox(t, dir, changes).Up)
	}
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if err != nil || entry.IsDir() || !isState(filepath.ToSlash(name)) {
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	}))
	text, err := json.Marshal(files)
	require.NoError(t, err)
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	require.NoError(t, err)
	_, err = zip.Write(text)
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, packed.Bytes(), 0o600))
}

// isState reports whether a file of a sandbox is Pulumi's state or a fake's, and no log, backup or history.
func isState(name string) bool {
	switch name {
	case "aws.json", "clusters.json", "ocm.json", "Pulumi.yaml", "Pulumi.sandbox.yaml", "state/.pulumi/meta.yaml":
		return true
	}
	return (strings.HasPrefix(name, "state/.pulumi/stacks/") || strings.HasPrefix(name, "kubernetes")) && strings.HasSuffix(name, ".json")
}

// unpack writes the files of a recorded state.
func unpack(t *testing.T, path, dir string) {
	t.Helper()
	packed, err := os.ReadFile(path)
	require.NoError(t, err)
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	var files map[string]string
	require.NoError(t, json.NewDecoder(zip).Decode(&files))
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
}
