package blueprint_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
)

// A self-managed cluster, whose installation openshift-install has prepared.
func ExampleNewSelfManaged() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		demo, err := blueprint.NewSelfManaged(ctx, "demo", &blueprint.SelfManagedArgs{
			InstallDir:   "demo",
			AMI:          pulumi.String("ami-0123456789abcdef0"),
			Zones:        []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
		})
		if err != nil {
			return err
		}
		demo.Export(ctx)
		return nil
	})
}

// A ROSA cluster with a hosted control plane, its network, roles, OIDC configuration and keys.
func ExampleNewROSAHCP() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		demo, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version: "4.18.5",
			Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		})
		if err != nil {
			return err
		}
		ctx.Export("consoleUrl", demo.ConsoleURL)
		return nil
	})
}

// A ROSA Classic cluster, its network, roles, OIDC configuration and key.
func ExampleNewROSAClassic() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		demo, err := blueprint.NewROSAClassic(ctx, "demo", &blueprint.ROSAClassicArgs{
			Version: "4.18.5",
			Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		})
		if err != nil {
			return err
		}
		ctx.Export("consoleUrl", demo.ConsoleURL)
		return nil
	})
}
