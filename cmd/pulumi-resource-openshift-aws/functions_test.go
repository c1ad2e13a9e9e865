package main

import (
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFunctions calls all functions, whose results are arguments of components.
func TestFunctions(t *testing.T) {
	t.Parallel()
	p := newProject(t, "functions")
	program := read(t, "testdata", "functions", "Pulumi.yaml")
	var spec struct{ Functions map[string]any }
	require.NoError(t, json.Unmarshal(schema, &spec))
	require.NotEmpty(t, spec.Functions)
	documented := read(t, root, "docs", "languages.md")
	for token := range spec.Functions {
		assert.Contains(t, documented, "`"+strings.TrimPrefix(token, "openshift-aws:")+"`")
		assert.Contains(t, program, "function: "+token+"\n")
	}
	// The path in the program is relative to the program.
	require.NoError(t, os.CopyFS(filepath.Join(p.dir, "install-dir"), os.DirFS(installDir)))
	assert.NotContains(t, p.must("preview"), "the preview is incomplete")
	p.must("up", "--yes", "--skip-preview")
	p.must("preview", "--expect-no-changes")

	outputs := func(arguments ...string) (values map[string]any) {
		out := p.must(append([]string{"stack", "output", "--json"}, arguments...)...)
		require.NoError(t, json.Unmarshal([]byte(out[strings.Index(out, "{"):]), &values))
		return values
	}
	shown := outputs()
	assert.Equal(t, map[string]any{
		"path": "install-dir", "infraId": "demo-x7k2p", "clusterName": "demo", "domain": "demo.example.com", "region": "us-east-2",
		"machineNetworks": []any{},
		"clusterId":       shown["install"].(map[string]any)["clusterId"], "warnings": shown["install"].(map[string]any)["warnings"],
	}, shown["install"])
	assert.Equal(t, "[secret]", shown["kubeconfig"])
	assert.Equal(t, "[secret]", shown["node311"], "the kubeconfig is in it")
	assert.Equal(t, map[string]any{
		"zone": "us-east-2b", "slot": 1.0, "block": "10.0.32.0/19", "private": "10.0.32.0/20", "public": "10.0.48.0/24",
	}, shown["zone"])
	assert.Equal(t, "10.0.32.0/20", shown["private"], "the plan is that of the network")
	assert.Equal(t, "ami-0123456789abcdef0", shown["image"])
	assert.Equal(t, "http://proxy.demo.internal:3128", shown["proxy"])
	assert.Equal(t, map[string]any{"node-role.kubernetes.io/infra": ""}, shown["nodeSelector"])
	assert.Equal(t, "manifests/cluster-ingress-default-ingresscontroller.yaml", shown["manifest"])
	assert.Contains(t, shown["sharedVpc"], "arn:aws:iam::123456789012:role/")
	for policy, action := range map[string]string{
		"logs": "s3:PutObject", "autoscaler": "autoscaling:SetDesiredCapacity", "approver": "ec2:DescribeInstances",
		"handler": "sqs:ReceiveMessage",
	} {
		assert.Contains(t, shown[policy], action)
	}
	assert.Equal(t, read(t, installDir, "auth", "kubeconfig"), outputs("--show-secrets")["kubeconfig"])
	state := p.must("stack", "export")
	assert.NotContains(t, state, "client-key-data", "a secret")
	p.must("destroy", "--yes", "--skip-preview")
}

// TestFunctionProblems shows all problems of a function's arguments by property.
func TestFunctionProblems(t *testing.T) {
	t.Parallel()
	out, err := newProject(t, "function-problems").pulumi("preview")
	require.Error(t, err)
	for _, want := range []string{`"10.0.0.0/33" is not a valid IPv4 CIDR`, "(cidr)", `"us-east-2x9" is not a valid AWS zone`, "(zones[1])"} {
		assert.Contains(t, out, want)
	}
	assert.NotContains(t, out, "VpcArgs")
}

// apiServer serves what waits read of a cluster, and returns its kubeconfig.
func apiServer(t *testing.T) string {
	t.Helper()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/nodes" && strings.Contains(r.URL.RawQuery, "infra") {
			_, _ = fmt.Fprint(w, `{"items": [{"status": {"conditions": [{"type": "Ready", "status": "True"}]}}]}`)
			return
		}
		_, _ = fmt.Fprint(w, `{}`)
	}))
	t.Cleanup(server.Close)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	return fmt.Sprintf("{current-context: demo, contexts: [{name: demo, context: {cluster: demo, user: demo}}], "+
		"clusters: [{name: demo, cluster: {server: '%s', certificate-authority-data: %s}}], users: [{name: demo, user: {token: demo}}]}",
		server.URL, base64.StdEncoding.EncodeToString(authority))
}
