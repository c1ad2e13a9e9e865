package cluster

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const controlPlanePath = "cluster.ControlPlaneArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ControlPlaneArgs) Validate() error {
	var p check.Problems
	a.checkInstall(&p)
	if p.Required(controlPlanePath+".Stage", a.Stage) {
		check.OneOf(&p, controlPlanePath+".Stage", a.Stage, StageBootstrap, StageCluster)
	}
	check.OneOf(&p, controlPlanePath+".Scope", a.Scope, network.External, network.Internal)
	a.checkNetwork(&p)
	a.checkMachines(&p)
	a.checkAccess(&p)
	a.checkOperatorLoadBalancers(&p)
	tags.Check(&p, controlPlanePath+".Tags", a.Tags)
	return p.ErrOf(a)
}

func (a *ControlPlaneArgs) checkInstall(p *check.Problems) {
	const path = controlPlanePath + ".Install"
	if !p.Required(path, a.Install) {
		return
	}
	names.CheckInfraID(p, path+".InfraID", a.Install.InfraID)
	p.RequiredFormat(path+".Domain", a.Install.Domain, check.Domain.WithExample("demo.example.com"))
	p.RequiredFormat(path+".Region", a.Install.Region, check.Region)
	p.Required(path+".MasterIgnition", a.Install.MasterIgnition)
	p.Required(path+".Kubeconfig", a.Install.Kubeconfig)
	if a.bootstrapping() {
		p.Required(path+".BootstrapIgnition", a.Install.BootstrapIgnition)
	}
	a.Install.checkIgnition(p, path, a.bootstrapping())
}

func (a *ControlPlaneArgs) checkAccess(p *check.Problems) {
	p.RequiredInputFormats(controlPlanePath+".APIServerLBSecurityGroupIDs", a.APIServerLBSecurityGroupIDs, check.SecurityGroupID)
	if a.withDefaults().external() {
		p.Required(controlPlanePath+".PublicZoneID", a.PublicZoneID)
		if a.APIAllowedCIDRs != nil && len(a.APIAllowedCIDRs) == 0 {
			p.Addf(controlPlanePath+".APIAllowedCIDRs", "must not be empty; leave it nil for %s, or set Scope to %s", anyAddress, network.Internal)
		}
	}
	p.Format(controlPlanePath+".PublicZoneID", a.PublicZoneID, check.HostedZoneID)
	p.Format(controlPlanePath+".PrivateZoneID", a.PrivateZoneID, check.HostedZoneID)
	if id, _ := check.Text(a.PublicZoneID); id != "" && pulumi.String(id) == a.PrivateZoneID {
		p.Addf(controlPlanePath+".PrivateZoneID", "must not be the public zone, which would get the record api twice (got %s)", id)
	}
	p.RequiresField(controlPlanePath, "PrivateZoneProvider", a.PrivateZoneProvider != nil, "PrivateZoneID", a.PrivateZoneID != nil)
	p.IPv4CIDRs(controlPlanePath+".APIAllowedCIDRs", a.APIAllowedCIDRs)
	p.IPv4CIDRs(controlPlanePath+".BootstrapSSHAllowedCIDRs", a.BootstrapSSHAllowedCIDRs)
	if a.BootstrapIgnitionReaderARNs != nil {
		p.RequiredInputFormats(controlPlanePath+".BootstrapIgnitionReaderARNs", a.BootstrapIgnitionReaderARNs, check.RoleARN.Or(check.UserARN))
	}
}

func (a *ControlPlaneArgs) checkNetwork(p *check.Problems) {
	const path = controlPlanePath + ".Network"
	const private, public = path + ".PrivateSubnets", path + ".PublicSubnets"
	p.Required(path+".ID", a.Network.ID)
	ids := map[any]bool{}
	ranges := append(a.checkSubnets(p, private, a.Network.PrivateSubnets, ids), a.checkSubnets(p, public, a.Network.PublicSubnets, ids)...)
	p.Disjoint(ranges...)
	a.checkMachineZones(p, private)
	if !a.withDefaults().external() {
		return
	}
	for _, zone := range slices.Compact(a.machineZones()) {
		if !hasZone(a.Network.PublicSubnets, zone) {
			p.Addf(public, "must have a subnet in zone %s; the external load balancer reaches machines in its own zones only", zone)
		}
	}
}

// checkMachineZones checks the number of the control-plane machines, and that each has a subnet.
func (a *ControlPlaneArgs) checkMachineZones(p *check.Problems, private string) {
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

func hasZone(subnets []network.Subnet, zone string) bool {
	return slices.ContainsFunc(subnets, func(s network.Subnet) bool { return s.Zone == zone })
}

// checkSubnets checks each subnet, that its ID is not in ids, and that a zone occurs once: a network load balancer has one subnet per
// zone, and none in a Local Zone together with others.
func (a *ControlPlaneArgs) checkSubnets(
	p *check.Problems, path string, subnets []network.Subnet, ids map[any]bool,
) (ranges []check.Range) {
	for i, subnet := range subnets {
		at := check.Index(path, i)
		p.RequiredFormat(at+".ID", subnet.ID, check.SubnetID)
		p.UniqueInput(at+".ID", subnet.ID, ids)
		if cidr, ok := p.IPv4CIDR(at+".CIDR", subnet.CIDR); ok {
			ranges = append(ranges, check.Range{Path: at + ".CIDR", CIDR: cidr})
		}
		if !p.RequiredFormat(at+".Zone", subnet.Zone, check.Zone) {
			continue
		}
		region, _ := partition.RegionOfZone(subnet.Zone)
		switch {
		case a.Install != nil && a.Install.Region != "" && region != a.Install.Region:
			p.Addf(at+".Zone", "%s must be in %s, the cluster's region", subnet.Zone, a.Install.Region)
		case len(subnet.Zone) != len(region)+1:
			p.Addf(at+".Zone", "%s is a Local Zone or Wavelength Zone; the control plane must be in Availability Zones (for example, %sa)",
				subnet.Zone, region)
		case hasZone(subnets[:i], subnet.Zone):
			p.Duplicate(at+".Zone", subnet.Zone)
		}
	}
	return ranges
}
