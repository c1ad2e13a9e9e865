package ingress

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// PublishingArgs are the publishing strategy of an ingress controller: how its routers are exposed. Set exactly one field.
type PublishingArgs struct {
	// LoadBalancerService exposes the routers by a load balancer that the operator creates, with DNS records in the
	// cluster's zones.
	LoadBalancerService *LoadBalancerPublishingArgs `kube:"loadBalancer"`
	// HostNetwork exposes the routers on ports of their nodes, to which RouterLB forwards. A node runs at most one router of
	// a controller.
	HostNetwork *HostNetworkPublishingArgs `kube:"hostNetwork"`
	// NodePortService exposes the routers on ports that Kubernetes chooses, the same on all nodes; see RouterPortsArgs.
	NodePortService *NodePortPublishingArgs `kube:"nodePort"`
	// Private does not expose the routers outside the cluster.
	Private *PrivatePublishingArgs `kube:"private"`
}

// PublishingType is the name of a publishing strategy.
type PublishingType string

// The publishing strategies (openshift/api release-4.20 operator/v1/types_ingress.go, EndpointPublishingStrategyType).
const (
	LoadBalancerService PublishingType = "LoadBalancerService"
	HostNetwork         PublishingType = "HostNetwork"
	NodePortService     PublishingType = "NodePortService"
	Private             PublishingType = "Private"
)

var publishingTypes = []PublishingType{LoadBalancerService, HostNetwork, NodePortService, Private}

// RouterProtocol is the protocol of connections to routers.
type RouterProtocol string

const (
	// TCP connections start with the request.
	TCP RouterProtocol = "TCP"
	// PROXY connections start with the client's address (PROXY protocol); see RouterLBArgs.ProxyProtocol.
	PROXY RouterProtocol = "PROXY"
)

// DNSManagementPolicy is who manages the DNS records of a controller's load balancer.
type DNSManagementPolicy string

const (
	// ManagedDNS records are created and updated by the operator.
	ManagedDNS DNSManagementPolicy = "Managed"
	// UnmanagedDNS records are created and updated by the user.
	UnmanagedDNS DNSManagementPolicy = "Unmanaged"
)

// LoadBalancerPublishingArgs are the load balancer that the operator creates. Unless a field says otherwise, changes are
// applied in place.
type LoadBalancerPublishingArgs struct {
	// Scope is who can reach the load balancer. Defaults to network.External. A change takes effect when the load balancer
	// is recreated: see AutoDelete.
	Scope network.Scope `kube:"scope" check:"External|Internal" default:"External"`
	// Type is the load balancer's type. Defaults to the current type; for a new controller to that of Ingress/cluster,
	// usually Classic. Once it has changed the installed type of `default`, the API server rejects its removal. Required
	// with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout. In newer releases, the operator enables the PROXY
	// protocol between the routers and a new NLB.
	//
	// From 4.22 on, a change takes effect when the load balancer is recreated: see AutoDelete. Until 4.21, the operator
	// changes the Service in place regardless of AutoDelete, and AWS's cloud controller creates the new load balancer without
	// deleting the old one, whose interfaces and security group then prevent the deletion of the VPC (OCPBUGS-16728).
	// Delete it and its security group after the change: it is the load balancer of the old type with the tag
	// kubernetes.io/service-name=openshift-ingress/router-<name>.
	Type LoadBalancerType `kube:"providerParameters.aws.type" check:"NLB|Classic"`
	// AllowedCIDRs are the IPv4 and IPv6 ranges of clients that may connect. Defaults to all clients. To allow all clients
	// again, set 0.0.0.0/0: if the list is removed, the operator leaves the ranges on the Service and reports them as a
	// manual change in the controller's condition Progressing (openshift/cluster-ingress-operator release-4.20
	// pkg/operator/controller/ingress/load_balancer_service.go).
	AllowedCIDRs []string `kube:"allowedSourceRanges" check:"format=client-cidr"`
	// DNSManagementPolicy is who manages the DNS records of the controller's domain. Defaults to ManagedDNS. The operator
	// treats a domain outside the cluster's base domain as UnmanagedDNS.
	DNSManagementPolicy DNSManagementPolicy `kube:"dnsManagementPolicy" check:"Managed|Unmanaged" default:"Managed"`
	// SubnetIDs are the IDs of the load balancer's subnets, at most 10. Defaults to the subnets that AWS's cloud controller
	// finds by their tags. It requires 4.17; see IngressControllerArgs.OpenShiftVersion. A change takes effect when the load
	// balancer is recreated: see AutoDelete.
	SubnetIDs []pulumi.StringInput `check:"count=..10,format=load-balancer-subnet-id"`
	// ElasticIPAllocationIDs are the allocation IDs of Elastic IPs for an external NLB, one for each of SubnetIDs, at most 10. It requires
	// 4.17, as SubnetIDs does. A change takes effect when the load balancer is recreated: see AutoDelete.
	ElasticIPAllocationIDs []pulumi.StringInput `check:"count=..10,format=eip-allocation-id"`
	// ConnectionIdleTimeout is how long a Classic load balancer keeps a connection without traffic: 1 to 4000 seconds.
	// Defaults to AWS's default, 60 seconds. NLBs do not support it.
	ConnectionIdleTimeout time.Duration `check:"1s..4000s/1s"`
	// AutoDelete allows the operator to delete and recreate the load balancer where a change requires it. Otherwise the
	// operator waits until the Service is deleted and reports this in the controller's condition Progressing. Routes are
	// unavailable for some minutes while the load balancer is recreated. Defaults to false.
	AutoDelete bool
}

// HostNetworkPublishingArgs expose routers on ports of their nodes. Changes are applied in place.
type HostNetworkPublishingArgs struct {
	// Ports are the ports that the routers listen on. Defaults to 80, 443 and 1936. Controllers that run on the same nodes
	// need different ports.
	Ports *RouterPortsArgs `default:"{}"`
	// Protocol is the protocol of connections to the routers. Defaults to TCP.
	Protocol RouterProtocol `kube:"protocol" check:"TCP|PROXY" default:"TCP"`
}

// NodePortPublishingArgs expose routers by a Service of type NodePort. Changes are applied in place.
type NodePortPublishingArgs struct {
	// Protocol is the protocol of connections to the routers. Defaults to TCP.
	Protocol RouterProtocol `kube:"protocol" check:"TCP|PROXY" default:"TCP"`
}

// PrivatePublishingArgs keep routers inside the cluster. Changes are applied in place.
type PrivatePublishingArgs struct {
	// Protocol is the protocol of connections to the routers. Defaults to TCP.
	Protocol RouterProtocol `kube:"protocol" check:"TCP|PROXY" default:"TCP"`
}

// autoDeleteAnnotation allows the operator to delete a load balancer (openshift/cluster-ingress-operator
// pkg/operator/controller/ingress/load_balancer_service.go).
const autoDeleteAnnotation = "ingress.operator.openshift.io/auto-delete-load-balancer"

// strategyType returns the type of the field that is set; empty if none or several are set.
func (p *PublishingArgs) strategyType() PublishingType {
	set := map[PublishingType]bool{
		LoadBalancerService: p.LoadBalancerService != nil,
		HostNetwork:         p.HostNetwork != nil,
		NodePortService:     p.NodePortService != nil,
		Private:             p.Private != nil,
	}
	var found PublishingType
	for _, kind := range publishingTypes {
		switch {
		case set[kind] && found != "":
			return ""
		case set[kind]:
			found = kind
		}
	}
	return found
}

// annotations returns the annotations of the controller that the strategy requires.
func (p *PublishingArgs) annotations() map[string]string {
	if p == nil || p.LoadBalancerService == nil || !p.LoadBalancerService.AutoDelete {
		return nil
	}
	return map[string]string{autoDeleteAnnotation: ""}
}

// fields returns spec.endpointPublishingStrategy.
func (p *PublishingArgs) fields() map[string]any {
	fields := kube.Fields(p)
	fields["type"] = string(p.strategyType())
	if p.LoadBalancerService != nil {
		p.LoadBalancerService.setAWS(fields)
	}
	return fields
}

// setAWS sets what depends on the load balancer's type.
func (l LoadBalancerPublishingArgs) setAWS(fields map[string]any) {
	if l.Type == "" {
		return
	}
	const aws = "loadBalancer.providerParameters.aws."
	argument.Put(fields, "loadBalancer.providerParameters.type", "AWS")
	member := "networkLoadBalancer"
	if l.Type == Classic {
		member = "classicLoadBalancer"
		if l.ConnectionIdleTimeout != 0 {
			argument.Put(fields, aws+member+".connectionIdleTimeout", l.ConnectionIdleTimeout.String())
		}
	} else if len(l.ElasticIPAllocationIDs) > 0 {
		argument.Put(fields, aws+member+".eipAllocations", anyList(l.ElasticIPAllocationIDs))
	}
	if len(l.SubnetIDs) > 0 {
		argument.Put(fields, aws+member+".subnets.ids", anyList(l.SubnetIDs))
	}
}

// anyList returns the elements of a list as a manifest has them.
func anyList[T any](list []T) []any {
	var all []any
	for _, element := range list {
		all = append(all, element)
	}
	return all
}
