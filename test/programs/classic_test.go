package programs_test

import (
	"cmp"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const classicPools = `
general: {instanceType: m5.xlarge, autoscaling: {min: 2, max: 9}}
gpu: {instanceType: g4dn.xlarge, replicas: 1, diskSizeGiB: 300}
spot: {instanceType: m5.2xlarge, replicas: 0, labels: {tier: batch}, classic: {spot: {}}}
`

// classic is an internal ROSA Classic cluster in the network of another stack, with the machine pools of a list in YAML. All roles have a
// longer session by a transformation. The component has the name of the setting component, and was shop before.
func classic(ctx *pulumi.Context) error {
	other, err := newStackReference(ctx)
	if err != nil {
		return err
	}
	if err := ctx.RegisterStackTransformation(func(args *pulumi.ResourceTransformationArgs) *pulumi.ResourceTransformationResult {
		if role, ok := args.Props.(*iam.RoleArgs); ok {
			role.MaxSessionDuration = pulumi.Int(7200)
		}
		return &pulumi.ResourceTransformationResult{Props: args.Props, Opts: args.Opts}
	}); err != nil {
		return err
	}
	cfg, pools := config.New(ctx, ""), map[string]*rosa.MachinePoolArgs{}
	if err := yaml.UnmarshalStrict([]byte(cfg.Require("pools")), &pools); err != nil {
		return err
	}
	_, err = blueprint.NewROSAClassic(ctx, cmp.Or(cfg.Get("component"), "shop"), &blueprint.ROSAClassicArgs{
		Name: "shop", Version: "4.18.5", Scope: network.Internal,
		ExistingVpc: &network.ExistingVpcArgs{
			VpcID: other.output("vpcId"), CIDR: "10.0.0.0/16",
			PrivateSubnets: []network.ExistingSubnet{
				{ID: other.output("subnetA"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
			},
		},
		Classic:      &rosa.ClassicArgs{EtcdEncryption: true},
		MachinePools: pools,
		IdentityProviders: map[string]*rosa.IdentityProviderArgs{"github": {GitHub: &rosa.GitHubArgs{
			ClientID: pulumi.String("shop"), ClientSecret: cfg.RequireSecret("secret"), Organizations: []string{"acme"},
		}}},
	}, pulumi.Protect(cfg.GetBool("protect")), pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("shop")}}))
	return err
}

func TestROSAClassic(t *testing.T) {
	t.Parallel()
	network := run{program: base, project: "base"}
	mockstest.Must(t, network.box(t).Up)
	run{
		program: classic, references: []string{network.dir}, resources: 40,
		config:    map[string]string{"pools": classicPools, "secret": "hush", "protect": "true"},
		unprotect: map[string]string{"protect": "false", "component": "store"},
	}.lifecycle(t)
}
