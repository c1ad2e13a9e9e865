package nodes

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// checkSubnets notes missing subnets and ids, and zones that are none.
func checkSubnets(p *check.Problems, path string, subnets []network.Subnet) {
	p.Required(path, subnets)
	for i, subnet := range subnets {
		at := fmt.Sprintf("%s[%d]", path, i)
		p.Required(at+".ID", subnet.ID)
		if !p.Required(at+".Zone", subnet.Zone) {
			continue
		}
		if _, ok := partition.RegionOfZone(subnet.Zone); !ok {
			p.Addf(at+".Zone", "%q is no zone; one looks like us-east-2a", subnet.Zone)
		}
	}
}

// byZone returns the subnets in the order of their zones, so that the order in which a user lists them changes nothing.
func byZone(subnets []network.Subnet) []network.Subnet {
	sorted := slices.Clone(subnets)
	slices.SortStableFunc(sorted, func(a, b network.Subnet) int { return cmp.Compare(a.Zone, b.Zone) })
	return sorted
}
