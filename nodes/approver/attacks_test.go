package approver_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requested returns the request of a client certificate some time before now; a negative age is after it.
func requested(name string, age time.Duration) *csrSpec {
	f := named(name, clientRequest())
	f.created = now.Add(-age)
	return f
}

// ask adds a request to the cluster.
func (s *scenario) ask(t *testing.T, f *csrSpec) {
	t.Helper()
	s.requests = append(s.requests, f.object(t))
}

// contested is the Event of a request whose instance has another one.
func contested(name string) string {
	return "Warning Contested: skipped " + name + ": it and another request the certificate of instance " + workerID +
		", whose kubelet requests one in 15 minutes"
}

// TestTwoRequestsOfOneInstance posts the name of a new instance beside its own request. Everyone with the
// bootstrapper's token can see that request (ClusterRole system:node-bootstrapper).
func TestTwoRequestsOfOneInstance(t *testing.T) {
	t.Parallel()
	second := requested("aaa-thief", time.Minute)
	second.template.Subject.CommonName = "system:node:" + workerID + ".corp.example.com"
	for name, tt := range map[string]struct {
		thief *csrSpec
		// newest is the request that the Event names.
		newest string
	}{
		"three seconds later":     {thief: requested("thief", 57*time.Second), newest: "thief"},
		"in the same second":      {thief: requested("aaa-thief", time.Minute), newest: "csr-client"},
		"a minute before":         {thief: requested("thief", 2*time.Minute), newest: "csr-client"},
		"13 minutes before":       {thief: requested("thief", 14*time.Minute), newest: "csr-client"},
		"another of its names":    {thief: second, newest: "csr-client"},
		"one of a flood of equal": {thief: requested("thief", 0), newest: "thief"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := joining(t, clientRequest(), worker())
			s.instances[2].launched = now.Add(-20 * time.Minute)
			s.domains = []string{"corp.example.com"}
			s.ask(t, tt.thief)
			if tt.thief.created.Equal(now) {
				for i := range 50 {
					s.ask(t, requested(fmt.Sprint("thief-", i), time.Duration(i)*time.Second))
				}
			}
			s.expect(t)
			assert.Equal(t, []string{contested(tt.newest)}, s.events, "one Event for the instance")
			assert.Equal(t, 1, s.writes)
			s.at(time.Minute).expect(t)
		})
	}
}

// TestAContestedInstanceJoinsLater posts requests for two hours, with those of the instance, and then stops.
func TestAContestedInstanceJoinsLater(t *testing.T) {
	t.Parallel()
	s := joining(t, requested("own-0", -time.Minute), worker())
	events := 0
	for at := time.Minute; at < 130*time.Minute; at += 15*time.Minute + time.Second {
		s.requests = nil
		s.ask(t, requested(fmt.Sprint("own-", at), -at))
		s.ask(t, requested(fmt.Sprint("thief-", at), -at-time.Second))
		s.at(at + 2*time.Second).expect(t)
		events += len(s.events)
	}
	assert.GreaterOrEqual(t, events, 8, "a person is told each time")
	s.requests = nil
	s.ask(t, requested("own", -150*time.Minute))
	s.at(151*time.Minute).expect(t, "own") // The flood does not use up the launch window.
}

// TestARequestAfterAContest polls when the request of the instance does not count any more, and the other one
// still does.
func TestARequestAfterAContest(t *testing.T) {
	t.Parallel()
	s := joining(t, requested("own", time.Second), worker())
	s.ask(t, requested("thief", -5*time.Minute))
	s.at(6 * time.Minute).expect(t)
	log := s.at(16 * time.Minute).expect(t)
	assert.Contains(t, log, "skipped thief: several certificates of instance "+workerID+" were requested at once before")
	s.ask(t, requested("own-again", -17*time.Minute))
	s.at(22*time.Minute).expect(t, "own-again")
}

// TestARepeatedKeyIsNotApprovedAgain repeats a request that was approved, with its key, before each poll. The
// approval must not become younger: the instance must get its certificate, and a person an Event.
func TestARepeatedKeyIsNotApprovedAgain(t *testing.T) {
	t.Parallel()
	s := joining(t, requested("theft", 0), worker())
	s.at(time.Second).expect(t, "theft")
	stolen := s.requests[0]
	var events []string
	for minutes := 1; minutes < 15; minutes++ {
		after := time.Duration(minutes) * time.Minute
		repeated := requested(fmt.Sprint("theft-", minutes), -after).object(t)
		repeated["spec"] = stolen["spec"]
		s.requests = []map[string]any{stolen, repeated}
		if minutes == 5 {
			s.ask(t, requested("own", -after))
		}
		s.at(after + time.Second).expect(t)
		events = append(events, s.events...)
	}
	assert.Contains(t, events[0], "Warning Skipped: skipped theft-1: theft was already approved for")
	s.requests = []map[string]any{stolen}
	s.at(16 * time.Minute).run(t)
	assert.Len(t, s.events, 1, "the repetitions have not renewed the time of the approval")
	assert.Contains(t, s.events[0], "Warning NoNode: instance "+workerID+" is not a node 15 minutes after theft was")
	s.ask(t, requested("own-again", -20*time.Minute))
	s.at(21*time.Minute).expect(t, "own-again")
}

// TestManyRequestsWithOneKey posts a request and 89 copies: each approval would write the memory and an Event.
func TestManyRequestsWithOneKey(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	for i := range 89 {
		repeated := requested(fmt.Sprint("copy-", i), 0).object(t)
		repeated["spec"] = s.requests[0]["spec"]
		s.requests = append(s.requests, repeated)
	}
	s.expect(t)
	assert.LessOrEqual(t, s.writes, 1)
	assert.Len(t, s.events, 1)
}

// TestAFailedApproval fails an approval, whose kubelet then requests another: nothing was approved, so that one is.
func TestAFailedApproval(t *testing.T) {
	t.Parallel()
	s := joining(t, requested("own", 0), worker())
	s.failure = http.StatusInternalServerError
	assert.Contains(t, s.at(time.Second).expect(t), "skipped own: HTTPError")
	s.failure = 0
	s.ask(t, requested("own-again", -15*time.Minute-2*time.Second))
	s.at(15*time.Minute+45*time.Second).expect(t, "own-again")

	// Its approval is known to the cluster, and nobody else's follows.
	s.ask(t, requested("thief", -15*time.Minute-50*time.Second))
	assert.Contains(t, s.at(16*time.Minute).expect(t), "own-again was already approved for the same instance")
}

// TestOneWriteOfThePoll approves two instances and remembers a third that is a node.
func TestOneWriteOfThePoll(t *testing.T) {
	t.Parallel()
	s := joined(t, clientRequest(), worker())
	s.requests = nil
	for i := range 2 {
		m, f := worker(), requested(fmt.Sprint("csr-", i), time.Minute)
		m.id, m.name = fmt.Sprint("i-new-", i), fmt.Sprintf("i-new-%d.us-east-2.compute.internal", i)
		f.template.Subject.CommonName = "system:node:" + m.name
		s.instances = append(s.instances, m)
		s.ask(t, f)
	}
	s.expect(t, "csr-0", "csr-1")
	assert.Len(t, s.memory, 3)
	assert.Equal(t, 1, s.writes)
}

// TestAFloodOfOtherNames creates requests in the names of no instance, which must not keep an instance from joining.
func TestAFloodOfOtherNames(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.requests = append(s.requests, fillers(t, now)...)
	assert.Contains(t, s.expect(t, clientName), "skipped filler-000: 0 running instances")
}

// TestANodeThatClaimsAnInstance creates a Node with the provider ID of a new instance, which a kubelet chooses for
// its own Node. The instance waits while that Node exists, and joins when an administrator has deleted it.
func TestANodeThatClaimsAnInstance(t *testing.T) {
	t.Parallel()
	for _, claim := range []string{"aws:///us-east-2a/" + workerID, "x/" + workerID, workerID} {
		t.Run(claim, func(t *testing.T) {
			t.Parallel()
			s := joining(t, clientRequest(), worker())
			s.nodes["ip-10-0-9-9"] = nodeObject("ip-10-0-9-9", claim)
			s.expect(t)
			assert.Equal(t, []string{
				"Warning Claimed: skipped csr-client: node ip-10-0-9-9 claims to be instance " + workerID,
			}, s.events)
			assert.Empty(t, s.memory, "what a node claims is not remembered")
			s.nodes = nil
			s.expect(t, clientName)
		})
	}
}

// TestAForeignNodeOfTheName creates the Node of the instance's name with the provider ID of another.
func TestAForeignNodeOfTheName(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.nodes[node] = nodeObject(node, "aws:///us-east-2b/"+workerID)
	s.expect(t)
	assert.Empty(t, s.memory)
}

// TestAStartedInstanceIsNotNew stops an instance and starts it again, after its Node was deleted and the memory
// emptied.
func TestAStartedInstanceIsNotNew(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.instances[2].attached = now.Add(-720 * time.Hour)
	assert.Contains(t, s.expect(t), "instance "+workerID+" was launched 29 days, 23:59:00 before the request")
	s.instances[2].attached = s.instances[2].launched.Add(-time.Second)
	s.expect(t, clientName)
}

// TestAttackerRegistersTheNode gets the certificate of an instance first, and creates its Node.
func TestAttackerRegistersTheNode(t *testing.T) {
	t.Parallel()
	s := joining(t, requested("theft", time.Minute), worker())
	s.expect(t, "theft")
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/"+workerID)
	s.ask(t, requested("own", 0))
	s.at(time.Second).expect(t)
	assert.Equal(t, []string{
		"Warning Skipped: skipped own: instance " + workerID + ": " + node + " is already a node",
	}, s.events)
}

// TestKeysOfOtherKindsAreRejected requests certificates for keys that no kubelet makes, weak ones among them.
func TestKeysOfOtherKindsAreRejected(t *testing.T) {
	t.Parallel()
	generate := func(key crypto.Signer, err error) crypto.Signer {
		require.NoError(t, err)
		return key
	}
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	for name, key := range map[string]crypto.Signer{
		"RSA 1024": generate(rsa.GenerateKey(rand.Reader, 1024)),
		"RSA 2048": generate(rsa.GenerateKey(rand.Reader, 2048)),
		"P-224":    generate(ecdsa.GenerateKey(elliptic.P224(), rand.Reader)),
		"P-521":    generate(ecdsa.GenerateKey(elliptic.P521(), rand.Reader)),
		"Ed25519":  edwards,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, f := range []*csrSpec{clientRequest(), servingRequest()} {
				f.key = key
				s := requesting(t, f, worker())
				assert.Contains(t, s.expect(t), "malformed request: the key is not of the kind ECDSA P-256")
			}
		})
	}
}

// TestManyGroups has more groups than a filter of EC2 has values.
func TestManyGroups(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	for i := range 300 {
		s.groups = append(s.groups, fmt.Sprint("group-", i))
	}
	s.expect(t, clientName)
	values := 0
	for name := range s.filters {
		if strings.HasPrefix(name, "Filter.") && strings.Contains(name, ".Value.") {
			values++
		}
	}
	assert.LessOrEqual(t, values, 200)
}

// TestAWrongClock runs the approver 50 minutes behind and 16 minutes ahead of the cluster, whose API server writes the times of CSRs.
func TestAWrongClock(t *testing.T) {
	t.Parallel()
	s := joining(t, requested("an hour old", time.Hour), worker())
	s.instances[2].launched = now.Add(-61 * time.Minute)
	s.wrong = -50 * time.Minute
	s.expect(t) // An hour-old CSR is not new.
	s.ask(t, requested("new", time.Minute))
	s.expect(t, "new")
	for _, entry := range s.memory {
		assert.Contains(t, entry, now.UTC().Format("2006-01-02T15:04"), "the memory has the time of the cluster")
	}

	s = joining(t, clientRequest(), worker())
	s.wrong = 16 * time.Minute
	s.expect(t, clientName)
}
