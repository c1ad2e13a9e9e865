package approver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestANewRequestIsWatched creates a request that no list contains. The approver must not need its next poll, until
// which others could see the request and post another.
func TestANewRequestIsWatched(t *testing.T) {
	t.Parallel()
	s := joining(t, clientRequest(), worker())
	own := s.requests[0]
	own["metadata"].(map[string]any)["creationTimestamp"] = time.Now().UTC().Format(time.RFC3339)
	s.requests = nil
	s.created, s.approval = make(chan map[string]any, 1), make(chan string, 1)
	s.runWith(t, func(t *testing.T, setup approverSetup) string {
		ctx, stop := context.WithCancel(t.Context())
		command := exec.CommandContext(ctx, "python3", "-B", "approver.py")
		var out bytes.Buffer
		command.Stdout, command.Stderr = &out, &out
		command.Env = append(os.Environ(), "APPROVER_HEARTBEAT="+filepath.Join(t.TempDir(), "polled"))
		for key, value := range setup.environment(t) {
			command.Env = append(command.Env, key+"="+value)
		}
		require.NoError(t, command.Start())
		defer func() {
			stop()
			_ = command.Wait()
		}()
		s.created <- own
		select {
		case name := <-s.approval:
			assert.Equal(t, clientName, name)
		case <-time.After(time.Minute):
			assert.Fail(t, "the request was not approved")
		}
		return ""
	})
}

// floodProgram polls a cluster with 864,000 CSRs, those of a day at ten a second, half of them fresh. It prints the
// most calls of a poll, by how many KiB the process has grown since the fifth poll, what was approved, the reasons of
// Events, and where the next poll and the next watch continue.
const floodProgram = `
import contextlib, io, json, resource, sys, urllib.parse, xml.etree.ElementTree as xml
import approver, cluster, ec2, log
given = json.load(sys.stdin)
calls, approved, events = [], [], []
def filler(number):
    age = given["fresh"] if number % 2 else given["stale"]
    return dict(given["filler"], metadata={"name": "f%d" % number, "uid": str(number), "creationTimestamp": age})
class Flood(cluster.Cluster):
    def __init__(self):
        self.version, self.token, self.data, self.time = "", "", {}, log.now()
    def namespaced(self, kind):
        return "/api/v1/namespaces/x/" + kind
    def call(self, method, path, body=None):
        calls[-1] += 1
        path, _, query = path.partition("?")
        if path.endswith("/approval"):
            approved.append(body["metadata"]["name"])
        elif path.endswith("/events"):
            events.append(body["reason"])
        elif path == cluster.REQUESTS:
            start = int(dict(urllib.parse.parse_qsl(query)).get("continue", 0))
            items = [filler(start + number) for number in range(cluster.PAGE)]
            more = str(start + cluster.PAGE) if start + cluster.PAGE < 864000 else ""
            return {"items": items, "metadata": {"resourceVersion": "9", "continue": more}}
        elif path.endswith("/nodes"):
            return {"items": [], "metadata": {}}
        elif method == "PUT":
            self.data = body["data"]
        return {"metadata": {"name": "approver-memory"}, "data": self.data}
class Instances(ec2.EC2):
    def instances(self):
        return [ec2.Instance(xml.fromstring(given["instance"]), [])]
    def states(self, ids):
        return dict.fromkeys(ids, "InService")
approver.Cluster, approver.EC2 = Flood, Instances
program = approver.Approver(given["config"])
for poll in range(30):
    calls.append(0)
    with contextlib.redirect_stdout(io.StringIO()):
        program.poll([given["own"]] if poll == 20 else [])
    if poll == 5:
        program.cluster.version = "42"
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(json.dumps({"calls": max(calls), "grown": grown, "approved": approved, "events": events,
    "token": program.cluster.token, "version": program.cluster.version}))
`

// TestPollIsBoundedInALongFlood asserts that a poll's work and memory do not depend on the number of CSRs, and that a new one is
// approved while the approver has read a small part of the others.
func TestPollIsBoundedInALongFlood(t *testing.T) {
	t.Parallel()
	filler := clientRequest()
	filler.template.Subject.CommonName = "system:node:ip-10-9-9-9.us-east-2.compute.internal"
	out := python(t, floodProgram, map[string]any{
		"fresh": now.UTC().Format(time.RFC3339), "stale": now.Add(-time.Hour).UTC().Format(time.RFC3339),
		"filler": filler.object(t), "own": clientRequest().object(t), "instance": worker().xml(),
		"config": emptyConfig(),
	})
	var result struct {
		Calls, Grown     int
		Approved, Events []string
		Token, Version   string
	}
	require.NoError(t, json.Unmarshal([]byte(out), &result), out)
	assert.Less(t, result.Calls, 50)
	assert.Less(t, result.Grown, 2048, "KiB")
	assert.Equal(t, []string{clientName}, result.Approved)
	assert.Equal(t, []string{"Flooded", "Approved"}, result.Events)
	assert.Equal(t, "30025", result.Token, "each poll continues where the last one stopped")
	assert.Equal(t, "42", result.Version, "a watch misses nothing")
}

// emptyConfig is that of an approver that calls no AWS API.
func emptyConfig() map[string]any {
	return map[string]any{
		"infraID": infraID, "region": "us-east-2", "endpoint": "", "autoscalingEndpoint": "", "stsEndpoint": "",
		"groups": []string{"demo-group"}, "nodeDomains": []string{}, "launchWindowSeconds": 7200, "vpc": "",
		"instanceProfiles": []string{}, "provenCallers": []string{},
	}
}

// TestAnEndlessWatch limits the CSRs that one watch keeps, and continues after a watch without any.
func TestAnEndlessWatch(t *testing.T) {
	t.Parallel()
	const program = `
import itertools, json, sys, types
import approver
own, slept = json.load(sys.stdin), []
approver.time = types.SimpleNamespace(sleep=slept.append)
program = approver.Approver.__new__(approver.Approver)
for streams in [[itertools.repeat(own)], [[own] * 3], [[], [own] * 3], [[], []]]:
    seconds = []
    def watch(limit):
        seconds.append(limit)
        return iter(streams[len(seconds) - 1])
    program.cluster = types.SimpleNamespace(watch=watch, time=approver.created(own))
    print(len(program.wait()), sum(seconds), slept[-1])`
	own := clientRequest()
	own.created = time.Now()
	assert.Equal(t, "500 5 5\n3 5 0\n1 15 0\n0 15 0\n", python(t, program, own.object(t)))
}

// TestTheProgramIsSmall keeps the program as small as one person can read.
func TestTheProgramIsSmall(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.py")
	require.NoError(t, err)
	lines := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines += bytes.Count(text, []byte("\n"))
	}
	assert.Less(t, lines, 1100)
}
