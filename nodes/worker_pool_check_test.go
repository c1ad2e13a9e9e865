package nodes_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestWorkerPoolArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.WorkerPoolArgs
	const path = "nodes.WorkerPoolArgs"
	cloudInit := func(a *args) {
		a.Ignition, a.CloudInit, a.AllowIMDSv1 = nil, pulumi.String("#cloud-config"), true
	}
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   []string
	}{
		"usual":   {reason: "the default arguments are valid", change: samePool},
		"elastic": {reason: "all options that can be combined are valid together", change: elastic},
		"fixed size": {
			reason: "the minimum can be the maximum",
			change: func(a *args) { a.Min, a.Max = 3, 3 },
		},
		"empty": {
			reason: "a pool can be empty",
			change: func(a *args) { a.Min, a.Desired = 0, new(0) },
		},
		"two in a zone": {
			reason: "a group can have several subnets of a zone",
			change: func(a *args) { a.Subnets = subnets("us-east-2a", "us-east-2a") },
		},
		"Spot": {
			reason: "the maximum price is optional",
			change: func(a *args) { a.Spot = &nodes.SpotArgs{} },
		},
		"Name tag": {
			reason: "the component's tag Name takes precedence",
			change: func(a *args) { a.Tags = pulumi.StringMap{"Name": pulumi.String("x")} },
		},
		"OpenShift 3.11": {reason: "CloudInit replaces Ignition", change: cloudInit},
		"ip-name": {
			reason: "instances can have the names of their addresses",
			change: func(a *args) { a.HostnameType = "ip-name" },
		},
		"plain label": {
			reason: "a label key needs no prefix",
			change: func(a *args) { a.Labels = map[string]string{"team": "a"} },
		},
		"many labels": {
			reason: "labels are tags only with Autoscaling",
			change: func(a *args) { a.Labels = manyLabels(46) },
		},
		"50 tags": {
			reason: "a group has at most 50 tags",
			change: func(a *args) {
				a.Autoscaling, a.Labels, a.Tags = &nodes.PoolAutoscalingArgs{}, manyLabels(45), nil
			},
		},
		"labels in 4.19": {
			reason: "the kubelet unit reads labels from 4.19 on, and a pool can select by them",
			change: func(a *args) { a.OpenShiftVersion, a.Pool, a.Labels = "4.19", "batch", manyLabels(1) },
		},
		"pool in 4.22": {
			reason: "the machine config operator labels the nodes of custom pools from 4.22 on",
			change: func(a *args) { a.OpenShiftVersion, a.Pool = "4.22", "batch" },
		},
		"labels in 4.18": {
			reason: "the kubelet unit of 4.18 ignores labels",
			change: func(a *args) { a.OpenShiftVersion, a.Labels = "4.18", manyLabels(1) },
			want:   []string{path + ".Labels: requires OpenShift 4.19 or later (the cluster's release is 4.18)"},
		},
		"pool in 4.21": {
			reason: "before 4.22 nodes of a pool without labels reboot into worker's configuration",
			change: func(a *args) { a.OpenShiftVersion, a.Pool = "4.21", "batch" },
			want:   []string{path + ".Pool: requires OpenShift 4.22 or later (the cluster's release is 4.21)"},
		},
		"release with a patch version": {
			reason: "the release is a minor version",
			change: func(a *args) { a.OpenShiftVersion = "4.18.5" },
			want:   []string{path + ".OpenShiftVersion: format"},
		},
		"nothing": {
			reason: "all problems are reported at once",
			change: func(a *args) { *a = args{} },
			want: []string{
				path + ".InfraID: required", path + ".AMI: required", path + ".SecurityGroupIDs: required",
				path + ".InstanceProfile: required", path + ".Subnets: required", path + ".Max: range",
				path + ".Ignition: required",
			},
		},
		"unset values": {
			reason: "empty strings and outputs of resources that do not exist count as not set",
			change: func(a *args) {
				a.Subnets[0].ID, a.InstanceProfile, a.Ignition = nil, pulumi.StringOutput{}, pulumi.String("")
			},
			want: []string{
				path + ".InstanceProfile: required", path + ".Subnets[0].ID: required", path + ".Ignition: required",
			},
		},
		"forms": {
			reason: "each of these fields has a form",
			change: func(a *args) {
				a.Subnets[0].Zone, a.Pool = "use2-az1", "a.b"
				a.CapacityReservationID, a.AMI = pulumi.String("cr-1"), pulumi.String("ami")
				a.InstanceType, a.DataVolumes = "m5-xlarge", []nodes.DataVolume{{DeviceName: "/dev/sda1"}}
				a.SecurityGroupIDs = pulumi.ToStringArray([]string{"default"})
				a.Labels = map[string]string{"-": ""}
				a.InstanceProfile = pulumi.String("arn:aws:iam::123456789012:instance-profile/worker")
				a.TargetGroupARNs = pulumi.ToStringArray([]string{"routers"})
				a.Autoscaling = &nodes.PoolAutoscalingArgs{Resources: map[string]string{"nvidia.com/gpu": "one"}}
			},
			want: []string{
				path + ".AMI: format", path + ".Pool: format", path + ".InstanceType: format",
				path + ".Autoscaling.Resources[nvidia.com/gpu]: format", path + ".Labels[-]: format",
				path + ".DataVolumes[0].DeviceName: format", path + ".CapacityReservationID: format",
				path + ".SecurityGroupIDs[0]: format", path + ".InstanceProfile: format",
				path + ".TargetGroupARNs[0]: format", path + ".Subnets[0].Zone: format",
			},
		},
		"two regions": {
			reason: "a group is in one region",
			change: func(a *args) { a.Subnets = subnets("us-east-2a", "us-west-2a") },
			want:   []string{path + ".Subnets[1].Zone: us-west-2a is not in region us-east-2"},
		},
		"one subnet in two zones": {
			reason: "a subnet is in one zone",
			change: func(a *args) { a.Subnets[1].ID = a.Subnets[0].ID },
			want:   []string{path + ".Subnets[1].ID: duplicate"},
		},
		"ignition of the control plane": {
			reason: "a known text is checked before anything is registered",
			change: func(a *args) {
				a.Ignition = pulumi.String(strings.Replace(pointerIgnition, "/config/worker", "/config/master", 1))
			},
			want: []string{
				path + ".Ignition: must be the content of worker.ign: " +
					"with master.ign the instances would join as control-plane nodes",
			},
		},
		"volumes": {
			reason: "the root volume is at least as large as the image, and its key is in the region of the subnets",
			change: func(a *args) {
				key := pulumi.String("arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab")
				a.RootVolume = &nodes.VolumeArgs{SizeGiB: 8, KMSKeyARN: key}
			},
			want: []string{
				path + ".RootVolume.SizeGiB: range",
				path + ".RootVolume.KMSKeyARN: arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab " +
					"is in region us-west-2; must be in us-east-2",
			},
		},
		"missing quantity": {
			reason: "a resource has a quantity",
			change: func(a *args) {
				a.Autoscaling = &nodes.PoolAutoscalingArgs{Resources: map[string]string{"nvidia.com/gpu": ""}}
			},
			want: []string{path + ".Autoscaling.Resources[nvidia.com/gpu]: required"},
		},
		"choices": {
			reason: "each of these fields has a fixed set of values",
			change: func(a *args) {
				a.Mixed = &nodes.MixedInstancesArgs{SpotStrategy: "capacityOptimized", OnDemandStrategy: "capacity-optimized"}
				a.Tenancy = "shared"
			},
			want: []string{
				path + ".Mixed.OnDemandStrategy: one-of", path + ".Mixed.SpotStrategy: one-of",
				path + ".Tenancy: one-of",
			},
		},
		"ranges": {
			reason: "each of these fields has a range",
			change: func(a *args) {
				a.Min, a.HealthGracePeriod, a.MaxInstanceLifetime = -1, time.Millisecond, time.Hour
				a.Mixed = &nodes.MixedInstancesArgs{
					Types:                       []nodes.MixedType{{InstanceType: "m5.xlarge", Weight: 1000}},
					OnDemandBase:                -1,
					OnDemandPercentageAboveBase: 101,
					SpotStrategy:                "lowest-price",
					SpotPools:                   21,
				}
				a.Drain = &nodes.DrainArgs{Timeout: time.Second, MessageRetention: 15 * 24 * time.Hour}
			},
			want: []string{
				path + ".Mixed.Types[0].Weight: range", path + ".Mixed.OnDemandBase: range",
				path + ".Mixed.OnDemandPercentageAboveBase: range", path + ".Mixed.SpotPools: range",
				path + ".Drain.Timeout: range", path + ".Drain.MessageRetention: range",
				path + ".MaxInstanceLifetime: range", path + ".Min: range", path + ".HealthGracePeriod: range",
			},
		},
		"warm pool": {
			reason: "RHCOS does not hibernate, a hook lasts at least 30s, and the minimum is not negative",
			change: func(a *args) {
				a.WarmPool = &nodes.WarmPoolArgs{State: "Hibernated", BootTime: time.Second, MinSize: -1}
			},
			want: []string{
				path + ".WarmPool.State: one-of", path + ".WarmPool.BootTime: range",
				path + ".WarmPool.MinSize: range",
			},
		},
		"warm pool size": {
			reason: "the prepared capacity includes the warm pool's minimum",
			change: func(a *args) { a.WarmPool = &nodes.WarmPoolArgs{MinSize: 4, MaxPrepared: new(2)} },
			want:   []string{path + ".WarmPool.MaxPrepared: range"},
		},
		"more prepared instances than 32 bits": {
			reason: "sizes of Auto Scaling have 32 bits",
			change: func(a *args) { a.WarmPool = &nodes.WarmPoolArgs{MaxPrepared: new(math.MaxInt32 + 1)} },
			want:   []string{path + ".WarmPool.MaxPrepared: range"},
		},
		"maximum below minimum": {
			reason: "the maximum must be at least the minimum",
			change: func(a *args) { a.Min, a.Max = 4, 3 },
			want:   []string{path + ".Max: range"},
		},
		"desired above maximum": {
			reason: "the desired number must be at most the maximum",
			change: func(a *args) { a.Desired = new(7) },
			want:   []string{path + ".Desired: range"},
		},
		"desired below minimum": {
			reason: "the desired number must be at least the minimum",
			change: func(a *args) { a.Desired = new(1) },
			want:   []string{path + ".Desired: range"},
		},
		"prices": {
			reason: "prices are positive numbers without a currency",
			change: func(a *args) {
				a.Spot, a.Mixed = &nodes.SpotArgs{MaxPrice: "$0.08"}, &nodes.MixedInstancesArgs{SpotMaxPrice: "0.0"}
			},
			want: []string{
				path + ".Mixed.SpotMaxPrice: format", path + ".Spot.MaxPrice: format", path + ".Spot: exclusive",
			},
		},
		"not for Spot Instances": {
			reason: "Spot Instances have no capacity reservation, Dedicated Host or warm pool",
			change: func(a *args) {
				a.Spot, a.CapacityReservationID = &nodes.SpotArgs{}, pulumi.String("cr-0123456789abcdef0")
				a.Tenancy, a.WarmPool = "host", &nodes.WarmPoolArgs{}
			},
			want: []string{
				path + ".CapacityReservationID: exclusive",
				path + ".Tenancy: must not be host together with Spot", path + ".WarmPool: exclusive",
			},
		},
		"role label": {
			reason: "a kubelet cannot set the role of its node",
			change: func(a *args) { a.Labels = map[string]string{"node-role.kubernetes.io/infra": ""} },
			want: []string{
				path + ".Labels[node-role.kubernetes.io/infra]: must not be in kubernetes.io or k8s.io, " +
					"whose labels a kubelet cannot set; use Pool for roles",
			},
		},
		"taint of workers": {
			reason: "the kubelet configuration of the pool worker applies to every worker",
			change: func(a *args) {
				a.Autoscaling = &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{{Key: "a", Effect: "NoSchedule"}}}
			},
			want: []string{
				path + ".Autoscaling.Taints: requires a custom Pool: the kubelet configuration of worker would taint every worker",
			},
		},
		"control plane": {
			reason: "the configuration of the pool master is for the control plane",
			change: func(a *args) { a.Pool = "master" },
			want:   []string{path + ".Pool: must not be master: its machines are the control plane"},
		},
		"hostname type": {
			reason: "EC2 has two types of host names",
			change: func(a *args) { a.HostnameType = "i-name" },
			want:   []string{path + ".HostnameType: one-of"},
		},
		"IMDSv2 on OpenShift 3.11": {
			reason: "the kubelet of OpenShift 3.11 sends metadata requests without a token",
			change: func(a *args) { cloudInit(a); a.AllowIMDSv1 = false },
			want: []string{
				path + ".AllowIMDSv1: must be set together with CloudInit: " +
					"the kubelet of OpenShift 3.11 does not support IMDSv2",
			},
		},
		"OpenShift 4 options on 3.11": {
			reason: "the node config group of OpenShift 3.11 defines roles and labels",
			change: func(a *args) {
				cloudInit(a)
				a.Ignition, a.Pool, a.Labels = pulumi.String(pointerIgnition), "batch", map[string]string{"a": "b"}
				a.ProveIdentity, a.HostnameType = true, "resource-name"
			},
			want: slices.Repeat([]string{path + ".CloudInit: exclusive"}, 5),
		},
		"health without a load balancer": {
			reason: "the health of load balancers requires a load balancer",
			change: func(a *args) { a.LoadBalancerHealth = true },
			want:   []string{path + ".LoadBalancerHealth: needs"},
		},
		"empty list of target groups": {
			reason: "an empty list has no target group that reports health",
			change: func(a *args) { a.LoadBalancerHealth, a.TargetGroupARNs = true, pulumi.StringArray{} },
			want:   []string{path + ".LoadBalancerHealth: needs"},
		},
		"names of EC2 and Elastic Load Balancing": {
			reason: "names are printable ASCII text, and an element of a list is set",
			change: func(a *args) {
				a.KeyName, a.ClassicLoadBalancers = pulumi.String("ops\n"), pulumi.StringArray{nil}
			},
			want: []string{path + ".KeyName: format", path + ".ClassicLoadBalancers[0]: required"},
		},
		"name of a key pair with a space": {
			reason: "EC2 accepts spaces within a name",
			change: func(a *args) { a.KeyName = pulumi.String("ops team") },
		},
		"maintenance too wide": {
			reason: "the percentages of a maintenance policy differ by at most 100",
			change: func(a *args) {
				a.Maintenance = &nodes.MaintenanceArgs{MinHealthyPercentage: 50, MaxHealthyPercentage: 160}
			},
			want: []string{
				path + ".Maintenance.MaxHealthyPercentage: must be at most 100 above MinHealthyPercentage (160 - 50 > 100)",
			},
		},
		"maintenance without a maximum": {
			reason: "the maximum of a maintenance policy is at least 100 percent",
			change: func(a *args) { a.Maintenance = &nodes.MaintenanceArgs{} },
			want:   []string{path + ".Maintenance.MaxHealthyPercentage: range"},
		},
		"refresh minimum": {
			reason: "the minimum of a refresh is at most 100 percent",
			change: func(a *args) { a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(110)} },
			want:   []string{path + ".Refresh.MinHealthyPercentage: range"},
		},
		"refresh maximum": {
			reason: "the maximum of a refresh is at most 200 percent and at most 100 above the minimum",
			change: func(a *args) {
				a.Refresh = &nodes.RefreshArgs{MinHealthyPercentage: new(90), MaxHealthyPercentage: new(210)}
			},
			want: []string{
				path + ".Refresh.MaxHealthyPercentage: range",
				path + ".Refresh.MaxHealthyPercentage: must be at most 100 above MinHealthyPercentage (210 - 90 > 100)",
			},
		},
		"refresh warmup": {
			reason: "the warmup is in whole seconds",
			change: func(a *args) { a.Refresh = &nodes.RefreshArgs{InstanceWarmup: time.Millisecond} },
			want:   []string{path + ".Refresh.InstanceWarmup: range"},
		},
		"threshold": {
			reason: "the utilization threshold is a ratio, not a percentage",
			change: func(a *args) { a.Autoscaling = &nodes.PoolAutoscalingArgs{UtilizationThreshold: 40} },
			want:   []string{path + ".Autoscaling.UtilizationThreshold: must be greater than 0 and less than 1 (got 40)"},
		},
		"51 tags": {
			reason: "a group has at most 50 tags",
			change: func(a *args) {
				a.Autoscaling, a.Labels, a.Tags = &nodes.PoolAutoscalingArgs{}, manyLabels(46), nil
			},
			want: []string{
				path + ".Autoscaling: the group must have at most 50 tags, " +
					"including those of Labels, Taints and Resources (has 51)",
			},
		},
		"long label": {
			reason: "a tag key has at most 128 characters",
			change: func(a *args) {
				a.Autoscaling, a.Labels = &nodes.PoolAutoscalingArgs{}, map[string]string{longLabel: "a"}
			},
			want: []string{
				path + ".Autoscaling: the tag key k8s.io/cluster-autoscaler/node-template/label/" + longLabel +
					" must have at most 128 characters (has 139); shorten its label, taint or resource",
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

var longLabel = strings.Repeat("x", 60) + ".example.com/" + strings.Repeat("x", 20)

func manyLabels(n int) map[string]string {
	labels := map[string]string{}
	for i := range n {
		labels[fmt.Sprintf("label-%d", i)] = ""
	}
	return labels
}
