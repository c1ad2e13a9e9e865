package cluster

import (
	"net/netip"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// RosaNetworkArgs are the address ranges of a cluster. None may overlap another, or 100.64.0.0/16, 100.88.0.0/16 and 169.254.0.0/17,
// which OVN-Kubernetes keeps for itself. A change replaces the cluster.
type RosaNetworkArgs struct {
	// MachineCIDR is the range of the machines: it holds all subnets and should be the VPC's. At least a /25, or a /24 in several
	// zones. Default 10.0.0.0/16.
	MachineCIDR string
	// ServiceCIDR is the range of services' addresses. Default 172.30.0.0/16.
	ServiceCIDR string
	// PodCIDR is the range of pods' addresses. Default 10.128.0.0/14.
	PodCIDR string
	// HostPrefix is the length of the prefix of the pods' addresses on one machine, 23 to 26. PodCIDR has room for
	// 2^(HostPrefix - length of its own prefix) machines. Default 23.
	HostPrefix int
}

func (n RosaNetworkArgs) withDefaults() RosaNetworkArgs {
	for field, value := range map[*string]string{&n.MachineCIDR: "10.0.0.0/16", &n.ServiceCIDR: "172.30.0.0/16", &n.PodCIDR: "10.128.0.0/14"} {
		if *field == "" {
			*field = value
		}
	}
	if n.HostPrefix == 0 {
		n.HostPrefix = 23
	}
	return n
}

// rosaReserved are ranges that clusters use inside (openshift-docs networking/networking_overview/cidr-range-definitions.adoc).
var rosaReserved = []struct{ cidr, why string }{
	{"100.64.0.0/16", "OVN-Kubernetes joins its routers in"},
	{"100.88.0.0/16", "OVN-Kubernetes passes traffic between zones in"},
	{"169.254.0.0/17", "OVN-Kubernetes hides addresses in"},
}

// rosaHostedAPI is the API's address inside a cluster with a hosted control plane (openshift/hypershift support/config/constants.go).
const rosaHostedAPI = "172.20.0.1"

type rosaRange struct {
	path   string
	prefix netip.Prefix
}

// check looks at the ranges by themselves and against one another, with the defaults of those that nobody chose. It returns the
// range of the machines when it is one.
func (n RosaNetworkArgs) check(p *check.Problems, path string, hosted, manyZones bool) (machines netip.Prefix) {
	n = n.withDefaults()
	var ranges []rosaRange
	for _, field := range []struct{ name, text string }{{"MachineCIDR", n.MachineCIDR}, {"ServiceCIDR", n.ServiceCIDR}, {"PodCIDR", n.PodCIDR}} {
		at := path + "." + field.name
		if prefix, ok := p.IPv4CIDR(at, field.text); ok {
			ranges = append(ranges, rosaRange{at, prefix})
		}
	}
	for i, one := range ranges {
		one.checkReserved(p, hosted)
		for _, other := range ranges[:i] {
			if one.prefix.Overlaps(other.prefix) {
				p.Addf(one.path, "%s overlaps %s of %s; choose ranges apart", one.prefix, other.prefix, other.path)
			}
		}
		switch {
		case one.path == path+".MachineCIDR":
			machines = one.prefix
			n.checkMachines(p, one, manyZones)
		case one.path == path+".PodCIDR" && n.HostPrefix < one.prefix.Bits():
			p.Addf(path+".HostPrefix", "%d is shorter than the prefix of %s", n.HostPrefix, one.prefix)
		}
	}
	if n.HostPrefix < 23 || n.HostPrefix > 26 {
		p.Addf(path+".HostPrefix", "%d is not between 23 and 26", n.HostPrefix)
	}
	return machines
}

func (n RosaNetworkArgs) checkMachines(p *check.Problems, machines rosaRange, manyZones bool) {
	longest, where := 25, "one zone"
	if manyZones {
		longest, where = 24, "several zones"
	}
	if machines.prefix.Bits() > longest {
		p.Addf(machines.path, "%s is smaller than /%d, the least for %s", machines.prefix, longest, where)
	}
}

func (r rosaRange) checkReserved(p *check.Problems, hosted bool) {
	for _, reserved := range rosaReserved {
		if r.prefix.Overlaps(netip.MustParsePrefix(reserved.cidr)) {
			p.Addf(r.path, "%s overlaps %s, which %s", r.prefix, reserved.cidr, reserved.why)
		}
	}
	if hosted && r.prefix.Contains(netip.MustParseAddr(rosaHostedAPI)) {
		p.Addf(r.path, "%s holds %s, the address of a hosted control plane's API", r.prefix, rosaHostedAPI)
	}
}

// machineRoom is how many machines the pods' range has addresses for, if it is a range at all.
func (n RosaNetworkArgs) machineRoom() (int, bool) {
	n = n.withDefaults()
	prefix, err := netip.ParsePrefix(n.PodCIDR)
	if err != nil || n.HostPrefix < prefix.Bits() || n.HostPrefix > 32 {
		return 0, false
	}
	return 1 << (n.HostPrefix - prefix.Bits()), true
}

func (n RosaNetworkArgs) inputs() pulumi.Map {
	return pulumi.Map{
		"machineCidr": rosaText(n.MachineCIDR),
		"serviceCidr": rosaText(n.ServiceCIDR),
		"podCidr":     rosaText(n.PodCIDR),
		"hostPrefix":  rosaNumber(n.HostPrefix),
	}
}

// rosaCheckSubnets looks at a list of subnets by themselves: their ids, their zones, and their place in the machines' range.
func rosaCheckSubnets(p *check.Problems, path string, subnets []network.Subnet, region string, machines netip.Prefix) {
	zones := map[string]bool{}
	for i, subnet := range subnets {
		at := rosaIndex(path, i)
		p.Required(at+".ID", subnet.ID)
		if p.Required(at+".Zone", subnet.Zone) {
			rosaCheckZone(p, at+".Zone", subnet.Zone, region)
		}
		if zones[subnet.Zone] && subnet.Zone != "" {
			p.Addf(at+".Zone", "%s has another subnet in the list; machine pools need exactly one a zone", subnet.Zone)
		}
		zones[subnet.Zone] = true
		if subnet.CIDR == "" {
			continue
		}
		prefix, ok := p.IPv4CIDR(at+".CIDR", subnet.CIDR)
		if ok && machines.IsValid() && (!machines.Contains(prefix.Addr()) || prefix.Bits() < machines.Bits()) {
			p.Addf(at+".CIDR", "%s is not inside the machines' range %s; set Network.MachineCIDR to the VPC's range", prefix, machines)
		}
	}
}

func rosaCheckZone(p *check.Problems, path, zone, region string) {
	if len(zone) <= len(region) || zone[:len(region)] != region {
		p.Addf(path, "%q is no zone of %s", zone, region)
	}
}

func rosaZones(subnets []network.Subnet) []string {
	zones := make([]string, len(subnets))
	for i, subnet := range subnets {
		zones[i] = subnet.Zone
	}
	return zones
}

func rosaSubnetIDs(lists ...[]network.Subnet) pulumi.StringArray {
	ids := pulumi.StringArray{}
	for _, list := range lists {
		for _, subnet := range list {
			ids = append(ids, subnet.ID)
		}
	}
	return ids
}
