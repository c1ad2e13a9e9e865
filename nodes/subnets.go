package nodes

import (
	"cmp"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func checkSubnets(p *check.Problems, path string, subnets []network.Subnet) {
	p.Required(path, subnets)
	ids := map[any]bool{}
	for i, subnet := range subnets {
		at := check.Index(path, i)
		p.RequiredFormat(at+".ID", subnet.ID, check.SubnetID)
		p.UniqueInput(at+".ID", subnet.ID, ids)
		p.RequiredFormat(at+".Zone", subnet.Zone, check.Zone)
	}
}

// byZone returns the subnets sorted by zone, so that their order in the arguments does not matter.
func byZone(subnets []network.Subnet) []network.Subnet {
	sorted := slices.Clone(subnets)
	slices.SortStableFunc(sorted, func(a, b network.Subnet) int { return cmp.Compare(a.Zone, b.Zone) })
	return sorted
}
