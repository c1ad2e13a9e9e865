package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
