package programs_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optrename"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// upgradable is a ROSA cluster and a pool with releases of the configuration.
func upgradable(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAHCP(ctx, "shop", &blueprint.ROSAHCPArgs{
		Version: config.Require(ctx, "version"), Zones: []string{"us-east-2a"},
		MachinePools: map[string]*rosa.MachinePoolArgs{"batch": {Replicas: new(2), HCP: &rosa.HCPPoolArgs{Version: config.Get(ctx, "pool")}}},
	})
	return err
}

// TestReleasesOfPools: mocks report what OCM rejects of a pool's release, as the sandbox does.
func TestReleasesOfPools(t *testing.T) {
	t.Parallel()
	recorder := func(version, pool string, options ...mocks.Option) *mocks.Recorder {
		rec := mocks.New(append(options, mocks.Region("us-east-2"),
			mocks.Config(map[string]string{"project:version": version, "project:pool": pool}))...)
		require.NoError(t, rec.Run(upgradable))
		return rec
	}
	before := recorder("4.18.5", "4.18.5")
	for _, tt := range []struct{ reason, version, pool, want string }{
		{reason: "nothing changes", version: "4.18.5", pool: "4.18.5"},
		{reason: "OCM does not downgrade a pool", version: "4.18.5", pool: "4.18.1", want: "reject"},
		{reason: "the pool follows its control plane", version: "4.18.9", pool: "4.18.9", want: "update"},
	} {
		var op string
		for _, change := range recorder(tt.version, tt.pool, mocks.Updating(before)).Changes(before) {
			if strings.HasSuffix(change.Resource.URN, "::shop-batch-pool") {
				op = change.Op
			}
		}
		assert.Equal(t, tt.want, op, tt.reason)
	}
}

// TestGateOfAPipeline: a pipeline previews by the Automation API, and stops what would delete or replace something.
func TestGateOfAPipeline(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	options, stop, err := sandbox.Workspace(t.Context(), sandbox.Options{Project: "shop", Dir: t.TempDir()})
	require.NoError(t, err)
	defer stop()
	stack, err := auto.UpsertStackInlineSource(t.Context(), "prod", "shop", upgradable, options...)
	require.NoError(t, err)
	set := func(key, value string) {
		require.NoError(t, stack.SetConfig(t.Context(), key, auto.ConfigValue{Value: value}))
	}
	gate := func() error {
		result, err := stack.Preview(t.Context(), optpreview.SuppressOutputs())
		if err != nil {
			return err
		}
		if lost := result.ChangeSummary[apitype.OpDelete] + result.ChangeSummary[apitype.OpReplace]; lost > 0 {
			return fmt.Errorf("the preview deletes or replaces %d resources", lost)
		}
		return nil
	}
	set("aws:region", "us-east-2")
	set("version", "4.18.5")
	require.NoError(t, gate())
	_, err = stack.Up(t.Context())
	require.NoError(t, err)
	set("version", "4.18.9")
	require.NoError(t, gate(), "an upgrade")
	set("version", "4.17.1")
	require.ErrorContains(t, gate(), "releases only rise (got 4.17.1)")
}

// TestThreeStacks: a stack for the network, one for the cluster in it, and one for pools in the cluster, each of another team.
func TestThreeStacks(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	base := run{project: "base", program: func(ctx *pulumi.Context) error {
		created, err := network.NewVpc(ctx, "base", &network.VpcArgs{
			CIDR: "10.0.0.0/16", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		})
		if err != nil {
			return err
		}
		private := pulumi.Array{}
		for _, subnet := range created.PrivateSubnets {
			private = append(private, pulumi.Map{"id": subnet.ID, "zone": pulumi.String(subnet.Zone), "cidr": pulumi.String(subnet.CIDR)})
		}
		ctx.Export("vpc", pulumi.Map{
			"id": created.ID, "cidr": pulumi.String(created.CIDR), "privateSubnets": private, "publicSubnets": pulumi.Array{},
		})
		return nil
	}}
	mockstest.Must(t, base.box(t).Up)
	cluster := run{project: "cluster", references: []string{base.dir}, program: func(ctx *pulumi.Context) error {
		vpc, err := blueprint.ExistingVpcConfig(ctx)
		if err != nil {
			return err
		}
		shop, err := blueprint.NewROSAHCP(ctx, "shop", &blueprint.ROSAHCPArgs{
			Version: "4.18.5", ExistingVpc: vpc, Scope: network.Internal, Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		})
		if err == nil {
			shop.Export(ctx)
		}
		return err
	}, config: map[string]string{"networkStack": "organization/base/sandbox"}}
	mockstest.Must(t, cluster.box(t).Up)
	run{project: "pools", references: []string{base.dir, cluster.dir}, resources: 2, program: func(ctx *pulumi.Context) error {
		existing, err := blueprint.LoadExistingCluster(ctx)
		if err != nil {
			return err
		}
		vpc, err := blueprint.ExistingVpcConfig(ctx)
		if err != nil {
			return err
		}
		_, err = rosa.NewMachinePool(ctx, "batch", &rosa.MachinePoolArgs{
			ClusterID: pulumi.String(existing.ClusterID()), Name: "batch", InstanceType: "m5.xlarge", Replicas: new(2),
			HCP: &rosa.HCPPoolArgs{SubnetID: vpc.PrivateSubnets[1].ID},
		})
		return err
	}, config: map[string]string{"clusterStack": "organization/cluster/sandbox", "networkStack": "organization/base/sandbox"}}.lifecycle(t)
}

// TestNamesOfStacks: neither another name of the stack changes more than its tag in a cluster, nor does what is taken out of the middle
// of a list change the rest of it.
func TestNamesOfStacks(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	options, stop, err := sandbox.Workspace(t.Context(), sandbox.Options{Project: "shop", Dir: t.TempDir()})
	require.NoError(t, err)
	defer stop()
	stack, err := auto.UpsertStackInlineSource(t.Context(), "dev", "shop", onAKubeconfig, options...)
	require.NoError(t, err)
	for key, value := range existingCluster(t) {
		require.NoError(t, stack.SetConfig(t.Context(), key, auto.ConfigValue{Value: value}))
	}
	_, err = stack.Up(t.Context())
	require.NoError(t, err)
	// Rename of SDK 3.250 asks for the history of the old name when the stack has the new one.
	_, err = stack.Rename(t.Context(), optrename.StackName("prod"))
	require.ErrorContains(t, err, "failed to get stack history")
	renamed, err := auto.SelectStackInlineSource(t.Context(), "prod", "shop", onAKubeconfig, options...)
	require.NoError(t, err)
	preview, err := renamed.Preview(t.Context())
	require.NoError(t, err)
	operations := slices.Sorted(maps.Keys(preview.ChangeSummary))
	assert.Equal(t, []apitype.OpType{apitype.OpSame, apitype.OpUpdate}, operations, "only the tag of the stack changes")
}
