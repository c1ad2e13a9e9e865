package acceptance

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// registerSurroundings registers what a cluster in one subnet needs, with the options of the cluster.
func registerSurroundings(ctx *pulumi.Context, args *rosa.HCPArgs) ([]pulumi.ResourceOption, error) {
	provider, err := rhcsProvider(ctx)
	if err != nil {
		return nil, err
	}
	vpc, subnet, opts, err := registerAccount(ctx)
	if err != nil {
		return nil, err
	}
	config, err := iam.NewOIDCConfig(ctx, args.Name, &iam.OIDCConfigArgs{}, provider)
	if err != nil {
		return nil, err
	}
	args.AccountID, args.Scope, args.VpcID = pulumi.String(ocmtest.Account), network.Internal, vpc
	args.PrivateSubnets = []network.Subnet{{ID: subnet, Zone: "us-east-2a", CIDR: "10.0.0.0/24"}}
	args.STS = &rosa.STSArgs{
		InstallerRoleARN: goodRole("Installer"), SupportRoleARN: goodRole("Support"), WorkerRoleARN: goodRole("Worker"),
		OperatorRolePrefix: pulumi.String("good"), OIDCConfigID: config.ID,
	}
	return append(opts, provider), nil
}

// goodRole is a role of registerAccount.
func goodRole(name string) pulumi.String {
	return pulumi.String("arn:aws:iam::" + ocmtest.Account + ":role/good-" + name + "-Role")
}

// smallCluster is the program of a cluster in one subnet.
func smallCluster(hosted bool) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := &rosa.HCPArgs{Name: "small", Version: &rosa.VersionArgs{Version: "4.18.5"}}
		opts, err := registerSurroundings(ctx, args)
		if err != nil {
			return err
		}
		if hosted {
			_, err = rosa.NewHCP(ctx, "small", args, opts...)
			return err
		}
		args.STS.ControlPlaneRoleARN = goodRole("ControlPlane")
		_, err = rosa.NewClassic(ctx, "small", &rosa.ClassicArgs{
			Name: args.Name, AccountID: args.AccountID, Scope: args.Scope, Version: args.Version, PrivateSubnets: args.PrivateSubnets,
			STS: args.STS,
		}, opts...)
		return err
	}
}

// TestRosaCreationsThatEnd: a creation that Ctrl-C ends has the cluster in the stack, and one that is killed has it in OCM only. The next
// update continues with it each time. No process of a provider remains.
func TestRosaCreationsThatEnd(t *testing.T) {
	ocmLock.acquire(t)
	service := startOCM(t)
	for product, hosted := range map[string]bool{"hosted": true, "Classic": false} {
		dir := filepath.Join(t.TempDir(), "small")
		box, err := sandbox.New(sandbox.Options{
			Project: "small", Program: smallCluster(hosted), Dir: dir, Config: emulatorConfig, RealAWS: true,
		})
		require.NoError(t, err)
		t.Cleanup(func() {
			service.send(http.MethodPut, "/lab/operations", `{"begins": "installing", "ends": "ready", "reads": 0}`)
			_, err := box.Destroy(context.Background())
			assert.NoError(t, err, product)
			assert.Empty(t, service.object("clusters")["items"], product)
		})
		for _, killed := range []bool{false, true} {
			id := endsWhileInstalling(t, service, box, dir, killed)
			assert.Empty(t, processesIn(dir), "%s: processes", product)
			state, err := box.Export()
			require.NoError(t, err)
			assert.Equal(t, !killed, strings.Contains(string(state), id), "%s: only a creation that was killed is not in the stack", product)

			service.send(http.MethodPatch, "/api/clusters_mgmt/v1/clusters/"+id, `{"state": "ready"}`)
			_, err = box.Up(t.Context())
			require.NoError(t, err, product)
			assert.Equal(t, id, clusterID(t, service), "%s: the next update continues with it", product)
			// The guard of the cluster has read the component's last outputs, for which the engine has a provider until the next update.
			_, err = box.Up(t.Context())
			require.NoError(t, err, product)
			stackIsUnchanged(t, box, "after the update that continued")
			_, err = box.Destroy(t.Context())
			require.NoError(t, err, product)
			assert.Empty(t, service.object("clusters")["items"], product)
			assert.Empty(t, processesIn(dir), "%s: processes", product)
		}
	}
}

// endsWhileInstalling ends an update while OCM installs the cluster, and returns its ID.
func endsWhileInstalling(t *testing.T, service *ocm, box *sandbox.Sandbox, dir string, killed bool) string {
	t.Helper()
	service.send(http.MethodPut, "/lab/operations", `{"begins": "installing", "ends": "ready", "reads": 1000}`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := box.Up(ctx)
		ended <- err
	}()
	require.Eventually(t, func() bool {
		items, _ := service.object("clusters")["items"].([]any)
		return len(items) == 1
	}, 2*time.Minute, time.Second)
	id := clusterID(t, service)
	if killed {
		killPulumi(dir)
		require.Error(t, <-ended)
		pulumiIn(t, dir, "cancel", "--yes", "sandbox")
		return id
	}
	cancel()
	require.ErrorContains(t, <-ended, "interrupted")
	state, err := box.Export()
	require.NoError(t, err)
	assert.Contains(t, string(state), "the update was cancelled while cluster small ("+id+") was in state installing")
	return id
}
