package nodes

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/machine"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// machineSetNameLimit is the limit of label values: the name of a MachineSet is the value of its machines' label
// machine.openshift.io/cluster-api-machineset.
const machineSetNameLimit = 63

var (
	_ = check.Named("annotation-key", check.NewFormat("annotation key", "example.com/owner", check.LabelKey.Match))
	_ = check.Named("accelerator", check.LabelValue.WithExample("nvidia-t4"))
	_ = check.Named("resource-name", check.NewFormat("resource name", "nvidia.com/gpu", check.LabelKey.Match))

	// A name excludes ARNs. The Machine API and Auto Scaling look load balancers up by name.
	_ = check.Named("load-balancer-name", check.NewFormat("load balancer name", "demo-x7k2p-apps", func(text string) bool {
		return !strings.ContainsAny(text, ":/ ")
	}).AtMost(32))
)

// Validate returns all problems of the arguments, joined; nil if there are none. NewWorkerMachineSet also rejects RoleTaint.
func (a *MachineSetArgs) Validate() error {
	return a.validate(infraRole)
}

func (a *MachineSetArgs) validate(role machineRole) error {
	const path = "nodes.MachineSetArgs"
	args, p := check.Begin(a)
	args.setDefaults(role)
	checkPool(&p, path+".Pool", args.Pool)
	args.checkSubnets(&p, path)
	args.checkZones(&p, path+".Subnets")
	args.checkReplicas(&p, path)
	args.checkMachine(&p, path)
	args.checkNode(&p, path, role)
	checkSpotOnly(&p, path, "Spot", args.Spot != nil, args.CapacityReservationID, args.Tenancy)
	args.checkRelease(&p, path)
	if _, found := args.Tags["Name"]; found {
		p.Addf(path+".Tags", "must not contain Name: the Machine API sets it to the machine's name")
	}
	return p.ErrOf(a)
}

// checkPool reports the pools of the control plane.
func checkPool(p *check.Problems, path check.Path, pool string) {
	if pool == "master" || pool == "control-plane" {
		p.Addf(path, "must not be %s: its machines are the control plane", pool)
	}
}

// checkUnique reports the elements of a list whose field, or other key, has occurred before.
func checkUnique[T any](p *check.Problems, path check.Path, field string, list []T, key func(T) string) {
	seen := map[string]bool{}
	for i, element := range list {
		value := key(element)
		if seen[value] && value != "" {
			p.Duplicate(check.Join(check.Index(path, i), field), value)
		}
		seen[value] = true
	}
}

// checkZones reports zones that have a MachineSet already, that are in another region, or whose set would have too long a name.
func (a *MachineSetArgs) checkZones(p *check.Problems, path check.Path) {
	checkUnique(p, path, "Zone", a.Subnets, func(subnet network.Subnet) string { return subnet.Zone })
	checkRegion(p, path, a.Subnets, a.Region)
	for i, subnet := range a.Subnets {
		at := check.Index(path, i) + ".Zone"
		if name := machineSetName(a.InfraID, a.Pool, subnet.Zone); len(name) > machineSetNameLimit {
			p.Addf(at, "the MachineSet name %s must have at most %d characters (has %d)", name, machineSetNameLimit, len(name))
		}
	}
}

// checkRegion reports subnets in another region.
func checkRegion(p *check.Problems, path check.Path, subnets []network.Subnet, region string) {
	for i, subnet := range subnets {
		if zone, ok := partition.RegionOfZone(subnet.Zone); ok && check.Region.Match(region) && zone != region {
			p.Addf(check.Index(path, i)+".Zone", "%s is not in region %s", subnet.Zone, region)
		}
	}
}

func (a *MachineSetArgs) checkReplicas(p *check.Problems, path check.Path) {
	for _, zone := range slices.Sorted(maps.Keys(a.ZoneReplicas)) {
		if !a.hasZone(zone) {
			p.Addf(check.Key(path+".ZoneReplicas", zone), "must be the zone of one of Subnets")
		}
	}
	limits := a.Autoscaling
	if limits == nil {
		return
	}
	checkLimits(p, path+".Autoscaling", "MinPerZone", limits.MinPerZone, "MaxPerZone", limits.MaxPerZone)
	for _, subnet := range byZone(a.Subnets) {
		if n := a.replicasIn(subnet.Zone); n >= 0 && (n < limits.MinPerZone || n > limits.MaxPerZone) {
			p.Addf(path+".ReplicasPerZone", "must be between Autoscaling.MinPerZone (%d) and MaxPerZone (%d) (got %d in %s)",
				limits.MinPerZone, limits.MaxPerZone, n, subnet.Zone)
			return
		}
	}
}

// checkLimits notes limits that a MachineAutoscaler or an Auto Scaling group rejects
// (openshift/cluster-autoscaler-operator pkg/apis/autoscaling/v1beta1/machineautoscaler_types.go; both APIs have integers of 32 bits).
func checkLimits(p *check.Problems, path check.Path, minField string, least int, maxField string, most int) bool {
	minValid := p.AtLeast(path.Field(minField), least, 0)
	at := path.Field(maxField)
	return p.AtLeast(at, most, 1) && p.AtLeastField(at, most, minField, least) && p.AtMost(at, most, math.MaxInt32) && minValid
}

func (a *MachineSetArgs) hasZone(zone string) bool {
	return slices.ContainsFunc(a.Subnets, func(subnet network.Subnet) bool { return subnet.Zone == zone })
}

func (a *MachineSetArgs) replicasIn(zone string) int {
	if replicas, found := a.ZoneReplicas[zone]; found {
		return replicas
	}
	return *a.ReplicasPerZone
}

func (a *MachineSetArgs) checkMachine(p *check.Problems, path check.Path) {
	valid := a.Architecture == instancetypes.AMD64 || a.Architecture == instancetypes.ARM64
	if size, known := a.size(); known && valid && size.Architecture != a.Architecture {
		p.Addf(path+".InstanceType", "%s has architecture %s; Architecture is %s", a.InstanceType, size.Architecture, a.Architecture)
	}
	a.RootVolume.checkRoot(p, path+".RootVolume", a.Region)
	checkDataVolumes(p, path+".DataVolumes", a.Region, a.DataVolumes)
	if len(a.SecurityGroupFilters) == 0 {
		p.Required(path+".SecurityGroupIDs", a.SecurityGroupIDs)
	}
}

func (a *MachineSetArgs) checkNode(p *check.Problems, path check.Path, role machineRole) {
	machine.CheckTaints(p, path+".Taints", a.Taints)
	if a.RoleTaint != nil && role.label == "" {
		p.Addf(path+".RoleTaint", "has no effect on workers, which have no role taint; use Taints")
	}
	if size, known := a.size(); a.GPU != nil && known && size.GPU == 0 {
		p.Addf(path+".GPU", "must not be set for an instance type without a GPU; the default of InstanceType has none")
	}
}

// checkRelease reports fields that the Machine API of the cluster's release ignores.
func (a *MachineSetArgs) checkRelease(p *check.Problems, path check.Path) {
	group := a.PlacementGroup
	for _, field := range []struct {
		path    check.Path
		feature release.Feature
		set     bool
	}{
		{".PlacementGroup.Partition", release.PlacementGroupPartition, group != nil && group.Partition > 0},
		{".CapacityReservationID", release.CapacityReservation, a.CapacityReservationID != nil},
		{".CapacityBlock", release.MarketType, a.CapacityBlock},
		{".RootVolume.ThroughputMiB", release.VolumeThroughput, a.RootVolume.ThroughputMiB > 0},
	} {
		field.feature.Check(p, path+field.path, field.set, a.OpenShiftVersion)
	}
	for i, data := range a.DataVolumes {
		at := check.Index(path+".DataVolumes", i) + ".Volume.ThroughputMiB"
		release.VolumeThroughput.Check(p, at, data.Volume.ThroughputMiB > 0, a.OpenShiftVersion)
	}
}

// checkSpotOnly reports what EC2 rejects for Spot Instances, which field buys.
func checkSpotOnly(p *check.Problems, path check.Path, field string, spot bool, reservation pulumi.StringInput, tenancy string) {
	p.Exclusive(path, "CapacityReservationID", reservation != nil, field, spot)
	if spot && tenancy == "host" {
		p.Addf(path+".Tenancy", "must not be host together with %s", field)
	}
}
