package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const kubeletName = "ip-10-0-16-7.us-east-2.compute.internal"

// kubeletMachine is the machine whose kubelet sends the CSRs of the tests.
var kubeletMachine = changedMachine{name: "master", created: true, privateDNS: kubeletName, privateIP: "10.0.16.7"}

// encodedRequest returns the PEM text of a certificate request.
func encodedRequest(t *testing.T, template x509.CertificateRequest) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.CreateCertificateRequest(rand.Reader, &template, key)
	require.NoError(t, err)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})
}

func kubeletSubject() pkix.Name {
	return pkix.Name{CommonName: nodePrefix + kubeletName, Organization: []string{nodesGroup}}
}

func clientRequest(t *testing.T, template x509.CertificateRequest) signingRequest {
	t.Helper()
	var r signingRequest
	r.Spec.Request, r.Spec.SignerName, r.Spec.Username = encodedRequest(t, template), clientSigner, bootstrapper
	r.Spec.Usages = []string{"digital signature", "client auth"}
	return r
}

func servingRequest(t *testing.T, template x509.CertificateRequest) signingRequest {
	t.Helper()
	var r signingRequest
	r.Spec.Request, r.Spec.SignerName, r.Spec.Username = encodedRequest(t, template), servingSigner, nodePrefix+kubeletName
	r.Spec.Groups = []string{"system:authenticated", nodesGroup}
	r.Spec.Usages = []string{"digital signature", "key encipherment", "server auth"}
	return r
}

func TestSigningRequests(t *testing.T) {
	t.Parallel()
	subject := x509.CertificateRequest{Subject: kubeletSubject()}
	serving := x509.CertificateRequest{
		Subject: kubeletSubject(), DNSNames: []string{kubeletName}, IPAddresses: []net.IP{net.ParseIP("10.0.16.7")},
	}
	tests := map[string]struct {
		reason     string
		request    signingRequest
		change     func(*signingRequest)
		registered bool
		want       string
	}{
		"client":  {reason: "the kubelet's first request", request: clientRequest(t, subject)},
		"serving": {reason: "the kubelet's second request", request: servingRequest(t, serving), registered: true},
		"second client": {
			reason:  "a client certificate for a node that is there would impersonate it",
			request: clientRequest(t, subject), registered: true, want: "the node is registered",
		},
		"another machine": {
			reason: "only the instance that was created is known",
			request: clientRequest(t, x509.CertificateRequest{Subject: pkix.Name{
				CommonName: nodePrefix + "ip-10-0-16-8.us-east-2.compute.internal", Organization: []string{nodesGroup},
			}}),
			want: "the subject is not that of the instance's kubelet",
		},
		"administrator": {
			reason: "a second organization is a second group",
			request: clientRequest(t, x509.CertificateRequest{Subject: pkix.Name{
				CommonName: nodePrefix + kubeletName, Organization: []string{nodesGroup, "system:masters"},
			}}),
			want: "the subject is not that of the instance's kubelet",
		},
		"another user": {
			reason:  "the token of the Ignition config is that of the bootstrapper",
			request: clientRequest(t, subject), change: func(r *signingRequest) { r.Spec.Username = "jane" },
			want: "the user is not the node bootstrapper",
		},
		"usages": {
			reason:  "a client certificate signs nothing",
			request: clientRequest(t, subject), change: func(r *signingRequest) { r.Spec.Usages = append(r.Spec.Usages, "cert sign") },
			want: "the usages are not those of a client certificate",
		},
		"client with names": {
			reason: "a client certificate has no names", request: clientRequest(t, serving), want: "a client certificate has no names",
		},
		"foreign name": {
			reason: "the API's name would let the node answer for the API",
			request: servingRequest(t, x509.CertificateRequest{
				Subject: kubeletSubject(), DNSNames: []string{kubeletName, "api-int.demo.example.com"},
			}),
			want: "a name is not the instance's",
		},
		"foreign address": {
			reason: "the address of another machine would let the node answer for it",
			request: servingRequest(t, x509.CertificateRequest{
				Subject: kubeletSubject(), IPAddresses: []net.IP{net.ParseIP("10.0.16.8")},
			}),
			want: "an address is not the instance's",
		},
		"foreign node": {
			reason:  "a node requests its own serving certificate",
			request: servingRequest(t, serving), change: func(r *signingRequest) { r.Spec.Username = nodePrefix + "another" },
			want: "the user is not the instance's kubelet",
		},
		"no names": {reason: "a serving certificate needs names", request: servingRequest(t, subject), want: "a serving certificate has names"},
		"mail": {
			reason:  "a kubelet has no mail address",
			request: servingRequest(t, x509.CertificateRequest{Subject: kubeletSubject(), EmailAddresses: []string{"a@example.com"}}),
			want:    "a kubelet requests DNS names and addresses only",
		},
		"another signer": {
			reason:  "only the kubelet's signers are the library's",
			request: clientRequest(t, subject), change: func(r *signingRequest) { r.Spec.SignerName = "kubernetes.io/kube-apiserver-client" },
			want: "the signer is not one of the kubelet's",
		},
		"two blocks": {
			reason:  "the signer may read another block",
			request: clientRequest(t, subject),
			change:  func(r *signingRequest) { r.Spec.Request = append(r.Spec.Request, r.Spec.Request...) },
			want:    "the request is not one PEM block",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.change != nil {
				tt.change(&tt.request)
			}
			assert.Equal(t, tt.want, tt.request.problem(kubeletMachine, tt.registered), tt.reason)
		})
	}
}

func TestPendingRequests(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	var r signingRequest
	r.Metadata.Created = now.Add(-time.Minute)
	assert.True(t, r.pending(now))
	r.Metadata.Created = now.Add(-16 * time.Minute)
	assert.False(t, r.pending(now), "the kubelet has dropped the key")
	r.Metadata.Created, r.Status.Conditions = now, []condition{{Type: "Denied", Status: "True"}}
	assert.False(t, r.pending(now), "an administrator has denied it")
}
