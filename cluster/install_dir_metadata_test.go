package cluster

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// installDirFiles are the files of an install directory that are read, in the order of FuzzLoadInstallDir's arguments.
var installDirFiles = []string{metadataFile, "bootstrap.ign", "master.ign", "worker.ign", kubeconfigFile}

// FuzzLoadInstallDir loads any content of an install directory: its identity, if it has no problem, has the parts that
// resources are made of.
func FuzzLoadInstallDir(f *testing.F) {
	var valid [5][]byte
	for i, name := range installDirFiles {
		text, err := os.ReadFile(filepath.Join(exampleInstallDir, filepath.FromSlash(name)))
		require.NoError(f, err)
		valid[i] = text
	}
	bootstrap := []byte(`{"ignition": {"version": "3.2.0"}, "storage": {"files": [{}]}, "systemd": {"units": [{}]}}`)
	f.Add(valid[0], bootstrap, valid[2], valid[3], valid[4])
	f.Add([]byte(`{"aws": null, "gcp": {}}`), []byte(`{"ignition": {"config": {"replace": {}}}}`), []byte(`[]`),
		[]byte(`{"ignition": {"version": "2.2.0", "config": {"merge": [{"source": "%"}]}}}`), []byte("clusters: [{}]"))
	f.Add([]byte(`null`), []byte(`null`), []byte(`null`), []byte(`null`), []byte("&a [*a]"))
	f.Fuzz(func(t *testing.T, metadata, bootstrap, master, worker, kubeconfig []byte) {
		dir := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(dir, "auth"), 0o700))
		for i, text := range [][]byte{metadata, bootstrap, master, worker, kubeconfig} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(installDirFiles[i])), text, 0o600))
		}
		install, err := LoadInstallDir(dir, at(time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)))
		assert.Equal(t, err == nil, install != nil)
		if err == nil {
			assert.NotEmpty(t, install.InfraID)
			assert.NotEmpty(t, install.Domain)
			assert.NotEmpty(t, install.Region)
		}
	})
}

// recordedDir is a part of what openshift-install 4.19 wrote (test/installdir). Its keys and files are cut.
const recordedDir = "testdata/install-dir-4.19"

// withRecordedDir is a control plane with the Ignition that the installer wrote.
func withRecordedDir(a *ControlPlaneArgs) {
	install, err := LoadInstallDir(recordedDir, AllowExpiredIgnition())
	if err != nil {
		panic(err)
	}
	a.Install = install
}

func TestLoadRecordedInstallDir(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 11, 22, 13, 48, 39, 0, time.UTC)
	install, err := LoadInstallDir(recordedDir, at(created.Add(time.Hour)))
	require.NoError(t, err)
	assert.Equal(t, []string{"demo-f4kvd", "demo", "demo.example.com", "us-east-2"},
		[]string{install.InfraID, install.ClusterName, install.Domain, install.Region})
	assert.Equal(t, "8e51a2dd-d7b1-476b-8990-3d60ce389f65", install.ClusterID)
	assert.Empty(t, install.Warnings)

	install, err = LoadInstallDir(recordedDir, at(created.Add(13*time.Hour)))
	require.NoError(t, err)
	assert.Len(t, install.Warnings, 1, "the age is that of the installer's CA")
	_, err = LoadInstallDir(recordedDir, at(created.Add(25*time.Hour)))
	require.Error(t, err)
}
