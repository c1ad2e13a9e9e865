package cluster

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var makeExample = flag.Bool("make-install-dir", false, "regenerate the install directory of examples/classic")

// exampleInstallDir is a part of the example; its certificate is as old as the directory.
var exampleInstallDir = filepath.Join("..", "examples", "classic", "install-dir")

func TestExampleInstallDirIsComplete(t *testing.T) {
	t.Parallel()
	if *makeExample {
		today := demo
		today.created = time.Now().UTC().Truncate(24 * time.Hour)
		today.writeTo(t, exampleInstallDir)
	}
	install, err := LoadInstallDir(exampleInstallDir, AllowExpiredIgnition())
	require.NoError(t, err)
	assert.Equal(t, []string{"demo-x7k2p", "demo", "demo.example.com", "us-east-2"},
		[]string{install.InfraID, install.ClusterName, install.Domain, install.Region})
	assert.Empty(t, install.Warnings)
	bootstrap, err := os.ReadFile(filepath.Join(exampleInstallDir, "bootstrap.ign"))
	require.NoError(t, err)
	assert.NotContains(t, string(bootstrap), "PRIVATE KEY", "no secrets are checked in")
	var want bytes.Buffer
	require.NoError(t, json.NewEncoder(&want).Encode(demo.bootstrap(t)))
	assert.JSONEq(t, want.String(), string(bootstrap),
		"testdata/bootstrap changed: run this test with -make-install-dir")
}

func TestLoadInstallDir(t *testing.T) {
	t.Parallel()
	dir := demo.write(t)

	install, err := LoadInstallDir(dir, soonAfter(demo))
	require.NoError(t, err)

	for file, output := range map[string]pulumi.StringOutput{
		"bootstrap.ign": install.BootstrapIgnition, "master.ign": install.MasterIgnition,
		"worker.ign": install.WorkerIgnition, "auth/kubeconfig": install.Kubeconfig,
	} {
		want, err := os.ReadFile(filepath.Join(dir, file))
		require.NoError(t, err)
		result, err := internals.UnsafeAwaitOutput(t.Context(), output)
		require.NoError(t, err)
		assert.True(t, result.Secret, file)
		assert.Equal(t, string(want), result.Value, file)
	}
	none := pulumi.StringOutput{}
	install.BootstrapIgnition, install.MasterIgnition, install.WorkerIgnition, install.Kubeconfig = none, none, none, none
	assert.Equal(t, &InstallDir{
		Path:        dir,
		InfraID:     "demo-x7k2p",
		ClusterID:   "0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41",
		ClusterName: "demo",
		Domain:      "demo.example.com",
		Region:      "us-east-2",
	}, install)
}

func TestIgnitionAge(t *testing.T) {
	t.Parallel()
	dir := demo.write(t)
	authority := filepath.Join(dir, "master.ign") + ": ignition.security.tls.certificateAuthorities[0].source: "
	const expire = ", and the Ignition's certificates expire after 24 hours; "
	tests := map[string]struct {
		reason   string
		age      time.Duration
		allow    bool
		warnings []string
		err      string
	}{
		"fresh":        {reason: "new Ignition is valid", age: time.Minute},
		"clock behind": {reason: "clocks can differ", age: -time.Hour},
		"twelve":       {reason: "the installer recommends use within 12 hours", age: 12 * time.Hour},
		"after twelve": {
			reason: "the bootstrap may not complete in time",
			age:    13 * time.Hour,
			warnings: []string{
				authority + "the installer's CA was created 13 hours ago" + expire + "complete the bootstrap before",
			},
		},
		"last moment": {
			reason: "the certificates are valid for 24 hours",
			age:    24 * time.Hour,
			warnings: []string{
				authority + "the installer's CA was created 24 hours ago" + expire + "complete the bootstrap before",
			},
		},
		"expired": {
			reason: "a bootstrap with expired certificates fails",
			age:    30 * time.Hour,
			err: authority + "the installer's CA was created 30 hours ago" + expire + inNewDirectory +
				", or pass AllowExpiredIgnition() if the cluster is installed or the Ignition is newer than the CA",
		},
		"cluster is up": {
			reason: "the machine config server renews its certificates",
			age:    8000 * time.Hour,
			allow:  true,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := []InstallDirOption{at(demo.created.Add(tt.age))}
			if tt.allow {
				opts = append(opts, AllowExpiredIgnition())
			}
			install, err := LoadInstallDir(dir, opts...)
			if tt.err != "" {
				assert.EqualError(t, err, tt.err, tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.warnings, install.Warnings, tt.reason)
		})
	}
}

func TestIgnitionAgeSurvivesCopying(t *testing.T) {
	t.Parallel()
	copied := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, os.CopyFS(copied, os.DirFS(demo.write(t))))

	_, err := LoadInstallDir(copied, at(demo.created.Add(48*time.Hour)))

	assert.ErrorContains(t, err, "the installer's CA was created 48 hours ago")
}

func TestMissingFilesAreReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := LoadInstallDir(dir)
	var want []string
	for _, file := range []string{"metadata.json", "bootstrap.ign", "master.ign", "worker.ign", "auth/kubeconfig"} {
		want = append(want,
			filepath.Join(dir, file)+": is missing; run `openshift-install create ignition-configs` in this directory")
	}
	assert.EqualError(t, err, strings.Join(want, "\n"))
}

func TestPathsThatAreNoInstallDir(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for path, want := range map[string]string{
		"": "install directory: is required",
		"/nowhere/": "/nowhere/: cannot be read (no such file or directory); run `openshift-install create " +
			"ignition-configs` in it",
		file: file + ": must be a directory, the one of `openshift-install --dir`",
	} {
		_, err := LoadInstallDir(path)
		assert.EqualError(t, err, want)
	}
}

func TestValidInstallDirs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		in     installation
		// file is damaged, none without a name.
		file   string
		damage damage
	}{
		"longest infra id": {
			reason: "the installer's limit",
			in: installation{
				name: "production-frankfurt1", baseDomain: "example.com", infraID: "production-frankfurt1-x7k2p",
				region: "eu-central-1", created: demo.created,
			},
		},
		"gov region": {
			reason: "GovCloud",
			in: installation{
				name: "demo", baseDomain: "example.com", infraID: "demo-x7k2p", region: "us-gov-west-1", created: demo.created,
			},
		},
		"deep base domain": {
			reason: "the base domain may have many labels",
			in: installation{
				name: "a", baseDomain: "b.c.d.example.com", infraID: "a-x7k2p", region: "us-east-2", created: demo.created,
			},
		},
		"newer ignition": {
			reason: "after 4.21, openshift/installer pkg/asset/ignition/machine/node.go writes the newest that it knows",
			in:     demo,
			file:   "master.ign", damage: damage{old: "3.2.0", new: "3.6.0"},
		},
		"data URL with more": {
			reason: "a data URL may have parameters",
			in:     demo,
			file:   "worker.ign", damage: damage{old: ";base64,", new: ";x=y;base64,"},
		},
		"unknown fields": {
			reason: "newer installers write more",
			in:     demo,
			file:   "metadata.json", damage: damage{old: `"featureSet"`, new: `"newField":{},"featureSet"`},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tt.in.write(t)
			if tt.file != "" {
				tt.damage.do(t, filepath.Join(dir, tt.file))
			}
			install, err := LoadInstallDir(dir, soonAfter(tt.in))
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.in.domain(), install.Domain)
		})
	}
}
