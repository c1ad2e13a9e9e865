// A ROSA cluster with a setting, a secret, and outputs that the first preview does not know.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/rosa"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		cluster, err := blueprint.NewROSAHCP(ctx, "shop", &blueprint.ROSAHCPArgs{
			Version: pulumi.String(settings.Require("release")),
			Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		})
		if err != nil {
			return err
		}
		if _, err := rosa.NewIdentityProvider(ctx, "github", &rosa.IdentityProviderArgs{
			ClusterId: cluster.ClusterId,
			Name:      pulumi.String("github"),
			Github: &configuration.GitHubArgs{
				ClientId:      pulumi.String("shop"),
				ClientSecret:  settings.RequireSecret("clientSecret"),
				Organizations: pulumi.StringArray{pulumi.String("shop")},
			},
		}); err != nil {
			return err
		}
		if _, err := rosa.NewMachinePool(ctx, "batch", &rosa.MachinePoolArgs{
			ClusterId:    cluster.ClusterId,
			Name:         pulumi.String("batch"),
			InstanceType: pulumi.String("m5.xlarge"),
			Replicas:     pulumi.Int(2),
			Labels:       pulumi.StringMap{"release": cluster.Hcp.CurrentVersion()}, // In the library it is no Input.
			Hcp:          &rosa.HCPPoolArgs{SubnetId: cluster.PrivateSubnetIds.MapIndex(pulumi.String("us-east-2a"))},
		}); err != nil {
			return err
		}
		ctx.Export("cidr", cluster.Vpc.Cidr())
		return nil
	})
}
