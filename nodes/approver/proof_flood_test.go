package approver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ststest"
)

// proofProgram polls a cluster with proofs, of which STS accepts those that are given. It prints what each poll has approved, how
// often STS was asked, and for how many seconds the poll waited for it.
const proofProgram = `
import contextlib, io, json, sys, threading, time, types, urllib.error, urllib.parse
import approver, ec2, xml.etree.ElementTree as xml
given = json.load(sys.stdin)
ec2.PROOF_SECONDS, waiting, asked, approved = given["seconds"], threading.Lock(), [], []
cluster = types.SimpleNamespace(token="", time=approver.instant(given["now"]), requests=lambda: iter(given["requests"]), nodes=dict)
cluster.call = cluster.replace = lambda *_: {"metadata": {}, "data": {}}
cluster.namespaced, cluster.record = (lambda kind: kind), lambda *_: None
cluster.approve = lambda item, _: approved.append(item["metadata"]["name"])
def open(request, timeout):
    signature = urllib.parse.parse_qs(urllib.parse.urlsplit(request.full_url).query)["X-Amz-Signature"][0]
    with waiting:
        asked.append(signature)
    time.sleep(given["delay"])
    if signature not in given["accepted"]:
        raise urllib.error.HTTPError("https://sts", 403, "", {}, io.BytesIO())
    text = "<a><GetCallerIdentityResult><Arn>%s</Arn></GetCallerIdentityResult></a>" % given["accepted"][signature]
    return io.BytesIO(text.encode())
approver.Cluster, ec2.verified_opener = lambda: cluster, lambda: types.SimpleNamespace(open=open)
program = approver.Approver(given["config"])
program.ec2.instances = lambda: [ec2.Instance(xml.fromstring(text), []) for text in given["instances"]]
program.ec2.states = lambda ids: dict.fromkeys(ids, "InService")
polls = []
for poll in range(given["polls"]):
    start, before = time.monotonic(), len(asked)
    del approved[:]
    with contextlib.redirect_stdout(io.StringIO()):
        program.poll()
    polls.append({"approved": sorted(approved), "asked": len(asked) - before, "seconds": time.monotonic() - start})
print(json.dumps({"polls": polls, "twice": len(asked) - len(set(asked))}))
`

// TestAFloodOfForgedProofs requests the certificate of one instance with forged proofs, more than STS can be asked about in a poll.
// They delay no other instance, and that one by some polls: STS is not asked again about what it has rejected.
func TestAFloodOfForgedProofs(t *testing.T) {
	t.Parallel()
	const forgeries, delay, seconds = 600, 0.02, 0.2 // 200 proofs a poll
	other := worker()
	other.id, other.name, other.addresses = "i-0fedcba9876543210", "i-0fedcba9876543210.us-east-2.compute.internal", []string{"10.0.1.6"}
	accepted := map[string]string{}
	var requests []map[string]any
	for range forgeries {
		requests = append(requests, newProven(t, workerSession, time.Minute).object(t))
	}
	prove := func(session ststest.Session, name string) string {
		own := newProven(t, session, time.Minute)
		own.template.Subject.CommonName = "system:node:" + name
		requests = append(requests, own.object(t))
		accepted[strings.Fields(own.proof)[2]] = session.ARN
		return own.name
	}
	ownName, otherName := prove(workerSession, node), prove(otherSession, other.name)
	config := emptyConfig()
	config["stsEndpoint"], config["provenCallers"] = "https://sts", []string{"arn:aws:sts::" + account + ":assumed-role/demo-worker/"}
	var result struct {
		Polls []struct {
			Approved []string
			Asked    int
			Seconds  float64
		}
		Twice int
	}
	out := python(t, proofProgram, map[string]any{
		"config": config, "now": now.UTC().Format(time.RFC3339), "requests": requests, "polls": 30, "delay": delay,
		"seconds": seconds, "accepted": accepted, "instances": []string{worker().xml(), other.xml()},
	})
	require.NoError(t, json.Unmarshal([]byte(out), &result), out)
	assert.Contains(t, result.Polls[0].Approved, otherName, "the other instance does not wait")
	own := -1
	for number, poll := range result.Polls {
		assert.LessOrEqual(t, poll.Asked, int(20*(seconds/delay+1)), "the time for STS is limited")
		if own < 0 && strings.Contains(fmt.Sprint(poll.Approved), ownName) {
			own = number
		}
	}
	assert.GreaterOrEqual(t, own, 0, "the instance joins")
	assert.Zero(t, result.Twice, "STS is asked once about each proof")
}

// TestKeysOfUsersAreNoProof has the access key of a user, about which STS is not asked.
func TestKeysOfUsersAreNoProof(t *testing.T) {
	t.Parallel()
	user := newProven(t, workerSession, time.Minute)
	user.proof = strings.Replace(user.proof, "ASIA", "AKIA", 1)
	s := proving(t, user.object(t))
	assert.Contains(t, s.expect(t), "the request has no proof of instance "+workerID)
	assert.Empty(t, s.sts.Hosts())
}
