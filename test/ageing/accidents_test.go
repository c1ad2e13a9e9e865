package ageing_test

import (
	"fmt"
	"strconv"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// briefly is how long an update waits for a cluster that does not recover by itself.
const briefly = 3 * time.Second

// accidents are what others do, and what AWS does.
var accidents = []event{
	{
		name: "a machine dies", reason: "nothing stops another one before etcd has three members again, and its successor needs the seven steps",
		run: func(y *year) {
			zone := one(y, y.desired.masterZones())
			id := y.cluster.machineIn(zone)
			y.account("delete", y.masterName(zone))
			y.rejected(update, func(d *desired) {
				d.masters, d.wait = other(y, d.masters, instanceTypes...), briefly
			}, "EtcdMembersDegraded is True")
			y.refresh()
			y.mistake(func(*desired) {}, "first remove the member of the machine that is replaced")
			y.cluster.lose(id)
			y.up()
		},
	},
	{
		name: "the API cannot be reached", reason: "what costs no member changes, and nothing else",
		run: func(y *year) {
			y.cluster.set(func() { y.cluster.away = true })
			d := y.desired.clone()
			d.tags["quarter"] = strconv.Itoa(4 + y.random.IntN(100))
			y.apply(d)
			y.mistake(func(d *desired) { d.masters = other(y, d.masters, instanceTypes...) }, "nothing says whether etcd keeps its majority")
			y.cluster.set(func() { y.cluster.away = false })
		},
	},
	{
		name: "the internal load balancer is deleted", reason: "nobody reaches the API until it is created again, which needs no API",
		run: func(y *year) {
			y.cluster.set(func() { y.cluster.cut = true })
			y.account("delete", "LoadBalancer::"+y.desired.name+"-int")
			y.refresh()
			y.up()
		},
	},
	{
		name: "a setting of the load balancer", reason: "an update after a refresh sets it back",
		run: func(y *year) {
			y.account("set", "LoadBalancer::"+y.desired.name+"-int", "enableCrossZoneLoadBalancing=false")
			y.refresh()
			y.up()
		},
	},
	{
		name: "somebody else changes an instance type", reason: "an update after a refresh sets it back, with the cluster's consent",
		run: func(y *year) {
			y.account("set", y.masterName(one(y, y.desired.masterZones())), "instanceType=m5.8xlarge")
			y.pass()
			y.refresh()
			y.up()
		},
	},
	{
		name: "AWS has no capacity", reason: "the update ends, no further machine changes, and the next update continues",
		run: func(y *year) {
			zone := one(y, y.desired.masterZones())
			y.account("fail", fmt.Sprintf(`{"type": "aws:ec2/instance:Instance", "name": "%s-master-%s", "operation": "update", "error": %q}`,
				y.desired.name, zone, sandbox.NoCapacity))
			d := y.desired.clone()
			d.masters = other(y, d.masters, instanceTypes...)
			y.desired = d
			if _, err := y.box().Up(y.t.Context()); err == nil {
				y.t.Error("nobody notices that AWS has no capacity")
			}
			y.pass()
			y.account("heal")
			y.up()
		},
	},
	{
		name: "all machines are stopped overnight", reason: "updates do not need them, and the morning finds the same cluster",
		run: func(y *year) {
			y.cluster.set(func() { y.cluster.off = true })
			d := y.desired.clone()
			d.tags["night"] = strconv.Itoa(y.random.IntN(100))
			y.apply(d)
			y.mistake(func(d *desired) { d.masters = other(y, d.masters, instanceTypes...) }, "nothing says whether etcd keeps its majority")
			y.cluster.set(func() { y.cluster.off = false })
		},
	},
	{
		name: "a bucket is deleted", reason: "an update after a refresh creates it again",
		run: func(y *year) {
			y.account("delete", "BucketV2::"+y.desired.name+"-etcd-backup")
			y.refresh()
			y.up()
		},
	},
}
