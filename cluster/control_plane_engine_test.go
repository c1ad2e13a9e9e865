package cluster_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// engine runs a control plane and an object inside the cluster in the real engine.
type engine struct {
	t    *testing.T
	box  *sandbox.Sandbox
	args func(*cluster.ControlPlaneArgs)
}

func newEngine(t *testing.T) *engine {
	t.Helper()
	e := &engine{t: t, args: func(*cluster.ControlPlaneArgs) {}}
	box, err := sandbox.New(sandbox.Options{
		Project: "engine", Program: e.program, Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
	})
	require.NoError(t, err)
	e.box = box
	return e
}

func (e *engine) program(ctx *pulumi.Context) error {
	install, err := cluster.LoadInstallDir("../examples/classic/install-dir", cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	args := controlPlaneArgs(install)
	e.args(args)
	controlPlane, err := cluster.NewControlPlane(ctx, "demo", args)
	if err != nil {
		return err
	}
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		Kubeconfig:        controlPlane.Kubeconfig,
		ClusterIdentifier: pulumi.String(install.ClusterID),
	})
	if err != nil {
		return err
	}
	_, err = cluster.NewMachineConfigPool(ctx, "infra", &cluster.MachineConfigPoolArgs{Name: "infra"},
		pulumi.Provider(provider))
	return err
}

// up runs an update and returns the operations on each changed resource.
func (e *engine) up(change func(*cluster.ControlPlaneArgs)) map[string][]string {
	e.t.Helper()
	e.args = change
	result, err := e.box.Up(e.t.Context())
	require.NoError(e.t, err)
	done := map[string][]string{}
	for _, step := range result.Steps {
		if step.Op != "same" {
			done[step.URN] = append(done[step.URN], step.Op)
		}
	}
	return done
}

func TestObjectsAreNotReplacedWithTheLoadBalancers(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	e.up(func(*cluster.ControlPlaneArgs) {})
	done := e.up(func(a *cluster.ControlPlaneArgs) {
		a.Network.PrivateSubnets[0].ID = pulumi.String("subnet-0123456789abcdef0")
	})
	assert.Contains(t, strings.Join(slices.Collect(maps.Keys(done)), " "), "::demo-int",
		"AWS cannot remove a subnet from it")
	for urn := range done {
		assert.NotContains(t, urn, "kubernetes:", "another load balancer is not another cluster")
	}
}

func TestChangesForNewMachinesKeepRunningOnes(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	e.up(func(*cluster.ControlPlaneArgs) {})
	assert.Empty(t, e.up(func(a *cluster.ControlPlaneArgs) {
		a.AMI = pulumi.String("ami-0fedcba9876543210")
		a.Install.MasterIgnition = pulumi.ToSecret(pulumi.String("{}")).(pulumi.StringOutput)
		a.RootVolume = &cluster.RootVolumeArgs{
			KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:123456789012:key/1234abcd"),
		}
	}))
}
