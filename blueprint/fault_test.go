package blueprint_test

import (
	"io"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// badDay runs the operations of a stack with a ROSA cluster in a sandbox.
type badDay struct {
	t    *testing.T
	opts sandbox.Options
}

// newBadDay returns a stack that is not up yet.
func newBadDay(t *testing.T, args *blueprint.ROSAHCPArgs) *badDay {
	t.Helper()
	mockstest.NeedsEngine(t)
	args.Scope, args.AdminPassword = network.Internal, pulumi.String("a-long-Passw0rd")
	return &badDay{t, sandbox.Options{
		Project: "shop", Program: rosaHCP(args), Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
	}}
}

// run runs an operation, which fails with an error; "" for success.
func (d *badDay) run(operation func(*sandbox.Sandbox) (*sandbox.Result, error), want string) *sandbox.Result {
	d.t.Helper()
	box, err := sandbox.New(d.opts)
	require.NoError(d.t, err)
	result, err := operation(box)
	if want == "" {
		require.NoError(d.t, err)
	} else {
		require.ErrorContains(d.t, err, want)
	}
	return result
}

func (d *badDay) up(want string) *sandbox.Result {
	d.t.Helper()
	return d.run(func(box *sandbox.Sandbox) (*sandbox.Result, error) { return box.Up(d.t.Context()) }, want)
}

func (d *badDay) refresh(want string) {
	d.t.Helper()
	d.run(func(box *sandbox.Sandbox) (*sandbox.Result, error) { return box.Refresh(d.t.Context()) }, want)
}

func (d *badDay) destroy(want string) {
	d.t.Helper()
	d.run(func(box *sandbox.Sandbox) (*sandbox.Result, error) { return box.Destroy(d.t.Context()) }, want)
}

func (d *badDay) account(command ...string) {
	d.t.Helper()
	require.NoError(d.t, sandbox.Account(d.t.Context(), d.opts, io.Discard, command...))
}

// TestROSAOnABadDay: what RHCS and Pulumi do when an installation fails, and when an administrator sets a schedule of upgrades.
func TestROSAOnABadDay(t *testing.T) {
	t.Parallel()
	args := hosted()
	day := newBadDay(t, args)
	day.opts.Faults = []sandbox.Fault{{Type: "rhcs:index/clusterRosaHcp:", Operation: "create", State: "error"}}
	day.up("is in state error")
	day.opts.Faults = nil
	day.up("is taken already")
	day.account("delete", "ClusterRosaHcp::shop-cluster")
	day.up("")

	day.account("set", "ClusterRosaHcp::shop-cluster", "upgradeSchedule=0 3 * * 6")
	args.Version = "4.18.6"
	day.up("malformed version")
}

// TestAClusterThatIsGone: another one is not created until somebody says that it is meant.
func TestAClusterThatIsGone(t *testing.T) {
	t.Parallel()
	args := hosted()
	day := newBadDay(t, args)
	day.up("")
	day.account("delete", "ClusterRosaHcp::shop-cluster")
	preview := func(want string) {
		day.run(func(box *sandbox.Sandbox) (*sandbox.Result, error) { return box.Preview(t.Context()) }, want)
	}
	preview("does not exist in OCM any more: run `pulumi refresh`")
	day.up("does not exist in OCM any more: run `pulumi refresh`")
	day.refresh("default ingress: status is 404")
	const another = "without what ran in it. It does not exist in OCM any more, or the update replaces it. If it is meant, run " +
		"`pulumi config set openshift-aws:allowLoss HCP/shop`"
	preview(another)
	day.up(another) // without a preview
	args.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	preview(another)
	for range 2 { // an update that fails leaves what the next one compares
		day.up(another)
	}
	day.opts.Config["pulumi:disable-default-providers"] = `["pulumi"]` // the engine's own provider cannot be disabled
	preview(another)
	day.up(another)
	delete(day.opts.Config, "pulumi:disable-default-providers")
	args.Tags = nil
	day.opts.Config["openshift-aws:allowLoss"] = "HCP/shop"
	preview("")
	day.up("")
	delete(day.opts.Config, "openshift-aws:allowLoss")
	assert.False(t, day.up("").Changed())
}

// TestDestroyAfterAClusterIsGone: what was in the cluster leaves the stack with it. RHCS 1.7.7 cannot delete the cluster, but read it then.
func TestDestroyAfterAClusterIsGone(t *testing.T) {
	t.Parallel()
	day := newBadDay(t, hosted())
	day.up("")
	day.account("delete", "ClusterRosaHcp::shop-cluster")
	day.destroy("Can't delete cluster: status is 404")
	day.refresh("")
	day.destroy("")
}

// TestInitialPoolsThatAreGone: the others go on, and a refresh or the destruction of the stack does not need the one that was deleted.
func TestInitialPoolsThatAreGone(t *testing.T) {
	t.Parallel()
	args := hosted()
	args.Zones = args.Zones[:2]
	day := newBadDay(t, args)
	day.up("")
	day.account("delete", "HcpMachinePool::shop-workers-1")
	day.up("must be workers-0: the cluster has no machine pool workers-1 any more")
	args.HCP = &rosa.HCPArgs{Workers: &rosa.WorkersArgs{Pools: []string{"workers-0"}}}
	day.up("")
	day.refresh("")
	args.HCP = &rosa.HCPArgs{Workers: &rosa.WorkersArgs{Adopt: new(false)}}
	day.up("")
	args.HCP = &rosa.HCPArgs{Workers: &rosa.WorkersArgs{Pools: []string{"workers-0"}}}
	assert.Equal(t, 1, day.up("").Changes["create"], "the pool is adopted again")
	day.destroy("")
}

// TestImmutablePropertiesThatAreRemoved: a preview rejects what RHCS rejects in the update.
func TestImmutablePropertiesThatAreRemoved(t *testing.T) {
	t.Parallel()
	args := hosted()
	args.HCP = &rosa.HCPArgs{FIPS: true, Workers: &rosa.WorkersArgs{DiskSizeGiB: 500}}
	day := newBadDay(t, args)
	day.up("")
	preview := func(box *sandbox.Sandbox) (*sandbox.Result, error) { return box.Preview(t.Context()) }
	args.HCP = &rosa.HCPArgs{FIPS: true}
	day.run(preview, "Attribute workerDiskSize, cannot be changed from 500 to <nil>")
	args.HCP = &rosa.HCPArgs{Workers: &rosa.WorkersArgs{DiskSizeGiB: 500}}
	day.run(preview, "Attribute fips, cannot be changed from true to <nil>")
}
