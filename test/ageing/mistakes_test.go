package ageing_test

import (
	"fmt"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// mistakes are edits that nobody means. Nothing of the cluster changes.
var mistakes = []event{
	{
		name: "another zone in the place of one", reason: "a member of etcd, or a subnet of the load balancers, would leave",
		possible: func(y *year) bool { return !slices.Contains(y.desired.zones, region+"d") },
		run: func(y *year) {
			leaves := one(y, y.desired.zones)
			if y.desired.machineZones != nil {
				leaves = one(y, slices.DeleteFunc(slices.Clone(y.desired.zones), y.runsIn))
			}
			run := preview // an update without one creates the subnets of a new zone before it comes to the control plane
			if y.hasZone(region + "d") {
				run = one(y, []operation{update, preview})
			}
			y.rejected(run, func(d *desired) {
				d.zones, d.furtherZones = append(without(d.zones, leaves), region+"d"), []string{leaves}
			}, "the update would delete")
		},
	},
	{
		name: "a zone that a machine has left leaves too", reason: "the load balancers would lose its subnet",
		possible: func(y *year) bool {
			return slices.ContainsFunc(y.desired.zones, func(zone string) bool { return !y.runsIn(zone) })
		},
		run: func(y *year) {
			leaves := one(y, slices.DeleteFunc(slices.Clone(y.desired.zones), y.runsIn))
			y.mistake(func(d *desired) {
				d.zones, d.furtherZones = without(d.zones, leaves), append(d.furtherZones, leaves)
			}, leaves+" cannot be taken away", "in Zones instead of FurtherZones")
		},
	},
	{
		name: "a move without its steps", reason: "the member still votes", possible: func(y *year) bool { return len(y.freeZones()) > 0 },
		run: func(y *year) {
			from, to := one(y, y.desired.masterZones()), one(y, y.freeZones())
			y.mistake(func(d *desired) { d.machineZones = append(without(d.masterZones(), from), to) }, "etcd still has the member of "+from)
		},
	},
	{
		name: "two machines move at once", reason: "etcd would lose its majority", possible: func(y *year) bool { return len(y.freeZones()) > 0 },
		run: func(y *year) {
			all := y.desired.masterZones()
			kept, to := one(y, all), one(y, y.freeZones())
			y.mistake(func(d *desired) { d.machineZones = []string{kept, to, to} }, "etcd still has the member of")
		},
	},
	{
		name: "the last pool leaves", reason: "its machines are deleted with it",
		possible: func(y *year) bool { return len(y.desired.pools) == 1 },
		run:      func(y *year) { y.mistake(func(d *desired) { clear(d.pools) }, "it is the last one") },
	},
	{
		name: "stage bootstrap", reason: "all objects inside the cluster would be deleted",
		run: func(y *year) {
			y.mistake(func(d *desired) { d.stage = cluster.StageBootstrap }, "the cluster is installed")
		},
	},
	{
		name: "another install directory", reason: "it is of another cluster",
		run: func(y *year) {
			dir := y.t.TempDir()
			if err := mocks.InstallDir(dir, "other.example.com", region); err != nil {
				y.t.Fatal(err)
			}
			y.mistake(func(d *desired) { d.installDir = dir }, "would delete the control plane")
		},
	},
	{
		name: "the cluster leaves the program", reason: "it is protected",
		run: func(y *year) { y.rejected(preview, func(d *desired) { d.name = "" }, "cannot be deleted") },
	},
	{
		name: "another name of the cluster", reason: "it would be another cluster, at the load balancers of this one",
		run: func(y *year) {
			y.rejected(preview, func(d *desired) { d.name = "renamed" }, "hook", "renamed-", " is not c")
		},
	},
	{
		name: "smaller volumes", reason: "EBS volumes cannot shrink",
		run: func(y *year) { y.mistake(func(d *desired) { d.volume.SizeGiB -= 50 }, "shrink") },
	},
	{
		name: "an upgrade without acknowledgments", reason: "the cluster rejects it",
		possible: func(y *year) bool {
			gate := gates[minor(y.release())]
			return y.channelLeads() && gate != "" && !slices.Contains(y.desired.upgrade.AdminAcks, gate)
		},
		run: func(y *year) {
			to := one(y, y.cluster.version.later(after(y.release())))
			y.mistake(func(d *desired) { d.upgrade.Version = to }, gates[minor(y.release())])
		},
	},
	{
		name: "an upgrade over two minor releases", reason: "the cluster rejects it",
		possible: func(y *year) bool { return slices.Index(minors, minor(y.release()))+2 < len(minors) },
		run: func(y *year) {
			to := minors[slices.Index(minors, minor(y.release()))+2]
			y.mistake(func(d *desired) { d.upgrade.Channel, d.upgrade.Version = "candidate-"+to, to+".3" }, "at most one minor version ahead")
		},
	},
	{
		name: "a downgrade", reason: "OpenShift cannot be downgraded",
		run: func(y *year) {
			y.mistake(func(d *desired) { d.upgrade.Version = minor(y.release()) + ".0" }, "cannot be downgraded")
		},
	},
	{
		name: "a release that does not exist", reason: "the channel does not offer it",
		run: func(y *year) {
			y.mistake(func(d *desired) {
				d.upgrade.Version = fmt.Sprintf("%s.%d", minor(y.release()), 90+y.random.IntN(9))
			}, "does not offer")
		},
	},
}
