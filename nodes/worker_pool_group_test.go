package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
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
		func(a *nodes.WorkerPoolArgs) {
			a.WarmPool = &nodes.WarmPoolArgs{MinSize: 2, MaxPrepared: new(5), State: "Running", BootTime: 20 * time.Minute}
		},
	)
	rec := run(t, program)
	assert.Equal(t, map[string]any{"poolState": "Running", "minSize": 2.0, "maxGroupPreparedCapacity": 5.0},
		only(t, rec, groupType)["warmPool"])
	assert.Equal(t, map[string]any{
		"name":                 "boot",
		"autoscalingGroupName": rec.OfType(groupType)[0].Outputs["name"],
		"lifecycleTransition":  "autoscaling:EC2_INSTANCE_LAUNCHING",
		"defaultResult":        "CONTINUE",
		"heartbeatTimeout":     1200.0,
	}, only(t, rec, hookType), "an instance is not stopped before it has joined")
	rec = run(t, pool(func(a *nodes.WorkerPoolArgs) { a.WarmPool = &nodes.WarmPoolArgs{} }))
	assert.Equal(t, "Stopped", at(only(t, rec, groupType), "warmPool", "poolState"))
	assert.InDelta(t, 900, only(t, rec, hookType)["heartbeatTimeout"], 0)
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

func TestRefreshPreferences(t *testing.T) {
	t.Parallel()
	group := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.Refresh = &nodes.RefreshArgs{
			MinHealthyPercentage: new(100), MaxHealthyPercentage: new(150), InstanceWarmup: time.Minute,
		}
	})), groupType)
	preferences := at(group, "instanceRefresh", "preferences").(map[string]any)
	assert.Equal(t, []any{100.0, 150.0, "60"},
		[]any{preferences["minHealthyPercentage"], preferences["maxHealthyPercentage"], preferences["instanceWarmup"]})
}

func TestWeightsAndSpotPools(t *testing.T) {
	t.Parallel()
	group := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.Mixed = &nodes.MixedInstancesArgs{
			Types:            []nodes.MixedType{{InstanceType: "m5.xlarge", Weight: 1}, {InstanceType: "m5.2xlarge", Weight: 2}},
			SpotStrategy:     "lowest-price",
			SpotPools:        4,
			OnDemandStrategy: "lowest-price",
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
	assert.Equal(t, "lowest-price", at(policy, "instancesDistribution", "onDemandAllocationStrategy"))
}

func TestSpotOptions(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		spot   *nodes.SpotArgs
		want   any
	}{
		"on demand": {reason: "on-demand is the default"},
		"no price": {
			reason: "the maximum price defaults to the On-Demand price",
			spot:   &nodes.SpotArgs{},
			want:   map[string]any{"marketType": "spot"},
		},
		"price": {
			reason: "the maximum price is set",
			spot:   &nodes.SpotArgs{MaxPrice: "0.08"},
			want:   map[string]any{"marketType": "spot", "spotOptions": map[string]any{"maxPrice": "0.08"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			template := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Spot = tt.spot })), templateType)
			assert.Equal(t, tt.want, template["instanceMarketOptions"], tt.reason)
		})
	}
}

func TestPlacementGroupPartition(t *testing.T) {
	t.Parallel()
	template := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("spread"), Partition: 3}
	})), templateType)
	assert.Equal(t, map[string]any{"groupName": "spread", "partitionNumber": 3.0}, template["placement"])
}

func TestCapacityReservation(t *testing.T) {
	t.Parallel()
	template := only(t,
		run(t, pool(func(a *nodes.WorkerPoolArgs) { a.CapacityReservationID = pulumi.String("cr-0123456789abcdef0") })),
		templateType)
	assert.Equal(t,
		map[string]any{"capacityReservationTarget": map[string]any{"capacityReservationId": "cr-0123456789abcdef0"}},
		template["capacityReservationSpecification"])
}

func TestAutoscalerTags(t *testing.T) {
	t.Parallel()
	group := run(t, pool(elastic)).OfType(groupType)[0]
	hints := map[string]any{}
	for _, tag := range group.Inputs["tags"].([]any) {
		fields := tag.(map[string]any)
		if fields["propagateAtLaunch"] == false {
			hints[fields["key"].(string)] = fields["value"]
		}
	}
	assert.Equal(t, map[string]any{
		"k8s.io/cluster-autoscaler/enabled":                                                         "true",
		"k8s.io/cluster-autoscaler/demo-x7k2p":                                                      "owned",
		"k8s.io/cluster-autoscaler/node-template/label/node-role.kubernetes.io/worker":              "",
		"k8s.io/cluster-autoscaler/node-template/label/example.com/team":                            "data",
		"k8s.io/cluster-autoscaler/node-template/label/node.kubernetes.io/lifecycle":                "spot",
		"k8s.io/cluster-autoscaler/node-template/taint/example.com/batch":                           ":NoSchedule",
		"k8s.io/cluster-autoscaler/node-template/resources/ephemeral-storage":                       "300Gi",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownutilizationthreshold": "0.4",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownunneededtime":         "5m",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownunreadytime":          "1h",
	}, hints, "the group promises no role of a custom pool, which a kubelet cannot set")
}

func TestDrain(t *testing.T) {
	t.Parallel()
	program := pool(func(a *nodes.WorkerPoolArgs) { a.Drain = &nodes.DrainArgs{Timeout: time.Minute} })
	rec := run(t, program)
	group := rec.OfType(groupType)[0].Outputs["name"].(string)
	assert.Equal(t, map[string]any{
		"name":                 "drain",
		"autoscalingGroupName": group,
		"lifecycleTransition":  "autoscaling:EC2_INSTANCE_TERMINATING",
		"defaultResult":        "CONTINUE",
		"heartbeatTimeout":     60.0,
	}, only(t, rec, hookType))
	queue, rule := rec.OfType("aws:sqs/queue:Queue")[0], rec.OfType("aws:cloudwatch/eventRule:EventRule")[0]
	assert.Equal(t, 120.0, queue.Inputs["messageRetentionSeconds"],
		"the instance of an older message no longer exists")
	longer := pool(func(a *nodes.WorkerPoolArgs) { a.Drain = &nodes.DrainArgs{MessageRetention: time.Hour} })
	assert.InDelta(t, 3600, run(t, longer).OfType("aws:sqs/queue:Queue")[0].Inputs["messageRetentionSeconds"], 0)
	assert.Equal(t, true, queue.Inputs["sqsManagedSseEnabled"])
	assert.JSONEq(t, `{"source":["aws.autoscaling","aws.ec2"],
		"detail-type":["EC2 Instance-terminate Lifecycle Action","EC2 Spot Instance Interruption Warning"],
		"detail":{"$or":[{"AutoScalingGroupName":["`+group+`"]},{"instance-action":[{"exists":true}]}]}}`,
		rule.Inputs["eventPattern"].(string))
	assert.Equal(t, map[string]any{"rule": rule.Outputs["name"], "arn": queue.Outputs["arn"]},
		only(t, rec, "aws:cloudwatch/eventTarget:EventTarget"))
	access := only(t, rec, "aws:sqs/queuePolicy:QueuePolicy")
	assert.Equal(t, queue.Outputs["url"], access["queueUrl"])
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[
		{"Sid":"SendEvents","Effect":"Allow","Principal":{"Service":["events.amazonaws.com"]},"Action":["sqs:SendMessage"],
			"Resource":["`+queue.Outputs["arn"].(string)+`"],
			"Condition":{"ArnEquals":{"aws:SourceArn":["`+rule.Outputs["arn"].(string)+`"]}}},
		{"Sid":"TLSOnly","Effect":"Deny","Principal":{"AWS":["*"]},"Action":["sqs:*"],
			"Resource":["`+queue.Outputs["arn"].(string)+`"],
			"Condition":{"Bool":{"aws:SecureTransport":["false"]}}}]}`, access["policy"].(string))
	hook := rec.OfType(hookType)[0]
	for _, before := range []string{"demo-drain-access", "demo-drain-target"} {
		assert.Contains(t, hook.Dependencies, mockstest.Find(t, rec, before).URN,
			"no instance waits for a hook without a queue")
	}
}

func TestNoDrain(t *testing.T) {
	t.Parallel()
	rec := run(t, mockstest.Exporting(nodes.NewWorkerPool, "demo", poolArgs(),
		func(workers *nodes.WorkerPool) pulumi.Map { return pulumi.Map{"queue": workers.DrainQueueURL} }))
	assert.Empty(t, rec.Outputs()["queue"])
	assert.Len(t, mockstest.Inputs(rec), 2)
}
