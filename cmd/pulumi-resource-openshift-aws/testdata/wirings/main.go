// Outputs of components, and of another stack, as arguments of others, and a team's own component around a blueprint.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws/rosa"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		shared, err := pulumi.NewStackReference(ctx, "organization/shared/sandbox", nil)
		if err != nil {
			return err
		}
		if err := account(ctx, shared); err != nil {
			return err
		}
		if err := selfManaged(ctx); err != nil {
			return err
		}
		hosted, err := newCluster(ctx, "rosa", []string{"us-east-2a"}, map[string]int{"batch": 2, "web": 3},
			shared.GetStringOutput(pulumi.String("team")))
		if err != nil {
			return err
		}
		ctx.Export("domain", hosted.Hcp.Domain())
		return inside(ctx, shared)
	})
}

var egress *network.EgressProxy

func account(ctx *pulumi.Context, shared *pulumi.StackReference) error {
	infraID := shared.GetStringOutput(pulumi.String("infraId"))
	vpc, err := network.NewVpc(ctx, "shop", &network.VpcArgs{
		InfraId: infraID, Cidr: pulumi.String("10.0.0.0/16"), Zones: []string{"us-east-2a", "us-east-2b"},
	})
	if err != nil {
		return err
	}
	groups, err := network.NewSecurityGroups(ctx, "shop", &network.SecurityGroupsArgs{
		InfraId: infraID, Vpc: vpc, NodePortCidrs: pulumi.StringArray{vpc.Cidr, shared.GetStringOutput(pulumi.String("office"))},
	})
	if err != nil {
		return err
	}
	egress, err = network.NewEgressProxy(ctx, "shop", &network.EgressProxyArgs{
		Ami: pulumi.String("ami-0123456789abcdef0"),
		Vpc: vpc,
		Subnets: network.SubnetArray{network.SubnetArgs{
			Id:   vpc.PublicSubnetIds.MapIndex(pulumi.String("us-east-2a")),
			Zone: "us-east-2a", Cidr: pulumi.String("10.0.16.0/22"),
		}},
		NoProxy: vpc.NoProxy,
	})
	if err != nil {
		return err
	}
	_, err = ingress.NewRouterLB(ctx, "shop", &ingress.RouterLBArgs{
		InfraId:             infraID,
		Domain:              pulumi.String("shop.example.com"),
		Scope:               new(network.ScopeInternal),
		Vpc:                 vpc,
		AllowedCidrs:        pulumi.StringArray{vpc.Cidr, pulumi.String("10.200.0.0/16")},
		NodeSecurityGroupId: groups.NodeId,
		PrivateZoneId:       pulumi.String("Z0123456789ABCDEFGHIJ"),
	})
	if err != nil {
		return err
	}
	accounts, err := iam.NewAccountRoles(ctx, "shop", &iam.AccountRolesArgs{
		Prefix: pulumi.String("shop"), Region: pulumi.String("us-east-2"), Path: pulumi.String("/openshift/"),
	})
	if err != nil {
		return err
	}
	_, err = iam.NewOperatorRoles(ctx, "shop", &iam.OperatorRolesArgs{
		Prefix:          pulumi.String("shop"),
		Region:          pulumi.String("us-east-2"),
		Path:            accounts.Path,
		OidcProviderArn: pulumi.String("arn:aws:iam::123456789012:oidc-provider/oidc.example.com/shop"),
	})
	return err
}

func selfManaged(ctx *pulumi.Context) error {
	demo, err := blueprint.NewSelfManaged(ctx, "demo", &blueprint.SelfManagedArgs{
		InstallDir:   pulumi.String("demo"),
		Zones:        []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		Ami:          pulumi.String("ami-0123456789abcdef0"),
		PublicZoneId: pulumi.String("Z0123456789ABCDEFGHIJ"),
	})
	if err != nil {
		return err
	}
	_, err = nodes.NewWorkerPool(ctx, "batch", &nodes.WorkerPoolArgs{
		InfraId:          demo.InfraId,
		Pool:             pulumi.String("batch"),
		Ami:              pulumi.String("ami-0123456789abcdef0"),
		InstanceProfile:  demo.InstanceProfiles.Worker(),
		Vpc:              demo.Vpc,
		SecurityGroupIds: pulumi.StringArray{demo.SecurityGroups.NodeId()},
		Max:              pulumi.Int(3),
		Ignition:         pulumi.String(`{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://api-int.demo.example.com:22623/config/worker"}]}}}`),
	})
	return err
}

// cluster is the team's own component.
type cluster struct{ pulumi.ResourceState }

func newCluster(
	ctx *pulumi.Context, name string, zones []string, sizes map[string]int, team pulumi.StringInput,
) (*blueprint.ROSAHCP, error) {
	component := &cluster{}
	if err := ctx.RegisterComponentResource("shop:index:Cluster", name, component); err != nil {
		return nil, err
	}
	below := pulumi.Parent(component)
	hosted, err := blueprint.NewROSAHCP(ctx, name, &blueprint.ROSAHCPArgs{
		Version: pulumi.String("4.18.5"), Zones: zones, Tags: pulumi.StringMap{"team": team},
	}, below)
	if err != nil {
		return nil, err
	}
	for pool, replicas := range sizes {
		_, err := rosa.NewMachinePool(ctx, pool, &rosa.MachinePoolArgs{
			ClusterId:    hosted.ClusterId,
			Name:         pulumi.String(pool),
			InstanceType: pulumi.String("m5.xlarge").ToStringOutput(),
			Replicas:     pulumi.Int(replicas).ToIntOutput(),
			Labels:       pulumi.StringMap{"team": team},
			Hcp:          &rosa.HCPPoolArgs{SubnetId: hosted.PrivateSubnetIds.MapIndex(pulumi.String(zones[0]))},
		}, below)
		if err != nil {
			return nil, err
		}
	}
	return hosted, ctx.RegisterResourceOutputs(component, pulumi.Map{"clusterId": hosted.ClusterId})
}

func inside(ctx *pulumi.Context, shared *pulumi.StackReference) error {
	_, err := configuration.NewProxy(ctx, "shop", &configuration.ProxyArgs{HttpProxy: egress.HttpProxy, NoProxy: egress.NoProxy})
	if err != nil {
		return err
	}
	storage, err := machineconfig.NewMachineConfigPool(ctx, "storage", &machineconfig.MachineConfigPoolArgs{Name: pulumi.String("storage")})
	if err != nil {
		return err
	}
	_, err = machineconfig.NewKubeletConfig(ctx, "kubelet", &machineconfig.KubeletConfigArgs{
		Name: pulumi.String("kubelet"), Pool: storage.Name, MaxPods: pulumi.Int(300),
	})
	if err != nil {
		return err
	}
	_, err = ingress.NewIngressController(ctx, "apps", &ingress.IngressControllerArgs{
		Name: pulumi.String("apps"), Domain: pulumi.Sprintf("apps.%s", shared.GetStringOutput(pulumi.String("domain"))),
	})
	return err
}
