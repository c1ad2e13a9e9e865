package acceptance

import (
	"context"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// upgrades is a program with a hosted cluster of one zone.
type upgrades struct {
	version rosa.VersionArgs
	workers string
}

func (u *upgrades) program(ctx *pulumi.Context) error {
	version := u.version
	args := &rosa.HCPArgs{
		Name: "upgrades", Version: &version, Workers: &rosa.WorkersArgs{Version: u.workers}, Wait: &rosa.WaitArgs{DestroyTimeout: time.Minute},
	}
	opts, err := registerSurroundings(ctx, args)
	if err != nil {
		return err
	}
	cluster, err := rosa.NewHCP(ctx, "upgrades", args, opts...)
	if err != nil {
		return err
	}
	ctx.Export("version", cluster.CurrentVersion)
	ctx.Export("workers", cluster.WorkersVersion)
	return nil
}

// TestRosaUpgrades upgrades a cluster by the real RHCS provider: an update ends when the control plane and its pools have the release, and
// fails if OCM ends the upgrade otherwise. What OCM would reject is rejected in the preview. Nothing stays in the account, not even the
// security group that the service leaves behind; a destroy that OCM rejects can be run again.
func TestRosaUpgrades(t *testing.T) {
	ocmLock.acquire(t)
	service := startOCM(t)
	wait := &rosa.UpgradeWaitArgs{Timeout: 45 * time.Second}
	u := &upgrades{version: rosa.VersionArgs{Version: "4.18.5", Wait: wait}}
	box, err := sandbox.New(sandbox.Options{
		Project: "rosa-upgrades", Program: u.program, Dir: filepath.Join(t.TempDir(), "state"), Config: emulatorConfig, RealAWS: true,
	})
	require.NoError(t, err)
	service.leaveGroups(true)
	t.Cleanup(func() {
		service.endUpgrades("completed", 0)
		_, err := box.Destroy(context.Background())
		service.leaveGroups(false)
		assert.NoError(t, err)
		assert.Empty(t, service.object("clusters")["items"], "the initial pool is deleted with its cluster")
	})
	up := func() map[string]any {
		t.Helper()
		result, err := box.Up(t.Context())
		require.NoError(t, err)
		_, err = box.Refresh(t.Context())
		require.NoError(t, err, "as refresh: always does it before the next update")
		return result.Outputs
	}
	rejected := func(want string) {
		t.Helper()
		_, err := box.Preview(t.Context())
		require.ErrorContains(t, err, want)
	}
	releases := func(version, workers string) map[string]any {
		return map[string]any{"version": version, "workers": workers}
	}
	assert.Equal(t, releases("4.18.5", "4.18.5"), up())

	service.endUpgrades("completed", 3)
	u.version.Version, u.workers = "4.18.6", "4.18.6"
	assert.Equal(t, releases("4.18.6", "4.18.6"), up(), "the pool is upgraded after the control plane, in one update")

	u.version.Version = "4.19.1"
	rejected("4.19.1 is not in the cluster's channel stable-4.18")
	u.version.Channel = "stable-4.19"
	rejected("must not change from stable-4.18 to stable-4.19 in the update that upgrades to 4.19.1")
	u.version.Version = "4.18.6"
	up()

	closed := time.Now().UTC().Add(48 * time.Hour)
	u.version.Version = "4.19.1"
	u.version.Window = &rosa.MaintenanceWindow{Days: []time.Weekday{closed.Weekday()}, Start: "00:00", Duration: time.Hour}
	assert.Equal(t, releases("4.18.6", "4.18.6"), up(), "the upgrade waits for the maintenance window")
	u.version.Window = nil

	// ends fails the update: OCM ends the upgrade that it requests.
	ends := func(state, want string) {
		t.Helper()
		service.endUpgrades(state, 1)
		u.version.Wait = apiclient.WaitEvery(2*time.Second, 12*time.Second)
		_, err := box.Up(t.Context())
		require.ErrorContains(t, err, want, state)
		require.ErrorContains(t, err, "`rosa describe upgrade` shows what OCM does", state)
		_, err = box.Refresh(t.Context())
		require.NoError(t, err)
		u.version.Wait = wait
		service.endUpgrades("completed", 2)
	}
	u.version.Version = "4.19.1"
	ends("failed", "upgrade of the cluster: not done within 12s; last status: has 4.18.6, not yet 4.19.1; ready")
	u.version.Version = "4.18.6"
	assert.Equal(t, releases("4.18.6", "4.18.6"), up(), "the request is withdrawn")
	u.version.Version = "4.19.1"
	assert.Equal(t, releases("4.19.1", "4.18.6"), up(), "the next update requests the upgrade again")

	u.workers = "4.19.1"
	ends("cancelled", "not done within 12s; last status: has 4.18.6, not yet 4.19.1")
	pool := "clusters/" + clusterID(t, service) + "/node_pools/workers"
	post(t, "/api/clusters_mgmt/v1/"+pool+"/upgrade_policies", map[string]any{"version": "4.19.1", "schedule_type": "manual"})
	assert.Equal(t, releases("4.19.1", "4.19.1"), up(), "as after rosa upgrade machinepool")

	protection := "/api/clusters_mgmt/v1/clusters/" + clusterID(t, service) + "/delete_protection"
	service.send(http.MethodPatch, protection, `{"enabled": true}`)
	_, err = box.Destroy(t.Context())
	require.ErrorContains(t, err, "delete protection is enabled", "the wait for the group of the endpoint ends")
	service.send(http.MethodPatch, protection, `{"enabled": false}`)
}

// clusterID returns the ID of the only cluster.
func clusterID(t *testing.T, service *ocm) string {
	t.Helper()
	clusters := service.object("clusters")["items"].([]any)
	require.Len(t, clusters, 1)
	return clusters[0].(map[string]any)["id"].(string)
}
