package programs_test

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// base is the stack to which the program of the component refers: its network.
func base(ctx *pulumi.Context) error {
	vpc, err := network.NewVpc(ctx, "base", &network.VpcArgs{Zones: []string{"us-east-2a", "us-east-2b"}, NAT: network.NATNone})
	if err != nil {
		return err
	}
	ctx.Export("vpcId", vpc.ID)
	ctx.Export("subnetA", vpc.PrivateSubnets[0].ID)
	ctx.Export("subnetB", vpc.PrivateSubnets[1].ID)
	return nil
}

// platform is a component of the user's, of components of the library.
type platform struct {
	pulumi.ResourceState

	backups *storage.BackupBucket
	groups  *network.SecurityGroups
}

// newPlatform has backups in another region than the rest, by a provider for this child alone, protected as the settings say.
func newPlatform(ctx *pulumi.Context, name string, vpc *network.ExistingVpc, opts ...pulumi.ResourceOption) (*platform, error) {
	p := &platform{}
	if err := ctx.RegisterComponentResource("acme:index:Platform", name, p, opts...); err != nil {
		return nil, err
	}
	cfg, inside := config.New(ctx, ""), pulumi.Parent(p)
	west, err := aws.NewProvider(ctx, "west", &aws.ProviderArgs{Region: pulumi.String("us-west-2")}, inside)
	if err != nil {
		return nil, err
	}
	if p.backups, err = storage.NewBackupBucket(ctx, name, &storage.BackupBucketArgs{
		InfraID: "acme-x7k2p", Purpose: "etcd", Region: "us-west-2",
	}, inside, pulumi.Provider(west), pulumi.Protect(cfg.GetBool("protect"))); err != nil {
		return nil, err
	}
	if p.groups, err = network.NewSecurityGroups(ctx, name, &network.SecurityGroupsArgs{
		InfraID: "acme-x7k2p", Network: vpc.Network,
	}, inside, pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("old"), NoParent: pulumi.Bool(true)}})); err != nil {
		return nil, err
	}
	if _, err := iam.NewInstanceProfiles(ctx, name, &iam.InstanceProfilesArgs{
		InfraID: "acme-x7k2p", Region: "us-east-2", Stage: "cluster",
	}, inside); err != nil {
		return nil, err
	}
	return p, ctx.RegisterResourceOutputs(p, pulumi.Map{"backups": p.backups.Name})
}

// stackReference is pulumi.StackReference without the methods for each type of output, which would be compiled again here.
type stackReference struct {
	pulumi.CustomResourceState

	Outputs pulumi.MapOutput `pulumi:"outputs"`
}

// newStackReference refers to the stack of base.
func newStackReference(ctx *pulumi.Context) (*stackReference, error) {
	const name = "organization/base/sandbox"
	other := &stackReference{}
	return other, ctx.ReadResource("pulumi:pulumi:StackReference", name, pulumi.ID(name), pulumi.Map{"name": pulumi.String(name)}, other)
}

func (s *stackReference) output(key string) pulumi.StringOutput {
	return s.Outputs.MapIndex(pulumi.String(key)).ApplyT(func(value any) string { return value.(string) }).(pulumi.StringOutput)
}

// ownComponent is a program with a component of its own in the network of another stack. All of its resources have a tag by a transform.
func ownComponent(ctx *pulumi.Context) error {
	other, err := newStackReference(ctx)
	if err != nil {
		return err
	}
	if err := ctx.RegisterResourceTransform(func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
		tags, ok := args.Props["tags"].(pulumi.Map)
		if !ok {
			return nil
		}
		tags["cost-center"] = pulumi.String("4711")
		return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
	}); err != nil {
		return err
	}
	vpc, err := network.NewExistingVpc(ctx, "base", &network.ExistingVpcArgs{
		VpcID: other.output("vpcId"), CIDR: "10.0.0.0/16",
		PrivateSubnets: []network.ExistingSubnet{
			{ID: other.output("subnetA"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
			{ID: other.output("subnetB"), Zone: "us-east-2b", CIDR: "10.0.16.0/20"},
		},
	})
	if err != nil {
		return err
	}
	platform, err := newPlatform(ctx, "acme", vpc)
	if err != nil {
		return err
	}
	ctx.Export("backups", platform.backups.Name)
	return nil
}

func TestOwnComponent(t *testing.T) {
	t.Parallel()
	network := run{program: base, project: "base"}
	box := network.box(t)
	mockstest.Must(t, box.Up)
	run{
		program:    ownComponent,
		references: []string{network.dir},
		config:     map[string]string{"protect": "true"},
		unprotect:  map[string]string{"protect": "false"},
		resources:  40,
	}.lifecycle(t)
	mockstest.CheckDestroy(t, box)
}
