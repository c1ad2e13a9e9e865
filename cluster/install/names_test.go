package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDirIsNoPattern: the name of a directory can have the characters of a pattern.
func TestDirIsNoPattern(t *testing.T) {
	t.Parallel()
	c := demo(t)
	c.Dir = filepath.Join(t.TempDir(), "demo [prod]")
	prepare(t, c)
	for file := range bootstrapFiles(t, c.Dir) {
		assert.NotContains(t, file, "_master-machines-", "Pulumi creates the machines")
	}

	home := t.TempDir()
	pattern, other := filepath.Join(home, "prod[12]"), filepath.Join(home, "prod1", ".openshift_install_state.json")
	require.NoError(t, os.Mkdir(pattern, 0o700))
	require.NoError(t, os.Mkdir(filepath.Dir(other), 0o700))
	require.NoError(t, os.WriteFile(other, []byte("{}"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(pattern, recordFile), []byte(`{"files": ["metadata.json"]}`), 0o600))
	_, err := deleteFiles(pattern)
	require.NoError(t, err)
	assert.FileExists(t, other, "the state of another cluster")
}

// TestFilesOutsideOfTheDirectoryAreKept: a record that somebody edited deletes nothing else.
func TestFilesOutsideOfTheDirectoryAreKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	victim := filepath.Join(filepath.Dir(dir), "victim")
	require.NoError(t, os.Mkdir(dir, 0o700))
	require.NoError(t, os.WriteFile(victim, nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, recordFile), []byte(`{"files": ["../victim"]}`), 0o600))
	_, err := deleteFiles(dir)
	require.ErrorContains(t, err, `"../victim" is not a file of the directory`)
	assert.FileExists(t, victim)
}

// TestALinkHasTheLockOfItsTarget: two commands on one directory exclude each other, whatever its path.
func TestALinkHasTheLockOfItsTarget(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Mkdir(dir, 0o700))
	require.NoError(t, os.Symlink(dir, link))
	unlock, err := lock(t.Context(), link)
	require.NoError(t, err)
	defer unlock()
	assert.FileExists(t, dir+".lock")
	assert.NoFileExists(t, link+".lock")
}

// TestUninstallComparesTheIdentifier: openshift-install deletes by the tags in metadata.json.
func TestUninstallComparesTheIdentifier(t *testing.T) {
	i, stack, _, commands := installed(t)
	path := filepath.Join(i.Config.Dir, "metadata.json")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	other := strings.Replace(string(text), `"region"`, `"identifier":[{"kubernetes.io/cluster/alpha-aaaaa":"owned"}],"region"`, 1)
	require.NotEqual(t, string(text), other)
	require.NoError(t, os.WriteFile(path, []byte(other), 0o600))
	require.ErrorContains(t, i.Uninstall(t.Context()),
		"has the tag kubernetes.io/cluster/alpha-aaaaa=owned, which is not of the cluster demo-x7k2p")
	assert.NotContains(t, commands(), "destroy cluster")
	assert.Empty(t, stack.calls)
}

// TestUninstallPassesKnownMetadata: what nobody has compared is not passed to a command that deletes.
func TestUninstallPassesKnownMetadata(t *testing.T) {
	i, _, _, _ := installed(t)
	path := filepath.Join(i.Config.Dir, "metadata.json")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	more := strings.Replace(string(text), `"region"`, `"hostedZoneRole":"arn:aws:iam::210987654321:role/zone","other":{},"region"`, 1)
	more = strings.Replace(more, "{", `{"unknown":[],`, 1)
	require.NoError(t, os.WriteFile(path, []byte(more), 0o600))
	dir, err := i.directory()
	require.NoError(t, err)
	folder, err := (&uninstallation{Installation: i, dir: dir}).copyMetadata()
	require.NoError(t, err)
	passed, err := os.ReadFile(filepath.Join(folder, "metadata.json"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"clusterName":"demo","clusterID":"`+dir.ClusterID+`","infraID":"demo-x7k2p","aws":{"region":"us-east-2",
		"identifier":[{"kubernetes.io/cluster/demo-x7k2p":"owned"},{"openshiftClusterID":"`+dir.ClusterID+`"}],
		"clusterDomain":"demo.example.com","hostedZoneRole":"arn:aws:iam::210987654321:role/zone"}}`, string(passed))
}
