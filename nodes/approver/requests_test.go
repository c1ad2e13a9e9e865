package approver_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	node        = workerID + ".us-east-2.compute.internal"
	ipNode      = "ip-10-0-1-5.us-east-2.compute.internal"
	otherNode   = "i-1.us-east-2.compute.internal"
	masterNode  = "ip-10-0-0-4.us-east-2.compute.internal"
	nodeIP      = "10.0.1.5"
	clientName  = "csr-client"
	servingName = "csr-serving"

	clientSigner  = "kubernetes.io/kube-apiserver-client-kubelet"
	servingSigner = "kubernetes.io/kubelet-serving"
	bootstrapper  = "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper"
)

// now has no fractions of a second, like times in Kubernetes.
var now = time.Now().Truncate(time.Second)

// csrSpec is a CSR with everything that an attacker can choose.
type csrSpec struct {
	name, signer, user string
	groups, usages     []string
	template           x509.CertificateRequest
	created            time.Time
	conditions         []any
	// key is the key of the request; nil for a new one as a kubelet's.
	key crypto.Signer
	// mutateDER changes the DER encoding, mutatePEM the PEM encoding.
	mutateDER, mutatePEM func([]byte) []byte
}

func clientRequest() *csrSpec {
	return &csrSpec{
		name: clientName, signer: clientSigner, user: bootstrapper,
		groups: []string{
			"system:serviceaccounts", "system:serviceaccounts:openshift-machine-config-operator",
			"system:authenticated",
		},
		usages: []string{"digital signature", "client auth"},
		template: x509.CertificateRequest{
			Subject: pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:nodes"}},
		},
		created: now.Add(-time.Minute),
	}
}

func servingRequest() *csrSpec {
	return &csrSpec{
		name: servingName, signer: servingSigner, user: "system:node:" + node,
		groups: []string{"system:nodes", "system:authenticated"},
		usages: []string{"digital signature", "server auth"},
		template: x509.CertificateRequest{
			Subject:     pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:nodes"}},
			DNSNames:    []string{node},
			IPAddresses: []net.IP{net.ParseIP(nodeIP)},
		},
		created: now.Add(-time.Minute),
	}
}

// object returns the CertificateSigningRequest.
func (f *csrSpec) object(t testing.TB) map[string]any {
	t.Helper()
	key := f.key
	if key == nil {
		var err error
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		require.NoError(t, err)
	}
	der, err := x509.CreateCertificateRequest(rand.Reader, &f.template, key)
	require.NoError(t, err)
	if f.mutateDER != nil {
		der = f.mutateDER(der)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})
	if f.mutatePEM != nil {
		text = f.mutatePEM(text)
	}
	status := map[string]any{}
	if f.conditions != nil {
		status["conditions"] = f.conditions
	}
	return map[string]any{
		"apiVersion": "certificates.k8s.io/v1",
		"kind":       "CertificateSigningRequest",
		"metadata": map[string]any{
			"name":              f.name,
			"uid":               fmt.Sprintf("%x", sha256.Sum256([]byte(f.name)))[:36],
			"resourceVersion":   "7",
			"creationTimestamp": f.created.UTC().Format(time.RFC3339),
		},
		"spec": map[string]any{
			"request":    base64.StdEncoding.EncodeToString(text),
			"signerName": f.signer,
			"username":   f.user,
			"groups":     f.groups,
			"usages":     f.usages,
		},
		"status": status,
	}
}

// worker returns the instance of the valid requests.
func worker() instance {
	return instance{
		id: workerID, name: node, state: "running", zone: "us-east-2a",
		launched: now.Add(-5 * time.Minute),
		tags: map[string]string{
			"kubernetes.io/cluster/" + infraID: "owned",
			"aws:autoscaling:groupName":        "demo-group",
			"Name":                             "worker",
		},
		addresses: []string{nodeIP},
	}
}

// otherInstances returns an instance of another group of the cluster and one of its control plane.
func otherInstances() []instance {
	other, master := worker(), worker()
	other.id, other.name, other.addresses = "i-1", otherNode, []string{"10.0.2.7"}
	other.tags = map[string]string{
		"kubernetes.io/cluster/" + infraID: "owned",
		"aws:autoscaling:groupName":        "demo-spot",
	}
	master.id, master.name, master.addresses = "i-2", masterNode, []string{"10.0.0.4"}
	master.tags = map[string]string{"kubernetes.io/cluster/" + infraID: "owned"}
	return []instance{other, master}
}

func nodeObject(name, provider string, addresses ...string) map[string]any {
	list := []any{
		map[string]any{"type": "Hostname", "address": name},
		map[string]any{"type": "InternalDNS", "address": name},
	}
	for _, address := range addresses {
		list = append(list, map[string]any{"type": "InternalIP", "address": address})
	}
	return map[string]any{
		"metadata": map[string]any{"name": name},
		"spec":     map[string]any{"providerID": provider},
		"status":   map[string]any{"addresses": list},
	}
}

// addAddresses adds entries to the addresses of a node.
func addAddresses(node map[string]any, addresses ...any) {
	status := node["status"].(map[string]any)
	status["addresses"] = append(status["addresses"].([]any), addresses...)
}

// joining returns a scenario in which an instance requests its first certificate.
func joining(t *testing.T, f *csrSpec, m instance) *scenario {
	t.Helper()
	return &scenario{
		requests:  []map[string]any{f.object(t)},
		instances: append(otherInstances(), m),
		nodes:     map[string]map[string]any{},
	}
}

// joined returns a scenario in which an instance is a node and requests its serving certificate.
func joined(t *testing.T, f *csrSpec, m instance) *scenario {
	t.Helper()
	s := joining(t, f, m)
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", m.addresses...)
	return s
}

// requesting returns joined for a serving request, and joining for others.
func requesting(t *testing.T, f *csrSpec, m instance) *scenario {
	t.Helper()
	if f.signer == servingSigner {
		return joined(t, f, m)
	}
	return joining(t, f, m)
}

// variant is a valid request, for a client or a serving certificate, with changes to it, to its instance and to the scenario.
type variant struct {
	reason   string
	serving  bool
	csrSpec  func(*csrSpec)
	instance func(*instance)
	scenario func(*testing.T, *scenario)
	// want is what the log says of the request; empty if it is the same for all variants of a table.
	want string
}

func (v variant) name() string { return v.request().name }

func (v variant) request() *csrSpec {
	if v.serving {
		return servingRequest()
	}
	return clientRequest()
}

// of returns the scenario of the changed request.
func (v variant) of(t *testing.T) *scenario {
	t.Helper()
	f, m := v.request(), worker()
	if v.csrSpec != nil {
		v.csrSpec(f)
	}
	if v.instance != nil {
		v.instance(&m)
	}
	s := requesting(t, f, m)
	if v.scenario != nil {
		v.scenario(t, s)
	}
	return s
}

// assertSkipped asserts that no variant of a client or a serving request is approved, and that the log says what is wanted.
func assertSkipped(t *testing.T, serving bool, want string, variants map[string]variant) {
	t.Helper()
	for name, v := range variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v.serving = serving
			s := v.of(t)
			log := s.run(t)
			assert.Empty(t, s.approvals, "%s; %s", v.reason, log)
			assert.Contains(t, log, "skipped "+v.name()+": ")
			assert.Contains(t, log, want+v.want)
		})
	}
}

// rawSubject returns a subject that pkix.Name cannot represent.
func rawSubject(t *testing.T, sets ...pkix.RelativeDistinguishedNameSET) []byte {
	t.Helper()
	der, err := asn1.Marshal(pkix.RDNSequence(sets))
	require.NoError(t, err)
	return der
}

func attribute(last int, value string) pkix.RelativeDistinguishedNameSET {
	return pkix.RelativeDistinguishedNameSET{{Type: asn1.ObjectIdentifier{2, 5, 4, last}, Value: value}}
}
