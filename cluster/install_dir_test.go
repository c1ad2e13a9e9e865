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

// damage is one change of an install directory and the problems it causes. DIR stands for the directory.
type damage struct {
	reason, file, old, new string
	want                   []string
}

const inNewDirectory = "run `openshift-install create ignition-configs` in a new directory"

const workerCA = "DIR/worker.ign: ignition.security.tls.certificateAuthorities[0].source"

// source is the problem of an Ignition file that does not refer to the machine config server.
func source(role, cluster string) string {
	return "DIR/" + role + ".ign: ignition.config.merge[0].source: must be https://api-int." + cluster +
		".example.com:22623/config/" + role
}

var damages = map[string]damage{
	"metadata is not JSON": {
		reason: "a truncated file is not JSON",
		file:   "metadata.json",
		old:    `"infraID":`,
		new:    `"infraID"`,
		want:   []string{"DIR/metadata.json: is not valid JSON (invalid character"},
	},
	"metadata of another kind": {
		reason: "metadata is an object",
		file:   "metadata.json",
		old:    "*",
		new:    `[]`,
		want: []string{
			"DIR/metadata.json: is not valid JSON (json: cannot unmarshal array into Go value of type cluster.metadata); " +
				inNewDirectory,
		},
	},
	"empty metadata": {
		reason: "an interrupted copy can be empty",
		file:   "metadata.json",
		old:    "*",
		want:   []string{"DIR/metadata.json: is empty; " + inNewDirectory},
	},
	"other platform": {
		reason: "the library is for AWS",
		file:   "metadata.json",
		old:    `"aws":`,
		new:    `"gcp":`,
		want:   []string{"DIR/metadata.json: aws: is missing and the platform is gcp; the platform must be AWS"},
	},
	"no platform": {
		reason: "a platform is required",
		file:   "metadata.json",
		old:    `"aws":`,
		new:    `"AVS":`,
		want:   []string{"DIR/metadata.json: aws: is missing; the platform must be AWS"},
	},
	"no infra id": {
		reason: "physical names begin with it",
		file:   "metadata.json",
		old:    `"infraID":"demo-x7k2p"`,
		new:    `"infraID":""`,
		want:   []string{"DIR/metadata.json: infraID: is required"},
	},
	"long infra id": {
		reason: "names of load balancers have at most 32 characters",
		file:   "metadata.json",
		old:    `"infraID":"demo-x7k2p"`,
		new:    `"infraID":"production-frankfurt1-x7k2pq"`,
		want:   []string{`DIR/metadata.json: infraID: must have at most 27 characters (has 28)`},
	},
	"no cluster id": {
		reason: "the Kubernetes provider is identified by it",
		file:   "metadata.json",
		old:    `"clusterID":"0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41",`,
		want:   []string{"DIR/metadata.json: clusterID: is required"},
	},
	"cluster ID is not a UUID": {
		reason: "the installer generates a UUID",
		file:   "metadata.json",
		old:    `"clusterID":"0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41"`,
		new:    `"clusterID":"demo"`,
		want:   []string{`DIR/metadata.json: clusterID: "demo" is not a valid UUID`},
	},
	"no cluster name": {
		reason: "the first label of the domain",
		file:   "metadata.json",
		old:    `"clusterName":"demo"`,
		new:    `"clusterName":""`,
		want:   []string{"DIR/metadata.json: clusterName: is required"},
	},
	"no region": {
		reason: "the control plane is in a region",
		file:   "metadata.json",
		old:    `"region":"us-east-2"`,
		new:    `"region":""`,
		want:   []string{"DIR/metadata.json: aws.region: is required"},
	},
	"a zone for a region": {
		reason: "a zone is not a region",
		file:   "metadata.json",
		old:    `"region":"us-east-2"`,
		new:    `"region":"us-east-2a"`,
		want:   []string{`DIR/metadata.json: aws.region: "us-east-2a" is not a valid AWS region`},
	},
	"no domain": {
		reason: "the API's names contain it",
		file:   "metadata.json",
		old:    `"clusterDomain":"demo.example.com"`,
		new:    `"clusterDomain":""`,
		want:   []string{"DIR/metadata.json: aws.clusterDomain: is required"},
	},
	"domain with a dot": {
		reason: "names are built with the domain",
		file:   "metadata.json",
		old:    `"clusterDomain":"demo.example.com"`,
		new:    `"clusterDomain":"demo.example.com."`,
		want:   []string{`DIR/metadata.json: aws.clusterDomain: "demo.example.com." is not a valid domain`},
	},
	"domain of another cluster": {
		reason: "all files belong to one cluster",
		file:   "metadata.json",
		old:    `"clusterDomain":"demo.example.com"`,
		new:    `"clusterDomain":"prod.example.com"`,
		want: []string{
			`DIR/metadata.json: aws.clusterDomain: "prod.example.com" must begin with the cluster's name, demo`,
		},
	},

	"bootstrap is not JSON": {
		reason: "a truncated file is not JSON",
		file:   "bootstrap.ign",
		old:    `{"ignition"`,
		new:    `{"ignition`,
		want:   []string{"DIR/bootstrap.ign: is not valid JSON (invalid character"},
	},
	"bootstrap merges": {
		reason: "the component creates the reference to the bucket",
		file:   "bootstrap.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"3.2.0","config":{"merge":[{"source":"s3://x/y"}]}`,
		want: []string{
			"DIR/bootstrap.ign: ignition.config.merge: must not be set: it must be the complete Ignition of the " +
				"bootstrap machine",
		},
	},
	"bootstrap replaces": {
		reason: "the documentation's manual reference is not the complete file",
		file:   "bootstrap.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"3.2.0","config":{"replace":{"source":"s3://x/y"}}`,
		want: []string{
			"DIR/bootstrap.ign: ignition.config.replace: must not be set: it must be the complete Ignition of the " +
				"bootstrap machine",
		},
	},
	"bootstrap does nothing": {
		reason: "users alone install nothing",
		file:   "bootstrap.ign",
		old:    "*",
		new:    `{"ignition":{"version":"3.2.0"}}`,
		want:   []string{"DIR/bootstrap.ign: must have storage.files and systemd.units; " + inNewDirectory},
	},
	"bootstrap of an old version": {
		reason: "OpenShift before 4.6 generated version 2",
		file:   "bootstrap.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"2.2.0"`,
		want: []string{
			`DIR/bootstrap.ign: ignition.version: must be version 3, which OpenShift 4.6 and later generate (got 2.2.0)`,
		},
	},
	"pointer of an old version": {
		reason: "OpenShift before 4.6 generated version 2",
		file:   "worker.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"2.2.0"`,
		want: []string{
			`DIR/worker.ign: ignition.version: must be version 3, which OpenShift 4.6 and later generate (got 2.2.0)`,
		},
	},
	"pointer without version": {
		reason: "Ignition rejects it at boot",
		file:   "worker.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":""`,
		want:   []string{"DIR/worker.ign: ignition.version: is required"},
	},
	"pointer without source": {
		reason: "the machine would never join the cluster",
		file:   "master.ign",
		old:    `"merge"`,
		new:    `"merged"`,
		want:   []string{"DIR/master.ign: ignition.config.merge[0].source: is missing; " + inNewDirectory},
	},
	"pointer of another role": {
		reason: "each role has its own Ignition",
		file:   "worker.ign",
		old:    "/config/worker",
		new:    "/config/master",
		want:   []string{source("worker", "demo") + " (got https://api-int.demo.example.com:22623/config/master)"},
	},
	"pointer without TLS": {
		reason: "Ignition contains secrets",
		file:   "worker.ign",
		old:    "https://api-int",
		new:    "http://api-int",
		want:   []string{source("worker", "demo") + " (got http://api-int.demo.example.com:22623/config/worker)"},
	},
	"pointer of another cluster": {
		reason: "all files belong to one cluster",
		file:   "master.ign",
		old:    "api-int.demo",
		new:    "api-int.prod",
		want: []string{
			source("master", "demo") + ", of the cluster in metadata.json " +
				"(got https://api-int.prod.example.com:22623/config/master)",
		},
	},
	"pointer at another port": {
		reason: "the API server does not serve Ignition",
		file:   "master.ign",
		old:    ":22623",
		new:    ":6443",
		want: []string{
			source("master", "demo") + ", of the cluster in metadata.json " +
				"(got https://api-int.demo.example.com:6443/config/master)",
		},
	},
	"pointer without authority": {
		reason: "the machine must trust the machine config server",
		file:   "worker.ign",
		old:    `"certificateAuthorities"`,
		new:    `"other"`,
		want:   []string{workerCA + ": is missing; " + inNewDirectory},
	},
	"authority elsewhere": {
		reason: "the CA is embedded",
		file:   "worker.ign",
		old:    "data:text/plain",
		new:    "https://example.com",
		want:   []string{workerCA + ": must be a data URL (RFC 2397); " + inNewDirectory},
	},
	"authority is damaged base64": {
		reason: "Ignition rejects invalid data URLs",
		file:   "worker.ign",
		old:    "base64,LS0t",
		new:    "base64,!S0t",
		want:   []string{workerCA + ": must be a data URL (RFC 2397); " + inNewDirectory},
	},
	"authority is a bad escape": {
		reason: "Ignition rejects invalid data URLs",
		file:   "worker.ign",
		old:    ";base64,",
		new:    ",%zz",
		want:   []string{workerCA + ": must be a data URL (RFC 2397); " + inNewDirectory},
	},
	"CA is not PEM": {
		reason: "base64 text is not PEM",
		file:   "worker.ign",
		old:    ";base64,",
		new:    ",",
		want:   []string{workerCA + ": must contain a PEM certificate; " + inNewDirectory},
	},
	"user data too long": {
		reason: "EC2 rejects larger user data",
		file:   "master.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"3.2.0","x":"` + strings.Repeat("x", 16*1024) + `"`,
		want:   []string{"DIR/master.ign: must have at most 16384 bytes"},
	},
	"kubeconfig is not YAML": {
		reason: "the message does not quote the file",
		file:   "auth/kubeconfig",
		old:    "clusters:",
		new:    "clusters: ]",
		want:   []string{"DIR/auth/kubeconfig: is not valid YAML; " + inNewDirectory},
	},
	"kubeconfig without a server": {
		reason: "a kubeconfig has a server",
		file:   "auth/kubeconfig",
		old:    "server:",
		new:    "serve:",
		want:   []string{"DIR/auth/kubeconfig: clusters[0].cluster.server: is missing; " + inNewDirectory},
	},
	"kubeconfig without credentials": {
		reason: "the administrator has a certificate or a token",
		file:   "auth/kubeconfig",
		old:    "users:",
		new:    "others:",
		want:   []string{"DIR/auth/kubeconfig: users[0].user: is missing; " + inNewDirectory},
	},
	"kubeconfig of another cluster": {
		reason: "all files belong to one cluster",
		file:   "auth/kubeconfig",
		old:    "api.demo",
		new:    "api.prod",
		want: []string{
			"DIR/auth/kubeconfig: clusters[0].cluster.server: must be https://api.demo.example.com:6443, the API of the " +
				"cluster in metadata.json",
		},
	},
	"metadata broken, pointers fine": {
		reason: "an unknown domain is not compared",
		file:   "metadata.json",
		old:    "*",
		new:    "{",
		want:   []string{"DIR/metadata.json: is not valid JSON (unexpected end of JSON input); " + inNewDirectory},
	},
}

func TestInvalidInstallDirs(t *testing.T) {
	t.Parallel()
	for name, tt := range damages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := demo.write(t)
			tt.do(t, dir)
			_, err := LoadInstallDir(dir, soonAfter(demo))
			require.Error(t, err, tt.reason)
			problems := strings.Split(err.Error(), "\n")
			require.Len(t, problems, len(tt.want), err)
			for i, want := range tt.want {
				assert.True(t, strings.HasPrefix(problems[i], strings.ReplaceAll(want, "DIR", dir)), "%s: %s",
					tt.reason, problems[i])
			}
		})
	}
}

func (d damage) do(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, d.file)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	changed := d.new
	if d.old != "*" {
		require.Contains(t, string(text), d.old)
		changed = strings.Replace(string(text), d.old, d.new, 1)
	}
	require.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
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
		damage damage
	}{
		"longest infra id": {
			reason: "the installer's limit",
			in: installation{
				name:       "production-frankfurt1",
				baseDomain: "example.com",
				infraID:    "production-frankfurt1-x7k2p",
				region:     "eu-central-1",
				created:    demo.created,
			},
			damage: damage{},
		},
		"gov region": {
			reason: "GovCloud",
			in: installation{
				name:       "demo",
				baseDomain: "example.com",
				infraID:    "demo-x7k2p",
				region:     "us-gov-west-1",
				created:    demo.created,
			},
			damage: damage{},
		},
		"deep base domain": {
			reason: "the base domain may have many labels",
			in: installation{
				name:       "a",
				baseDomain: "b.c.d.example.com",
				infraID:    "a-x7k2p",
				region:     "us-east-2",
				created:    demo.created,
			},
			damage: damage{},
		},
		"newer ignition": {
			reason: "after 4.21, openshift/installer pkg/asset/ignition/machine/node.go writes the newest that it knows",
			in:     demo,
			damage: damage{file: "master.ign", old: "3.2.0", new: "3.6.0"},
		},
		"data URL with more": {
			reason: "a data URL may have parameters",
			in:     demo,
			damage: damage{file: "worker.ign", old: ";base64,", new: ";x=y;base64,"},
		},
		"unknown fields": {
			reason: "newer installers write more",
			in:     demo,
			damage: damage{file: "metadata.json", old: `"featureSet"`, new: `"newField":{},"featureSet"`},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tt.in.write(t)
			if tt.damage.file != "" {
				tt.damage.do(t, dir)
			}
			install, err := LoadInstallDir(dir, soonAfter(tt.in))
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.in.domain(), install.Domain)
		})
	}
}
