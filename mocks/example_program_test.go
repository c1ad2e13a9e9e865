package mocks_test

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// shop is a program of a user of the library, as given to pulumi.Run.
func shop(ctx *pulumi.Context) error {
	var zones []string
	if err := config.New(ctx, "").TryObject("zones", &zones); err != nil {
		return err
	}
	vpc, err := network.NewVpc(ctx, "shop", &network.VpcArgs{Zones: zones, NAT: network.NATSingle, NATZone: zones[0]})
	if err != nil {
		return err
	}
	_, err = network.NewSecurityGroups(ctx, "shop", &network.SecurityGroupsArgs{
		InfraID: "shop-x7k2p",
		Network: vpc.Network,
	})
	ctx.Export("vpcId", vpc.ID)
	return err
}

func TestShop(t *testing.T) {
	rec := newShop(`["us-east-2a", "us-east-2b"]`)
	require.NoError(t, rec.Run(shop))
	require.Len(t, rec.OfType("aws:ec2/natGateway:NatGateway"), 1, "one is enough for this stack")
	for _, rule := range rec.OfType("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule") {
		require.NotEqual(t, "0.0.0.0/0", rule.Inputs["cidrIpv4"], rule.Name)
	}
}

func newShop(zones string) *mocks.Recorder {
	return mocks.New(mocks.Project("shop"), mocks.Config(map[string]string{"zones": zones}))
}

func newInstalling(t *testing.T) *mocks.Recorder {
	dir := t.TempDir()
	require.NoError(t, mocks.InstallDir(dir, "demo.example.com", "us-east-2"))
	return mocks.New(mocks.Project("shop"), mocks.Config(map[string]string{"installDir": dir}))
}

func TestShopsInstallDir(t *testing.T) {
	require.NoError(t, newInstalling(t).Run(func(ctx *pulumi.Context) error {
		_, err := cluster.LoadInstallDir(config.New(ctx, "").Require("installDir"))
		return err
	}))
}

// upgradeShop upgrades a cluster.
func upgradeShop(ctx *pulumi.Context) error {
	_, err := configuration.NewUpgrade(ctx, "shop", &configuration.UpgradeArgs{Channel: "stable-4.19", Version: "4.19.2"})
	return err
}

func TestUpgradeOfShop(t *testing.T) {
	const clusterVersion = "kubernetes:config.openshift.io/v1:ClusterVersion"
	running := mocks.Answer(clusterVersion, func(map[string]any) (map[string]any, error) {
		desired := map[string]any{"version": "4.19.3"}
		history := []any{map[string]any{"state": "Completed", "version": "4.19.3"}}
		return map[string]any{"status": map[string]any{"desired": desired, "history": history}}, nil
	})
	rec := mocks.New(running, mocks.Config(map[string]string{"kubernetes:context": "shop"}))
	require.ErrorContains(t, rec.Run(upgradeShop), "OpenShift cannot be downgraded")
}

// What a change means for a stack that is up: a further zone makes the zone's own, and replaces nothing.
func ExampleRecorder_Changes() {
	before, after := newShop(`["us-east-2b"]`), newShop(`["us-east-2b", "us-east-2a"]`)
	fmt.Println(before.Run(shop), after.Run(shop))
	for _, change := range after.Changes(before) {
		fmt.Println(change)
	}
	// Output:
	// <nil> <nil>
	// create Route shop-route-private-us-east-2a
	// create RouteTable shop-rt-private-us-east-2a
	// create RouteTableAssociation shop-rta-private-us-east-2a
	// create RouteTableAssociation shop-rta-public-us-east-2a
	// create Subnet shop-subnet-private-us-east-2a
	// create Subnet shop-subnet-public-us-east-2a
	// update VpcEndpoint shop-s3: routeTableIds
}

// A program's unit test: what it registers and how that hangs together, what a preview knows, and what is rejected.
func Example_program() {
	rec := newShop(`["us-east-2a", "us-east-2b"]`)
	fmt.Println(rec.Run(shop))

	subnet, found := rec.Find("shop-subnet-private-us-east-2b")
	fmt.Println(found, subnet.Inputs["cidrBlock"])
	vpc, _ := rec.Find("shop-vpc")
	fmt.Println(subnet.Inputs["vpcId"] == vpc.ID, rec.Graph().Reaches(subnet.URN, vpc.URN))

	fmt.Println(rec.Preview(shop), rec.Outputs()["vpcId"] == mocks.Unknown{})
	fmt.Println(newShop(`["us-east-2a", "us-east-2a"]`).Run(shop))
	// Output:
	// <nil>
	// true 10.0.32.0/20
	// true true
	// <nil> true
	// network.VpcArgs.Zones[1]: duplicate value "us-east-2a"
}
