package rosa

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

func TestMachinePoolArgsValidate(t *testing.T) {
	t.Parallel()
	with := testPool
	scaled := func(least, most int) *MachinePoolArgs {
		return with(
			func(a *MachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &AutoscalingArgs{Min: least, Max: most} },
		)
	}
	checkValidations(t, map[string]validation{
		"empty": {
			reason: "a pool can have no machines",
			args:   with(func(a *MachinePoolArgs) { a.Replicas = new(0) }),
		},
		"one size":        {reason: "Max can be Min", args: scaled(2, 2)},
		"scale from zero": {reason: "an autoscaled pool can have no machines", args: scaled(0, 1)},
		"initial pool": {
			reason: "a pool adopts the initial pool of its name",
			args:   with(func(a *MachinePoolArgs) { a.Name = "workers-0" }),
		},
		"no alternatives": {
			reason: "a pool has a number of machines, and is of one product",
			args: with(func(a *MachinePoolArgs) {
				*a = MachinePoolArgs{ClusterID: a.ClusterID, Name: a.Name, InstanceType: a.InstanceType}
			}),
			want: []string{"rosa.MachinePoolArgs: required", "rosa.MachinePoolArgs: required"},
		},
		"one taint twice": {
			reason: "taints are unique by key and effect",
			args: with(func(a *MachinePoolArgs) {
				a.Taints = []Taint{
					{Key: "a", Value: "1", Effect: "NoSchedule"}, {Key: "a", Effect: "NoExecute"}, {Key: "a", Effect: "NoSchedule"},
				}
			}),
			want: []string{"rosa.MachinePoolArgs.Taints[2]: duplicate"},
		},
		"both products": {
			reason: "a cluster is either hosted or Classic",
			args:   with(func(a *MachinePoolArgs) { a.Classic = &ClassicPoolArgs{} }),
			want:   []string{"rosa.MachinePoolArgs: exclusive"},
		},
		"replicas and autoscaling": {
			reason: "autoscaling sets the number of replicas",
			args:   with(func(a *MachinePoolArgs) { a.Autoscaling = &AutoscalingArgs{Min: 1, Max: 2} }),
			want:   []string{"rosa.MachinePoolArgs: exclusive"},
		},
		"negative minimum": {
			reason: "an autoscaled pool has no machines at least",
			args:   scaled(-1, 2),
			want:   []string{"rosa.MachinePoolArgs.Autoscaling.Min: range"},
		},
		"negative replicas": {
			reason: "a number of machines is not negative",
			args:   with(func(a *MachinePoolArgs) { a.Replicas = new(-1) }),
			want:   []string{"rosa.MachinePoolArgs.Replicas: range"},
		},
		"501 replicas": {
			reason: "a hosted cluster has up to 500 workers",
			args:   with(func(a *MachinePoolArgs) { a.Replicas = new(501) }),
			want:   []string{"rosa.MachinePoolArgs.Replicas: range"},
		},
		"bounds reversed": {
			reason: "Max is at least Min",
			args:   scaled(4, 2),
			want:   []string{"rosa.MachinePoolArgs.Autoscaling.Max: range"},
		},
		"bounds of zero": {
			reason: "an autoscaled pool can have at least one machine",
			args:   scaled(0, 0),
			want:   []string{"rosa.MachinePoolArgs.Autoscaling.Max: range"},
		},
		"replacement of an initial pool": {
			reason: "an initial pool cannot be created again",
			args:   with(func(a *MachinePoolArgs) { a.Name, a.AllowReplacement = "workers-0", true }),
			want: []string{
				"rosa.MachinePoolArgs.AllowReplacement: must not be set for workers-0, an initial pool of the cluster:" +
					" it cannot be created again after its deletion; create a pool of another name",
			},
		},
		"disk": {
			reason: "a disk has up to 16 TiB",
			args:   with(func(a *MachinePoolArgs) { a.DiskSizeGiB = 16385 }),
			want:   []string{"rosa.MachinePoolArgs.DiskSizeGiB: range"},
		},
	})
}

func TestHCPPoolArgsValidate(t *testing.T) {
	t.Parallel()
	with := func(change func(*HCPPoolArgs)) *MachinePoolArgs {
		return testPool(func(a *MachinePoolArgs) { change(a.HCP) })
	}
	checkValidations(t, map[string]validation{
		"longest drain": {
			reason: "a node is drained for up to a week",
			args:   with(func(h *HCPPoolArgs) { h.NodeDrainGracePeriod = new(7 * 24 * time.Hour) }),
		},
		"unlimited drain": {
			reason: "0 is unlimited",
			args:   with(func(h *HCPPoolArgs) { h.NodeDrainGracePeriod = new(time.Duration(0)) }),
		},
		"same version": {
			reason: "a pool can have the release of the control plane",
			args:   with(func(h *HCPPoolArgs) { h.Version, h.ControlPlaneVersion = "4.18.5", "4.18.5" }),
		},
		"older version": {
			reason: "4.18.9 is earlier than 4.18.10",
			args:   with(func(h *HCPPoolArgs) { h.Version, h.ControlPlaneVersion = "4.18.9", "4.18.10" }),
		},
		"reservation by ID": {
			reason: "a reservation by ID has one preference",
			args: with(func(h *HCPPoolArgs) {
				h.CapacityReservation = &CapacityReservationArgs{ID: pulumi.String("cr-0123456789abcdef0")}
			}),
		},
		"newer version": {
			reason: "the control plane is upgraded first",
			args:   with(func(h *HCPPoolArgs) { h.Version, h.ControlPlaneVersion = "4.18.6", "4.18.5" }),
			want: []string{
				"rosa.MachinePoolArgs.HCP.Version: 4.18.6 is newer than the control plane's 4.18.5;" +
					" upgrade the control plane first",
			},
		},
		"long drain": {
			reason: "a node is drained for up to a week",
			args:   with(func(h *HCPPoolArgs) { h.NodeDrainGracePeriod = new(7*24*time.Hour + time.Minute) }),
			want:   []string{"rosa.MachinePoolArgs.HCP.NodeDrainGracePeriod: range"},
		},
		"drain in seconds": {
			reason: "the period is whole minutes",
			args:   with(func(h *HCPPoolArgs) { h.NodeDrainGracePeriod = new(90 * time.Second) }),
			want:   []string{"rosa.MachinePoolArgs.HCP.NodeDrainGracePeriod: range"},
		},
		"open reservation by ID": {
			reason: "a reservation by ID has one preference",
			args: with(func(h *HCPPoolArgs) {
				h.CapacityReservation = &CapacityReservationArgs{
					ID:         pulumi.String("cr-0123456789abcdef0"),
					Preference: ReservationOpen,
				}
			}),
			want: []string{"rosa.MachinePoolArgs.HCP.CapacityReservation.Preference: one-of"},
		},
		"preference of a reservation": {
			reason: "without an ID there are three preferences",
			args:   with(func(h *HCPPoolArgs) { h.CapacityReservation = &CapacityReservationArgs{Preference: "any"} }),
			want:   []string{"rosa.MachinePoolArgs.HCP.CapacityReservation.Preference: one-of"},
		},
		"empty reservation": {
			reason: "a reservation has an ID or a preference",
			args:   with(func(h *HCPPoolArgs) { h.CapacityReservation = &CapacityReservationArgs{} }),
			want:   []string{"rosa.MachinePoolArgs.HCP.CapacityReservation.Preference: required"},
		},
	})
}

func TestClassicPoolArgsValidate(t *testing.T) {
	t.Parallel()
	with := testClassicPool
	checkValidations(t, map[string]validation{
		"zone": {
			reason: "a pool can be in one zone",
			args:   with(func(a *MachinePoolArgs) { a.Classic.Zone = "us-east-2b" }),
		},
		"subnet": {
			reason: "a pool can be in one subnet",
			args:   with(func(a *MachinePoolArgs) { a.Classic.SubnetID = pulumi.String("subnet-0123456789abcdef1") }),
		},
		"Spot": {
			reason: "the highest price defaults to the On-Demand price",
			args:   with(func(a *MachinePoolArgs) { a.Classic.Spot = &SpotArgs{} }),
		},
		"workers": {
			reason: "workers is the initial pool of hosted control planes only",
			args:   with(func(a *MachinePoolArgs) { a.Name, a.AllowReplacement = "workers", true }),
		},
		"250 replicas": {
			reason: "a Classic cluster has up to 249 workers",
			args:   with(func(a *MachinePoolArgs) { a.Replicas = new(250) }),
			want:   []string{"rosa.MachinePoolArgs.Replicas: range"},
		},
		"replacement of the initial pool": {
			reason: "an initial pool cannot be created again",
			args:   with(func(a *MachinePoolArgs) { a.Name, a.AllowReplacement = "worker", true }),
			want: []string{
				"rosa.MachinePoolArgs.AllowReplacement: must not be set for worker, an initial pool of the cluster:" +
					" it cannot be created again after its deletion; create a pool of another name",
			},
		},
		"disk": {
			reason: "a disk of a Classic cluster has at least 128 GiB",
			args:   with(func(a *MachinePoolArgs) { a.DiskSizeGiB = 127 }),
			want:   []string{"rosa.MachinePoolArgs.DiskSizeGiB: range"},
		},
		"replicas in three zones": {
			reason: "every zone has the same number of machines",
			args:   with(func(a *MachinePoolArgs) { a.Classic.MultiAZ = true }),
			want:   []string{"rosa.MachinePoolArgs.Replicas: must be a multiple of 3, the number of zones (got 2)"},
		},
		"zone and subnet": {
			reason: "a subnet has a zone",
			args: with(func(a *MachinePoolArgs) {
				a.Classic.Zone, a.Classic.SubnetID = "us-east-2a", pulumi.String("subnet-0123456789abcdef1")
			}),
			want: []string{"rosa.MachinePoolArgs.Classic: exclusive"},
		},
		"MultiAZ in one zone": {
			reason: "a MultiAZ pool is in three zones",
			args: with(func(a *MachinePoolArgs) {
				a.Classic.MultiAZ, a.Classic.Zone, a.Replicas = true, "us-east-2a", new(3)
			}),
			want: []string{"rosa.MachinePoolArgs.Classic: exclusive"},
		},
	})
}

func TestMachines(t *testing.T) {
	t.Parallel()
	checkValidations(t, map[string]validation{
		"tag of the service": {
			reason: "OCM rejects system tags",
			args: testPool(func(a *MachinePoolArgs) {
				a.Tags = pulumi.StringMap{"api.openshift.com/id": pulumi.String("c1"), "team": pulumi.String("core")}
			}),
			want: []string{
				"rosa.MachinePoolArgs.Tags[api.openshift.com/id]: must not begin with api.openshift.com/, the prefix of the service's tags",
			},
		},
		"Windows on arm64": {
			reason: "EC2 has no image of Windows for arm64",
			args:   testPool(func(a *MachinePoolArgs) { a.InstanceType, a.HCP.Windows = "m6g.xlarge", true }),
			want:   []string{"rosa.MachinePoolArgs.InstanceType: must not be an arm64 type with HCP.Windows (got m6g.xlarge)"},
		},
		"pool three minor versions behind": {
			reason: "OCM rejects it",
			args: testPool(func(a *MachinePoolArgs) {
				a.HCP.Version, a.HCP.ControlPlaneVersion = "4.16.1", "4.19.5"
			}),
			want: []string{"rosa.MachinePoolArgs.HCP.Version: 4.16.1 is more than 2 minor versions older than the control plane's 4.19.5; " +
				"upgrade the pool first"},
		},
	})
}

func TestInitialPools(t *testing.T) {
	t.Parallel()
	for name, initial := range map[string]bool{
		"worker": true, "workers": true, "worker-1": true, "workers-0": true, "workers-12": true,
		"general": false, "workers-": false, "workers-a": false, "workers-1a": false, "general-1": false,
	} {
		assert.Equal(t, initial, isInitialOfHCP(name), name)
	}
}
