package ageing_test

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// upgrades are those of OpenShift.
var upgrades = []event{
	{
		name: "patch release", reason: "it pauses the pools of the last upgrade, which another update resumes",
		possible: func(y *year) bool { return len(y.patches()) > 0 },
		run: func(y *year) {
			d := y.desired.clone()
			d.upgrade.Version = one(y, y.patches())
			y.apply(d)
			y.paused("worker", len(d.upgrade.PausedPools) > 0)
			y.up()
			y.paused("worker", false)
		},
	},
	{
		name: "channel", reason: "a channel alone upgrades nothing",
		possible: func(y *year) bool { return after(y.release()) != "" && !y.channelLeads() },
		change: func(y *year, d *desired) {
			d.upgrade.Channel = one(y, []string{"stable-", "fast-", "candidate-"}) + after(y.release())
		},
	},
	{
		name: "minor release", reason: "with the acknowledgments that it requires", possible: (*year).channelLeads,
		run: func(y *year) { y.upgrade(y.desired.clone(), nil) },
	},
	{
		name: "minor release with a paused pool", reason: "the update after the upgrade resumes the pool", possible: (*year).channelLeads,
		run: func(y *year) {
			y.upgrade(y.desired.clone(), pulumi.String("worker"))
			y.paused("worker", true)
			y.up()
			y.paused("worker", false)
		},
	},
	{
		name: "from one EUS release to the next", reason: "workers skip the release between them, whoever runs an update meanwhile",
		possible: func(y *year) bool { return slices.Contains([]string{"4.18", "4.20"}, minor(y.release())) },
		run: func(y *year) {
			between := after(y.release())
			last := minors[slices.Index(minors, between)+1]
			d := y.desired.clone()
			d.upgrade.Channel = "eus-" + last
			y.apply(d)
			d.upgrade.Through = last
			y.upgrade(d, pulumi.String("worker"))
			meanwhile := y.desired.clone()
			meanwhile.routers = other(y, meanwhile.routers, 2, 3)
			y.apply(meanwhile)
			y.paused("worker", true)
			y.upgrade(y.desired.clone(), pulumi.String("worker"))
			y.up()
			y.paused("worker", false)
		},
	},
}

// release is the release that the cluster runs.
func (y *year) release() string { return y.cluster.version.current() }

func (y *year) patches() []string { return y.cluster.version.later(minor(y.release())) }

// channelLeads reports whether the channel leads to the next minor release.
func (y *year) channelLeads() bool {
	next := after(y.release())
	_, of, _ := strings.Cut(y.desired.upgrade.Channel, "-")
	return next != "" && slices.Index(minors, of) >= slices.Index(minors, next)
}

// upgrade upgrades to the next minor release, while a pool is paused; nil for none.
func (y *year) upgrade(d desired, pool pulumi.StringInput) {
	y.t.Helper()
	to := after(y.release())
	if gate := gates[minor(y.release())]; gate != "" {
		d.upgrade.AdminAcks = append(without(d.upgrade.AdminAcks, gate), gate)
	}
	d.upgrade.Version = one(y, y.cluster.version.later(to))
	d.upgrade.PausedPools = nil
	if pool == nil {
		d.upgrade.Through = ""
	} else {
		d.upgrade.PausedPools = map[string]pulumi.StringInput{"worker": pool}
	}
	y.apply(d)
	if y.release() != d.upgrade.Version {
		y.t.Errorf("the cluster runs %s after the upgrade to %s", y.release(), d.upgrade.Version)
	}
}

// paused asserts whether a pool is paused.
func (y *year) paused(name string, want bool) {
	y.t.Helper()
	err := y.cluster.version.objects(func(named map[string]map[string]any) {
		spec, _ := named["MachineConfigPool/"+name]["spec"].(map[string]any)
		if is, _ := spec["paused"].(bool); is != want {
			y.t.Errorf("the pool %s is paused: %t", name, is)
		}
	})
	if err != nil {
		y.t.Error(err)
	}
}
