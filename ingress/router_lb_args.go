package ingress

import (
	"cmp"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// RouterLBArgs are the arguments of RouterLB. Unless a field says otherwise, changes are applied in place.
type RouterLBArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required. A change replaces the load balancer.
	InfraID string `check:"required,infra-id"`
	// Domain is the cluster's domain, such as demo.example.com. Required. A change replaces the records.
	Domain string `check:"required,format=cluster-domain"`
	// Name identifies the load balancer among those of the cluster and is part of names and tags: at most 20 lower-case
	// letters, digits and inner hyphens. Defaults to apps, the load balancer of the default ingress controller. A change
	// replaces the load balancer.
	Name string `check:"format=router-lb-name" default:"apps"`
	// AppsDomain is the parent domain of the routes. Defaults to apps.<domain>. Set it to the domain of the ingress
	// controller if that is not the default one. A change replaces the records.
	AppsDomain string `check:"format=routes-domain"`
	// Network is the VPC. The load balancer uses its public subnets with network.External and its private subnets with
	// network.Internal; they do not need to include the zones of the routers. Local Zones and
	// Wavelength Zones are rejected: neither type of load balancer supports them (Elastic Load Balancing user guide for Network Load
	// Balancers, "Update the Availability Zones for your Network Load Balancer"; openshift/openshift-docs
	// modules/cluster-limitations-local-zone.adoc). Required. An added subnet is
	// applied in place; a removed one replaces a Network Load Balancer. Another VPC replaces all but the records.
	Network network.Network
	// Type is the load balancer's type. Defaults to NLB. A change creates a load balancer of the other type, updates the
	// records and deletes the old one. Existing machines of machine sets are not moved, see RouterLB.
	Type LoadBalancerType `check:"NLB|Classic" default:"NLB"`
	// Scope is who can reach the load balancer. Defaults to network.External. A change replaces the load balancer, under the
	// same name.
	Scope network.Scope `check:"External|Internal" default:"External"`
	// AllowedCIDRs are the IPv4 ranges of clients that may connect. Defaults to 0.0.0.0/0 with network.External, and to the
	// VPC's CIDRs with network.Internal; add the ranges of peered networks and VPNs to those. The cluster is a client too: its
	// console and its operators call routes. With network.External they connect from the NAT gateways, whose addresses must be
	// included (network.VpcArgs.NATElasticIPAllocationIDs makes them known in advance), with network.Internal from the
	// machines' subnets. A change adds and removes rules of single ranges.
	AllowedCIDRs []string `check:"cidr"`
	// HTTPPort and HTTPSPort are the load balancer's ports. They default to 80 and 443.
	HTTPPort  int `check:"1..65535" default:"80"`
	HTTPSPort int `check:"1..65535" default:"443"`
	// HTTPSOnly closes HTTPPort; HTTP requests are not redirected. Defaults to false.
	HTTPSOnly bool
	// RouterPorts are the ports of the nodes that routers listen on. Defaults to those of HostNetwork. A change updates rules
	// and replaces target groups; the Machine API registers machines in the new target groups within minutes.
	RouterPorts *RouterPortsArgs `default:"{}"`
	// ProxyProtocol sends client addresses to the routers by the PROXY protocol: version 2 from a Network Load Balancer, 1
	// from a Classic Load Balancer; routers support both. The ingress controller must use the protocol PROXY as well; if only
	// one side does, all connections fail. A Network Load Balancer then checks the routers' TCP ports instead of
	// RouterPorts.Health, which does not support the PROXY protocol. Defaults to false. A change replaces the target groups
	// of a Network Load Balancer, like a change of RouterPorts.
	ProxyProtocol bool
	// CrossZone lets the load balancer forward to routers in all zones. Defaults to true, because there may be fewer routers
	// than zones.
	CrossZone *bool `default:"true"`
	// IdleTimeout is how long the load balancer keeps a connection without traffic, in whole seconds: 60 to 6000 seconds for
	// NLB, 1 to 4000 seconds for Classic. Defaults to AWS's default, 350 seconds for NLB and 60 seconds for Classic. An NLB
	// keeps a value that is no longer set; set 350 seconds to return to the default.
	IdleTimeout time.Duration
	// AccessLogs writes access logs to a bucket. Classic only: a Network Load Balancer logs only TLS listeners, and routers
	// terminate TLS themselves. See IngressControllerArgs.AccessLogging for logs of requests. Defaults to none.
	AccessLogs *AccessLogsArgs
	// DeletionProtection makes AWS reject to delete the load balancer, also when it is to be replaced, until it is disabled
	// again. NLB only: Classic Load Balancers do not support it. Defaults to false.
	DeletionProtection bool
	// NodeSecurityGroupID is the ID of the security group of the machines that routers run on, such as
	// network.SecurityGroups.NodeID. The component adds rules that allow the load balancer to reach RouterPorts, and one
	// that allows the group itself to reach RouterPorts.Health, from which Prometheus scrapes the routers' metrics. The
	// latter is omitted for node ports, and for port 1936 unless [Name] is apps, because the default load balancer adds it.
	// Required. A change replaces the rules.
	NodeSecurityGroupID pulumi.StringInput `check:"required,format=security-group-id"`
	// AutoScalingGroupNames are the names of Auto Scaling groups whose instances are targets, by keys of your choice, which
	// become part of resource names. A change adds and removes single groups.
	AutoScalingGroupNames map[string]pulumi.StringInput `check:"keys=dns-label"`
	// InstanceIDs are the IDs of EC2 instances that are targets, by keys of your choice, which become part of resource
	// names. A change adds and removes single instances.
	InstanceIDs map[string]pulumi.StringInput `check:"keys=dns-label,format=instance-id"`
	// PrivateZoneID is the ID of the VPC's private hosted zone that contains AppsDomain, usually that of <domain>. Required.
	// A change replaces its record.
	PrivateZoneID pulumi.StringInput `check:"required,format=hosted-zone-id"`
	// PublicZoneID is the ID of the public hosted zone that contains AppsDomain. Required with network.External. It has no
	// effect with network.Internal, so it can stay when Scope changes. A change replaces its record.
	PublicZoneID pulumi.StringInput `check:"format=hosted-zone-id"`
	// PrivateZoneProvider is an AWS provider of the account of PrivateZoneID, for a VPC and zone that a network account
	// shares. Defaults to the component's provider. A change replaces the record. CustomDomains have their own providers.
	PrivateZoneProvider pulumi.ProviderResource `check:"with=PrivateZoneID"`
	// PublicZoneProvider is an AWS provider of the account of PublicZoneID. Defaults to the component's provider. A change
	// replaces the record. CustomDomains have their own providers.
	PublicZoneProvider pulumi.ProviderResource `check:"with=PublicZoneID"`
	// CustomDomains are additional DNS names of the load balancer. A change adds and removes single names.
	CustomDomains []CustomDomain
	// Tags are set on all resources that support tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// RouterPortsArgs are ports of nodes that routers listen on.
//
// With the strategy HostNetwork they come from HostNetworkPublishingArgs. With NodePortService they are the node ports
// that Kubernetes chose for the ports http, https and metrics of the Service `router-nodeport-<controller>` in
// openshift-ingress (oc get service -n openshift-ingress).
type RouterPortsArgs struct {
	// HTTP is the port for HTTP. Defaults to 80.
	HTTP int `kube:"httpPort" check:"1..65535" default:"80"`
	// HTTPS is the port for HTTPS. Defaults to 443.
	HTTPS int `kube:"httpsPort" check:"1..65535" default:"443"`
	// Health is the statistics port, which reports whether a router is ready. Defaults to 1936.
	Health int `kube:"statsPort" check:"1..65535" default:"1936"`
}

// AccessLogsArgs are the access logs of a Classic Load Balancer.
type AccessLogsArgs struct {
	// Bucket is the name of a bucket in the load balancer's region to which Elastic Load Balancing may write, such as
	// storage.AccessLogBucket.Name. Required.
	Bucket pulumi.StringInput `check:"required,format=bucket-name"`
	// Prefix is the key prefix of the logs, without a leading or trailing slash. Defaults to none.
	Prefix string
	// Interval is the publishing interval: 5 or 60 minutes. Defaults to 60 minutes.
	Interval time.Duration `default:"1h"`
}

// CustomDomain is an additional DNS name of the load balancer. The ingress controller admits routes with any host, so only a
// DNS record is required.
type CustomDomain struct {
	// Name is a host, such as shop.example.com, or a wildcard, such as *.shop.example.com. In partitions without alias
	// records (GovCloud) it must not be the zone's own name. Required.
	Name string `check:"required,format=route-host"`
	// PublicZoneID is the ID of the public hosted zone that contains [Name]. Defaults to no public record. It has no effect
	// with network.Internal.
	PublicZoneID pulumi.StringInput `check:"format=hosted-zone-id"`
	// PrivateZoneID is the ID of a private hosted zone that contains [Name]. Defaults to no private record.
	PrivateZoneID pulumi.StringInput `check:"format=hosted-zone-id"`
	// PublicZoneProvider is an AWS provider of the account of PublicZoneID. Defaults to the component's provider.
	PublicZoneProvider pulumi.ProviderResource `check:"with=PublicZoneID"`
	// PrivateZoneProvider is an AWS provider of the account of PrivateZoneID. Defaults to the component's provider.
	PrivateZoneProvider pulumi.ProviderResource `check:"with=PrivateZoneID"`
}

// defaultLoadBalancer is the name of the default ingress controller's load balancer.
const defaultLoadBalancer = "apps"

func (a *RouterLBArgs) setDefaults() {
	a.AppsDomain = cmp.Or(a.AppsDomain, "apps."+a.Domain)
}

// subnets returns the load balancer's subnets, sorted by zone.
func (a *RouterLBArgs) subnets() []network.Subnet {
	_, subnets := a.subnetsOfScope()
	return slices.SortedFunc(slices.Values(subnets), func(x, y network.Subnet) int { return cmp.Compare(x.Zone, y.Zone) })
}

// subnetsOfScope returns the field with the load balancer's subnets.
func (a *RouterLBArgs) subnetsOfScope() (field string, subnets []network.Subnet) {
	if a.Scope == network.Internal {
		return "PrivateSubnets", a.Network.PrivateSubnets
	}
	return "PublicSubnets", a.Network.PublicSubnets
}

// region returns the region of the first subnet with a valid zone; empty if there is none.
func (a *RouterLBArgs) region() string {
	for _, subnet := range a.subnets() {
		if region, ok := partition.RegionOfZone(subnet.Zone); ok {
			return region
		}
	}
	return ""
}
