package sandbox

import (
	"io"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
)

// rosaCluster returns a program with a ROSA cluster that a plugin serves.
func rosaCluster(plugin, version string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		ref, err := ctx.GetOrRegisterPackageRef("rhcs", func() (*pulumirpc.RegisterPackageRequest, error) {
			return &pulumirpc.RegisterPackageRequest{
				Name: plugin, Version: "1.1.3",
				Parameterization: &pulumirpc.Parameterization{Name: "rhcs", Version: "1.7.7", Value: []byte("{}")},
			}, nil
		})
		if err != nil {
			return err
		}
		const account = "123456789012"
		role := "arn:aws:iam::" + account + ":role/demo-"
		var cluster pulumi.CustomResourceState
		return ctx.RegisterPackageResource("rhcs:index/clusterRosaHcp:ClusterRosaHcp", "demo", pulumi.Map{
			"name": pulumi.String("demo"), "cloudRegion": pulumi.String("us-east-2"), "version": pulumi.String(version),
			"awsAccountId": pulumi.String(account), "awsBillingAccountId": pulumi.String(account),
			"awsSubnetIds": pulumi.ToStringArray([]string{"subnet-1"}), "availabilityZones": pulumi.ToStringArray([]string{"us-east-2a"}),
			"waitForCreateComplete": pulumi.Bool(true), "sts": pulumi.Map{
				"roleArn": pulumi.String(role + "Installer-Role"), "supportRoleArn": pulumi.String(role + "Support-Role"),
				"operatorRolePrefix": pulumi.String("demo"), "oidcConfigId": pulumi.String("2a3b"),
				"instanceIamRoles": pulumi.Map{"workerRoleArn": pulumi.String(role + "Worker-Role")},
			},
		}, &cluster, ref)
	}
}

// TestClustersThatAreNotReady: the plugin with RHCS inside keeps them in the stack, and the next update continues. The plugin of Terraform
// providers loses them.
func TestClustersThatAreNotReady(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	tests := map[string]struct {
		reason, plugin, state string
		// change is what happens in OCM before the second update.
		change []string
		first  string
		second string
	}{
		"installing": {
			reason: "the second update waits until it is ready", plugin: rhcs.OwnPlugin, state: "installing",
			first: "is still in state installing",
		},
		"error": {
			reason: "an installation that failed is not repeated", plugin: rhcs.OwnPlugin, state: "error",
			first: "is in state error", second: "is in state error",
		},
		"corrected": {
			reason: "the second update continues", plugin: rhcs.OwnPlugin, state: "error", change: []string{"set", "demo", "state=ready"},
			first: "is in state error",
		},
		"deleted": {
			reason: "the second update reads the cluster, and creates it again", plugin: rhcs.OwnPlugin, state: "error",
			change: []string{"delete", "demo"}, first: "is in state error",
		},
		"lost": {
			reason: "the cluster is in OCM, and not in the stack", plugin: rhcs.Plugin, state: "error",
			first: "is in state error", second: "the name 'demo' is taken already",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := Options{
				Project: "small", Program: rosaCluster(tt.plugin, "4.18.5"), Dir: t.TempDir(),
				Faults: []Fault{{Type: "rhcs:", Operation: "create", State: tt.state}},
			}
			up := func(want string) {
				box, err := New(opts)
				require.NoError(t, err)
				_, err = box.Up(t.Context())
				if want == "" {
					require.NoError(t, err, tt.reason)
				} else {
					require.ErrorContains(t, err, want, tt.reason)
				}
			}
			up(tt.first)
			opts.Faults = nil
			if tt.change != nil {
				require.NoError(t, Account(t.Context(), opts, io.Discard, tt.change...))
			}
			up(tt.second)
			if tt.plugin == rhcs.OwnPlugin {
				box, err := New(opts)
				require.NoError(t, err)
				_, err = box.Destroy(t.Context())
				require.NoError(t, err)
				remaining, err := box.openFakes()
				require.NoError(t, err)
				assert.Empty(t, remaining.remaining())
			}
		})
	}
}

// TestAClusterIsReadBeforeItsUpdate: the result has the update, not the engine's read before it.
func TestAClusterIsReadBeforeItsUpdate(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	opts := Options{Project: "small", Program: rosaCluster(rhcs.OwnPlugin, "4.18.5"), Dir: t.TempDir(), Out: io.Discard}
	up := func() *Result {
		box, err := New(opts)
		require.NoError(t, err)
		result, err := box.Up(t.Context())
		require.NoError(t, err)
		return result
	}
	assert.Equal(t, "create", up().Op("demo"))
	opts.Program = rosaCluster(rhcs.OwnPlugin, "4.18.6")
	assert.Equal(t, "update", up().Op("demo"))
	assert.Equal(t, "same", up().Op("demo"))
}
