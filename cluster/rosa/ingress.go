package cluster

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaIngress sets up the default ingress of a ROSA cluster, which every cluster has: who reaches it, and which routes it serves.
// When the component goes, the ingress stays as it was set last.
type RosaIngress struct {
	pulumi.ResourceState

	// ID is the ingress's id in OCM.
	ID pulumi.StringOutput `pulumi:"ingressId"`
}

// RosaIngressArgs are the arguments of a RosaIngress. Exactly one of HCP and Classic is required.
type RosaIngressArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// ClusterID is the cluster's id in OCM: ID of RosaHCP or RosaClassic. Required. A change makes the component look after the other
	// cluster's ingress.
	ClusterID pulumi.StringInput
	// HCP is for a cluster with a hosted control plane.
	HCP *RosaHCPIngressArgs
	// Classic is for a Classic cluster.
	Classic *RosaClassicIngressArgs
}

// RosaListening says who reaches an ingress.
type RosaListening string

// The places from where an ingress can be reached.
const (
	// RosaListeningInternal is reached from the VPC, and from networks that are connected with it.
	RosaListeningInternal RosaListening = "internal"
	// RosaListeningExternal is reached from the internet; the cluster needs a public subnet.
	RosaListeningExternal RosaListening = "external"
)

// RosaHCPIngressArgs are the ingress of a cluster with a hosted control plane.
type RosaHCPIngressArgs struct {
	// Listening says who reaches the ingress. Required. A change is made in place, by another load balancer.
	Listening RosaListening
}

// RosaLoadBalancer is a kind of load balancer.
type RosaLoadBalancer string

// The kinds of load balancers that an ingress can have.
const (
	RosaLoadBalancerClassic RosaLoadBalancer = "classic"
	RosaLoadBalancerNetwork RosaLoadBalancer = "nlb"
)

// RosaClassicIngressArgs are the ingress of a Classic cluster. Changes are made in place. What is left out is OCM's choice. Taken out
// later, the selectors, projects and host names are taken back, while the other settings stay as they were.
type RosaClassicIngressArgs struct {
	// RouteSelectors are labels that routes must carry to be served. Default: all routes are.
	RouteSelectors map[string]string
	// ExcludedNamespaces are projects whose routes are not served.
	ExcludedNamespaces []string
	// AllowWildcards serves routes of all names below a domain. Default: they are refused.
	AllowWildcards *bool
	// StrictNamespaceOwnership refuses routes of one host in several projects. Default: it does.
	StrictNamespaceOwnership *bool
	// LoadBalancer is the kind of load balancer. Default: OCM's choice. A change makes another one, with another address.
	LoadBalancer RosaLoadBalancer
	// ComponentRoutes give the console, its downloads and the OAuth server host names of one's own, by "console", "downloads" and
	// "oauth".
	ComponentRoutes map[string]RosaComponentRoute
}

// RosaComponentRoute is a host name of one of the cluster's own web sites.
type RosaComponentRoute struct {
	// Hostname is the host name. Required.
	Hostname string
	// TLSSecretRef is the name of the secret in openshift-config that has its certificate. Required.
	TLSSecretRef string
}

const rosaIngressPath = "cluster.RosaIngressArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaIngressArgs) Validate() error {
	var full RosaIngressArgs
	if a != nil {
		full = *a
	}
	var p check.Problems
	full.RHCS.Check(&p, rosaIngressPath+"RHCS")
	rosaCheckCluster(&p, rosaIngressPath+"ClusterID", full.ClusterID)
	if (full.HCP == nil) == (full.Classic == nil) {
		p.Addf(rosaIngressPath+"HCP", "must be set for a hosted control plane, and Classic for a Classic cluster: one of the two")
	}
	if full.HCP != nil {
		rosaOneOf(&p, rosaIngressPath+"HCP.Listening", full.HCP.Listening, RosaListeningInternal, RosaListeningExternal)
	}
	full.Classic.check(&p, rosaIngressPath+"Classic")
	return p.Err()
}

func (c *RosaClassicIngressArgs) check(p *check.Problems, path string) {
	if c == nil {
		return
	}
	rosaCheckLabels(p, path+".RouteSelectors", c.RouteSelectors)
	for _, namespace := range c.ExcludedNamespaces {
		if !rosaDNSLabel.MatchString(namespace) {
			p.Addf(path+".ExcludedNamespaces", "%q is no project's name", namespace)
		}
	}
	if c.LoadBalancer != "" {
		rosaOneOf(p, path+".LoadBalancer", c.LoadBalancer, RosaLoadBalancerClassic, RosaLoadBalancerNetwork)
	}
	for _, name := range slices.Sorted(maps.Keys(c.ComponentRoutes)) {
		rosaOneOf(p, path+".ComponentRoutes", name, "console", "downloads", "oauth")
		p.Required(path+".ComponentRoutes["+name+"].Hostname", c.ComponentRoutes[name].Hostname)
		p.Required(path+".ComponentRoutes["+name+"].TLSSecretRef", c.ComponentRoutes[name].TLSSecretRef)
	}
}

// NewRosaIngress registers a RosaIngress. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewRosaIngress(ctx *pulumi.Context, name string, args *RosaIngressArgs, opts ...pulumi.ResourceOption) (*RosaIngress, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &RosaIngress{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaIngress", name, component, opts...); err != nil {
		return nil, err
	}
	resourceType := "DefaultIngress"
	if args.HCP != nil {
		resourceType = "HcpDefaultIngress"
	}
	var made pulumi.CustomResourceState
	options := []pulumi.ResourceOption{pulumi.Parent(component), rosaOfCluster()}
	if err := rhcs.Register(ctx, args.RHCS, resourceType, name+"-ingress", args.inputs(), &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaIngress %s: %w", name, err)
	}
	component.ID = made.ID().ToStringOutput()
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"ingressId": component.ID})
}

func (a *RosaIngressArgs) inputs() pulumi.Map {
	if a.HCP != nil {
		return pulumi.Map{"cluster": a.ClusterID, "listeningMethod": pulumi.String(a.HCP.Listening)}
	}
	c := a.Classic
	inputs := pulumi.Map{
		"cluster":            a.ClusterID,
		"routeSelectors":     rosaTextMap(c.RouteSelectors),
		"excludedNamespaces": rosaTexts(c.ExcludedNamespaces),
		"loadBalancerType":   rosaText(c.LoadBalancer),
		"routeWildcardPolicy": rosaChoice(c.AllowWildcards,
			"WildcardsAllowed", "WildcardsDisallowed"),
		"routeNamespaceOwnershipPolicy": rosaChoice(c.StrictNamespaceOwnership,
			"Strict", "InterNamespaceAllowed"),
	}
	if len(c.ComponentRoutes) > 0 {
		routes := pulumi.Map{}
		for name, route := range c.ComponentRoutes {
			routes[name] = pulumi.Map{"hostname": pulumi.String(route.Hostname), "tlsSecretRef": pulumi.String(route.TLSSecretRef)}
		}
		inputs["componentRoutes"] = routes
	}
	return inputs
}

func rosaChoice(choice *bool, yes, no string) pulumi.Input {
	switch {
	case choice == nil:
		return nil
	case *choice:
		return pulumi.String(yes)
	}
	return pulumi.String(no)
}
