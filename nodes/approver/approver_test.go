package approver_test

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestValidRequestsAreApproved(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]variant{
		"client":  {reason: "a new instance requests its first certificate"},
		"serving": {reason: "a new node requests its serving certificate", serving: true},
		"of an earlier kubelet": {
			reason:  "kubelets before Kubernetes 1.27 request the usage key encipherment for each key",
			csrSpec: func(f *csrSpec) { f.usages = append(f.usages, "key encipherment") },
		},
		"shared cluster": {
			reason:   "user-provisioned infrastructure has the tag value shared",
			instance: func(m *instance) { m.tags["kubernetes.io/cluster/"+infraID] = "shared" },
		},
		"just in time": {
			reason:   "the launch window is two hours",
			instance: func(m *instance) { m.launched = now.Add(-time.Minute - 2*time.Hour) },
		},
		"clock behind": {
			reason:   "clocks may differ by a few seconds",
			instance: func(m *instance) { m.launched = now.Add(-55 * time.Second) },
		},
		"started again": {
			reason:   "an approval before the launch is for an earlier start",
			instance: func(m *instance) { m.launched = now.Add(-2 * time.Minute) },
			scenario: func(_ *testing.T, s *scenario) { s.memory = remembered(entry(3*time.Minute, "old-key", false)) },
		},
		"denied before": {
			reason: "a denied request does not count as approved",
			scenario: func(t *testing.T, s *scenario) {
				forged := requested("forged", 2*time.Minute)
				forged.conditions = []any{map[string]any{"type": "Denied", "status": "True"}}
				s.ask(t, forged)
			},
		},
		"after a flood": {
			reason: "requests that no kubelet waits for do not count against the limit",
			scenario: func(t *testing.T, s *scenario) {
				s.requests = append(s.requests, fillers(t, now.Add(-16*time.Minute))...)
			},
		},
		"renewal": {
			reason:   "a renewal has the addresses of the node",
			serving:  true,
			instance: func(m *instance) { m.launched = now.Add(-720 * time.Hour) },
		},
		"all addresses": {
			reason:  "instances have secondary, public and IPv6 addresses",
			serving: true,
			csrSpec: func(f *csrSpec) {
				f.template.DNSNames = []string{node, "ec2-52-1-2-3.us-east-2.compute.amazonaws.com"}
				for _, address := range []string{"10.0.1.99", "52.1.2.3", "2600:1f16:1::5"} {
					f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP(address))
				}
			},
			instance: func(m *instance) {
				m.addresses = []string{nodeIP, "10.0.1.99"}
				m.publicIP, m.publicName, m.ipv6 = "52.1.2.3", "ec2-52-1-2-3.us-east-2.compute.amazonaws.com", "2600:1f16:1::5"
			},
			scenario: func(_ *testing.T, s *scenario) {
				addAddresses(s.nodes[node],
					map[string]any{"type": "ExternalIP", "address": "52.1.2.3"},
					map[string]any{"type": "ExternalDNS", "address": "ec2-52-1-2-3.us-east-2.compute.amazonaws.com"},
					map[string]any{"type": "InternalIP", "address": "2600:1F16:0001::5"})
			},
		},
		"own domain": {
			reason:   "the VPC's DHCP options can set a domain",
			csrSpec:  func(f *csrSpec) { f.template.Subject.CommonName = "system:node:" + workerID + ".corp.example.com" },
			scenario: func(_ *testing.T, s *scenario) { s.domains = []string{"corp.example.com"} },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tt.of(t)
			log := s.runWith(t, runApprover)
			require.Equal(t, []string{tt.name()}, s.approved(), "%s; %s", tt.reason, log)
			approved := s.approvals[tt.name()]
			conditions := at(approved, "status", "conditions").([]any)
			require.Len(t, conditions, 1)
			condition := conditions[0].(map[string]any)
			assert.Equal(t, []any{"Approved", "True", "WorkerPoolApprove"},
				[]any{condition["type"], condition["status"], condition["reason"]})
			assert.Equal(t, "7", at(approved, "metadata", "resourceVersion"),
				"the approved version is the one that was checked")
			assert.Contains(t, log, "approved "+tt.name())
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

func TestOneInvalidRequestDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	forged := servingRequest()
	forged.name, forged.created = "forged", now
	s := joined(t, forged, worker())
	s.nodes[node] = nodeObject(node, "aws:///us-east-2a/i-0123456789abcdef0", "nonsense")
	client := clientRequest()
	client.template.Subject.CommonName = "system:node:" + otherNode
	s.requests = append(s.requests, client.object(t))
	s.expect(t, clientName)
}

// TestTheNewestRequestIsApproved proves it for a kubelet that has just requested again, because it has the key of
// its newest request only.
func TestTheNewestRequestIsApproved(t *testing.T) {
	t.Parallel()
	s := joining(t, requested(clientName, 0), worker())
	s.ask(t, requested("attempt-1", 15*time.Minute+50*time.Second))
	s.instances[2].launched = now.Add(-time.Hour)
	s.expect(t, clientName)
	assert.Empty(t, s.at(time.Second).expect(t))
}

// TestAbandonedRequestsAreIgnored proves that no certificate is issued for a key that no kubelet has.
func TestAbandonedRequestsAreIgnored(t *testing.T) {
	t.Parallel()
	for _, f := range []*csrSpec{clientRequest(), servingRequest()} {
		f.created = now.Add(-16 * time.Minute)
		m := worker()
		m.launched = now.Add(-time.Hour)
		s := requesting(t, f, m)
		assert.Empty(t, s.expect(t), f.signer)
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
			assert.Contains(t, s.expect(t), tt.want)
		})
	}
}

func TestDecidedRequestsAreIgnored(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{"Approved", "Denied", "Failed"} {
		f := clientRequest()
		f.conditions = []any{map[string]any{"type": condition, "status": "True"}}
		s := joining(t, f, worker())
		assert.Empty(t, s.expect(t), condition)
		assert.Nil(t, s.filters, "without a pending request, EC2 is not called")
	}
}

func TestOtherSignersAreIgnored(t *testing.T) {
	t.Parallel()
	f := clientRequest()
	f.signer = "kubernetes.io/kube-apiserver-client"
	s := joining(t, f, worker())
	assert.Empty(t, s.expect(t))
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
