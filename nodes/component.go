package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/region"
)

const tokenPrefix = "openshift-aws:nodes:"

// clusterRegion returns the region of a component that AWS does not register: explicit, or that of the default AWS provider.
func clusterRegion(ctx *pulumi.Context, path, explicit string) (string, error) {
	var p check.Problems
	found := region.Default(ctx, explicit)
	p.Required(path+".Region", found)
	return found, p.Err()
}
