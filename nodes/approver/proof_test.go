package approver_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ststest"
)

const (
	account     = "123456789012"
	proofHeader = "X-Openshift-Aws-Proof"
	proofKey    = "openshift-aws/proof"
)

// proven is a request with a proof.
type proven struct {
	*csrSpec
	hash  string
	proof string
}

// newProven returns the request of an instance, with its session's proof at a time before now.
func newProven(t *testing.T, session ststest.Session, age time.Duration) *proven {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	require.NoError(t, err)
	hash := fmt.Sprintf("%x", sha256.Sum256(der))
	f := requested("worker-pool-"+hash[:40], age)
	f.key = key
	return &proven{csrSpec: f, hash: hash, proof: prove(session, infraID+":"+hash, now.Add(-age))}
}

func prove(session ststest.Session, header string, at time.Time) string {
	query := session.Presign(http.Header{proofHeader: {header}}, at)
	return strings.Join([]string{
		session.KeyID, query.Get("X-Amz-Date"), query.Get("X-Amz-Signature"), session.Token,
	}, " ")
}

func (p *proven) object(t *testing.T) map[string]any {
	t.Helper()
	object := p.csrSpec.object(t)
	object["metadata"].(map[string]any)["annotations"] = map[string]any{proofKey: p.proof}
	return object
}

var (
	workerSession = ststest.Instance(account, "demo-worker", workerID)
	// thieves are sessions of others.
	otherSession   = ststest.Instance(account, "demo-worker", "i-0fedcba9876543210")
	foreignSession = ststest.Instance("210987654321", "demo-worker", workerID)
	adminSession   = ststest.Instance(account, "demo-admin", workerID)
	cutSession     = ststest.Instance(account, "demo-worker", workerID[:len(workerID)-1])
)

// proving returns a scenario in which instances prove their identity.
func proving(t *testing.T, objects ...map[string]any) *scenario {
	t.Helper()
	s := joining(t, clientRequest(), worker())
	s.requests = objects
	s.callers = []string{"arn:aws:sts::" + account + ":assumed-role/demo-worker/"}
	s.sts = ststest.New(t, workerSession, otherSession, foreignSession, adminSession, cutSession)
	return s
}

func TestAProvenInstanceJoins(t *testing.T) {
	t.Parallel()
	own := newProven(t, workerSession, time.Minute)
	s := proving(t, own.object(t))
	s.expect(t, own.name)
	assert.Equal(t, []string{ststest.Host + ":443"}, s.sts.Hosts())

	// A node's serving certificate needs no proof: its client certificate is one.
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/"+workerID, nodeIP)
	s.ask(t, servingRequest())
	s.expect(t, servingName)
}

// TestForgedProofs requests the certificate of an instance with what others can have: the token of the machine config
// server, all CSRs of the cluster, and the credentials of other instances and of other roles.
func TestForgedProofs(t *testing.T) {
	t.Parallel()
	const nobody = "the proof is that of nobody, not of instance " + workerID
	const missing = "the request has no proof of instance " + workerID
	of := func(session ststest.Session) string {
		return "the proof is that of " + session.ARN + ", not of instance " + workerID
	}
	for name, tt := range map[string]struct {
		reason string
		change func(*proven)
		want   string
	}{
		"no proof": {
			reason: "the token of the machine config server is worth nothing",
			change: func(p *proven) { p.proof = "" },
			want:   missing,
		},
		"the proof of another key": {
			reason: "a proof that was seen in another CSR is for its key",
			change: func(p *proven) { p.proof = newProven(t, workerSession, time.Minute).proof },
			want:   nobody,
		},
		"the name of another key": {
			reason: "a key has one CSR, so that nobody can copy it",
			change: func(p *proven) { p.name = "worker-pool-copy" },
			want:   missing,
		},
		"another instance": {
			reason: "a worker can prove its own identity only",
			change: func(p *proven) { p.proof = prove(otherSession, infraID+":"+p.hash, now) },
			want:   of(otherSession),
		},
		"another account": {
			reason: "a role of the same name in another account is another role",
			change: func(p *proven) { p.proof = prove(foreignSession, infraID+":"+p.hash, now) },
			want:   of(foreignSession),
		},
		"another role": {
			reason: "who may name sessions of another role can use the ID of an instance",
			change: func(p *proven) { p.proof = prove(adminSession, infraID+":"+p.hash, now) },
			want:   of(adminSession),
		},
		"a part of the ID": {
			reason: "the name of the session is the whole ID",
			change: func(p *proven) { p.proof = prove(cutSession, infraID+":"+p.hash, now) },
			want:   of(cutSession),
		},
		"another cluster": {
			reason: "a proof is for one cluster",
			change: func(p *proven) { p.proof = prove(workerSession, "other-x7k2p:"+p.hash, now) },
			want:   nobody,
		},
		"no header": {
			reason: "the header is signed",
			change: func(p *proven) { p.proof = prove(workerSession, "", now) },
			want:   nobody,
		},
		"expired": {
			reason: "STS rejects what was signed 15 minutes ago, and so does the approver",
			change: func(p *proven) { p.proof = prove(workerSession, infraID+":"+p.hash, now.Add(-16*time.Minute)) },
			want:   "the proof of instance " + workerID + " has expired",
		},
		"signed in the future": {
			reason: "a proof cannot be made for later",
			change: func(p *proven) { p.proof = prove(workerSession, infraID+":"+p.hash, now.Add(time.Hour)) },
			want:   nobody,
		},
		"another access key": {
			reason: "the credentials are those of a session",
			change: func(p *proven) { p.proof = strings.Replace(p.proof, workerSession.KeyID, "ASIA0000000000000000", 1) },
			want:   nobody,
		},
		"another token": {
			reason: "the token is signed",
			change: func(p *proven) { p.proof += "A" },
			want:   nobody,
		},
		"a header": {
			reason: "the values have no line breaks, which could be headers",
			change: func(p *proven) { p.proof += "\r\nhost: evil.example.com" },
			want:   missing,
		},
		"a line break": {
			reason: "the values have no line breaks, which could be headers",
			change: func(p *proven) { p.proof += "\n" },
			want:   missing,
		},
		"a parameter": {
			reason: "the values have nothing that separates parameters",
			change: func(p *proven) { p.proof += "&Action=AssumeRole" },
			want:   missing,
		},
		"a host": {
			reason: "a proof names no host",
			change: func(p *proven) { p.proof = "https://evil.example.com/ " + p.proof },
			want:   missing,
		},
		"a long proof": {
			reason: "tokens have some 1,000 characters",
			change: func(p *proven) { p.proof += strings.Repeat("A", 4096) },
			want:   missing,
		},
		"other digits": {
			reason: "a time has ASCII digits",
			change: func(p *proven) {
				fields := strings.Fields(p.proof)
				fields[1] = "٢" + fields[1][1:]
				p.proof = strings.Join(fields, " ")
			},
			want: missing,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProven(t, workerSession, time.Minute)
			tt.change(p)
			s := proving(t, p.object(t))
			log := s.run(t)
			assert.Empty(t, s.approvals, "%s; %s", tt.reason, log)
			assert.Contains(t, log, "skipped "+p.name+": "+tt.want, tt.reason)
			assert.Empty(t, s.memory, "what is not proven is not remembered")
			for _, host := range s.sts.Hosts() {
				assert.Equal(t, ststest.Host+":443", host)
			}

			// It does not delay the instance.
			own := newProven(t, workerSession, 0)
			s.requests = append(s.requests, own.object(t))
			s.expect(t, own.name)
		})
	}
}

// TestAnswersThatAreNotOfSTS have an STS, or somebody between, that says what it must not.
func TestAnswersThatAreNotOfSTS(t *testing.T) {
	t.Parallel()
	identity := "<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>" + workerSession.ARN + "</Arn>" +
		"</GetCallerIdentityResult></GetCallerIdentityResponse>"
	for name, tt := range map[string]struct {
		reason string
		answer http.HandlerFunc
	}{
		"redirect": {
			reason: "what another host says is no proof",
			answer: func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "https://evil.example.com/", http.StatusFound)
			},
		},
		"permanent redirect": {
			reason: "what another host says is no proof",
			answer: func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "https://evil.example.com/", http.StatusPermanentRedirect)
			},
		},
		"huge": {
			reason: "a response is read in part, and is then invalid",
			answer: func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprint(w, "<!--", strings.Repeat(" ", 1<<20), "-->", identity)
			},
		},
		"not XML":   {reason: "a page of a proxy", answer: func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }},
		"no ARN":    {reason: "another response", answer: func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<a/>") }},
		"throttled": {reason: "an error", answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }},
		"not available": {reason: "an error", answer: func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
		}},
		"an error with an identity": {
			reason: "only a successful response is read",
			answer: func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusForbidden)
				fmt.Fprint(w, identity)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own := newProven(t, workerSession, time.Minute)
			s := proving(t, own.object(t))
			s.sts.Answer = tt.answer
			log := s.run(t)
			assert.Empty(t, s.approvals, "%s; %s", tt.reason, log)
			assert.Contains(t, log, "skipped "+own.name)
			assert.Equal(t, []string{ststest.Host + ":443"}, s.sts.Hosts())

			s.sts.Answer = nil
			s.expect(t, own.name)
		})
	}
}

// TestProvenKeysOfOneInstance requests twice, as an instance does that boots again. Both keys are its own.
func TestProvenKeysOfOneInstance(t *testing.T) {
	t.Parallel()
	first, second := newProven(t, workerSession, time.Minute), newProven(t, workerSession, 0)
	s := proving(t, first.object(t), second.object(t))
	s.expect(t, second.name)
	third := newProven(t, workerSession, -time.Minute)
	s.requests = append(s.requests, third.object(t))
	s.at(2*time.Minute).expect(t, third.name)

	// The Node ends that: its instance gets no other certificate.
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/"+workerID, nodeIP)
	fourth := newProven(t, workerSession, -3*time.Minute)
	s.requests = append(s.requests, fourth.object(t))
	assert.Contains(t, s.at(4*time.Minute).expect(t), node+" is already a node")
}

// TestUnprovenRequestsAreReported records one Event of a flood.
func TestUnprovenRequestsAreReported(t *testing.T) {
	t.Parallel()
	var objects []map[string]any
	for i := range 50 {
		objects = append(objects, requested(fmt.Sprint("thief-", i), time.Minute).object(t))
	}
	own := newProven(t, workerSession, time.Minute)
	s := proving(t, append(objects, own.object(t))...)
	s.expect(t, own.name)
	require.Len(t, s.events, 2)
	assert.Contains(t, strings.Join(s.events, "\n"), "Warning Unproven: skipped thief-")
}

// TestAnErrorOfSTSIsNotRemembered asks again after an error, but not for what STS has accepted or rejected: each poll
// sees the same requests.
func TestAnErrorOfSTSIsNotRemembered(t *testing.T) {
	t.Parallel()
	const program = `
import io, sys, types, urllib.error
import ec2
config = dict.fromkeys(("endpoint", "autoscalingEndpoint", "nodeDomains", "groups", "vpc", "instanceProfiles"), "")
config.update({"infraID": "demo", "region": "us-east-2", "stsEndpoint": "https://sts", "provenCallers": ["x"]})
for code in (503, 400, 403, 200):
    client, asked = ec2.EC2(config), []
    def open(request, timeout):
        asked.append(request)
        if code != 200 and len(asked) == 1:
            raise urllib.error.HTTPError("https://sts", code, "", {}, io.BytesIO())
        return io.BytesIO(b"<a><GetCallerIdentityResult><Arn>me</Arn></GetCallerIdentityResult></a>")
    ec2.verified_opener = lambda: types.SimpleNamespace(open=open)
    question = ("ID", "20260101T000000Z", "f", "t", "k")
    for _ in range(3):
        errors = client.ask([question] if client.caller(question) is None else [])
        print(code, "error" if errors else repr(client.caller(question)), len(asked))`
	out := python(t, program, nil)
	assert.Equal(t, "503 error 1\n503 'me' 2\n503 'me' 2\n400 error 1\n400 'me' 2\n400 'me' 2\n"+
		"403 '' 1\n403 '' 1\n403 '' 1\n200 'me' 1\n200 'me' 1\n200 'me' 1\n", out)
}

// TestTheFirstRequestNeedsAProof plays the attacks that succeed without proof of identity: the first request in the name of an instance,
// again after 15 minutes, and the Node that its sender would register. With proofs no certificate is approved for it, nothing is
// remembered, and the instance is not delayed.
func TestTheFirstRequestNeedsAProof(t *testing.T) {
	t.Parallel()
	for _, proofs := range []bool{false, true} {
		s := joining(t, requested("theft", time.Minute), worker())
		if proofs {
			s.callers = []string{"arn:aws:sts::123456789012:assumed-role/demo-worker/"}
		}
		if !proofs {
			s.expect(t, "theft")
			continue
		}
		s.expect(t)
		assert.Contains(t, s.events, "Warning Unproven: skipped theft: the request has no proof of instance "+workerID)
		assert.Empty(t, s.memory)
		s.ask(t, requested("again", 0))
		s.at(16 * time.Minute).expect(t)
	}
}
