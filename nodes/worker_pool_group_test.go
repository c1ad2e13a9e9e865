package nodes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestAutoscalerManagesDesiredCapacity(t *testing.T) {
	t.Parallel()
	group := run(t, pool(elastic)).OfType(groupType)[0]
	assert.Equal(t, []string{"desiredCapacity"}, group.Options.IgnoreChanges)
	assert.Equal(t, 3.0, group.Inputs["desiredCapacity"], "Desired is the initial number")
	assert.Equal(t, []any{"AZRebalance"}, group.Inputs["suspendedProcesses"],
		"AZRebalance terminates instances without draining them")
	assert.Empty(t, run(t, pool(samePool)).OfType(groupType)[0].Options.IgnoreChanges)
}

func TestDesiredCapacityIsOptional(t *testing.T) {
	t.Parallel()
	assert.NotContains(t, only(t, run(t, pool(samePool)), groupType), "desiredCapacity")
	for _, desired := range []int{0, 4} {
		group := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Min, a.Desired = 0, new(desired) })),
			groupType)
		assert.Equal(t, float64(desired), group["desiredCapacity"])
	}
}

func TestWarmPool(t *testing.T) {
	t.Parallel()
	program := pool(
		func(a *nodes.WorkerPoolArgs) { a.WarmPool = &nodes.WarmPoolArgs{MinSize: 2, MaxPrepared: new(5)} },
	)
	rec := run(t, program)
	assert.Equal(t, map[string]any{"poolState": "Stopped", "minSize": 2.0, "maxGroupPreparedCapacity": 5.0},
		only(t, rec, groupType)["warmPool"])
	assert.Equal(t, map[string]any{
		"name":                 "boot",
		"autoscalingGroupName": rec.OfType(groupType)[0].Outputs["name"],
		"lifecycleTransition":  "autoscaling:EC2_INSTANCE_LAUNCHING",
		"defaultResult":        "CONTINUE",
		"heartbeatTimeout":     900.0,
	}, only(t, rec, hookType), "an instance is not stopped before it has joined")
}

func TestRefreshReplacesProtectedInstances(t *testing.T) {
	t.Parallel()
	for protected, want := range map[bool]any{true: "Refresh", false: nil} {
		group := only(
			t,
			run(t, pool(
				func(a *nodes.WorkerPoolArgs) { a.Refresh, a.ProtectFromScaleIn = &nodes.RefreshArgs{}, protected },
			),
			),
			groupType,
		)
		assert.Equal(t, want, at(group, "instanceRefresh", "preferences", "scaleInProtectedInstances"),
			"protected: %t", protected)
	}
}

func TestRefreshPercentages(t *testing.T) {
	t.Parallel()
	group := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(100), MaxHealthyPercentage: new(150)}
	})), groupType)
	preferences := at(group, "instanceRefresh", "preferences").(map[string]any)
	assert.Equal(t, []any{100.0, 150.0},
		[]any{preferences["minHealthyPercentage"], preferences["maxHealthyPercentage"]})
}

func TestWeightsAndSpotPools(t *testing.T) {
	t.Parallel()
	group := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.Mixed = &nodes.MixedInstancesArgs{
			Types:        []nodes.MixedType{{InstanceType: "m5.xlarge", Weight: 1}, {InstanceType: "m5.2xlarge", Weight: 2}},
			SpotStrategy: "lowest-price",
			SpotPools:    4,
		}
	})), groupType)
	policy := group["mixedInstancesPolicy"].(map[string]any)
	assert.Equal(t, []any{
		map[string]any{
			"instanceType":     "m5.xlarge",
			"weightedCapacity": "1",
		}, map[string]any{"instanceType": "m5.2xlarge", "weightedCapacity": "2"},
	}, at(policy, "launchTemplate", "overrides"))
	assert.InDelta(t, 4, at(policy, "instancesDistribution", "spotInstancePools"), 0)
}
