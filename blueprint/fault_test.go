package blueprint_test

import (
	"io"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestROSAOnABadDay: what RHCS and Pulumi do when an installation fails, when an administrator sets a schedule of upgrades, and when the
// cluster is deleted in the console.
func TestROSAOnABadDay(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	args := hosted()
	args.Scope, args.AdminPassword = network.Internal, pulumi.String("a-long-Passw0rd")
	opts := sandbox.Options{
		Project: "shop", Program: rosaHCP(args), Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Faults: []sandbox.Fault{{
			Type: "rhcs:index/clusterRosaHcp:", Operation: "create", Halfway: true,
			Error: "Waiting for cluster creation finished with the error Cluster 'shop' is in state 'error'",
		}},
	}
	run := func(operation func(*sandbox.Sandbox) error, want string) {
		box, err := sandbox.New(opts)
		require.NoError(t, err)
		if err = operation(box); want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
	up := func(box *sandbox.Sandbox) error { _, err := box.Up(t.Context()); return err }
	refresh := func(box *sandbox.Sandbox) error { _, err := box.Refresh(t.Context()); return err }
	account := func(command ...string) {
		require.NoError(t, sandbox.Account(t.Context(), opts, io.Discard, command...))
	}
	run(up, "is in state 'error'")
	opts.Faults = nil
	run(up, "is taken already")
	account("delete", "ClusterRosaHcp::shop-cluster")
	run(up, "")

	account("set", "ClusterRosaHcp::shop-cluster", "upgradeSchedule=0 3 * * 6")
	args.Version = "4.18.6"
	run(up, "malformed version")
	args.Version = "4.18.5"

	account("delete", "ClusterRosaHcp::shop-cluster")
	run(refresh, "default ingress: status is 404")
}
