package nodes_test

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestMixedInstancesArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.WorkerPoolArgs
	const path = "nodes.WorkerPoolArgs"
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
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   []string
	}{
		"mixed with one type": {
			reason: "the types default to InstanceType",
			change: func(a *args) { a.Mixed = &nodes.MixedInstancesArgs{OnDemandBase: 1} },
		},
		"weights": {reason: "all types can have a weight", change: func(a *args) { a.Mixed = weights(1, 2) }},
		"too many types": {
			reason: "Auto Scaling accepts at most 40 instance types",
			change: func(a *args) {
				a.Mixed = &nodes.MixedInstancesArgs{}
				for i := range 41 {
					kind := nodes.MixedType{InstanceType: fmt.Sprintf("x9z%d.xlarge", i)}
					a.Mixed.Types = append(a.Mixed.Types, kind)
				}
			},
			want: []string{path + ".Mixed.Types: range"},
		},
		"weights in part": {
			reason: "either all types have a weight or none",
			change: func(a *args) { a.Mixed = weights(1, 0) },
			want:   []string{path + ".Mixed.Types: must all have a weight or none (1 of 2 have one)"},
		},
		"weights with Autoscaling": {
			reason: "the autoscaler counts instances, not capacity units",
			change: func(a *args) { a.Mixed, a.Autoscaling = weights(1, 2), &nodes.PoolAutoscalingArgs{} },
			want: []string{
				path + ".Mixed.Types: must not have weights together with Autoscaling: the autoscaler counts instances",
			},
		},
		"mixed without a type": {
			reason: "an element of Types has an instance type",
			change: func(a *args) { a.Mixed = types("") },
			want:   []string{path + ".Mixed.Types[0].InstanceType: required"},
		},
		"type twice": {
			reason: "Auto Scaling accepts an instance type once",
			change: func(a *args) { a.Mixed = types("m5.xlarge", "m5a.xlarge", "m5.xlarge") },
			want:   []string{path + ".Mixed.Types[2].InstanceType: duplicate"},
		},
		"two architectures": {
			reason: "one image is for one architecture",
			change: func(a *args) { a.Mixed = types("x9z.xlarge", "m6i.xlarge", "m6g.xlarge") },
			want: []string{
				path + ".Mixed.Types[2].InstanceType: m6g.xlarge has architecture arm64; " +
					"must have the architecture of m6i.xlarge (amd64)",
			},
		},
		"Spot pools": {
			reason: "only the strategy lowest-price uses Spot pools",
			change: func(a *args) { a.Mixed = &nodes.MixedInstancesArgs{SpotPools: 3} },
			want:   []string{path + ".Mixed.SpotPools: needs"},
		},
		"negative Spot pools": {
			reason: "the number of Spot pools is at least 1",
			change: func(a *args) {
				a.Mixed = &nodes.MixedInstancesArgs{SpotStrategy: "lowest-price", SpotPools: -1}
			},
			want: []string{path + ".Mixed.SpotPools: range"},
		},
		"not for mixed instances": {
			reason: "mixed instances include Spot Instances",
			change: func(a *args) {
				a.Mixed, a.CapacityReservationID = &nodes.MixedInstancesArgs{}, pulumi.String("cr-0123456789abcdef0")
				a.Tenancy, a.WarmPool = "host", &nodes.WarmPoolArgs{}
			},
			want: []string{
				path + ".CapacityReservationID: exclusive",
				path + ".Tenancy: must not be host together with Mixed", path + ".WarmPool: exclusive",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := poolArgs()
			tt.change(args)
			checktest.Equal(t, tt.want, args.Validate(), tt.reason)
		})
	}
}
