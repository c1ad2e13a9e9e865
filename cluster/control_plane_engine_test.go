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
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// engine runs a control plane and an object inside the cluster in the real engine.
type engine struct {
	t    *testing.T
	box  *sandbox.Sandbox
	args func(*cluster.ControlPlaneArgs)
}

func newEngine(t *testing.T) *engine {
	t.Helper()
	mockstest.NeedsEngine(t)
	e := &engine{t: t, args: func(*cluster.ControlPlaneArgs) {}}
	box, err := sandbox.New(sandbox.Options{
		Project: "engine", Program: e.program, Dir: t.TempDir(),
		Config: map[string]string{"aws:region": "us-east-2", "openshift-aws:allowLoss": "ControlPlane/demo"},
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
	_, err = machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"},
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
		"the provider recreates a load balancer that loses a subnet")
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
		other := func(text string) string { return text + " " }
		a.Install.MasterIgnition = a.Install.MasterIgnition.ApplyT(other).(pulumi.StringOutput)
		a.RootVolume = &cluster.RootVolumeArgs{
			KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:123456789012:key/1234abcd"),
		}
	}))
}

// TestPrivateClusterBehindAProxy runs a control plane whose only internet access is an egress proxy in the engine: its
// install-config.yaml has the proxy's URL before the proxy exists, and its machines come after the proxy and go before
// it.
func TestPrivateClusterBehindAProxy(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	const hostname = "proxy.demo.internal"
	image := "ami-0123456789abcdef0"
	box, err := sandbox.New(sandbox.Options{
		Project: "private", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error { return privateCluster(ctx, hostname, image) },
	})
	require.NoError(t, err)

	created, err := box.Up(t.Context())
	require.NoError(t, err)
	assert.Equal(t, network.EgressProxyURL(hostname), created.Outputs["proxy"])
	position := func(steps []sandbox.Step, name string) int {
		return slices.IndexFunc(steps, func(step sandbox.Step) bool { return strings.HasSuffix(step.URN, "::"+name) })
	}
	for _, part := range []string{"proxy-machine-us-east-2a", "proxy-record"} {
		assert.Less(t, position(created.Steps, part), position(created.Steps, "demo-master-us-east-2a"), part)
	}

	image = "ami-0fedcba9876543210"
	patched, err := box.Up(t.Context())
	require.NoError(t, err)
	for _, step := range patched.Steps {
		assert.Equal(t, strings.HasSuffix(step.URN, "::proxy-machine-us-east-2a"), step.Op != "same",
			"a patched proxy changes nothing else: %s %s", step.Op, step.URN)
	}

	destroyed, err := box.Destroy(t.Context())
	require.NoError(t, err)
	for _, part := range []string{"proxy-machine-us-east-2a", "proxy-record"} {
		assert.Greater(t, position(destroyed.Steps, part), position(destroyed.Steps, "demo-master-us-east-2a"), part)
	}
}

func privateCluster(ctx *pulumi.Context, hostname, image string) error {
	install, err := cluster.LoadInstallDir("../examples/classic/install-dir", cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
		InfraID: install.InfraID, Zones: []string{"us-east-2a"}, NAT: network.NATNone,
	})
	if err != nil {
		return err
	}
	proxy, err := network.NewEgressProxy(ctx, "proxy", &network.EgressProxyArgs{
		Network: vpc.Network, Subnets: vpc.PublicSubnets, Hostname: hostname, AMI: pulumi.String(image), NoProxy: vpc.NoProxy,
	})
	if err != nil {
		return err
	}
	args := controlPlaneArgs(install)
	args.Network, args.Scope = vpc.Network, network.Internal
	if _, err := cluster.NewControlPlane(ctx, "demo", args, pulumi.DependsOn(proxy.Ready)); err != nil {
		return err
	}
	ctx.Export("proxy", proxy.HTTPProxy)
	return nil
}
