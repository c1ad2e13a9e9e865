package network

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// lettersWithSlot are the letters of standard zones that have a slot of their own: a is 0, f is 5. No region has more
// than six zones; slots 6 and 7 are left for local and Wavelength zones.
const lettersWithSlot = "abcdef"

// isStandard tells an ordinary availability zone (us-east-2a) from a local (us-west-2-lax-1a) or Wavelength zone.
func isStandard(zone string) bool {
	region, ok := partition.RegionOfZone(zone)
	return ok && len(zone) == len(region)+1
}

// takesInternetGateway is false for Wavelength zones, such as us-east-1-wl1-bos-wlz-1: they reach the world through
// a carrier gateway, and AWS refuses them a route to an internet gateway (AWS Wavelength developer guide).
func takesInternetGateway(zone string) bool {
	return !strings.Contains(zone, "-wlz-")
}

// slotOf returns a zone's slot: the one that the user names, or the one that its letter has.
func slotOf(zone string, named map[string]int) (slot int, ok bool) {
	if slot, ok := named[zone]; ok {
		return slot, true
	}
	if !isStandard(zone) {
		return 0, false
	}
	slot = strings.IndexByte(lettersWithSlot, zone[len(zone)-1])
	return slot, slot >= 0
}
