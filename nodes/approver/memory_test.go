package approver_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const workerID = "i-0123456789abcdef0"

// entry returns what the approver remembers of an instance for which the CSR first was approved some time ago.
func entry(age time.Duration, uid string, wasNode bool) map[string]any {
	return map[string]any{
		"time": now.Add(-age).UTC().Format(time.RFC3339), "request": "first", "uid": uid, "node": wasNode, "reported": false,
	}
}

func remembered(fields map[string]any) map[string]any {
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return map[string]any{workerID: string(text)}
}

// remembers returns the entry of the worker.
func (s *scenario) remembers(t *testing.T) map[string]any {
	t.Helper()
	require.Contains(t, s.memory, workerID)
	var fields map[string]any
	require.NoError(t, json.Unmarshal([]byte(s.memory[workerID].(string)), &fields))
	return fields
}

func named(name string, f *csrSpec) *csrSpec {
	f.name = name
	return f
}

// TestADeletedNodeIsRemembered plants a CSR in the name of a new node, which is then deleted.
func TestADeletedNodeIsRemembered(t *testing.T) {
	t.Parallel()
	s := joined(t, clientRequest(), worker())
	s.run(t)
	assert.Equal(t, true, s.remembers(t)["node"])
	s.nodes = nil
	log := s.expect(t)
	want := "skipped " + clientName + ": instance " + workerID + " was a node before, which was deleted"
	assert.Contains(t, log, want)
	assert.Equal(t, []string{"Warning Skipped: " + want}, s.events)
}

// TestOneKeyPerAttempt follows an instance whose first CSR was that of someone else.
func TestOneKeyPerAttempt(t *testing.T) {
	t.Parallel()
	s := joining(t, named("theft", clientRequest()), worker())
	s.run(t)
	assert.Equal(t, []string{
		"Normal Approved: approved theft: client certificate of " + node + ", instance " + workerID,
	}, s.events)

	// The cluster has deleted the approved CSR. The kubelet of the instance requests its own certificate.
	own := named("own", clientRequest())
	// The approver has approved by its own clock.
	own.created = time.Now().Add(time.Minute)
	s.requests = []map[string]any{own.object(t)}
	s.expect(t)
	assert.Equal(t, []string{
		"Warning Skipped: skipped own: theft was already approved for the same instance, " + workerID + ", with another key",
	}, s.events)

	// 15 minutes later there is still no node.
	late := s.remembers(t)
	late["time"] = now.Add(-16 * time.Minute).UTC().Format(time.RFC3339)
	s.memory, s.instances[2].launched = remembered(late), now.Add(-20*time.Minute)
	s.expect(t, "own")
	assert.Equal(t, []string{
		"Warning NoNode: instance " + workerID + " is not a node 15 minutes after theft was approved: " +
			"the certificate may have gone to someone else",
		"Normal Approved: approved own: client certificate of " + node + ", instance " + workerID,
	}, s.events)
	assert.Equal(t, "own", s.remembers(t)["request"])

	// With its node, the instance gets no certificate for a third key, however late.
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/"+workerID, nodeIP)
	s.requests = nil
	s.run(t)
	assert.Equal(t, true, s.remembers(t)["node"])
	s.nodes, s.requests = nil, []map[string]any{named("third", clientRequest()).object(t)}
	assert.Contains(t, s.expect(t), "was a node before")
}

func TestALateInstanceIsReportedOnce(t *testing.T) {
	t.Parallel()
	s := &scenario{memory: remembered(entry(16*time.Minute, "key", false))}
	assert.Contains(t, s.run(t), "instance "+workerID+" is not a node 15 minutes after first was approved")
	assert.Len(t, s.events, 1)
	assert.Empty(t, s.run(t))
	assert.Empty(t, s.events)
}

// TestARequestIsApprovedAgain proves it for a CSR whose approval failed after it was remembered.
func TestARequestIsApprovedAgain(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.failure = http.StatusConflict
	s.expect(t)
	s.failure = 0
	s.expect(t, clientName)
}

func TestNothingIsApprovedWithoutTheMemory(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.forgotten = true
	assert.Contains(t, s.expect(t), "the poll failed: <HTTPError 404")
}

// TestTheMemoryIsBounded drops the oldest entry of an instance that does not run.
func TestTheMemoryIsBounded(t *testing.T) {
	t.Parallel()
	s := joining(t, named(strings.Repeat("a", 253), clientRequest()), worker())
	s.memory = map[string]any{}
	for i := range 4000 {
		text, err := json.Marshal(entry(time.Duration(i)*time.Hour, "key", true))
		require.NoError(t, err)
		s.memory[fmt.Sprintf("i-%08d", i+10)] = string(text)
	}
	log := s.run(t)
	assert.Len(t, s.approvals, 1, log)
	assert.Len(t, s.memory, 4000)
	assert.Less(t, len(s.memory[workerID].(string)), 250, "4,000 entries fit into a ConfigMap")
	assert.NotContains(t, s.memory, "i-00004009", "it is the oldest")
}

// TestEvents proves that a person sees what matters, and once.
func TestEvents(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		variant
		events []string
	}{
		"serving": {
			variant{reason: "each approval has an Event", serving: true},
			[]string{"Normal Approved: approved csr-serving: serving certificate of " + node + ", instance " + workerID},
		},
		"of another approver": {
			variant{
				reason:  "CSRs of other nodes are not the approver's concern",
				csrSpec: func(f *csrSpec) { f.template.Subject.CommonName = "system:node:" + masterNode },
			},
			nil,
		},
		"late": {
			variant{
				reason:   "a person must approve the CSRs of an instance that was launched long ago",
				instance: func(m *instance) { m.launched = now.Add(-3 * time.Hour) },
			},
			[]string{"Warning Skipped: skipped csr-client: instance " + workerID + " was launched 2:59:00 before the request"},
		},
		"repeated": {
			variant{
				reason: "CSRs can be created without limit, so an instance has one Event in 15 minutes",
				scenario: func(t *testing.T, s *scenario) {
					s.nodes[node] = nodeObject(node, "aws:///us-east-2a/"+workerID, nodeIP)
					s.ask(t, named("csr-older", clientRequest()))
				},
			},
			[]string{"Warning Skipped: skipped csr-client: instance " + workerID + ": " + node + " is already a node"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tt.of(t)
			log := s.run(t)
			assert.Equal(t, tt.events, s.events, "%s; %s", tt.reason, log)
		})
	}
}

func TestLargeRequestsAreIgnored(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.requests[0]["metadata"].(map[string]any)["annotations"] = map[string]any{"a": strings.Repeat("a", 16<<10)}
	assert.Empty(t, s.expect(t))
}

// TestOneMalformedInstanceDoesNotBlockOthers proves it for an instance whose address the approver cannot parse.
func TestOneMalformedInstanceDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	s.instances[0].addresses = []string{"nonsense"}
	assert.Contains(t, s.expect(t, clientName), "skipped instance i-1: 'nonsense' does not appear to be an IPv4 or IPv6 address")
}

// TestNodesWriteNoLogEntries puts a line break into a name that a node chooses.
func TestNodesWriteNoLogEntries(t *testing.T) {
	t.Parallel()
	const forged = "x\n2026-11-21T00:00:00Z approved csr-forged"
	f := servingRequest()
	f.template.DNSNames = append(f.template.DNSNames, forged)
	s := joined(t, f, worker())
	addAddresses(s.nodes[node], map[string]any{"type": "ExternalDNS", "address": forged})
	assert.Equal(t, 1, strings.Count(s.run(t), "\n"))
	assert.Empty(t, s.approvals)
}

// TestAHungPollFailsTheLivenessProbe runs the probe with the time of the last poll.
func TestAHungPollFailsTheLivenessProbe(t *testing.T) {
	t.Parallel()
	assert.NoError(t, probe(t, time.Now().Add(-5*time.Minute)))
	assert.Error(t, probe(t, time.Now().Add(-11*time.Minute)))
}

func probe(t *testing.T, last time.Time) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "polled")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.NoError(t, os.Chtimes(file, last, last))
	command := exec.Command("python3", "-B", "approver.py", "--alive")
	command.Env = append(os.Environ(), "APPROVER_HEARTBEAT="+file)
	return command.Run()
}

// TestTheMemoryOfAnEarlierProgram reads an entry without the UID of the request.
func TestTheMemoryOfAnEarlierProgram(t *testing.T) {
	t.Parallel()
	old := entry(time.Minute, "", false)
	delete(old, "uid")
	old["key"] = "0123456789abcdef"
	text, err := json.Marshal(old)
	require.NoError(t, err)
	s := joining(t, clientRequest(), worker())
	s.memory = map[string]any{workerID: string(text)}
	assert.Contains(t, s.expect(t), "first was already approved for the same instance")
}
