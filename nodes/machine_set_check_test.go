package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestMachineSetArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.MachineSetArgs
	const path = "nodes.MachineSetArgs"
	for name, tt := range map[string]struct {
		reason string
		change func(*args)
		want   []string
	}{
		"usual": {reason: "the default arguments are valid", change: unchanged},
		"one zone": {
			reason: "a pool can be in a single zone",
			change: func(a *args) { a.Subnets = subnets("us-east-2a") },
		},
		"no machine": {
			reason: "a set can be scaled to zero",
			change: func(a *args) { a.ReplicasPerZone = new(0) },
		},
		"Local Zone": {
			reason: "a Local Zone belongs to its region",
			change: func(a *args) { a.Region, a.Subnets = "us-west-2", subnets("us-west-2-lax-1a") },
		},
		"longest name": {
			reason: "a MachineSet name has at most 63 characters; the longest infrastructure ID and zone make 57",
			change: func(a *args) {
				a.InfraID, a.Subnets = mockstest.LongInfraID, subnets("us-east-1-wl1-bos-wlz-1")
			},
		},
		"new type": {
			reason: "types that the table does not know are valid",
			change: func(a *args) { a.InstanceType = "x9z-flex.metal-48xl" },
		},
		"China": {
			reason: "the region is that of the zones, in every partition",
			change: func(a *args) { a.Subnets = subnets("cn-north-1a") },
		},
		"explicit region": {
			reason: "the region can be set if it is that of the zones",
			change: func(a *args) { a.Region = "us-east-2" },
		},
		"no load balancer": {
			reason: "load balancers are optional",
			change: func(a *args) { a.LoadBalancers = nil },
		},
		"arm64": {
			reason: "the capacity can be that of an arm64 type",
			change: func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, Architecture: "arm64"} },
		},
		"custom pool": {
			reason: "a zone can have several pools",
			change: func(a *args) { a.Pool = "router" },
		},
		"autoscaled": {
			reason: "the minimum defaults to 0",
			change: func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{MaxPerZone: 3} },
		},
		"uneven zones": {
			reason: "zones can have different numbers of machines",
			change: func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2a": 3} },
		},
		"no role taint": {
			reason: "infra nodes can be open to all pods",
			change: func(a *args) { a.RoleTaint = new(false) },
		},
		"two effects": {
			reason: "a node can have one taint per key and effect",
			change: func(a *args) {
				a.Taints = []nodes.Taint{{Key: "a", Effect: "NoSchedule"}, {Key: "a", Effect: "NoExecute"}}
			},
		},
		"fields of the release": {
			reason: "the Machine API of 4.18 knows capacity reservations and partitions",
			change: func(a *args) {
				a.OpenShiftVersion, a.CapacityReservationID = "4.18", pulumi.String("cr-0123456789abcdef0")
				a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("g"), Partition: 1}
			},
		},
		"fields of later releases": {
			reason: "the Machine API of 4.16 ignores these fields",
			change: func(a *args) {
				a.OpenShiftVersion, a.CapacityReservationID = "4.16", pulumi.String("cr-0123456789abcdef0")
				a.CapacityBlock = true
				a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("g"), Partition: 1}
				a.RootVolume = &nodes.VolumeArgs{ThroughputMiB: 250}
				a.DataVolumes = []nodes.DataVolume{{DeviceName: "/dev/sdf", Volume: a.RootVolume}}
			},
			want: []string{
				path + ".PlacementGroup.Partition: requires OpenShift 4.17 or later (the cluster's release is 4.16)",
				path + ".CapacityReservationID: requires OpenShift 4.18 or later (the cluster's release is 4.16)",
				path + ".CapacityBlock: requires OpenShift 4.19 or later (the cluster's release is 4.16)",
				path + ".RootVolume.ThroughputMiB: requires OpenShift 4.21 or later (the cluster's release is 4.16)",
				path + ".DataVolumes[0].Volume.ThroughputMiB: requires OpenShift 4.21 or later " +
					"(the cluster's release is 4.16)",
			},
		},
		"nothing": {
			reason: "all problems are reported at once; the region is that of the missing subnets",
			change: func(a *args) { *a = args{} },
			want: []string{
				path + ".InfraID: required", path + ".AMI: required", path + ".InstanceProfile: required",
				path + ".Subnets: required", path + ".SecurityGroupIDs: required",
			},
		},
		"forms": {
			reason: "each of these fields has a form",
			change: func(a *args) {
				a.Region, a.Pool, a.AMI, a.InstanceType = "us-east-2a", "infra.a", pulumi.String("ami"), "xlarge"
				a.Subnets[0].ID, a.Subnets[1].Zone = pulumi.String("subnet"), "use2-az1"
				a.RootVolume = &nodes.VolumeArgs{KMSKeyARN: pulumi.String("alias/disks")}
				a.SecurityGroupIDs = pulumi.ToStringArray([]string{"default"})
				a.Labels, a.Annotations = map[string]string{"a b": "c d"}, map[string]string{"a/b/c": ""}
				a.Taints = []nodes.Taint{{Key: "a b", Value: "c d", Effect: "NoExecution"}}
				a.CapacityReservationID = pulumi.String("cr-1")
				a.InstanceProfile = pulumi.String("arn:aws:iam::123456789012:instance-profile/worker")
				a.LoadBalancers[0] = pulumi.String("arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/a/1")
				a.ClassicLoadBalancers = []pulumi.StringInput{pulumi.String("demo-x7k2p-apps-0123456789abcdef0")}
				a.UserDataSecret = "worker_user_data"
			},
			want: []string{
				path + ".Region: format", path + ".Pool: format", path + ".AMI: format",
				path + ".InstanceType: format", path + ".Labels[a b]: format", path + ".Labels[a b]: format",
				path + ".Annotations[a/b/c]: format", path + ".Taints[0].Key: format",
				path + ".Taints[0].Value: format", path + ".Taints[0].Effect: one-of",
				path + ".RootVolume.KMSKeyARN: format", path + ".CapacityReservationID: format",
				path + ".SecurityGroupIDs[0]: format", path + ".InstanceProfile: format",
				path + ".UserDataSecret: format", path + ".LoadBalancers[0]: format",
				path + ".ClassicLoadBalancers[0]: format", path + ".Subnets[0].ID: format",
				path + ".Subnets[1].Zone: format",
			},
		},
		"choices": {
			reason: "each of these fields has a fixed set of values",
			change: func(a *args) {
				a.Architecture, a.Tenancy, a.NetworkInterfaceType, a.DeletePolicy = "aarch64", "shared", "efa", "Eldest"
				a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, Architecture: "x86_64"}
			},
			want: []string{
				path + ".Architecture: one-of", path + ".Capacity.Architecture: one-of",
				path + ".Tenancy: one-of", path + ".NetworkInterfaceType: one-of",
				path + ".DeletePolicy: one-of",
			},
		},
		"ranges": {
			reason: "each of these fields has a range",
			change: func(a *args) {
				a.ReplicasPerZone, a.ZoneReplicas = new(-1), map[string]int{"us-east-2a": -2}
				a.Capacity = &nodes.Capacity{GPU: -1}
				a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("g"), Partition: 8}
				a.DeleteTimeout = -1
			},
			want: []string{
				path + ".ReplicasPerZone: range", path + ".ZoneReplicas[us-east-2a]: range",
				path + ".Capacity.VCPU: required", path + ".Capacity.MemoryMiB: required",
				path + ".Capacity.GPU: range", path + ".PlacementGroup.Partition: range",
				path + ".DeleteTimeout: range",
			},
		},
		"missing elements": {
			reason: "elements and groups have required fields",
			change: func(a *args) {
				a.Subnets[1].ID, a.Subnets[2].Zone = nil, ""
				a.LoadBalancers, a.ClassicLoadBalancers = append(a.LoadBalancers, nil), []pulumi.StringInput{nil}
				a.Taints = []nodes.Taint{{}}
				a.GPU = &nodes.GPUArgs{}
				a.InstanceType = "g4dn.xlarge"
				a.PlacementGroup = &nodes.PlacementGroupArgs{}
				a.DataVolumes = []nodes.DataVolume{{}}
			},
			want: []string{
				path + ".GPU.Accelerator: required", path + ".Taints[0].Key: required",
				path + ".Taints[0].Effect: required", path + ".DataVolumes[0].DeviceName: required",
				path + ".PlacementGroup.Name: required", path + ".LoadBalancers[1]: required",
				path + ".ClassicLoadBalancers[0]: required", path + ".Subnets[1].ID: required",
				path + ".Subnets[2].Zone: required",
			},
		},
		"empty security groups": {
			reason: "without security groups, machines get the VPC's default group, which blocks the cluster's traffic",
			change: func(a *args) { a.SecurityGroupIDs = pulumi.StringArray{} },
			want:   []string{path + ".SecurityGroupIDs: required"},
		},
		"filters": {
			reason: "a subnet and the security groups are selected either by ID or by filters, which have a name and values",
			change: func(a *args) {
				a.SubnetFilters = []nodes.Filter{{Name: "tag:"}, {Name: "vpc-id", Values: []string{""}}}
				a.SecurityGroupFilters = []nodes.Filter{{}}
				a.Subnets = []network.Subnet{{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a"}, {}}
			},
			want: []string{
				path + ".SubnetFilters[0].Name: format", path + ".SubnetFilters[0].Values: required",
				path + ".SubnetFilters[1].Values[0]: required", path + ".SecurityGroupIDs: exclusive",
				path + ".SecurityGroupFilters[0].Name: required", path + ".SecurityGroupFilters[0].Values: required",
				path + ".Subnets[0].ID: exclusive", path + ".Subnets[1].Zone: required",
			},
		},
		"zone of another region": {
			reason: "a machine's zone must be in the sets' region",
			change: func(a *args) { a.Region, a.Subnets = "us-east-1", a.Subnets[:1] },
			want:   []string{path + ".Subnets[0].Zone: us-east-2a is not in region us-east-1"},
		},
		"volumes": {
			reason: "the root volume is at least as large as the image, and its key is in the region of the machines",
			change: func(a *args) {
				key := pulumi.String("arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab")
				a.RootVolume = &nodes.VolumeArgs{SizeGiB: 15, KMSKeyARN: key}
			},
			want: []string{
				path + ".RootVolume.SizeGiB: range",
				path + ".RootVolume.KMSKeyARN: arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab " +
					"is in region us-west-2; must be in us-east-2",
			},
		},
		"one subnet in two zones": {
			reason: "a subnet is in one zone",
			change: func(a *args) { a.Subnets[1].ID = a.Subnets[0].ID },
			want:   []string{path + ".Subnets[1].ID: duplicate"},
		},
		"two regions": {
			reason: "all zones must be in one region",
			change: func(a *args) { a.Subnets = subnets("us-east-2a", "us-west-2a") },
			want:   []string{path + ".Subnets[1].Zone: us-west-2a is not in region us-east-2"},
		},
		"zone twice": {
			reason: "a zone has one MachineSet per pool",
			change: func(a *args) { a.Subnets[2].Zone = "us-east-2a" },
			want:   []string{path + ".Subnets[2].Zone: duplicate"},
		},
		"name too long": {
			reason: "a MachineSet name is a label value and has at most 63 characters",
			change: func(a *args) {
				a.InfraID, a.Subnets = mockstest.LongInfraID, subnets("us-east-1-wl1-bos-wlz-1-longer")
			},
			want: []string{
				path + ".Subnets[0].Zone: the MachineSet name production-frankfurt1-x7k2p-infra-us-east-1-wl1-bos-wlz-1-longer " +
					"must have at most 63 characters (has 64)",
			},
		},
		"control plane": {
			reason: "machines with the role master are the control plane",
			change: func(a *args) { a.Pool = "master" },
			want:   []string{path + ".Pool: must not be master: its machines are the control plane"},
		},
		"unknown zone": {
			reason: "ZoneReplicas only has zones of Subnets",
			change: func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2d": 1} },
			want:   []string{path + ".ZoneReplicas[us-east-2d]: must be the zone of one of Subnets"},
		},
		"no maximum": {
			reason: "a MachineAutoscaler needs a maximum of at least 1",
			change: func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{} },
			want:   []string{path + ".Autoscaling.MaxPerZone: range"},
		},
		"minimum above maximum": {
			reason: "the maximum must be at least the minimum",
			change: func(a *args) {
				a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 3, MaxPerZone: 2}
				a.ReplicasPerZone = nil
			},
			want: []string{
				path + ".Autoscaling.MaxPerZone: range",
				path + ".ReplicasPerZone: must be between Autoscaling.MinPerZone (3) and MaxPerZone (2) (got 3 in us-east-2a)",
			},
		},
		"outside the limits": {
			reason: "the initial number must be within the autoscaler's limits",
			change: func(a *args) {
				a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 2}
				a.ReplicasPerZone = new(5)
			},
			want: []string{
				path + ".ReplicasPerZone: must be between Autoscaling.MinPerZone (1) and MaxPerZone (2) (got 5 in us-east-2a)",
			},
		},
		"another architecture": {
			reason: "the architecture must be that of the instance type",
			change: func(a *args) { a.InstanceType, a.Architecture = "m6g.xlarge", "amd64" },
			want:   []string{path + ".InstanceType: m6g.xlarge has architecture arm64; Architecture is amd64"},
		},
		"root device": {
			reason: "the root device is not a data volume",
			change: func(a *args) { a.DataVolumes = []nodes.DataVolume{{DeviceName: "/dev/xvda"}} },
			want:   []string{path + ".DataVolumes[0].DeviceName: format"},
		},
		"device twice": {
			reason: "a device name has one volume",
			change: func(a *args) {
				a.DataVolumes = []nodes.DataVolume{{DeviceName: "/dev/sdf"}, {DeviceName: "/dev/sdf"}}
			},
			want: []string{path + ".DataVolumes[1].DeviceName: duplicate"},
		},
		"Name tag": {
			reason: "the Machine API sets the tag Name",
			change: func(a *args) { a.Tags["Name"] = pulumi.String("x") },
			want:   []string{path + ".Tags: must not contain Name: the Machine API sets it to the machine's name"},
		},
		"taint twice": {
			reason: "a node has at most one taint per key and effect",
			change: func(a *args) {
				a.Taints = []nodes.Taint{{Key: "a", Effect: "NoExecute"}, {Key: "a", Value: "b", Effect: "NoExecute"}}
			},
			want: []string{path + ".Taints[1]: duplicate"},
		},
		"no GPU": {
			reason: "the instance type must have a GPU",
			change: func(a *args) { a.GPU = &nodes.GPUArgs{Accelerator: "nvidia-t4"} },
			want:   []string{path + ".GPU: must not be set for r5.xlarge, which has no GPU"},
		},
		"GPU forms": {
			reason: "the accelerator is a label value and the resource a resource name",
			change: func(a *args) {
				a.InstanceType = "g4dn.xlarge"
				a.GPU = &nodes.GPUArgs{Accelerator: "nvidia t4", Resource: "nvidia.com/gpu: 1"}
			},
			want: []string{path + ".GPU.Accelerator: format", path + ".GPU.Resource: format"},
		},
		"Spot with a reservation": {
			reason: "the webhook rejects a capacity reservation for Spot Instances",
			change: func(a *args) {
				a.Spot, a.CapacityReservationID = &nodes.SpotArgs{}, pulumi.String("cr-0123456789abcdef0")
			},
			want: []string{path + ".CapacityReservationID: exclusive"},
		},
		"Capacity Block without a reservation": {
			reason: "a Capacity Block is a capacity reservation",
			change: func(a *args) { a.CapacityBlock = true },
			want:   []string{path + ".CapacityBlock: needs"},
		},
		"Spot price": {
			reason: "the maximum price is a number",
			change: func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "0,08"} },
			want:   []string{path + ".Spot.MaxPrice: format"},
		},
		"Spot on a Dedicated Host": {
			reason: "EC2 rejects Spot Instances on Dedicated Hosts",
			change: func(a *args) { a.Spot, a.Tenancy = &nodes.SpotArgs{}, "host" },
			want:   []string{path + ".Tenancy: must not be host together with Spot"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := infraArgs()
			tt.change(args)
			checktest.Equal(t, tt.want, args.Validate(), tt.reason)
		})
	}
}

// TestSharedRules compares paths only: the rules are those of the packages names, ebs and tags.
func TestSharedRules(t *testing.T) {
	t.Parallel()
	volume := nodes.VolumeArgs{Type: "io1"}
	data := []nodes.DataVolume{{DeviceName: "/dev/sdf", Volume: &volume}}
	clusterTag := pulumi.StringMap{"kubernetes.io/cluster/demo": pulumi.String("owned")}
	sets, workers := infraArgs(), poolArgs()
	sets.InfraID, sets.RootVolume, sets.DataVolumes, sets.Tags = mockstest.LongInfraID+"q", &volume, data, clusterTag
	workers.InfraID, workers.RootVolume, workers.DataVolumes, workers.Tags = sets.InfraID, &volume, data, clusterTag
	for path, err := range map[string]error{
		"nodes.MachineSetArgs": sets.Validate(), "nodes.WorkerPoolArgs": workers.Validate(),
	} {
		var paths []string
		for _, problem := range check.Of(err) {
			paths = append(paths, problem.Path)
		}
		assert.Equal(t, []string{
			path + ".InfraID", path + ".Tags[kubernetes.io/cluster/demo]", path + ".RootVolume.IOPS",
			path + ".DataVolumes[0].Volume.IOPS",
		}, paths)
	}
}

func TestWorkersHaveNoRoleTaint(t *testing.T) {
	t.Parallel()
	args := workerSetArgs()
	args.RoleTaint = new(true)
	err := mocks.New(inCluster).Run(func(ctx *pulumi.Context) error {
		_, err := nodes.NewWorkerMachineSet(ctx, "demo", args)
		return err
	})
	assert.ErrorContains(t, err,
		"nodes.MachineSetArgs.RoleTaint: has no effect on workers, which have no role taint; use Taints")
}
