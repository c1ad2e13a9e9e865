package network

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// EndpointPreset is a list of services that a kind of cluster reaches through interface endpoints.
type EndpointPreset string

const (
	// EndpointsPrivate is for clusters that reach the internet through a proxy: the services besides S3 that machines and operators
	// call without the proxy (ec2, elasticloadbalancing, kms, sts; openshift/openshift-docs modules/cluster-wide-proxy-preqs.adoc).
	EndpointsPrivate EndpointPreset = "Private"
	// EndpointsZeroEgress is for ROSA clusters with zero egress: images are pulled from ECR in the region (ec2, ecr.api, ecr.dkr, kms,
	// sts; openshift/rosa cmd/create/network/templates/rosa-quickstart-default-vpc).
	EndpointsZeroEgress EndpointPreset = "ZeroEgress"
	// EndpointsSSM is for Session Manager: shells on machines without an SSH port and without internet access (ec2messages, ssm,
	// ssmmessages; AWS Systems Manager user guide, "Improve the security of EC2 instances by using VPC endpoints for Systems Manager").
	// Regions that opened in 2024 or later do not support ec2messages: list ssm and ssmmessages in EndpointsArgs.Services there (AWS
	// Systems Manager user guide, "Reference: ec2messages, ssmmessages, and other API operations").
	EndpointsSSM EndpointPreset = "SSM"
)

var presetServices = map[EndpointPreset][]string{
	EndpointsPrivate:    {"ec2", "elasticloadbalancing", "kms", "sts"},
	EndpointsZeroEgress: {"ec2", "ecr.api", "ecr.dkr", "kms", "sts"},
	EndpointsSSM:        {"ec2messages", "ssm", "ssmmessages"},
}

// Services returns the short names of the preset's services; none for an unknown preset.
func (p EndpointPreset) Services() []string {
	return slices.Clone(presetServices[p])
}

// s3Service is the one service with a gateway endpoint.
const s3Service = "s3"

// EndpointsArgs are the interface endpoints of a Vpc: AWS services under their usual DNS names, at addresses of the private subnets.
// Adding or removing an endpoint does not change the others. Unless a field says otherwise, changes are applied in place.
type EndpointsArgs struct {
	// Presets are lists of services, which may overlap. Defaults to none.
	Presets []EndpointPreset `check:"Private|ZeroEgress|SSM"`
	// Services are further services by their short names, such as ec2, ecr.api or secretsmanager, or by their full names, such as
	// com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0. Endpoint services that are not AWS's are reached by the endpoint's own
	// DNS name. Defaults to none.
	Services []string `check:"format=service-name"`
	// Zones are the Availability Zones in which endpoints have an address; the other zones use those addresses. AWS charges for each
	// zone of each endpoint. Defaults to all Availability Zones of the VPC.
	Zones []string
	// AllowedCIDRs are IPv4 CIDRs besides the VPC's with access to the endpoints, such as those of peered VPCs. Defaults to none.
	AllowedCIDRs []string `check:"cidr"`
	// Policies are endpoint policies in JSON, by service; s3 is the key of the gateway endpoint. Defaults to AWS's policy, which allows
	// full access.
	Policies map[string]pulumi.StringInput `check:"format=json"`
}

// services returns the services of Presets and Services, sorted and without duplicates.
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

// in reports whether endpoints have an address in a zone.
func (a *EndpointsArgs) in(zone string) bool {
	return partition.IsAvailabilityZone(zone) && (len(a.Zones) == 0 || slices.Contains(a.Zones, zone))
}

// policy returns a service's endpoint policy; nil for AWS's own.
func (a *EndpointsArgs) policy(service string) pulumi.StringPtrInput {
	if a == nil {
		return nil
	}
	return component.OptionalString(a.Policies[service])
}

func (a *EndpointsArgs) check(p *check.Problems, path check.Path, availabilityZones []string) {
	if a == nil {
		return
	}
	if i := slices.Index(a.Services, s3Service); i >= 0 {
		p.Addf(check.Index(path+".Services", i), "must not be s3, which always has a gateway endpoint")
	}
	a.checkServices(p, path+".Services", availabilityZones)
	services := a.services()
	switch {
	case len(availabilityZones) > 0:
		for i, zone := range a.Zones {
			if p.Required(check.Index(path+".Zones", i), zone) {
				check.OneOf(p, check.Index(path+".Zones", i), zone, availabilityZones...)
			}
		}
	case len(services)+len(a.Zones) > 0:
		p.Addf(path, "must be empty without an Availability Zone in network.VpcArgs.Zones, because Local and Wavelength Zones have no "+
			"interface endpoints")
	}
	for _, service := range slices.Sorted(maps.Keys(a.Policies)) {
		check.OneOf(p, check.Key(path+".Policies", service), service, append(services, s3Service)...)
	}
}

// checkServices reports services of another region, and those that are given by their short and by their full name: AWS rejects a
// second endpoint with the same private DNS name.
func (a *EndpointsArgs) checkServices(p *check.Problems, path check.Path, zones []string) {
	if len(zones) == 0 {
		return
	}
	region, _ := partition.RegionOfZone(zones[0])
	byName := map[string]string{}
	for _, short := range a.services() {
		if !isFullServiceName(short) {
			byName[interfaceService(region, short)] = short
		}
	}
	for i, service := range a.Services {
		labels := strings.Split(service, ".")
		if at := slices.IndexFunc(labels, partition.IsRegion); at >= 0 && labels[at] != region {
			p.Addf(check.Index(path, i), "%s is in region %s; must be in %s", service, labels[at], region)
		}
		if short, ok := byName[service]; ok {
			p.Duplicate(check.Index(path, i), short)
		}
	}
}
