package network

import (
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// slotLetters are the letters of Availability Zones that have a slot by default: a is 0, f is 5. No region has more than six
// Availability Zones; slots 6 and 7 are left for Local and Wavelength Zones.
const slotLetters = "abcdef"

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
	if !partition.IsAvailabilityZone(zone) {
		return 0, false
	}
	slot = strings.IndexByte(slotLetters, zone[len(zone)-1])
	return slot, slot >= 0
}

// checkUniqueZone reports a zone that is in seen, and adds it there.
func checkUniqueZone(p *check.Problems, path check.Path, zone string, seen map[string]bool) {
	if zone != "" && seen[zone] {
		p.Duplicate(path, zone)
	}
	seen[zone] = true
}

// checkOneRegion reports zones of several regions.
func checkOneRegion(p *check.Problems, path check.Path, zones []string) {
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
