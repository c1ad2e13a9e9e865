package rosa

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// Ingress is the default ingress of a cluster, which every cluster has: who can reach it, and which routes it serves. Deleting the
// component leaves the ingress as it is.
type Ingress struct {
	pulumi.ResourceState

	// ID is the ID of the ingress in OCM.
	ID pulumi.StringOutput `pulumi:"ingressId"`
}

// NewIngress registers an Ingress. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewIngress(ctx *pulumi.Context, name string, args *IngressArgs, opts ...pulumi.ResourceOption) (*Ingress, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &Ingress{}
	b, err := newBuilder(ctx, "Ingress", name, component, opts)
	if err != nil {
		return nil, err
	}
	resourceType := "DefaultIngress"
	if args.HCP != nil {
		resourceType = "HcpDefaultIngress"
	}
	var ingress pulumi.CustomResourceState
	if err := b.register(resourceType, "ingress", args.inputs(), &ingress, replaceWithCluster()); err != nil {
		return nil, err
	}
	component.ID = ingress.ID().ToStringOutput()
	return component, b.registerOutputs()
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
