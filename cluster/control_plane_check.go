package cluster

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const controlPlanePath = "cluster.ControlPlaneArgs"

// The formats that the tags of this package name.
func init() {
	check.Named("install-domain", check.Domain.WithExample("demo.example.com"))
	check.Named("role-or-user-arn", check.RoleARN.Or(check.UserARN))
	check.Named("cluster-uuid", check.UUID)
	// These keys are parts of physical names.
	check.Named("operator-key", operatorKey)
	check.Named("machine-key", machineKey)
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ControlPlaneArgs) Validate() error {
	a, p := check.Begin(a)
	a.checkInstall(&p)
	a.checkNetwork(&p)
	a.checkMachines(&p)
	a.checkAccess(&p)
	a.checkOperatorLoadBalancers(&p)
	return p.ErrOf(a)
}

func (a *ControlPlaneArgs) checkInstall(p *check.Problems) {
	if a.Install == nil {
		return
	}
	const path = controlPlanePath + ".Install"
	if a.bootstrapping() {
		p.Required(path+".BootstrapIgnition", a.Install.BootstrapIgnition)
	}
	if name := a.Install.ClusterName; name != "" && a.Install.Domain != "" && !strings.HasPrefix(a.Install.Domain, name+".") {
		p.Addf(path+".ClusterName", "must be the first label of Domain, %s (got %q)", a.Install.Domain, name)
	}
	a.Install.checkIgnition(p, path, a.bootstrapping())
}

func (a *ControlPlaneArgs) checkAccess(p *check.Problems) {
	if a.external() {
		p.Required(controlPlanePath+".PublicZoneID", a.PublicZoneID)
		if a.APIAllowedCIDRs != nil && len(a.APIAllowedCIDRs) == 0 {
			p.Addf(controlPlanePath+".APIAllowedCIDRs", "must not be empty; leave it nil for %s, or set Scope to %s", anyAddress, network.Internal)
		}
	}
	if id, _ := check.Text(a.PublicZoneID); id != "" && pulumi.String(id) == a.PrivateZoneID {
		p.Addf(controlPlanePath+".PrivateZoneID", "must not be the public zone, which would get the record api twice (got %s)", id)
	}
	if a.BootstrapIgnitionReaderARNs != nil {
		p.Required(controlPlanePath+".BootstrapIgnitionReaderARNs", a.BootstrapIgnitionReaderARNs)
	}
}

func (a *ControlPlaneArgs) checkNetwork(p *check.Problems) {
	const path = controlPlanePath + ".Network"
	const private, public = path + ".PrivateSubnets", path + ".PublicSubnets"
	ids := map[any]bool{}
	ranges := append(a.checkSubnets(p, private, a.Network.PrivateSubnets, ids), a.checkSubnets(p, public, a.Network.PublicSubnets, ids)...)
	p.Disjoint(ranges...)
	a.checkMachineZones(p, private)
	a.checkMachineNetworks(p)
	if !a.external() {
		return
	}
	for _, zone := range slices.Compact(a.machineZones()) {
		if !hasZone(a.Network.PublicSubnets, zone) {
			p.Addf(public, "must have a subnet in zone %s; the external load balancer reaches machines in its own zones only", zone)
		}
	}
}

// checkMachineZones checks the number of the control-plane machines, and that each has a subnet.
func (a *ControlPlaneArgs) checkMachineZones(p *check.Problems, private check.Path) {
	n := len(a.machineZones())
	quorum := n == 1 || n == 3 || n == 5
	switch {
	case !quorum && a.MachineZones == nil:
		p.Addf(private, "must have 1, 3 or 5 subnets, one per control-plane machine, or set MachineZones (has %d)", n)
	case !quorum:
		p.Addf(controlPlanePath+".MachineZones", "must have 1, 3 or 5 zones, one per control-plane machine (has %d)", n)
	}
	for i, zone := range a.MachineZones {
		if !hasZone(a.Network.PrivateSubnets, zone) {
			p.Addf(check.Index(controlPlanePath+".MachineZones", i), "must be a zone of Network.PrivateSubnets (got %q)", zone)
		}
	}
}

// checkMachineNetworks reports a subnet that an installation cannot use: openshift-install accepts none outside of the machine networks of
// its configuration (openshift/installer release-4.19 pkg/asset/installconfig/aws/validation.go, validateSubnetCIDR).
func (a *ControlPlaneArgs) checkMachineNetworks(p *check.Problems) {
	if a.Install == nil || !a.bootstrapping() || len(a.Install.MachineNetworks) == 0 {
		return
	}
	var ranges []netip.Prefix
	for _, text := range a.Install.MachineNetworks {
		if cidr, err := netip.ParsePrefix(text); err == nil {
			ranges = append(ranges, cidr)
		}
	}
	for _, subnet := range a.Network.PrivateSubnets {
		if cidr, err := netip.ParsePrefix(subnet.CIDR); err == nil && !check.Within(cidr, ranges...) {
			p.Addf(controlPlanePath+".Network.CIDR", "the subnet %s is outside of the machine network %s of the install-config; set the VPC's CIDR "+
				"to it, or create the install directory again with networking.machineNetwork of the VPC", cidr,
				strings.Join(a.Install.MachineNetworks, ", "))
			return
		}
	}
}

func hasZone(subnets []network.Subnet, zone string) bool {
	return slices.ContainsFunc(subnets, func(s network.Subnet) bool { return s.Zone == zone })
}

// checkSubnets checks each subnet, that its ID is not in ids, and that a zone occurs once: a network load balancer has one subnet per
// zone, and none in a Local Zone together with others.
func (a *ControlPlaneArgs) checkSubnets(
	p *check.Problems, path check.Path, subnets []network.Subnet, ids map[any]bool,
) (ranges []check.Range) {
	for i, subnet := range subnets {
		at := check.Index(path, i)
		p.UniqueInput(at+".ID", subnet.ID, ids)
		if cidr, ok := p.IPv4CIDR(at+".CIDR", subnet.CIDR); ok {
			ranges = append(ranges, check.Range{Path: at + ".CIDR", CIDR: cidr})
		}
		switch region, isZone := partition.RegionOfZone(subnet.Zone); {
		case !isZone: // The rules of the tags report the zone.
		case a.Install != nil && a.Install.Region != "" && region != a.Install.Region:
			p.Addf(at+".Zone", "%s must be in %s, the cluster's region", subnet.Zone, a.Install.Region)
		case !partition.IsAvailabilityZone(subnet.Zone):
			p.Addf(at+".Zone", "%s is a Local Zone or Wavelength Zone; the control plane must be in Availability Zones (for example, %sa)",
				subnet.Zone, region)
		case hasZone(subnets[:i], subnet.Zone):
			p.Duplicate(at+".Zone", subnet.Zone)
		}
	}
	return ranges
}
