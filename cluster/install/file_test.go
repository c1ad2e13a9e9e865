package install

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const clusterFile = `
name: demo
baseDomain: example.com
region: us-east-2
zones: [us-east-2a]
release: "4.19"
publish: Internal
networks: {machineCidr: 10.42.0.0/16}
pullSecretFile: pull-secret.txt
capabilities: {baseline: v4.16, enabled: [OperatorLifecycleManagerV1]}
more: {platform: {aws: {userTags: {team: platform}}}}
settings: {workers: "4"}
`

func TestLoadFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "cluster.yaml")
	require.NoError(t, os.WriteFile(path, []byte(clusterFile), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "pull-secret.txt"), []byte(pullSecretText+"\n"), 0o600))
	file, err := LoadFile(path)
	require.NoError(t, err)
	assert.Equal(t, &File{
		Config: Config{
			file: "cluster.yaml", Dir: filepath.Join(dir, "demo"), Name: "demo", BaseDomain: "example.com", Region: "us-east-2",
			Zones: []string{"us-east-2a"}, Release: "4.19", Publish: "Internal", PullSecret: pullSecretText,
			Networks:     Networks{MachineCIDR: "10.42.0.0/16"},
			Capabilities: &Capabilities{Baseline: "v4.16", Enabled: []string{"OperatorLifecycleManagerV1"}},
			More: map[string]any{"platform": map[string]any{"aws": map[string]any{
				"userTags": map[string]any{"team": "platform"},
			}}},
		},
		PullSecretFile: "pull-secret.txt", Stack: "demo", Settings: map[string]string{"workers": "4"},
	}, file)
	assert.NoError(t, file.Validate())
}

func TestLoadFileRejected(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"an unknown field": {text: "nane: demo\n", want: "line 1: nane is not a field; the fields are ami, architecture, backend, baseDomain"},
		"one of a struct":  {text: "proxy: {htp: a}\n", want: "line 1: htp is not a field; the fields are http, https, noProxy"},
		"a missing file":   {text: "pullSecretFile: none\n", want: "pullSecretFile: open "},
		"both":             {text: "sshKey: a\nsshKeyFile: b\n", want: "sshKey and sshKeyFile must not be set together"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "cluster.yaml")
			require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o600))
			_, err := LoadFile(path)
			assert.ErrorContains(t, err, tt.want)
			assert.NotErrorIs(t, err, os.ErrNotExist, "only without cluster.yaml")
		})
	}
}

// TestLoadFileReportsAllProblems: those of files and those of fields are corrected in one go.
func TestLoadFileReportsAllProblems(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cluster.yaml")
	require.NoError(t, os.WriteFile(path, []byte("pullSecretFile: none\nsshKeyFile: none.pub\nname: demo\nregion: us-east-9x\n"+
		"networks: {machineCidr: 10.0.0.0/8}\nmirrors: [{mirrors: [registry.example.com/a]}]\n"), 0o600))
	_, err := LoadFile(path)
	for _, want := range []string{
		"cluster.yaml: pullSecretFile: open ", "cluster.yaml: sshKeyFile: open ", `cluster.yaml: region: "us-east-9x" is not a valid AWS region`,
		"cluster.yaml: networks.podCidr: 10.128.0.0/14 overlaps 10.0.0.0/8 (networks.machineCidr)",
		"cluster.yaml: baseDomain: is required", "cluster.yaml: mirrors[0].source: is required",
	} {
		assert.ErrorContains(t, err, want)
	}
	assert.NotContains(t, err.Error(), "PullSecret")
}

// TestLoadFileFindsTheInstaller: a path is relative to the file, as all are, and a name is on PATH.
func TestLoadFileFindsTheInstaller(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "cluster.yaml")
	for text, want := range map[string]string{
		"openshift-install-fips": "openshift-install-fips",
		"bin/openshift-install":  filepath.Join(dir, "bin", "openshift-install"),
		"/opt/openshift-install": "/opt/openshift-install",
	} {
		require.NoError(t, os.WriteFile(path, []byte("name: demo\nopenshiftInstall: "+text+"\n"), 0o600))
		file, err := LoadFile(path)
		require.NoError(t, err)
		assert.Equal(t, want, file.OpenShiftInstall)
	}
}

// TestFilesOfTheInstallation: who has the install directory needs neither the pull secret nor the key of the one who installed.
func TestFilesOfTheInstallation(t *testing.T) {
	t.Parallel()
	c := demo(t)
	prepare(t, c)
	require.NoError(t, markInstalled(c.Dir))
	folder := t.TempDir()
	path := filepath.Join(folder, "cluster.yaml")
	text := "name: demo\nbaseDomain: example.com\nregion: us-east-2\nzones: [us-east-2a, us-east-2b, us-east-2c]\nrelease: \"4.19\"\n" +
		"trustBundlePolicy: Always\ntrustBundleFile: ca.pem\npullSecretFile: pull-secret.txt\nsshKeyFile: id.pub\n"
	require.NoError(t, os.WriteFile(path, []byte(text+"dir: none\n"), 0o600))
	_, err := LoadFile(path)
	require.ErrorContains(t, err, "sshKeyFile: open ")
	require.NoError(t, os.WriteFile(path, []byte(text+"dir: "+c.Dir+"\n"), 0o600))
	file, err := LoadFile(path)
	require.NoError(t, err)
	require.NoError(t, file.Validate())
	file.OpenShiftInstall = c.OpenShiftInstall
	_, err = Prepare(t.Context(), &file.Config, io.Discard)
	assert.NoError(t, err)
}
