package ingress

import (
	"cmp"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// RouterLBArgs are the arguments of RouterLB.
type RouterLBArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the load balancer.
	InfraID string
	// Domain is the cluster's domain, such as demo.example.com; routes are below apps.<domain>. Required. A change
	// replaces the records.
	Domain string
	// Name tells the load balancers of a cluster apart: `apps`, which is the default and that of the default ingress
	// controller, or that of a further one. It is part of names and tags; at most 20 lower-case letters, digits and
	// inner hyphens. A change replaces the load balancer.
	Name string
	// AppsDomain is the domain that the routes are below, `apps.<domain>` by default. Give it to the load balancer of a
	// further ingress controller: that controller's domain. A change replaces the records.
	AppsDomain string
	// VpcID is the VPC's id. Required. A change replaces everything but the records.
	VpcID pulumi.StringInput
	// Type is NLB by default. A change makes a load balancer of the other type, moves the records, and deletes the former;
	// machines of machine sets that are there do not follow, see RouterLB.
	Type LoadBalancerType
	// Scope is External by default. A change replaces the load balancer, under the same name.
	Scope Scope
	// Subnets are where the load balancer stands: public ones with External, private ones with Internal, at most one a
	// zone. Required. They need not cover the zones of the routers. A further subnet is added in place; one that goes
	// replaces a network load balancer.
	Subnets []network.Subnet
	// AllowedCIDRs are the IPv4 ranges whose clients are let in. The default with External is 0.0.0.0/0. With Internal it
	// is the subnets' own ranges, of which each Subnet needs its CIDR then. The cluster is a client, too: its console and
	// its operators call routes. With External they come from the NAT gateways, whose addresses belong here
	// (network.VpcArgs.NATElasticIPAllocationIDs makes them known beforehand), with Internal from the machines' subnets. A change is
	// made in place, range by range.
	AllowedCIDRs []string
	// HTTPPort and HTTPSPort are the load balancer's own ports, 80 and 443 by default. A change is made in place.
	HTTPPort, HTTPSPort int
	// HTTPSOnly closes HTTPPort; nothing answers there, not even with a redirection. A change is made in place.
	HTTPSOnly bool
	// RouterPorts are the ports of the nodes that routers listen on, those of HostNetwork by default. A change updates
	// rules and replaces target groups; the Machine API registers machines in new target groups within minutes.
	RouterPorts RouterPorts
	// ProxyProtocol sends routers the addresses of their clients, by the PROXY protocol (version 2 from a network load
	// balancer, 1 from a classic one; routers take both). The ingress controller's strategy must say PROXY, too: with one
	// side alone every connection fails. A network load balancer then looks whether the routers' ports are open instead
	// of asking RouterPorts.Health, which does not understand its question. A change replaces the target groups of a
	// network load balancer, as that of RouterPorts, and is made in place with a classic one.
	ProxyProtocol bool
	// CrossZone lets the load balancer send to routers of all zones; true by default, since there may be fewer routers
	// than zones. A change is made in place.
	CrossZone pulumi.BoolInput
	// IdleTimeout is after how long a connection without traffic is ended, in whole seconds: 60 to 6000 seconds with NLB,
	// 1 to 4000 with Classic. Not set, AWS's defaults hold, 350 and 60 seconds; but what was once set with NLB stays, so
	// write 350 seconds to return to it. A change is made in place.
	IdleTimeout time.Duration
	// AccessLogs writes the load balancer's logs to a bucket. Classic only: a network load balancer logs TLS listeners and
	// nothing else, and routers end TLS by themselves. For logs of requests see IngressControllerArgs.AccessLogging.
	AccessLogs *AccessLogsArgs
	// DeletionProtection makes AWS refuse to delete the load balancer, and with it its replacement, until it is switched off
	// again. NLB only: AWS has none for classic ones. A change is made in place.
	DeletionProtection pulumi.BoolInput
	// NodeSecurityGroupID is the security group of the machines that routers run on, such as
	// network.SecurityGroups.NodeID. It gets a rule for each of RouterPorts, from the load balancer alone, and one for
	// RouterPorts.Health from itself, by which Prometheus reads the routers' metrics: not for node ports, and not with a
	// further Name if the port is 1936, which the default load balancer has opened. Required. A change replaces these rules.
	NodeSecurityGroupID pulumi.StringInput
	// AutoScalingGroupNames are the names of Auto Scaling groups whose instances are targets, by keys of your choice, which
	// become part of resources' names. A change is made in place, group by group.
	AutoScalingGroupNames map[string]pulumi.StringInput
	// InstanceIDs are the ids of EC2 instances that are targets, by keys of your choice, which become part of resources'
	// names. A change is made in place, instance by instance.
	InstanceIDs map[string]pulumi.StringInput
	// PrivateZoneID is the Route 53 zone that the VPC resolves by and that holds AppsDomain: <domain>, as a rule. Required.
	// A change replaces its record.
	PrivateZoneID pulumi.StringInput
	// PublicZoneID is the public Route 53 zone that holds AppsDomain. Required with External and not used with Internal,
	// so it can stay when Scope changes. A change replaces its record.
	PublicZoneID pulumi.StringInput
	// CustomDomains are further names that lead to the load balancer. A change is made in place, name by name.
	CustomDomains []CustomDomain
	// Tags are set on everything that takes tags. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// RouterPorts are ports of nodes that routers listen on.
//
// With the strategy HostNetwork they are 80, 443 and 1936, or what HostNetworkPublishing says. With NodePortService they
// are the node ports that Kubernetes chose for the Service `router-nodeport-<controller>` in openshift-ingress: those of
// its ports http, https and metrics (oc get service -n openshift-ingress).
type RouterPorts struct {
	// HTTP is 80 by default.
	HTTP int
	// HTTPS is 443 by default.
	HTTPS int
	// Health is where a router tells whether it is ready, 1936 by default: its port for statistics.
	Health int
}

// AccessLogsArgs are logs of a load balancer's connections.
type AccessLogsArgs struct {
	// Bucket is the name of a bucket in the load balancer's region that Elastic Load Balancing may write to, such as
	// storage.AccessLogBucket.Name. Required.
	Bucket pulumi.StringInput
	// Prefix begins the names of the logs in the bucket; empty for none. It neither begins nor ends with a slash.
	Prefix string
	// Interval is how often logs are written: every 5 or 60 minutes, which is the default.
	Interval time.Duration
}

// CustomDomain is a name that leads to the load balancer beside those of the routes' own domain. The ingress controller
// admits routes of any name, so a record is all that is needed.
type CustomDomain struct {
	// Name is a host such as shop.example.com, or all hosts of a domain: *.shop.example.com. Where Route 53 has no alias
	// records (GovCloud), a zone's own name cannot be one. Required.
	Name string
	// PublicZoneID is the public Route 53 zone that holds the name; nil for no record there. Not used with Internal.
	PublicZoneID pulumi.StringInput
	// PrivateZoneID is the Route 53 zone of a VPC that holds the name; nil for no record there.
	PrivateZoneID pulumi.StringInput
}

const (
	defaultBalancer    = "apps"
	defaultLogInterval = time.Hour
)

func (a *RouterLBArgs) withDefaults() RouterLBArgs {
	args := RouterLBArgs{}
	if a != nil {
		args = *a
	}
	args.Name = cmp.Or(args.Name, defaultBalancer)
	args.AppsDomain = cmp.Or(args.AppsDomain, "apps."+args.Domain)
	args.Type = cmp.Or(args.Type, NLB)
	args.Scope = cmp.Or(args.Scope, External)
	args.HTTPPort = cmp.Or(args.HTTPPort, 80)
	args.HTTPSPort = cmp.Or(args.HTTPSPort, 443)
	args.RouterPorts = args.RouterPorts.withDefaults()
	if args.CrossZone == nil {
		args.CrossZone = pulumi.Bool(true)
	}
	if args.AccessLogs != nil {
		logs := *args.AccessLogs
		logs.Interval = cmp.Or(logs.Interval, defaultLogInterval)
		args.AccessLogs = &logs
	}
	return args
}

func (p RouterPorts) withDefaults() RouterPorts {
	return RouterPorts{HTTP: cmp.Or(p.HTTP, 80), HTTPS: cmp.Or(p.HTTPS, 443), Health: cmp.Or(p.Health, statisticsPort)}
}

// region is the region of the first subnet in a zone; empty if none is.
func (a RouterLBArgs) region() string {
	for _, subnet := range a.Subnets {
		if region, ok := partition.RegionOfZone(subnet.Zone); ok {
			return region
		}
	}
	return ""
}
