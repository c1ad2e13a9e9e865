package region

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
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
