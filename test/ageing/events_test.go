package ageing_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// event is what happens to a cluster.
type event struct {
	name, reason string
	// possible reports whether it can happen now; nil for always.
	possible func(*year) bool
	// change is what an edit changes, or run what happens.
	change func(*year, *desired)
	run    func(*year)
}

func table() []event { return slices.Concat(changes, upgrades, mistakes, accidents) }

var instanceTypes = []string{"m5.xlarge", "m5.2xlarge", "m6i.xlarge", "m6i.2xlarge"}

// changes are edits that an update carries out.
var changes = []event{
	{
		name: "scale workers", reason: "machine sets change in place",
		change: func(y *year, d *desired) { d.workersPerZone = other(y, d.workersPerZone, 1, 2, 3, 4) },
	},
	{
		name: "scale routers", reason: "the operator rolls them out",
		change: func(y *year, d *desired) { d.routers = other(y, d.routers, 2, 3) },
	},
	{
		name: "instance type of the control plane", reason: "each machine stops, one after the other",
		change: func(y *year, d *desired) { d.masters = other(y, d.masters, instanceTypes...) },
	},
	{
		name: "instance types of the workers and infra nodes", reason: "new machines only",
		change: func(y *year, d *desired) {
			d.workers, d.infra = other(y, d.workers, instanceTypes...), other(y, d.infra, "r5.xlarge", "r5.2xlarge", "r6i.xlarge")
		},
	},
	{
		name: "volumes grow", reason: "a volume of etcd is slower while AWS modifies it",
		change: func(y *year, d *desired) { d.volume.SizeGiB += 10 * (1 + y.random.IntN(5)) },
	},
	{
		name: "add a zone", reason: "subnets of the other zones keep their CIDRs",
		possible: func(y *year) bool { return !y.hasZone(region + "d") },
		change:   func(_ *year, d *desired) { d.furtherZones = inRegion("d") },
	},
	{
		name: "leave a zone", reason: "no control-plane machine and no load balancer of the API was there",
		possible: func(y *year) bool {
			return y.desired.furtherZones != nil && !y.runsIn(region+"d") && y.desired.machineZones == nil
		},
		change: func(_ *year, d *desired) { d.furtherZones = nil },
	},
	{
		name:     "move a machine to another zone",
		reason:   "the member leaves etcd before the machine is deleted, and the load balancers keep their subnets",
		possible: func(y *year) bool { return len(y.freeZones()) > 0 },
		run: func(y *year) {
			from, to := one(y, y.desired.masterZones()), one(y, y.freeZones())
			y.cluster.lose(y.cluster.machineIn(from))
			moved := y.desired.clone()
			if slices.Contains(moved.furtherZones, from) { // the load balancers keep its subnet
				moved.zones, moved.furtherZones = append(moved.zones, from), without(moved.furtherZones, from)
			}
			moved.machineZones = append(without(moved.masterZones(), from), to)
			y.apply(moved)
		},
	},
	{
		name: "order of zones", reason: "zones are no list of positions",
		run: func(y *year) {
			d := y.desired.clone()
			y.random.Shuffle(len(d.zones), func(i, j int) { d.zones[i], d.zones[j] = d.zones[j], d.zones[i] })
			y.desired = d
			if result := y.up(); result.Changed() {
				y.t.Errorf("another order of the zones changes %v", result.Changes)
			}
		},
	},
	{
		name: "add a pool", reason: "nothing else changes", possible: func(y *year) bool { return len(y.desired.pools) < 3 },
		change: func(y *year, d *desired) { d.pools[fmt.Sprintf("pool%d", y.random.IntN(1000))] = y.pool() },
	},
	{
		name: "change a pool", reason: "the group gets another template", possible: (*year).hasPools,
		change: func(y *year, d *desired) { d.pools[one(y, slices.Sorted(maps.Keys(d.pools)))] = y.pool() },
	},
	{
		name:     "remove a pool",
		reason:   "agents that no pool needs leave with it; for the last one, somebody says that it is meant",
		possible: (*year).hasPools,
		run: func(y *year) {
			d := y.desired.clone()
			delete(d.pools, one(y, slices.Sorted(maps.Keys(d.pools))))
			if len(d.pools) == 0 {
				y.opts.Config["openshift-aws:allowLoss"] = "SelfManaged/" + d.name
			}
			y.apply(d)
			delete(y.opts.Config, "openshift-aws:allowLoss")
		},
	},
	{
		name: "rotate tags", reason: "tags stop no machine",
		change: func(y *year, d *desired) {
			d.tags = map[string]string{"team": other(y, d.tags["team"], "core", "sre", "shop"), "quarter": strconv.Itoa(y.random.IntN(4))}
		},
	},
	{
		name: "public or private", reason: "machines and the internal load balancer stay",
		change: func(y *year, d *desired) { d.scope = other(y, d.scope, network.External, network.Internal) },
	},
	{
		name: "labels of workers", reason: "they are in the templates of machines",
		change: func(y *year, d *desired) {
			d.labels = map[string]string{"tier": other(y, d.labels["tier"], "a", "b", "c")}
		},
	},
	{
		name: "another AMI", reason: "the control plane keeps its own", change: func(y *year, d *desired) {
			d.ami = other(y, d.ami, ami, "ami-0123456789abcdef1", "ami-0123456789abcdef2")
		},
	},
	{
		name: "a bucket for backups more, or less", reason: "buckets are parts of their own",
		change: func(_ *year, d *desired) {
			if d.backups = append(d.backups, "applications"); len(d.backups) > 2 {
				d.backups = d.backups[:1]
			}
		},
	},
	{
		name: "a host to reach the API by, or none", reason: "it belongs to nothing of the cluster",
		change: func(_ *year, d *desired) { d.jumpHost = !d.jumpHost },
	},
	{
		name: "storage of monitoring, or none", reason: "a part can be omitted",
		change: func(_ *year, d *desired) { d.monitoring = !d.monitoring },
	},
	{
		name: "defaults of another version of the library", reason: "they are changes of the machines like others",
		change: func(_ *year, d *desired) { d.defaults = !d.defaults },
	},
	{
		name: "several changes at once", reason: "a reviewer merges them together",
		change: func(y *year, d *desired) {
			d.masters, d.routers = other(y, d.masters, instanceTypes...), other(y, d.routers, 2, 3)
			d.volume.SizeGiB += 10
			d.tags = map[string]string{"quarter": strconv.Itoa(y.random.IntN(4))}
			if y.random.IntN(2) == 0 {
				d.scope = other(y, d.scope, network.External, network.Internal)
			}
			if gone := blueprint.PartIngressController; y.random.IntN(2) == 0 {
				d.workersPerZone, d.omit = 2, append(without(d.omit, gone), gone)
			} else {
				d.omit = without(d.omit, gone)
			}
		},
	},
}

func (y *year) hasPools() bool { return len(y.desired.pools) > 0 }

// pool returns a pool of workers.
func (y *year) pool() nodes.WorkerPoolArgs {
	pool := nodes.WorkerPoolArgs{Min: y.random.IntN(2), Max: 2 + y.random.IntN(4), InstanceType: one(y, instanceTypes)}
	if y.random.IntN(2) == 0 {
		pool.Autoscaling = &nodes.PoolAutoscalingArgs{}
	}
	if y.random.IntN(2) == 0 {
		pool.Drain = &nodes.DrainArgs{}
	}
	return pool
}

// hasZone reports whether the network has a zone, and runsIn whether a control-plane machine is there.
func (y *year) hasZone(zone string) bool {
	return slices.Contains(slices.Concat(y.desired.zones, y.desired.furtherZones), zone)
}

func (y *year) runsIn(zone string) bool { return slices.Contains(y.desired.masterZones(), zone) }

// freeZones are those of the network without a control-plane machine.
func (y *year) freeZones() []string {
	return slices.DeleteFunc(slices.Concat(y.desired.zones, y.desired.furtherZones), y.runsIn)
}
