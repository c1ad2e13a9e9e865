package cluster

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// liveCluster is the report of the cluster's API.
type liveCluster struct {
	// unreachable is why the API cannot be asked, or that it is the API of another cluster; nil if all that follows is known.
	unreachable error
	// installed reports whether the ClusterVersion has a completed release. It can be known of an API that cannot be asked for the rest.
	installed bool
	// members are the addresses of etcd's voting members.
	members []string
	// etcd is why not all members are healthy, nodes which control-plane node is not ready, operators which of etcd's and the API
	// servers' operators has not settled.
	etcd, nodes, operators error
	// userData is the Ignition config of new control-plane machines; "" if the cluster has none.
	userData string
}

// unhealthy returns why no member may leave now.
func (l liveCluster) unhealthy() error { return cmp.Or(l.etcd, l.operators, l.nodes) }

// changeKind is a kind of change of a control plane.
type changeKind int

const (
	// controlPlaneCreation is the creation of a control plane at StageCluster that the stack does not have.
	controlPlaneCreation changeKind = iota
	// bootstrapCreation is the creation of a bootstrap machine.
	bootstrapCreation
	// apiPathCreation is the creation of what the kubelets reach the API by at StageCluster, also that which replaces it.
	apiPathCreation
	// machineDeletion is the deletion of control-plane machines that the program no longer has.
	machineDeletion
	// machineCreation is the creation of a control-plane machine at StageCluster, also that which replaces one.
	machineCreation
	// machineChange is a change that stops a control-plane machine, or affects it while it runs.
	machineChange
)

// controlPlaneChange is a change that an update makes to a control plane.
type controlPlaneChange struct {
	kind changeKind
	// members are the addresses of the deleted machines, by their keys; "" if the state has none.
	members map[string]string
	// userData is the Ignition config that a new machine boots with; "" if it is not known.
	userData string
}

// controlPlaneUpdate has the target of an update, and what it has done so far.
type controlPlaneUpdate struct {
	// machines is the number of control-plane machines of the program.
	machines int
	// identity is the name of the component, and permitted reports whether the configuration says that a loss is meant.
	identity  string
	permitted bool
	// withoutBootstrap reports whether the program runs in the sandbox, where machines start without a bootstrap machine.
	withoutBootstrap bool
	// planned is the number of machines whose creation this preview has accepted.
	planned int
	// unconfirmed is the machine that this update has changed or created, and of which no API reports that its member votes; "" for none.
	unconfirmed string
}

// notYet is why a change has to wait.
type notYet struct{ error }

// decide returns why an update must not make a change, or must not make it yet; nil if it may. It decides from what the cluster reports
// whether etcd keeps its majority and the kubelets keep the API. What the cluster cannot be asked about is rejected, but for what repairs
// the way to its API and for what cannot cost it a member.
func (u controlPlaneUpdate) decide(live liveCluster, c controlPlaneChange) error {
	switch {
	case apiclient.IsOther(live.unreachable):
		return live.unreachable
	case c.kind == bootstrapCreation:
		if live.installed {
			return errors.New("the cluster is installed: a bootstrap machine would get a share of its API's traffic, and serve another, " +
				"empty cluster. Set the stage to cluster")
		}
		return nil
	case live.unreachable != nil:
		return u.decideWithoutAPI(live.unreachable, c.kind)
	}
	switch c.kind {
	case apiPathCreation:
		if live.nodes == nil { // Kubelets that do not report may have no way to the API.
			return errors.New("the nodes are ready, so that what their kubelets reach the API by exists. AWS has no second one of its name, " +
				"and until another one is active, all nodes would be cut off. Do not replace it")
		}
	case machineDeletion:
		return live.acceptsDeletion(c.members)
	case machineCreation:
		return u.acceptsCreation(live, c.userData)
	case machineChange:
		return u.acceptsChange(live)
	}
	return nil
}

// decideWithoutAPI decides about a change of a cluster that cannot be asked.
func (u controlPlaneUpdate) decideWithoutAPI(unreachable error, kind changeKind) error {
	isCreation := kind == controlPlaneCreation || kind == machineCreation
	switch {
	case kind == apiPathCreation || isCreation && u.withoutBootstrap:
		return nil
	case kind == controlPlaneCreation || kind == machineDeletion:
		return unreachable
	case !u.permitted:
		return fmt.Errorf("nothing says whether etcd keeps its majority: %w. Run this where the API answers. To change one machine in each "+
			"update without asking it, run `pulumi config set %s %s` for these updates", unreachable, keep.Setting, u.identity)
	case u.unconfirmed != "":
		return fmt.Errorf("%s was changed in this update, and nothing says whether its member of etcd votes again: %w. Wait until `oc get "+
			"clusteroperators etcd kube-apiserver` reports no problem, then run `pulumi up` again, which changes the next one",
			u.unconfirmed, unreachable)
	}
	return nil
}

// acceptsDeletion returns an error unless etcd is healthy without the machines.
func (l liveCluster) acceptsDeletion(members map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(members)) {
		switch address := members[key]; {
		case address == "":
			return fmt.Errorf("the state has no address of %s", key)
		case slices.Contains(l.members, address):
			return fmt.Errorf("etcd still has the member of %s", key)
		}
	}
	return l.etcd
}

// acceptsCreation returns an error if a new machine could not become a member of etcd, or would not boot.
func (u controlPlaneUpdate) acceptsCreation(live liveCluster, userData string) error {
	switch found := len(live.members) + u.planned; {
	case found >= u.machines && u.planned > 0:
		return fmt.Errorf("etcd has %d members for %d machines, and with those that this update creates before it would have %d: replace "+
			"one machine in each update (%s)", len(live.members), u.machines, found+1, replaceProcedure)
	case found >= u.machines:
		return fmt.Errorf("etcd has %d members for %d machines: first remove the member of the machine that is replaced, and its Node (%s)",
			found, u.machines, replaceProcedure)
	case live.etcd != nil:
		// etcd accepts no new member while another one is down (etcd release-3.5 server/etcdserver/server.go, mayAddMember).
		return fmt.Errorf("etcd accepts no new member: %w (%s)", live.etcd, replaceProcedure)
	case userData != "" && live.userData != "" && !sameJSON(userData, live.userData):
		return errors.New("Install.MasterIgnition is not the cluster's current Ignition config, with which alone a machine boots after the " +
			"cluster renewed its certificates: set it to the userData of the Secret master-user-data in openshift-machine-api (" +
			replaceProcedure + ")")
	}
	return nil
}

// acceptsChange returns an error if etcd would lose its majority without one more member, or one of its members is not healthy.
func (u controlPlaneUpdate) acceptsChange(live liveCluster) error {
	members := len(live.members)
	if onlyOne := u.machines == 1 && members <= 1; !onlyOne && members-1 < members/2+1 {
		return fmt.Errorf("etcd has %d members for %d machines, and loses its majority without one of them: replace the machine that is "+
			"missing in an update before (%s)", members, u.machines, replaceProcedure)
	}
	if problem := live.unhealthy(); problem != nil {
		return notYet{problem}
	}
	return nil
}

// sameJSON reports whether two texts are equal JSON.
func sameJSON(a, b string) bool {
	var one, other any
	return json.Unmarshal([]byte(a), &one) == nil && json.Unmarshal([]byte(b), &other) == nil && reflect.DeepEqual(one, other)
}
