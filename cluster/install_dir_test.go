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

var makeExample = flag.Bool("make-install-dir", false, "make the install directory of examples/classic anew")

// exampleInstallDir lies beside the example; its certificate's age is the day it was made.
var exampleInstallDir = filepath.Join("..", "examples", "classic", "install-dir")

func TestExampleInstallDirIsWhole(t *testing.T) {
	t.Parallel()
	if *makeExample {
		today := demo
		today.made = time.Now().UTC().Truncate(24 * time.Hour)
		today.writeTo(t, exampleInstallDir)
	}
	install, err := LoadInstallDir(exampleInstallDir, AllowExpiredIgnition())
	require.NoError(t, err)
	assert.Equal(t, []string{"demo-x7k2p", "demo", "demo.example.com", "us-east-2"},
		[]string{install.InfraID, install.ClusterName, install.Domain, install.Region})
	assert.Empty(t, install.Warnings)
	bootstrap, err := os.ReadFile(filepath.Join(exampleInstallDir, "bootstrap.ign"))
	require.NoError(t, err)
	assert.NotContains(t, string(bootstrap), "PRIVATE KEY", "nothing secret is checked in")
	var want bytes.Buffer
	require.NoError(t, json.NewEncoder(&want).Encode(demo.bootstrap(t)))
	assert.JSONEq(
		t,
		want.String(),
		string(bootstrap),
		"testdata/bootstrap changed: run this test with -make-install-dir",
	)
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
	tests := map[string]struct {
		reason   string
		age      time.Duration
		allow    bool
		warnings []string
		err      string
	}{
		"fresh":        {reason: "just made", age: time.Minute},
		"clock behind": {reason: "this machine's clock runs after the one that made it", age: -time.Hour},
		"twelve":       {reason: "the advice is use within 12 hours", age: 12 * time.Hour},
		"after twelve": {
			reason: "there is still time, but little",
			age:    13 * time.Hour,
			warnings: []string{
				authority + "the ignition was made 13 hours ago and its certificates live 24 hours; finish the bootstrap before they end",
			},
		},
		"last moment": {
			reason: "the certificates hold to the end of the hour",
			age:    24 * time.Hour,
			warnings: []string{
				authority + "the ignition was made 24 hours ago and its certificates live 24 hours; finish the bootstrap before they end",
			},
		},
		"expired": {
			reason: "a bootstrap cannot succeed",
			age:    30 * time.Hour,
			err:    authority + "the ignition was made 30 hours ago and its certificates live 24 hours; run `openshift-install create ignition-configs` in a fresh directory, or pass AllowExpiredIgnition() if the cluster is up",
		},
		"cluster is up": {reason: "the pointer stays valid", age: 8000 * time.Hour, allow: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := []InstallDirOption{at(demo.made.Add(tt.age))}
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

	_, err := LoadInstallDir(copied, at(demo.made.Add(48*time.Hour)))

	assert.ErrorContains(t, err, "the ignition was made 48 hours ago")
}

// damage is one thing done to an install directory, and what is told of it. DIR stands for the directory.
type damage struct {
	reason, file, old, new string
	want                   []string
}

const inFresh = "run `openshift-install create ignition-configs` in a fresh directory"

var damages = map[string]damage{
	"metadata is no JSON": {
		reason: "a file cut short",
		file:   "metadata.json",
		old:    `"infraID":`,
		new:    `"infraID"`,
		want:   []string{"DIR/metadata.json: is damaged JSON (invalid character"},
	},
	"metadata of another kind": {
		reason: "a list is no metadata",
		file:   "metadata.json",
		old:    "*",
		new:    `[]`,
		want: []string{
			"DIR/metadata.json: is damaged JSON (json: cannot unmarshal array into Go value of type cluster.metadata); " + inFresh,
		},
	},
	"empty metadata": {
		reason: "an interrupted copy",
		file:   "metadata.json",
		old:    "*",
		want:   []string{"DIR/metadata.json: is empty; " + inFresh},
	},
	"other platform": {
		reason: "the install is for another cloud",
		file:   "metadata.json",
		old:    `"aws":`,
		new:    `"gcp":`,
		want: []string{
			"DIR/metadata.json: aws: is missing and the platform is gcp; only installs for AWS can be used",
		},
	},
	"no platform": {
		reason: "neither cloud is told",
		file:   "metadata.json",
		old:    `"aws":`,
		new:    `"AVS":`,
		want:   []string{"DIR/metadata.json: aws: is missing; only installs for AWS can be used"},
	},
	"no infra id": {
		reason: "nothing can be named without",
		file:   "metadata.json",
		old:    `"infraID":"demo-x7k2p"`,
		new:    `"infraID":""`,
		want:   []string{"DIR/metadata.json: infraID: is required"},
	},
	"long infra id": {
		reason: "names of load balancers would not fit",
		file:   "metadata.json",
		old:    `"infraID":"demo-x7k2p"`,
		new:    `"infraID":"production-frankfurt1-x7k2pq"`,
		want: []string{
			`DIR/metadata.json: infraID: "production-frankfurt1-x7k2pq" has 28 characters; at most 27 fit the names of load balancers`,
		},
	},
	"no cluster id": {
		reason: "who the cluster is",
		file:   "metadata.json",
		old:    `"clusterID":"0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41",`,
		want:   []string{"DIR/metadata.json: clusterID: is required"},
	},
	"cluster id is no UUID": {
		reason: "a hand-written id",
		file:   "metadata.json",
		old:    `"clusterID":"0f3c1e52-7b1d-4c58-9a53-6d2a7f0b9c41"`,
		new:    `"clusterID":"demo"`,
		want:   []string{`DIR/metadata.json: clusterID: "demo" is no UUID`},
	},
	"no cluster name": {
		reason: "the first label of the domain",
		file:   "metadata.json",
		old:    `"clusterName":"demo"`,
		new:    `"clusterName":""`,
		want:   []string{"DIR/metadata.json: clusterName: is required"},
	},
	"no region": {
		reason: "where everything is made",
		file:   "metadata.json",
		old:    `"region":"us-east-2"`,
		new:    `"region":""`,
		want:   []string{"DIR/metadata.json: aws.region: is required"},
	},
	"a zone for a region": {
		reason: "a common slip",
		file:   "metadata.json",
		old:    `"region":"us-east-2"`,
		new:    `"region":"us-east-2a"`,
		want:   []string{`DIR/metadata.json: aws.region: "us-east-2a" is no region's name, such as us-east-2`},
	},
	"no domain": {
		reason: "pointers are compared with it",
		file:   "metadata.json",
		old:    `"clusterDomain":"demo.example.com"`,
		new:    `"clusterDomain":""`,
		want:   []string{"DIR/metadata.json: aws.clusterDomain: is required"},
	},
	"domain with a dot": {
		reason: "the zone's name would have two",
		file:   "metadata.json",
		old:    `"clusterDomain":"demo.example.com"`,
		new:    `"clusterDomain":"demo.example.com."`,
		want: []string{
			`DIR/metadata.json: aws.clusterDomain: "demo.example.com." is no domain of lower-case labels without a dot at its end, such as demo.example.com`,
		},
	},
	"domain of another cluster": {
		reason: "two directories mixed",
		file:   "metadata.json",
		old:    `"clusterDomain":"demo.example.com"`,
		new:    `"clusterDomain":"prod.example.com"`,
		want: []string{
			`DIR/metadata.json: aws.clusterDomain: "prod.example.com" does not begin with the cluster's name "demo"`,
		},
	},

	"bootstrap is no JSON": {
		reason: "a file cut short",
		file:   "bootstrap.ign",
		old:    `{"ignition"`,
		new:    `{"ignition`,
		want:   []string{"DIR/bootstrap.ign: is damaged JSON (invalid character"},
	},
	"bootstrap merges": {
		reason: "the bootstrap machine's pointer is ours to make",
		file:   "bootstrap.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"3.2.0","config":{"merge":[{"source":"s3://x/y"}]}`,
		want: []string{
			"DIR/bootstrap.ign: ignition.config.merge: makes the file a pointer; the whole ignition of the bootstrap machine is needed",
		},
	},
	"bootstrap replaces": {
		reason: "the docs' hand-made pointer in place of the file",
		file:   "bootstrap.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"3.2.0","config":{"replace":{"source":"s3://x/y"}}`,
		want: []string{
			"DIR/bootstrap.ign: ignition.config.replace: makes the file a pointer; the whole ignition of the bootstrap machine is needed",
		},
	},
	"bootstrap does nothing": {
		reason: "an ignition of users only",
		file:   "bootstrap.ign",
		old:    "*",
		new:    `{"ignition":{"version":"3.2.0"}}`,
		want: []string{
			"DIR/bootstrap.ign: has no storage.files or no systemd.units, so nothing would be installed; " + inFresh,
		},
	},
	"bootstrap of an old version": {
		reason: "OpenShift before 4.6",
		file:   "bootstrap.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"2.2.0"`,
		want: []string{
			`DIR/bootstrap.ign: ignition.version: "2.2.0" cannot be used; OpenShift 4.6 and newer make version 3`,
		},
	},
	"pointer of an old version": {
		reason: "OpenShift before 4.6",
		file:   "worker.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"2.2.0"`,
		want: []string{
			`DIR/worker.ign: ignition.version: "2.2.0" cannot be used; OpenShift 4.6 and newer make version 3`,
		},
	},
	"pointer without version": {
		reason: "ignition refuses it at boot",
		file:   "worker.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":""`,
		want:   []string{"DIR/worker.ign: ignition.version: is required"},
	},
	"pointer without source": {
		reason: "the machine would never join",
		file:   "master.ign",
		old:    `"merge"`,
		new:    `"merged"`,
		want: []string{
			"DIR/master.ign: ignition.config.merge[0].source: is missing, so the machine would never join; " + inFresh,
		},
	},
	"pointer of another role": {
		reason: "master.ign copied over worker.ign",
		file:   "worker.ign",
		old:    "/config/worker",
		new:    "/config/master",
		want: []string{
			`DIR/worker.ign: ignition.config.merge[0].source: "https://api-int.demo.example.com:22623/config/master" does not point at https://api-int.demo.example.com:22623/config/worker`,
		},
	},
	"pointer without TLS": {
		reason: "secrets would go in the clear",
		file:   "worker.ign",
		old:    "https://api-int",
		new:    "http://api-int",
		want: []string{
			`DIR/worker.ign: ignition.config.merge[0].source: "http://api-int.demo.example.com:22623/config/worker" does not point at https://api-int.demo.example.com:22623/config/worker`,
		},
	},
	"pointer of another cluster": {
		reason: "two directories mixed",
		file:   "master.ign",
		old:    "api-int.demo",
		new:    "api-int.prod",
		want: []string{
			`DIR/master.ign: ignition.config.merge[0].source: "https://api-int.prod.example.com:22623/config/master" is of another cluster; the one in metadata.json has https://api-int.demo.example.com:22623/config/master`,
		},
	},
	"pointer at another port": {
		reason: "the API does not hand out ignition",
		file:   "master.ign",
		old:    ":22623",
		new:    ":6443",
		want: []string{
			`DIR/master.ign: ignition.config.merge[0].source: "https://api-int.demo.example.com:6443/config/master" is of another cluster; the one in metadata.json has https://api-int.demo.example.com:22623/config/master`,
		},
	},
	"pointer without authority": {
		reason: "the server would not be trusted",
		file:   "worker.ign",
		old:    `"certificateAuthorities"`,
		new:    `"other"`,
		want: []string{
			"DIR/worker.ign: ignition.security.tls.certificateAuthorities[0].source: is missing, so the machine would not trust the machine config server; " + inFresh,
		},
	},
	"authority elsewhere": {
		reason: "it has to be in the file",
		file:   "worker.ign",
		old:    "data:text/plain",
		new:    "https://example.com",
		want: []string{
			"DIR/worker.ign: ignition.security.tls.certificateAuthorities[0].source: is no data URL; " + inFresh,
		},
	},
	"authority is damaged base64": {
		reason: "a hand edit",
		file:   "worker.ign",
		old:    "base64,LS0t",
		new:    "base64,!S0t",
		want: []string{
			"DIR/worker.ign: ignition.security.tls.certificateAuthorities[0].source: is a damaged data URL; " + inFresh,
		},
	},
	"authority is a bad escape": {
		reason: "a hand edit",
		file:   "worker.ign",
		old:    ";base64,",
		new:    ",%zz",
		want: []string{
			"DIR/worker.ign: ignition.security.tls.certificateAuthorities[0].source: is a damaged data URL; " + inFresh,
		},
	},
	"authority is no PEM": {
		reason: "the base64 was taken for the text",
		file:   "worker.ign",
		old:    ";base64,",
		new:    ",",
		want: []string{
			"DIR/worker.ign: ignition.security.tls.certificateAuthorities[0].source: holds no PEM certificate; " + inFresh,
		},
	},
	"user data too long": {
		reason: "EC2 refuses it",
		file:   "master.ign",
		old:    `"version":"3.2.0"`,
		new:    `"version":"3.2.0","x":"` + strings.Repeat("x", 16*1024) + `"`,
		want:   []string{"DIR/master.ign: has 1"},
	},
	"kubeconfig is no YAML": {
		reason: "a damaged file, of which no secret is told",
		file:   "auth/kubeconfig",
		old:    "clusters:",
		new:    "clusters: ]",
		want:   []string{"DIR/auth/kubeconfig: is damaged YAML; " + inFresh},
	},
	"kubeconfig without a server": {
		reason: "an empty kubeconfig",
		file:   "auth/kubeconfig",
		old:    "server:",
		new:    "serve:",
		want:   []string{"DIR/auth/kubeconfig: clusters[0].cluster.server: is missing; " + inFresh},
	},
	"kubeconfig of another cluster": {
		reason: "two directories mixed",
		file:   "auth/kubeconfig",
		old:    "api.demo",
		new:    "api.prod",
		want: []string{
			"DIR/auth/kubeconfig: clusters[0].cluster.server: is not https://api.demo.example.com:6443, the API of the cluster in metadata.json",
		},
	},
	"metadata broken, pointers fine": {
		reason: "what cannot be compared is not complained of",
		file:   "metadata.json",
		old:    "*",
		new:    "{",
		want:   []string{"DIR/metadata.json: is damaged JSON (unexpected end of JSON input); " + inFresh},
	},
}

func TestDamagedInstallDirs(t *testing.T) {
	t.Parallel()
	for name, tt := range damages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := demo.write(t)
			tt.do(t, dir)
			_, err := LoadInstallDir(dir, soonAfter(demo))
			require.Error(t, err, tt.reason)
			told := strings.Split(err.Error(), "\n")
			require.Len(t, told, len(tt.want), err)
			for i, want := range tt.want {
				assert.True(
					t,
					strings.HasPrefix(told[i], strings.ReplaceAll(want, "DIR", dir)),
					"%s: %s",
					tt.reason,
					told[i],
				)
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

func TestEveryMissingFileIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := LoadInstallDir(dir)
	var want []string
	for _, file := range []string{"metadata.json", "bootstrap.ign", "master.ign", "worker.ign", "auth/kubeconfig"} {
		want = append(
			want,
			filepath.Join(dir, file)+": is missing; run `openshift-install create ignition-configs` in this directory",
		)
	}
	assert.EqualError(t, err, strings.Join(want, "\n"))
}

func TestInstallDirThatIsNone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for path, want := range map[string]string{
		"":          "install directory: is required",
		"/nowhere/": "/nowhere/: cannot be read (no such file or directory); run `openshift-install create ignition-configs` in it",
		file:        file + ": is no directory; give the one that `openshift-install --dir` was given",
	} {
		_, err := LoadInstallDir(path)
		assert.EqualError(t, err, want)
	}
}

func TestLegalInstallDirs(t *testing.T) {
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
				made:       demo.made,
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
				made:       demo.made,
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
				made:       demo.made,
			},
			damage: damage{},
		},
		"newer ignition": {
			reason: "a later minor version of 3",
			in:     demo,
			damage: damage{file: "master.ign", old: "3.2.0", new: "3.4.0"},
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

func TestDecodeDataURL(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, source, want, err string
	}{
		"base64": {
			reason: "what the installer writes",
			source: "data:text/plain;charset=utf-8;base64,YSBi",
			want:   "a b",
		},
		"percent":      {reason: "RFC 2397 without base64", source: "data:,a%20b", want: "a b"},
		"empty":        {reason: "nothing is legal", source: "data:,"},
		"plus is plus": {reason: "a data URL is no form", source: "data:,a+b", want: "a+b"},
		"escaped": {
			reason: "base64's padding may be escaped",
			source: "data:;base64,YQ%3D%3D",
			want:   "a",
		},
		"no comma": {reason: "there is no data", source: "data:text/plain", err: "is no data URL"},
		"other scheme": {
			reason: "the certificate has to be inside",
			source: "https://example.com/a,b",
			err:    "is no data URL",
		},
		"bad escape": {reason: "damaged", source: "data:,%zz", err: "is a damaged data URL"},
		"bad base64": {reason: "damaged", source: "data:;base64,a", err: "is a damaged data URL"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := decodeDataURL(tt.source)
			if tt.err != "" {
				assert.EqualError(t, err, tt.err, tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.want, string(got), tt.reason)
		})
	}
}
