package rosa

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Ingress is the default ingress of a cluster, which every cluster has: who can reach it, and which routes it serves. Deleting the
// component leaves the ingress as it is.
type Ingress struct {
	pulumi.ResourceState

	// ID is the ID of the ingress in OCM.
	ID pulumi.StringOutput `pulumi:"ingressId"`
}

// NewIngress registers an Ingress.
func NewIngress(ctx *pulumi.Context, name string, args *IngressArgs, opts ...pulumi.ResourceOption) (*Ingress, error) {
	return component.Register(ctx, name, args, opts, component.Type[IngressArgs, Ingress]{
		Token:    "openshift-aws:rosa:Ingress",
		Children: registerIngress,
	})
}

func registerIngress(c *component.Builder[IngressArgs, Ingress]) error {
	b := builder{Base: c.Base}
	resourceType := "DefaultIngress"
	if c.Args.HCP != nil {
		resourceType = "HcpDefaultIngress"
	}
	var ingress pulumi.CustomResourceState
	if err := b.register(resourceType, "ingress", c.Args.inputs(), &ingress, replaceWithCluster()); err != nil {
		return err
	}
	c.Component.ID = ingress.ID().ToStringOutput()
	return nil
}

// inputs are the properties of rhcs_hcp_default_ingress or rhcs_default_ingress.
func (a *IngressArgs) inputs() rhcs.Properties {
	inputs := rhcs.Inputs(a)
	if a.HCP != nil {
		inputs["listeningMethod"] = strings.ToLower(string(a.HCP.Scope))
	}
	if c := a.Classic; c != nil {
		inputs["routeWildcardPolicy"] = policy(c.AllowWildcards, "WildcardsAllowed", "WildcardsDisallowed")
		inputs["routeNamespaceOwnershipPolicy"] = policy(c.StrictNamespaceOwnership, "Strict", "InterNamespaceAllowed")
	}
	return inputs
}

func policy(choice *bool, on, off string) any {
	switch {
	case choice == nil:
		return nil
	case *choice:
		return on
	default:
		return off
	}
}

// IngressArgs are the arguments of an Ingress. Either HCP or Classic is required.
type IngressArgs struct {
	// ClusterID is the cluster's ID in OCM: ID of HCP or Classic. Required. A change configures the ingress of the other cluster.
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// HCP are the arguments for a cluster with a hosted control plane.
	HCP *HCPIngressArgs
	// Classic are the arguments for a Classic cluster.
	Classic *ClassicIngressArgs
}

// HCPIngressArgs are the arguments of the ingress of a cluster with a hosted control plane.
type HCPIngressArgs struct {
	// Scope is who can reach the ingress. network.External needs a public subnet. Required. Changes are applied in place, with another
	// load balancer.
	Scope network.Scope `check:"required,External|Internal"`
}

// LoadBalancerType is a type of load balancer.
type LoadBalancerType string

// The load balancer types of an ingress.
const (
	LoadBalancerClassic LoadBalancerType = "classic"
	LoadBalancerNetwork LoadBalancerType = "nlb"
)

// ClassicIngressArgs are the arguments of the ingress of a Classic cluster. Changes are applied in place. Removing RouteSelectors,
// ExcludedNamespaces or ComponentRoutes later clears them; the other fields keep their value in the cluster.
type ClassicIngressArgs struct {
	// RouteSelectors are the labels of the routes that are served. Defaults to all routes.
	RouteSelectors map[string]string `rhcs:"routeSelectors" check:"labels"`
	// ExcludedNamespaces are namespaces whose routes are not served. Defaults to none.
	ExcludedNamespaces []string `rhcs:"excludedNamespaces" check:"format=namespace"`
	// AllowWildcards serves wildcard routes. Defaults to OCM's choice, false.
	AllowWildcards *bool
	// StrictNamespaceOwnership rejects routes with the same host in several namespaces. Defaults to OCM's choice, true.
	StrictNamespaceOwnership *bool
	// LoadBalancerType is the type of the load balancer. A change creates another one, with another address. Defaults to OCM's choice.
	LoadBalancerType LoadBalancerType `rhcs:"loadBalancerType" check:"classic|nlb"`
	// ComponentRoutes are custom host names of the console, its downloads and the OAuth server, by "console", "downloads" and "oauth".
	// Defaults to none.
	ComponentRoutes map[string]ComponentRoute `rhcs:"componentRoutes" check:"keys=console|downloads|oauth"`
}

// ComponentRoute is a custom host name of one of the cluster's own routes.
type ComponentRoute struct {
	// Hostname is the host name. Required.
	Hostname string `rhcs:"hostname" check:"required,format=domain"`
	// TLSSecretRef is the name of the secret in the namespace openshift-config with the certificate. Required.
	TLSSecretRef string `rhcs:"tlsSecretRef" check:"required"`
}

const ingressPath = "rosa.IngressArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *IngressArgs) Validate() error {
	full := valueOf(a)
	p := check.Struct(a)
	checkProduct(&p, ingressPath, full.HCP != nil, full.Classic != nil)
	return p.ErrOf(a)
}
