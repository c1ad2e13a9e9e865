package nodes_test

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestValidRequestsAreApproved(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason string
		run    func(t *testing.T) *scenario
		csr    string
	}{
		"client": {
			reason: "a new instance requests its first certificate",
			run:    func(t *testing.T) *scenario { return joining(t, clientRequest(), worker()) },
			csr:    clientName,
		},
		"serving": {
			reason: "a new node requests its serving certificate",
			run:    func(t *testing.T) *scenario { return joined(t, servingRequest(), worker()) },
			csr:    servingName,
		},
		"of an earlier kubelet": {
			reason: "kubelets before Kubernetes 1.27 request the usage key encipherment for each key",
			run: func(t *testing.T) *scenario {
				f := clientRequest()
				f.usages = append(f.usages, "key encipherment")
				return joining(t, f, worker())
			},
			csr: clientName,
		},
		"shared cluster": {
			reason: "user-provisioned infrastructure has the tag value shared",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.tags["kubernetes.io/cluster/"+infraID] = "shared"
				return joining(t, clientRequest(), m)
			},
			csr: clientName,
		},
		"just in time": {
			reason: "the launch window is two hours",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.launched = now.Add(-time.Minute - 2*time.Hour)
				return joining(t, clientRequest(), m)
			},
			csr: clientName,
		},
		"clock behind": {
			reason: "clocks may differ by a few seconds",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.launched = now.Add(-55 * time.Second)
				return joining(t, clientRequest(), m)
			},
			csr: clientName,
		},
		"started again": {
			reason: "an approval before the launch is for an earlier start",
			run: func(t *testing.T) *scenario {
				s := joining(t, clientRequest(), worker())
				s.instances[2].launched = now.Add(-2 * time.Minute)
				s.memory = remembered(entry(3*time.Minute, "old-key", false))
				return s
			},
			csr: clientName,
		},
		"denied before": {
			reason: "a denied request does not count as approved",
			run: func(t *testing.T) *scenario {
				s := joining(t, clientRequest(), worker())
				forged := clientRequest()
				forged.name, forged.created = "forged", now.Add(-2*time.Minute)
				forged.conditions = []any{map[string]any{"type": "Denied", "status": "True"}}
				s.requests = append(s.requests, forged.object(t))
				return s
			},
			csr: clientName,
		},
		"after a flood": {
			reason: "requests that no kubelet waits for do not count against the limit",
			run: func(t *testing.T) *scenario {
				s := joining(t, clientRequest(), worker())
				s.requests = append(s.requests, fillers(t, now.Add(-16*time.Minute))...)
				return s
			},
			csr: clientName,
		},
		"renewal": {
			reason: "a renewal has the addresses of the node",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.launched = now.Add(-720 * time.Hour)
				return joined(t, servingRequest(), m)
			},
			csr: servingName,
		},
		"all addresses": {
			reason: "instances have secondary, public and IPv6 addresses",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.addresses = []string{nodeIP, "10.0.1.99"}
				m.publicIP, m.publicName, m.ipv6 = "52.1.2.3", "ec2-52-1-2-3.us-east-2.compute.amazonaws.com", "2600:1f16:1::5"
				f := servingRequest()
				f.template.DNSNames = []string{node, m.publicName}
				for _, address := range []string{"10.0.1.99", "52.1.2.3", m.ipv6} {
					f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP(address))
				}
				s := joined(t, f, m)
				status := s.nodes[node]["status"].(map[string]any)
				status["addresses"] = append(status["addresses"].([]any),
					map[string]any{"type": "ExternalIP", "address": "52.1.2.3"},
					map[string]any{"type": "ExternalDNS", "address": m.publicName},
					map[string]any{"type": "InternalIP", "address": "2600:1F16:0001::5"})
				return s
			},
			csr: servingName,
		},
		"own domain": {
			reason: "the VPC's DHCP options can set a domain",
			run: func(t *testing.T) *scenario {
				f := clientRequest()
				f.template.Subject.CommonName = "system:node:" + workerID + ".corp.example.com"
				s := joining(t, f, worker())
				s.domains = []string{"corp.example.com"}
				return s
			},
			csr: clientName,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tt.run(t)
			log := s.runWith(t, runApprover)
			require.Contains(t, s.approvals, tt.csr, "%s; %s", tt.reason, log)
			assert.Len(t, s.approvals, 1)
			approved := s.approvals[tt.csr]
			conditions := at(approved, "status", "conditions").([]any)
			require.Len(t, conditions, 1)
			condition := conditions[0].(map[string]any)
			assert.Equal(t, []any{"Approved", "True", "WorkerPoolApprove"},
				[]any{condition["type"], condition["status"], condition["reason"]})
			assert.Equal(t, "7", at(approved, "metadata", "resourceVersion"),
				"the approved version is the one that was checked")
			assert.Contains(t, log, "approved "+tt.csr)
		})
	}
}

func TestInstanceFilters(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.run(t)
	s.filters.Del("NextToken")
	assert.Equal(t, url.Values{
		"Action": {"DescribeInstances"}, "Version": {"2016-11-15"},
		"Filter.1.Name": {"instance-state-name"}, "Filter.1.Value.1": {"running"},
		"Filter.2.Name": {"tag-key"}, "Filter.2.Value.1": {"aws:autoscaling:groupName"},
		"Filter.3.Name": {"tag:kubernetes.io/cluster/" + infraID}, "Filter.3.Value.1": {"owned"},
		"Filter.3.Value.2": {"shared"},
	}, s.filters)
}

// tooLong is a name of 254 characters; a node name has at most 253.
var tooLong = strings.Repeat("a", 254)

// TestForgedClientRequestsAreSkipped changes one detail of a valid request, or of its instance.
func TestForgedClientRequestsAreSkipped(t *testing.T) {
	t.Parallel()
	subjectOf := func(name pkix.Name) func(*csrSpec) { return func(f *csrSpec) { f.template.Subject = name } }
	extension := func(id asn1.ObjectIdentifier, value []byte) func(*csrSpec) {
		return func(f *csrSpec) { f.template.ExtraExtensions = []pkix.Extension{{Id: id, Value: value}} }
	}
	for name, tt := range map[string]struct {
		reason   string
		csrSpec  func(*csrSpec)
		instance func(*instance)
		scenario func(*testing.T, *scenario)
		want     string
	}{
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
		"no instance": {
			reason:   "an instance of the groups has the node's name",
			instance: func(m *instance) { m.name = "ip-10-0-9-9.us-east-2.compute.internal" },
			want:     "0 running instances",
		},
		"a stopped one": {
			reason:   "the instance is running",
			instance: func(m *instance) { m.state = "stopped" },
			want:     "0 running instances",
		},
		"one that starts": {
			reason:   "the instance is running",
			instance: func(m *instance) { m.state = "pending" },
			want:     "0 running instances",
		},
		"one that ends": {
			reason:   "the instance is running",
			instance: func(m *instance) { m.state = "shutting-down" },
			want:     "0 running instances",
		},
		"of another cluster": {
			reason: "the instance has the cluster's tag",
			instance: func(m *instance) {
				m.tags = map[string]string{"kubernetes.io/cluster/other": "owned", "aws:autoscaling:groupName": "demo-group"}
			},
			want: "0 running instances",
		},
		"of no cluster": {
			reason:   "the instance has the cluster's tag",
			instance: func(m *instance) { delete(m.tags, "kubernetes.io/cluster/"+infraID) },
			want:     "0 running instances",
		},
		"of an odd cluster": {
			reason:   "the cluster's tag is owned or shared",
			instance: func(m *instance) { m.tags["kubernetes.io/cluster/"+infraID] = "no" },
			want:     "0 running instances",
		},
		"of another group": {
			reason:   "the instance is in one of the groups",
			instance: func(m *instance) { m.tags["aws:autoscaling:groupName"] = "other" },
			want:     "0 running instances",
		},
		"of no group": {
			reason:   "the instance is in one of the groups",
			instance: func(m *instance) { delete(m.tags, "aws:autoscaling:groupName") },
			want:     "0 running instances",
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
				s.ipNames, s.instances = true, append(s.instances, twin)
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
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, m := clientRequest(), worker()
			if tt.csrSpec != nil {
				tt.csrSpec(f)
			}
			if tt.instance != nil {
				tt.instance(&m)
			}
			s := joining(t, f, m)
			if tt.scenario != nil {
				tt.scenario(t, s)
			}
			log := s.run(t)
			assert.Empty(t, s.approvals, "%s; %s", tt.reason, log)
			assert.Contains(t, log, "skipped "+clientName+": ")
			assert.Contains(t, log, tt.want)
		})
	}
}

// challenge adds the attribute challengePassword of PKCS#9.
func challenge(f *csrSpec) {
	f.template.Attributes = []pkix.AttributeTypeAndValueSET{{
		Type:  asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 7},
		Value: [][]pkix.AttributeTypeAndValue{{{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: "x"}}},
	}}
}

func TestForgedServingRequestsAreSkipped(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason   string
		csrSpec  func(*csrSpec)
		instance func(*instance)
		scenario func(*scenario)
		want     string
	}{
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
		"another's address": {
			reason:  "the names are exactly those of the node",
			csrSpec: func(f *csrSpec) { f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP("10.0.2.7")) },
			want:    "the subject alternative names are not the node's addresses",
		},
		"another's name": {
			reason:  "the names are exactly those of the node",
			csrSpec: func(f *csrSpec) { f.template.DNSNames = append(f.template.DNSNames, otherNode) },
			want:    "the subject alternative names are not the node's addresses",
		},
		"the cluster's name": {
			reason:  "the names are exactly those of the node",
			csrSpec: func(f *csrSpec) { f.template.DNSNames = []string{"kubernetes.default.svc"} },
			want:    "the subject alternative names are not the node's addresses",
		},
		"all names": {
			reason:  "the names are exactly those of the node",
			csrSpec: func(f *csrSpec) { f.template.DNSNames = []string{"*"} },
			want:    "the subject alternative names are not the node's addresses",
		},
		"one address less": {
			reason:  "the names are exactly those of the node",
			csrSpec: func(f *csrSpec) { f.template.IPAddresses = nil },
			want:    "the subject alternative names are not the node's addresses",
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
			scenario: func(s *scenario) { s.nodes = nil },
			want:     node + " is not a node yet",
		},
		"another's instance": {
			reason:   "the node has the provider ID of the instance",
			scenario: func(s *scenario) { s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-1", nodeIP) },
			want:     "the node has provider ID aws:///us-east-2a/i-1, the instance has aws:///us-east-2a/i-0123456789abcdef0",
		},
		"no instance's": {
			reason:   "the node has a provider ID",
			scenario: func(s *scenario) { s.nodes[node] = nodeObject(node, "", nodeIP) },
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
			scenario: func(s *scenario) {
				s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", nodeIP, "10.0.0.4")
			},
			want: "instance i-0123456789abcdef0 does not have 10.0.0.4",
		},
		"a node that lies of its name": {
			reason:  "the names of the node belong to the instance",
			csrSpec: func(f *csrSpec) { f.template.DNSNames = append(f.template.DNSNames, "kubernetes.default.svc") },
			scenario: func(s *scenario) {
				status := s.nodes[node]["status"].(map[string]any)
				name := map[string]any{"type": "ExternalDNS", "address": "kubernetes.default.svc"}
				status["addresses"] = append(status["addresses"].([]any), name)
			},
			want: "instance i-0123456789abcdef0 does not have kubernetes.default.svc",
		},
		"a node with nonsense": {
			reason: "an error is logged and does not approve the request",
			scenario: func(s *scenario) {
				s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", "nonsense")
			},
			want: "ValueError",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, m := servingRequest(), worker()
			if tt.csrSpec != nil {
				tt.csrSpec(f)
			}
			if tt.instance != nil {
				tt.instance(&m)
			}
			s := joined(t, f, m)
			if tt.scenario != nil {
				tt.scenario(s)
			}
			log := s.run(t)
			assert.Empty(t, s.approvals, "%s; %s", tt.reason, log)
			assert.Contains(t, log, "skipped "+servingName+": ")
			assert.Contains(t, log, tt.want)
		})
	}
}

// fiveByteAddress adds an IP address of five bytes.
func fiveByteAddress(f *csrSpec) {
	f.template.DNSNames, f.template.IPAddresses = nil, nil
	f.template.ExtraExtensions = []pkix.Extension{
		{Id: asn1.ObjectIdentifier{2, 5, 29, 17}, Value: []byte{0x30, 0x07, 0x87, 0x05, 10, 0, 1, 5, 5}},
	}
}

func TestOneInvalidRequestDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	forged := servingRequest()
	forged.name, forged.created = "forged", now
	s := joined(t, forged, worker())
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", "nonsense")
	client := clientRequest()
	client.template.Subject.CommonName = "system:node:" + otherNode
	s.requests = append(s.requests, client.object(t))
	log := s.run(t)
	assert.Contains(t, s.approvals, clientName, log)
	assert.NotContains(t, s.approvals, "forged")
}

// TestTheNewestRequestIsApproved proves it for a kubelet that has just requested again, because it has the key of
// its newest request only.
func TestTheNewestRequestIsApproved(t *testing.T) {
	t.Parallel()
	s := joining(t, requested(clientName, 0), worker())
	s.ask(t, requested("attempt-1", 14*time.Minute+30*time.Second))
	s.instances[2].launched = now.Add(-time.Hour)
	log := s.run(t)
	assert.Equal(t, []string{clientName}, s.approved(), log)
	log = s.at(t, time.Second)
	assert.Empty(t, s.approvals, log)
	assert.Contains(t, log, "skipped attempt-1: "+clientName+" was already approved for the same instance")
}

// TestAbandonedRequestsAreIgnored proves that no certificate is issued for a key that no kubelet has.
func TestAbandonedRequestsAreIgnored(t *testing.T) {
	t.Parallel()
	for _, f := range []*csrSpec{clientRequest(), servingRequest()} {
		f.created = now.Add(-16 * time.Minute)
		m := worker()
		m.launched = now.Add(-time.Hour)
		s := joining(t, f, m)
		if f.signer == servingSigner {
			s = joined(t, f, m)
		}
		assert.Empty(t, s.run(t), f.signer)
		assert.Empty(t, s.approvals, f.signer)
	}
}

// TestOneNodePerInstance proves it for an instance with a second name, in the VPC's domain.
func TestOneNodePerInstance(t *testing.T) {
	t.Parallel()
	const second = workerID + ".corp.example.com"
	for name, tt := range map[string]struct {
		scenario func(*scenario)
		want     string
	}{
		"a node already": {
			scenario: func(s *scenario) { s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", nodeIP) },
			want:     node + " is already a node",
		},
		"approved before": {
			scenario: func(s *scenario) { s.memory = remembered(entry(time.Minute, "other-key", false)) },
			want:     "first was already approved for the same instance",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := clientRequest()
			f.template.Subject.CommonName = "system:node:" + second
			s := joining(t, f, worker())
			s.domains = []string{"corp.example.com"}
			tt.scenario(s)
			log := s.run(t)
			assert.Empty(t, s.approvals, log)
			assert.Contains(t, log, tt.want)
		})
	}
}

func TestDecidedRequestsAreIgnored(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{"Approved", "Denied", "Failed"} {
		f := clientRequest()
		f.conditions = []any{map[string]any{"type": condition, "status": "True"}}
		s := joining(t, f, worker())
		assert.Empty(t, s.run(t), condition)
		assert.Empty(t, s.approvals, condition)
		assert.Nil(t, s.filters, "without a pending request, EC2 is not called")
	}
}

func TestOtherSignersAreIgnored(t *testing.T) {
	t.Parallel()
	f := clientRequest()
	f.signer = "kubernetes.io/kube-apiserver-client"
	s := joining(t, f, worker())
	assert.Empty(t, s.run(t))
	assert.Empty(t, s.approvals)
}

// fillers returns requests for an instance that does not exist.
func fillers(t *testing.T, created time.Time) []map[string]any {
	t.Helper()
	filler := clientRequest()
	filler.template.Subject.CommonName = "system:node:ip-10-9-9-9.us-east-2.compute.internal"
	object := filler.object(t)
	var all []map[string]any
	for i := range 110 {
		all = append(all, map[string]any{
			"metadata": map[string]any{
				"name":              fmt.Sprintf("filler-%03d", i),
				"uid":               fmt.Sprint("filler", i),
				"creationTimestamp": created.UTC().Format(time.RFC3339),
			}, "spec": object["spec"],
		})
	}
	return all
}

func TestConcurrentChangesAreSkipped(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.failure = http.StatusConflict
	assert.Contains(t, s.run(t), "skipped "+clientName+": it was changed concurrently")
}
