package nodes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestWorkerPoolArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.WorkerPoolArgs
	cloudInit := func(a *args) {
		a.Ignition, a.CloudInit, a.AllowIMDSv1 = nil, pulumi.String("#cloud-config"), true
	}
	checktest.Cases(t, "nodes.WorkerPoolArgs", map[string]checktest.Case{
		"usual":   {Reason: "the default arguments are valid", Args: poolArgs()},
		"elastic": {Reason: "all options that can be combined are valid together", Args: poolArgs(elastic)},
		"fixed size": {
			Reason: "the minimum can be the maximum",
			Args:   poolArgs(func(a *args) { a.Min, a.Max = 3, 3 }),
		},
		"empty": {
			Reason: "a pool can be empty, and have several subnets of a zone",
			Args: poolArgs(func(a *args) {
				a.Min, a.Desired, a.Subnets = 0, new(0), subnets("us-east-2a", "us-east-2a")
			}),
		},
		"options": {
			Reason: "the maximum price is optional, a tag Name does not override the component's, " +
				"a label key needs no prefix, and EC2 accepts spaces within the name of a key pair",
			Args: poolArgs(func(a *args) {
				a.Spot, a.Tags = &nodes.SpotArgs{}, pulumi.StringMap{"Name": pulumi.String("x")}
				a.Labels, a.KeyName = map[string]string{"team": "a"}, pulumi.String("ops team")
			}),
		},
		"OpenShift 3.11": {Reason: "CloudInit replaces Ignition", Args: poolArgs(cloudInit)},
		"many labels": {
			Reason: "labels are tags only with Autoscaling",
			Args:   poolArgs(func(a *args) { a.Labels = manyLabels(46) }),
		},
		"50 tags": {
			Reason: "a group has at most 50 tags",
			Args: poolArgs(func(a *args) {
				a.Autoscaling, a.Labels, a.Tags = &nodes.PoolAutoscalingArgs{}, manyLabels(44), nil
			}),
		},
		"labels in 4.19": {
			Reason: "the kubelet unit reads labels from 4.19 on, and a pool can select by them",
			Args:   poolArgs(func(a *args) { a.OpenShiftVersion, a.Pool, a.Labels = "4.19", "batch", manyLabels(1) }),
		},
		"pool in 4.22": {
			Reason: "the machine config operator labels the nodes of custom pools from 4.22 on",
			Args:   poolArgs(func(a *args) { a.OpenShiftVersion, a.Pool = "4.22", "batch" }),
		},
		"labels in 4.18": {
			Reason: "the kubelet unit of 4.18 ignores labels",
			Args:   poolArgs(func(a *args) { a.OpenShiftVersion, a.Labels = "4.18", manyLabels(1) }),
			Want:   []string{".Labels: requires OpenShift 4.19 or later (the cluster's release is 4.18)"},
		},
		"pool in 4.21": {
			Reason: "before 4.22 nodes of a pool without labels reboot into worker's configuration",
			Args:   poolArgs(func(a *args) { a.OpenShiftVersion, a.Pool = "4.21", "batch" }),
			Want:   []string{".Pool: requires OpenShift 4.22 or later (the cluster's release is 4.21)"},
		},
		"no subnets": {
			Reason: "the zones of the group are those of subnets",
			Args:   poolArgs(func(a *args) { a.Subnets = nil }),
			Want:   []string{".Subnets: required"},
		},
		"unset values": {
			Reason: "empty strings and outputs of resources that do not exist count as not set",
			Args:   poolArgs(func(a *args) { a.Subnets[0].ID, a.Ignition = nil, pulumi.String("") }),
			Want:   []string{".Subnets[0].ID: required", ".Ignition: required"},
		},
		"formats": {
			Reason: "a zone has a name, not an ID",
			Args:   poolArgs(func(a *args) { a.Subnets[0].Zone = "use2-az1" }),
			Want:   []string{".Subnets[0].Zone: format"},
		},
		"two regions": {
			Reason: "a group is in one region",
			Args:   poolArgs(func(a *args) { a.Subnets = subnets("us-east-2a", "us-west-2a") }),
			Want:   []string{".Subnets[1].Zone: us-west-2a is not in region us-east-2"},
		},
		"one subnet in two zones": {
			Reason: "a subnet is in one zone",
			Args:   poolArgs(func(a *args) { a.Subnets[1].ID = a.Subnets[0].ID }),
			Want:   []string{".Subnets[1].ID: duplicate"},
		},
		"ignition of the control plane": {
			Reason: "a known text is checked before anything is registered",
			Args: poolArgs(func(a *args) {
				a.Ignition = pulumi.String(strings.Replace(pointerIgnition, "/config/worker", "/config/master", 1))
			}),
			Want: []string{".Ignition: must be the content of worker.ign: " +
				"with master.ign the instances would join as control-plane nodes"},
		},
		"volumes": {
			Reason: "the root volume is at least as large as the image, and its key is in the region of the subnets",
			Args: poolArgs(func(a *args) {
				key := pulumi.String("arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab")
				a.RootVolume = &nodes.VolumeArgs{SizeGiB: 8, KMSKeyARN: key}
			}),
			Want: []string{
				".RootVolume.SizeGiB: range",
				".RootVolume.KMSKeyARN: arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab " +
					"is in region us-west-2; must be in us-east-2",
			},
		},
		"ranges": {
			Reason: "each of these fields has a range",
			Args: poolArgs(func(a *args) {
				a.Min, a.Maintenance = -1, &nodes.MaintenanceArgs{}
				a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(110)}
			}),
			Want: []string{".Min: range", ".Maintenance.MaxHealthyPercentage: range", ".Refresh.MinHealthyPercentage: range"},
		},
		"maximum below minimum": {
			Reason: "the maximum must be at least the minimum",
			Args:   poolArgs(func(a *args) { a.Min, a.Max = 4, 3 }),
			Want:   []string{".Max: range"},
		},
		"desired above maximum": {
			Reason: "the desired number must be at most the maximum",
			Args:   poolArgs(func(a *args) { a.Desired = new(7) }),
			Want:   []string{".Desired: range"},
		},
		"desired below minimum": {
			Reason: "the desired number must be at least the minimum",
			Args:   poolArgs(func(a *args) { a.Desired = new(1) }),
			Want:   []string{".Desired: range"},
		},
		"prices": {
			Reason: "mixed instances have their own price",
			Args:   poolArgs(func(a *args) { a.Spot, a.Mixed = &nodes.SpotArgs{}, &nodes.MixedInstancesArgs{} }),
			Want:   []string{".Spot: exclusive"},
		},
		"not for Spot Instances": {
			Reason: "Spot Instances have no capacity reservation, Dedicated Host or warm pool",
			Args: poolArgs(func(a *args) {
				a.Spot, a.CapacityReservationID = &nodes.SpotArgs{}, pulumi.String("cr-0123456789abcdef0")
				a.Tenancy, a.WarmPool = "host", &nodes.WarmPoolArgs{}
			}),
			Want: []string{
				".CapacityReservationID: exclusive",
				".Tenancy: must not be host together with Spot", ".WarmPool: exclusive",
			},
		},
		"role label": {
			Reason: "a kubelet cannot set the role of its node",
			Args:   poolArgs(func(a *args) { a.Labels = map[string]string{"node-role.kubernetes.io/infra": ""} }),
			Want: []string{".Labels[node-role.kubernetes.io/infra]: must not be in kubernetes.io or k8s.io, " +
				"whose labels a kubelet cannot set; use Pool for roles"},
		},
		"taint of workers": {
			Reason: "the kubelet configuration of the pool worker applies to every worker",
			Args: poolArgs(func(a *args) {
				a.Autoscaling = &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{{Key: "a", Effect: "NoSchedule"}}}
			}),
			Want: []string{
				".Autoscaling.Taints: requires a custom Pool: the kubelet configuration of worker would taint every worker",
			},
		},
		"control plane": {
			Reason: "the configuration of the pool master is for the control plane",
			Args:   poolArgs(func(a *args) { a.Pool = "master" }),
			Want:   []string{".Pool: must not be master: its machines are the control plane"},
		},
		"IMDSv2 on OpenShift 3.11": {
			Reason: "the kubelet of OpenShift 3.11 sends metadata requests without a token",
			Args:   poolArgs(func(a *args) { cloudInit(a); a.AllowIMDSv1 = false }),
			Want: []string{".AllowIMDSv1: must be set together with CloudInit: " +
				"the kubelet of OpenShift 3.11 does not support IMDSv2"},
		},
		"OpenShift 4 options on 3.11": {
			Reason: "the node config group of OpenShift 3.11 defines roles and labels",
			Args: poolArgs(func(a *args) {
				cloudInit(a)
				a.Ignition, a.Pool, a.Labels = pulumi.String(pointerIgnition), "batch", map[string]string{"a": "b"}
				a.ProveIdentity = true
			}),
			Want: slices.Repeat([]string{".CloudInit: exclusive"}, 4),
		},
		"health without a load balancer": {
			Reason: "the health of load balancers requires a load balancer",
			Args:   poolArgs(func(a *args) { a.LoadBalancerHealth = true }),
			Want:   []string{".LoadBalancerHealth: needs"},
		},
		"empty list of target groups": {
			Reason: "an empty list has no target group that reports health",
			Args:   poolArgs(func(a *args) { a.LoadBalancerHealth, a.TargetGroupARNs = true, pulumi.StringArray{} }),
			Want:   []string{".LoadBalancerHealth: needs"},
		},
		"maintenance too wide": {
			Reason: "the percentages of a maintenance policy differ by at most 100",
			Args: poolArgs(func(a *args) {
				a.Maintenance = &nodes.MaintenanceArgs{MinHealthyPercentage: 50, MaxHealthyPercentage: 160}
			}),
			Want: []string{
				".Maintenance.MaxHealthyPercentage: must be at most 100 above MinHealthyPercentage (160 - 50 > 100)",
			},
		},
		"refresh maximum": {
			Reason: "the maximum of a refresh is at most 200 percent and at most 100 above the minimum",
			Args: poolArgs(func(a *args) {
				a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(90), MaxHealthyPercentage: new(210)}
			}),
			Want: []string{
				".Refresh.MaxHealthyPercentage: range",
				".Refresh.MaxHealthyPercentage: must be at most 100 above MinHealthyPercentage (210 - 90 > 100)",
			},
		},
		"sizes": {
			Reason: "the utilization threshold is a ratio, not a percentage, and the prepared capacity includes the warm pool's minimum",
			Args: poolArgs(func(a *args) {
				a.Autoscaling = &nodes.PoolAutoscalingArgs{UtilizationThreshold: 40}
				a.WarmPool = &nodes.WarmPoolArgs{MinSize: 4, MaxPrepared: new(2)}
			}),
			Want: []string{
				".Autoscaling.UtilizationThreshold: must be greater than 0 and less than 1 (got 40)",
				".WarmPool.MaxPrepared: range",
			},
		},
		"51 tags": {
			Reason: "a group has at most 50 tags",
			Args: poolArgs(func(a *args) {
				a.Autoscaling, a.Labels, a.Tags = &nodes.PoolAutoscalingArgs{}, manyLabels(45), nil
			}),
			Want: []string{".Autoscaling: the group must have at most 50 tags, " +
				"including those of Labels, Taints and Resources (has 51)"},
		},
		"long label": {
			Reason: "a tag key has at most 128 characters",
			Args: poolArgs(func(a *args) {
				a.Autoscaling, a.Labels = &nodes.PoolAutoscalingArgs{}, map[string]string{longLabel: "a"}
			}),
			Want: []string{
				".Autoscaling: the tag key k8s.io/cluster-autoscaler/node-template/label/" + longLabel +
					" must have at most 128 characters (has 139); shorten its label, taint or resource",
			},
		},
	})
}

var longLabel = strings.Repeat("x", 60) + ".example.com/" + strings.Repeat("x", 20)

func manyLabels(n int) map[string]string {
	labels := map[string]string{}
	for i := range n {
		labels[fmt.Sprintf("label-%d", i)] = ""
	}
	return labels
}
