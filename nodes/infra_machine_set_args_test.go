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
		"usual":      {"what a cluster has", unchanged, ""},
		"one zone":   {"a cluster in a single zone", func(a *args) { a.Subnets = subnets("us-east-2a") }, ""},
		"no machine": {"a set may be scaled to zero", func(a *args) { a.ReplicasPerZone = new(0) }, ""},
		"local zone": {"a zone with a long name in the same region", func(a *args) { a.Region, a.Subnets = "us-west-2", subnets("us-west-2-lax-1a") }, ""},
		"longest name": {"57 of 63 characters", func(a *args) {
			a.InfraID, a.Region, a.Subnets = mockstest.LongInfraID, "us-east-1", subnets("us-east-1-wl1-bos-wlz-1")
		}, ""},
		"new type":          {"types appear faster than this library", func(a *args) { a.InstanceType = "x9z-flex.metal-48xl" }, ""},
		"china":             {"another partition", func(a *args) { a.Region, a.Subnets = "cn-north-1", subnets("cn-north-1a") }, ""},
		"no load balancer":  {"routers may be reached otherwise", func(a *args) { a.LoadBalancers = nil }, ""},
		"arm":               {"Graviton", func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, Architecture: "arm64"} }, ""},
		"no infra id":       {"nothing can be named", func(a *args) { a.InfraID = "" }, "nodes.InfraMachineSetArgs.InfraID: is required"},
		"infra id too long": {"28 characters", func(a *args) { a.InfraID = mockstest.LongInfraID + "q" }, `nodes.InfraMachineSetArgs.InfraID: "production-frankfurt1-x7k2pq" has 28 characters; at most 27 fit the names of load balancers`},
		"no region":         {"the placement names it", func(a *args) { a.Region = "" }, "nodes.InfraMachineSetArgs.Region: is required"},
		"a zone as region":  {"a slip", func(a *args) { a.Region = "us-east-2a" }, `nodes.InfraMachineSetArgs.Region: "us-east-2a" is no region; one looks like us-east-2`},
		"other region":      {"machines would never start", func(a *args) { a.Region = "us-east-1"; a.Subnets = a.Subnets[:1] }, "nodes.InfraMachineSetArgs.Subnets[0].Zone: us-east-2a is not in region us-east-1"},
		"no subnet":         {"no zone, no set", func(a *args) { a.Subnets = nil }, "nodes.InfraMachineSetArgs.Subnets: is required"},
		"no subnet id":      {"a subnet that was not made", func(a *args) { a.Subnets[1].ID = nil }, "nodes.InfraMachineSetArgs.Subnets[1].ID: is required"},
		"no zone":           {"sets are named after zones", func(a *args) { a.Subnets[1].Zone = "" }, "nodes.InfraMachineSetArgs.Subnets[1].Zone: is required"},
		"bad zone":          {"a zone id is no zone name", func(a *args) { a.Subnets[2].Zone = "use2-az1" }, `nodes.InfraMachineSetArgs.Subnets[2].Zone: "use2-az1" is no zone; one looks like us-east-2a`},
		"zone twice":        {"two sets would have one name", func(a *args) { a.Subnets[2].Zone = "us-east-2a" }, "nodes.InfraMachineSetArgs.Subnets[2].Zone: us-east-2a is the zone of Subnets[0] too; a zone has one machine set"},
		"name too long": {"a label has 63 characters", func(a *args) {
			a.InfraID, a.Region, a.Subnets = mockstest.LongInfraID, "us-east-1", subnets("us-east-1-wl1-bos-wlz-1-longer")
		}, "nodes.InfraMachineSetArgs.Subnets[0].Zone: the machine set's name production-frankfurt1-x7k2p-infra-us-east-1-wl1-bos-wlz-1-longer has 64 characters; at most 63 make a label"},
		"fewer than none":       {"a negative number", func(a *args) { a.ReplicasPerZone = new(-1) }, "nodes.InfraMachineSetArgs.ReplicasPerZone: -1 is no number of machines; it is 0 or more"},
		"no image":              {"nothing to boot", func(a *args) { a.AMI = nil }, "nodes.InfraMachineSetArgs.AMI: is required"},
		"bad type":              {"a size without its family", func(a *args) { a.InstanceType = "xlarge" }, `nodes.InfraMachineSetArgs.InstanceType: "xlarge" is no instance type; one looks like r5.xlarge`},
		"upper-case type":       {"EC2 refuses it", func(a *args) { a.InstanceType = "R5.xlarge" }, `nodes.InfraMachineSetArgs.InstanceType: "R5.xlarge" is no instance type; one looks like r5.xlarge`},
		"no cpu":                {"an autoscaler would fit nothing", func(a *args) { a.Capacity = &nodes.Capacity{MemoryMiB: 1024} }, "nodes.InfraMachineSetArgs.Capacity.VCPU: 0 is no number of CPUs; it is 1 or more"},
		"no memory":             {"as above", func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1} }, "nodes.InfraMachineSetArgs.Capacity.MemoryMiB: 0 MiB is no memory; it is 1 or more"},
		"negative gpu":          {"a slip", func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, GPU: -1} }, "nodes.InfraMachineSetArgs.Capacity.GPU: -1 is no number of GPUs; it is 0 or more"},
		"rpm architecture":      {"Kubernetes says amd64", func(a *args) { a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, Architecture: "x86_64"} }, `nodes.InfraMachineSetArgs.Capacity.Architecture: "x86_64" is no architecture of AWS; it is amd64 or arm64`},
		"volume type":           {"no machine boots from it", func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{Type: "sc1"} }, `nodes.InfraMachineSetArgs.RootVolume.Type: "sc1" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`},
		"alias of a key":        {"EBS knows keys by their ARN", func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{KMSKeyARN: pulumi.String("alias/disks")} }, `nodes.InfraMachineSetArgs.RootVolume.KMSKeyARN: "alias/disks" is no key's ARN, such as arn:aws:kms:us-east-2:123456789012:key/1234abcd`},
		"volume size":           {"over AWS's limit", func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{SizeGiB: 20000} }, "nodes.InfraMachineSetArgs.RootVolume.SizeGiB: 20000 GiB do not make a volume of type gp3; it takes 1 to 16384"},
		"no groups":             {"the default group would let nothing in", func(a *args) { a.SecurityGroupIDs = nil }, "nodes.InfraMachineSetArgs.SecurityGroupIDs: is required"},
		"empty groups":          {"as above", func(a *args) { a.SecurityGroupIDs = pulumi.StringArray{} }, "nodes.InfraMachineSetArgs.SecurityGroupIDs: is required"},
		"no profile":            {"the kubelet asks AWS about its instance", func(a *args) { a.InstanceProfile = nil }, "nodes.InfraMachineSetArgs.InstanceProfile: is required"},
		"no load balancer name": {"an output that was not set", func(a *args) { a.LoadBalancers = append(a.LoadBalancers, nil) }, "nodes.InfraMachineSetArgs.LoadBalancers[1]: is required"},
		"cluster tag":           {"the Machine API sets it", func(a *args) { a.Tags["kubernetes.io/cluster/demo"] = pulumi.String("owned") }, `nodes.InfraMachineSetArgs.Tags: key "kubernetes.io/cluster/demo" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`},
		"name tag":              {"the Machine API sets it", func(a *args) { a.Tags["Name"] = pulumi.String("x") }, `nodes.InfraMachineSetArgs.Tags: key "Name" would be dropped: the Machine API names each instance after its machine`},
		"own pool":              {"a second infra set in the zone", func(a *args) { a.Pool = "router" }, ""},
		"autoscaled":            {"bounds in each zone", func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{MaxPerZone: 3} }, ""},
		"uneven zones":          {"one zone has more", func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2a": 3} }, ""},
		"without taint":         {"the user's choice", func(a *args) { a.Untainted = true }, ""},
		"two effects": {"a key may have several", func(a *args) {
			a.Taints = []nodes.Taint{{Key: "a", Effect: "NoSchedule"}, {Key: "a", Effect: "NoExecute"}}
		}, ""},
		"master pool":    {"machines of that role are the control plane", func(a *args) { a.Pool = "master" }, `nodes.InfraMachineSetArgs.Pool: "master" is the control plane's; name the pool otherwise`},
		"pool with dot":  {"part of a name", func(a *args) { a.Pool = "infra.a" }, `nodes.InfraMachineSetArgs.Pool: "infra.a" is no pool's name; it takes lower-case letters, digits and inner hyphens`},
		"zone of others": {"a slip", func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2d": 1} }, `nodes.InfraMachineSetArgs.ZoneReplicas: "us-east-2d" is the zone of none of Subnets`},
		"negative zone":  {"below zero", func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2a": -2} }, "nodes.InfraMachineSetArgs.ZoneReplicas: -2 in us-east-2a is no number of machines; it is 0 or more"},
		"no most":        {"forgotten", func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{} }, "nodes.InfraMachineSetArgs.Autoscaling.MaxPerZone: 0 is too few; it is 1 or more and at least the minimum, 0"},
		"bounds turned": {"the operator refuses it", func(a *args) {
			a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 3, MaxPerZone: 2}
			a.ReplicasPerZone = nil
		}, "nodes.InfraMachineSetArgs.Autoscaling.MaxPerZone: 2 is too few; it is 1 or more and at least the minimum, 3\nnodes.InfraMachineSetArgs.ReplicasPerZone: 3 in us-east-2a is not between Autoscaling's bounds, 3 and 2"},
		"outside bounds": {"an autoscaler would change it at once", func(a *args) {
			a.Autoscaling, a.ReplicasPerZone = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 2}, new(5)
		}, "nodes.InfraMachineSetArgs.ReplicasPerZone: 5 in us-east-2a is not between Autoscaling's bounds, 1 and 2"},
		"other architecture": {"Graviton is arm64", func(a *args) { a.InstanceType, a.Architecture = "m6g.xlarge", "amd64" }, "nodes.InfraMachineSetArgs.InstanceType: m6g.xlarge is of architecture arm64 and not amd64"},
		"aarch64":            {"Kubernetes says arm64", func(a *args) { a.Architecture = "aarch64" }, `nodes.InfraMachineSetArgs.Architecture: "aarch64" is none of amd64, arm64`},
		"label key":          {"a space", func(a *args) { a.Labels = map[string]string{"my team": "a"} }, `nodes.InfraMachineSetArgs.Labels: key "my team" is no label's; one looks like example.com/team`},
		"label value":        {"a sentence is an annotation", func(a *args) { a.Labels = map[string]string{"team": "of mine"} }, `nodes.InfraMachineSetArgs.Labels: the value "of mine" of key "team" is none that a label takes`},
		"annotation key":     {"two slashes", func(a *args) { a.Annotations = map[string]string{"a/b/c": ""} }, `nodes.InfraMachineSetArgs.Annotations: key "a/b/c" is no annotation's; one looks like example.com/owner`},
		"taint effect":       {"misspelt", func(a *args) { a.Taints = []nodes.Taint{{Key: "a", Effect: "NoExecution"}} }, `nodes.InfraMachineSetArgs.Taints[0].Effect: "NoExecution" is none of NoSchedule, PreferNoSchedule, NoExecute`},
		"taint without any":  {"the API server refuses it", func(a *args) { a.Taints = []nodes.Taint{{Key: "a"}} }, "nodes.InfraMachineSetArgs.Taints[0].Effect: is required"},
		"taint without key":  {"nothing to tolerate", func(a *args) { a.Taints = []nodes.Taint{{Effect: "NoExecute"}} }, `nodes.InfraMachineSetArgs.Taints[0].Key: "" is no taint's key; one looks like example.com/dedicated`},
		"taint twice": {"a node takes it once", func(a *args) {
			a.Taints = []nodes.Taint{{Key: "a", Effect: "NoExecute"}, {Key: "a", Value: "b", Effect: "NoExecute"}}
		}, "nodes.InfraMachineSetArgs.Taints[1]: the key a has the effect NoExecute already; a node takes each pair once"},
		"gpu of none": {"r5 has no GPU", func(a *args) { a.GPU = &nodes.GPUArgs{Accelerator: "nvidia-t4"} }, "nodes.InfraMachineSetArgs.GPU: r5.xlarge has no GPU"},
		"gpu's label": {"a space", func(a *args) { a.InstanceType, a.GPU = "g4dn.xlarge", &nodes.GPUArgs{Accelerator: "nvidia t4"} }, `nodes.InfraMachineSetArgs.GPU.Accelerator: "nvidia t4" is none that a label takes; one looks like nvidia-t4`},
		"gpu's resource": {"a quantity", func(a *args) {
			a.InstanceType, a.GPU = "g4dn.xlarge", &nodes.GPUArgs{Accelerator: "nvidia-t4", Resource: "nvidia.com/gpu: 1"}
		}, `nodes.InfraMachineSetArgs.GPU.Resource: "nvidia.com/gpu: 1" is no resource's name; one looks like nvidia.com/gpu`},
		"taint's value":  {"a sentence", func(a *args) { a.Taints = []nodes.Taint{{Key: "a", Value: "of mine", Effect: "NoExecute"}} }, `nodes.InfraMachineSetArgs.Taints[0].Value: "of mine" is none that a taint takes`},
		"gpu of no kind": {"the autoscaler could not count", func(a *args) { a.InstanceType, a.GPU = "g4dn.xlarge", &nodes.GPUArgs{} }, "nodes.InfraMachineSetArgs.GPU.Accelerator: is required"},
		"root as data":   {"the root volume has its own field", func(a *args) { a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/xvda"}} }, `nodes.InfraMachineSetArgs.DataVolumes[0].DeviceName: "/dev/xvda" is no device for data; one looks like /dev/sdf`},
		"device twice": {"EC2 refuses it", func(a *args) {
			a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/sdf"}, {DeviceName: "/dev/sdf"}}
		}, "nodes.InfraMachineSetArgs.DataVolumes[1].DeviceName: /dev/sdf has a volume already"},
		"data volume type": {"unknown", func(a *args) {
			a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/sdf", Volume: nodes.RootVolumeArgs{Type: "gp4"}}}
		}, `nodes.InfraMachineSetArgs.DataVolumes[0].Volume.Type: "gp4" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`},
		"spot and reserved": {"the webhook refuses it", func(a *args) { a.Spot, a.CapacityReservationID = &nodes.SpotArgs{}, pulumi.String("cr-1") }, "nodes.InfraMachineSetArgs.CapacityReservationID: cannot be used by spot machines; leave out one of the two"},
		"block of nothing":  {"the webhook refuses it", func(a *args) { a.CapacityBlock = true }, "nodes.InfraMachineSetArgs.CapacityBlock: needs the block's CapacityReservationID"},
		"spot price":        {"a comma", func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "0,08"} }, `nodes.InfraMachineSetArgs.Spot.MaxPrice: "0,08" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`},
		"spot on a host":    {"EC2 refuses it", func(a *args) { a.Spot, a.Tenancy = &nodes.SpotArgs{}, "host" }, "nodes.InfraMachineSetArgs.Tenancy: host is not for spot machines; leave out one of the two"},
		"tenancy":           {"unknown", func(a *args) { a.Tenancy = "shared" }, `nodes.InfraMachineSetArgs.Tenancy: "shared" is none of default, dedicated, host`},
		"interface":         {"the API writes capitals", func(a *args) { a.NetworkInterfaceType = "efa" }, `nodes.InfraMachineSetArgs.NetworkInterfaceType: "efa" is none of ENA, EFA`},
		"group of no name":  {"nothing to launch into", func(a *args) { a.PlacementGroup = &nodes.PlacementGroupArgs{} }, "nodes.InfraMachineSetArgs.PlacementGroup.Name: is required"},
		"partition":         {"a group has at most seven", func(a *args) { a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("g"), Partition: 8} }, "nodes.InfraMachineSetArgs.PlacementGroup.Partition: 8 is no partition's number; it is 1 to 7, or 0 for AWS to choose"},
		"delete policy":     {"unknown", func(a *args) { a.DeletePolicy = "Eldest" }, `nodes.InfraMachineSetArgs.DeletePolicy: "Eldest" is none of Random, Newest, Oldest`},
		"no time":           {"negative", func(a *args) { a.DeleteTimeout = -1 }, "nodes.InfraMachineSetArgs.DeleteTimeout: -1ns is no time to wait; it is more than 0"},
		"no classic name":   {"an output that was not set", func(a *args) { a.ClassicLoadBalancers = []pulumi.StringInput{nil} }, "nodes.InfraMachineSetArgs.ClassicLoadBalancers[0]: is required"},
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
		"usual":              {"what a cluster has", samePool, ""},
		"fixed size":         {"no autoscaler", func(a *args) { a.Min, a.Max = 3, 3 }, ""},
		"emptied":            {"a pool may stand ready", func(a *args) { a.Min, a.Desired = 0, new(0) }, ""},
		"two in a zone":      {"a group takes several subnets of a zone", func(a *args) { a.Subnets = subnets("us-east-2a", "us-east-2a") }, ""},
		"spot":               {"up to the on-demand price", func(a *args) { a.Spot = &nodes.SpotArgs{} }, ""},
		"spot for whole":     {"a price without cents", func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "2"} }, ""},
		"computed type":      {"it cannot be checked before it is known", func(a *args) { a.InstanceType = pulumi.String("?").ToStringOutput() }, ""},
		"name tag":           {"the pool's own stands", func(a *args) { a.Tags = pulumi.StringMap{"Name": pulumi.String("x")} }, ""},
		"no infra id":        {"nothing can be tagged", func(a *args) { a.InfraID = "" }, "nodes.WorkerPoolArgs.InfraID: is required"},
		"no subnet":          {"no place for machines", func(a *args) { a.Subnets = []network.Subnet{} }, "nodes.WorkerPoolArgs.Subnets: is required"},
		"no subnet id":       {"a subnet that was not made", func(a *args) { a.Subnets[0].ID = nil }, "nodes.WorkerPoolArgs.Subnets[0].ID: is required"},
		"no image":           {"nothing to boot", func(a *args) { a.AMI = nil }, "nodes.WorkerPoolArgs.AMI: is required"},
		"bad type":           {"a dash for the dot", func(a *args) { a.InstanceType = pulumi.String("m5-xlarge") }, `nodes.WorkerPoolArgs.InstanceType: "m5-xlarge" is no instance type; one looks like r5.xlarge`},
		"empty type":         {"an empty setting is no default", func(a *args) { a.InstanceType = pulumi.String("") }, "nodes.WorkerPoolArgs.InstanceType: is required"},
		"negative":           {"below zero", func(a *args) { a.Min = -1 }, "nodes.WorkerPoolArgs.Min: -1 is no number of machines; it is 0 or more"},
		"max below min":      {"AWS refuses it", func(a *args) { a.Min, a.Max = 4, 3 }, "nodes.WorkerPoolArgs.Max: 3 is less than Min, 4"},
		"no max":             {"forgotten", func(a *args) { a.Max = 0 }, "nodes.WorkerPoolArgs.Max: 0 lets no machine start; it is 1 or more (Min 0 and Desired 0 empty a pool)"},
		"desired over max":   {"AWS refuses it", func(a *args) { a.Desired = new(7) }, "nodes.WorkerPoolArgs.Desired: 7 is not between Min, 2, and Max, 6"},
		"desired below min":  {"AWS refuses it", func(a *args) { a.Desired = new(1) }, "nodes.WorkerPoolArgs.Desired: 1 is not between Min, 2, and Max, 6"},
		"price with a sign":  {"AWS wants a bare number", func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "$0.08"} }, `nodes.WorkerPoolArgs.Spot.MaxPrice: "$0.08" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`},
		"free":               {"nothing is sold for nothing", func(a *args) { a.Spot = &nodes.SpotArgs{MaxPrice: "0.0"} }, `nodes.WorkerPoolArgs.Spot.MaxPrice: "0.0" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`},
		"io1 without IOPS":   {"EC2 refuses it", func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{Type: "io1"} }, "nodes.WorkerPoolArgs.RootVolume.IOPS: is required with volumes of type io1; it is 100 to 64000"},
		"too much at a time": {"EC2 refuses it", func(a *args) { a.RootVolume = &nodes.RootVolumeArgs{ThroughputMiB: 1000} }, "nodes.WorkerPoolArgs.RootVolume.ThroughputMiB: 1000 MiB/s needs 4000 IOPS, and the volume has 3000"},
		"no groups":          {"the default group would let nothing in", func(a *args) { a.SecurityGroupIDs = nil }, "nodes.WorkerPoolArgs.SecurityGroupIDs: is required"},
		"no profile":         {"the kubelet asks AWS about its instance", func(a *args) { a.InstanceProfile = pulumi.StringOutput{} }, "nodes.WorkerPoolArgs.InstanceProfile: is required"},
		"no ignition":        {"a machine without it never joins", func(a *args) { a.Ignition = pulumi.String("") }, "nodes.WorkerPoolArgs.Ignition: is required"},
		"aws tag":            {"AWS refuses it", func(a *args) { a.Tags = pulumi.StringMap{"aws:x": pulumi.String("x")} }, `nodes.WorkerPoolArgs.Tags: key "aws:x" begins with aws:, which AWS keeps for itself`},
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
