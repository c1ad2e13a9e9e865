package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestMixedInstancesArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.WorkerPoolArgs
	weights := func(first, second int) *nodes.MixedInstancesArgs {
		return &nodes.MixedInstancesArgs{Types: []nodes.MixedType{
			{InstanceType: "m5.xlarge", Weight: first}, {InstanceType: "m5.2xlarge", Weight: second},
		}}
	}
	types := func(names ...string) *nodes.MixedInstancesArgs {
		mixed := &nodes.MixedInstancesArgs{}
		for _, name := range names {
			mixed.Types = append(mixed.Types, nodes.MixedType{InstanceType: name})
		}
		return mixed
	}
	checktest.Cases(t, "nodes.WorkerPoolArgs", map[string]checktest.Case{
		"mixed with one type": {
			Reason: "the types default to InstanceType",
			Args:   poolArgs(func(a *args) { a.Mixed = &nodes.MixedInstancesArgs{OnDemandBase: 1} }),
		},
		"weights": {Reason: "all types can have a weight", Args: poolArgs(func(a *args) { a.Mixed = weights(1, 2) })},
		"weights in part": {
			Reason: "either all types have a weight or none",
			Args:   poolArgs(func(a *args) { a.Mixed = weights(1, 0) }),
			Want:   []string{".Mixed.Types: must all have a weight or none (1 of 2 have one)"},
		},
		"weights with Autoscaling": {
			Reason: "the autoscaler counts instances, not capacity units",
			Args:   poolArgs(func(a *args) { a.Mixed, a.Autoscaling = weights(1, 2), &nodes.PoolAutoscalingArgs{} }),
			Want: []string{
				".Mixed.Types: must not have weights together with Autoscaling: the autoscaler counts instances",
			},
		},
		"type twice": {
			Reason: "Auto Scaling accepts an instance type once",
			Args:   poolArgs(func(a *args) { a.Mixed = types("m5.xlarge", "m5a.xlarge", "m5.xlarge") }),
			Want:   []string{".Mixed.Types[2].InstanceType: duplicate"},
		},
		"two architectures": {
			Reason: "one image is for one architecture",
			Args:   poolArgs(func(a *args) { a.Mixed = types("x9z.xlarge", "m6i.xlarge", "m6g.xlarge") }),
			Want: []string{".Mixed.Types[2].InstanceType: m6g.xlarge has architecture arm64; " +
				"must have the architecture of m6i.xlarge (amd64)"},
		},
		"Spot pools": {
			Reason: "only the strategy lowest-price uses Spot pools",
			Args:   poolArgs(func(a *args) { a.Mixed = &nodes.MixedInstancesArgs{SpotPools: 3} }),
			Want:   []string{".Mixed.SpotPools: needs"},
		},
		"not for mixed instances": {
			Reason: "mixed instances include Spot Instances",
			Args: poolArgs(func(a *args) {
				a.Mixed, a.CapacityReservationID = &nodes.MixedInstancesArgs{}, pulumi.String("cr-0123456789abcdef0")
				a.Tenancy, a.WarmPool = "host", &nodes.WarmPoolArgs{}
			}),
			Want: []string{
				".CapacityReservationID: exclusive",
				".Tenancy: must not be host together with Mixed", ".WarmPool: exclusive",
			},
		},
	})
}
