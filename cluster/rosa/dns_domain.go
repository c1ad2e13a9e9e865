package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// DNSDomain reserves a base domain for clusters, such as a1b2.p3.openshiftapps.com: BaseDNSDomain of HCPArgs and ClassicArgs. A VPC of
// another account needs one, because the VPC owner's hosted zones must exist before the cluster.
type DNSDomain struct {
	pulumi.ResourceState

	// Name is the base domain.
	Name pulumi.StringOutput `pulumi:"name"`
}

// DNSDomainArgs are the arguments of a DNSDomain. Changes replace the domain.
type DNSDomainArgs struct {
	// Classic reserves a domain for ROSA Classic. Defaults to false: for a hosted control plane.
	Classic bool
}

// Validate returns all problems of the arguments, joined; nil if there are none. All arguments are valid.
func (a *DNSDomainArgs) Validate() error { return nil }

// NewDNSDomain registers a DNSDomain.
func NewDNSDomain(ctx *pulumi.Context, name string, args *DNSDomainArgs, opts ...pulumi.ResourceOption) (*DNSDomain, error) {
	component := &DNSDomain{}
	b, err := newBuilder(ctx, "DNSDomain", name, component, opts)
	if err != nil {
		return nil, err
	}
	inputs := rhcs.Properties{}
	if !valueOf(args).Classic {
		inputs["clusterArch"] = "hcp" // terraform-redhat/terraform-rhcs-rosa-hcp modules/shared-vpc-resources
	}
	var domain pulumi.CustomResourceState
	if err := b.register("DnsDomain", "domain", inputs, &domain, pulumi.ReplaceOnChanges([]string{"clusterArch"})); err != nil {
		return nil, err
	}
	component.Name = domain.ID().ToStringOutput()
	return component, b.registerOutputs()
}
