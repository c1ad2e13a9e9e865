package approver_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A kubelet whose request nobody approves waits 15 minutes, and then up to 32 seconds before it requests again. These tests post
// the name of an instance in that gap, in which its old request does not count any more and its new one does not exist yet.

// TestTheGapAfterAContest contests each request of a kubelet, and then requests alone.
func TestTheGapAfterAContest(t *testing.T) {
	t.Parallel()
	w := worker()
	w.launched = now.Add(-time.Minute)
	s := joining(t, requested("own-0", 0), w)
	s.ask(t, requested("thief-0", -time.Second))
	s.at(6 * time.Second).expect(t)
	s.ask(t, requested("thief-in-the-gap", -903*time.Second))
	assert.Contains(t, s.at(907*time.Second).expect(t), "skipped thief-in-the-gap: instance "+workerID+" may request another one now")
	s.ask(t, requested("own-1", -932*time.Second))
	s.at(933 * time.Second).expect(t)
	assert.Equal(t, []string{contested("own-1")}, s.events)
	// Without another contest the kubelet's next request is approved, when its old one is forgotten.
	s.ask(t, requested("own-2", -1866*time.Second))
	s.at(1870 * time.Second).expect(t)
	s.at(1907*time.Second).expect(t, "own-2")
}

// TestTheGapWithoutAContest requests in the gap of a kubelet whose request no poll could approve: EC2 failed, or the Node of a
// worker claimed the instance until then.
func TestTheGapWithoutAContest(t *testing.T) {
	t.Parallel()
	s := joining(t, requested("own-0", 0), worker())
	s.nodes["ip-10-0-9-9"] = nodeObject("ip-10-0-9-9", "aws:///us-east-2a/"+workerID)
	s.at(5 * time.Second).expect(t)
	s.nodes = nil
	s.ask(t, requested("thief", -901*time.Second))
	s.at(902 * time.Second).expect(t)
	s.ask(t, requested("own-1", -932*time.Second))
	s.at(933 * time.Second).expect(t)
	assert.Equal(t, []string{contested("own-1")}, s.events)
}

// TestTheLaterOfTwo requests when the request of a kubelet has waited for 14 minutes, such as for EC2.
func TestTheLaterOfTwo(t *testing.T) {
	t.Parallel()
	w := worker()
	w.launched = now.Add(-20 * time.Minute)
	s := joining(t, requested("own", 14*time.Minute+10*time.Second), w)
	s.ask(t, requested("thief", 4*time.Second))
	s.expect(t)
	assert.Equal(t, []string{contested("thief")}, s.events)
}

// TestTheGapInAFlood has the requests of the gap in a flood: no list contains the kubelet's, and each is watched once. The one of
// the thief has a name that each first page contains.
func TestTheGapInAFlood(t *testing.T) {
	t.Parallel()
	const program = `
import contextlib, datetime, io, json, sys, types
import approver, ec2, log, xml.etree.ElementTree as xml
given = json.load(sys.stdin)
start, approved = approver.instant(given["start"]), []
cluster = types.SimpleNamespace(token="more", time=start, data={}, listed=[])
def call(method, path, body=None):
    cluster.data = body["data"] if method == "PUT" else cluster.data
    return {"metadata": {"name": "approver-memory"}, "data": cluster.data}
cluster.call, cluster.namespaced = call, lambda kind: kind
cluster.replace = lambda path, body: call("PUT", path, body)
cluster.requests, cluster.nodes = lambda: iter(cluster.listed), dict
cluster.record, cluster.is_pending = lambda *_: None, lambda *_: True
cluster.approve = lambda item, _: approved.append(item["metadata"]["name"])
approver.Cluster = lambda: cluster
program = approver.Approver(given["config"])
program.ec2.instances = lambda: [ec2.Instance(xml.fromstring(given["instance"]), [])]
program.ec2.states = lambda ids: dict.fromkeys(ids, "InService")
for seconds, watched, listed in given["polls"]:
    cluster.time, cluster.listed = start + datetime.timedelta(seconds=seconds), listed
    with contextlib.redirect_stdout(io.StringIO()):
        program.poll(watched)
print(approved)`
	request := func(name string, seconds int) map[string]any {
		return requested(name, -time.Duration(seconds)*time.Second).object(t)
	}
	thief := request("aaa-thief", 901)
	none := []any{}
	out := python(t, program, map[string]any{
		"start": now.UTC().Format(time.RFC3339), "instance": worker().xml(), "config": emptyConfig(),
		"polls": []any{
			[]any{1, []any{request("own-0", 0), request("aaa-contest", 0)}, none},
			[]any{902, []any{thief}, none},
			[]any{932, []any{request("own-1", 930)}, []any{thief}},
			[]any{945, none, []any{thief}},
			[]any{1802, none, []any{thief}},
			[]any{1860, []any{request("own-2", 1850)}, none},
			[]any{1900, none, none},
		},
	})
	assert.Equal(t, "['own-2']\n", out)
}
