package acceptance

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serveClusterAPI serves the lab's API server as that of the cluster whose install directory is dir: with a certificate
// of the CA that the installer made for the API's load balancer, for clients with the certificate in auth/kubeconfig.
// It returns the URL of a proxy that finds it by its name.
func serveClusterAPI(t *testing.T, dir, domain string) (proxy string) {
	t.Helper()
	target, err := url.Parse(kubectl(t, "", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}"))
	require.NoError(t, err)
	token := kubectl(t, "", "config", "view", "--raw", "-o", "jsonpath={.users[0].user.token}")
	name := "api." + domain
	api := httptest.NewUnstartedServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Set("Authorization", "Bearer "+token)
		},
		FlushInterval: -1, // Watches.
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
	})
	api.TLS = &tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
		return apiCertificates(dir, name)
	}}
	api.StartTLS()
	t.Cleanup(api.Close)
	connect := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Host != name+":6443" {
			http.Error(w, "the tests reach no other host", http.StatusBadGateway)
			return
		}
		if !isReported(dir) {
			http.Error(w, "the bootstrap machine does not serve the API yet", http.StatusBadGateway)
			return
		}
		tunnel(w, api.Listener.Addr().String())
	}))
	t.Cleanup(connect.Close)
	return connect.URL
}

// isReported reports whether the API server is that of the cluster in dir yet.
func isReported(dir string) bool {
	var metadata struct {
		InfraID string `json:"infraID"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "metadata.json"))
	if err != nil || json.Unmarshal(text, &metadata) != nil {
		return false
	}
	reported, err := tryKubectl("", "get", "infrastructures.config.openshift.io", "cluster", "-o", "jsonpath={.status.infrastructureName}")
	return err == nil && reported == metadata.InfraID
}

// tunnel connects the client of a CONNECT request with an address.
func tunnel(w http.ResponseWriter, address string) {
	server, err := net.Dial("tcp", address)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	// The answer follows: net/http reads a byte ahead until then, and that of a client that sends at once would be lost.
	client, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_, err = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
	}
	if err != nil {
		_ = server.Close()
		return
	}
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	_, _ = io.Copy(client, server)
	_ = client.Close()
}

// installerCA is a CA in the state of an install directory.
type installerCA struct {
	Key         []byte `json:"KeyRaw"`
	Certificate []byte `json:"CertRaw"`
}

func (a installerCA) parse() (*x509.Certificate, crypto.PrivateKey, error) {
	block, _ := pem.Decode(a.Certificate)
	keyBlock, _ := pem.Decode(a.Key)
	if block == nil || keyBlock == nil {
		return nil, nil, errors.New("the state of the installer has no CA")
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, nil, err
	}
	key, err := x509.ParsePKCS1PrivateKey(keyBlock.Bytes)
	return certificate, key, err
}

// apiCertificates is the configuration of the API server of the cluster in dir.
func apiCertificates(dir, name string) (*tls.Config, error) {
	text, err := os.ReadFile(filepath.Join(dir, ".openshift_install_state.json"))
	if err != nil {
		return nil, err
	}
	var state struct {
		Serving installerCA `json:"*tls.KubeAPIServerLBSignerCertKey"`
		Clients installerCA `json:"*tls.AdminKubeConfigSignerCertKey"`
	}
	if err := json.Unmarshal(text, &state); err != nil {
		return nil, err
	}
	signer, signerKey, err := state.Serving.parse()
	if err != nil {
		return nil, err
	}
	clients, _, err := state.Clients.parse()
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour),
	}, signer, key.Public(), signerKey)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AddCert(clients)
	return &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		ClientAuth:   tls.RequireAndVerifyClientCert, ClientCAs: pool,
		NextProtos: []string{"http/1.1"},
	}, nil
}

// labInfraID is the infrastructure ID that the lab's API server reports (test/lab/seed).
const labInfraID = "lab-x7k2p"

// reportInfraID makes the API server report an infrastructure ID until the end of the test.
func reportInfraID(t *testing.T, infraID string) {
	t.Helper()
	set := func(infraID string) {
		setStatus(t, "infrastructures.config.openshift.io", "", "cluster", map[string]any{"infrastructureName": infraID})
	}
	set(infraID)
	t.Cleanup(func() { set(labInfraID) })
}

// reportBootstrapComplete sets what `openshift-install wait-for bootstrap-complete` waits for (openshift/installer
// release-4.19 cmd/openshift-install/create.go), and the infrastructure ID.
func reportBootstrapComplete(t *testing.T, infraID string) {
	t.Helper()
	reportInfraID(t, infraID)
	apply(t, map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap",
		"metadata": map[string]any{"name": "bootstrap", "namespace": "kube-system"},
		"data":     map[string]any{"status": "complete"},
	})
	apply(t, map[string]any{
		"apiVersion": "operator.openshift.io/v1", "kind": "Etcd", "metadata": map[string]any{"name": "cluster"},
		"spec": map[string]any{"managementState": "Managed"},
	})
	setStatus(t, "etcds.operator.openshift.io", "", "cluster", map[string]any{
		"conditions": conditions("EtcdBootstrapMemberRemoved=True"),
	})
}

// reportInstallComplete sets what `openshift-install wait-for install-complete` waits for: the cluster's version and
// its operators, the CA of the routers, and the route of the console.
func reportInstallComplete(t *testing.T, domain string) {
	t.Helper()
	for _, operator := range []string{"console", "etcd", "ingress", "machine-api"} {
		apply(t, map[string]any{
			"apiVersion": "config.openshift.io/v1", "kind": "ClusterOperator",
			"metadata": map[string]any{"name": operator}, "spec": map[string]any{},
		})
		setStatus(t, "clusteroperators.config.openshift.io", "", operator, map[string]any{
			"conditions": conditions("Available=True", "Progressing=False", "Degraded=False"),
		})
	}
	apply(t, map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap",
		"metadata": map[string]any{"name": "default-ingress-cert", "namespace": "openshift-config-managed"},
		"data":     map[string]any{"ca-bundle.crt": routersCA(t)},
	})
	host := "console-openshift-console.apps." + domain
	apply(t, map[string]any{
		"apiVersion": "route.openshift.io/v1", "kind": "Route",
		"metadata": map[string]any{"name": "console", "namespace": "openshift-console"},
		"spec":     map[string]any{"host": host, "to": map[string]any{"kind": "Service", "name": "console"}},
	})
	admitted := map[string]any{
		"host": host, "routerName": "default", "wildcardPolicy": "None", "conditions": conditions("Admitted=True"),
	}
	setStatus(t, "routes.route.openshift.io", "openshift-console", "console",
		map[string]any{"ingress": []any{admitted}})
	setStatus(t, "clusterversions.config.openshift.io", "", "version", map[string]any{
		"desired":            map[string]any{"version": "4.19.0", "image": "registry.example.com/release:4.19.0"},
		"observedGeneration": 1, "versionHash": "lab", "availableUpdates": []any{},
		"conditions": conditions("Available=True", "Failing=False", "Progressing=False"),
	})
}

// removeReports deletes what the two functions above have set.
func removeReports(t *testing.T) {
	t.Helper()
	for _, object := range [][]string{
		{"configmap", "bootstrap", "-n", "kube-system"},
		{"configmap", "default-ingress-cert", "-n", "openshift-config-managed"},
		{"routes.route.openshift.io", "console", "-n", "openshift-console"},
		{"etcds.operator.openshift.io", "cluster"},
		{"clusteroperators.config.openshift.io", "--all"},
	} {
		output, err := tryKubectl("", append([]string{"delete", "--ignore-not-found"}, object...)...)
		assert.NoError(t, err, output)
	}
	setStatus(t, "clusterversions.config.openshift.io", "", "version", nil)
}

// conditions are conditions that have been so for an hour, each as Type=Status.
func conditions(all ...string) []any {
	var list []any
	for _, text := range all {
		var kind, status string
		for i := range text {
			if text[i] == '=' {
				kind, status = text[:i], text[i+1:]
			}
		}
		list = append(list, map[string]any{
			"type": kind, "status": status, "reason": "AsExpected", "message": "",
			"lastTransitionTime": time.Now().Add(-time.Hour).UTC().Format(time.RFC3339),
		})
	}
	return list
}

func apply(t *testing.T, object map[string]any) {
	t.Helper()
	kubectl(t, jsonText(t, object), "apply", "--server-side", "--field-manager=operator", "--force-conflicts", "-f", "-")
}

func setStatus(t *testing.T, kind, namespace, name string, status any) {
	t.Helper()
	args := []string{
		"patch", kind, name, "--subresource=status", "--type=merge", "-p", jsonText(t, map[string]any{"status": status}),
	}
	if namespace != "" {
		args = append(args, "-n", namespace)
	}
	kubectl(t, "", args...)
}

// routersCA is a CA as the ingress operator makes one.
func routersCA(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "ingress-operator"}, IsCA: true,
		BasicConstraintsValid: true, NotBefore: time.Now(), NotAfter: time.Now().Add(time.Hour),
	}, &x509.Certificate{Subject: pkix.Name{CommonName: "ingress-operator"}}, key.Public(), key)
	require.NoError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}
