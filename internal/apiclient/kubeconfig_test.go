package apiclient

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKubeconfigsRejected(t *testing.T) {
	t.Parallel()
	const start = "{contexts: [{name: home, context: {cluster: c, user: u}}], current-context: home, "
	tests := map[string]struct {
		reason, text, want string
	}{
		"no YAML": {reason: "a truncated file is not YAML", text: "{", want: "the kubeconfig is not valid YAML"},
		"empty": {
			reason: "an empty file has no context",
			want:   `the kubeconfig has no context "", its current context`,
		},
		"no cluster": {
			reason: "a context refers to a cluster and a user",
			text:   start + "users: [{name: u}]}",
			want:   `the kubeconfig has no cluster or no user of its current context "home"`,
		},
		"plain HTTP": {
			reason: "credentials need TLS",
			text:   start + "clusters: [{name: c, cluster: {server: 'http://x'}}], users: [{name: u, user: {token: x}}]}",
			want:   "the kubeconfig's cluster must have an https:// server",
		},
		"plain HTTP on another machine": {
			reason: "only loopback addresses stay on the machine",
			text:   start + "clusters: [{name: c, cluster: {server: 'http://10.0.0.1'}}], users: [{name: u, user: {token: x}}]}",
			want:   "the kubeconfig's cluster must have an https:// server",
		},
		"plain HTTP on a name of loopback": {
			reason: "a name can resolve to another machine",
			text:   start + "clusters: [{name: c, cluster: {server: 'http://localhost'}}], users: [{name: u, user: {token: x}}]}",
			want:   "the kubeconfig's cluster must have an https:// server",
		},
		"plain HTTP through a proxy": {
			reason: "the proxy would receive the token",
			text: start + "clusters: [{name: c, cluster: {server: 'http://127.0.0.1', proxy-url: 'http://10.0.0.1'}}], " +
				"users: [{name: u, user: {token: x}}]}",
			want: "the kubeconfig's cluster must have an https:// server",
		},
		"no URL": {
			reason: "client-go guesses a scheme",
			text:   start + "clusters: [{name: c, cluster: {server: api.demo.example.com}}], users: [{name: u, user: {token: x}}]}",
			want:   "the kubeconfig's cluster must have an https:// server",
		},
		"a token for an unverified server": {
			reason: "whoever answers would receive the token",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x', insecure-skip-tls-verify: true}}], " +
				"users: [{name: u, user: {token: x}}]}",
			want: "the kubeconfig's cluster must not have insecure-skip-tls-verify with a user's token, which a server that nobody verified " +
				"would receive; set certificate-authority-data instead",
		},
		"an unverified server with a CA": {
			reason: "client-go rejects it",
			text: start + "clusters: [{name: c, cluster: {server: 'https://127.0.0.1', insecure-skip-tls-verify: true, " +
				"certificate-authority-data: eA==}}], users: [{name: u, user: {token: x}}]}",
			want: "the kubeconfig's cluster must not have both insecure-skip-tls-verify and a certificate-authority",
		},
		"two clusters of one name": {
			reason: "client-go rejects it",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x'}}, {name: c, cluster: {server: 'https://y'}}], " +
				"users: [{name: u, user: {token: x}}]}",
			want: `the kubeconfig has two contexts, clusters or users of one name in its current context "home"`,
		},
		"a proxy of another kind": {
			reason: "client-go knows http, https and socks5",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x', proxy-url: 'ftp://x'}}], " +
				"users: [{name: u, user: {token: x}}]}",
			want: "the kubeconfig's proxy-url must be an http://, https:// or socks5:// URL",
		},
		"data that is not base64": {
			reason: "a CA that is dropped would be the system's",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x', certificate-authority-data: '-----BEGIN'}}], " +
				"users: [{name: u, user: {token: x}}]}",
			want: "the kubeconfig has a field of another type than a kubeconfig's, or data that is not base64",
		},
		"an impersonated user": {
			reason: "the requests would be those of the administrator",
			text:   start + "clusters: [{name: c, cluster: {server: 'https://x'}}], users: [{name: u, user: {token: x, as: developer}}]}",
			want: "the kubeconfig's user must have a client-certificate and client-key, or a token; " +
				"other credentials are not supported",
		},
		"a certificate without its key": {
			reason: "a connection would be that of nobody",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x'}}], users: [{name: u, user: {token: x, " +
				"client-certificate-data: eA==}}]}",
			want: "the kubeconfig's client-certificate and client-key do not match",
		},
		"a plugin": {
			reason: "exec plugins are not run",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x'}}], users: [{name: u, user: {exec: " +
				"{command: aws}}}]}",
			want: "the kubeconfig's user must have a client-certificate and client-key, or a token; " +
				"other credentials are not supported",
		},
		"no authority": {
			reason: "a CA is a PEM certificate",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x', certificate-authority-data: eA==}}], " +
				"users: [{name: u, user: {token: x}}]}",
			want: "the kubeconfig's certificate-authority has no certificate",
		},
		"no pair": {
			reason: "a key belongs to its certificate",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x'}}], users: [{name: u, user: " +
				"{client-certificate-data: eA==, client-key-data: eA==}}]}",
			want: "the kubeconfig's client-certificate and client-key do not match",
		},
		"file not there": {
			reason: "a kubeconfig can refer to files of another machine",
			text: start + "clusters: [{name: c, cluster: {server: 'https://x', certificate-authority: /nowhere/ca.crt}}], " +
				"users: [{name: u, user: {token: x}}]}",
			want: "reading /nowhere/ca.crt, a file of the kubeconfig: no such file or directory",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := New(tt.text)
			assert.EqualError(t, err, tt.want, tt.reason)
		})
	}
}

// FuzzKubeconfig reads any kubeconfig: a client has a server, and no error quotes the text, which is a secret.
func FuzzKubeconfig(f *testing.F) {
	f.Add(`apiVersion: v1
clusters: [{name: demo, cluster: {server: 'https://api.demo.example.com:6443', certificate-authority-data: LS0tLS0=}}]
users: [{name: admin, user: {token: x}}]
contexts: [{name: admin, context: {cluster: demo, user: admin}}]
current-context: admin
`)
	f.Add("{current-context: a, contexts: [{name: a, context: {cluster: c, user: u}}], clusters: [{name: c, cluster: " +
		"{server: 'https://x'}}], users: [{name: u, user: {token: x}}]}")
	f.Add("{1: 2}")
	f.Add("a: &a [*a]")
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, text string) {
		client, err := New(text)
		if assert.Equal(t, err == nil, client != nil) && err == nil {
			assert.NotEmpty(t, client.server)
		}
	})
}
