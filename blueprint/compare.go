package blueprint

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// clusterPart is the part that is the cluster.
func (r *rosaPlan) clusterPart() check.Path {
	if r.product == iam.Classic {
		return "Classic"
	}
	return "HCP"
}

// checkNetworkZones reports zones in which the network has no private subnet: without them the cluster would be created in the others, and
// its subnets cannot change.
func (r *rosaPlan) checkNetworkZones() {
	from := "Vpc"
	switch {
	case r.Network != nil:
		from = "Network"
	case r.ExistingVpc != nil:
		from = "ExistingVpc"
	}
	subnets := r.parts.Network.PrivateSubnets
	for i, zone := range r.Zones {
		has := slices.ContainsFunc(subnets, func(subnet network.Subnet) bool { return subnet.Zone == zone })
		if at := check.Index(r.problems.path+".Zones", i); len(subnets) > 0 && !has {
			r.problems.Addf(at, "must be a zone of %s, which has private subnets in %s (got %q)", from, strings.Join(zonesOf(subnets), ", "), zone)
		}
	}
}

func zonesOf(subnets []network.Subnet) (zones []string) {
	for _, subnet := range subnets {
		zones = append(zones, subnet.Zone)
	}
	return zones
}

// egressWarning returns what the machines of the cluster miss; "" if they reach the internet, or need not.
func (r *rosaPlan) egressWarning() string {
	vpc, hcp := valueOf(r.Vpc), valueOf(r.HCP)
	private := vpc.NAT == network.NATNone || vpc.PrivateOnly
	reaches := r.EgressProxy != nil || hcp.Proxy != nil || valueOf(r.classic).Proxy != nil || vpc.Endpoints != nil || hcp.ZeroEgress
	if !private || reaches {
		return ""
	}
	return string(r.problems.path) + ".Vpc: without NAT, a proxy or endpoints the machines reach neither the registries nor OpenShift Cluster Manager, " +
		"and the cluster is not installed"
}

// infraMachines returns the number of infra machines, and whether the blueprint decides it.
func (s *selfManagedPlan) infraMachines() (count int, known bool) {
	set := s.infraArgs()
	if s.omits(PartInfraMachineSet) || set.Autoscaling != nil || len(set.Subnets) == 0 {
		return 0, false
	}
	for _, subnet := range set.Subnets {
		replicas := 1
		if set.ReplicasPerZone != nil {
			replicas = *set.ReplicasPerZone
		}
		if ofZone, ok := set.ZoneReplicas[subnet.Zone]; ok {
			replicas = ofZone
		}
		count += replicas
	}
	return count, true
}

// checkRouters reports routers for which there is no machine: with the publishing strategy HostNetwork, a machine has one.
func (s *selfManagedPlan) checkRouters() {
	routers := valueOf(s.IngressController)
	count, known := s.infraMachines()
	if known && !s.omits(PartRouterLB) && routers.Replicas != nil && routers.Placement.IsZero() && *routers.Replicas > count {
		s.problems.Addf(check.Join(s.problems.path, "IngressController.Replicas"), "must be at most %d, one for each infra machine (got %d)",
			count, *routers.Replicas)
	}
}

// checkRelease reports a release of OpenShift 3, and capabilities that no release has.
func (s *selfManagedPlan) checkRelease(p *parts) {
	if strings.HasPrefix(s.OpenShiftVersion, "3.") {
		p.Addf(p.path+".OpenShiftVersion", "must be 4.1 or later (got %s)", s.OpenShiftVersion)
	}
	for i, name := range s.DisabledCapabilities {
		check.OneOf(&p.Problems, check.Index(p.path+".DisabledCapabilities", i), name, release.AllCapabilities()...)
	}
}
