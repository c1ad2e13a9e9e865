package network

import (
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// slotLetters are the letters of Availability Zones that have a slot by default: a is 0, f is 5. No region has more than six
// Availability Zones; slots 6 and 7 are left for Local and Wavelength Zones.
const slotLetters = "abcdef"

var availabilityZone = check.NewFormat("Availability Zone", "us-east-2a", isAvailabilityZone)

// isAvailabilityZone reports whether zone is an Availability Zone (us-east-2a), neither a Local Zone (us-west-2-lax-1a) nor a
// Wavelength Zone.
func isAvailabilityZone(zone string) bool {
	region, ok := partition.RegionOfZone(zone)
	return ok && len(zone) == len(region)+1
}

// allowsInternetGateway reports whether a subnet of the zone can have a route to an internet gateway. AWS rejects it in Wavelength
// Zones, such as us-east-1-wl1-bos-wlz-1, which have a carrier gateway instead (AWS Wavelength developer guide, "How AWS Wavelength
// works").
func allowsInternetGateway(zone string) bool {
	return !strings.Contains(zone, "-wlz-")
}

// slotOf returns a zone's slot: the one in slots, or the default one of its letter.
func slotOf(zone string, slots map[string]int) (slot int, ok bool) {
	if slot, ok := slots[zone]; ok {
		return slot, true
	}
	if !isAvailabilityZone(zone) {
		return 0, false
	}
	slot = strings.IndexByte(slotLetters, zone[len(zone)-1])
	return slot, slot >= 0
}

// checkUniqueZone checks a required zone that must not be in seen, and adds it there.
func checkUniqueZone(p *check.Problems, path, zone string, form check.Format, seen map[string]bool) {
	if p.RequiredFormat(path, zone, form) && seen[zone] {
		p.Duplicate(path, zone)
	}
	seen[zone] = true
}

// checkOneRegion notes zones of several regions.
func checkOneRegion(p *check.Problems, path string, zones []string) {
	regions := map[string]bool{}
	for _, zone := range zones {
		if region, ok := partition.RegionOfZone(zone); ok {
			regions[region] = true
		}
	}
	if len(regions) > 1 {
		p.Addf(path, "must be in one region (got %s)", strings.Join(slices.Sorted(maps.Keys(regions)), ", "))
	}
}
