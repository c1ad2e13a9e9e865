package nodes_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const hookType = "aws:autoscaling/lifecycleHook:LifecycleHook"

// elastic is a pool with everything that goes together.
func elastic(a *nodes.WorkerPoolArgs) {
	a.Pool = "batch"
	a.Min, a.Max, a.Desired = 0, 12, new(3)
	a.Mixed = &nodes.MixedInstancesArgs{
		Types:        []nodes.MixedType{{InstanceType: "m6i.xlarge"}, {InstanceType: "m5.xlarge"}},
		OnDemandBase: 2, OnDemandPercentageAboveBase: 25, SpotMaxPrice: "0.10",
	}
	a.Autoscaling = &nodes.PoolAutoscalingArgs{
		Resources:            map[string]string{"ephemeral-storage": "300Gi"},
		UtilizationThreshold: 0.4, UnneededTime: 5 * time.Minute, UnreadyTime: time.Hour,
	}
	a.Labels = map[string]string{"example.com/team": "data", "node.kubernetes.io/lifecycle": "spot"}
	a.Taints = []nodes.Taint{{Key: "example.com/batch", Effect: "NoSchedule"}}
	a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/sdf"}}
	a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("batch")}
	a.Tenancy = "default"
	a.KeyName = pulumi.String("debug")
	a.TargetGroupARNs = pulumi.ToStringArray(
		[]string{"arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/a/1"},
	)
	a.ClassicLoadBalancers = pulumi.ToStringArray([]string{"elb"})
	a.LoadBalancerHealth = true
	a.HealthGracePeriod = 15 * time.Minute
	a.CapacityRebalance = true
	a.Maintenance = &nodes.MaintenanceArgs{MinHealthyPercentage: 90, MaxHealthyPercentage: 120}
	a.Refresh = &nodes.RefreshArgs{SkipMatching: true, AutoRollback: true}
	a.Drain = &nodes.DrainArgs{}
	a.MaxInstanceLifetime = 14 * 24 * time.Hour
	a.ProtectFromScaleIn = true
}

func TestElasticPoolGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/workers-elastic.golden", mockstest.Run(t, pool(elastic)).Golden())
}

func TestElasticPoolPreviewRegistersTheSame(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, pool(elastic))
}

func TestAutoscaledPoolsKeepTheirSize(t *testing.T) {
	t.Parallel()
	group := mockstest.Run(t, pool(elastic)).OfType(groupType)[0]
	assert.Equal(t, []string{"desiredCapacity"}, group.Options.IgnoreChanges)
	assert.Equal(t, 3.0, group.Inputs["desiredCapacity"], "it begins with what the user says")
	assert.Equal(t, []any{"AZRebalance"}, group.Inputs["suspendedProcesses"], "the group would end machines undrained")
	assert.Empty(t, mockstest.Run(t, pool(samePool)).OfType(groupType)[0].Options.IgnoreChanges)
}

func TestAutoscalerTags(t *testing.T) {
	t.Parallel()
	group := mockstest.Run(t, pool(elastic)).OfType(groupType)[0]
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
		"k8s.io/cluster-autoscaler/node-template/label/node-role.kubernetes.io/batch":               "",
		"k8s.io/cluster-autoscaler/node-template/label/example.com/team":                            "data",
		"k8s.io/cluster-autoscaler/node-template/label/node.kubernetes.io/lifecycle":                "spot",
		"k8s.io/cluster-autoscaler/node-template/taint/example.com/batch":                           ":NoSchedule",
		"k8s.io/cluster-autoscaler/node-template/resources/ephemeral-storage":                       "300Gi",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownutilizationthreshold": "0.4",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownunneededtime":         "5m",
		"k8s.io/cluster-autoscaler/node-template/autoscaling-options/scaledownunreadytime":          "1h",
	}, hints)
}

// decoded is the user data of a pool's launch template.
func decoded(t *testing.T, rec *mocks.Recorder) string {
	t.Helper()
	secret, ok := only(t, rec, templateType)["userData"].(mocks.Secret)
	require.True(t, ok, "user data is a secret")
	text, err := base64.StdEncoding.DecodeString(secret.Value.(string))
	require.NoError(t, err)
	return string(text)
}

func TestIgnitionOfAPoolWithLabels(t *testing.T) {
	t.Parallel()
	const authority = `"security":{"tls":{"certificateAuthorities":[{"source":"data:text/plain;charset=utf-8;base64,Y2E="}]}}`
	rec := mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) {
		elastic(a)
		a.Ignition = pulumi.String(
			`{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://api-int.demo.example.com:22623/config/worker"}]},` + authority + `}}`,
		)
	}))
	var got, want any
	require.NoError(t, json.Unmarshal([]byte(decoded(t, rec)), &got))
	require.NoError(t, json.Unmarshal([]byte(`{
		"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://api-int.demo.example.com:22623/config/batch"}]},`+authority+`},
		"storage":{"files":[{"path":"/etc/kubernetes/kubelet-env","mode":420,"overwrite":true,
			"contents":{"source":"data:,CUSTOM_KUBELET_LABELS=example.com%2Fteam=data%2Cnode.kubernetes.io%2Flifecycle=spot%0A"}}]}}`), &want))
	assert.Equal(t, want, got, "the pool's address, the labels, and all else as the installer wrote it")
}

func TestIgnitionThatCannotServeAPool(t *testing.T) {
	t.Parallel()
	const path = "nodes.WorkerPoolArgs.Ignition: "
	for name, tt := range map[string]struct{ reason, pool, ignition, want string }{
		"no JSON": {
			reason:   "a path instead of its content",
			pool:     "worker",
			ignition: "worker.ign",
			want:     path + "is no JSON; it takes the text of worker.ign, and not its path: invalid character 'w' looking for beginning of value",
		},
		"no ignition": {
			reason:   "another JSON",
			pool:     "worker",
			ignition: `{"clusterName":"demo"}`,
			want:     path + "has no ignition.version; it takes the text of worker.ign, such as cluster.InstallDir's WorkerIgnition",
		},
		"no version": {
			reason:   "Ignition refuses it",
			pool:     "worker",
			ignition: `{"ignition":{}}`,
			want:     path + "has no ignition.version",
		},
		"no pointer": {
			reason:   "a whole configuration has no pool to choose",
			pool:     "batch",
			ignition: `{"ignition":{"version":"3.2.0"}}`,
			want:     path + "points at no machine configuration: ignition.config.merge has no source such as https://api-int.<domain>:22623/config/worker",
		},
		"too long": {
			reason:   "EC2 refuses it",
			pool:     "batch",
			ignition: `{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://a:22623/config/worker"}]}},"x":"` + longText(17000) + `"}`,
			want:     "EC2 takes 16384",
		},
		"too long too": {
			reason:   "EC2 refuses it",
			pool:     "worker",
			ignition: `{"ignition":{"version":"3.2.0"},"x":"` + longText(17000) + `"}`,
			want:     "EC2 takes 16384",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := mocks.New().Run(
				pool(func(a *nodes.WorkerPoolArgs) { a.Pool, a.Ignition = tt.pool, pulumi.String(tt.ignition) }),
			)
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

func manyLabels(n int) map[string]string {
	labels := map[string]string{}
	for i := range n {
		labels[fmt.Sprintf("label-%d", i)] = ""
	}
	return labels
}

func longText(n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = 'x'
	}
	return string(text)
}

func TestDrainHoldsMachinesAndTellsOfThem(t *testing.T) {
	t.Parallel()
	program := pool(func(a *nodes.WorkerPoolArgs) { a.Drain = &nodes.DrainArgs{Timeout: time.Minute} })
	mockstest.PreviewIsTheUpdate(t, program)
	rec := mockstest.Run(t, program)
	group := rec.OfType(groupType)[0].Outputs["name"].(string)
	assert.Equal(t, map[string]any{
		"name":                 "drain",
		"autoscalingGroupName": group,
		"lifecycleTransition":  "autoscaling:EC2_INSTANCE_TERMINATING",
		"defaultResult":        "CONTINUE",
		"heartbeatTimeout":     60.0,
	}, only(t, rec, hookType))
	queue, rule := rec.OfType("aws:sqs/queue:Queue")[0], rec.OfType("aws:cloudwatch/eventRule:EventRule")[0]
	assert.Equal(t, 120.0, queue.Inputs["messageRetentionSeconds"], "an older message tells of a machine that is gone")
	assert.Equal(t, true, queue.Inputs["sqsManagedSseEnabled"])
	assert.JSONEq(t, `{"source":["aws.autoscaling","aws.ec2"],
		"detail-type":["EC2 Instance-terminate Lifecycle Action","EC2 Spot Instance Interruption Warning"],
		"detail":{"$or":[{"AutoScalingGroupName":["`+group+`"]},{"instance-action":[{"exists":true}]}]}}`, rule.Inputs["eventPattern"].(string))
	assert.Equal(
		t,
		map[string]any{"rule": rule.Outputs["name"], "arn": queue.Outputs["arn"]},
		only(t, rec, "aws:cloudwatch/eventTarget:EventTarget"),
	)
	access := only(t, rec, "aws:sqs/queuePolicy:QueuePolicy")
	assert.Equal(t, queue.Outputs["url"], access["queueUrl"])
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[
		{"Sid":"Events","Effect":"Allow","Principal":{"Service":["events.amazonaws.com"]},"Action":["sqs:SendMessage"],"Resource":["`+queue.Outputs["arn"].(string)+`"],
			"Condition":{"ArnEquals":{"aws:SourceArn":["`+rule.Outputs["arn"].(string)+`"]}}},
		{"Sid":"EncryptedOnTheWay","Effect":"Deny","Principal":{"AWS":["*"]},"Action":["sqs:*"],"Resource":["`+queue.Outputs["arn"].(string)+`"],
			"Condition":{"Bool":{"aws:SecureTransport":["false"]}}}]}`, access["policy"].(string))
	hook := rec.OfType(hookType)[0]
	for _, before := range []string{"demo-drain-access", "demo-drain-target"} {
		assert.Contains(
			t,
			hook.Dependencies,
			mockstest.Find(t, rec, before).URN,
			"no machine is held while nobody would be told",
		)
	}
}

func TestAPoolWithoutDrainHasNoQueue(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		workers, err := nodes.NewWorkerPool(ctx, "demo", poolArgs())
		if err != nil {
			return err
		}
		ctx.Export("queue", workers.DrainQueueURL)
		return nil
	})
	assert.Empty(t, rec.Outputs()["queue"])
	assert.Len(t, mockstest.Inputs(rec), 2)
}

func TestWarmPool(t *testing.T) {
	t.Parallel()
	program := pool(
		func(a *nodes.WorkerPoolArgs) { a.WarmPool = &nodes.WarmPoolArgs{MinSize: 2, MaxPrepared: new(5)} },
	)
	mockstest.PreviewIsTheUpdate(t, program)
	rec := mockstest.Run(t, program)
	assert.Equal(
		t,
		map[string]any{"poolState": "Stopped", "minSize": 2.0, "maxGroupPreparedCapacity": 5.0},
		only(t, rec, groupType)["warmPool"],
	)
	assert.Equal(t, map[string]any{
		"name":                 "boot",
		"autoscalingGroupName": rec.OfType(groupType)[0].Outputs["name"],
		"lifecycleTransition":  "autoscaling:EC2_INSTANCE_LAUNCHING",
		"defaultResult":        "CONTINUE",
		"heartbeatTimeout":     900.0,
	}, only(t, rec, hookType), "a machine is not stopped before it has joined")
}

func TestARefreshReplacesProtectedMachinesToo(t *testing.T) {
	t.Parallel()
	for protected, want := range map[bool]any{true: "Refresh", false: nil} {
		group := only(
			t,
			mockstest.Run(
				t,
				pool(
					func(a *nodes.WorkerPoolArgs) { a.Refresh, a.ProtectFromScaleIn = &nodes.RefreshArgs{}, protected },
				),
			),
			groupType,
		)
		assert.Equal(
			t,
			want,
			at(group, "instanceRefresh", "preferences", "scaleInProtectedInstances"),
			"protected: %t",
			protected,
		)
	}
}

func TestARefreshMayGoBeyondTheDesiredNumber(t *testing.T) {
	t.Parallel()
	group := only(t, mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(100), MaxHealthyPercentage: new(150)}
	})), groupType)
	preferences := at(group, "instanceRefresh", "preferences").(map[string]any)
	assert.Equal(
		t,
		[]any{100.0, 150.0},
		[]any{preferences["minHealthyPercentage"], preferences["maxHealthyPercentage"]},
	)
}

func TestWeightsAndMarketsOfAMixedPool(t *testing.T) {
	t.Parallel()
	group := only(t, mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.Mixed = &nodes.MixedInstancesArgs{
			Types:        []nodes.MixedType{{"m5.xlarge", 1}, {"m5.2xlarge", 2}},
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

func TestAPartitionOfAPlacementGroup(t *testing.T) {
	t.Parallel()
	template := only(t, mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("spread"), Partition: 3}
	})), templateType)
	assert.Equal(t, map[string]any{"groupName": "spread", "partitionNumber": 3.0}, template["placement"])
}

func TestReservedCapacity(t *testing.T) {
	t.Parallel()
	template := only(
		t,
		mockstest.Run(t, pool(func(a *nodes.WorkerPoolArgs) { a.CapacityReservationID = pulumi.String("cr-1") })),
		templateType,
	)
	assert.Equal(
		t,
		map[string]any{"capacityReservationTarget": map[string]any{"capacityReservationId": "cr-1"}},
		template["capacityReservationSpecification"],
	)
}

func TestPoolTaints(t *testing.T) {
	t.Parallel()
	program := func(ctx *pulumi.Context) error {
		taints, err := nodes.NewPoolTaints(ctx, "demo", &nodes.PoolTaintsArgs{
			Pool: "batch", Taints: []nodes.Taint{{Key: "example.com/batch", Value: "yes", Effect: "NoSchedule"}},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", taints.Name)
		return nil
	}
	mockstest.PreviewIsTheUpdate(t, program)
	rec := mockstest.Run(t, program)
	kubetest.CheckRecorded(t, rec)
	created, _ := kubetest.Recorded(t, rec)
	require.Len(t, created, 1)
	assert.Equal(t, map[string]any{
		"machineConfigPoolSelector": map[string]any{
			"matchLabels": map[string]any{"pools.operator.machineconfiguration.openshift.io/batch": ""},
		},
		"kubeletConfig": map[string]any{
			"registerWithTaints": []any{
				map[string]any{"key": "example.com/batch", "value": "yes", "effect": "NoSchedule"},
			},
		},
	}, created[0]["spec"])
	assert.Equal(t, "batch-taints", rec.Outputs()["name"])
}

func TestWorkerPoolOptionsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.WorkerPoolArgs
	const path = "nodes.WorkerPoolArgs."
	mixed := func(m nodes.MixedInstancesArgs) func(*args) { return func(a *args) { a.Mixed = &m } }
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   string
	}{
		"everything": {reason: "all that goes together", change: elastic},
		"one type, mixed": {
			reason: "a base on demand, the rest spot",
			change: mixed(nodes.MixedInstancesArgs{OnDemandBase: 1}),
		},
		"weights": {
			reason: "all have one",
			change: mixed(nodes.MixedInstancesArgs{Types: []nodes.MixedType{{"m5.xlarge", 1}, {"m5.2xlarge", 2}}}),
		},
		"3.11": {
			reason: "its own user data",
			change: func(a *args) {
				a.Ignition, a.CloudInit, a.AllowIMDSv1 = nil, pulumi.String("#cloud-config"), true
			},
		},
		"3.11 and IMDSv2": {
			reason: "its kubelet asks without a token",
			change: func(a *args) { a.Ignition, a.CloudInit = nil, pulumi.String("#cloud-config") },
			want:   path + "AllowIMDSv1: is needed with CloudInit: the kubelet of OpenShift 3.11 asks for its instance without a token and would not start",
		},
		"plain label": {
			reason: "no namespace",
			change: func(a *args) { a.Labels = map[string]string{"team": "a"} },
		},
		"spot twice": {
			reason: "one or the other",
			change: func(a *args) { elastic(a); a.Spot = &nodes.SpotArgs{} },
			want:   path + "Spot: cannot be set with Mixed, which says what is bought on the spot market",
		},
		"weights in part": {
			reason: "AWS refuses it",
			change: mixed(nodes.MixedInstancesArgs{Types: []nodes.MixedType{{"m5.xlarge", 1}, {"m5.2xlarge", 0}}}),
			want:   path + "Mixed.Types: 1 of 2 have a weight; all have one, or none",
		},
		"weight": {
			reason: "AWS refuses it",
			change: mixed(nodes.MixedInstancesArgs{Types: []nodes.MixedType{{"m5.xlarge", 1000}}}),
			want:   path + "Mixed.Types[0].Weight: 1000 is no weight; it is 1 to 999, or 0 for none",
		},
		"mixed type": {
			reason: "no type",
			change: mixed(nodes.MixedInstancesArgs{Types: []nodes.MixedType{{}}}),
			want:   path + `Mixed.Types[0].InstanceType: "" is no instance type; one looks like r5.xlarge`,
		},
		"base": {
			reason: "below zero",
			change: mixed(nodes.MixedInstancesArgs{OnDemandBase: -1}),
			want:   path + "Mixed.OnDemandBase: -1 is no number of machines; it is 0 or more",
		},
		"share": {
			reason: "over all",
			change: mixed(nodes.MixedInstancesArgs{OnDemandPercentageAboveBase: 101}),
			want:   path + "Mixed.OnDemandPercentageAboveBase: 101 is no percentage; it is 0 to 100",
		},
		"strategy": {
			reason: "misspelt",
			change: mixed(nodes.MixedInstancesArgs{SpotStrategy: "capacityOptimized"}),
			want:   path + `Mixed.SpotStrategy: "capacityOptimized" is none of price-capacity-optimized, capacity-optimized, capacity-optimized-prioritized, lowest-price`,
		},
		"on-demand strategy": {
			reason: "that of spot",
			change: mixed(nodes.MixedInstancesArgs{OnDemandStrategy: "capacity-optimized"}),
			want:   path + `Mixed.OnDemandStrategy: "capacity-optimized" is none of prioritized, lowest-price`,
		},
		"markets": {
			reason: "AWS ignores it",
			change: mixed(nodes.MixedInstancesArgs{SpotPools: 3}),
			want:   path + "Mixed.SpotPools: 3 has a meaning with SpotStrategy lowest-price alone",
		},
		"many markets": {
			reason: "AWS refuses it",
			change: mixed(nodes.MixedInstancesArgs{SpotPools: 21, SpotStrategy: "lowest-price"}),
			want:   path + "Mixed.SpotPools: 21 is no number of markets; it is 1 to 20",
		},
		"mixed price": {
			reason: "no number",
			change: mixed(nodes.MixedInstancesArgs{SpotMaxPrice: "cheap"}),
			want:   path + `Mixed.SpotMaxPrice: "cheap" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`,
		},
		"type twice": {
			reason: "AWS refuses it",
			change: mixed(nodes.MixedInstancesArgs{Types: []nodes.MixedType{{"m5.xlarge", 0}, {"m5a.xlarge", 0}, {"m5.xlarge", 0}}}),
			want:   path + "Mixed.Types[2].InstanceType: m5.xlarge is that of Types[0] too; AWS takes each once",
		},
		"two architectures": {
			reason: "one image boots one",
			change: mixed(nodes.MixedInstancesArgs{Types: []nodes.MixedType{{"x9z.xlarge", 0}, {"m6i.xlarge", 0}, {"m6g.xlarge", 0}}}),
			want:   path + "Mixed.Types[2].InstanceType: m6g.xlarge is of architecture arm64 and m6i.xlarge of amd64; the machines have one image",
		},
		"weights, autoscaled": {
			reason: "it counts machines",
			change: func(a *args) {
				a.Mixed, a.Autoscaling = &nodes.MixedInstancesArgs{Types: []nodes.MixedType{{"m5.xlarge", 1}, {"m5.2xlarge", 2}}}, &nodes.PoolAutoscalingArgs{}
			},
			want: path + "Mixed.Types: cannot have weights with Autoscaling: the autoscaler takes the group's size for a number of machines",
		},
		"spot on a host": {
			reason: "EC2 refuses it",
			change: func(a *args) { a.Spot, a.Tenancy = &nodes.SpotArgs{}, "host" },
			want:   path + "Tenancy: host is not for spot machines; leave out one of the two",
		},
		"reserved spot": {
			reason: "EC2 refuses it",
			change: func(a *args) { a.Spot, a.CapacityReservationID = &nodes.SpotArgs{}, pulumi.String("cr-1") },
			want:   path + "CapacityReservationID: cannot be used by spot machines; leave out one of the two",
		},
		"warm spot": {
			reason: "AWS refuses it",
			change: func(a *args) { a.Spot, a.WarmPool = &nodes.SpotArgs{}, &nodes.WarmPoolArgs{} },
			want:   path + "WarmPool: cannot be had with spot machines; leave out one of the two",
		},
		"role label": {
			reason: "the kubelet would not start",
			change: func(a *args) { a.Labels = map[string]string{"node-role.kubernetes.io/infra": ""} },
			want:   path + "Labels: a kubelet may not give itself node-role.kubernetes.io/infra; a role comes with Pool, other labels of kubernetes.io and k8s.io from outside",
		},
		"taint of workers": {
			reason: "it would taint all",
			change: func(a *args) { a.Taints = []nodes.Taint{{Key: "a", Effect: "NoSchedule"}} },
			want:   path + "Taints: need a Pool of one's own: the kubelet configuration of worker would taint every worker",
		},
		"control plane": {
			reason: "its configuration makes masters",
			change: func(a *args) { a.Pool = "master" },
			want:   path + `Pool: "master" is the control plane's; name the pool otherwise`,
		},
		"both user data": {
			reason: "two versions",
			change: func(a *args) { a.CloudInit, a.AllowIMDSv1 = pulumi.String("#"), true },
			want:   path + "CloudInit: cannot be set with Ignition; OpenShift 3.11 takes the one, OpenShift 4 the other",
		},
		"3.11 labels": {
			reason: "the group says it",
			change: func(a *args) {
				a.Ignition, a.CloudInit, a.AllowIMDSv1, a.Labels = nil, pulumi.String("#"), true, map[string]string{"a": "b"}
			},
			want: path + "CloudInit: leaves no room for Pool and Labels; the node config group of OpenShift 3.11 says what a node is",
		},
		"health of nothing": {
			reason: "no load balancer to ask",
			change: func(a *args) { a.LoadBalancerHealth = true },
			want:   path + "LoadBalancerHealth: needs TargetGroupARNs or ClassicLoadBalancers",
		},
		"grace": {
			reason: "not whole seconds",
			change: func(a *args) { a.HealthGracePeriod = time.Millisecond },
			want:   path + "HealthGracePeriod: 1ms is no time in whole seconds, 0 or more",
		},
		"maintenance": {
			reason: "too wide",
			change: func(a *args) {
				a.Maintenance = &nodes.MaintenanceArgs{MinHealthyPercentage: 50, MaxHealthyPercentage: 160}
			},
			want: path + "Maintenance.MaxHealthyPercentage: 160 is more than 100 above MinHealthyPercentage, 50",
		},
		"maintenance of 0": {
			reason: "forgotten",
			change: func(a *args) { a.Maintenance = &nodes.MaintenanceArgs{} },
			want:   path + "Maintenance.MaxHealthyPercentage: 0 is no percentage; it is 100 to 200",
		},
		"refresh": {
			reason: "more than all stay",
			change: func(a *args) { a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(110)} },
			want:   path + "Refresh.MinHealthyPercentage: 110 is no percentage; it is 0 to 100",
		},
		"short drain": {
			reason: "AWS refuses it",
			change: func(a *args) { a.Drain = &nodes.DrainArgs{Timeout: time.Second} },
			want:   path + "Drain.Timeout: 1s is not between 30s and 2h, in whole seconds",
		},
		"long retention": {
			reason: "SQS refuses it",
			change: func(a *args) { a.Drain = &nodes.DrainArgs{MessageRetention: 15 * 24 * time.Hour} },
			want:   path + "Drain.MessageRetention: 360h is not between 1m and 336h, in whole seconds",
		},
		"warm state": {
			reason: "RHCOS does not",
			change: func(a *args) { a.WarmPool = &nodes.WarmPoolArgs{State: "Hibernated"} },
			want:   path + `WarmPool.State: "Hibernated" is none of Stopped, Running`,
		},
		"warm below zero": {
			reason: "no number",
			change: func(a *args) { a.WarmPool = &nodes.WarmPoolArgs{MinSize: -1} },
			want:   path + "WarmPool.MinSize: -1 is no number of machines; it is 0 or more",
		},
		"refresh beyond": {
			reason: "AWS refuses it",
			change: func(a *args) {
				a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(90), MaxHealthyPercentage: new(210)}
			},
			want: path + "Refresh.MaxHealthyPercentage: 210 is no percentage; it is 100 to 200\n" + path + "Refresh.MaxHealthyPercentage: 210 is more than 100 above MinHealthyPercentage, 90",
		},
		"short boot": {
			reason: "AWS refuses it",
			change: func(a *args) { a.WarmPool = &nodes.WarmPoolArgs{BootTime: time.Second} },
			want:   path + "WarmPool.BootTime: 1s is not between 30s and 2h, in whole seconds",
		},
		"warm size": {
			reason: "fewer prepared than waiting",
			change: func(a *args) { a.WarmPool = &nodes.WarmPoolArgs{MinSize: 4, MaxPrepared: new(2)} },
			want:   path + "WarmPool.MaxPrepared: 2 is less than MinSize, 4",
		},
		"short life": {
			reason: "AWS refuses it",
			change: func(a *args) { a.MaxInstanceLifetime = time.Hour },
			want:   path + "MaxInstanceLifetime: 1h is no age that AWS takes; it is 24h to 8760h, in whole seconds",
		},
		"threshold": {
			reason: "percent",
			change: func(a *args) { a.Autoscaling = &nodes.PoolAutoscalingArgs{UtilizationThreshold: 40} },
			want:   path + "Autoscaling.UtilizationThreshold: 40 is no share; it is between 0 and 1, such as 0.5",
		},
		"resource": {
			reason: "no quantity",
			change: func(a *args) {
				a.Autoscaling = &nodes.PoolAutoscalingArgs{Resources: map[string]string{"nvidia.com/gpu": ""}}
			},
			want: path + `Autoscaling.Resources: "nvidia.com/gpu": "" is no quantity of a resource; one looks like nvidia.com/gpu: 1`,
		},
		"most tags": {
			reason: "AWS takes 50",
			change: func(a *args) { a.Autoscaling, a.Labels, a.Tags = &nodes.PoolAutoscalingArgs{}, manyLabels(46), nil },
			want:   path + "Autoscaling: the group would have 51 tags with those that tell of Labels, Taints and Resources; AWS takes 50",
		},
		"as many labels": {
			reason: "without an autoscaler they are no tags",
			change: func(a *args) { a.Labels = manyLabels(46) },
		},
		"one less": {
			reason: "just so many",
			change: func(a *args) { a.Autoscaling, a.Labels, a.Tags = &nodes.PoolAutoscalingArgs{}, manyLabels(45), nil },
		},
		"long label": {
			reason: "AWS refuses the tag",
			change: func(a *args) {
				a.Autoscaling, a.Labels = &nodes.PoolAutoscalingArgs{}, map[string]string{longText(60) + ".example.com/" + longText(20): "a"}
			},
			want: path + "Autoscaling: the tag k8s.io/cluster-autoscaler/node-template/label/" + longText(60) + ".example.com/" + longText(20) + " has 139 characters; AWS takes 128, so that its label, taint or resource must be shorter",
		},
		"data device": {
			reason: "the root",
			change: func(a *args) { a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/sda1"}} },
			want:   path + `DataVolumes[0].DeviceName: "/dev/sda1" is no device for data; one looks like /dev/sdf`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := poolArgs()
			tt.change(args)
			if tt.want == "" {
				assert.NoError(t, args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, args.Validate(), tt.want, tt.reason)
		})
	}
}

func TestPoolTaintsArgsValidate(t *testing.T) {
	t.Parallel()
	taints := []nodes.Taint{{Key: "a", Effect: "NoSchedule"}}
	for name, tt := range map[string]struct {
		reason string
		args   *nodes.PoolTaintsArgs
		want   string
	}{
		"own pool": {reason: "what it is for", args: &nodes.PoolTaintsArgs{Pool: "batch", Taints: taints}},
		"nothing": {
			reason: "both are needed",
			want:   "nodes.PoolTaintsArgs.Pool: is required\nnodes.PoolTaintsArgs.Taints: is required",
		},
		"workers": {
			reason: "all of them",
			args:   &nodes.PoolTaintsArgs{Pool: "worker", Taints: taints},
			want:   "nodes.PoolTaintsArgs.Pool: worker would taint every worker; make a machine config pool of one's own",
		},
		"masters": {
			reason: "the control plane",
			args:   &nodes.PoolTaintsArgs{Pool: "master", Taints: taints},
			want:   `nodes.PoolTaintsArgs.Pool: "master" is the control plane's; name the pool otherwise`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				assert.NoError(t, tt.args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
		})
	}
}
