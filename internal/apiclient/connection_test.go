package apiclient

import (
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// namedServer is the server of a kubeconfig whose name only the test's proxy knows.
const namedServer = "https://api.demo.example.com:6443"

// apiServer responds with TLS, and with the user of the request in its body.
func apiServer(t *testing.T) (server *httptest.Server, authority []byte) {
	t.Helper()
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%q", r.Header.Get("Authorization"))
	}))
	t.Cleanup(server.Close)
	return server, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
}

// proxy is an HTTP proxy that connects to address whatever it is asked for, and counts the requests for namedServer.
func proxy(t *testing.T, address string) (url string, seen *atomic.Int32) {
	t.Helper()
	seen = &atomic.Int32{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || "https://"+r.Host != namedServer {
			http.Error(w, "another host", http.StatusBadGateway)
			return
		}
		seen.Add(1)
		upstream, err := net.Dial("tcp", address)
		if !assert.NoError(t, err) {
			return
		}
		defer upstream.Close()
		w.WriteHeader(http.StatusOK)
		client, _, err := w.(http.Hijacker).Hijack()
		if !assert.NoError(t, err) {
			return
		}
		defer client.Close()
		go func() { _, _ = io.Copy(upstream, client) }()
		_, _ = io.Copy(client, upstream)
	}))
	t.Cleanup(server.Close)
	return server.URL, seen
}

// TestKubeconfigs reads the fields of a kubeconfig as client-go does.
func TestKubeconfigs(t *testing.T) {
	t.Parallel()
	server, authority := apiServer(t)
	proxyURL, seen := proxy(t, server.Listener.Addr().String())
	other, _ := apiServer(t)
	tests := map[string]struct {
		reason        string
		cluster, user string
		// fails is a part of the error; empty if the request succeeds.
		fails, want string
		proxied     bool
	}{
		"data": {reason: "data of the CA, a token", cluster: "certificate-authority-data: DATA", user: "token: t", want: "Bearer t"},
		"files": {
			reason:  "files are relative to the kubeconfig",
			cluster: "certificate-authority: ca.crt", user: "tokenFile: token",
			want: "Bearer of a file",
		},
		"data and a file": {
			reason:  "data overrides the file of a CA, the file the text of a token",
			cluster: "certificate-authority: nowhere, certificate-authority-data: DATA", user: "token: t, tokenFile: token",
			want: "Bearer of a file",
		},
		"no CA": {reason: "the system does not trust the server", user: "token: t", fails: "certificate"},
		"another name": {
			reason:  "the certificate is that of example.com, not of the server's address",
			cluster: "certificate-authority-data: DATA, tls-server-name: example.org", user: "token: t", fails: "example.org",
		},
		"a proxy": {
			reason:  "the certificate is that of the name in tls-server-name, and only the proxy knows the server",
			cluster: "server: '" + namedServer + "', certificate-authority-data: DATA, proxy-url: PROXY, tls-server-name: example.com",
			user:    "token: t", want: "Bearer t", proxied: true,
		},
		"loopback": {
			reason:  "a token for an unverified server on loopback does not leave the machine",
			cluster: "insecure-skip-tls-verify: true", user: "token: t", want: "Bearer t",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := seen.Load()
			dir := t.TempDir()
			cluster := tt.cluster
			if !strings.Contains(cluster, "server: '") {
				cluster = fmt.Sprintf("server: %q, %s", server.URL, cluster)
			}
			cluster = strings.NewReplacer("DATA", base64.StdEncoding.EncodeToString(authority), "PROXY", proxyURL).Replace(cluster)
			for file, text := range map[string]string{
				"ca.crt": string(authority), "token": "of a file\n",
				"kubeconfig": fmt.Sprintf(`clusters: [{name: alpha, cluster: {server: %q}}, {name: demo, cluster: {%s}}]
contexts: [{name: alpha, context: {cluster: alpha, user: alpha}}, {name: demo, context: {cluster: demo, user: demo}}]
current-context: demo
users: [{name: alpha, user: {token: other}}, {name: demo, user: {%s}}]
`, other.URL, cluster, tt.user),
			} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
			}
			client, err := Open(filepath.Join(dir, "kubeconfig"))
			require.NoError(t, err)
			body, err := client.Get(t.Context(), "/")
			if tt.fails != "" {
				require.ErrorContains(t, err, tt.fails, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, fmt.Sprintf("%q", tt.want), string(body), tt.reason)
			assert.Equal(t, tt.proxied, seen.Load() > before)
		})
	}
}
