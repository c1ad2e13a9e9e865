package blueprint_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// configured are the options of a project with settings.
func configured(settings map[string]string) []mocks.Option {
	config := map[string]string{"aws:region": "us-east-2"}
	for key, value := range settings {
		config["shop:"+key] = value
	}
	return []mocks.Option{mocks.Project("shop"), mocks.Config(config)}
}

func TestSizesOfSelfManagedConfig(t *testing.T) {
	t.Parallel()
	settings := map[string]string{
		"installDir": demo(t).InstallDir, "zones": "us-east-2a,us-east-2b,us-east-2c", "ami": "ami-0123456789abcdef0",
		"publicZoneId": "Z0123456789ABCDEFGHIJ",
	}
	program := func(ctx *pulumi.Context) error { return selfManaged(blueprint.SelfManagedConfig(ctx))(ctx) }
	byDefault := mockstest.Run(t, program, configured(settings)...)
	settings["furtherZones"] = "us-east-2d"
	moved := maps.Clone(settings)
	moved["machineZones"] = "us-east-2a,us-east-2b,us-east-2d"
	controlPlane := mockstest.Find(t, mockstest.Run(t, program, configured(moved)...), "demo-int").Inputs
	assert.Len(t, controlPlane["subnets"], 4, "the load balancer keeps the zone of the machine that has moved")
	delete(settings, "furtherZones")
	maps.Copy(settings, map[string]string{
		"controlPlaneInstanceType": "m5.2xlarge", "infraInstanceType": "r5.2xlarge", "workerInstanceType": "m5.4xlarge",
		"workersPerZone": "2", "routers": "3",
	})
	sized := mockstest.Run(t, program, configured(settings)...)
	const size = "spec.template.spec.providerSpec.value.instanceType"
	want := []string{"update IngressControllerPatch demo-ingresscontroller: spec.replicas"}
	for _, zone := range []string{"us-east-2a", "us-east-2b", "us-east-2c"} {
		want = append(want, "update Instance demo-master-"+zone+": instanceType", "update MachineSet demo-machineset-"+zone+": "+size,
			"update MachineSet demo-worker-machineset-"+zone+": spec.replicas, "+size)
	}
	assert.ElementsMatch(t, want, texts(sized.Changes(byDefault)))
	worker := mockstest.Find(t, sized, "demo-worker-machineset-us-east-2a").Inputs["spec"].(map[string]any)
	assert.InDelta(t, 2, worker["replicas"], 0)
}

// TestProblemsOfSettings: who sets settings does not know the fields of the program.
func TestProblemsOfSettings(t *testing.T) {
	t.Parallel()
	settings := map[string]string{
		"version": "4.18.5", "zones": "us-east-2a", "vpcCidr": "172.30.0.0/16", "adminPassword": "short", "channel": "old",
	}
	hosted := func(change func(*blueprint.ROSAHCPArgs)) error {
		return mocks.New(configured(settings)...).Run(func(ctx *pulumi.Context) error {
			args := blueprint.ROSAHCPConfig(ctx)
			change(args)
			_, err := blueprint.NewROSAHCP(ctx, "demo", args)
			return err
		})
	}
	err := hosted(func(*blueprint.ROSAHCPArgs) {})
	for _, want := range []string{
		`setting channel: "old" is not a valid update channel`,
		"setting vpcCidr: 172.30.0.0/16 overlaps 172.30.0.0/16 (blueprint.ROSAHCPArgs.HCP.Network.ServiceCIDR)",
	} {
		require.ErrorContains(t, err, want)
	}
	err = hosted(func(a *blueprint.ROSAHCPArgs) {
		a.Vpc, a.Zones, a.HCP = nil, []string{"us-east-2"}, nil
	})
	require.EqualError(t, err, `blueprint.ROSAHCPArgs.Zones[0]: "us-east-2" is not a valid AWS zone (for example, us-east-2a)`,
		"the program has replaced the setting")
	err = hosted(func(a *blueprint.ROSAHCPArgs) {
		a.Vpc, a.HCP = nil, nil
	})
	require.ErrorContains(t, err, "setting adminPassword: must have at least 14 characters", "found in an output")

	settings = map[string]string{"installDir": demo(t).InstallDir, "zones": "us-east-2a,us-east-2", "publish": "internal"}
	program := func(ctx *pulumi.Context) error { return selfManaged(blueprint.SelfManagedConfig(ctx))(ctx) }
	err = mocks.New(configured(settings)...).Run(program)
	for _, want := range []string{
		`setting zones[1]: "us-east-2" is not a valid AWS zone`,
		"setting ami: is required",
		"setting publish: must be External or Internal",
	} {
		require.ErrorContains(t, err, want)
	}
}

// texts are changes as the user reads them.
func texts(changes []mocks.Change) (all []string) {
	for _, change := range changes {
		all = append(all, change.String())
	}
	return all
}

// TestROSAConfig: the programs with the configuration register what those with arguments do. The channel that they name is that which OCM
// chose, so that it is no change.
func TestROSAConfig(t *testing.T) {
	t.Parallel()
	settings := configured(map[string]string{
		"version": "4.18.5", "channel": "stable-4.18", "zones": "us-east-2a,us-east-2b,us-east-2c", "vpcCidr": "10.4.0.0/16",
		"billingAccountId": "210987654321", "adminPassword": "a-long-Passw0rd",
	})
	args, old := hosted(), classic()
	args.Vpc, old.Vpc = &network.VpcArgs{CIDR: "10.4.0.0/16"}, &network.VpcArgs{CIDR: "10.4.0.0/16"}
	args.AdminPassword, old.AdminPassword = pulumi.String("a-long-Passw0rd"), pulumi.String("a-long-Passw0rd")
	for name, tt := range map[string]struct {
		byArgs, byConfig pulumi.RunFunc
		changes          []string
	}{
		"HCP": {
			byArgs:   rosaHCP(args),
			byConfig: func(ctx *pulumi.Context) error { return rosaHCP(blueprint.ROSAHCPConfig(ctx))(ctx) },
			changes:  []string{"update ClusterRosaHcp shop-cluster: awsBillingAccountId"},
		},
		"Classic": {
			byArgs:   rosaClassic(old),
			byConfig: func(ctx *pulumi.Context) error { return rosaClassic(blueprint.ROSAClassicConfig(ctx))(ctx) },
		},
	} {
		byArgs, byConfig := mockstest.Run(t, tt.byArgs, settings...), mockstest.Run(t, tt.byConfig, settings...)
		assert.Len(t, byConfig.Resources(), len(byArgs.Resources()), name)
		assert.Equal(t, tt.changes, texts(byConfig.Changes(byArgs)), name)
		assert.Equal(t, "stable-4.18", mockstest.Find(t, byConfig, "shop-cluster").Inputs["channel"], name)
	}
}

// TestExistingVpcConfig: the setting and the output of a stack describe the same VPC.
func TestExistingVpcConfig(t *testing.T) {
	t.Parallel()
	const setting = `{"id": "vpc-0123456789abcdef0", "cidr": "10.20.0.0/16", "secondaryCidrs": ["10.21.0.0/16"],
		"endpoints": {"s3": "vpce-0123456789abcdef0"}, "privateSubnets": [{"id": "subnet-0123456789abcdef0", "zone": "us-east-2a",
		"cidr": "10.20.0.0/20", "routeTableId": "rtb-0123456789abcdef0", "tags": {"team": "web"}}],
		"publicSubnets": [{"id": "subnet-0123456789abcdef1", "zone": "us-east-2a", "cidr": "10.20.16.0/24"}]}`
	want := &network.ExistingVpcArgs{
		VpcID: pulumi.String("vpc-0123456789abcdef0"), CIDR: "10.20.0.0/16", SecondaryCIDRs: []string{"10.21.0.0/16"}, TagSubnets: true,
		PrivateSubnets: []network.ExistingSubnet{{
			ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.20.0.0/20",
			RouteTableID: pulumi.String("rtb-0123456789abcdef0"), Tags: map[string]string{"team": "web"},
		}},
		PublicSubnets: []network.ExistingSubnet{{ID: pulumi.String("subnet-0123456789abcdef1"), Zone: "us-east-2a", CIDR: "10.20.16.0/24"}},
		Endpoints:     map[string]pulumi.StringInput{"s3": pulumi.String("vpce-0123456789abcdef0")},
	}
	program := func(ctx *pulumi.Context) error {
		got, err := blueprint.ExistingVpcConfig(ctx)
		assert.Equal(t, want, got)
		return err
	}
	mockstest.Run(t, program, configured(map[string]string{"vpc": setting})...)
	mockstest.Rejected(t, func(ctx *pulumi.Context) error {
		_, err := blueprint.ExistingVpcConfig(ctx)
		return err
	}, "vpc'")
}

// TestExistingClusterIsWhatABlueprintExports reads all outputs of a self-managed cluster and of a ROSA cluster.
func TestExistingClusterIsWhatABlueprintExports(t *testing.T) {
	t.Parallel()
	const stack = "organization/shop/demo"
	adding := func(rec *mocks.Recorder, program pulumi.RunFunc) {
		other := mocks.New(append(configured(map[string]string{"clusterStack": stack}), mocks.StackOutputs(stack, rec.Outputs()))...)
		require.NoError(t, other.Run(program))
	}
	whole := mockstest.Run(t, selfManaged(everyPart(t)), region(t))
	adding(whole, func(ctx *pulumi.Context) error {
		c, err := blueprint.LoadExistingCluster(ctx)
		require.NoError(t, err)
		assert.Equal(t, whole.Outputs()["infraId"], c.InfraID())
		assert.Equal(t, whole.Outputs()["ami"], string(c.AMI()))
		assert.Equal(t, whole.Outputs()["instanceProfile"], string(c.InstanceProfile()))
		assert.Equal(t, whole.Outputs()["registryBucket"], string(c.RegistryBucket()))
		assert.Len(t, c.SecurityGroupIDs(), len(whole.Outputs()["securityGroupIds"].([]any)))
		subnets := whole.Outputs()["subnets"].(map[string]any)
		require.Len(t, c.Subnets(), 3)
		for _, subnet := range c.Subnets() {
			assert.Equal(t, pulumi.String(subnets[subnet.Zone].(string)), subnet.ID)
		}
		provider := pulumi.String(whole.Outputs()["oidcProviderArn"].(string))
		assert.Equal(t, &iam.ServiceAccountRoleArgs{OIDCProviderARN: provider}, c.AgentRole(),
			"with credentials for service accounts, the control plane has no permissions of the agents")
		ctx.Export("kubeconfig", c.Kubeconfig())
		ignition, err := c.WorkerIgnition()
		ctx.Export("workerIgnition", ignition)
		return err
	})
	hcp := mockstest.Run(t, func(ctx *pulumi.Context) error {
		c, err := blueprint.NewROSAHCP(ctx, "shop", hosted())
		if err == nil {
			c.Export(ctx)
		}
		return err
	}, region(t))
	adding(hcp, func(ctx *pulumi.Context) error {
		c, err := blueprint.LoadExistingCluster(ctx)
		require.NoError(t, err)
		assert.Equal(t, hcp.Outputs()["clusterId"], c.ClusterID())
		assert.Equal(t, pulumi.String(hcp.Outputs()["volumeKeyArn"].(string)), c.VolumeKeyARN())
		return nil
	})
}

// TestExistingClusterOfSettings: lists are separated by commas, and a kubeconfig can be the path of a file.
func TestExistingClusterOfSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "kubeconfig"), []byte("apiVersion: v1"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "worker.ign"), []byte("{}"), 0o600))
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		c, err := blueprint.LoadExistingCluster(ctx)
		require.NoError(t, err)
		assert.Equal(t, []network.Subnet{
			{Zone: "us-east-2a", ID: pulumi.String("subnet-0a")}, {Zone: "us-east-2b", ID: pulumi.String("subnet-0b")},
		}, c.Subnets())
		assert.Equal(t, pulumi.ToStringArray([]string{"sg-0a", "sg-0b"}), c.SecurityGroupIDs())
		assert.Equal(t, &iam.ServiceAccountRoleArgs{ControlPlaneRoleName: pulumi.String("demo-master-role")}, c.AgentRole())
		assert.Nil(t, c.VolumeKeyARN())
		ctx.Export("kubeconfig", c.Kubeconfig())
		ignition, err := c.WorkerIgnition()
		ctx.Export("workerIgnition", ignition)
		return err
	}, configured(map[string]string{
		"subnets": "us-east-2b=subnet-0b,us-east-2a=subnet-0a", "securityGroupIds": "sg-0a,sg-0b", "controlPlaneRole": "demo-master-role",
		"kubeconfig": filepath.Join(dir, "kubeconfig"), "workerIgnition": filepath.Join(dir, "worker.ign"),
	})...)
	assert.Equal(t, mocks.Secret{Value: "apiVersion: v1"}, rec.Outputs()["kubeconfig"])
	assert.Equal(t, mocks.Secret{Value: "{}"}, rec.Outputs()["workerIgnition"])
}
