package approver_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// withName gives a CSR and its instance another name.
func withName(f *csrSpec, m instance, name string) (*csrSpec, instance) {
	if f.signer == servingSigner {
		f.user, f.template.DNSNames = "system:node:"+name, []string{name}
	}
	f.template.Subject.CommonName, m.name = "system:node:"+name, name
	return f, m
}

// TestTheCertificateOfATerminatedInstance asks for serving certificates with the client certificate of a terminated instance, after a
// new one has got its address and become a node.
func TestTheCertificateOfATerminatedInstance(t *testing.T) {
	t.Parallel()
	const old = "i-00000000000000001.us-east-2.compute.internal"
	for name, tt := range map[string]struct {
		holder, current, provider string
		want                      string
	}{
		"the name of the address": {
			holder: ipNode, current: ipNode, provider: workerID,
			want: "instance " + workerID + " has the name " + ipNode + ", which a later instance can have too",
		},
		"the name of the address, its ID being known": {
			holder: ipNode, current: node, provider: workerID,
			want: "0 running instances of the groups have the name " + ipNode,
		},
		"its own ID, and the new instance": {
			holder: old, current: node, provider: workerID,
			want: "0 running instances of the groups have the name " + old,
		},
		"its own ID, and its own instance": {
			holder: old, current: node, provider: "i-00000000000000001",
			want: "0 running instances of the groups have the name " + old,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, m := withName(servingRequest(), worker(), tt.holder)
			m.name = tt.current
			s := joining(t, f, m)
			s.memory = remembered(entry(3*time.Minute, "own", false))
			s.nodes[tt.current] = nodeObject(tt.current, "aws:///us-east-2a/"+workerID, nodeIP)
			s.nodes[tt.holder] = nodeObject(tt.holder, "aws:///us-east-2a/"+tt.provider, nodeIP)
			assert.Contains(t, s.expect(t), tt.want)
		})
	}
}

// TestNamesOfAddresses requests both certificates of an instance whose name is its address.
func TestNamesOfAddresses(t *testing.T) {
	t.Parallel()
	for name, request := range map[string]*csrSpec{"client": clientRequest(), "serving": servingRequest()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, m := withName(request, worker(), ipNode)
			s := joining(t, f, m)
			if f.signer == servingSigner {
				s.nodes[ipNode] = nodeObject(ipNode, "aws:///us-east-2a/"+workerID, nodeIP)
			}
			s.expect(t)
			assert.Equal(t, []string{"Warning Skipped: skipped " + f.name + ": instance " + workerID + " has the name " + ipNode +
				", which a later instance can have too"}, s.events)
		})
	}
}

// TestAMovedAddress claims a secondary private address, such as an egress IP, while EC2 has it at the instance, and after it has moved.
func TestAMovedAddress(t *testing.T) {
	t.Parallel()
	const egress = "10.0.1.99"
	claim := func() *csrSpec {
		f := servingRequest()
		f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP(egress))
		return f
	}
	own := worker()
	own.addresses = []string{nodeIP, egress}
	s := joined(t, claim(), own)
	s.expect(t, servingName)

	s = joined(t, claim(), own)
	s.instances[2].addresses, s.instances[0].addresses = []string{nodeIP}, []string{"10.0.2.7", egress}
	assert.Contains(t, s.expect(t), "instance "+workerID+" does not have "+egress)
}

// TestAnInstanceThatTerminates requests in the name of an instance in each state of Auto Scaling. EC2 describes one that a lifecycle hook
// keeps running until it is drained, or that is on standby, as it does any other that runs.
func TestAnInstanceThatTerminates(t *testing.T) {
	t.Parallel()
	for state, joins := range map[string]bool{
		"Pending": true, "Pending:Wait": true, "Pending:Proceed": true, "InService": true,
		"Warmed:Pending": true, "Warmed:Pending:Wait": true, "Warmed:Pending:Proceed": true, "Warmed:Running": true,
		"Terminating": false, "Terminating:Wait": false, "Terminating:Proceed": false, "Terminated": false,
		"Detaching": false, "Detached": false, "EnteringStandby": false, "Standby": false, "Quarantined": false,
		"Warmed:Terminating": false, "Warmed:Terminating:Wait": false, "Warmed:Terminating:Proceed": false,
		"Warmed:Terminated": false, "Warmed:Stopped": false, "Warmed:Hibernated": false,
		"pending": false, "A later state": false, unknown: false,
	} {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			m := worker()
			m.lifecycle = state
			s := joining(t, clientRequest(), m)
			if joins {
				s.expect(t, clientName)
				assert.Equal(t, [][]string{{workerID}}, s.described)
				return
			}
			want := "instance " + workerID + " cannot join: in Auto Scaling it is " + strings.Replace(state, unknown, "not there", 1)
			assert.Contains(t, s.expect(t), "skipped "+clientName+": "+want)
			assert.Equal(t, [][]string{{workerID}}, s.described)
			assert.Equal(t, []string{"Warning Skipped: skipped " + clientName + ": " + want}, s.events)
			assert.Empty(t, s.memory, "it is not remembered")
			s.instances[2].lifecycle = ""
			s.expect(t, clientName) // An instance that comes back joins.
		})
	}
}

// TestANodeThatTerminates requests again in the name of an instance that was a node, and whose Node is gone.
func TestANodeThatTerminates(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.memory = remembered(entry(time.Hour, "own", true))
	s.expect(t)
	s.instances[2].state = "shutting-down"
	s.memory = nil
	s.expect(t)
}

// TestTheGroupOfAutoScaling requests in the name of an instance that Auto Scaling knows in another group than that of its tag.
func TestTheGroupOfAutoScaling(t *testing.T) {
	t.Parallel()
	m := worker()
	m.group = "other-group"
	s := joining(t, clientRequest(), m)
	assert.Contains(t, s.expect(t), "instance "+workerID+" cannot join: in Auto Scaling it is not there")
}

// TestAutoScalingIsAskedForCandidates counts the calls: none without a new instance that requests its certificate, however many other
// CSRs there are, and otherwise one for each 50 of them.
func TestAutoScalingIsAskedForCandidates(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*scenario{
		"no CSR":              {instances: otherInstances()},
		"a serving CSR":       joined(t, servingRequest(), worker()),
		"a node's client CSR": joined(t, clientRequest(), worker()),
	} {
		log := s.run(t)
		assert.Empty(t, s.described, "%s: %s", name, log)
	}

	s := joining(t, clientRequest(), worker())
	s.requests, s.instances = nil, nil
	for number := range 101 {
		m := worker()
		m.id = fmt.Sprintf("i-%017x", number)
		f, named := withName(clientRequest(), m, m.id+".us-east-2.compute.internal")
		f.name = m.id
		s.requests, s.instances = append(s.requests, f.object(t)), append(s.instances, named)
	}
	s.instances[100].lifecycle = "Terminating:Wait"
	log := s.run(t)
	assert.Len(t, s.described, 3)
	assert.Len(t, s.approvals, 100, log)
	assert.NotContains(t, s.approvals, s.instances[100].id)
}

// TestAutoScalingIsAway approves nothing while Auto Scaling cannot be asked, and remembers nothing either.
func TestAutoScalingIsAway(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.unavailable = true
	assert.Contains(t, s.expect(t), "the poll failed: <HTTPError 503")
	assert.Empty(t, s.memory)
	s.unavailable = false
	s.expect(t, clientName)
}
