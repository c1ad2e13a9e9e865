package nodes_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	node        = "ip-10-0-1-5.us-east-2.compute.internal"
	otherNode   = "ip-10-0-2-7.us-east-2.compute.internal"
	masterNode  = "ip-10-0-0-4.us-east-2.compute.internal"
	nodeIP      = "10.0.1.5"
	clientName  = "csr-client"
	servingName = "csr-serving"

	clientSigner  = "kubernetes.io/kube-apiserver-client-kubelet"
	servingSigner = "kubernetes.io/kubelet-serving"
	bootstrapper  = "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper"
)

// now has no fractions, as Kubernetes writes times.
var now = time.Now().Truncate(time.Second)

// forge is a certificate request with everything that a forger could choose.
type forge struct {
	name, signer, user string
	groups, usages     []string
	template           x509.CertificateRequest
	created            time.Time
	conditions         []any
	// bend changes the DER, and wrap the PEM.
	bend, wrap func([]byte) []byte
}

func clientForge() *forge {
	return &forge{
		name: clientName, signer: clientSigner, user: bootstrapper,
		groups: []string{
			"system:serviceaccounts",
			"system:serviceaccounts:openshift-machine-config-operator",
			"system:authenticated",
		},
		usages: []string{"digital signature", "client auth"},
		template: x509.CertificateRequest{
			Subject: pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:nodes"}},
		},
		created: now.Add(-time.Minute),
	}
}

func servingForge() *forge {
	return &forge{
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

// object is the CertificateSigningRequest.
func (f *forge) object(t *testing.T) map[string]any {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.CreateCertificateRequest(rand.Reader, &f.template, key)
	require.NoError(t, err)
	if f.bend != nil {
		der = f.bend(der)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})
	if f.wrap != nil {
		text = f.wrap(text)
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

// worker is the machine that stands behind the true requests.
func worker() machine {
	return machine{
		id: "i-0123456789abcdef0", name: node, state: "running", zone: "us-east-2a",
		launched: now.Add(-5 * time.Minute),
		tags: map[string]string{
			"kubernetes.io/cluster/" + infraID: "owned",
			"aws:autoscaling:groupName":        "demo-group",
			"Name":                             "worker",
		},
		addresses: []string{nodeIP},
	}
}

// neighbours are other machines of the account: one of another group of the cluster and one of its control plane.
func neighbours() []machine {
	other, master := worker(), worker()
	other.id, other.name, other.addresses = "i-1", otherNode, []string{"10.0.2.7"}
	other.tags = map[string]string{
		"kubernetes.io/cluster/" + infraID: "owned",
		"aws:autoscaling:groupName":        "demo-spot",
	}
	master.id, master.name, master.addresses = "i-2", masterNode, []string{"10.0.0.4"}
	master.tags = map[string]string{"kubernetes.io/cluster/" + infraID: "owned"}
	return []machine{other, master}
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

// joining is a scene in which a machine asks for its first certificate.
func joining(t *testing.T, f *forge, m machine) *scene {
	t.Helper()
	return &scene{
		requests: []map[string]any{f.object(t)},
		machines: append(neighbours(), m),
		nodes:    map[string]map[string]any{},
	}
}

// joined is a scene in which a machine is a node and asks for its serving certificate.
func joined(t *testing.T, f *forge, m machine) *scene {
	t.Helper()
	s := joining(t, f, m)
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", m.addresses...)
	return s
}

// rawSubject is a subject that Go's own types cannot hold.
func rawSubject(t *testing.T, sets ...pkix.RelativeDistinguishedNameSET) []byte {
	t.Helper()
	der, err := asn1.Marshal(pkix.RDNSequence(sets))
	require.NoError(t, err)
	return der
}

func attribute(last int, value string) pkix.RelativeDistinguishedNameSET {
	return pkix.RelativeDistinguishedNameSET{{Type: asn1.ObjectIdentifier{2, 5, 4, last}, Value: value}}
}
