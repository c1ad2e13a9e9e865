package install

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	drained = "adm drain " + oldNode + " --ignore-daemonsets --delete-emptydir-data --timeout=20m"
	stopped = "stop us-east-2 i-c"
)

// replaced is what a replacement does to the cluster's API.
func replaced() []string {
	return []string{
		"PATCH " + etcdPath, "DELETE " + secretsPath + "/etcd-peer-" + oldNode, "DELETE " + secretsPath + "/etcd-serving-" + oldNode,
		"DELETE " + secretsPath + "/etcd-serving-metrics-" + oldNode, "DELETE " + nodesPath + "/" + oldNode, "PATCH " + etcdPath,
	}
}

func upOf(urn string) string { return "up  " + urn }

func TestReplaceMachine(t *testing.T) {
	removed := "member remove " + memberID(oldNode)
	update := upOf(machineURN("master-" + oldKey))
	tests := map[string]struct {
		reason string
		change func(*masters)
		zone   string
		want   []string
	}{
		"healthy": {
			reason: "a machine that runs is drained and stopped before its member is removed",
			want:   []string{drained, stopped, removed, update},
		},
		"dead": {
			reason: "nobody would end the pods of a machine that does not run",
			change: func(m *masters) { m.fail(oldNode) },
			want:   []string{stopped, removed, update},
		},
		"dead without a Node": {
			reason: "the member of a machine whose Node was deleted is the one without a Node",
			change: func(m *masters) {
				m.fail(oldNode)
				delete(m.api.objects, nodesPath+"/"+oldNode)
			},
			want: []string{stopped, removed, update},
		},
		"without a member": {
			reason: "steps that a person has done are not needed",
			change: func(m *masters) {
				m.fail(oldNode)
				m.members = m.members[:2]
			},
			want: []string{stopped, update},
		},
		"after a restore": {
			reason: "of the machines that are lost, one is replaced after the other",
			change: func(m *masters) {
				for _, node := range []string{oldNode, "ip-10-0-0-5"} {
					m.fail(node)
					delete(m.api.objects, nodesPath+"/"+node)
				}
				m.members, m.down = m.members[:1], map[string]bool{}
			},
			want: []string{stopped, update},
		},
		"another zone": {
			reason: "the program moves the machine, by the zones of all",
			change: func(m *masters) { m.stack.config[furtherZonesKey] = "us-east-2d" },
			zone:   "us-east-2d",
			want:   []string{drained, stopped, removed, "up us-east-2a,us-east-2b,us-east-2d"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, m := withMasters(t)
			if tt.change != nil {
				tt.change(m)
			}
			var reported strings.Builder
			i.Report = JSONReporter(&reported)
			require.NoError(t, i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey, Zone: tt.zone}), tt.reason)
			assert.Equal(t, tt.want, m.done, tt.reason)
			if name != "after a restore" {
				assert.Equal(t, []string{"ip-10-0-0-4", "ip-10-0-0-5", newNode}, m.members)
			}
			if name == "healthy" {
				assert.Equal(t, replaced(), m.api.requests)
			}
			record, err := readRecord(i.Config.Dir)
			require.NoError(t, err)
			assert.Nil(t, record.Replacing)
		})
	}
}

// TestReplaceMachineContinues kills the command at each of its steps, and continues it.
func TestReplaceMachineContinues(t *testing.T) {
	for _, step := range mockstest.Cases("etcd", "drain", "stop", "member", "node", "update", "join", "override") {
		for _, state := range []State{Started, Done} {
			t.Run(step+" "+string(state), func(t *testing.T) {
				i, m := withMasters(t)
				ctx := interruptedAt(t, i, step, state)
				err := i.ReplaceMachine(ctx, Replacement{Machine: oldKey})
				if err == nil {
					return // The last step was done.
				}
				require.ErrorContains(t, err, "run the same command again to continue")
				i.Report = nil
				other := i.ReplaceMachine(t.Context(), Replacement{Machine: "us-east-2a"})
				require.ErrorContains(t, other, "run `machine replace us-east-2c` first")
				status, statusErr := i.Status(t.Context())
				require.NoError(t, statusErr)
				assert.Equal(t, "`machine replace us-east-2c` continues", status.Next)
				require.NoError(t, i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey}))
				assert.Equal(t, []string{"ip-10-0-0-4", "ip-10-0-0-5", newNode}, m.members)
				assert.Equal(t, "i-new", m.stack.ids[machineURN("master-"+oldKey)])
				assert.Equal(t, 1, strings.Count(strings.Join(m.done, "\n"), "master-"+oldKey), "the instance is replaced once")
			})
		}
	}
}

// TestReplaceMachineWaitsForTheOperator: the update would be rejected while the operator reports the member that was removed.
func TestReplaceMachineWaitsForTheOperator(t *testing.T) {
	i, m := withMasters(t)
	degraded := []any{map[string]any{"type": "EtcdMembersDegraded", "status": "True"}}
	m.api.objects[etcdPath]["status"] = map[string]any{"conditions": degraded}
	i.Report = func(e Event) {
		if e.Step == "update" && strings.Contains(e.Message, "reports a member that is not healthy") {
			assert.NotContains(t, strings.Join(m.done, "\n"), "up ")
			m.api.mutex.Lock()
			defer m.api.mutex.Unlock()
			delete(m.api.objects[etcdPath], "status")
		}
	}
	require.NoError(t, i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey}))
	assert.Contains(t, strings.Join(m.done, "\n"), "up ")
}

// TestReplaceMachineAfterAKilledUpdate: the new instance exists, and nothing of it is drained, stopped or replaced.
func TestReplaceMachineAfterAKilledUpdate(t *testing.T) {
	i, m := withMasters(t)
	m.interrupt = true
	require.ErrorContains(t, i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey}), "step update: killed")
	m.done, m.api.requests = nil, nil
	require.NoError(t, i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey}))
	assert.Equal(t, []string{"up"}, m.done)
	assert.Equal(t, []string{"PATCH " + etcdPath}, m.api.requests)
}

// launchedEC2 is EC2 with the instance i-lost, which an update launched before it was killed.
type launchedEC2 struct {
	t *testing.T
	// fails is the number of terminations that fail.
	fails      int
	terminated []string
}

func (e *launchedEC2) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	assert.NoError(e.t, r.ParseForm())
	switch r.PostForm.Get("Action") {
	case "DescribeInstances":
		assert.Equal(e.t, "demo-x7k2p-master-"+oldKey, r.PostForm.Get("Filter.1.Value.1"))
		assert.Equal(e.t, "tag:kubernetes.io/cluster/demo-x7k2p", r.PostForm.Get("Filter.2.Name"))
		var instances strings.Builder
		for _, id := range []string{"i-c", "i-lost"} { // The old one has the same name.
			instances.WriteString("<item><instancesSet><item><instanceId>" + id + "</instanceId></item></instancesSet></item>")
		}
		_, _ = w.Write([]byte("<Response><reservationSet>" + instances.String() + "</reservationSet></Response>"))
	case "TerminateInstances":
		if e.fails > 0 {
			e.fails--
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte("<Response><Errors><Error><Code>UnauthorizedOperation</Code></Error></Errors></Response>"))
			return
		}
		e.terminated = append(e.terminated, r.PostForm.Get("InstanceId.1"))
		_, _ = w.Write([]byte("<Response></Response>"))
	}
}

// TestReplaceMachineKilledWhileItBoots: Pulumi does not know the instance that the update launched. Two machines would ask for the
// certificates of one.
func TestReplaceMachineKilledWhileItBoots(t *testing.T) {
	none := func(*masters, *launchedEC2) {}
	tests := map[string]struct {
		reason string
		// change is what happens after the kill; the next run fails with want, and repair is what happens then.
		change, repair func(*masters, *launchedEC2)
		want           string
		terminated     []string
	}{
		"continued": {reason: "the machine is terminated before another one is launched", change: none, terminated: []string{"i-lost"}},
		"another update runs": {
			reason: "an update that still waits for the machine writes it into the state",
			change: func(m *masters, _ *launchedEC2) { m.stack.locked = true },
			want:   "step update: the stack is locked",
			repair: func(m *masters, _ *launchedEC2) {
				m.stack.locked, m.stack.interrupted = false, nil
				m.stack.ids[machineURN("master-"+oldKey)] = "i-lost"
				m.join(newNode, "i-lost")
			},
		},
		"the termination fails": {
			reason: "the state has forgotten the creation, and the record has the instance",
			change: func(_ *masters, e *launchedEC2) { e.fails = 1 },
			want:   "step update: EC2 rejected TerminateInstances: 403 Forbidden",
			repair: none, terminated: []string{"i-lost"},
		},
		"it has a node": {
			reason: "somebody has approved its certificate: a member of etcd is not terminated",
			change: func(m *masters, _ *launchedEC2) { m.join("ip-10-0-0-8", "i-lost") },
			want:   "has become the node ip-10-0-0-8 since, but the stack does not have it. Remove its member of etcd by the steps 2 to 4",
			repair: func(m *masters, _ *launchedEC2) {
				delete(m.api.objects, nodesPath+"/ip-10-0-0-8")
				m.members = m.members[:2]
			},
			terminated: []string{"i-lost"},
		},
		"another creation": {
			reason: "a person finds what else AWS has",
			change: func(m *masters, _ *launchedEC2) {
				m.stack.interrupted = append(m.stack.interrupted, "urn:pulumi:demo::classic::aws:ec2/natGateway:NatGateway::nat")
			},
			want:       "whether aws:ec2/natGateway:NatGateway nat exists, because an update was killed: follow docs/interrupted.md",
			repair:     func(m *masters, _ *launchedEC2) { m.stack.interrupted = m.stack.interrupted[:1] },
			terminated: []string{"i-lost"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, m := withMasters(t)
			ec2 := &launchedEC2{t: t}
			server := httptest.NewServer(ec2)
			defer server.Close()
			useAWS(t, server.URL)
			replace := func() error { return i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey}) }
			m.kill = true
			require.ErrorContains(t, replace(), "step update: killed")
			tt.change(m, ec2)
			if tt.want != "" {
				require.ErrorContains(t, replace(), tt.want, tt.reason)
				assert.Empty(t, ec2.terminated, tt.reason)
				tt.repair(m, ec2)
			}
			require.NoError(t, replace(), tt.reason)
			assert.Equal(t, tt.terminated, ec2.terminated, tt.reason)
			assert.Len(t, m.members, 3)
			assert.Empty(t, m.stack.interrupted)
			assert.NotEqual(t, "i-c", m.stack.ids[machineURN("master-"+oldKey)])
		})
	}
}

func TestMachineKey(t *testing.T) {
	for urn, want := range map[string]string{
		machineURN("master-us-east-2a-2"): "us-east-2a-2", machineURN("bootstrap"): "",
		"urn:pulumi:old-master-east::p::" + controlPlaneMachine + "new-master-master-us-east-2a":         "us-east-2a",
		"urn:pulumi:demo::p::aws:lb/targetGroupAttachment:TargetGroupAttachment::demo-master-us-east-2a": "",
	} {
		assert.Equal(t, want, machineKey(urn), urn)
	}
}

func TestReplaceMachineRejected(t *testing.T) {
	tests := map[string]struct {
		reason  string
		change  func(*Installation, *masters)
		replace Replacement
		want    string
	}{
		"another member is down": {
			reason: "etcd would lose its majority",
			change: func(_ *Installation, m *masters) { m.fail("ip-10-0-0-4") },
			want:   "the member ip-10-0-0-4 of etcd is not healthy",
		},
		"two members": {
			reason: "another member was removed before",
			change: func(_ *Installation, m *masters) { m.members = m.members[1:] },
			want:   "etcd has 2 members, and loses its majority without that of us-east-2c",
		},
		"no such machine": {
			reason: "keys are zones", replace: Replacement{Machine: "us-east-2x"},
			want: `no machine "us-east-2x": its machines are us-east-2a, us-east-2b, us-east-2c`,
		},
		"one machine": {
			reason: "it is the only member",
			change: func(_ *Installation, m *masters) {
				m.stack.ids = map[string]string{machineURN("master-" + oldKey): "i-c"}
			},
			want: "Restore a backup instead",
		},
		"no API": {
			reason: "without it nothing says whether etcd keeps its majority",
			change: func(i *Installation, _ *masters) { i.Kubeconfig = "no-such-file" },
			want:   "nothing was changed",
		},
		"a zone that the VPC does not have": {
			reason:  "the update would be rejected, when the machine is stopped and its member removed",
			replace: Replacement{Machine: oldKey, Zone: "us-east-2x"},
			want:    `the stack has no zone us-east-2x: first add it to the setting furtherZones`,
		},
		"a zone that only this machine keeps": {
			reason: "the load balancers have its subnet because of the machine",
			change: func(_ *Installation, m *masters) {
				m.stack.config[machineZonesKey] = "us-east-2a,us-east-2b,us-east-2d"
				delete(m.stack.ids, machineURN("master-"+oldKey))
				m.stack.ids[machineURN("master-us-east-2d")] = "i-c"
			},
			replace: Replacement{Machine: "us-east-2d", Zone: oldKey},
			want:    "the API's load balancers would lose their subnets there",
		},
		"another cluster": {
			reason: "a kubeconfig can change",
			change: func(_ *Installation, m *masters) { m.api.setInfraID("alpha-aaaaa") },
			want:   "is of the cluster alpha-aaaaa, not of demo-x7k2p",
		},
		"without oc": {
			reason: "oc drains the node", change: func(i *Installation, _ *masters) { i.OC = "no-such-oc" },
			want: "oc is not on PATH",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, m := withMasters(t)
			if tt.change != nil {
				tt.change(i, m)
			}
			if tt.replace.Machine == "" {
				tt.replace.Machine = oldKey
			}
			require.ErrorContains(t, i.ReplaceMachine(t.Context(), tt.replace), tt.want, tt.reason)
			assert.Empty(t, m.done)
			assert.Empty(t, m.api.requests)
		})
	}
}

func TestReplaceMachineCommand(t *testing.T) {
	i, m := withMasters(t)
	code, _, errs := run(t, i, "no\n", "machine", "replace", oldKey)
	assert.Equal(t, 1, code)
	assert.Contains(t, errs, "This replaces the control-plane machine us-east-2c (instance i-c, node ip-10-0-0-6) of the cluster demo-x7k2p")
	assert.Contains(t, errs, "8. Remove the override of the etcd operator (estimate: seconds)\n")
	assert.Contains(t, errs, "not confirmed: type us-east-2c, or add --yes")
	assert.Empty(t, m.done)
	code, out, errs := run(t, i, oldKey+"\n", "machine", "replace", oldKey)
	require.Equal(t, 0, code, errs)
	assert.Contains(t, out, "csr-new for kubernetes.io/kube-apiserver-client-kubelet was created at 2026-11-26T12:00:00Z.")
	assert.True(t, strings.HasSuffix(out, "\nThe machine us-east-2c is replaced.\n"), out)
	code, _, errs = run(t, i, "", "machine", "replace")
	assert.Equal(t, 2, code)
	assert.Contains(t, errs, "machine is used as `machine replace KEY`")
}
