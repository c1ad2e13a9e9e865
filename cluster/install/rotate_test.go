package install

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func publicPEM(text string) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: []byte(text)}))
}

// signing is a cluster whose operator of the API servers makes and rolls out signing keys.
type signing struct {
	*masters
	i *Installation
	// published are the contents of the issuer's keys, by the updates of the stack.
	published []string
}

func (s *signing) set(path, key string) {
	s.api.objects[path] = map[string]any{"data": map[string]any{"service-account.pub": base64.StdEncoding.EncodeToString([]byte(key))}}
}

// withSigningKey is a cluster whose key is old, and whose operator makes the key new.
func withSigningKey(t *testing.T) *signing {
	t.Helper()
	i, m := withMasters(t)
	s := &signing{masters: m, i: i}
	s.set(signingKeyPath, publicPEM("old"))
	s.set(nextSigningKeyPath, publicPEM("old"))
	m.api.deleted = func(path string) {
		if path == nextSigningKeyPath {
			s.set(nextSigningKeyPath, publicPEM("new"))
		}
	}
	for _, pool := range []string{"master", "worker", "infra"} {
		m.api.add(poolsPath+"/"+pool, nil)
	}
	path := filepath.Join(i.Config.Dir, publicKeyFile)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(publicPEM("old")), 0o600))
	m.stack.update = func(ctx context.Context, _ ...string) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		s.published = append(s.published, string(text))
		m.record("up")
		m.api.mutex.Lock()
		defer m.api.mutex.Unlock()
		s.set(signingKeyPath, publicPEM("new"))
		return nil
	}
	return s
}

const (
	stable  = "adm wait-for-stable-cluster --minimum-stable-period=5m"
	reboots = "adm reboot-machine-config-pool mcp/infra mcp/master mcp/worker"
)

// TestRotateSigningKey: both keys are published before the cluster signs with the new one, and the old one leaves when no pod has its
// tokens.
func TestRotateSigningKey(t *testing.T) {
	s := withSigningKey(t)
	require.NoError(t, s.i.Rotate(t.Context(), "signing-key"))
	assert.Equal(t, []string{"up", stable, reboots, "adm wait-for-node-reboot nodes --all", stable, "up"}, s.done)
	assert.Equal(t, []string{publicPEM("old") + publicPEM("new"), publicPEM("new")}, s.published)
	assert.Equal(t, []string{"DELETE " + nextSigningKeyPath}, s.api.requests)
	record, err := readRecord(s.i.Config.Dir)
	require.NoError(t, err)
	assert.Nil(t, record.Rotating)
}

// TestRotateSigningKeyContinues kills the command at each of its steps, and continues it: one key is made, nodes restart once, and the old
// key is published until the end.
func TestRotateSigningKeyContinues(t *testing.T) {
	for _, step := range mockstest.Cases("check", "next", "publish", "rollout", "restart", "pods", "retire") {
		for _, state := range []State{Started, Done} {
			t.Run(step+" "+string(state), func(t *testing.T) {
				s := withSigningKey(t)
				err := s.i.Rotate(interruptedAt(t, s.i, step, state), "signing-key")
				if err == nil {
					return // The last step was done.
				}
				require.ErrorContains(t, err, "run the same command again to continue")
				s.i.Report = nil
				require.ErrorContains(t, s.i.Rotate(t.Context(), "kubeconfig"), "run `rotate signing-key` first")
				status, statusErr := s.i.Status(t.Context())
				require.NoError(t, statusErr)
				assert.Equal(t, "`rotate signing-key` continues", status.Next)
				require.NoError(t, s.i.Rotate(t.Context(), "signing-key"))
				assert.Equal(t, []string{"DELETE " + nextSigningKeyPath}, s.api.requests)
				assert.Equal(t, publicPEM("old")+publicPEM("new"), s.published[0])
				last := len(s.published) - 1
				assert.Equal(t, publicPEM("new"), s.published[last])
				assert.NotContains(t, s.published[:last], publicPEM("new"))
				assert.LessOrEqual(t, strings.Count(strings.Join(s.done, "\n"), reboots), 2)
			})
		}
	}
}

func TestRotateRejected(t *testing.T) {
	tests := map[string]struct {
		reason, what string
		change       func(*signing)
		want         string
	}{
		"another key": {
			reason: "the tokens of the cluster are those of another issuer", what: "signing-key",
			change: func(s *signing) { s.set(signingKeyPath, publicPEM("other")) },
			want:   "the cluster does not sign with the key in tls/bound-service-account-signing-key.pub",
		},
		"no file": {
			reason: "the program would not publish the second key", what: "signing-key",
			change: func(s *signing) { _ = os.Remove(filepath.Join(s.i.Config.Dir, publicKeyFile)) },
			want:   "the install directory has no tls/bound-service-account-signing-key.pub",
		},
		"no API": {
			reason: "nothing says with which key the cluster signs", what: "signing-key",
			change: func(s *signing) { s.api.down = true }, want: "nothing was changed",
		},
		"a page": {
			reason: "arguments of the program rotate it", what: "pull-secret", change: func(*signing) {},
			want: "no command rotates the pull secret: configuration.PullSecret and the description, then an update (docs/rotate.md)",
		},
		"unknown": {
			reason: "the error names the keys", what: "keys", change: func(*signing) {},
			want: `"keys" is none of signing-key, kubeconfig, pull-secret, ca-bundle, control-plane-kms, workers-kms, etcd-encryption, ssh-key, ` +
				`kubeadmin`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := withSigningKey(t)
			tt.change(s)
			require.ErrorContains(t, s.i.Rotate(t.Context(), tt.what), tt.want, tt.reason)
			assert.Empty(t, s.published)
			assert.Empty(t, s.api.requests)
		})
	}
}

// authority is a CA with a client certificate.
func authority(t *testing.T, name string) (ca, client string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, SubjectKeyId: []byte(name),
	}
	issuer, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	parent, err := x509.ParseCertificate(issuer)
	require.NoError(t, err)
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour)}
	signed, err := x509.CreateCertificate(rand.Reader, leaf, parent, key.Public(), key)
	require.NoError(t, err)
	encode := func(der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	}
	return encode(issuer), encode(signed)
}

// withKubeconfig is a cluster of which oc makes another kubeconfig.
func withKubeconfig(t *testing.T) (s *signing, old, renewed, newCA string) {
	t.Helper()
	i, m := withMasters(t)
	s = &signing{masters: m, i: i}
	oldCA, _ := authority(t, "old")
	newCA, client := authority(t, "new")
	m.api.objects[adminCAPath] = map[string]any{"data": map[string]any{adminCAKey: oldCA + newCA}}
	renewed = fmt.Sprintf(`clusters: [{name: demo, cluster: {server: "https://api.demo.example.com:6443"}}]
contexts: [{name: admin, context: {cluster: demo, user: admin}}]
current-context: admin
users: [{name: admin, user: {token: hidden, client-certificate-data: %s}}]
`, base64.StdEncoding.EncodeToString([]byte(client)))
	m.answers = map[string]string{"config new-admin-kubeconfig": renewed}
	m.stack.update = func(ctx context.Context, _ ...string) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m.record("up")
		return nil
	}
	reachable := i.Kubeconfig
	i.Kubeconfig = ""
	i.openAPI = func(path string) (*apiclient.Client, error) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Contains(t, string(text), "https://api.demo.example.com:6443")
		return apiclient.Open(reachable)
	}
	text, err := os.ReadFile(i.kubeconfig())
	require.NoError(t, err)
	return s, string(text), renewed, newCA
}

// TestRotateKubeconfig kills the command at each of its steps, and continues it: there is always a kubeconfig that the API accepts, and at
// the end the old one's CA is gone.
func TestRotateKubeconfig(t *testing.T) {
	for _, step := range []string{"none", "create", "accept", "replace", "update", "end"} {
		for _, state := range []State{Started, Done} {
			t.Run(step+" "+string(state), func(t *testing.T) {
				s, old, renewed, newCA := withKubeconfig(t)
				path := filepath.Join(s.i.Config.Dir, "auth", "kubeconfig")
				if err := s.i.Rotate(interruptedAt(t, s.i, step, state), "kubeconfig"); err != nil {
					require.ErrorContains(t, err, "run the same command again to continue")
					text, readErr := os.ReadFile(path)
					require.NoError(t, readErr)
					assert.Contains(t, []string{old, renewed}, string(text))
					s.i.Report = nil
					require.NoError(t, s.i.Rotate(t.Context(), "kubeconfig"))
				}
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				assert.Equal(t, renewed, string(text))
				assert.NoFileExists(t, path+".new")
				assert.Contains(t, s.done, "up")
				var patch struct{ Data map[string]string }
				require.NoError(t, json.Unmarshal([]byte(s.api.patched[adminCAPath][0]), &patch))
				assert.Equal(t, newCA, patch.Data[adminCAKey], "the old CA is gone")
			})
		}
	}
}

// TestRotateCommand: without a key the command prints the table, which is that of the page.
func TestRotateCommand(t *testing.T) {
	s := withSigningKey(t)
	code, out, errs := run(t, s.i, "", "rotate")
	require.Equal(t, 0, code, errs)
	page, err := os.ReadFile("../../docs/rotate.md")
	require.NoError(t, err)
	for _, r := range rotatables() {
		assert.Contains(t, out, r.name+" ")
		assert.Contains(t, string(page), "\n| `"+r.name+"` | ")
	}
	code, _, errs = run(t, s.i, "no\n", "rotate", "signing-key")
	assert.Equal(t, 1, code)
	assert.Contains(t, errs, "This rotates the key that signs the operators' tokens of the cluster demo-x7k2p:\n\n"+
		"  1. Compare the cluster's key")
	assert.Contains(t, errs, "What it does: restarts every node; 2 to 4 hours.")
	assert.Contains(t, errs, "not confirmed: type signing-key, or add --yes")
	code, out, errs = run(t, s.i, "", "rotate", "signing-key", "--yes")
	require.Equal(t, 0, code, errs)
	assert.True(t, strings.HasSuffix(out, "\nRotated: the key that signs the operators' tokens.\n"), out)
}
