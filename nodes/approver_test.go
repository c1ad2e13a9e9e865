package nodes_test

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheApproverApprovesATruePair(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason string
		play   func(t *testing.T) *scene
		csr    string
	}{
		"client": {
			reason: "a new machine",
			play:   func(t *testing.T) *scene { return joining(t, clientForge(), worker()) },
			csr:    clientName,
		},
		"serving": {
			reason: "a new node",
			play:   func(t *testing.T) *scene { return joined(t, servingForge(), worker()) },
			csr:    servingName,
		},
		"RSA": {
			reason: "such keys are for encipherment too",
			play: func(t *testing.T) *scene {
				f := clientForge()
				f.usages = append(f.usages, "key encipherment")
				return joining(t, f, worker())
			},
			csr: clientName,
		},
		"shared cluster": {
			reason: "infrastructure of one's own is tagged shared",
			play: func(t *testing.T) *scene {
				m := worker()
				m.tags["kubernetes.io/cluster/"+infraID] = "shared"
				return joining(t, clientForge(), m)
			},
			csr: clientName,
		},
		"just in time": {
			reason: "two hours after the launch",
			play: func(t *testing.T) *scene {
				m := worker()
				m.launched = now.Add(-time.Minute - 2*time.Hour)
				return joining(t, clientForge(), m)
			},
			csr: clientName,
		},
		"clock behind": {
			reason: "a few seconds",
			play: func(t *testing.T) *scene {
				m := worker()
				m.launched = now.Add(-55 * time.Second)
				return joining(t, clientForge(), m)
			},
			csr: clientName,
		},
		"started again": {
			reason: "what was approved before the launch was another start",
			play: func(t *testing.T) *scene {
				s := joining(t, clientForge(), worker())
				before := clientForge()
				before.name, before.created, before.conditions = "before", now.Add(-time.Hour), []any{map[string]any{"type": "Approved", "status": "True"}}
				s.requests = append(s.requests, before.object(t))
				return s
			},
			csr: clientName,
		},
		"denied before": {
			reason: "somebody found another request for the machine forged",
			play: func(t *testing.T) *scene {
				s := joining(t, clientForge(), worker())
				forged := clientForge()
				forged.name, forged.created, forged.conditions = "forged", now.Add(-2*time.Minute), []any{map[string]any{"type": "Denied", "status": "True"}}
				s.requests = append(s.requests, forged.object(t))
				return s
			},
			csr: clientName,
		},
		"after a flood": {
			reason: "old requests are no flood",
			play: func(t *testing.T) *scene {
				s := joining(t, clientForge(), worker())
				s.requests = append(s.requests, fillers(t, now.Add(-61*time.Minute))...)
				return s
			},
			csr: clientName,
		},
		"renewal": {
			reason: "the addresses are still the node's",
			play: func(t *testing.T) *scene {
				m := worker()
				m.launched = now.Add(-720 * time.Hour)
				return joined(t, servingForge(), m)
			},
			csr: servingName,
		},
		"all addresses": {
			reason: "secondary, public and of version 6",
			play: func(t *testing.T) *scene {
				m := worker()
				m.addresses = []string{nodeIP, "10.0.1.99"}
				m.publicIP, m.publicName, m.ipv6 = "52.1.2.3", "ec2-52-1-2-3.us-east-2.compute.amazonaws.com", "2600:1f16:1::5"
				f := servingForge()
				f.template.DNSNames = []string{node, m.publicName}
				f.template.IPAddresses = []net.IP{net.ParseIP(nodeIP), net.ParseIP("10.0.1.99"), net.ParseIP("52.1.2.3"), net.ParseIP(m.ipv6)}
				s := joined(t, f, m)
				status := s.nodes[node]["status"].(map[string]any)
				status["addresses"] = append(status["addresses"].([]any), map[string]any{"type": "ExternalIP", "address": "52.1.2.3"},
					map[string]any{"type": "ExternalDNS", "address": m.publicName}, map[string]any{"type": "InternalIP", "address": "2600:1F16:0001::5"})
				return s
			},
			csr: servingName,
		},
		"own domain": {
			reason: "of the VPC's DHCP options",
			play: func(t *testing.T) *scene {
				f := clientForge()
				f.template.Subject.CommonName = "system:node:ip-10-0-1-5.corp.example.com"
				s := joining(t, f, worker())
				s.domains = []string{"corp.example.com"}
				return s
			},
			csr: clientName,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tt.play(t)
			said := s.playBy(t, runApprover)
			require.Contains(t, s.approvals, tt.csr, "%s; %s", tt.reason, said)
			assert.Len(t, s.approvals, 1)
			approved := s.approvals[tt.csr]
			conditions := at(approved, "status", "conditions").([]any)
			require.Len(t, conditions, 1)
			condition := conditions[0].(map[string]any)
			assert.Equal(
				t,
				[]any{"Approved", "True", "WorkerPoolApprove"},
				[]any{condition["type"], condition["status"], condition["reason"]},
			)
			assert.Equal(t, "7", at(approved, "metadata", "resourceVersion"), "what was looked at is what is approved")
			assert.Contains(t, said, "approved "+tt.csr)
		})
	}
}

func TestTheApproverAsksForItsMachinesAlone(t *testing.T) {
	t.Parallel()
	s := joining(t, clientForge(), worker())
	s.play(t)
	s.filters.Del("NextToken")
	assert.Equal(t, url.Values{
		"Action": {"DescribeInstances"}, "Version": {"2016-11-15"},
		"Filter.1.Name": {"instance-state-name"}, "Filter.1.Value.1": {"running"},
		"Filter.2.Name": {"tag-key"}, "Filter.2.Value.1": {"kubernetes.io/cluster/" + infraID},
		"Filter.3.Name": {
			"tag:aws:autoscaling:groupName",
		}, "Filter.3.Value.1": {"demo-group"}, "Filter.3.Value.2": {"demo-spot"},
	}, s.filters)
}

// tooLong is a name of 254 characters, one more than a node's name may have.
var tooLong = strings.Repeat("a", 254)

// TestTheApproverLeavesForgedClientRequests changes one thing of a true request, or of what stands behind it.
func TestTheApproverLeavesForgedClientRequests(t *testing.T) {
	t.Parallel()
	subjectOf := func(name pkix.Name) func(*forge) { return func(f *forge) { f.template.Subject = name } }
	extension := func(id asn1.ObjectIdentifier, value []byte) func(*forge) {
		return func(f *forge) { f.template.ExtraExtensions = []pkix.Extension{{Id: id, Value: value}} }
	}
	for name, tt := range map[string]struct {
		forge   func(*forge)
		machine func(*machine)
		scene   func(*testing.T, *scene)
		want    string
	}{
		"by another account": {forge: func(f *forge) { f.user = "system:serviceaccount:evil:pod" }, want: "it is by system:serviceaccount:evil:pod and not by the node-bootstrapper"},
		"by a node":          {forge: func(f *forge) { f.user = "system:node:" + node }, want: "not by the node-bootstrapper"},
		"by an admin":        {forge: func(f *forge) { f.user = "system:admin" }, want: "not by the node-bootstrapper"},
		"one group more":     {forge: func(f *forge) { f.groups = append(f.groups, "system:masters") }, want: "its groups are"},
		"one group less":     {forge: func(f *forge) { f.groups = f.groups[1:] }, want: "its groups are"},
		"a group twice":      {forge: func(f *forge) { f.groups = append(f.groups, f.groups[2]) }, want: "its groups are"},
		"too long":           {forge: func(f *forge) { f.template.Subject.CommonName = "system:node:" + tooLong }, machine: func(m *machine) { m.name = tooLong }, want: "its common name is"},
		"to serve":           {forge: func(f *forge) { f.usages = []string{"digital signature", "server auth"} }, want: "its usages are digital signature, server auth"},
		"to serve too":       {forge: func(f *forge) { f.usages = append(f.usages, "server auth") }, want: "its usages are"},
		"to sign":            {forge: func(f *forge) { f.usages = append(f.usages, "cert sign") }, want: "its usages are"},
		"a usage twice":      {forge: func(f *forge) { f.usages = append(f.usages, "client auth") }, want: "its usages are"},
		"another signer":     {forge: func(f *forge) { f.signer = "kubernetes.io/kube-apiserver-client" }, scene: func(_ *testing.T, s *scene) { s.unfiltered = true }, want: "its signer is kubernetes.io/kube-apiserver-client"},
		"no usage":           {forge: func(f *forge) { f.usages = nil }, want: "its usages are"},
		"an admin's name":    {forge: subjectOf(pkix.Name{CommonName: "system:admin", Organization: []string{"system:nodes"}}), want: "its common name is 'system:admin'"},
		"a master":           {forge: subjectOf(pkix.Name{CommonName: "system:node:" + masterNode, Organization: []string{"system:nodes"}}), want: "0 running machines of the groups are named " + masterNode},
		"upper case":         {forge: subjectOf(pkix.Name{CommonName: "system:node:IP-10-0-1-5", Organization: []string{"system:nodes"}}), want: "its common name is"},
		"a path":             {forge: subjectOf(pkix.Name{CommonName: "system:node:../nodes/" + node, Organization: []string{"system:nodes"}}), want: "its common name is"},
		"no name":            {forge: subjectOf(pkix.Name{Organization: []string{"system:nodes"}}), want: "its subject has 0 common names"},
		"an end of line":     {forge: subjectOf(pkix.Name{CommonName: "system:node:" + node + "\n", Organization: []string{"system:nodes"}}), want: "its common name is"},
		"umlauts":            {forge: subjectOf(pkix.Name{CommonName: "system:node:" + node + "ä", Organization: []string{"system:nodes"}}), want: "a name with characters beyond ASCII"},
		"the masters' group": {forge: subjectOf(pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:nodes", "system:masters"}}), want: "its organizations are"},
		"another group":      {forge: subjectOf(pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:masters"}}), want: "its organizations are ['system:masters']"},
		"no group":           {forge: subjectOf(pkix.Name{CommonName: "system:node:" + node}), want: "its organizations are []"},
		"a unit":             {forge: subjectOf(pkix.Name{CommonName: "system:node:" + node, Organization: []string{"system:nodes"}, OrganizationalUnit: []string{"x"}}), want: "its subject has a part beside CN and O"},
		"two names": {forge: func(f *forge) {
			f.template.RawSubject = rawSubject(t, attribute(10, "system:nodes"), attribute(3, "system:node:"+node), attribute(3, "system:admin"))
		}, want: "its subject has 2 common names"},
		"a DNS name":          {forge: func(f *forge) { f.template.DNSNames = []string{node} }, want: "a client certificate has no alternative names"},
		"an address":          {forge: func(f *forge) { f.template.IPAddresses = []net.IP{net.ParseIP(nodeIP)} }, want: "a client certificate has no alternative names"},
		"a mail address":      {forge: func(f *forge) { f.template.EmailAddresses = []string{"a@example.com"} }, want: "neither a DNS name nor an address"},
		"an authority":        {forge: extension(asn1.ObjectIdentifier{2, 5, 29, 19}, []byte{0x30, 0x03, 0x01, 0x01, 0xff}), want: "an extension beside alternative names"},
		"a password":          {forge: challenge, want: "an attribute that is no extension"},
		"bytes after the DER": {forge: func(f *forge) { f.bend = func(der []byte) []byte { return append(der, 0) } }, want: "it goes on where it should end"},
		"a cut":               {forge: func(f *forge) { f.bend = func(der []byte) []byte { return der[:len(der)-9] } }, want: "it is cut off"},
		"two blocks":          {forge: func(f *forge) { f.wrap = func(text []byte) []byte { return append(text, text...) } }, want: "not one PEM block"},
		"a certificate": {forge: func(f *forge) {
			f.wrap = func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(" REQUEST"), nil) }
		}, want: "not one PEM block"},
		"a header": {forge: func(f *forge) {
			f.wrap = func(text []byte) []byte { return bytes.Replace(text, []byte("-----\n"), []byte("-----\nA: b\n\n"), 1) }
		}, want: "not one PEM block"},
		"no machine":      {machine: func(m *machine) { m.name = "ip-10-0-9-9.us-east-2.compute.internal" }, want: "0 running machines"},
		"a stopped one":   {machine: func(m *machine) { m.state = "stopped" }, want: "0 running machines"},
		"one that starts": {machine: func(m *machine) { m.state = "pending" }, want: "0 running machines"},
		"one that ends":   {machine: func(m *machine) { m.state = "shutting-down" }, want: "0 running machines"},
		"of another cluster": {machine: func(m *machine) {
			m.tags = map[string]string{"kubernetes.io/cluster/other": "owned", "aws:autoscaling:groupName": "demo-group"}
		}, want: "0 running machines"},
		"of no cluster":     {machine: func(m *machine) { delete(m.tags, "kubernetes.io/cluster/"+infraID) }, want: "0 running machines"},
		"of an odd cluster": {machine: func(m *machine) { m.tags["kubernetes.io/cluster/"+infraID] = "no" }, want: "0 running machines"},
		"of another group":  {machine: func(m *machine) { m.tags["aws:autoscaling:groupName"] = "other" }, want: "0 running machines"},
		"of no group":       {machine: func(m *machine) { delete(m.tags, "aws:autoscaling:groupName") }, want: "0 running machines"},
		"launched long ago": {machine: func(m *machine) { m.launched = now.Add(-3 * time.Hour) }, want: "was launched 2:59:00 before"},
		"launched later":    {machine: func(m *machine) { m.launched = now }, want: "it is older than the machine"},
		"two of one name":   {scene: func(_ *testing.T, s *scene) { twin := worker(); twin.id = "i-3"; s.machines = append(s.machines, twin) }, want: "2 running machines"},
		"a node already":    {scene: func(_ *testing.T, s *scene) { s.nodes[node] = nodeObject(node, "x") }, want: node + " is a node already"},
		"a second one": {scene: func(t *testing.T, s *scene) {
			first := clientForge()
			first.name, first.created, first.conditions = "first", now.Add(-2*time.Minute), []any{map[string]any{"type": "Approved", "status": "True"}}
			s.requests = append(s.requests, first.object(t))
		}, want: "first was approved for the same machine"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, m := clientForge(), worker()
			if tt.forge != nil {
				tt.forge(f)
			}
			if tt.machine != nil {
				tt.machine(&m)
			}
			s := joining(t, f, m)
			if tt.scene != nil {
				tt.scene(t, s)
			}
			said := s.play(t)
			assert.Empty(t, s.approvals, said)
			assert.Contains(t, said, "left "+clientName+": ")
			assert.Contains(t, said, tt.want)
		})
	}
}

// challenge is PKCS#9's challengePassword, which Go writes for whoever asks for it.
func challenge(f *forge) {
	f.template.Attributes = []pkix.AttributeTypeAndValueSET{{
		Type:  asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 7},
		Value: [][]pkix.AttributeTypeAndValue{{{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: "x"}}},
	}}
}

func TestTheApproverLeavesForgedServingRequests(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		forge   func(*forge)
		machine func(*machine)
		scene   func(*scene)
		want    string
	}{
		"by another node":     {forge: func(f *forge) { f.user = "system:node:" + otherNode }, want: "it is by system:node:" + otherNode + " for system:node:" + node},
		"by the bootstrapper": {forge: func(f *forge) { f.user = bootstrapper }, want: "it is by " + bootstrapper},
		"by no node":          {forge: func(f *forge) { f.groups = []string{"system:authenticated"} }, want: "its groups are system:authenticated"},
		"to call":             {forge: func(f *forge) { f.usages = []string{"digital signature", "client auth"} }, want: "its usages are"},
		"for a group":         {forge: func(f *forge) { f.template.Subject.Organization = []string{"system:masters"} }, want: "its organizations are"},
		"no address":          {forge: func(f *forge) { f.template.DNSNames, f.template.IPAddresses = nil, nil }, want: "a serving certificate has alternative names"},
		"another's address":   {forge: func(f *forge) { f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP("10.0.2.7")) }, want: "its alternative names are not the node's addresses"},
		"another's name":      {forge: func(f *forge) { f.template.DNSNames = append(f.template.DNSNames, otherNode) }, want: "its alternative names are not the node's addresses"},
		"the cluster's name":  {forge: func(f *forge) { f.template.DNSNames = []string{"kubernetes.default.svc"} }, want: "its alternative names are not the node's addresses"},
		"all names":           {forge: func(f *forge) { f.template.DNSNames = []string{"*"} }, want: "its alternative names are not the node's addresses"},
		"one address less":    {forge: func(f *forge) { f.template.IPAddresses = nil }, want: "its alternative names are not the node's addresses"},
		"a URI":               {forge: func(f *forge) { f.template.URIs = []*url.URL{{Scheme: "spiffe", Host: "x"}} }, want: "neither a DNS name nor an address"},
		"a mail address":      {forge: func(f *forge) { f.template.EmailAddresses = []string{"a@example.com"} }, want: "neither a DNS name nor an address"},
		"an odd address":      {forge: oddAddress, want: "it has an address of 5 bytes"},
		"no node":             {scene: func(s *scene) { s.nodes = nil }, want: node + " is no node yet"},
		"another's machine":   {scene: func(s *scene) { s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-1", nodeIP) }, want: "the node is aws:///us-east-2a/i-1 and the machine aws:///us-east-2a/i-0123456789abcdef0"},
		"no machine's":        {scene: func(s *scene) { s.nodes[node] = nodeObject(node, "", nodeIP) }, want: "and the machine"},
		"a stopped machine":   {machine: func(m *machine) { m.state = "stopped" }, want: "0 running machines"},
		"another group's":     {machine: func(m *machine) { m.tags["aws:autoscaling:groupName"] = "other" }, want: "0 running machines"},
		"a node that lies": {forge: func(f *forge) { f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP("10.0.0.4")) }, scene: func(s *scene) {
			s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", nodeIP, "10.0.0.4")
		}, want: "the machine i-0123456789abcdef0 does not have 10.0.0.4"},
		"a node that lies of its name": {forge: func(f *forge) { f.template.DNSNames = append(f.template.DNSNames, "kubernetes.default.svc") }, scene: func(s *scene) {
			status := s.nodes[node]["status"].(map[string]any)
			status["addresses"] = append(status["addresses"].([]any), map[string]any{"type": "ExternalDNS", "address": "kubernetes.default.svc"})
		}, want: "the machine i-0123456789abcdef0 does not have kubernetes.default.svc"},
		"a node with nonsense": {scene: func(s *scene) { s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", "nonsense") }, want: "ValueError"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, m := servingForge(), worker()
			if tt.forge != nil {
				tt.forge(f)
			}
			if tt.machine != nil {
				tt.machine(&m)
			}
			s := joined(t, f, m)
			if tt.scene != nil {
				tt.scene(s)
			}
			said := s.play(t)
			assert.Empty(t, s.approvals, said)
			assert.Contains(t, said, "left "+servingName+": ")
			assert.Contains(t, said, tt.want)
		})
	}
}

// oddAddress is an alternative name of the type of an address, of five bytes.
func oddAddress(f *forge) {
	f.template.DNSNames, f.template.IPAddresses = nil, nil
	f.template.ExtraExtensions = []pkix.Extension{
		{Id: asn1.ObjectIdentifier{2, 5, 29, 17}, Value: []byte{0x30, 0x07, 0x87, 0x05, 10, 0, 1, 5, 5}},
	}
}

func TestOneForgedRequestDoesNotKeepOthersWaiting(t *testing.T) {
	t.Parallel()
	forged := servingForge()
	forged.name, forged.created = "forged", now.Add(-time.Hour)
	s := joined(t, forged, worker())
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", "nonsense")
	client := clientForge()
	client.template.Subject.CommonName = "system:node:" + otherNode
	s.requests = append(s.requests, client.object(t))
	said := s.play(t)
	assert.Contains(t, s.approvals, clientName, said)
	assert.NotContains(t, s.approvals, "forged")
}

func TestTheSecondOfTwoRequestsOfARoundIsLeft(t *testing.T) {
	t.Parallel()
	s := joining(t, clientForge(), worker())
	second := clientForge()
	second.name, second.created = "second", now.Add(-30*time.Second)
	s.requests = append(s.requests, second.object(t))
	said := s.play(t)
	assert.Contains(t, s.approvals, clientName, said)
	assert.NotContains(t, s.approvals, "second", said)
	assert.Contains(t, said, "left second: "+clientName+" was approved for the same machine")
}

// TestTheApproverGivesOneMachineOneNode holds though the VPC's domain gives a machine a second name.
func TestTheApproverGivesOneMachineOneNode(t *testing.T) {
	t.Parallel()
	const second = "ip-10-0-1-5.corp.example.com"
	for name, tt := range map[string]struct {
		scene func(*scene)
		want  string
	}{
		"a node already": {
			scene: func(s *scene) { s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", nodeIP) },
			want:  node + " is a node already",
		},
		"approved before": {
			scene: func(s *scene) {
				first := clientForge()
				first.name, first.created, first.conditions = "first", now.Add(-2*time.Minute), []any{map[string]any{"type": "Approved", "status": "True"}}
				s.requests = append(s.requests, first.object(t))
			},
			want: "first was approved for the same machine",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := clientForge()
			f.template.Subject.CommonName = "system:node:" + second
			s := joining(t, f, worker())
			s.domains = []string{"corp.example.com"}
			tt.scene(s)
			said := s.play(t)
			assert.Empty(t, s.approvals, said)
			assert.Contains(t, said, tt.want)
		})
	}
}

func TestTheApproverPassesOverWhatIsDecided(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{"Approved", "Denied", "Failed"} {
		f := clientForge()
		f.conditions = []any{map[string]any{"type": condition, "status": "True"}}
		s := joining(t, f, worker())
		assert.Empty(t, s.play(t), condition)
		assert.Empty(t, s.approvals, condition)
		assert.Nil(t, s.filters, "nothing to ask EC2 about")
	}
}

func TestTheApproverPassesOverOtherSigners(t *testing.T) {
	t.Parallel()
	f := clientForge()
	f.signer = "kubernetes.io/kube-apiserver-client"
	s := joining(t, f, worker())
	assert.Empty(t, s.play(t))
	assert.Empty(t, s.approvals)
}

func TestTheApproverLeavesAFlood(t *testing.T) {
	t.Parallel()
	s := joining(t, clientForge(), worker())
	s.requests = append(s.requests, fillers(t, now)...)
	said := s.play(t)
	assert.Empty(t, s.approvals)
	assert.Contains(t, said, "left all 111 requests: they are many more than the 2 machines")
}

// fillers are more requests than there are machines, all in the name of one that is not there.
func fillers(t *testing.T, created time.Time) []map[string]any {
	t.Helper()
	filler := clientForge()
	filler.template.Subject.CommonName = "system:node:ip-10-9-9-9.us-east-2.compute.internal"
	object := filler.object(t)
	var all []map[string]any
	for i := range 110 {
		all = append(all, map[string]any{
			"metadata": map[string]any{
				"name":              fmt.Sprintf("filler-%03d", i),
				"creationTimestamp": created.UTC().Format(time.RFC3339),
			}, "spec": object["spec"],
		})
	}
	return all
}

func TestTheApproverGivesWayToOthers(t *testing.T) {
	t.Parallel()
	s := joining(t, clientForge(), worker())
	s.conflict = true
	assert.Contains(t, s.play(t), "left "+clientName+": it has changed meanwhile")
}
