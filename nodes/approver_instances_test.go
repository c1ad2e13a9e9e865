package nodes_test

import (
	"net"
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
			log := s.run(t)
			assert.Empty(t, s.approvals, log)
			assert.Contains(t, log, tt.want)
		})
	}
}

// TestNamesOfAddresses requests both certificates of an instance whose name is its address. With AllowIPNames they are approved,
// whoever requests them.
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
			log := s.run(t)
			assert.Empty(t, s.approvals, log)
			assert.Equal(t, []string{"Warning Skipped: skipped " + f.name + ": instance " + workerID + " has the name " + ipNode +
				", which a later instance can have too"}, s.events)
			s.ipNames = true
			log = s.run(t)
			assert.Equal(t, []string{f.name}, s.approved(), log)
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
	log := s.run(t)
	assert.Equal(t, []string{servingName}, s.approved(), log)

	s = joined(t, claim(), own)
	s.instances[2].addresses, s.instances[0].addresses = []string{nodeIP}, []string{"10.0.2.7", egress}
	log = s.run(t)
	assert.Empty(t, s.approvals, log)
	assert.Contains(t, log, "instance "+workerID+" does not have "+egress)
}

// TestAnInstanceThatTerminates requests in the name of an instance that a lifecycle hook keeps running until it is drained, or that a
// warm pool has started: EC2 describes it as it does any other that runs.
func TestAnInstanceThatTerminates(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.memory = remembered(entry(time.Hour, "own", true))
	log := s.run(t)
	assert.Empty(t, s.approvals, "it was a node, and its Node is gone: %s", log)
	s.instances[2].state = "shutting-down"
	s.memory = nil
	log = s.run(t)
	assert.Empty(t, s.approvals, log)

	// One that never was a node is like each new instance: the first request is approved, unless instances prove who they are.
	s = joining(t, requested("thief", time.Minute), worker())
	s.callers = []string{"arn:aws:sts::123456789012:assumed-role/demo-worker/"}
	log = s.run(t)
	assert.Empty(t, s.approvals, log)
	s.callers = nil
	log = s.run(t)
	assert.Equal(t, []string{"thief"}, s.approved(), log)
	s.instances = s.instances[:2]
	log = s.at(t, 16*time.Minute)
	assert.Empty(t, s.approvals, log)
	assert.Contains(t, s.events, "Warning NoNode: instance "+workerID+" is not a node 15 minutes after thief was approved: "+
		"the certificate may have gone to someone else")
}
