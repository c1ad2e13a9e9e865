package ingress

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Publishing is how the routers of an ingress controller are reached from outside: one of its fields is set.
type Publishing struct {
	// LoadBalancerService publishes by a load balancer that the operator makes, with records in the cluster's zones.
	LoadBalancerService *LoadBalancerPublishing
	// HostNetwork publishes on ports of the routers' nodes, which RouterLB sends to. At most one router runs on a node.
	HostNetwork *HostNetworkPublishing
	// NodePortService publishes on ports that Kubernetes chooses, the same on every node; see RouterPorts.
	NodePortService *NodePortPublishing
	// Private does not publish: routes are reached inside the cluster alone.
	Private *PrivatePublishing
}

// PublishingType is the name of a publishing strategy.
type PublishingType string

// The publishing strategies (openshift/api operator/v1/types_ingress.go, EndpointPublishingStrategyType).
const (
	LoadBalancerService PublishingType = "LoadBalancerService"
	HostNetwork         PublishingType = "HostNetwork"
	NodePortService     PublishingType = "NodePortService"
	Private             PublishingType = "Private"
)

// RouterProtocol is what comes before the requests on a router's connections.
type RouterProtocol string

const (
	// TCP sends nothing before a request. It is the default.
	TCP RouterProtocol = "TCP"
	// PROXY sends the client's address by the PROXY protocol before a request; see RouterLBArgs.ProxyProtocol.
	PROXY RouterProtocol = "PROXY"
)

// LoadBalancerPublishing is the load balancer that the operator makes.
type LoadBalancerPublishing struct {
	// Scope is External by default. A change takes effect when the load balancer is made anew: see AutoDelete.
	Scope Scope
	// Type is the load balancer's. Not set, it is left to the operator: what the controller has, or for a further one what
	// Ingress/cluster says, Classic as a rule. Required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout. A change
	// takes effect as that of Scope. The operator of newer releases sends routers of a new NLB the PROXY protocol.
	Type LoadBalancerType
	// AllowedCIDRs are the IP ranges whose clients are let in; nil for all. A change is made in place.
	AllowedCIDRs []string
	// UnmanagedDNS leaves the records of the controller's domain to the user. A change is made in place.
	UnmanagedDNS bool
	// SubnetIDs are the subnets that the load balancer stands in, at most 10; nil for those that their tags choose.
	// A change takes effect as that of Scope.
	SubnetIDs []pulumi.StringInput
	// ElasticIPAllocationIDs are the ids of Elastic IPs of an external NLB, as many as SubnetIDs. A change takes effect as that
	// of Scope.
	ElasticIPAllocationIDs []pulumi.StringInput
	// ConnectionIdleTimeout is after how long a Classic load balancer ends a connection without traffic. Not set, AWS's
	// default holds, 60 seconds. A change is made in place.
	ConnectionIdleTimeout time.Duration
	// AutoDelete lets the operator delete the load balancer and make another one where a change needs that. Otherwise
	// it waits until somebody deletes the Service, and says so in the controller's condition Progressing. Routes are
	// out of reach meanwhile, for some minutes.
	AutoDelete bool
}

// HostNetworkPublishing are the ports that routers listen on. A change is made in place.
type HostNetworkPublishing struct {
	// Ports are 80, 443 and 1936 by default. Two controllers on one node need different ones.
	Ports RouterPorts
	// Protocol is TCP by default.
	Protocol RouterProtocol
}

// NodePortPublishing publishes by a Service of type NodePort.
type NodePortPublishing struct {
	// Protocol is TCP by default. A change is made in place.
	Protocol RouterProtocol
}

// PrivatePublishing does not publish.
type PrivatePublishing struct {
	// Protocol is TCP by default. A change is made in place.
	Protocol RouterProtocol
}

// autoDeleteAnnotation makes the operator replace a load balancer by itself
// (openshift/cluster-ingress-operator pkg/operator/controller/ingress/load_balancer_service.go).
const autoDeleteAnnotation = "ingress.operator.openshift.io/auto-delete-load-balancer"

// strategyType is the type of the field that is set; empty if none or several are.
func (p *Publishing) strategyType() PublishingType {
	found := p.types()
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

func (p *Publishing) types() []PublishingType {
	var found []PublishingType
	for _, field := range []struct {
		set  bool
		kind PublishingType
	}{
		{p.LoadBalancerService != nil, LoadBalancerService}, {p.HostNetwork != nil, HostNetwork},
		{p.NodePortService != nil, NodePortService}, {p.Private != nil, Private},
	} {
		if field.set {
			found = append(found, field.kind)
		}
	}
	return found
}

// annotations are those of the controller that the strategy needs.
func (p *Publishing) annotations() map[string]string {
	if p == nil || p.LoadBalancerService == nil || !p.LoadBalancerService.AutoDelete {
		return nil
	}
	return map[string]string{autoDeleteAnnotation: ""}
}

// fields are spec.endpointPublishingStrategy.
func (p *Publishing) fields() map[string]any {
	kind := p.strategyType()
	fields := map[string]any{"type": string(kind)}
	switch kind {
	case LoadBalancerService:
		fields["loadBalancer"] = p.LoadBalancerService.fields()
	case HostNetwork:
		ports := p.HostNetwork.Ports.withDefaults()
		fields["hostNetwork"] = map[string]any{
			"protocol": p.HostNetwork.Protocol.orTCP(), "httpPort": ports.HTTP, "httpsPort": ports.HTTPS, "statsPort": ports.Health,
		}
	case NodePortService:
		fields["nodePort"] = map[string]any{"protocol": p.NodePortService.Protocol.orTCP()}
	case Private:
		fields["private"] = map[string]any{"protocol": p.Private.Protocol.orTCP()}
	}
	return fields
}

func (p RouterProtocol) orTCP() string {
	if p == "" {
		return string(TCP)
	}
	return string(p)
}

func (l LoadBalancerPublishing) withDefaults() LoadBalancerPublishing {
	if l.Scope == "" {
		l.Scope = External
	}
	return l
}

func (l LoadBalancerPublishing) fields() map[string]any {
	l = l.withDefaults()
	management := "Managed"
	if l.UnmanagedDNS {
		management = "Unmanaged"
	}
	fields := map[string]any{"scope": string(l.Scope), "dnsManagementPolicy": management}
	if l.Type != "" {
		fields["providerParameters"] = map[string]any{"type": "AWS", "aws": l.awsFields()}
	}
	if len(l.AllowedCIDRs) > 0 {
		fields["allowedSourceRanges"] = texts(l.AllowedCIDRs)
	}
	return fields
}

func (l LoadBalancerPublishing) awsFields() map[string]any {
	parameters := map[string]any{}
	if len(l.SubnetIDs) > 0 {
		parameters["subnets"] = map[string]any{"ids": inputs(l.SubnetIDs)}
	}
	fields := map[string]any{"type": string(l.Type)}
	key := "networkLoadBalancer"
	if l.Type == Classic {
		key = "classicLoadBalancer"
		setDuration(parameters, "connectionIdleTimeout", l.ConnectionIdleTimeout)
	} else if len(l.ElasticIPAllocationIDs) > 0 {
		parameters["eipAllocations"] = inputs(l.ElasticIPAllocationIDs)
	}
	if len(parameters) > 0 {
		fields[key] = parameters
	}
	return fields
}

func texts(list []string) []any {
	var all []any
	for _, text := range list {
		all = append(all, text)
	}
	return all
}

func inputs(list []pulumi.StringInput) []any {
	var all []any
	for _, input := range list {
		all = append(all, input)
	}
	return all
}
