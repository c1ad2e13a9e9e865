package sandbox

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

func TestFakeInstaller(t *testing.T) {
	t.Parallel()
	installer, err := FakeInstaller(Options{Project: "small", Dir: t.TempDir()})
	require.NoError(t, err)
	defer installer.Stop()
	assert.FileExists(t, installer.Path)
	text, err := os.ReadFile(installer.Kubeconfig)
	require.NoError(t, err)
	assert.Contains(t, string(text), "http://127.0.0.1:")

	var config struct {
		Clusters []struct{ Cluster struct{ Server string } }
	}
	require.NoError(t, yaml.Unmarshal(text, &config))
	get := func(path string) (code, items int) {
		response, err := http.Get(config.Clusters[0].Cluster.Server + path)
		if err != nil {
			return 0, 0
		}
		defer response.Body.Close()
		var list struct{ Items []any }
		_ = json.NewDecoder(response.Body).Decode(&list)
		return response.StatusCode, len(list.Items)
	}
	up := func(names ...string) {
		account, err := fake.OpenStore[fake.Record](filepath.Join(installer.Dir, awsFile), nil)
		require.NoError(t, err)
		require.NoError(t, account.Update(func(records map[string]fake.Record) error {
			clear(records)
			for _, name := range names {
				records[name] = fake.Record{Token: "aws:ec2/instance:Instance", ID: "i-" + name, Outputs: map[string]any{
					"tags": map[string]any{"Name": "demo-" + name, "kubernetes.io/cluster/demo-x7k2p": "owned"},
				}}
			}
			return nil
		}))
	}
	const version = "/version"
	for _, step := range []struct {
		reason   string
		machines []string
		want     int
	}{
		{reason: "there is no cluster"},
		{reason: "without a bootstrap machine, a control plane does not start", machines: []string{"master-a"}},
		{reason: "a bootstrap machine alone is no control plane", machines: []string{"bootstrap"}},
		{reason: "the bootstrap machine starts the control plane", machines: []string{"master-a", "bootstrap"}, want: http.StatusOK},
		{reason: "the control plane takes over", machines: []string{"master-a"}, want: http.StatusOK},
		{reason: "a destroyed cluster does not answer"},
		{reason: "another control plane needs another bootstrap machine", machines: []string{"master-a"}},
	} {
		up(step.machines...)
		code, _ := get(version)
		assert.Equal(t, step.want, code, step.reason)
	}

	up("master-a", "bootstrap")
	code, nodes := get("/api/v1/nodes")
	assert.Equal(t, http.StatusOK, code)
	assert.Equal(t, 9, nodes)
	code, services := get("/api/v1/services")
	assert.Equal(t, http.StatusOK, code)
	assert.Zero(t, services, "uninstall has nothing to delete")
	code, _ = get("/api/v1/namespaces/kube-system/configmaps/bootstrap")
	assert.Equal(t, http.StatusOK, code)
	code, _ = get("/api/v1/namespaces/kube-system/configmaps/other")
	assert.Equal(t, http.StatusNotFound, code)
}
