package approver_test

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"net"
	"strings"
	"testing"
	"time"
)

// tooLong is a name of 254 characters; a node name has at most 253.
var tooLong = strings.Repeat("a", 254)

// TestForgedClientRequestsAreSkipped changes one detail of a valid request, or of its instance.
func TestForgedClientRequestsAreSkipped(t *testing.T) {
	t.Parallel()
	subjectOf := func(name pkix.Name) func(*csrSpec) { return func(f *csrSpec) { f.template.Subject = name } }
	extension := func(id asn1.ObjectIdentifier, value []byte) func(*csrSpec) {
		return func(f *csrSpec) { f.template.ExtraExtensions = []pkix.Extension{{Id: id, Value: value}} }
	}
	assertSkipped(t, false, "", map[string]variant{
		"by another account": {
			reason:  "only the node-bootstrapper requests client certificates of new nodes",
			csrSpec: func(f *csrSpec) { f.user = "system:serviceaccount:evil:pod" },
			want:    "requested by system:serviceaccount:evil:pod, not by the node-bootstrapper",
		},
		"by a node": {
			reason:  "a node's own requests are renewals, which the cluster approves",
			csrSpec: func(f *csrSpec) { f.user = "system:node:" + node },
			want:    "not by the node-bootstrapper",
		},
		"by an admin": {
			reason:  "only the node-bootstrapper requests client certificates of new nodes",
			csrSpec: func(f *csrSpec) { f.user = "system:admin" },
			want:    "not by the node-bootstrapper",
		},
		"one group more": {
			reason:  "the node-bootstrapper has exactly its groups",
			csrSpec: func(f *csrSpec) { f.groups = append(f.groups, "system:masters") },
			want:    "unexpected groups",
		},
		"one group less": {
			reason:  "the node-bootstrapper has exactly its groups",
			csrSpec: func(f *csrSpec) { f.groups = f.groups[1:] },
			want:    "unexpected groups",
		},
		"a group twice": {
			reason:  "the node-bootstrapper has exactly its groups",
			csrSpec: func(f *csrSpec) { f.groups = append(f.groups, f.groups[2]) },
			want:    "unexpected groups",
		},
		"too long": {
			reason:   "a node name has at most 253 characters",
			csrSpec:  func(f *csrSpec) { f.template.Subject.CommonName = "system:node:" + tooLong },
			instance: func(m *instance) { m.name = tooLong },
			want:     "unexpected common name",
		},
		"to serve": {
			reason:  "a client certificate has the usage client auth",
			csrSpec: func(f *csrSpec) { f.usages = []string{"digital signature", "server auth"} },
			want:    "unexpected usages: digital signature, server auth",
		},
		"to serve too": {
			reason:  "a client certificate has no other usage",
			csrSpec: func(f *csrSpec) { f.usages = append(f.usages, "server auth") },
			want:    "unexpected usages",
		},
		"to sign": {
			reason:  "a client certificate has no other usage",
			csrSpec: func(f *csrSpec) { f.usages = append(f.usages, "cert sign") },
			want:    "unexpected usages",
		},
		"a usage twice": {
			reason:  "each usage occurs once",
			csrSpec: func(f *csrSpec) { f.usages = append(f.usages, "client auth") },
			want:    "unexpected usages",
		},
		"no usage": {
			reason:  "a client certificate has usages",
			csrSpec: func(f *csrSpec) { f.usages = nil },
			want:    "unexpected usages",
		},
		"an admin's name": {
			reason:  "the common name is that of a node",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:admin", Organization: []string{"system:nodes"}}),
			want:    "unexpected common name: 'system:admin'",
		},
		"a master": {
			reason:  "control-plane nodes are not in the groups",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:node:" + masterNode, Organization: []string{"system:nodes"}}),
			want:    "0 running instances of the groups have the name " + masterNode,
		},
		"upper case": {
			reason:  "node names are lower-case",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:node:IP-10-0-1-5", Organization: []string{"system:nodes"}}),
			want:    "unexpected common name",
		},
		"a path": {
			reason:  "a node name is a DNS subdomain, so that it cannot change the request path",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:node:../nodes/" + node, Organization: []string{"system:nodes"}}),
			want:    "unexpected common name",
		},
		"no name": {
			reason:  "the subject has a common name",
			csrSpec: subjectOf(pkix.Name{Organization: []string{"system:nodes"}}),
			want:    "the subject has 0 common names",
		},
		"an end of line": {
			reason:  "a node name has no line break",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:node:" + node + "\n", Organization: []string{"system:nodes"}}),
			want:    "unexpected common name",
		},
		"umlauts": {
			reason:  "names are ASCII",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:node:" + node + "ä", Organization: []string{"system:nodes"}}),
			want:    "malformed request: 'ascii' codec can't decode byte 0xc3",
		},
		"the masters' group": {
			reason: "the organization is system:nodes only",
			csrSpec: subjectOf(pkix.Name{
				CommonName: "system:node:" + node, Organization: []string{"system:nodes", "system:masters"},
			}),
			want: "unexpected organizations",
		},
		"another group": {
			reason:  "the organization is system:nodes only",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:masters"}}),
			want:    "unexpected organizations: ['system:masters']",
		},
		"no group": {
			reason:  "the organization is system:nodes only",
			csrSpec: subjectOf(pkix.Name{CommonName: "system:node:" + node}),
			want:    "unexpected organizations: []",
		},
		"a unit": {
			reason: "the subject has a common name and organizations only",
			csrSpec: subjectOf(pkix.Name{
				CommonName:         "system:node:" + node,
				Organization:       []string{"system:nodes"},
				OrganizationalUnit: []string{"x"},
			}),
			want: "the subject has an attribute other than CN and O",
		},
		"two names": {
			reason: "the subject has one common name",
			csrSpec: func(f *csrSpec) {
				f.template.RawSubject = rawSubject(
					t, attribute(10, "system:nodes"), attribute(3, "system:node:"+node), attribute(3, "system:admin"),
				)
			},
			want: "the subject has 2 common names",
		},
		"a DNS name": {
			reason:  "a client certificate has no subject alternative names",
			csrSpec: func(f *csrSpec) { f.template.DNSNames = []string{node} },
			want:    "a client certificate must not have subject alternative names",
		},
		"an address": {
			reason:  "a client certificate has no subject alternative names",
			csrSpec: func(f *csrSpec) { f.template.IPAddresses = []net.IP{net.ParseIP(nodeIP)} },
			want:    "a client certificate must not have subject alternative names",
		},
		"a mail address": {
			reason:  "a kubelet requests DNS names and IP addresses only",
			csrSpec: func(f *csrSpec) { f.template.EmailAddresses = []string{"a@example.com"} },
			want:    "malformed request: unexpected value of type 0x8",
		},
		"an authority": {
			reason:  "a kubelet requests no basic constraints",
			csrSpec: extension(asn1.ObjectIdentifier{2, 5, 29, 19}, []byte{0x30, 0x03, 0x01, 0x01, 0xff}),
			want:    "an extension is not subjectAltName",
		},
		"a password": {
			reason:  "a kubelet writes no challenge password",
			csrSpec: challenge,
			want:    "an attribute is not an extension request",
		},
		"bytes after the DER": {
			reason:  "the DER has no trailing data",
			csrSpec: func(f *csrSpec) { f.mutateDER = func(der []byte) []byte { return append(der, 0) } },
			want:    "trailing data",
		},
		"a cut": {
			reason:  "the DER is complete",
			csrSpec: func(f *csrSpec) { f.mutateDER = func(der []byte) []byte { return der[:len(der)-9] } },
			want:    "truncated",
		},
		"two blocks": {
			reason:  "the request is one PEM block",
			csrSpec: func(f *csrSpec) { f.mutatePEM = func(text []byte) []byte { return append(text, text...) } },
			want:    "not exactly one PEM block",
		},
		"a certificate": {
			reason: "the PEM block is a certificate request",
			csrSpec: func(f *csrSpec) {
				f.mutatePEM = func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(" REQUEST"), nil) }
			},
			want: "not exactly one PEM block",
		},
		"a header": {
			reason: "the PEM block has no headers",
			csrSpec: func(f *csrSpec) {
				f.mutatePEM = func(text []byte) []byte {
					return bytes.Replace(text, []byte("-----\n"), []byte("-----\nA: b\n\n"), 1)
				}
			},
			want: "not exactly one PEM block",
		},
		"launched long ago": {
			reason:   "the instance was launched within the launch window",
			instance: func(m *instance) { m.launched = now.Add(-3 * time.Hour) },
			want:     "was launched 2:59:00 before the request",
		},
		"launched later": {
			reason:   "the request is newer than the instance",
			instance: func(m *instance) { m.launched = now },
			want:     "requested before the launch of instance",
		},
		"two of one name": {
			reason: "a name identifies one instance",
			scenario: func(_ *testing.T, s *scenario) {
				twin := worker()
				twin.id = "i-3"
				s.instances = append(s.instances, twin)
			},
			want: "2 running instances",
		},
		"a node already": {
			reason:   "a new instance is not a node yet",
			scenario: func(_ *testing.T, s *scenario) { s.nodes[node] = nodeObject(node, "x") },
			want:     node + " is already a node",
		},
		"a second key": {
			reason:   "an instance gets one client certificate, until its kubelet has given up",
			scenario: func(_ *testing.T, s *scenario) { s.memory = remembered(entry(4*time.Minute, "other-key", false)) },
			want:     "first was already approved for the same instance, i-0123456789abcdef0, with another key",
		},
		"a node before": {
			reason:   "an instance is a node once, even if the node is deleted",
			scenario: func(_ *testing.T, s *scenario) { s.memory = remembered(entry(time.Hour, "other-key", true)) },
			want:     "instance i-0123456789abcdef0 was a node before, which was deleted",
		},
		"a node of another name": {
			reason: "an instance has one node, whatever its name",
			scenario: func(_ *testing.T, s *scenario) {
				s.nodes["ip-10-0-1-5.other"] = nodeObject("ip-10-0-1-5.other", "aws:///us-east-2a/i-0123456789abcdef0")
			},
			want: "node ip-10-0-1-5.other claims to be instance i-0123456789abcdef0",
		},
	})
}

// TestOtherInstancesAreSkipped changes the instance to one that the groups do not have.
func TestOtherInstancesAreSkipped(t *testing.T) {
	t.Parallel()
	const tag, group = "kubernetes.io/cluster/" + infraID, "aws:autoscaling:groupName"
	change := func(reason string, instance func(*instance)) variant {
		return variant{reason: reason, instance: instance}
	}
	assertSkipped(t, false, "0 running instances", map[string]variant{
		"another name":      change("an instance of the groups has the node's name", func(m *instance) { m.name = ipNode }),
		"a stopped one":     change("the instance is running", func(m *instance) { m.state = "stopped" }),
		"one that starts":   change("the instance is running", func(m *instance) { m.state = "pending" }),
		"one that ends":     change("the instance is running", func(m *instance) { m.state = "shutting-down" }),
		"of no cluster":     change("the instance has the cluster's tag", func(m *instance) { delete(m.tags, tag) }),
		"of an odd cluster": change("the cluster's tag is owned or shared", func(m *instance) { m.tags[tag] = "no" }),
		"of another group":  change("the instance is in one of the groups", func(m *instance) { m.tags[group] = "other" }),
		"of no group":       change("the instance is in one of the groups", func(m *instance) { delete(m.tags, group) }),
		"of another cluster": change("the instance has the cluster's tag", func(m *instance) {
			m.tags = map[string]string{"kubernetes.io/cluster/other": "owned", group: "demo-group"}
		}),
	})
}

// challenge adds the attribute challengePassword of PKCS#9.
func challenge(f *csrSpec) {
	f.template.Attributes = []pkix.AttributeTypeAndValueSET{{
		Type:  asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 7},
		Value: [][]pkix.AttributeTypeAndValue{{{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: "x"}}},
	}}
}
