package ocmtest

// Event is what happens in OCM, or to the stack, before an operation.
type Event string

// The events.
const (
	// Deleted is that somebody deletes the resource in the console, ClusterDeleted the cluster, and InitialPoolDeleted its first pool.
	Deleted            Event = "deleted"
	ClusterDeleted     Event = "cluster deleted"
	InitialPoolDeleted Event = "initial pool deleted"
	// StateInstalling and the others are the states in which the cluster is from now on.
	StateInstalling   Event = "installing"
	StateReady        Event = "ready"
	StateError        Event = "error"
	StateUninstalling Event = "uninstalling"
	// InstallationsFail and InstallationsTakeLong are what happens to the clusters that are created from now on.
	InstallationsFail     Event = "installations fail"
	InstallationsTakeLong Event = "installations take longer than the program waits"
	// UpgradesTakeLong is that the upgrades that are requested from now on do not end.
	UpgradesTakeLong Event = "upgrades take long"
	// Scheduled is that an administrator sets a schedule of upgrades.
	Scheduled Event = "scheduled"
	// Lost is that the resource is not in the stack, because the update that created it was killed.
	Lost Event = "lost"
	// Unauthorized and Forbidden are OCM's answers to all requests from now on, and Allowed is the end of it.
	Unauthorized Event = "unauthorized"
	Forbidden    Event = "forbidden"
	Allowed      Event = "allowed"
)

// Operation is what the engine does with a resource.
type Operation string

// The operations.
const (
	Up      Operation = "up"
	Refresh Operation = "refresh"
	Destroy Operation = "destroy"
	// OtherUp is an update of another stack with the same resource.
	OtherUp Operation = "up of another stack"
)

// Results of operations that succeed. A refresh or a destroy leaves the resource in the stack or not, and NotReady is a resource that the
// next update continues with.
const (
	Unchanged = "unchanged"
	Created   = "create"
	Updated   = "update"
	Kept      = "kept"
	Gone      = "gone"
	NotReady  = "not ready"
)

// Step is an event and an operation after it.
type Step struct {
	Event Event
	// Change are the inputs that differ from now on; nil ones are left out.
	Change    map[string]any
	Operation Operation
	// Want is the result. Error is part of the error if the operation fails, or of the reason why the resource is not ready.
	Want, Error string
}

// Case is what RHCS inside the plugin of this module does, step by step, with a resource in a cluster that is ready, or with a cluster.
type Case struct {
	Reason string
	// Product is the only type of clusters that it concerns.
	Product string
	// Of are what it concerns, such as Pool; a test for each.
	Of    []string
	Steps []Step
}

var (
	clusters  = []string{Cluster}
	deletable = []string{IdentityProvider, User, Pool, Tuning}
	contents  = []string{IdentityProvider, User, Pool, Ingress, Tuning}
)

// create creates the resource.
var create = Step{Operation: Up, Want: Created}

// anyChange stands for the inputs in [Changes], which differ by product.
const anyChange = "change"

// applied is a change that OCM applies.
var applied = Step{Change: map[string]any{anyChange: true}, Operation: Up, Want: Updated}

// end is the end of all cases of which the resource stays in the stack.
var end = []Step{{Operation: Up, Want: Unchanged}, {Operation: Refresh, Want: Kept}, {Operation: Destroy, Want: Gone}}

// Cases are the cases by name. The sandbox's fake of RHCS and the real one inside the plugin of this module both run all.
var Cases = map[string]Case{
	"gone, refresh": {
		Reason: "what somebody deleted leaves the stack, and is created again", Of: append(deletable, Cluster),
		Steps: append([]Step{create, {Event: Deleted, Operation: Refresh, Want: Gone}, create}, end...),
	},
	"gone, up": {
		Reason: "an update reads clusters only", Of: deletable,
		Steps: []Step{create, {Event: Deleted, Operation: Up, Want: Unchanged}, {Operation: Destroy, Want: Gone}},
	},
	"cluster gone, up": {
		Reason: "the engine reads a cluster before each update", Of: clusters,
		Steps: append([]Step{create, {Event: Deleted, Operation: Up, Want: Created}}, end...),
	},
	"gone, destroy": {
		Reason: "what is gone is deleted already", Of: append(deletable, Cluster),
		Steps: []Step{create, {Event: Deleted, Operation: Destroy, Want: Gone}},
	},
	"cluster gone, contents, refresh": {
		Reason: "what was in a cluster is gone with it", Of: contents,
		Steps: []Step{create, {Event: ClusterDeleted, Operation: Refresh, Want: Gone}},
	},
	"cluster gone, contents, destroy": {
		Reason: "what was in a cluster is gone with it", Of: contents,
		Steps: []Step{create, {Event: ClusterDeleted, Operation: Destroy, Want: Gone}},
	},
	"pool gone, change": {
		Reason: "an update of a pool does not read it before", Of: []string{Pool},
		Steps: []Step{create, {Event: Deleted, Change: map[string]any{"replicas": 3}, Operation: Up, Error: "404"}},
	},
	"initial pool gone": {
		Reason: "OCM does not create an initial pool again", Product: HCP, Of: []string{Pool},
		Steps: []Step{{
			Event: InitialPoolDeleted, Change: map[string]any{"name": "workers"}, Operation: Up,
			Error: "the default machine pool 'workers' was deleted",
		}},
	},
	"initial pool": {
		Reason: "a resource of its name adopts it", Product: HCP, Of: []string{Pool},
		Steps: append([]Step{{
			Change: map[string]any{
				"name": "workers", "awsNodePool": map[string]any{"instanceType": "m5.xlarge", "capacityReservationPreference": "open"},
			}, Operation: Up, Want: Created,
		}}, end[:2]...),
	},
	"initial pool, other subnet": {
		Reason: "the subnet of a pool is immutable", Product: HCP, Of: []string{Pool},
		Steps: []Step{{
			Change: map[string]any{"name": "workers", "subnetId": "subnet-2"}, Operation: Up, Error: "aws_node_pool.subnet_id",
		}},
	},
	"installation fails": {
		Reason: "the cluster is in the stack, and the next update continues", Of: clusters,
		Steps: append([]Step{
			{Event: InstallationsFail, Operation: Up, Want: NotReady, Error: "is in state error"},
			{Operation: Up, Want: NotReady, Error: "is in state error"},
			{Operation: Refresh, Want: NotReady, Error: "is in state error"},
			{Change: map[string]any{anyChange: true}, Operation: Up, Want: NotReady, Error: "is in state error"},
			{Event: StateReady, Operation: Up, Want: Updated},
		}, end...),
	},
	"installation fails, destroy": {
		Reason: "a cluster whose installation failed can be deleted", Of: clusters,
		Steps: []Step{
			{Event: InstallationsFail, Operation: Up, Want: NotReady, Error: "is in state error"}, {Operation: Destroy, Want: Gone},
		},
	},
	"error later": {
		Reason: "a cluster in state error is not unchanged", Of: clusters,
		Steps: []Step{
			create, {Event: StateError, Operation: Up, Want: NotReady, Error: "is in state error"}, {Operation: Destroy, Want: Gone},
		},
	},
	"installation takes long": {
		Reason: "the next update continues to wait", Of: clusters,
		Steps: append([]Step{
			{Event: InstallationsTakeLong, Operation: Up, Want: NotReady, Error: "is still in state installing"},
			{Operation: Refresh, Want: NotReady, Error: "installing: the next update continues to wait"},
			{Event: StateReady, Operation: Up, Want: Unchanged},
		}, end...),
	},
	"no wait": {
		Reason: "a program may not wait for its cluster", Of: clusters,
		Steps: []Step{
			{
				Event: InstallationsTakeLong, Change: map[string]any{"waitForCreateComplete": false}, Operation: Up, Want: Created,
			},
			{Operation: Refresh, Want: Kept}, {Operation: Up, Want: Unchanged}, {Operation: Destroy, Want: Gone},
		},
	},
	"killed": {
		Reason: "the next creation continues with the cluster that it has requested; another stack does not", Of: clusters,
		Steps: append([]Step{
			create, {Event: Lost, Operation: OtherUp, Error: "the name 'demo' is taken already"}, create,
		}, end...),
	},
	"uninstalling": {
		Reason: "a cluster that somebody deletes stays until it is gone", Of: clusters,
		Steps: []Step{create, {Event: StateUninstalling, Operation: Refresh, Want: Kept}, {Operation: Destroy, Want: Gone}},
	},
	"contents of a cluster in error": {
		Reason: "nothing is created in a cluster whose installation failed", Of: contents,
		Steps: []Step{{Event: StateError, Operation: Up, Error: "is in state error"}},
	},
	"contents of a cluster that is deleted": {
		Reason: "nothing is created in a cluster that somebody deletes", Of: contents,
		Steps: []Step{{Event: StateUninstalling, Operation: Up, Error: "is in state uninstalling"}},
	},
	"contents of a cluster that is gone": {
		Reason: "nothing is created in a cluster that somebody deleted", Of: contents,
		Steps: []Step{{Event: ClusterDeleted, Operation: Up, Error: "does not exist in OCM any more"}},
	},
	"schedule": {
		Reason: "a schedule of upgrades survives changes and upgrades", Of: clusters,
		Steps: append([]Step{
			create, {Event: Scheduled, Change: map[string]any{anyChange: true}, Operation: Up, Want: Updated},
			{Change: map[string]any{"version": "4.18.6"}, Operation: Up, Want: Updated},
		}, end...),
	},
	"upgrade, then change": {
		Reason: "the engine reads a cluster before each update", Of: clusters,
		Steps: append([]Step{create, {Change: map[string]any{"version": "4.18.6"}, Operation: Up, Want: Updated}, applied}, end...),
	},
	"upgrade of a pool, then change": {
		Reason: "RHCS decides by the release in the stack", Product: HCP, Of: []string{Pool},
		Steps: append([]Step{
			{Change: map[string]any{"version": "4.18.4"}, Operation: Up, Want: Created},
			{Change: map[string]any{"version": "4.18.5"}, Operation: Up, Want: Updated},
			{Change: map[string]any{"replicas": 3}, Operation: Up, Want: Updated},
		}, end...),
	},
	"upgrade in progress": {
		Reason: "OCM makes one upgrade after the other", Product: HCP, Of: clusters,
		Steps: []Step{
			{Change: map[string]any{"version": "4.17.20"}, Operation: Up, Want: Created},
			{Event: UpgradesTakeLong, Change: map[string]any{"version": "4.18.5"}, Operation: Up, Want: Updated},
			{Change: map[string]any{"version": "4.18.6"}, Operation: Up, Error: "already in progress"},
		},
	},
	"change of an immutable property": {
		Reason: "RHCS rejects it when it is applied", Of: clusters,
		Steps: []Step{create, {Change: map[string]any{"machineCidr": "10.1.0.0/16"}, Operation: Up, Error: "cannot be changed from"}},
	},
	"removal of an immutable property": {
		Reason: "RHCS rejects it when it is applied", Of: clusters,
		Steps: []Step{
			{Change: map[string]any{"tags": map[string]any{"team": "core"}}, Operation: Up, Want: Created},
			{Change: map[string]any{"tags": nil}, Operation: Up, Error: "tags, cannot be changed from"},
		},
	},
	"removal of a computed property": {
		Reason: "OCM keeps what it has", Of: clusters,
		Steps: []Step{
			{Change: map[string]any{"domainPrefix": "demo"}, Operation: Up, Want: Created},
			{Change: map[string]any{"domainPrefix": nil, anyChange: true}, Operation: Up, Want: Updated},
		},
	},
	"change of an immutable property of a pool": {
		Reason: "RHCS rejects it when it is applied", Of: []string{Pool},
		Steps: []Step{create, {Change: map[string]any{"subnetId": "subnet-2"}, Operation: Up, Error: "cannot be changed from"}},
	},
	"unauthorized": {
		Reason: "an answer that is no 404 is no proof that something is gone", Of: []string{Cluster, Pool},
		Steps: []Step{
			create, {Event: Unauthorized, Operation: Refresh, Error: "status is 401"}, {Operation: Destroy, Error: "status is 401"},
			{Event: Allowed, Operation: Up, Want: Unchanged},
		},
	},
	"forbidden": {
		Reason: "an answer that is no 404 is no proof that something is gone", Of: []string{Cluster, Pool},
		Steps: []Step{
			create, {Event: Forbidden, Operation: Refresh, Error: "status is 403"}, {Operation: Destroy, Error: "status is 403"},
			{Event: Allowed, Operation: Up, Want: Unchanged},
		},
	},
}
