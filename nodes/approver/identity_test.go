package approver_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ststest"
)

// instanceFiles are what an instance has when the unit runs.
type instanceFiles struct{ script, kubeconfig, certificates string }

func (f instanceFiles) current() string {
	return filepath.Join(f.certificates, "kubelet-client-current.pem")
}

// prove runs the script as the unit does.
func (f instanceFiles) prove(t *testing.T, metadata string) (string, error) {
	t.Helper()
	command := exec.Command("bash", f.script, infraID, f.kubeconfig, f.certificates)
	command.Env = append(os.Environ(), "KUBELET_NODE_NAME="+node, "AWS_EC2_METADATA_SERVICE_ENDPOINT="+metadata)
	out, err := command.CombinedOutput()
	return string(out), err
}

// newInstanceFiles writes the script, and the kubeconfig as the machine config server does
// (openshift/machine-config-operator release-4.20 pkg/server/cluster_server.go, kubeconfigFromSecret).
func newInstanceFiles(t *testing.T, server, authority, token string) instanceFiles {
	t.Helper()
	dir := t.TempDir()
	script, err := os.ReadFile("../identity/prove-identity.sh")
	require.NoError(t, err)
	files := instanceFiles{
		script: filepath.Join(dir, "prove-identity"), kubeconfig: filepath.Join(dir, "kubeconfig"),
		certificates: filepath.Join(dir, "pki"),
	}
	kubeconfig := fmt.Sprintf(`clusters:
- cluster:
    certificate-authority-data: %s
    server: %s
  name: local
contexts:
- context:
    cluster: local
    user: kubelet
  name: kubelet
current-context: kubelet
preferences: {}
users:
- name: kubelet
  user:
    token: %s
`, base64.StdEncoding.EncodeToString([]byte(authority)), server, token)
	require.NoError(t, os.WriteFile(files.script, script, 0o600))
	require.NoError(t, os.WriteFile(files.kubeconfig, []byte(kubeconfig), 0o600))
	return files
}

// signer is an API server that signs what the approver approves.
type signer struct {
	*scenario
	key      *ecdsa.PrivateKey
	requests int
	// other is whether it signs a certificate for another key.
	other bool
}

func (s *signer) ServeHTTP(t *testing.T) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+requestsPath, func(w http.ResponseWriter, r *http.Request) {
		s.requests++
		object := map[string]any{}
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&object))
		metadata := object["metadata"].(map[string]any)
		metadata["uid"], metadata["creationTimestamp"] = metadata["name"], time.Now().UTC().Format(time.RFC3339)
		spec := object["spec"].(map[string]any)
		bootstrap := clientRequest().object(t)["spec"].(map[string]any)
		spec["username"], spec["groups"] = bootstrap["username"], bootstrap["groups"]
		s.scenario.requests = []map[string]any{object}
		reply(t, w, http.StatusCreated, object)
	})
	mux.HandleFunc("GET "+requestsPath+"/{name}", func(w http.ResponseWriter, r *http.Request) {
		object := s.request(r.PathValue("name"))
		log := s.at(time.Since(now)).run(t)
		if assert.Contains(t, s.approvals, r.PathValue("name"), log) {
			object["status"] = map[string]any{"certificate": s.sign(t, object)}
		}
		w.Header().Set("Content-Type", "application/json")
		pretty, err := json.MarshalIndent(object, "", "  ") // as the API server answers curl
		assert.NoError(t, err)
		_, _ = w.Write(pretty)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "Bearer token-of-the-node-bootstrapper", r.Header.Get("Authorization"))
		mux.ServeHTTP(w, r)
	})
}

func (s *signer) sign(t *testing.T, object map[string]any) string {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(object["spec"].(map[string]any)["request"].(string))
	assert.NoError(t, err)
	block, _ := pem.Decode(text)
	request, err := x509.ParseCertificateRequest(block.Bytes)
	assert.NoError(t, err)
	assert.NoError(t, request.CheckSignature())
	public := request.PublicKey
	if s.other {
		public = &s.key.PublicKey
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: request.Subject.CommonName},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, s.key)
	assert.NoError(t, err)
	return base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

func newSigner(t *testing.T) (*signer, instanceFiles) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	s := &signer{scenario: proving(t), key: key}
	server := httptest.NewTLSServer(s.ServeHTTP(t))
	t.Cleanup(server.Close)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	return s, newInstanceFiles(t, server.URL, string(authority), "token-of-the-node-bootstrapper")
}

// TestAnInstanceProvesItsIdentity runs the script of a pool's user data: the approver approves its request, and the
// certificate is where the kubelet looks for it.
func TestAnInstanceProvesItsIdentity(t *testing.T) {
	t.Parallel()
	s, files := newSigner(t)
	metadata := ststest.Metadata(t, "demo-worker", workerSession)
	out, err := files.prove(t, metadata)
	require.NoError(t, err, out)
	pair, err := tls.LoadX509KeyPair(files.current(), files.current())
	require.NoError(t, err)
	leaf, err := x509.ParseCertificate(pair.Certificate[0])
	require.NoError(t, err)
	assert.Equal(t, "system:node:"+node, leaf.Subject.CommonName)

	target, err := os.Readlink(files.current())
	require.NoError(t, err)
	assert.Regexp(t, `/kubelet-client-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.pem$`, target)
	mode, err := os.Stat(target)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), mode.Mode().Perm())
	text, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(text, []byte("-----BEGIN CERTIFICATE-----")))

	out, err = files.prove(t, metadata)
	require.NoError(t, err, out)
	assert.Equal(t, 1, s.requests, "an instance with a certificate requests no other")
}

// TestAnInstanceThatCannotProve fails without a certificate; the unit tries again.
func TestAnInstanceThatCannotProve(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason   string
		metadata func(t *testing.T) string
		other    bool
		requests int
	}{
		"no role": {
			reason: "without credentials there is no proof",
			metadata: func(t *testing.T) string {
				server := httptest.NewServer(http.NotFoundHandler())
				t.Cleanup(server.Close)
				return server.URL
			},
		},
		"another key": {
			reason:   "a certificate for another key is of no use",
			metadata: func(t *testing.T) string { return ststest.Metadata(t, "demo-worker", workerSession) },
			other:    true,
			requests: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, files := newSigner(t)
			s.other = tt.other
			out, err := files.prove(t, tt.metadata(t))
			require.Error(t, err, "%s: %s", tt.reason, out)
			assert.Equal(t, tt.requests, s.requests)
			assert.NoFileExists(t, files.current())
		})
	}
}
