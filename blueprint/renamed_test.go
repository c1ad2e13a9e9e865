package blueprint_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optrename"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestRenamedStacks: the name of a stack is in tags, and in nothing that a cluster keeps.
func TestRenamedStacks(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	t.Run("a cluster", func(t *testing.T) {
		t.Parallel()
		opts := sandbox.Options{Project: "shop", Dir: t.TempDir()}
		checkRenamed(t, opts, rosaHCP(hosted()), map[string]string{"aws:region": "us-east-2"})
	})
	t.Run("the machines of a cluster", func(t *testing.T) {
		t.Parallel()
		opts := sandbox.Options{Project: "shop", Dir: t.TempDir()}
		installer, err := sandbox.FakeInstaller(opts)
		require.NoError(t, err)
		t.Cleanup(installer.Stop)
		settings := map[string]string{"aws:region": "us-east-2"}
		for key, value := range clusterSettings(t, "demo-x7k2p") {
			settings["shop:"+key] = value
		}
		settings["shop:kubeconfig"] = installer.Kubeconfig
		checkRenamed(t, opts, machinesOfACluster, settings)
	})
}

// machinesOfACluster adds machines and their configuration to a cluster of another stack.
func machinesOfACluster(ctx *pulumi.Context) error {
	c, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	provider, err := c.KubernetesProvider()
	if err != nil {
		return err
	}
	in := pulumi.Provider(provider)
	_, err = machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"}, in)
	if err != nil {
		return err
	}
	_, err = nodes.NewWorkerMachineSet(ctx, "worker", &nodes.MachineSetArgs{
		InfraID: c.InfraID(), Pool: "worker", Subnets: c.Subnets(), AMI: c.AMI(), InstanceProfile: c.InstanceProfile(),
		SecurityGroupIDs: c.SecurityGroupIDs(), Region: "us-east-2",
	}, in)
	return err
}

// checkRenamed renames the stack of a program, whose next preview must neither create, delete nor replace anything.
func checkRenamed(t *testing.T, opts sandbox.Options, program pulumi.RunFunc, settings map[string]string) {
	t.Helper()
	options, stop, err := sandbox.Workspace(t.Context(), opts)
	require.NoError(t, err)
	defer stop()
	config := auto.ConfigMap{}
	for key, value := range settings {
		config[key] = auto.ConfigValue{Value: value}
	}
	stack, err := auto.UpsertStackInlineSource(t.Context(), "dev", opts.Project, program, options...)
	require.NoError(t, err)
	require.NoError(t, stack.SetAllConfig(t.Context(), config))
	_, err = stack.Up(t.Context())
	require.NoError(t, err)
	if _, err = stack.Rename(t.Context(), optrename.StackName("prod")); err != nil {
		// The SDK asks for the history of the old name afterwards.
		require.ErrorContains(t, err, "no stack named 'dev' found")
	}
	renamed, err := auto.SelectStackInlineSource(t.Context(), "prod", opts.Project, program, options...)
	require.NoError(t, err)
	require.NoError(t, renamed.SetAllConfig(t.Context(), config))
	preview, err := renamed.Preview(t.Context())
	require.NoError(t, err)
	for operation, count := range preview.ChangeSummary {
		assert.Contains(t, []string{"same", "update"}, string(operation), "only the tag of the stack changes: %d", count)
	}
	_, err = renamed.Destroy(t.Context())
	require.NoError(t, err)
}

// TestAZoneThatSortsFirst: the zones, subnets and machines that a cluster has keep their names and addresses when it gets one whose name is
// before theirs.
func TestAZoneThatSortsFirst(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	zones, more := []string{"us-east-2b", "us-east-2c", "us-east-2d"}, []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	config := map[string]string{"aws:region": "us-east-2"}
	check := func(t *testing.T, before, after pulumi.RunFunc) {
		t.Helper()
		e := newEdited(t, config, before)
		e.program = after
		result := mockstest.Must(t, e.box().Up)
		assert.NotZero(t, result.Changes["create"], "the zone")
		for _, step := range result.Steps {
			if !strings.Contains(step.URN, "::pulumi:providers:") {
				assert.Contains(t, []string{"same", "create", "update", "read"}, step.Op, step.URN)
			}
		}
		assert.False(t, mockstest.Must(t, e.box().Up).Changed())
	}
	t.Run("self-managed", func(t *testing.T) {
		t.Parallel()
		args := demo(t)
		args.Zones = zones
		further := *args
		further.FurtherZones = []string{"us-east-2a"}
		check(t, selfManaged(args), selfManaged(&further))
	})
	t.Run("hosted", func(t *testing.T) {
		t.Parallel()
		args := hosted()
		args.Zones = zones[:2]
		further := *args
		further.Vpc = &network.VpcArgs{Zones: more}
		further.MachinePools = map[string]*rosa.MachinePoolArgs{"third": {Replicas: new(2), HCP: &rosa.HCPPoolArgs{Zone: "us-east-2a"}}}
		check(t, rosaHCP(args), rosaHCP(&further))
	})
	t.Run("classic", func(t *testing.T) {
		t.Parallel()
		args := classic()
		args.Zones = zones[:1]
		further := *args
		further.Vpc = &network.VpcArgs{Zones: more[:2]}
		check(t, rosaClassic(args), rosaClassic(&further))
	})
}
