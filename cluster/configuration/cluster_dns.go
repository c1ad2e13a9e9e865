package configuration

import (
	"maps"
	"net"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/placement"
)

// DNS configures the DNS of pods: the nodes that its pods run on and the servers of other domains. It patches the DNS object default
// of the DNS operator that every cluster has. Deleting the component releases the fields, and the operator's defaults apply. With
// NodeSelector or Tolerations, the default node selector stays in the object.
type DNS struct {
	pulumi.ResourceState

	// Name is the object's name, default. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// Toleration allows pods on nodes with a taint. Its fields are those of Kubernetes: Key, Operator (Equal or Exists; defaults to
// Equal), Value, Effect (empty matches all) and TolerationSeconds. configuration.Toleration, ingress.Toleration and storage.Toleration are
// the same type.
type Toleration = placement.Toleration

// DNSArgs are the arguments of a DNS. At least one field must be set. Changes are applied in place and reboot no node.
type DNSArgs struct {
	// NodeSelector are the labels of the nodes with a DNS pod, in addition to kubernetes.io/os: linux. Defaults to all Linux nodes. Pods on
	// other nodes use the DNS pods of these.
	NodeSelector map[string]string `check:"labels"`
	// Tolerations are the taints of nodes with a DNS pod, in addition to that of control-plane machines. Defaults to none: nodes with
	// other taints, such as infra nodes, have no DNS pod, and their pods ask those of other nodes.
	Tolerations []Toleration
	// Servers are the DNS servers of domains that the VPC's resolver does not know, by a name of at most 15 lower-case letters, digits
	// and hyphens. Defaults to none.
	Servers map[string]DNSServer
}

// DNSServer are the DNS servers of some domains.
type DNSServer struct {
	// Zones are the domains, such as corp.example.com; subdomains are included. Required.
	Zones []string
	// Upstreams are the IP addresses of 1 to 15 servers, each with an optional port, such as 10.1.0.53 or 10.1.0.53:5353. Required. Their
	// security groups and firewalls must allow the nodes.
	Upstreams []string
	// Policy is Random, RoundRobin or Sequential: how a server is chosen. Defaults to Random.
	Policy string
}

// NewDNS registers a DNS. It requires a Kubernetes provider (pulumi.Provider). It returns the problems of all invalid arguments,
// joined, before anything is registered.
func NewDNS(ctx *pulumi.Context, name string, args *DNSArgs, opts ...pulumi.ResourceOption) (*DNS, error) {
	values, err := kube.InClusterArgs(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	dns := &DNS{}
	if err := ctx.RegisterComponentResource("openshift-aws:configuration:DNS", name, dns, opts...); err != nil {
		return nil, err
	}
	object, parent := desiredDNS(values), pulumi.Parent(dns)
	if !values.placement().IsZero() {
		// The operator owns spec.nodePlacement, so the API server would set it to null, and reject that, when the fields below it are
		// released.
		if err := registerOwnedField(ctx, name+"-dns", object, map[string]any{"nodePlacement": defaultDNSPlacement}, parent); err != nil {
			return nil, err
		}
	}
	patch, err := kube.Patch(ctx, name+"-dns", object, parent)
	if err != nil {
		return nil, err
	}
	dns.Name = outputs.After(ctx.Context(), pulumi.String(object.Name).ToStringOutput(), patch)
	return dns, ctx.RegisterResourceOutputs(dns, pulumi.Map{"name": dns.Name})
}

// defaultDNSPlacement is the operator's default (openshift/api operator/v1/types_dns.go, DNSNodePlacement). Other labels of a node
// selector are added to it.
var defaultDNSPlacement = map[string]any{"nodeSelector": map[string]any{"kubernetes.io/os": "linux"}}

// controlPlaneToleration is the operator's default, which a list replaces (openshift/cluster-dns-operator
// pkg/operator/controller/controller_dns_daemonset.go, tolerationsForDNS; openshift/api operator/v1/types_dns.go, DNSNodePlacement).
var controlPlaneToleration = Toleration{Key: kube.NodeRolePrefix + kube.MasterPool, Operator: "Exists"}

func desiredDNS(args DNSArgs) kube.Object {
	spec := map[string]any{}
	nodes := args.placement()
	if !nodes.IsZero() {
		spec["nodePlacement"] = placement.Fields(nodes)
	}
	var servers []any
	for _, name := range slices.Sorted(maps.Keys(args.Servers)) {
		server := args.Servers[name]
		forward := map[string]any{"upstreams": kube.AnyList(server.Upstreams)}
		if server.Policy != "" {
			forward["policy"] = server.Policy
		}
		servers = append(servers, map[string]any{"name": name, "zones": kube.AnyList(server.Zones), "forwardPlugin": forward})
	}
	if len(servers) > 0 {
		spec["servers"] = servers
	}
	return kube.Object{APIVersion: kube.OperatorAPI, Kind: "DNS", Name: "default", Fields: map[string]any{"spec": spec}}
}

func (a *DNSArgs) placement() placement.Placement {
	nodes := placement.Placement{NodeSelector: a.NodeSelector}
	if len(a.Tolerations) > 0 {
		nodes.Tolerations = append([]Toleration{controlPlaneToleration}, a.Tolerations...)
	}
	return nodes
}

const (
	dnsPath = "configuration.DNSArgs"
	// maxUpstreams is a limit of the API server.
	maxUpstreams = 15
)

var (
	dnsServerName = check.DNSLabel.AtMost(15)
	// upstream is the form of a DNS server.
	upstream = check.NewFormat("IP address with an optional port", "10.1.0.53", func(text string) bool {
		if host, port, err := net.SplitHostPort(text); err == nil && check.Count.Match(port) {
			text = host
		}
		_, err := netip.ParseAddr(text)
		return err == nil
	})
)

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *DNSArgs) Validate() error {
	p := check.Struct(a)
	if len(a.NodeSelector)+len(a.Tolerations)+len(a.Servers) == 0 {
		p.Addf(dnsPath, "must set at least one field")
	}
	placement.Check(&p, dnsPath, placement.Placement{Tolerations: a.Tolerations})
	for _, name := range slices.Sorted(maps.Keys(a.Servers)) {
		at := check.Key(dnsPath+".Servers", name)
		server := a.Servers[name]
		p.RequiredFormat(at, name, dnsServerName)
		if p.Required(at+".Zones", server.Zones) {
			p.Formats(at+".Zones", server.Zones, check.Domain)
		}
		if p.Required(at+".Upstreams", server.Upstreams) && p.Count(at+".Upstreams", len(server.Upstreams), maxUpstreams) {
			p.Formats(at+".Upstreams", server.Upstreams, upstream)
		}
		check.OneOf(&p, at+".Policy", server.Policy, "Random", "RoundRobin", "Sequential")
	}
	return p.ErrOf(a)
}
