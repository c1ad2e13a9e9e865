package cluster

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var errAway = errors.New("https://api.demo.example.com:6443 cannot be reached: connection refused")

// healthyCluster is a cluster of members.
func healthyCluster(members ...string) liveCluster {
	return liveCluster{installed: true, members: members}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	three := healthyCluster("10.0.0.1", "10.0.0.2", "10.0.0.3")
	two := healthyCluster("10.0.0.1", "10.0.0.2")
	with := func(live liveCluster, change func(*liveCluster)) liveCluster {
		change(&live)
		return live
	}
	degraded := errors.New("etcd: EtcdMembersDegraded is True: 10.0.0.2 is unhealthy")
	notReady := errors.New("node b: Ready is Unknown: ")
	progressing := errors.New("clusteroperator etcd: Progressing is True: ")
	away := liveCluster{unreachable: errAway}
	permitted := controlPlaneUpdate{machines: 3, permitted: true, identity: "ControlPlane/demo"}
	inSandbox := controlPlaneUpdate{machines: 3, withoutBootstrap: true, identity: "ControlPlane/demo"}
	deleted := func(members ...string) controlPlaneChange {
		change := controlPlaneChange{kind: machineDeletion, members: map[string]string{}}
		for i, member := range members {
			change.members[fmt.Sprint("zone-", i)] = member
		}
		return change
	}
	tests := map[string]struct {
		reason string
		update controlPlaneUpdate
		live   liveCluster
		change controlPlaneChange
		// want is a part of why the change is rejected, and waits says that it has to wait for that.
		want  string
		waits bool
	}{
		"a control plane of a cluster that runs": {
			reason: "a stack takes the cluster over", live: three, change: controlPlaneChange{kind: controlPlaneCreation},
		},
		"a control plane without its cluster": {
			reason: "without a bootstrap machine it never starts",
			live:   away, change: controlPlaneChange{kind: controlPlaneCreation}, want: "connection refused",
		},
		"a control plane without its cluster, permitted": {
			reason: "it never starts", update: permitted,
			live: away, change: controlPlaneChange{kind: controlPlaneCreation}, want: "connection refused",
		},
		"a control plane in the sandbox": {
			reason: "machines of the sandbox need no bootstrap machine", update: inSandbox,
			live: away, change: controlPlaneChange{kind: controlPlaneCreation},
		},
		"a bootstrap machine": {
			reason: "the API of an installation does not answer yet", live: away, change: controlPlaneChange{kind: bootstrapCreation},
		},
		"another bootstrap machine": {
			reason: "the API of an installation answers before the cluster is installed",
			live:   liveCluster{unreachable: errors.New("404")}, change: controlPlaneChange{kind: bootstrapCreation},
		},
		"a bootstrap machine of an installed cluster": {
			reason: "the stage contradicts the cluster", live: three,
			change: controlPlaneChange{kind: bootstrapCreation}, want: "the cluster is installed",
		},
		"a bootstrap machine of an installed cluster without etcd": {
			reason: "the stage contradicts the cluster, whose etcd must be restored",
			live:   liveCluster{installed: true, unreachable: errors.New("500")},
			change: controlPlaneChange{kind: bootstrapCreation}, want: "the cluster is installed",
		},
		"a load balancer that is gone": {
			reason: "it repairs the way to the API", live: away, change: controlPlaneChange{kind: apiPathCreation},
		},
		"a load balancer that is gone, behind another": {
			reason: "the kubelets do not reach the API", live: with(three, func(l *liveCluster) { l.nodes = notReady }),
			change: controlPlaneChange{kind: apiPathCreation},
		},
		"a load balancer that is there": {
			reason: "the kubelets reach the API", live: three,
			change: controlPlaneChange{kind: apiPathCreation}, want: "all nodes would be cut off",
		},
		"a deletion of a member": {
			reason: "the member leaves with its machine", live: three, change: deleted("10.0.0.3"), want: "etcd still has the member of zone-0",
		},
		"a deletion of a machine without a member": {
			reason: "it has left before", live: two, change: deleted("10.0.0.3"),
		},
		"a deletion of two machines, one with a member": {
			reason: "the member leaves with its machine", live: two, change: deleted("10.0.0.3", "10.0.0.2"),
			want: "etcd still has the member of zone-1",
		},
		"a deletion of a machine without an address": {
			reason: "nothing says which member it has", live: two, change: deleted(""), want: "the state has no address of zone-0",
		},
		"a deletion while a member is down": {
			reason: "etcd must be healthy without the machine", live: with(two, func(l *liveCluster) { l.etcd = degraded }),
			change: deleted("10.0.0.3"), want: "EtcdMembersDegraded is True",
		},
		"a deletion without the API": {
			reason: "nothing says which members etcd has", live: away, change: deleted("10.0.0.3"), want: "connection refused",
		},
		"a deletion without the API, permitted": {
			reason: "an argument permits deletions, by their keys", update: permitted, live: away, change: deleted("10.0.0.3"),
			want: "connection refused",
		},
		"a creation for a member that was removed": {
			reason: "etcd accepts a third member", live: two, change: controlPlaneChange{kind: machineCreation},
		},
		"a creation beside all members": {
			reason: "etcd has a member for each machine", live: three, change: controlPlaneChange{kind: machineCreation},
			want: "etcd has 3 members for 3 machines: first remove the member",
		},
		"two creations for one member": {
			reason: "the first creation of the preview is the third member", update: controlPlaneUpdate{machines: 3, planned: 1},
			live: two, change: controlPlaneChange{kind: machineCreation}, want: "replace one machine in each update",
		},
		"a creation in a larger control plane": {
			reason: "two of five machines have no member yet", update: controlPlaneUpdate{machines: 5, planned: 1},
			live: three, change: controlPlaneChange{kind: machineCreation},
		},
		"a creation while a member is down": {
			reason: "etcd accepts no new member then", live: with(two, func(l *liveCluster) { l.etcd = degraded }),
			change: controlPlaneChange{kind: machineCreation}, want: "etcd accepts no new member: etcd: EtcdMembersDegraded is True",
		},
		"a creation with the Ignition of the installation": {
			reason: "the machine config server has another CA", live: with(two, func(l *liveCluster) { l.userData = `{"ca": 2}` }),
			change: controlPlaneChange{kind: machineCreation, userData: `{"ca": 1}`}, want: "is not the cluster's current Ignition config",
		},
		"a creation with the current Ignition": {
			reason: "spaces are not compared", live: with(two, func(l *liveCluster) { l.userData = `{"ca": 2}` }),
			change: controlPlaneChange{kind: machineCreation, userData: `{"ca":2}`},
		},
		"a creation with Ignition that a preview does not know": {
			reason: "the update asks again", live: with(two, func(l *liveCluster) { l.userData = `{"ca": 2}` }),
			change: controlPlaneChange{kind: machineCreation},
		},
		"a creation without the API": {
			reason: "nothing says whether a member was removed", live: away,
			change: controlPlaneChange{kind: machineCreation}, want: "pulumi config set openshift-aws:allowLoss ControlPlane/demo",
		},
		"a creation without the API, permitted": {
			reason: "the configuration says that it is meant", update: permitted, live: away, change: controlPlaneChange{kind: machineCreation},
		},
		"a creation in the sandbox": {
			reason: "all machines are created in one update", update: inSandbox, live: away, change: controlPlaneChange{kind: machineCreation},
		},
		"a change of a healthy cluster": {
			reason: "two of three members vote", live: three, change: controlPlaneChange{kind: machineChange},
		},
		"a change while a member is down": {
			reason: "the next one takes the majority", live: with(three, func(l *liveCluster) { l.etcd = degraded }),
			change: controlPlaneChange{kind: machineChange}, want: "EtcdMembersDegraded is True", waits: true,
		},
		"a change while an operator works": {
			reason: "the operator restarts members", live: with(three, func(l *liveCluster) { l.operators = progressing }),
			change: controlPlaneChange{kind: machineChange}, want: "Progressing is True", waits: true,
		},
		"a change while a node is not ready": {
			reason: "its member is the next that leaves", live: with(three, func(l *liveCluster) { l.nodes = notReady }),
			change: controlPlaneChange{kind: machineChange}, want: "Ready is Unknown", waits: true,
		},
		"a change with two members": {
			reason: "one of two is no majority", live: two, change: controlPlaneChange{kind: machineChange},
			want: "etcd has 2 members for 3 machines, and loses its majority without one of them",
		},
		"a change of the only machine": {
			reason: "the API of one machine is away while it restarts", update: controlPlaneUpdate{machines: 1},
			live: healthyCluster("10.0.0.1"), change: controlPlaneChange{kind: machineChange},
		},
		"a change of the only member": {
			reason: "etcd has no majority without it", live: healthyCluster("10.0.0.1"), change: controlPlaneChange{kind: machineChange},
			want: "etcd has 1 members for 3 machines",
		},
		"a change without the API": {
			reason: "nothing says whether another member is down", live: away, change: controlPlaneChange{kind: machineChange},
			want: "nothing says whether etcd keeps its majority: https://api.demo.example.com:6443 cannot be reached",
		},
		"a change without the API, permitted": {
			reason: "the configuration says that it is meant", update: permitted, live: away, change: controlPlaneChange{kind: machineChange},
		},
		"another change without the API, permitted": {
			reason: "one member leaves in an update",
			update: controlPlaneUpdate{machines: 3, permitted: true, unconfirmed: "demo-master-a"}, live: away,
			change: controlPlaneChange{kind: machineChange}, want: "demo-master-a was changed in this update",
		},
		"a change in the sandbox": {
			reason: "it is that of a running cluster", update: inSandbox, live: away, change: controlPlaneChange{kind: machineChange},
			want: "cannot be reached",
		},
	}
	for name, tt := range tests {
		if tt.update.machines == 0 {
			tt.update = controlPlaneUpdate{machines: 3, identity: "ControlPlane/demo"}
		}
		err := tt.update.decide(tt.live, tt.change)
		var wait notYet
		assert.Equal(t, tt.waits, errors.As(err, &wait), name)
		if tt.want == "" {
			require.NoError(t, err, name+": "+tt.reason)
			continue
		}
		require.ErrorContains(t, err, tt.want, name+": "+tt.reason)
	}
}

// etcdModel is etcd below an update: the members that vote, and those that are down.
type etcdModel struct {
	members, down []string
}

func (e *etcdModel) hasQuorum() bool {
	return len(e.members)-len(e.down) >= len(e.members)/2+1
}

// live is what the API reports, which is away without a majority.
func (e *etcdModel) live(away bool) liveCluster {
	live := healthyCluster(slices.Clone(e.members)...)
	if away || !e.hasQuorum() {
		return liveCluster{unreachable: errAway}
	}
	if len(e.down) > 0 {
		live.etcd = errors.New("etcd: EtcdMembersDegraded is True")
	}
	return live
}

// apply makes an accepted change, and reports whether etcd had a majority all the time. The machine that is changed comes back, or not.
func (e *etcdModel) apply(change controlPlaneChange, machine string, recovers bool) bool {
	leave := func(list []string, member string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(other string) bool { return other == member })
	}
	switch change.kind {
	case machineDeletion:
		for _, member := range change.members {
			if slices.Contains(e.members, member) && !slices.Contains(e.down, member) {
				e.down = append(e.down, member)
			}
		}
	case machineCreation:
		e.members = append(leave(e.members, machine), machine)
	case machineChange:
		if slices.Contains(e.members, machine) && !slices.Contains(e.down, machine) {
			e.down = append(e.down, machine)
		}
		kept := e.hasQuorum()
		if recovers {
			e.down = leave(e.down, machine)
		}
		return kept
	}
	return e.hasQuorum()
}

// TestQuorumIsNeverLost makes changes in any order to control planes of three and five machines in any state. None that is accepted costs
// etcd its majority.
func TestQuorumIsNeverLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		machines := rapid.SampledFrom([]int{3, 5}).Draw(t, "machines")
		var all []string
		for i := range machines {
			all = append(all, fmt.Sprint("10.0.0.", i))
		}
		etcd := &etcdModel{members: rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, machines, rapid.ID).Draw(t, "members")}
		etcd.down = rapid.SliceOfNDistinct(rapid.SampledFrom(etcd.members), 0, len(etcd.members), rapid.ID).Draw(t, "down")
		if !etcd.hasQuorum() {
			return
		}
		away := rapid.Bool().Draw(t, "away")
		update := controlPlaneUpdate{machines: machines}
		for range rapid.IntRange(1, 10).Draw(t, "changes") {
			kinds := []changeKind{machineDeletion, machineCreation, machineChange}
			change := controlPlaneChange{kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
			chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, machines, rapid.ID).Draw(t, "chosen")
			if change.kind == machineDeletion {
				change.members = map[string]string{}
				for _, member := range chosen {
					change.members[member] = member
				}
			}
			machine := chosen[0]
			if change.kind == machineCreation {
				machine = fmt.Sprint("10.0.1.", len(etcd.members)) // A new machine has another address.
				all = append(all, machine)
			}
			if update.decide(etcd.live(away), change) != nil {
				continue
			}
			recovers := rapid.Bool().Draw(t, "recovers")
			require.True(t, etcd.apply(change, machine, recovers), "%v of %v leaves %v without %v", change.kind, chosen, etcd.members, etcd.down)
		}
	})
}
