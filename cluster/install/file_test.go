package install

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
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
		"text, not a list": {text: "zones: a\n", want: "line 1: zones: must be a list, such as [us-east-2a, us-east-2b] (got a)"},
		"a list, not text": {text: "settings: {workers: [4]}\n", want: "line 1: settings: must be text (got a list)"},
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

// TestFilesOfTheInstallation: who has the install directory needs neither the pull secret nor the key of the one who installed, to
// continue the installation and to run any command afterwards.
func TestFilesOfTheInstallation(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	i.Kubeconfig = newFakeAPI(t).kubeconfig(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "cluster.yaml")
	text := "name: demo\nbaseDomain: example.com\nregion: us-east-2\nzones: [us-east-2a, us-east-2b, us-east-2c]\nrelease: \"4.19\"\n" +
		"trustBundlePolicy: Always\ntrustBundleFile: ca.pem\npullSecretFile: pull-secret.txt\nsshKeyFile: id.pub\n" +
		"openshiftInstall: " + i.Config.OpenShiftInstall + "\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	call := func(command ...string) (code int, out, errs string) {
		t.Helper()
		commands := &Commands{Open: func(_ context.Context, o Options) (*Installation, func(), error) {
			file, err := LoadFile(o.File)
			if err != nil {
				return nil, nil, err
			}
			i.Config = &file.Config
			return i, func() {}, nil
		}}
		var stdout, stderr bytes.Buffer
		code = commands.Run(t.Context(), append(command, "--config", path), strings.NewReader("demo\n"), &stdout, &stderr)
		return code, stdout.String(), stderr.String()
	}
	_, _, errs := call("install")
	require.Contains(t, errs, "sshKeyFile: open ", "a new directory needs them")
	files := map[string]string{
		"ca.pem":          "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
		"pull-secret.txt": pullSecretText,
		"id.pub":          i.Config.SSHKey,
	}
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	stack.fail = errors.New("quota exceeded")
	_, _, errs = call("install")
	require.Contains(t, errs, "step bootstrap: quota exceeded")
	for name := range files {
		require.NoError(t, os.Remove(filepath.Join(folder, name)))
	}
	for _, command := range []string{"status", "install", "status", "install"} {
		code, _, errs := call(command)
		require.Zero(t, code, errs)
	}
	_, out, _ := call("status")
	assert.Contains(t, out, "the cluster is installed")
	other := []byte("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOther colleague@example.com")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "id.pub"), other, 0o600))
	code, out, errs := call("install")
	require.Zero(t, code, errs)
	assert.Contains(t, out, "the cluster was installed with other values of SSHKey")
	for _, path := range []string{recordFile, "auth/kubeadmin-password"} { // A directory that was created by hand, without all of it.
		require.NoError(t, os.Remove(filepath.Join(i.Config.Dir, path)))
	}
	code, _, errs = call("status")
	require.Zero(t, code, errs)
	code, _, errs = call("uninstall")
	require.Zero(t, code, errs)
	assert.Equal(t, "remove", stack.calls[len(stack.calls)-1])
}
