package acceptance

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The addresses of a node: its instance's own, and one that was another instance's before.
const primaryAddress, movedAddress = "127.0.0.2", "127.0.0.3"

// TestTheCertificateOfAMovedAddress: who kept the serving certificate of a secondary address, such as an egress IP, waits
// at that address after it has moved to another node. The API server calls the kubelet of that node at its first address
// only, also while it does not answer. The cloud controller writes the primary address of an instance first
// (openshift/cloud-provider-aws release-4.22 pkg/providers/v1/aws.go, extractIPv4NodeAddresses).
func TestTheCertificateOfAMovedAddress(t *testing.T) {
	t.Parallel()
	const node = "moved-address"
	own, port := serveKubelet(t, net.JoinHostPort(primaryAddress, "0"), "own", primaryAddress, movedAddress)
	thief, _ := serveKubelet(t, net.JoinHostPort(movedAddress, port), "thief", movedAddress)
	kubectl(t, fmt.Sprintf(`{"apiVersion": "v1", "kind": "Node", "metadata": {"name": %q}}`, node), "create", "-f", "-")
	t.Cleanup(func() { kubectl(t, "", "delete", "node", node) })
	addresses := func(first, second string) {
		kubectl(t, "", "patch", "node", node, "--subresource=status", "--type=merge", "-p", fmt.Sprintf(
			`{"status":{"addresses":[{"type":"InternalIP","address":%q},{"type":"InternalIP","address":%q}],`+
				`"daemonEndpoints":{"kubeletEndpoint":{"Port":%s}}}}`, first, second, port))
	}
	kubectl(t, fmt.Sprintf(`{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": %q}, "spec": {"nodeName": %q, "containers": [
		{"name": "demo", "image": "demo"}]}}`, node, node), "create", "-n", "default", "-f", "-")
	t.Cleanup(func() { kubectl(t, "", "delete", "pod", node, "-n", "default", "--force", "--grace-period=0") })
	call := func() (string, error) { return tryKubectl("", "logs", node, "-n", "default") }

	addresses(primaryAddress, movedAddress)
	answer, err := call()
	require.NoError(t, err, answer)
	assert.Equal(t, "own", answer)
	own.Close()
	answer, err = call()
	assert.Error(t, err, "the kubelet is away: %s", answer)
	assert.Zero(t, thief.connections.Load(), "connections to the address that has moved")

	addresses(movedAddress, primaryAddress)
	answer, err = call()
	require.NoError(t, err, answer)
	assert.Equal(t, "thief", answer, "the certificate is valid: only the order of the addresses protects the node")
}

// kubeletServer counts the connections to a kubelet's port.
type kubeletServer struct {
	*httptest.Server
	connections atomic.Int32
}

// serveKubelet serves an answer with a certificate of the cluster's signer for IP addresses, and returns its port.
func serveKubelet(t *testing.T, address, answer string, addresses ...string) (*kubeletServer, string) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	require.NoError(t, err)
	served := &kubeletServer{Server: httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(answer))
	}))}
	require.NoError(t, served.Listener.Close())
	served.Listener = listener
	served.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			served.connections.Add(1)
		}
	}
	served.TLS = &tls.Config{Certificates: []tls.Certificate{signedServing(t, addresses)}}
	served.StartTLS()
	t.Cleanup(served.Close)
	return served, strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

// signedServing signs as kube-controller-manager does, with its key.
func signedServing(t *testing.T, addresses []string) tls.Certificate {
	t.Helper()
	lab := filepath.Dir(os.Getenv("KUBECONFIG"))
	signer, err := tls.LoadX509KeyPair(filepath.Join(lab, "ca.crt"), filepath.Join(lab, "ca.key"))
	require.NoError(t, err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: "system:node:demo", Organization: []string{"system:nodes"}},
		NotBefore:    time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, each := range addresses {
		template.IPAddresses = append(template.IPAddresses, net.ParseIP(each))
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, signer.Leaf, key.Public(), signer.PrivateKey)
	require.NoError(t, err)
	return tls.Certificate{Certificate: [][]byte{signed}, PrivateKey: key}
}
