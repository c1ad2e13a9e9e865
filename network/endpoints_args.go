package network

import (
	"maps"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// EndpointPreset is a list of services that clusters of one kind reach through interface endpoints.
type EndpointPreset string

const (
	// EndpointsPrivate is for clusters whose machines reach the internet through a proxy: the services that machines and operators
	// call and that a proxy is not to stand between, besides S3 (ec2, elasticloadbalancing, kms, sts;
	// openshift-docs modules/cluster-wide-proxy-preqs.adoc).
	EndpointsPrivate EndpointPreset = "Private"
	// EndpointsZeroEgress is for ROSA clusters with zero egress: images come from ECR in the region (ec2, ecr.api, ecr.dkr, kms,
	// sts; openshift/rosa cmd/create/network/templates/rosa-quickstart-default-vpc).
	EndpointsZeroEgress EndpointPreset = "ZeroEgress"
	// EndpointsSSM is for shells on machines through Session Manager: no machine needs a port for SSH or a way to the
	// internet (ec2messages, ssm, ssmmessages; AWS Systems Manager user guide, "VPC endpoints").
	EndpointsSSM EndpointPreset = "SSM"
)

var servicesOfPreset = map[EndpointPreset][]string{
	EndpointsPrivate:    {"ec2", "elasticloadbalancing", "kms", "sts"},
	EndpointsZeroEgress: {"ec2", "ecr.api", "ecr.dkr", "kms", "sts"},
	EndpointsSSM:        {"ec2messages", "ssm", "ssmmessages"},
}

// Services returns the short names of the preset's services; none for a preset that there is not.
func (p EndpointPreset) Services() []string {
	return slices.Clone(servicesOfPreset[p])
}

// s3Service is the one service with a gateway endpoint.
const s3Service = "s3"

// EndpointsArgs are the interface endpoints of a Vpc: AWS's services under their usual names, at addresses of the private subnets.
// An endpoint that is added or removed touches no other one.
type EndpointsArgs struct {
	// Presets are lists of services. Several may name the same service.
	Presets []EndpointPreset
	// Services are further services by their short names, such as ec2, ecr.api or secretsmanager, or by their
	// whole ones, such as com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0. Services that are not AWS's are reached by the
	// endpoint's own DNS name.
	Services []string
	// Zones are the standard zones in which endpoints have an address; the other zones reach them from there. Each zone
	// of each endpoint is paid for. Default: all standard zones. A change updates the endpoints in place.
	Zones []string
	// AllowedCIDRs are IPv4 ranges besides the VPC's that may use the endpoints, such as those of peered VPCs. A change adds
	// and removes rules.
	AllowedCIDRs []string
	// Policies are endpoint policies by service, in JSON; s3 is the gateway endpoint's. Default: AWS's, which allows everything
	// that the caller may do. A change is made in place.
	Policies map[string]pulumi.StringInput
}

// services returns the services of presets and list, sorted, each once.
func (a *EndpointsArgs) services() []string {
	if a == nil {
		return nil
	}
	all := slices.Clone(a.Services)
	for _, preset := range a.Presets {
		all = append(all, preset.Services()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// noProxy is what machines of the VPC reach without a proxy.
func (a *VpcArgs) noProxy() []string {
	region, _ := partition.RegionOfZone(a.Zones[0])
	direct := append([]string{a.CIDR}, a.SecondaryCIDRs...)
	for _, service := range append([]string{s3Service}, a.Endpoints.services()...) {
		if !isWholeService(service) {
			direct = append(direct, serviceHost(region, service))
		}
	}
	return direct
}

// in tells whether endpoints have an address in a zone.
func (a *EndpointsArgs) in(zone string) bool {
	return isStandard(zone) && (len(a.Zones) == 0 || slices.Contains(a.Zones, zone))
}

// policy returns a service's endpoint policy; nil, which is AWS's own, if there is none.
func (a *EndpointsArgs) policy(service string) pulumi.StringPtrInput {
	if a == nil || a.Policies[service] == nil {
		return nil
	}
	return a.Policies[service].ToStringOutput().ToStringPtrOutput()
}

var serviceName = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)

func (a *EndpointsArgs) check(p *check.Problems, path string, standard []string) {
	if a == nil {
		return
	}
	for _, preset := range a.Presets {
		if servicesOfPreset[preset] == nil {
			p.Addf(path+".Presets", "%q is no preset; use one of %v", preset, slices.Sorted(maps.Keys(servicesOfPreset)))
		}
	}
	for _, service := range a.Services {
		switch {
		case service == s3Service:
			p.Addf(path+".Services", "s3 always has a gateway endpoint, which is free of charge; remove it")
		case !serviceName.MatchString(service):
			p.Addf(path+".Services", "%q is no service; write a short name such as ecr.api or a whole one", service)
		}
	}
	services := a.services()
	if len(standard) == 0 && len(services) > 0 {
		p.Addf(path, "interface endpoints need a standard zone; add one to network.VpcArgs.Zones")
	}
	for _, zone := range a.Zones {
		if !slices.Contains(standard, zone) {
			p.Addf(path+".Zones", "%q is not among the standard zones of network.VpcArgs.Zones; use some of %v", zone, standard)
		}
	}
	p.IPv4CIDRs(path+".AllowedCIDRs", a.AllowedCIDRs)
	for _, service := range slices.Sorted(maps.Keys(a.Policies)) {
		switch {
		case service != s3Service && !slices.Contains(services, service):
			p.Addf(path+".Policies", "%q has no endpoint; name one of %v", service, append(services, s3Service))
		case a.Policies[service] == nil:
			p.Addf(path+".Policies", "%s has no policy; give one or remove the service", service)
		}
	}
}
