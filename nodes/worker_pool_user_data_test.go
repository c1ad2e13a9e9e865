package nodes_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// decoded returns the decoded user data of a pool's launch template.
func decoded(t *testing.T, rec *mocks.Recorder) string {
	t.Helper()
	secret, ok := only(t, rec, templateType)["userData"].(mocks.Secret)
	require.True(t, ok, "user data is a secret")
	text, err := base64.StdEncoding.DecodeString(secret.Value.(string))
	require.NoError(t, err)
	return string(text)
}

func longText(n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = 'x'
	}
	return string(text)
}

func TestUserDataIsASecret(t *testing.T) {
	t.Parallel()
	template := only(t, run(t, pool(samePool)), templateType)
	assert.Equal(t, mocks.Secret{Value: base64.StdEncoding.EncodeToString([]byte(pointerIgnition))},
		template["userData"], "a plain string also becomes a secret")
}

func TestIgnitionOfAPoolWithLabels(t *testing.T) {
	t.Parallel()
	const authority = `"security":{"tls":{"certificateAuthorities":[` +
		`{"source":"data:text/plain;charset=utf-8;base64,Y2E="}]}}`
	rec := run(t, pool(func(a *nodes.WorkerPoolArgs) {
		elastic(a)
		a.Ignition = pulumi.String(
			`{"ignition":{"version":"3.2.0","config":{"merge":[{"source":` +
				`"https://api-int.demo.example.com:22623/config/worker"}]},` + authority + `}}`,
		)
	}))
	var got, want any
	require.NoError(t, json.Unmarshal([]byte(decoded(t, rec)), &got))
	require.NoError(t, json.Unmarshal([]byte(`{
		"ignition":{"version":"3.2.0","config":{"merge":[{"source":
			"https://api-int.demo.example.com:22623/config/batch"}]},`+authority+`},
		"storage":{"files":[{"path":"/etc/kubernetes/kubelet-env","mode":420,"overwrite":true,
			"contents":{"source":
				"data:,CUSTOM_KUBELET_LABELS=example.com%2Fteam=data%2Cnode.kubernetes.io%2Flifecycle=spot%0A"}}]}}`), &want))
	assert.Equal(t, want, got, "only the pool's URL and the labels differ from the installer's ignition")
}

func TestIgnitionOfAPool(t *testing.T) {
	t.Parallel()
	pointer := func(pool, more string) string {
		return `{"ignition":{"config":{"merge":[{"source":"https://api-int.demo.example.com:22623/config/` + pool + `"}]},` +
			`"version":"3.2.0"}` + more + `}`
	}
	const team = `,"storage":{"files":[{"contents":{"source":"data:,CUSTOM_KUBELET_LABELS=team=data%0A"},"mode":420,` +
		`"overwrite":true,"path":"/etc/kubernetes/kubelet-env"}]}`
	for name, tt := range map[string]struct {
		reason, pool string
		labels       map[string]string
		want         string
	}{
		"worker": {
			reason: "the installer's text is the workers' already",
			pool:   "worker",
			want:   pointer("worker", `,"x":12345678901234567890`),
		},
		"worker with labels": {
			reason: "numbers stay as they are",
			pool:   "worker",
			labels: map[string]string{"team": "data"},
			want:   pointer("worker", team+`,"x":12345678901234567890`),
		},
		"batch": {
			reason: "without labels there is no file",
			pool:   "batch",
			want:   pointer("batch", `,"x":12345678901234567890`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, pool(func(a *nodes.WorkerPoolArgs) {
				a.Pool, a.Labels = tt.pool, tt.labels
				a.Ignition = pulumi.String(pointer("worker", `,"x":12345678901234567890`))
			}))
			assert.Equal(t, tt.want, decoded(t, rec), tt.reason)
		})
	}
}

func TestInvalidIgnition(t *testing.T) {
	t.Parallel()
	const path = "nodes.WorkerPoolArgs.Ignition: "
	for name, tt := range map[string]struct{ reason, pool, ignition, want string }{
		"path": {
			reason:   "the argument is the content of worker.ign, not its path",
			pool:     "worker",
			ignition: "worker.ign",
			want:     path + "must be the content of worker.ign, not its path: invalid character 'w'",
		},
		"another JSON": {
			reason:   "the content is an ignition config",
			pool:     "worker",
			ignition: `{"clusterName":"demo"}`,
			want:     path + "must have ignition.version; use cluster.InstallDir.WorkerIgnition",
		},
		"master.ign": {
			reason: "instances that boot from the pool master become control-plane nodes",
			pool:   "worker",
			ignition: `{"ignition":{"version":"3.2.0","config":{"merge":[{"source":` +
				`"https://api-int.demo.example.com:22623/config/master"}]}}}`,
			want: path + "must be the content of worker.ign",
		},
		"no version": {
			reason:   "an ignition config has a version",
			pool:     "worker",
			ignition: `{"ignition":{}}`,
			want:     path + "must have ignition.version",
		},
		"not a pointer": {
			reason:   "only a pointer ignition refers to a pool",
			pool:     "batch",
			ignition: `{"ignition":{"version":"3.2.0"}}`,
			want:     path + "ignition.config.merge must have a source such as https://api-int.<domain>:22623/config/worker",
		},
		"not a URL": {
			reason:   "a source that cannot be parsed points nowhere",
			pool:     "batch",
			ignition: `{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"%zz/config/worker"}]}}}`,
			want:     path + "ignition.config.merge must have a source such as https://api-int.<domain>:22623/config/worker",
		},
		"too long": {
			reason: "EC2 accepts at most 16 KiB of user data",
			pool:   "batch",
			ignition: `{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://a:22623/config/worker"}]}},` +
				`"x":"` + longText(17000) + `"}`,
			want: "user data must have at most 16384 bytes",
		},
		"too long, unchanged": {
			reason:   "EC2 accepts at most 16 KiB of user data",
			pool:     "worker",
			ignition: `{"ignition":{"version":"3.2.0"},"x":"` + longText(17000) + `"}`,
			want:     "user data must have at most 16384 bytes",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := mocks.New(inCluster).Run(
				pool(func(a *nodes.WorkerPoolArgs) { a.Pool, a.Ignition = tt.pool, pulumi.String(tt.ignition) }),
			)
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}
