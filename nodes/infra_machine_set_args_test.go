package nodes_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestInfraMachineSetArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.InfraMachineSetArgs
	tests := map[string]struct {
		reason string
		change func(*args)
		want   string
	}{
		"usual": {reason: "what a cluster has", change: unchanged},
		"one zone": {
			reason: "a cluster in a single zone",
			change: func(a *args) { a.Subnets = subnets("us-east-2a") },
		},
		"no machine": {
			reason: "a set may be scaled to zero",
			change: func(a *args) { a.ReplicasPerZone = new(0) },
		},
		"local zone": {
			reason: "a zone with a long name in the same region",
			change: func(a *args) { a.Region, a.Subnets = "us-west-2", subnets("us-west-2-lax-1a") },
		},
		"longest name": {
			reason: "57 of 63 characters",
			change: func(a *args) {
				a.InfraID, a.Region, a.Subnets = mockstest.LongInfraID, "us-east-1", subnets("us-east-1-wl1-bos-wlz-1")
			},
		},
		"new type": {
			reason: "types appear faster than this library",
			change: func(a *args) { a.InstanceType = "x9z-flex.metal-48xl" },
		},
		"china": {
			reason: "another partition",
			change: func(a *args) { a.Region, a.Subnets = "cn-north-1", subnets("cn-north-1a") },
		},
		"no load balancer": {
			reason: "routers may be reached otherwise",
			change: func(a *args) { a.LoadBalancers = nil },
		},
		"arm": {
			reason: "Graviton",
			change: func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, Architecture: "arm64"} },
		},
		"no infra id": {
			reason: "nothing can be named",
			change: func(a *args) { a.InfraID = "" },
			want:   "nodes.InfraMachineSetArgs.InfraID: is required",
		},
		"infra id too long": {
			reason: "28 characters",
			change: func(a *args) { a.InfraID = mockstest.LongInfraID + "q" },
			want:   `nodes.InfraMachineSetArgs.InfraID: "production-frankfurt1-x7k2pq" has 28 characters; at most 27 fit the names of load balancers`,
		},
		"no region": {
			reason: "the placement names it",
			change: func(a *args) { a.Region = "" },
			want:   "nodes.InfraMachineSetArgs.Region: is required",
		},
		"a zone as region": {
			reason: "a slip",
			change: func(a *args) { a.Region = "us-east-2a" },
			want:   `nodes.InfraMachineSetArgs.Region: "us-east-2a" is no region; one looks like us-east-2`,
		},
		"other region": {
			reason: "machines would never start",
			change: func(a *args) { a.Region = "us-east-1"; a.Subnets = a.Subnets[:1] },
			want:   "nodes.InfraMachineSetArgs.Subnets[0].Zone: us-east-2a is not in region us-east-1",
		},
		"no subnet": {
			reason: "no zone, no set",
			change: func(a *args) { a.Subnets = nil },
			want:   "nodes.InfraMachineSetArgs.Subnets: is required",
		},
		"no subnet id": {
			reason: "a subnet that was not made",
			change: func(a *args) { a.Subnets[1].ID = nil },
			want:   "nodes.InfraMachineSetArgs.Subnets[1].ID: is required",
		},
		"no zone": {
			reason: "sets are named after zones",
			change: func(a *args) { a.Subnets[1].Zone = "" },
			want:   "nodes.InfraMachineSetArgs.Subnets[1].Zone: is required",
		},
		"bad zone": {
			reason: "a zone id is no zone name",
			change: func(a *args) { a.Subnets[2].Zone = "use2-az1" },
			want:   `nodes.InfraMachineSetArgs.Subnets[2].Zone: "use2-az1" is no zone; one looks like us-east-2a`,
		},
		"zone twice": {
			reason: "two sets would have one name",
			change: func(a *args) { a.Subnets[2].Zone = "us-east-2a" },
			want:   "nodes.InfraMachineSetArgs.Subnets[2].Zone: us-east-2a is the zone of Subnets[0] too; a zone has one machine set",
		},
		"name too long": {
			reason: "a label has 63 characters",
			change: func(a *args) {
				a.InfraID, a.Region, a.Subnets = mockstest.LongInfraID, "us-east-1", subnets(
					"us-east-1-wl1-bos-wlz-1-longer",
				)
			},
			want: "nodes.InfraMachineSetArgs.Subnets[0].Zone: the machine set's name production-frankfurt1-x7k2p-infra-us-east-1-wl1-bos-wlz-1-longer has 64 characters; at most 63 make a label",
		},
		"fewer than none": {
			reason: "a negative number",
			change: func(a *args) { a.ReplicasPerZone = new(-1) },
			want:   "nodes.InfraMachineSetArgs.ReplicasPerZone: -1 is no number of machines; it is 0 or more",
		},
		"no image": {
			reason: "nothing to boot",
			change: func(a *args) { a.AMI = nil },
			want:   "nodes.InfraMachineSetArgs.AMI: is required",
		},
		"bad type": {
			reason: "a size without its family",
			change: func(a *args) { a.InstanceType = "xlarge" },
			want:   `nodes.InfraMachineSetArgs.InstanceType: "xlarge" is no instance type; one looks like r5.xlarge`,
		},
		"upper-case type": {
			reason: "EC2 refuses it",
			change: func(a *args) { a.InstanceType = "R5.xlarge" },
			want:   `nodes.InfraMachineSetArgs.InstanceType: "R5.xlarge" is no instance type; one looks like r5.xlarge`,
		},
		"no cpu": {
			reason: "an autoscaler would fit nothing",
			change: func(a *args) { a.Capacity = &nodes.Capacity{MemoryMiB: 1024} },
			want:   "nodes.InfraMachineSetArgs.Capacity.VCPU: 0 is no number of CPUs; it is 1 or more",
		},
		"no memory": {
			reason: "as above",
			change: func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1} },
			want:   "nodes.InfraMachineSetArgs.Capacity.MemoryMiB: 0 MiB is no memory; it is 1 or more",
		},
		"negative gpu": {
			reason: "a slip",
			change: func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, GPU: -1} },
			want:   "nodes.InfraMachineSetArgs.Capacity.GPU: -1 is no number of GPUs; it is 0 or more",
		},
		"rpm architecture": {
			reason: "Kubernetes says amd64",
			change: func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, Architecture: "x86_64"} },
			want:   `nodes.InfraMachineSetArgs.Capacity.Architecture: "x86_64" is no architecture of AWS; it is amd64 or arm64`,
		},
		"volume type": {
			reason: "no machine boots from it",
			change: func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{Type: "sc1"} },
			want:   `nodes.InfraMachineSetArgs.RootVolume.Type: "sc1" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`,
		},
		"alias of a key": {
			reason: "EBS knows keys by their ARN",
			change: func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{KMSKeyARN: pulumi.String("alias/disks")} },
			want:   `nodes.InfraMachineSetArgs.RootVolume.KMSKeyARN: "alias/disks" is no key's ARN, such as arn:aws:kms:us-east-2:123456789012:key/1234abcd`,
		},
		"volume size": {
			reason: "over AWS's limit",
			change: func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{SizeGiB: 20000} },
			want:   "nodes.InfraMachineSetArgs.RootVolume.SizeGiB: 20000 GiB do not make a volume of type gp3; it takes 1 to 16384",
		},
		"no groups": {
			reason: "the default group would let nothing in",
			change: func(a *args) { a.SecurityGroupIDs = nil },
			want:   "nodes.InfraMachineSetArgs.SecurityGroupIDs: is required",
		},
		"empty groups": {
			reason: "as above",
			change: func(a *args) { a.SecurityGroupIDs = pulumi.StringArray{} },
			want:   "nodes.InfraMachineSetArgs.SecurityGroupIDs: is required",
		},
		"no profile": {
			reason: "the kubelet asks AWS about its instance",
			change: func(a *args) { a.InstanceProfile = nil },
			want:   "nodes.InfraMachineSetArgs.InstanceProfile: is required",
		},
		"no load balancer name": {
			reason: "an output that was not set",
			change: func(a *args) { a.LoadBalancers = append(a.LoadBalancers, nil) },
			want:   "nodes.InfraMachineSetArgs.LoadBalancers[1]: is required",
		},
		"cluster tag": {
			reason: "the Machine API sets it",
			change: func(a *args) { a.Tags["kubernetes.io/cluster/demo"] = pulumi.String("owned") },
			want:   `nodes.InfraMachineSetArgs.Tags: key "kubernetes.io/cluster/demo" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
		"name tag": {
			reason: "the Machine API sets it",
			change: func(a *args) { a.Tags["Name"] = pulumi.String("x") },
			want:   `nodes.InfraMachineSetArgs.Tags: key "Name" would be dropped: the Machine API names each instance after its machine`,
		},
		"own pool": {
			reason: "a second infra set in the zone",
			change: func(a *args) { a.Pool = "router" },
		},
		"autoscaled": {
			reason: "bounds in each zone",
			change: func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{MaxPerZone: 3} },
		},
		"uneven zones": {
			reason: "one zone has more",
			change: func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2a": 3} },
		},
		"without taint": {reason: "the user's choice", change: func(a *args) { a.Untainted = true }},
		"two effects": {
			reason: "a key may have several",
			change: func(a *args) {
				a.Taints = []nodes.Taint{{Key: "a", Effect: "NoSchedule"}, {Key: "a", Effect: "NoExecute"}}
			},
		},
		"master pool": {
			reason: "machines of that role are the control plane",
			change: func(a *args) { a.Pool = "master" },
			want:   `nodes.InfraMachineSetArgs.Pool: "master" is the control plane's; name the pool otherwise`,
		},
		"pool with dot": {
			reason: "part of a name",
			change: func(a *args) { a.Pool = "infra.a" },
			want:   `nodes.InfraMachineSetArgs.Pool: "infra.a" is no pool's name; it takes lower-case letters, digits and inner hyphens`,
		},
		"zone of others": {
			reason: "a slip",
			change: func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2d": 1} },
			want:   `nodes.InfraMachineSetArgs.ZoneReplicas: "us-east-2d" is the zone of none of Subnets`,
		},
		"negative zone": {
			reason: "below zero",
			change: func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2a": -2} },
			want:   "nodes.InfraMachineSetArgs.ZoneReplicas: -2 in us-east-2a is no number of machines; it is 0 or more",
		},
		"no most": {
			reason: "forgotten",
			change: func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{} },
			want:   "nodes.InfraMachineSetArgs.Autoscaling.MaxPerZone: 0 is too few; it is 1 or more and at least the minimum, 0",
		},
		"bounds turned": {
			reason: "the operator refuses it",
			change: func(a *args) {
				a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 3, MaxPerZone: 2}
				a.ReplicasPerZone = nil
			},
			want: "nodes.InfraMachineSetArgs.Autoscaling.MaxPerZone: 2 is too few; it is 1 or more and at least the minimum, 3\nnodes.InfraMachineSetArgs.ReplicasPerZone: 3 in us-east-2a is not between Autoscaling's bounds, 3 and 2",
		},
		"outside bounds": {
			reason: "an autoscaler would change it at once",
			change: func(a *args) {
				a.Autoscaling, a.ReplicasPerZone = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 2}, new(5)
			},
			want: "nodes.InfraMachineSetArgs.ReplicasPerZone: 5 in us-east-2a is not between Autoscaling's bounds, 1 and 2",
		},
		"other architecture": {
			reason: "Graviton is arm64",
			change: func(a *args) { a.InstanceType, a.Architecture = "m6g.xlarge", "amd64" },
			want:   "nodes.InfraMachineSetArgs.InstanceType: m6g.xlarge is of architecture arm64 and not amd64",
		},
		"aarch64": {
			reason: "Kubernetes says arm64",
			change: func(a *args) { a.Architecture = "aarch64" },
			want:   `nodes.InfraMachineSetArgs.Architecture: "aarch64" is none of amd64, arm64`,
		},
		"label key": {
			reason: "a space",
			change: func(a *args) { a.Labels = map[string]string{"my team": "a"} },
			want:   `nodes.InfraMachineSetArgs.Labels: key "my team" is no label's; one looks like example.com/team`,
		},
		"label value": {
			reason: "a sentence is an annotation",
			change: func(a *args) { a.Labels = map[string]string{"team": "of mine"} },
			want:   `nodes.InfraMachineSetArgs.Labels: the value "of mine" of key "team" is none that a label takes`,
		},
		"annotation key": {
			reason: "two slashes",
			change: func(a *args) { a.Annotations = map[string]string{"a/b/c": ""} },
			want:   `nodes.InfraMachineSetArgs.Annotations: key "a/b/c" is no annotation's; one looks like example.com/owner`,
		},
		"taint effect": {
			reason: "misspelt",
			change: func(a *args) { a.Taints = []nodes.Taint{{Key: "a", Effect: "NoExecution"}} },
			want:   `nodes.InfraMachineSetArgs.Taints[0].Effect: "NoExecution" is none of NoSchedule, PreferNoSchedule, NoExecute`,
		},
		"taint without any": {
			reason: "the API server refuses it",
			change: func(a *args) { a.Taints = []nodes.Taint{{Key: "a"}} },
			want:   "nodes.InfraMachineSetArgs.Taints[0].Effect: is required",
		},
		"taint without key": {
			reason: "nothing to tolerate",
			change: func(a *args) { a.Taints = []nodes.Taint{{Effect: "NoExecute"}} },
			want:   `nodes.InfraMachineSetArgs.Taints[0].Key: "" is no taint's key; one looks like example.com/dedicated`,
		},
		"taint twice": {
			reason: "a node takes it once",
			change: func(a *args) {
				a.Taints = []nodes.Taint{{Key: "a", Effect: "NoExecute"}, {Key: "a", Value: "b", Effect: "NoExecute"}}
			},
			want: "nodes.InfraMachineSetArgs.Taints[1]: the key a has the effect NoExecute already; a node takes each pair once",
		},
		"gpu of none": {
			reason: "r5 has no GPU",
			change: func(a *args) { a.GPU = &nodes.GPUArgs{Accelerator: "nvidia-t4"} },
			want:   "nodes.InfraMachineSetArgs.GPU: r5.xlarge has no GPU",
		},
		"gpu's label": {
			reason: "a space",
			change: func(a *args) { a.InstanceType, a.GPU = "g4dn.xlarge", &nodes.GPUArgs{Accelerator: "nvidia t4"} },
			want:   `nodes.InfraMachineSetArgs.GPU.Accelerator: "nvidia t4" is none that a label takes; one looks like nvidia-t4`,
		},
		"gpu's resource": {
			reason: "a quantity",
			change: func(a *args) {
				a.InstanceType, a.GPU = "g4dn.xlarge", &nodes.GPUArgs{
					Accelerator: "nvidia-t4",
					Resource:    "nvidia.com/gpu: 1",
				}
			},
			want: `nodes.InfraMachineSetArgs.GPU.Resource: "nvidia.com/gpu: 1" is no resource's name; one looks like nvidia.com/gpu`,
		},
		"taint's value": {
			reason: "a sentence",
			change: func(a *args) { a.Taints = []nodes.Taint{{Key: "a", Value: "of mine", Effect: "NoExecute"}} },
			want:   `nodes.InfraMachineSetArgs.Taints[0].Value: "of mine" is none that a taint takes`,
		},
		"gpu of no kind": {
			reason: "the autoscaler could not count",
			change: func(a *args) { a.InstanceType, a.GPU = "g4dn.xlarge", &nodes.GPUArgs{} },
			want:   "nodes.InfraMachineSetArgs.GPU.Accelerator: is required",
		},
		"root as data": {
			reason: "the root volume has its own field",
			change: func(a *args) { a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/xvda"}} },
			want:   `nodes.InfraMachineSetArgs.DataVolumes[0].DeviceName: "/dev/xvda" is no device for data; one looks like /dev/sdf`,
		},
		"device twice": {
			reason: "EC2 refuses it",
			change: func(a *args) {
				a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/sdf"}, {DeviceName: "/dev/sdf"}}
			},
			want: "nodes.InfraMachineSetArgs.DataVolumes[1].DeviceName: /dev/sdf has a volume already",
		},
		"data volume type": {
			reason: "unknown",
			change: func(a *args) {
				a.DataVolumes = []nodes.DataVolumeArgs{
					{DeviceName: "/dev/sdf", Volume: nodes.RootVolumeArgs{Type: "gp4"}},
				}
			},
			want: `nodes.InfraMachineSetArgs.DataVolumes[0].Volume.Type: "gp4" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`,
		},
		"spot and reserved": {
			reason: "the webhook refuses it",
			change: func(a *args) { a.Spot, a.CapacityReservationID = &nodes.SpotArgs{}, pulumi.String("cr-1") },
			want:   "nodes.InfraMachineSetArgs.CapacityReservationID: cannot be used by spot machines; leave out one of the two",
		},
		"block of nothing": {
			reason: "the webhook refuses it",
			change: func(a *args) { a.CapacityBlock = true },
			want:   "nodes.InfraMachineSetArgs.CapacityBlock: needs the block's CapacityReservationID",
		},
		"spot price": {
			reason: "a comma",
			change: func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "0,08"} },
			want:   `nodes.InfraMachineSetArgs.Spot.MaxPrice: "0,08" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`,
		},
		"spot on a host": {
			reason: "EC2 refuses it",
			change: func(a *args) { a.Spot, a.Tenancy = &nodes.SpotArgs{}, "host" },
			want:   "nodes.InfraMachineSetArgs.Tenancy: host is not for spot machines; leave out one of the two",
		},
		"tenancy": {
			reason: "unknown",
			change: func(a *args) { a.Tenancy = "shared" },
			want:   `nodes.InfraMachineSetArgs.Tenancy: "shared" is none of default, dedicated, host`,
		},
		"interface": {
			reason: "the API writes capitals",
			change: func(a *args) { a.NetworkInterfaceType = "efa" },
			want:   `nodes.InfraMachineSetArgs.NetworkInterfaceType: "efa" is none of ENA, EFA`,
		},
		"group of no name": {
			reason: "nothing to launch into",
			change: func(a *args) { a.PlacementGroup = &nodes.PlacementGroupArgs{} },
			want:   "nodes.InfraMachineSetArgs.PlacementGroup.Name: is required",
		},
		"partition": {
			reason: "a group has at most seven",
			change: func(a *args) { a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("g"), Partition: 8} },
			want:   "nodes.InfraMachineSetArgs.PlacementGroup.Partition: 8 is no partition's number; it is 1 to 7, or 0 for AWS to choose",
		},
		"delete policy": {
			reason: "unknown",
			change: func(a *args) { a.DeletePolicy = "Eldest" },
			want:   `nodes.InfraMachineSetArgs.DeletePolicy: "Eldest" is none of Random, Newest, Oldest`,
		},
		"no time": {
			reason: "negative",
			change: func(a *args) { a.DeleteTimeout = -1 },
			want:   "nodes.InfraMachineSetArgs.DeleteTimeout: -1ns is no time to wait; it is more than 0",
		},
		"no classic name": {
			reason: "an output that was not set",
			change: func(a *args) { a.ClassicLoadBalancers = []pulumi.StringInput{nil} },
			want:   "nodes.InfraMachineSetArgs.ClassicLoadBalancers[0]: is required",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := infraArgs()
			tt.change(args)
			if tt.want == "" {
				assert.NoError(t, args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, args.Validate(), tt.want, tt.reason)
		})
	}
}

func TestNoArgumentsAreReportedAtOnceAndRegisterNothing(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	var infraErr, poolErr error
	_ = rec.Run(func(ctx *pulumi.Context) error {
		_, infraErr = nodes.NewInfraMachineSet(ctx, "infra", nil)
		_, poolErr = nodes.NewWorkerPool(ctx, "pool", nil)
		return nil
	})
	assert.EqualError(t, infraErr, strings.Join([]string{
		"nodes.InfraMachineSetArgs.InfraID: is required",
		"nodes.InfraMachineSetArgs.Region: is required",
		"nodes.InfraMachineSetArgs.Subnets: is required",
		"nodes.InfraMachineSetArgs.AMI: is required",
		"nodes.InfraMachineSetArgs.SecurityGroupIDs: is required",
		"nodes.InfraMachineSetArgs.InstanceProfile: is required",
	}, "\n"))
	assert.EqualError(t, poolErr, strings.Join([]string{
		"nodes.WorkerPoolArgs.InfraID: is required",
		"nodes.WorkerPoolArgs.Subnets: is required",
		"nodes.WorkerPoolArgs.AMI: is required",
		"nodes.WorkerPoolArgs.Max: 0 lets no machine start; it is 1 or more (Min 0 and Desired 0 empty a pool)",
		"nodes.WorkerPoolArgs.SecurityGroupIDs: is required",
		"nodes.WorkerPoolArgs.InstanceProfile: is required",
		"nodes.WorkerPoolArgs.Ignition: is required",
	}, "\n"))
	assert.Empty(t, mockstest.Inputs(rec))
}

func TestWorkerPoolArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.WorkerPoolArgs
	tests := map[string]struct {
		reason string
		change func(*args)
		want   string
	}{
		"usual":      {reason: "what a cluster has", change: samePool},
		"fixed size": {reason: "no autoscaler", change: func(a *args) { a.Min, a.Max = 3, 3 }},
		"emptied": {
			reason: "a pool may stand ready",
			change: func(a *args) { a.Min, a.Desired = 0, new(0) },
		},
		"two in a zone": {
			reason: "a group takes several subnets of a zone",
			change: func(a *args) { a.Subnets = subnets("us-east-2a", "us-east-2a") },
		},
		"spot": {
			reason: "up to the on-demand price",
			change: func(a *args) { a.Spot = &nodes.SpotArgs{} },
		},
		"spot for whole": {
			reason: "a price without cents",
			change: func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "2"} },
		},
		"computed type": {
			reason: "it cannot be checked before it is known",
			change: func(a *args) { a.InstanceType = pulumi.String("?").ToStringOutput() },
		},
		"name tag": {
			reason: "the pool's own stands",
			change: func(a *args) { a.Tags = pulumi.StringMap{"Name": pulumi.String("x")} },
		},
		"no infra id": {
			reason: "nothing can be tagged",
			change: func(a *args) { a.InfraID = "" },
			want:   "nodes.WorkerPoolArgs.InfraID: is required",
		},
		"no subnet": {
			reason: "no place for machines",
			change: func(a *args) { a.Subnets = []network.Subnet{} },
			want:   "nodes.WorkerPoolArgs.Subnets: is required",
		},
		"no subnet id": {
			reason: "a subnet that was not made",
			change: func(a *args) { a.Subnets[0].ID = nil },
			want:   "nodes.WorkerPoolArgs.Subnets[0].ID: is required",
		},
		"no image": {
			reason: "nothing to boot",
			change: func(a *args) { a.AMI = nil },
			want:   "nodes.WorkerPoolArgs.AMI: is required",
		},
		"bad type": {
			reason: "a dash for the dot",
			change: func(a *args) { a.InstanceType = pulumi.String("m5-xlarge") },
			want:   `nodes.WorkerPoolArgs.InstanceType: "m5-xlarge" is no instance type; one looks like r5.xlarge`,
		},
		"empty type": {
			reason: "an empty setting is no default",
			change: func(a *args) { a.InstanceType = pulumi.String("") },
			want:   "nodes.WorkerPoolArgs.InstanceType: is required",
		},
		"negative": {
			reason: "below zero",
			change: func(a *args) { a.Min = -1 },
			want:   "nodes.WorkerPoolArgs.Min: -1 is no number of machines; it is 0 or more",
		},
		"max below min": {
			reason: "AWS refuses it",
			change: func(a *args) { a.Min, a.Max = 4, 3 },
			want:   "nodes.WorkerPoolArgs.Max: 3 is less than Min, 4",
		},
		"no max": {
			reason: "forgotten",
			change: func(a *args) { a.Max = 0 },
			want:   "nodes.WorkerPoolArgs.Max: 0 lets no machine start; it is 1 or more (Min 0 and Desired 0 empty a pool)",
		},
		"desired over max": {
			reason: "AWS refuses it",
			change: func(a *args) { a.Desired = new(7) },
			want:   "nodes.WorkerPoolArgs.Desired: 7 is not between Min, 2, and Max, 6",
		},
		"desired below min": {
			reason: "AWS refuses it",
			change: func(a *args) { a.Desired = new(1) },
			want:   "nodes.WorkerPoolArgs.Desired: 1 is not between Min, 2, and Max, 6",
		},
		"price with a sign": {
			reason: "AWS wants a bare number",
			change: func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "$0.08"} },
			want:   `nodes.WorkerPoolArgs.Spot.MaxPrice: "$0.08" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`,
		},
		"free": {
			reason: "nothing is sold for nothing",
			change: func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "0.0"} },
			want:   `nodes.WorkerPoolArgs.Spot.MaxPrice: "0.0" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`,
		},
		"io1 without IOPS": {
			reason: "EC2 refuses it",
			change: func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{Type: "io1"} },
			want:   "nodes.WorkerPoolArgs.RootVolume.IOPS: is required with volumes of type io1; it is 100 to 64000",
		},
		"too much at a time": {
			reason: "EC2 refuses it",
			change: func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{ThroughputMiB: 1000} },
			want:   "nodes.WorkerPoolArgs.RootVolume.ThroughputMiB: 1000 MiB/s needs 4000 IOPS, and the volume has 3000",
		},
		"no groups": {
			reason: "the default group would let nothing in",
			change: func(a *args) { a.SecurityGroupIDs = nil },
			want:   "nodes.WorkerPoolArgs.SecurityGroupIDs: is required",
		},
		"no profile": {
			reason: "the kubelet asks AWS about its instance",
			change: func(a *args) { a.InstanceProfile = pulumi.StringOutput{} },
			want:   "nodes.WorkerPoolArgs.InstanceProfile: is required",
		},
		"no ignition": {
			reason: "a machine without it never joins",
			change: func(a *args) { a.Ignition = pulumi.String("") },
			want:   "nodes.WorkerPoolArgs.Ignition: is required",
		},
		"aws tag": {
			reason: "AWS refuses it",
			change: func(a *args) { a.Tags = pulumi.StringMap{"aws:x": pulumi.String("x")} },
			want:   `nodes.WorkerPoolArgs.Tags: key "aws:x" begins with aws:, which AWS keeps for itself`,
		},
	}
	for name, tt := range tests {
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
