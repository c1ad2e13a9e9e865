package approver_test

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"net"
	"net/url"
	"testing"
)

func TestForgedServingRequestsAreSkipped(t *testing.T) {
	t.Parallel()
	assertSkipped(t, true, "", map[string]variant{
		"by another node": {
			reason:  "a node requests its own serving certificate",
			csrSpec: func(f *csrSpec) { f.user = "system:node:" + otherNode },
			want:    "requested by system:node:" + otherNode + " for system:node:" + node,
		},
		"by the bootstrapper": {
			reason:  "a node requests its own serving certificate",
			csrSpec: func(f *csrSpec) { f.user = bootstrapper },
			want:    "requested by " + bootstrapper,
		},
		"by no node": {
			reason:  "the requestor is in the group system:nodes",
			csrSpec: func(f *csrSpec) { f.groups = []string{"system:authenticated"} },
			want:    "unexpected groups: system:authenticated",
		},
		"to call": {
			reason:  "a serving certificate has the usage server auth",
			csrSpec: func(f *csrSpec) { f.usages = []string{"digital signature", "client auth"} },
			want:    "unexpected usages",
		},
		"for a group": {
			reason:  "the organization is system:nodes only",
			csrSpec: func(f *csrSpec) { f.template.Subject.Organization = []string{"system:masters"} },
			want:    "unexpected organizations",
		},
		"no address": {
			reason:  "a serving certificate has subject alternative names",
			csrSpec: func(f *csrSpec) { f.template.DNSNames, f.template.IPAddresses = nil, nil },
			want:    "a serving certificate must have subject alternative names",
		},
		"a URI": {
			reason:  "a kubelet requests DNS names and IP addresses only",
			csrSpec: func(f *csrSpec) { f.template.URIs = []*url.URL{{Scheme: "spiffe", Host: "x"}} },
			want:    "malformed request: unexpected value of type 0x8",
		},
		"a mail address": {
			reason:  "a kubelet requests DNS names and IP addresses only",
			csrSpec: func(f *csrSpec) { f.template.EmailAddresses = []string{"a@example.com"} },
			want:    "malformed request: unexpected value of type 0x8",
		},
		"an odd address": {
			reason:  "an IP address has 4 or 16 bytes",
			csrSpec: fiveByteAddress,
			want:    "does not appear to be an IPv4 or IPv6 address",
		},
		"no node": {
			reason:   "the node exists",
			scenario: func(_ *testing.T, s *scenario) { s.nodes = nil },
			want:     node + " is not a node yet",
		},
		"another's instance": {
			reason:   "the node has the provider ID of the instance",
			scenario: func(_ *testing.T, s *scenario) { s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-1", nodeIP) },
			want:     "the node has provider ID aws:///us-east-2a/i-1, the instance has aws:///us-east-2a/i-0123456789abcdef0",
		},
		"no instance's": {
			reason:   "the node has a provider ID",
			scenario: func(_ *testing.T, s *scenario) { s.nodes[node] = nodeObject(node, "", nodeIP) },
			want:     ", the instance has",
		},
		"a stopped instance": {
			reason:   "the instance is running",
			instance: func(m *instance) { m.state = "stopped" },
			want:     "0 running instances",
		},
		"another group's": {
			reason:   "the instance is in one of the groups",
			instance: func(m *instance) { m.tags["aws:autoscaling:groupName"] = "other" },
			want:     "0 running instances",
		},
		"a node that lies": {
			reason:  "the addresses of the node belong to the instance",
			csrSpec: func(f *csrSpec) { f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP("10.0.0.4")) },
			scenario: func(_ *testing.T, s *scenario) {
				s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", nodeIP, "10.0.0.4")
			},
			want: "instance i-0123456789abcdef0 does not have 10.0.0.4",
		},
		"a node that lies of its name": {
			reason:  "the names of the node belong to the instance",
			csrSpec: func(f *csrSpec) { f.template.DNSNames = append(f.template.DNSNames, "kubernetes.default.svc") },
			scenario: func(_ *testing.T, s *scenario) {
				addAddresses(s.nodes[node], map[string]any{"type": "ExternalDNS", "address": "kubernetes.default.svc"})
			},
			want: "instance i-0123456789abcdef0 does not have kubernetes.default.svc",
		},
		"a node with nonsense": {
			reason: "an error is logged and does not approve the request",
			scenario: func(_ *testing.T, s *scenario) {
				s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", "nonsense")
			},
			want: "ValueError",
		},
	})
}

// TestOtherNamesAreSkipped requests names that are not exactly those of the node.
func TestOtherNamesAreSkipped(t *testing.T) {
	t.Parallel()
	variants := map[string]variant{}
	for name, change := range map[string]func(*x509.CertificateRequest){
		"another's address":  func(r *x509.CertificateRequest) { r.IPAddresses = append(r.IPAddresses, net.ParseIP("10.0.2.7")) },
		"another's name":     func(r *x509.CertificateRequest) { r.DNSNames = append(r.DNSNames, otherNode) },
		"the cluster's name": func(r *x509.CertificateRequest) { r.DNSNames = []string{"kubernetes.default.svc"} },
		"all names":          func(r *x509.CertificateRequest) { r.DNSNames = []string{"*"} },
		"one address less":   func(r *x509.CertificateRequest) { r.IPAddresses = nil },
	} {
		variants[name] = variant{csrSpec: func(f *csrSpec) { change(&f.template) }}
	}
	assertSkipped(t, true, "the subject alternative names are not the node's addresses", variants)
}

// fiveByteAddress adds an IP address of five bytes.
func fiveByteAddress(f *csrSpec) {
	f.template.DNSNames, f.template.IPAddresses = nil, nil
	f.template.ExtraExtensions = []pkix.Extension{
		{Id: asn1.ObjectIdentifier{2, 5, 29, 17}, Value: []byte{0x30, 0x07, 0x87, 0x05, 10, 0, 1, 5, 5}},
	}
}
