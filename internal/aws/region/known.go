package region

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Known returns the region that a component with these options will have, as far as the program knows it before the component is
// registered: explicit if it is set, otherwise the region of the default AWS provider. It is empty if the options or the parent name an
// AWS provider, whose region is an output. Use it to check arguments against the region.
func Known(ctx *pulumi.Context, explicit string, opts ...pulumi.ResourceOption) string {
	if explicit != "" {
		return explicit
	}
	options, err := pulumi.NewResourceOptions(opts...)
	if err != nil {
		return ""
	}
	for _, provider := range append(options.Providers, options.Provider) {
		if provider != nil && provider.PulumiResourceType() == "pulumi:providers:aws" {
			return ""
		}
	}
	if parent, ok := options.Parent.(providers); ok && parent.GetProvider(awsPackage) != nil {
		return ""
	}
	return Default(ctx, "")
}

// CheckZones returns the problems of zones at a path that are not in the region of the AWS provider; none if that is not known. The provider
// does not look at them, so that AWS rejects the subnets after it has created roles and keys.
func CheckZones(path check.Path, zones []string, region string) error {
	var p check.Problems
	for i, zone := range zones {
		if of, ok := partition.RegionOfZone(zone); ok && region != "" && of != region {
			p.Addf(check.Index(path, i), "%s is not in %s, the region of the AWS provider; for %s set it with `pulumi config set aws:region %s`",
				zone, region, of, of)
		}
	}
	return p.Err()
}
