package ocm

import "slices"

// State is the state of a cluster or an upgrade (openshift-online/ocm-api-model clientapi v0.0.456 clustersmgmt/v1, ClusterState and
// UpgradePolicyStateValue).
type State string

// The states of clusters.
const (
	Installing   State = "installing"
	Ready        State = "ready"
	Failed       State = "error"
	Uninstalling State = "uninstalling"
	// Gone is not a state of OCM, which answers 404 then.
	Gone State = "gone"
)

// The states of upgrades.
const (
	Started       State = "started"
	Completed     State = "completed"
	UpgradeFailed State = "failed"
	Cancelled     State = "cancelled"
)

// ends lists how an operation can end that is in a state. It ends in the first one unless a test says otherwise.
var ends = map[State][]State{
	Installing:   {Ready, Failed},
	Uninstalling: {Gone, Failed},
	Started:      {Completed, UpgradeFailed, Cancelled},
}

// Operation is an installation, an upgrade, or a deletion that OCM has begun and ends while it is read. OCM needs an hour, which no test
// waits for.
type Operation struct {
	// State is the state until the operation ends, End the one that it ends in.
	State, End State
	// Reads is how often it is read until it ends.
	Reads int
}

// Begin returns an operation in a state that ends after a number of reads: in end if the state can end in it, and otherwise in success.
func Begin(state, end State, reads int) Operation {
	if !slices.Contains(ends[state], end) {
		end = ends[state][0]
	}
	return Operation{State: state, End: end, Reads: reads}
}

// Read returns the operation after it was read once more.
func (o Operation) Read() Operation {
	o.Reads--
	return o
}

// Current returns the state that a read shows.
func (o Operation) Current() State {
	if o.HasEnded() {
		return o.End
	}
	return o.State
}

// HasEnded reports whether the operation has ended.
func (o Operation) HasEnded() bool { return o.Reads <= 0 }
