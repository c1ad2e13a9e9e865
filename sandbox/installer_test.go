package sandbox

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

	get := func(path string) (code, items int) {
		response, err := http.Get(serverOf(t, installer) + path)
		if err != nil {
			return 0, 0
		}
		defer response.Body.Close()
		var list struct{ Items []any }
		_ = json.NewDecoder(response.Body).Decode(&list)
		return response.StatusCode, len(list.Items)
	}
	up := func(names ...string) { writeAccount(t, installer, names...) }
	const version = "/version"
	for _, step := range []struct {
		reason   string
		machines []string
		want     int
	}{
		{reason: "there is no cluster"},
		{reason: "without a bootstrap machine, a control plane does not start", machines: []string{"master-a", "int"}},
		{reason: "a bootstrap machine alone is no control plane", machines: []string{"bootstrap", "int"}},
		{reason: "the bootstrap machine starts the control plane", machines: []string{"master-a", "bootstrap", "int"}, want: http.StatusOK},
		{reason: "the control plane takes over", machines: []string{"master-a", "int"}, want: http.StatusOK},
		{reason: "nobody reaches it without a load balancer", machines: []string{"master-a"}},
		{reason: "clients outside of the VPC have another one", machines: []string{"master-a", "ext"}, want: http.StatusOK},
		{reason: "a destroyed cluster does not answer"},
		{reason: "another control plane needs another bootstrap machine", machines: []string{"master-a", "int"}},
	} {
		up(step.machines...)
		code, _ := get(version)
		assert.Equal(t, step.want, code, step.reason)
	}

	up("master-a", "bootstrap", "int")
	code, nodes := get("/api/v1/nodes")
	assert.Equal(t, http.StatusOK, code)
	assert.Equal(t, 9, nodes)
	code, services := get("/api/v1/services")
	assert.Equal(t, http.StatusOK, code)
	assert.Zero(t, services, "uninstall has nothing to delete")
	up("master-a", "master-b", "int")
	_, nodes = get("/api/v1/nodes?labelSelector=node-role.kubernetes.io%2Fmaster")
	assert.Equal(t, 2, nodes, "another machine joins the control plane")
	code, _ = get("/api/v1/namespaces/kube-system/configmaps/bootstrap")
	assert.Equal(t, http.StatusOK, code)
	code, _ = get("/api/v1/namespaces/kube-system/configmaps/other")
	assert.Equal(t, http.StatusNotFound, code)
}

func serverOf(t *testing.T, installer *Installer) string {
	t.Helper()
	text, err := os.ReadFile(installer.Kubeconfig)
	require.NoError(t, err)
	var config struct {
		Clusters []struct{ Cluster struct{ Server string } }
	}
	require.NoError(t, yaml.Unmarshal(text, &config))
	return config.Clusters[0].Cluster.Server
}

// writeAccount writes an account of machines and load balancers of the API.
func writeAccount(t *testing.T, installer *Installer, names ...string) {
	t.Helper()
	account, err := fake.OpenStore[fake.Record](filepath.Join(installer.Dir, awsFile), nil)
	require.NoError(t, err)
	require.NoError(t, account.Update(func(records map[string]fake.Record) error {
		clear(records)
		for _, name := range names {
			token := "aws:ec2/instance:Instance"
			if name == "int" || name == "ext" {
				token = "aws:lb/loadBalancer:LoadBalancer"
			}
			records[name] = fake.Record{Token: token, ID: "i-" + name, Outputs: map[string]any{
				"tags": map[string]any{"Name": "demo-" + name, "kubernetes.io/cluster/demo-x7k2p": "owned"},
			}}
		}
		return nil
	}))
}

// TestFaultsOfTheAPI: faults of the options, and those that the command fail adds while the API is served.
func TestFaultsOfTheAPI(t *testing.T) {
	t.Parallel()
	opts := Options{Project: "small", Dir: t.TempDir(), Faults: []Fault{
		{Type: ClusterAPI, Operation: "delete", Error: Denied}, {Type: ClusterAPI, Error: Throttled + " ", Times: 1},
	}}
	installer, err := FakeInstaller(opts)
	require.NoError(t, err)
	defer installer.Stop()
	writeAccount(t, installer, "master-a", "bootstrap", "int")
	const etcd = "/apis/operator.openshift.io/v1/etcds/cluster"
	request := func(method string) string {
		request, err := http.NewRequestWithContext(t.Context(), method, serverOf(t, installer)+etcd, nil)
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return "away"
		}
		defer response.Body.Close()
		var object struct {
			Status struct {
				Conditions []struct{ Type, Status string }
			}
		}
		require.NoError(t, json.NewDecoder(response.Body).Decode(&object))
		for _, condition := range object.Status.Conditions {
			if condition.Type == "EtcdMembersDegraded" {
				return "degraded " + condition.Status
			}
		}
		return ""
	}
	account := func(command ...string) {
		require.NoError(t, Account(t.Context(), opts, &strings.Builder{}, command...))
	}
	assert.Equal(t, "away", request(http.MethodGet), "once")
	assert.Equal(t, "degraded False", request(http.MethodGet))
	assert.Equal(t, "away", request(http.MethodDelete), "always")
	account("fail", `{"type": "openshift:api", "operation": "read", "error": "`+Degraded+`", "times": 2}`)
	assert.Equal(t, "degraded True", request(http.MethodGet))
	assert.Equal(t, "degraded True", request(http.MethodGet))
	assert.Equal(t, "degraded False", request(http.MethodGet), "twice")
	account("heal")
	account("fail", `{"type": "openshift:api", "delay": 20000000}`)
	began := time.Now()
	assert.Equal(t, "degraded False", request(http.MethodGet))
	assert.GreaterOrEqual(t, time.Since(began), 20*time.Millisecond, "slow")
	account("fail", `{"type": "openshift:api", "error": "connection refused"}`)
	assert.Equal(t, "degraded False", request(http.MethodGet), "the first fault of an operation happens")
	account("heal")
	assert.Equal(t, "degraded False", request(http.MethodGet))
}
