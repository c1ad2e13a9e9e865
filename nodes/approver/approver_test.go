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
	for name, tt := range map[string]struct {
		reason string
		run    func(t *testing.T) *scenario
		csr    string
	}{
		"client": {
			reason: "a new instance requests its first certificate",
			run:    func(t *testing.T) *scenario { return joining(t, clientRequest(), worker()) },
			csr:    clientName,
		},
		"serving": {
			reason: "a new node requests its serving certificate",
			run:    func(t *testing.T) *scenario { return joined(t, servingRequest(), worker()) },
			csr:    servingName,
		},
		"of an earlier kubelet": {
			reason: "kubelets before Kubernetes 1.27 request the usage key encipherment for each key",
			run: func(t *testing.T) *scenario {
				f := clientRequest()
				f.usages = append(f.usages, "key encipherment")
				return joining(t, f, worker())
			},
			csr: clientName,
		},
		"shared cluster": {
			reason: "user-provisioned infrastructure has the tag value shared",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.tags["kubernetes.io/cluster/"+infraID] = "shared"
				return joining(t, clientRequest(), m)
			},
			csr: clientName,
		},
		"just in time": {
			reason: "the launch window is two hours",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.launched = now.Add(-time.Minute - 2*time.Hour)
				return joining(t, clientRequest(), m)
			},
			csr: clientName,
		},
		"clock behind": {
			reason: "clocks may differ by a few seconds",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.launched = now.Add(-55 * time.Second)
				return joining(t, clientRequest(), m)
			},
			csr: clientName,
		},
		"started again": {
			reason: "an approval before the launch is for an earlier start",
			run: func(t *testing.T) *scenario {
				s := joining(t, clientRequest(), worker())
				s.instances[2].launched = now.Add(-2 * time.Minute)
				s.memory = remembered(entry(3*time.Minute, "old-key", false))
				return s
			},
			csr: clientName,
		},
		"denied before": {
			reason: "a denied request does not count as approved",
			run: func(t *testing.T) *scenario {
				s := joining(t, clientRequest(), worker())
				forged := clientRequest()
				forged.name, forged.created = "forged", now.Add(-2*time.Minute)
				forged.conditions = []any{map[string]any{"type": "Denied", "status": "True"}}
				s.requests = append(s.requests, forged.object(t))
				return s
			},
			csr: clientName,
		},
		"after a flood": {
			reason: "requests that no kubelet waits for do not count against the limit",
			run: func(t *testing.T) *scenario {
				s := joining(t, clientRequest(), worker())
				s.requests = append(s.requests, fillers(t, now.Add(-16*time.Minute))...)
				return s
			},
			csr: clientName,
		},
		"renewal": {
			reason: "a renewal has the addresses of the node",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.launched = now.Add(-720 * time.Hour)
				return joined(t, servingRequest(), m)
			},
			csr: servingName,
		},
		"all addresses": {
			reason: "instances have secondary, public and IPv6 addresses",
			run: func(t *testing.T) *scenario {
				m := worker()
				m.addresses = []string{nodeIP, "10.0.1.99"}
				m.publicIP, m.publicName, m.ipv6 = "52.1.2.3", "ec2-52-1-2-3.us-east-2.compute.amazonaws.com", "2600:1f16:1::5"
				f := servingRequest()
				f.template.DNSNames = []string{node, m.publicName}
				for _, address := range []string{"10.0.1.99", "52.1.2.3", m.ipv6} {
					f.template.IPAddresses = append(f.template.IPAddresses, net.ParseIP(address))
				}
				s := joined(t, f, m)
				status := s.nodes[node]["status"].(map[string]any)
				status["addresses"] = append(status["addresses"].([]any),
					map[string]any{"type": "ExternalIP", "address": "52.1.2.3"},
					map[string]any{"type": "ExternalDNS", "address": m.publicName},
					map[string]any{"type": "InternalIP", "address": "2600:1F16:0001::5"})
				return s
			},
			csr: servingName,
		},
		"own domain": {
			reason: "the VPC's DHCP options can set a domain",
			run: func(t *testing.T) *scenario {
				f := clientRequest()
				f.template.Subject.CommonName = "system:node:" + workerID + ".corp.example.com"
				s := joining(t, f, worker())
				s.domains = []string{"corp.example.com"}
				return s
			},
			csr: clientName,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tt.run(t)
			log := s.runWith(t, runApprover)
			require.Contains(t, s.approvals, tt.csr, "%s; %s", tt.reason, log)
			assert.Len(t, s.approvals, 1)
			approved := s.approvals[tt.csr]
			conditions := at(approved, "status", "conditions").([]any)
			require.Len(t, conditions, 1)
			condition := conditions[0].(map[string]any)
			assert.Equal(t, []any{"Approved", "True", "WorkerPoolApprove"},
				[]any{condition["type"], condition["status"], condition["reason"]})
			assert.Equal(t, "7", at(approved, "metadata", "resourceVersion"),
				"the approved version is the one that was checked")
			assert.Contains(t, log, "approved "+tt.csr)
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
	log := s.run(t)
	assert.Contains(t, s.approvals, clientName, log)
	assert.NotContains(t, s.approvals, "forged")
}

// TestTheNewestRequestIsApproved proves it for a kubelet that has just requested again, because it has the key of
// its newest request only.
func TestTheNewestRequestIsApproved(t *testing.T) {
	t.Parallel()
	s := joining(t, requested(clientName, 0), worker())
	s.ask(t, requested("attempt-1", 14*time.Minute+30*time.Second))
	s.instances[2].launched = now.Add(-time.Hour)
	log := s.run(t)
	assert.Equal(t, []string{clientName}, s.approved(), log)
	log = s.at(t, time.Second)
	assert.Empty(t, s.approvals, log)
	assert.Contains(t, log, "skipped attempt-1: "+clientName+" was already approved for the same instance")
}

// TestAbandonedRequestsAreIgnored proves that no certificate is issued for a key that no kubelet has.
func TestAbandonedRequestsAreIgnored(t *testing.T) {
	t.Parallel()
	for _, f := range []*csrSpec{clientRequest(), servingRequest()} {
		f.created = now.Add(-16 * time.Minute)
		m := worker()
		m.launched = now.Add(-time.Hour)
		s := joining(t, f, m)
		if f.signer == servingSigner {
			s = joined(t, f, m)
		}
		assert.Empty(t, s.run(t), f.signer)
		assert.Empty(t, s.approvals, f.signer)
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
			log := s.run(t)
			assert.Empty(t, s.approvals, log)
			assert.Contains(t, log, tt.want)
		})
	}
}

func TestDecidedRequestsAreIgnored(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{"Approved", "Denied", "Failed"} {
		f := clientRequest()
		f.conditions = []any{map[string]any{"type": condition, "status": "True"}}
		s := joining(t, f, worker())
		assert.Empty(t, s.run(t), condition)
		assert.Empty(t, s.approvals, condition)
		assert.Nil(t, s.filters, "without a pending request, EC2 is not called")
	}
}

func TestOtherSignersAreIgnored(t *testing.T) {
	t.Parallel()
	f := clientRequest()
	f.signer = "kubernetes.io/kube-apiserver-client"
	s := joining(t, f, worker())
	assert.Empty(t, s.run(t))
	assert.Empty(t, s.approvals)
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
