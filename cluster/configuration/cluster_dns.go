package configuration

import (
	"maps"
	"net"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// DNS configures the DNS of pods: the nodes that its pods run on and the servers of other domains. It patches the DNS object default
// of the DNS operator that every cluster has. Deleting the component releases the fields, and the operator's defaults apply. With
// NodeSelector or [Tolerations], the default node selector stays in the object.
type DNS struct {
	pulumi.ResourceState

	// Name is the object's name, default. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// Toleration allows pods on nodes with a taint. It has the fields of Kubernetes: Key, Operator (Equal or Exists; defaults to
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
	Servers map[string]DNSServer `check:"keys=dns-server-name"`
}

// DNSServer are the DNS servers of some domains.
type DNSServer struct {
	// Zones are the domains, such as corp.example.com; subdomains are included. Required.
	Zones []string `kube:"zones" check:"required,format=domain"`
	// Upstreams are the IP addresses of 1 to 15 servers, each with an optional port, such as 10.1.0.53 or 10.1.0.53:5353. Required. Their
	// security groups and firewalls must allow the nodes.
	Upstreams []string `kube:"forwardPlugin.upstreams" check:"required,count=..15,format=dns-upstream"`
	// Policy is Random, RoundRobin or Sequential: how a server is chosen. Defaults to Random.
	Policy string `kube:"forwardPlugin.policy" check:"Random|RoundRobin|Sequential"`
}

// NewDNS registers a DNS. It requires a Kubernetes provider (pulumi.Provider).
func NewDNS(ctx *pulumi.Context, name string, args *DNSArgs, opts ...pulumi.ResourceOption) (*DNS, error) {
	return component.Register(ctx, name, args, opts, component.Type[DNSArgs, DNS]{
		Token:     "openshift-aws:configuration:DNS",
		InCluster: true,
		Children: func(b *component.Builder[DNSArgs, DNS]) error {
			by := kube.Patch
			if !b.Args.placement().IsZero() {
				// The operator owns spec.nodePlacement: its last field must not be released.
				by = kube.PatchRetaining(map[string]any{"nodePlacement": defaultDNSPlacement})
			}
			return kube.RegisterObject(b.Base, &b.Component.Name, "dns", desiredDNS(*b.Args), by)
		},
	})
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
		server := kube.Fields(args.Servers[name])
		server["name"] = name
		servers = append(servers, server)
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

var (
	_ = check.Named("dns-server-name", check.DNSLabel.AtMost(15))
	_ = check.Named("dns-upstream", check.NewFormat("IP address with an optional port", "10.1.0.53", func(text string) bool {
		if host, port, err := net.SplitHostPort(text); err == nil && check.Count.Match(port) {
			text = host
		}
		_, err := netip.ParseAddr(text)
		return err == nil
	}))
)

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *DNSArgs) Validate() error {
	const path = "configuration.DNSArgs"
	p := check.Struct(a)
	p.AnyField(path, a)
	placement.Check(&p, path, placement.Placement{Tolerations: a.Tolerations})
	return p.ErrOf(a)
}
