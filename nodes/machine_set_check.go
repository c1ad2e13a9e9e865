package nodes

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// A MachineSet's name is a label's value as well (machine.openshift.io/cluster-api-machineset).
const machineSetNameLimit = 63

// check notes everything that is wrong with arguments that have their defaults.
func (a *MachineSetArgs) check(p *check.Problems, path string) {
	names.CheckInfraID(p, path+"InfraID", a.InfraID)
	checkRegion(p, path+"Region", a.Region)
	checkPool(p, path+"Pool", a.Pool)
	checkSubnets(p, path+"Subnets", a.Subnets)
	a.checkZones(p, path+"Subnets")
	a.checkReplicas(p, path)
	p.Required(path+"AMI", a.AMI)
	a.checkMachine(p, path)
	a.checkNode(p, path)
	a.checkPurchase(p, path)
	p.Required(path+"SecurityGroupIDs", a.SecurityGroupIDs)
	p.Required(path+"InstanceProfile", a.InstanceProfile)
	checkOneOf(p, path+"DeletePolicy", a.DeletePolicy, "Random", "Newest", "Oldest")
	if a.DeleteTimeout < 0 {
		p.Addf(path+"DeleteTimeout", "%s is no time to wait; it is more than 0", a.DeleteTimeout)
	}
	checkEach(p, path+"LoadBalancers", a.LoadBalancers)
	checkEach(p, path+"ClassicLoadBalancers", a.ClassicLoadBalancers)
	tags.Check(p, path+"Tags", a.Tags)
	if _, found := a.Tags["Name"]; found {
		p.Addf(path+"Tags", "key %q would be dropped: the Machine API names each instance after its machine", "Name")
	}
}

var poolName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

func checkPool(p *check.Problems, path, pool string) {
	switch {
	case pool == "master" || pool == "control-plane":
		p.Addf(path, "%q is the control plane's; name the pool otherwise", pool)
	case !poolName.MatchString(pool):
		p.Addf(path, "%q is no pool's name; it takes lower-case letters, digits and inner hyphens", pool)
	}
}

// checkOneOf tells whether a value is there and allowed.
func checkOneOf(p *check.Problems, path, value string, allowed ...string) bool {
	if value != "" && !slices.Contains(allowed, value) {
		p.Addf(path, "%q is none of %s", value, strings.Join(allowed, ", "))
		return false
	}
	return value != ""
}

func checkEach(p *check.Problems, path string, values []pulumi.StringInput) {
	for i, value := range values {
		p.Required(fmt.Sprintf("%s[%d]", path, i), value)
	}
}

// checkZones notes zones that a MachineSet cannot be named after or that are not in the region.
func (a *MachineSetArgs) checkZones(p *check.Problems, path string) {
	first := map[string]int{}
	for i, subnet := range a.Subnets {
		at := fmt.Sprintf("%s[%d].Zone", path, i)
		if earlier, found := first[subnet.Zone]; found && subnet.Zone != "" {
			p.Addf(at, "%s is the zone of Subnets[%d] too; a zone has one machine set", subnet.Zone, earlier)
			continue
		}
		first[subnet.Zone] = i
		if region, ok := partition.RegionOfZone(subnet.Zone); ok && partition.IsRegion(a.Region) && region != a.Region {
			p.Addf(at, "%s is not in region %s", subnet.Zone, a.Region)
		}
		if name := machineSetName(a.InfraID, a.Pool, subnet.Zone); len(name) > machineSetNameLimit {
			p.Addf(at, "the machine set's name %s has %d characters; at most %d make a label", name, len(name), machineSetNameLimit)
		}
	}
}

func (a *MachineSetArgs) checkReplicas(p *check.Problems, path string) {
	if *a.ReplicasPerZone < 0 {
		p.Addf(path+"ReplicasPerZone", "%d is no number of machines; it is 0 or more", *a.ReplicasPerZone)
	}
	for _, zone := range slices.Sorted(maps.Keys(a.ZoneReplicas)) {
		at := path + "ZoneReplicas"
		if a.ZoneReplicas[zone] < 0 {
			p.Addf(at, "%d in %s is no number of machines; it is 0 or more", a.ZoneReplicas[zone], zone)
		}
		if !a.hasZone(zone) {
			p.Addf(at, "%q is the zone of none of Subnets", zone)
		}
	}
	if a.Autoscaling == nil {
		return
	}
	checkBounds(p, path+"Autoscaling.MinPerZone", path+"Autoscaling.MaxPerZone", a.Autoscaling.MinPerZone, a.Autoscaling.MaxPerZone)
	for _, subnet := range byZone(a.Subnets) {
		if n := a.replicasIn(subnet.Zone); n >= 0 && (n < a.Autoscaling.MinPerZone || n > a.Autoscaling.MaxPerZone) {
			p.Addf(path+"ReplicasPerZone", "%d in %s is not between Autoscaling's bounds, %d and %d", n, subnet.Zone, a.Autoscaling.MinPerZone, a.Autoscaling.MaxPerZone)
			return
		}
	}
}

// checkBounds notes sizes that a MachineAutoscaler refuses (openshift/cluster-autoscaler-operator
// pkg/apis/autoscaling/v1beta1/machineautoscaler_types.go).
func checkBounds(p *check.Problems, minPath, maxPath string, least, most int) {
	if least < 0 {
		p.Addf(minPath, "%d is too few; it is 0 or more", least)
	}
	if most < 1 || most < least {
		p.Addf(maxPath, "%d is too few; it is 1 or more and at least the minimum, %d", most, least)
	}
}

func (a *MachineSetArgs) hasZone(zone string) bool {
	for _, subnet := range a.Subnets {
		if subnet.Zone == zone {
			return true
		}
	}
	return false
}

func (a *MachineSetArgs) replicasIn(zone string) int {
	if replicas, found := a.ZoneReplicas[zone]; found {
		return replicas
	}
	return *a.ReplicasPerZone
}

func (a *MachineSetArgs) checkMachine(p *check.Problems, path string) {
	checkInstanceType(p, path+"InstanceType", a.InstanceType)
	told := checkOneOf(p, path+"Architecture", a.Architecture, instancetypes.AMD64, instancetypes.ARM64)
	a.Capacity.check(p, path+"Capacity")
	if info, known := a.size(); known && told && info.Architecture != a.Architecture {
		p.Addf(path+"InstanceType", "%s is of architecture %s and not %s", a.InstanceType, info.Architecture, a.Architecture)
	}
	a.RootVolume.check(p, path+"RootVolume")
	checkDataVolumes(p, path+"DataVolumes", a.DataVolumes)
	checkOneOf(p, path+"Tenancy", a.Tenancy, "default", "dedicated", "host")
	checkOneOf(p, path+"NetworkInterfaceType", a.NetworkInterfaceType, "ENA", "EFA")
	a.PlacementGroup.check(p, path+"PlacementGroup")
}

func (g *PlacementGroupArgs) check(p *check.Problems, path string) {
	if g == nil {
		return
	}
	p.Required(path+".Name", g.Name)
	if g.Partition < 0 || g.Partition > 7 {
		p.Addf(path+".Partition", "%d is no partition's number; it is 1 to 7, or 0 for AWS to choose", g.Partition)
	}
}

func (a *MachineSetArgs) checkNode(p *check.Problems, path string) {
	checkLabels(p, path+"Labels", a.Labels)
	for _, key := range slices.Sorted(maps.Keys(a.Annotations)) {
		if !isLabelKey(key) {
			p.Addf(path+"Annotations", "key %q is no annotation's; one looks like example.com/owner", key)
		}
	}
	checkTaints(p, path+"Taints", a.Taints)
	if a.GPU != nil {
		if p.Required(path+"GPU.Accelerator", a.GPU.Accelerator) && !isLabelValue(a.GPU.Accelerator) {
			p.Addf(path+"GPU.Accelerator", "%q is none that a label takes; one looks like nvidia-t4", a.GPU.Accelerator)
		}
		if info, known := a.size(); known && info.GPU == 0 {
			p.Addf(path+"GPU", "%s has no GPU", a.InstanceType)
		}
		if !isLabelKey(a.GPU.Resource) {
			p.Addf(path+"GPU.Resource", "%q is no resource's name; one looks like nvidia.com/gpu", a.GPU.Resource)
		}
	}
}

// checkPurchase notes what the Machine API's webhook refuses (openshift/machine-api-operator pkg/webhooks/machine_webhook.go).
func (a *MachineSetArgs) checkPurchase(p *check.Problems, path string) {
	a.Spot.check(p, path+"Spot")
	if a.Spot != nil && a.CapacityReservationID != nil {
		p.Addf(path+"CapacityReservationID", "cannot be used by spot machines; leave out one of the two")
	}
	if a.CapacityBlock && a.CapacityReservationID == nil {
		p.Addf(path+"CapacityBlock", "needs the block's CapacityReservationID")
	}
	if a.Spot != nil && a.Tenancy == "host" {
		p.Addf(path+"Tenancy", "host is not for spot machines; leave out one of the two")
	}
}

// size is what is known about the instance type.
func (a *MachineSetArgs) size() (instancetypes.Info, bool) {
	return sizeOf(a.InstanceType, a.Capacity)
}
