package ingress

import (
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	anywhere = "0.0.0.0/0"
	// wildcard is the prefix of the routes' DNS record.
	wildcard = "*."
	// hostLimit is the maximum length of a DNS name.
	hostLimit = 253
	// loadBalancerNameLimit keeps names unique within 32 characters, also with the longest infrastructure ID, by a hash
	// where needed.
	loadBalancerNameLimit = 20
	// classicIdleLimit is the longest idle timeout of a Classic Load Balancer (Elastic Load Balancing user guide for Classic Load
	// Balancers, "Configure the idle connection timeout for your Classic Load Balancer").
	classicIdleLimit = 4000 * time.Second

	routerLBPath = "ingress.RouterLBArgs"
)

func init() {
	// It leaves room for the wildcard of the routes, *.apps., within a DNS name.
	check.Named("cluster-domain", check.Domain.AtMost(hostLimit-len(wildcard+"apps.")).WithExample("demo.example.com"))
	check.Named("routes-domain", check.Domain.AtMost(hostLimit-len(wildcard)).WithExample("internal.demo.example.com"))
	check.Named("router-lb-name", check.DNSLabel.AtMost(loadBalancerNameLimit))
	// Routes have a DNS name or a wildcard.
	check.Named("route-host", check.NewFormat("host", "shop.example.com or *.shop.example.com", func(text string) bool {
		return len(text) <= hostLimit && check.Domain.Match(strings.TrimPrefix(text, wildcard))
	}))
}

// apiLoadBalancers are the names of the API's load balancers, in cluster.ControlPlane and openshift-install.
var apiLoadBalancers = []string{"ext", "int"}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *RouterLBArgs) Validate() error {
	args, p := check.Begin(a)
	args.setDefaults()
	if slices.Contains(apiLoadBalancers, args.Name) {
		p.Addf(routerLBPath+".Name", "must not be %s, the names of the API's load balancers (got %s)",
			check.Alternatives(apiLoadBalancers...), args.Name)
	}
	args.checkNetwork(&p)
	if args.AllowedCIDRs != nil && len(args.AllowedCIDRs) == 0 {
		p.Addf(routerLBPath+".AllowedCIDRs", "must not be empty, which allows no client; leave it nil for the default or set CIDRs")
	}
	if args.HTTPPort == args.HTTPSPort {
		p.Duplicate(routerLBPath+".HTTPSPort", args.HTTPSPort)
	}
	args.RouterPorts.check(&p, routerLBPath+".RouterPorts")
	args.checkAttributes(&p)
	if args.Scope == network.External {
		p.Required(routerLBPath+".PublicZoneID", args.PublicZoneID)
	}
	args.routes().checkZones(&p, routerLBPath)
	args.checkCustomDomains(&p)
	return p.ErrOf(a)
}

func (a *RouterLBArgs) checkNetwork(p *check.Problems) {
	if a.AllowedCIDRs == nil && a.Scope == network.Internal {
		// AllowedCIDRs defaults to the CIDRs of the VPC.
		p.VpcCIDRs(routerLBPath+".Network", a.Network.CIDR, a.Network.SecondaryCIDRs, check.LongestSubnet)
	}
	field, subnets := a.subnetsOfScope()
	path := check.Join(routerLBPath+".Network", field)
	p.Required(path, subnets)
	zones, ids := map[string]bool{}, map[any]bool{}
	for i, subnet := range subnets {
		at := check.Index(path, i)
		p.UniqueInput(at+".ID", subnet.ID, ids)
		switch region, isZone := partition.RegionOfZone(subnet.Zone); {
		case !isZone:
		case !check.AvailabilityZone.Match(subnet.Zone):
			p.Addf(at+".Zone", "must be an Availability Zone, because load balancers do not support Local Zones and Wavelength Zones; "+
				"select zones by Network.InZones (got %s)", subnet.Zone)
		case region != a.region():
			p.Addf(at+".Zone", "must be in %s, like the other subnets (got %s)", a.region(), subnet.Zone)
		case zones[subnet.Zone]:
			p.Duplicate(at+".Zone", subnet.Zone)
		}
		zones[subnet.Zone] = true
	}
}

// portsInUse are TCP ports that processes of every node listen on (openshift/enhancements dev-guide/host-port-registry.md). A
// router with such a port cannot start.
var portsInUse = map[int]string{
	9001: "the Machine Config Daemon", 9100: "node-exporter", 9103: "OVN-Kubernetes", 9537: "CRI-O", 10010: "CRI-O", 10250: "the kubelet",
}

func (p RouterPortsArgs) check(problems *check.Problems, path check.Path) {
	seen := map[int]bool{}
	for _, port := range []struct {
		field  check.Path
		number int
	}{{".HTTP", p.HTTP}, {".HTTPS", p.HTTPS}, {".Health", p.Health}} {
		if process := portsInUse[port.number]; process != "" {
			problems.Addf(path+port.field, "must not be %d, the port of %s on every node", port.number, process)
		}
		if seen[port.number] {
			problems.Duplicate(path+port.field, port.number)
		}
		seen[port.number] = true
	}
}

// checkAttributes checks the limits of both types (Elastic Load Balancing API Reference, ListenerAttribute and, for the interval of access
// logs of a Classic Load Balancer, AccessLog).
func (a *RouterLBArgs) checkAttributes(p *check.Problems) {
	least, most := time.Minute, 6000*time.Second
	if a.Type == Classic {
		least, most = time.Second, classicIdleLimit
	}
	p.Duration(routerLBPath+".IdleTimeout", a.IdleTimeout, least, most, time.Second)
	if a.Type == Classic && a.DeletionProtection {
		p.Addf(routerLBPath+".DeletionProtection", "is not supported by %s; use %s, or pulumi.Protect on the component", Classic, NLB)
	}
	a.checkAccessLogs(p)
}

func (a *RouterLBArgs) checkAccessLogs(p *check.Problems) {
	const path = routerLBPath + ".AccessLogs"
	if a.AccessLogs == nil {
		return
	}
	if a.Type == NLB {
		p.Addf(path, "has no effect with %s, which logs only TLS listeners; use %s, or IngressControllerArgs.AccessLogging", NLB, Classic)
	}
	if prefix := a.AccessLogs.Prefix; strings.HasPrefix(prefix, "/") || strings.HasSuffix(prefix, "/") {
		p.Addf(path+".Prefix", "must not begin or end with a slash (got %q)", prefix)
	}
	if interval := a.AccessLogs.Interval; interval != 5*time.Minute && interval != time.Hour {
		p.Addf(path+".Interval", "must be 5m or 1h (got %s)", check.Short(interval))
	}
}

func (a *RouterLBArgs) checkCustomDomains(p *check.Problems) {
	seen := map[string]bool{wildcard + a.AppsDomain: true}
	for i, custom := range a.CustomDomains {
		at := check.Index(routerLBPath+".CustomDomains", i)
		if custom.Name != "" && seen[custom.Name] {
			p.Duplicate(at+".Name", custom.Name)
		}
		seen[custom.Name] = true
		if custom.PublicZoneID == nil && custom.PrivateZoneID == nil {
			p.Addf(at, "must set PublicZoneID, PrivateZoneID or both")
		}
		custom.checkZones(p, at)
	}
}

func (d CustomDomain) checkZones(p *check.Problems, path check.Path) {
	if id, _ := check.Text(d.PublicZoneID); id != "" && pulumi.String(id) == d.PrivateZoneID {
		p.Addf(path+".PublicZoneID", "must not be the private zone, which would get the record twice (got %s)", id)
	}
}
