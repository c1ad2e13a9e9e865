package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestMachineSetArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.MachineSetArgs
	checktest.Cases(t, "nodes.MachineSetArgs", map[string]checktest.Case{
		"usual": {Reason: "the default arguments are valid", Args: infraArgs()},
		"one zone": {
			Reason: "a pool can be in a single zone",
			Args:   infraArgs(func(a *args) { a.Subnets = subnets("us-east-2a") }),
		},
		"options": {
			Reason: "a set can be scaled to zero, its type and pool are the user's choice, load balancers and the role taint are " +
				"optional, the region can be set if it is that of the zones, and the capacity can be that of an arm64 type",
			Args: infraArgs(func(a *args) {
				a.ReplicasPerZone, a.InstanceType, a.Region, a.Pool = new(0), "x9z-flex.metal-48xl", "us-east-2", "router"
				a.LoadBalancers, a.RoleTaint = nil, new(false)
				a.Capacity = &nodes.Capacity{VCPU: 1, MemoryMiB: 1, Architecture: "arm64"}
			}),
		},
		"Local Zone": {
			Reason: "a Local Zone belongs to its region",
			Args:   infraArgs(func(a *args) { a.Region, a.Subnets = "us-west-2", subnets("us-west-2-lax-1a") }),
		},
		"longest name": {
			Reason: "a MachineSet name has at most 63 characters; the longest infrastructure ID and zone make 57",
			Args: infraArgs(func(a *args) {
				a.InfraID, a.Subnets = mockstest.LongInfraID, subnets("us-east-1-wl1-bos-wlz-1")
			}),
		},
		"China": {
			Reason: "the region is that of the zones, in every partition",
			Args:   infraArgs(func(a *args) { a.Subnets = subnets("cn-north-1a") }),
		},
		"autoscaled": {
			Reason: "the minimum defaults to 0",
			Args:   infraArgs(func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{MaxPerZone: 3} }),
		},
		"uneven zones": {
			Reason: "zones can have different numbers of machines, and a node one taint per key and effect",
			Args: infraArgs(func(a *args) {
				a.ZoneReplicas = map[string]int{"us-east-2a": 3}
				a.Taints = []nodes.Taint{{Key: "a", Effect: "NoSchedule"}, {Key: "a", Effect: "NoExecute"}}
			}),
		},
		"fields of the release": {
			Reason: "the Machine API of 4.18 knows capacity reservations and partitions",
			Args: infraArgs(func(a *args) {
				a.OpenShiftVersion, a.CapacityReservationID = "4.18", pulumi.String("cr-0123456789abcdef0")
				a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("g"), Partition: 1}
			}),
		},
		"fields of later releases": {
			Reason: "the Machine API of 4.16 ignores these fields",
			Args: infraArgs(func(a *args) {
				a.OpenShiftVersion, a.CapacityReservationID = "4.16", pulumi.String("cr-0123456789abcdef0")
				a.CapacityBlock = true
				a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("g"), Partition: 1}
				a.RootVolume = &nodes.VolumeArgs{ThroughputMiB: 250}
				a.DataVolumes = []nodes.DataVolume{{DeviceName: "/dev/sdf", Volume: a.RootVolume}}
			}),
			Want: []string{
				".PlacementGroup.Partition: requires OpenShift 4.17 or later (the cluster's release is 4.16)",
				".CapacityReservationID: requires OpenShift 4.18 or later (the cluster's release is 4.16)",
				".CapacityBlock: requires OpenShift 4.19 or later (the cluster's release is 4.16)",
				".RootVolume.ThroughputMiB: requires OpenShift 4.21 or later (the cluster's release is 4.16)",
				".DataVolumes[0].Volume.ThroughputMiB: requires OpenShift 4.21 or later " +
					"(the cluster's release is 4.16)",
			},
		},
		"no subnets": {
			Reason: "the zones of the machines are those of subnets",
			Args:   infraArgs(func(a *args) { a.Subnets = nil }),
			Want:   []string{".Subnets: required"},
		},
		"formats": {
			Reason: "subnets have formats",
			Args: infraArgs(func(a *args) {
				a.Subnets[0].ID, a.Subnets[1].Zone = pulumi.String("subnet"), "use2-az1"
			}),
			Want: []string{".Subnets[0].ID: format", ".Subnets[1].Zone: format"},
		},
		"missing elements": {
			Reason: "subnets have required fields",
			Args:   infraArgs(func(a *args) { a.Subnets[1].ID, a.Subnets[2].Zone = nil, "" }),
			Want:   []string{".Subnets[1].ID: required", ".Subnets[2].Zone: required"},
		},
		"empty security groups": {
			Reason: "without security groups, machines get the VPC's default group, which blocks the cluster's traffic",
			Args:   infraArgs(func(a *args) { a.SecurityGroupIDs = pulumi.StringArray{} }),
			Want:   []string{".SecurityGroupIDs: required"},
		},
		"filters": {
			Reason: "a subnet is selected either by ID or by filters",
			Args: infraArgs(func(a *args) {
				a.SubnetFilters = []nodes.Filter{{Name: "vpc-id", Values: []string{"vpc-0123456789abcdef0"}}}
				a.Subnets = []network.Subnet{{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a"}, {}}
			}),
			Want: []string{".Subnets[0].ID: exclusive", ".Subnets[1].Zone: required"},
		},
		"zone of another region": {
			Reason: "a machine's zone must be in the sets' region",
			Args:   infraArgs(func(a *args) { a.Region, a.Subnets = "us-east-1", a.Subnets[:1] }),
			Want:   []string{".Subnets[0].Zone: us-east-2a is not in region us-east-1"},
		},
		"volumes": {
			Reason: "the root volume is at least as large as the image, and its key is in the region of the machines",
			Args: infraArgs(func(a *args) {
				key := pulumi.String("arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab")
				a.RootVolume = &nodes.VolumeArgs{SizeGiB: 15, KMSKeyARN: key}
			}),
			Want: []string{
				".RootVolume.SizeGiB: range",
				".RootVolume.KMSKeyARN: arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab " +
					"is in region us-west-2; must be in us-east-2",
			},
		},
		"twice": {
			Reason: "a subnet is in one zone, a device name has one volume, and a node at most one taint per key and effect",
			Args: infraArgs(func(a *args) {
				a.Subnets[1].ID = a.Subnets[0].ID
				a.DataVolumes = []nodes.DataVolume{{DeviceName: "/dev/sdf"}, {DeviceName: "/dev/sdf"}}
				a.Taints = []nodes.Taint{{Key: "a", Effect: "NoExecute"}, {Key: "a", Value: "b", Effect: "NoExecute"}}
			}),
			Want: []string{".Subnets[1].ID: duplicate", ".DataVolumes[1].DeviceName: duplicate", ".Taints[1]: duplicate"},
		},
		"two regions": {
			Reason: "all zones must be in one region",
			Args:   infraArgs(func(a *args) { a.Subnets = subnets("us-east-2a", "us-west-2a") }),
			Want:   []string{".Subnets[1].Zone: us-west-2a is not in region us-east-2"},
		},
		"zone twice": {
			Reason: "a zone has one MachineSet per pool",
			Args:   infraArgs(func(a *args) { a.Subnets[2].Zone = "us-east-2a" }),
			Want:   []string{".Subnets[2].Zone: duplicate"},
		},
		"name too long": {
			Reason: "a MachineSet name is a label value and has at most 63 characters",
			Args: infraArgs(func(a *args) {
				a.InfraID, a.Subnets = mockstest.LongInfraID, subnets("us-east-1-wl1-bos-wlz-1-longer")
			}),
			Want: []string{
				".Subnets[0].Zone: the MachineSet name production-frankfurt1-x7k2p-infra-us-east-1-wl1-bos-wlz-1-longer " +
					"must have at most 63 characters (has 64)",
			},
		},
		"control plane": {
			Reason: "machines with the role master are the control plane",
			Args:   infraArgs(func(a *args) { a.Pool = "master" }),
			Want:   []string{".Pool: must not be master: its machines are the control plane"},
		},
		"unknown zone": {
			Reason: "ZoneReplicas only has zones of Subnets",
			Args:   infraArgs(func(a *args) { a.ZoneReplicas = map[string]int{"us-east-2d": 1} }),
			Want:   []string{".ZoneReplicas[us-east-2d]: must be the zone of one of Subnets"},
		},
		"no maximum": {
			Reason: "a MachineAutoscaler needs a maximum of at least 1",
			Args:   infraArgs(func(a *args) { a.Autoscaling = &nodes.MachineAutoscalingArgs{} }),
			Want:   []string{".Autoscaling.MaxPerZone: range"},
		},
		"minimum above maximum": {
			Reason: "the maximum must be at least the minimum",
			Args: infraArgs(func(a *args) {
				a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 3, MaxPerZone: 2}
				a.ReplicasPerZone = nil
			}),
			Want: []string{
				".Autoscaling.MaxPerZone: range",
				".ReplicasPerZone: must be between Autoscaling.MinPerZone (3) and MaxPerZone (2) (got 3 in us-east-2a)",
			},
		},
		"outside the limits": {
			Reason: "the initial number must be within the autoscaler's limits",
			Args: infraArgs(func(a *args) {
				a.Autoscaling = &nodes.MachineAutoscalingArgs{MinPerZone: 1, MaxPerZone: 2}
				a.ReplicasPerZone = new(5)
			}),
			Want: []string{
				".ReplicasPerZone: must be between Autoscaling.MinPerZone (1) and MaxPerZone (2) (got 5 in us-east-2a)",
			},
		},
		"another architecture": {
			Reason: "the architecture must be that of the instance type",
			Args:   infraArgs(func(a *args) { a.InstanceType, a.Architecture = "m6g.xlarge", "amd64" }),
			Want:   []string{".InstanceType: m6g.xlarge has architecture arm64; Architecture is amd64"},
		},
		"Name tag": {
			Reason: "the Machine API sets the tag Name",
			Args:   infraArgs(func(a *args) { a.Tags["Name"] = pulumi.String("x") }),
			Want:   []string{".Tags: must not contain Name: the Machine API sets it to the machine's name"},
		},
		"no GPU": {
			Reason: "the instance type must have a GPU",
			Args:   infraArgs(func(a *args) { a.GPU = &nodes.GPUArgs{Accelerator: "nvidia-t4"} }),
			Want:   []string{".GPU: must not be set for an instance type without a GPU; the default of InstanceType has none"},
		},
		"Spot with a reservation": {
			Reason: "the webhook rejects a capacity reservation for Spot Instances",
			Args: infraArgs(func(a *args) {
				a.Spot, a.CapacityReservationID = &nodes.SpotArgs{}, pulumi.String("cr-0123456789abcdef0")
			}),
			Want: []string{".CapacityReservationID: exclusive"},
		},
		"Spot on a Dedicated Host": {
			Reason: "EC2 rejects Spot Instances on Dedicated Hosts",
			Args:   infraArgs(func(a *args) { a.Spot, a.Tenancy = &nodes.SpotArgs{}, "host" }),
			Want:   []string{".Tenancy: must not be host together with Spot"},
		},
	})
}

// TestSharedRules compares paths only: the rules are those of the package ebs.
func TestSharedRules(t *testing.T) {
	t.Parallel()
	volume := nodes.VolumeArgs{Type: "io1"}
	data := []nodes.DataVolume{{DeviceName: "/dev/sdf", Volume: &volume}}
	sets, workers := infraArgs(), poolArgs()
	sets.RootVolume, sets.DataVolumes = &volume, data
	workers.RootVolume, workers.DataVolumes = &volume, data
	for path, err := range map[string]error{
		"nodes.MachineSetArgs": sets.Validate(), "nodes.WorkerPoolArgs": workers.Validate(),
	} {
		var paths []string
		for _, problem := range check.Of(err) {
			paths = append(paths, problem.Path.String())
		}
		assert.Equal(t, []string{path + ".RootVolume.IOPS", path + ".DataVolumes[0].Volume.IOPS"}, paths)
	}
}

func TestWorkersHaveNoRoleTaint(t *testing.T) {
	t.Parallel()
	args := workerSetArgs()
	args.RoleTaint = new(true)
	err := mocks.New(inCluster).Run(mockstest.Program(nodes.NewWorkerMachineSet, "demo", args))
	assert.ErrorContains(t, err,
		"nodes.MachineSetArgs.RoleTaint: has no effect on workers, which have no role taint; use Taints")
}
