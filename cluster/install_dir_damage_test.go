package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// damage is one change of a file of an install directory and the beginning of the problem that it causes, without the path
// of the file.
type damage struct{ reason, old, new, want string }

const inNewDirectory = "run `openshift-install create ignition-configs` in a new directory"

const workerCA = "ignition.security.tls.certificateAuthorities[0].source"

// source is the problem of an Ignition file that does not refer to the machine config server.
func source(role, cluster string) string {
	return "ignition.config.merge[0].source: must be https://api-int." + cluster +
		".example.com:22623/config/" + role
}

var damages = map[string]map[string]damage{
	"metadata.json": {
		"metadata is not JSON": {
			reason: "a truncated file is not JSON",
			old:    `"infraID":`,
			new:    `"infraID"`,
			want:   "is not valid JSON (invalid character",
		},
		"metadata of another kind": {
			reason: "metadata is an object",
			old:    "*",
			new:    `[]`,
			want: "is not valid JSON (json: cannot unmarshal array into Go value of type cluster.metadata); " +
				inNewDirectory,
		},
		"empty metadata": {
			reason: "an interrupted copy can be empty",
			old:    "*",
			want:   "is empty; " + inNewDirectory,
		},
		"other platform": {
			reason: "the library is for AWS",
			old:    `"aws":`,
			new:    `"gcp":`,
			want:   "aws: is missing and the platform is gcp; the platform must be AWS",
		},
		"no platform": {
			reason: "a platform is required",
			old:    `"aws":`,
			new:    `"AVS":`,
			want:   "aws: is missing; the platform must be AWS",
		},
		"no infra id": {
			reason: "physical names begin with it",
			old:    `"infraID":"demo-x7k2p"`,
			new:    `"infraID":""`,
			want:   "infraID: is required",
		},
		"long infra id": {
			reason: "names of load balancers have at most 32 characters",
			old:    `"infraID":"demo-x7k2p"`,
			new:    `"infraID":"production-frankfurt1-x7k2pq"`,
			want:   `infraID: must have at most 27 characters (has 28)`,
		},
		"no cluster id": {
			reason: "the Kubernetes provider is identified by it",
			old:    `"clusterID":"0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41",`,
			want:   "clusterID: is required",
		},
		"cluster ID is not a UUID": {
			reason: "the installer generates a UUID",
			old:    `"clusterID":"0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41"`,
			new:    `"clusterID":"demo"`,
			want:   `clusterID: "demo" is not a valid UUID`,
		},
		"no cluster name": {
			reason: "the first label of the domain",
			old:    `"clusterName":"demo"`,
			new:    `"clusterName":""`,
			want:   "clusterName: is required",
		},
		"no region": {
			reason: "the control plane is in a region",
			old:    `"region":"us-east-2"`,
			new:    `"region":""`,
			want:   "aws.region: is required",
		},
		"a zone for a region": {
			reason: "a zone is not a region",
			old:    `"region":"us-east-2"`,
			new:    `"region":"us-east-2a"`,
			want:   `aws.region: "us-east-2a" is not a valid AWS region`,
		},
		"no domain": {
			reason: "the API's names contain it",
			old:    `"clusterDomain":"demo.example.com"`,
			new:    `"clusterDomain":""`,
			want:   "aws.clusterDomain: is required",
		},
		"domain with a dot": {
			reason: "names are built with the domain",
			old:    `"clusterDomain":"demo.example.com"`,
			new:    `"clusterDomain":"demo.example.com."`,
			want:   `aws.clusterDomain: "demo.example.com." is not a valid domain`,
		},
		"domain of another cluster": {
			reason: "all files belong to one cluster",
			old:    `"clusterDomain":"demo.example.com"`,
			new:    `"clusterDomain":"prod.example.com"`,
			want:   `aws.clusterDomain: "prod.example.com" must begin with the cluster's name, demo`,
		},
		"metadata broken, pointers fine": {
			reason: "an unknown domain is not compared",
			old:    "*",
			new:    "{",
			want:   "is not valid JSON (unexpected end of JSON input); " + inNewDirectory,
		},
	},
	"bootstrap.ign": {
		"bootstrap is not JSON": {
			reason: "a truncated file is not JSON",
			old:    `{"ignition"`,
			new:    `{"ignition`,
			want:   "is not valid JSON (invalid character",
		},
		"bootstrap merges": {
			reason: "the component creates the reference to the bucket",
			old:    `"version":"3.2.0"`,
			new:    `"version":"3.2.0","config":{"merge":[{"source":"s3://x/y"}]}`,
			want:   "ignition.config.merge: must not be set: it must be the complete Ignition of the bootstrap machine",
		},
		"bootstrap replaces": {
			reason: "the documentation's manual reference is not the complete file",
			old:    `"version":"3.2.0"`,
			new:    `"version":"3.2.0","config":{"replace":{"source":"s3://x/y"}}`,
			want:   "ignition.config.replace: must not be set: it must be the complete Ignition of the bootstrap machine",
		},
		"bootstrap does nothing": {
			reason: "users alone install nothing",
			old:    "*",
			new:    `{"ignition":{"version":"3.2.0"}}`,
			want:   "must have storage.files and systemd.units; " + inNewDirectory,
		},
		"bootstrap of an old version": {
			reason: "OpenShift before 4.6 generated version 2",
			old:    `"version":"3.2.0"`,
			new:    `"version":"2.2.0"`,
			want:   `ignition.version: must be version 3, which OpenShift 4.6 and later generate (got 2.2.0)`,
		},
	},
	"worker.ign": {
		"pointer of an old version": {
			reason: "OpenShift before 4.6 generated version 2",
			old:    `"version":"3.2.0"`,
			new:    `"version":"2.2.0"`,
			want:   `ignition.version: must be version 3, which OpenShift 4.6 and later generate (got 2.2.0)`,
		},
		"pointer without version": {
			reason: "Ignition rejects it at boot",
			old:    `"version":"3.2.0"`,
			new:    `"version":""`,
			want:   "ignition.version: is required",
		},
		"pointer of another role": {
			reason: "each role has its own Ignition",
			old:    "/config/worker",
			new:    "/config/master",
			want:   source("worker", "demo") + " (got https://api-int.demo.example.com:22623/config/master)",
		},
		"pointer without TLS": {
			reason: "Ignition contains secrets",
			old:    "https://api-int",
			new:    "http://api-int",
			want:   source("worker", "demo") + " (got http://api-int.demo.example.com:22623/config/worker)",
		},
		"pointer without authority": {
			reason: "the machine must trust the machine config server",
			old:    `"certificateAuthorities"`,
			new:    `"other"`,
			want:   workerCA + ": is missing; " + inNewDirectory,
		},
		"authority elsewhere": {
			reason: "the CA is embedded",
			old:    "data:text/plain",
			new:    "https://example.com",
			want:   workerCA + ": must be a data URL (RFC 2397); " + inNewDirectory,
		},
		"authority is damaged base64": {
			reason: "Ignition rejects invalid data URLs",
			old:    "base64,LS0t",
			new:    "base64,!S0t",
			want:   workerCA + ": must be a data URL (RFC 2397); " + inNewDirectory,
		},
		"authority is a bad escape": {
			reason: "Ignition rejects invalid data URLs",
			old:    ";base64,",
			new:    ",%zz",
			want:   workerCA + ": must be a data URL (RFC 2397); " + inNewDirectory,
		},
		"CA is not PEM": {
			reason: "base64 text is not PEM",
			old:    ";base64,",
			new:    ",",
			want:   workerCA + ": must contain a PEM certificate; " + inNewDirectory,
		},
	},
	"master.ign": {
		"pointer without source": {
			reason: "the machine would never join the cluster",
			old:    `"merge"`,
			new:    `"merged"`,
			want:   "ignition.config.merge[0].source: is missing; " + inNewDirectory,
		},
		"pointer of another cluster": {
			reason: "all files belong to one cluster",
			old:    "api-int.demo",
			new:    "api-int.prod",
			want: source("master", "demo") +
				", of the cluster in metadata.json (got https://api-int.prod.example.com:22623/config/master)",
		},
		"pointer at another port": {
			reason: "the API server does not serve Ignition",
			old:    ":22623",
			new:    ":6443",
			want: source("master", "demo") +
				", of the cluster in metadata.json (got https://api-int.demo.example.com:6443/config/master)",
		},
		"user data too long": {
			reason: "EC2 rejects larger user data",
			old:    `"version":"3.2.0"`,
			new:    `"version":"3.2.0","x":"` + strings.Repeat("x", 16*1024) + `"`,
			want:   "must have at most 16384 bytes",
		},
	},
	"auth/kubeconfig": {
		"kubeconfig is not YAML": {
			reason: "the message does not quote the file",
			old:    "clusters:",
			new:    "clusters: ]",
			want:   "the kubeconfig is not valid YAML; " + inNewDirectory,
		},
		"kubeconfig without a server": {
			reason: "a kubeconfig has a server",
			old:    "server:",
			new:    "serve:",
			want:   `the kubeconfig has no server in its current context "admin"; ` + inNewDirectory,
		},
		"kubeconfig without credentials": {
			reason: "the administrator has a certificate or a token",
			old:    "users:",
			new:    "others:",
			want:   `the kubeconfig has no cluster or no user of its current context "admin"; ` + inNewDirectory,
		},
		"kubeconfig of another context": {
			reason: "oc login and oc config use-context change the context that everybody uses",
			old:    "current-context: admin",
			new:    "current-context: other",
			want:   `the kubeconfig has no context "other", its current context; ` + inNewDirectory,
		},
		"kubeconfig of another cluster": {
			reason: "all files belong to one cluster",
			old:    "api.demo",
			new:    "api.prod",
			want: "server: must be https://api.demo.example.com:6443, the API of " +
				"the cluster in metadata.json",
		},
	},
}

func TestInvalidInstallDirs(t *testing.T) {
	t.Parallel()
	for file, changes := range damages {
		for name, tt := range changes {
			t.Run(file+" "+name, func(t *testing.T) {
				t.Parallel()
				dir := demo.write(t)
				path := filepath.Join(dir, file)
				tt.do(t, path)
				_, err := LoadInstallDir(dir, soonAfter(demo))
				require.Error(t, err, tt.reason)
				assert.True(t, strings.HasPrefix(err.Error(), path+": "+tt.want), "%s: %s", tt.reason, err)
				assert.NotContains(t, err.Error(), "\n", "it is the only problem")
			})
		}
	}
}

func (d damage) do(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	changed := d.new
	if d.old != "*" {
		require.Contains(t, string(text), d.old)
		changed = strings.Replace(string(text), d.old, d.new, 1)
	}
	require.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
}
