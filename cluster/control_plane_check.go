package cluster

import (
	"fmt"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const controlPlanePath = "cluster.ControlPlaneArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *ControlPlaneArgs) Validate() error {
	var p check.Problems
	filled := a.withDefaults()
	a.checkInstall(&p)
	if p.Required(controlPlanePath+"Stage", a.Stage) && a.Stage != StageBootstrap && a.Stage != StageCluster {
		p.Addf(controlPlanePath+"Stage", "%q is none of %s, %s", a.Stage, StageBootstrap, StageCluster)
	}
	if filled.Publish != External && filled.Publish != Internal {
		p.Addf(controlPlanePath+"Publish", "%q is none of %s, %s", a.Publish, External, Internal)
	}
	p.Required(controlPlanePath+"VpcID", a.VpcID)
	a.checkSubnets(&p)
	a.checkMachines(&p)
	p.Required(controlPlanePath+"InstanceProfile", a.InstanceProfile)
	if a.bootstrapping() {
		p.Required(controlPlanePath+"BootstrapInstanceProfile", a.BootstrapInstanceProfile)
	}
	p.Required(controlPlanePath+"SecurityGroupIDs", a.SecurityGroupIDs)
	a.checkGroupCount(&p)
	p.Required(controlPlanePath+"APIServerLBSecurityGroupIDs", a.APIServerLBSecurityGroupIDs)
	a.checkAccess(&p)
	a.checkOperatorLoadBalancers(&p)
	tags.Check(&p, controlPlanePath+"Tags", a.Tags)
	return p.Err()
}

func (a *ControlPlaneArgs) checkInstall(p *check.Problems) {
	const path = controlPlanePath + "Install"
	if a.Install == nil {
		p.Addf(path, "is required; LoadInstallDir makes it")
		return
	}
	names.CheckInfraID(p, path+".InfraID", a.Install.InfraID)
	p.Required(path+".Domain", a.Install.Domain)
	p.Required(path+".Region", a.Install.Region)
	p.Required(path+".MasterIgnition", a.Install.MasterIgnition)
	p.Required(path+".Kubeconfig", a.Install.Kubeconfig)
	if a.bootstrapping() {
		p.Required(path+".BootstrapIgnition", a.Install.BootstrapIgnition)
	}
}

func (a *ControlPlaneArgs) checkAccess(p *check.Problems) {
	if a.withDefaults().external() {
		p.Required(controlPlanePath+"PublicZoneID", a.PublicZoneID)
		if a.APIAllowedCIDRs != nil && len(a.APIAllowedCIDRs) == 0 {
			p.Addf(controlPlanePath+"APIAllowedCIDRs", "is empty, so nobody could reach the external load balancer; leave it nil for %s or set Publish to %s",
				anyAddress, Internal)
		}
	}
	if a.PrivateZoneProvider != nil && a.PrivateZoneID == nil {
		p.Addf(controlPlanePath+"PrivateZoneProvider", "is for a zone that is there already; set PrivateZoneID or leave it out")
	}
	p.IPv4CIDRs(controlPlanePath+"APIAllowedCIDRs", a.APIAllowedCIDRs)
	p.IPv4CIDRs(controlPlanePath+"BootstrapSSHAllowedCIDRs", a.BootstrapSSHAllowedCIDRs)
}

// checkSubnets looks at each list of subnets and at how they go together.
func (a *ControlPlaneArgs) checkSubnets(p *check.Problems) {
	const private, public = controlPlanePath + "PrivateSubnets", controlPlanePath + "PublicSubnets"
	a.checkSubnetList(p, private, a.PrivateSubnets)
	for i, subnet := range a.PrivateSubnets {
		if region, ok := partition.RegionOfZone(subnet.Zone); ok && len(subnet.Zone) != len(region)+1 {
			p.Addf(fmt.Sprintf("%s[%d].Zone", private, i), "%q is a local or Wavelength zone; OpenShift runs its control plane in the region's own zones, such as %sa", subnet.Zone, region)
		}
	}
	a.checkSubnetList(p, public, a.PublicSubnets)
	if n := len(a.PrivateSubnets); n != 1 && n != 3 && n != 5 {
		p.Addf(private, "has %d subnets; etcd needs 1, 3 or 5 control-plane machines, one a subnet", n)
	}
	if !a.withDefaults().external() {
		return
	}
	for _, subnet := range byZone(a.PrivateSubnets) {
		if !slices.ContainsFunc(a.PublicSubnets, func(s network.Subnet) bool { return s.Zone == subnet.Zone }) {
			p.Addf(public, "has none in zone %q; the external load balancer sends nothing to machines in zones where it has no subnet", subnet.Zone)
		}
	}
}

func (a *ControlPlaneArgs) checkSubnetList(p *check.Problems, path string, subnets []network.Subnet) {
	seen := map[string]bool{}
	for i, subnet := range subnets {
		at := fmt.Sprintf("%s[%d]", path, i)
		p.Required(at+".ID", subnet.ID)
		p.IPv4CIDR(at+".CIDR", subnet.CIDR)
		region, isZone := partition.RegionOfZone(subnet.Zone)
		switch {
		case !p.Required(at+".Zone", subnet.Zone):
		case !isZone:
			p.Addf(at+".Zone", "%q is no zone's name, such as us-east-2a", subnet.Zone)
		case a.Install != nil && a.Install.Region != "" && region != a.Install.Region:
			p.Addf(at+".Zone", "%q is not in %s, the region that the cluster is installed in", subnet.Zone, a.Install.Region)
		case seen[subnet.Zone]:
			p.Addf(at+".Zone", "%q is given twice; a network load balancer takes one subnet a zone", subnet.Zone)
		}
		seen[subnet.Zone] = true
	}
}
