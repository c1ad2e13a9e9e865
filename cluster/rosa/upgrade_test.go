package rosa

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestUpgradeArgsValidate(t *testing.T) {
	t.Parallel()
	version := func(v VersionArgs) *HCPArgs { return testHCP(func(a *HCPArgs) { a.Version = &v }) }
	checkValidations(t, map[string]validation{
		"window": {
			reason: "a window without days opens every day",
			args:   version(VersionArgs{Version: "4.18.5", Window: &MaintenanceWindow{Start: "00:00", Duration: 24 * time.Hour}}),
		},
		"no such time": {
			reason: "a window has a time, a length and a zone",
			args: version(VersionArgs{Version: "4.18.5", Window: &MaintenanceWindow{
				Days: []time.Weekday{7}, Start: "25:00", Duration: 25 * time.Hour, TimeZone: "Europe/Atlantis",
			}}),
			want: []string{
				`rosa.HCPArgs.Version.Window.Start: "25:00" is not a valid time (for example, 22:00)`,
				"rosa.HCPArgs.Version.Window.Duration: range",
				`rosa.HCPArgs.Version.Window.TimeZone: "Europe/Atlantis" is not a valid time zone (for example, Europe/Berlin)`,
				"rosa.HCPArgs.Version.Window.Days[0]: range",
			},
		},
		"another release is blocked": {
			reason: "4.18.5 is not 4.18.50, nor of 4.19",
			args:   version(VersionArgs{Version: "4.18.5", Blocked: []string{"4.18.50", "4.19"}}),
		},
		"blocked": {
			reason: "a release is blocked by itself or by its minor version",
			args:   version(VersionArgs{Version: "4.19.3", Blocked: []string{"4.19.3", "next", "4.19"}}),
			want: []string{
				"rosa.HCPArgs.Version.Version: 4.19.3 is blocked by Blocked[0], 4.19.3",
				`rosa.HCPArgs.Version.Blocked[1]: "next" is not a valid release or minor version (for example, 4.19.3 or 4.19)`,
				"rosa.HCPArgs.Version.Version: 4.19.3 is blocked by Blocked[2], 4.19",
			},
		},
	})
}

func TestMaintenanceWindow(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	at := func(day, hour, minute int) time.Time {
		return time.Date(2026, time.March, day, hour, minute, 0, 0, berlin)
	}
	saturdays := &MaintenanceWindow{Days: []time.Weekday{time.Saturday}, Start: "22:00", Duration: 4 * time.Hour, TimeZone: "Europe/Berlin"}
	for name, tt := range map[string]struct {
		reason    string
		window    *MaintenanceWindow
		now, want time.Time
	}{
		"before":         {"the window opens later that day", saturdays, at(7, 21, 59), at(7, 22, 0)},
		"open":           {"it opened at this minute", saturdays, at(7, 22, 0), at(7, 22, 0)},
		"after midnight": {"it is open into Sunday", saturdays, at(8, 1, 59), at(7, 22, 0)},
		"closed":         {"it opens again a week later", saturdays, at(8, 2, 0), at(14, 22, 0)},
		"summer time":    {"the start is a local time", saturdays, at(23, 0, 0), at(28, 22, 0)},
		"every day": {
			"without days and zone it opens every day, in UTC", &MaintenanceWindow{Start: "03:00", Duration: time.Hour},
			at(7, 12, 0), time.Date(2026, time.March, 8, 3, 0, 0, 0, time.UTC),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.True(t, tt.want.Equal(tt.window.next(tt.now)), "%s: %s", tt.reason, tt.window.next(tt.now))
		})
	}
}

// TestBeforeUpgrade: an update is rejected before OCM is asked for what it rejects.
func TestBeforeUpgrade(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason, old, requested, version, oldChannel, channel, want string
	}{
		"patch": {reason: "the channel has it", old: "4.18.5", version: "4.18.6", oldChannel: "stable-4.18"},
		"minor": {
			reason: "the channel was changed before", old: "4.18.5", version: "4.19.1", oldChannel: "stable-4.19", channel: "stable-4.19",
		},
		"channel": {reason: "only the channel changes", old: "4.18.5", version: "4.18.5", oldChannel: "stable-4.18", channel: "stable-4.19"},
		"skipped channel": {
			reason: "stable-4.18 does not offer 4.19", old: "4.18.5", version: "4.19.1", oldChannel: "stable-4.18",
			want: "p.Version: 4.19.1 is not in the cluster's channel stable-4.18: change Channel to that of 4.19 in an update before",
		},
		"both": {
			reason: "the provider rejects both in one update", old: "4.18.5", version: "4.19.1",
			oldChannel: "stable-4.18", channel: "stable-4.19",
			want: "p.Channel: must not change from stable-4.18 to stable-4.19 in the update that upgrades to 4.19.1: change it in an update before",
		},
		"downgrade": {
			reason: "releases only rise", old: "4.18.6", requested: "4.18.6", version: "4.18.5", oldChannel: "stable-4.18",
			want: "p.Version: must not be older than the cluster's release, 4.18.6: releases only rise (got 4.18.5)",
		},
		"upgraded by OCM": {
			reason: "the program's release is the older one, and does not change", old: "4.18.6", requested: "4.18.5", version: "4.18.5",
			oldChannel: "stable-4.18",
		},
		"begun":       {reason: "an upgrade that has begun continues", old: "4.18.5", requested: "4.18.6", version: "4.18.6"},
		"new cluster": {reason: "a cluster without a release is not upgraded", version: "4.18.6"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			properties := func(of map[string]any) resource.PropertyMap { return resource.NewPropertyMapFromMap(of) }
			plan := planOf(&pulumi.ResourceHookArgs{
				OldInputs:  properties(map[string]any{"version": tt.requested}),
				OldOutputs: properties(map[string]any{"currentVersion": tt.old, "channel": tt.oldChannel}),
				NewInputs:  properties(map[string]any{"version": tt.version, "channel": tt.channel}),
			})
			err := plan.reject("p")
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, tt.want, tt.reason)
		})
	}
	plan := upgradePlan{from: "4.18.5", to: "4.19.1"}
	require.NoError(t, plan.rejectPools(map[string]string{"workers-0": "4.17.9", "workers-1": ""}))
	require.ErrorContains(t, plan.rejectPools(map[string]string{"workers-0": "4.16.9"}),
		"the machine pool workers-0 has 4.16.9, more than 2 minor versions older than 4.19.1; upgrade the pool first")
}

// TestClosedWindow: outside of the maintenance window the releases stay, what is changed beside them is changed, and no upgrade is awaited.
func TestClosedWindow(t *testing.T) {
	t.Parallel()
	later := time.Now().UTC().Add(72 * time.Hour).Weekday()
	run := func(version string, days ...time.Weekday) *mocks.Recorder {
		pool := map[string]any{
			"subnetId": "subnet-000000000000000a0", "awsNodePool": map[string]any{"instanceType": "m5.xlarge"}, "currentVersion": version,
		}
		rec := mocks.New(
			mocks.Answer("rhcs:index/getHcpMachinePool:getHcpMachinePool", func(map[string]any) (map[string]any, error) { return pool, nil }),
		)
		require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
			_, err := NewHCP(ctx, "main", testHCP(func(a *HCPArgs) {
				a.Version = &VersionArgs{
					Version: version, Wait: apiclient.WaitEvery(time.Millisecond, time.Minute),
					Window: &MaintenanceWindow{Days: days, Start: "00:00", Duration: 24 * time.Hour},
				}
				a.Workers = &WorkersArgs{Version: version, Labels: map[string]string{"release": version}}
			}))
			return err
		}))
		return rec
	}
	before := run("4.18.5", later)
	changed := func(days ...time.Weekday) string {
		var text strings.Builder
		for _, change := range run("4.18.6", days...).Changes(before) {
			fmt.Fprintln(&text, change)
		}
		return text.String()
	}
	assert.NotContains(t, changed(later), "ersion")
	assert.Contains(t, changed(later), "labels")
	assert.Contains(t, changed(), "update ClusterRosaHcp main-cluster: version")
}

// TestAfterUpgrade: with a wait, the ID resolves when the data source reports the release, and an update fails with what it reports.
func TestAfterUpgrade(t *testing.T) {
	t.Parallel()
	const clusters, pools = "rhcs:index/getClusterRosaHcp:getClusterRosaHcp", "rhcs:index/getHcpMachinePool:getHcpMachinePool"
	for name, tt := range map[string]struct {
		reason   string
		clusters []map[string]any
		// timeout defaults to a minute: the machine can be busy.
		timeout time.Duration
		want    string
	}{
		"done": {
			reason: "the third answer has the release",
			clusters: []map[string]any{
				{"currentVersion": "4.18.5", "state": "ready"}, nil, {"currentVersion": "4.18.6", "state": "ready"},
			},
		},
		"timeout": {
			reason:   "OCM has cancelled the upgrade: the release stays",
			clusters: []map[string]any{{"currentVersion": "4.18.5", "state": "ready"}},
			timeout:  50 * time.Millisecond,
			want: "upgrade of the cluster: not done within 50ms; last status: has 4.18.5, not yet 4.18.6; ready. " +
				"`rosa describe upgrade` shows what OCM does. Run the update again to wait longer. If the upgrade failed or was cancelled, " +
				"request it again with `rosa upgrade cluster` or `rosa upgrade machinepool` and run the update again",
		},
		"error": {
			reason:   "a cluster in this state is not upgraded",
			clusters: []map[string]any{{"currentVersion": "4.18.5", "state": "error"}},
			want:     "upgrade of the cluster: the cluster's state is error, its release 4.18.5",
		},
		"gone": {
			reason:   "a cluster that somebody has deleted is not upgraded",
			clusters: []map[string]any{{}},
			want:     "upgrade of the cluster: the cluster does not exist in OCM any more",
		},
		"unreadable": {
			reason:   "a provider without the data source will not have it later",
			clusters: []map[string]any{nil},
			want:     "upgrade of the cluster: the release cannot be read: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reads := 0
			pool := map[string]any{
				"subnetId": "subnet-000000000000000a0", "awsNodePool": map[string]any{"instanceType": "m5.xlarge"}, "currentVersion": "4.18.6",
			}
			rec := mocks.New(
				mocks.Answer(clusters, func(map[string]any) (map[string]any, error) {
					answer := tt.clusters[min(reads, len(tt.clusters)-1)]
					reads++
					if answer == nil {
						return nil, errors.New("OCM is not available")
					}
					return answer, nil
				}),
				mocks.Answer(pools, func(map[string]any) (map[string]any, error) { return pool, nil }),
			)
			err := rec.Run(func(ctx *pulumi.Context) error {
				cluster, err := NewHCP(ctx, "main", testHCP(func(a *HCPArgs) {
					a.Version = &VersionArgs{Version: "4.18.6", Wait: apiclient.WaitEvery(time.Millisecond, cmp.Or(tt.timeout, time.Minute))}
					a.Workers = &WorkersArgs{Version: "4.18.6"}
				}))
				if err != nil {
					return err
				}
				ctx.Export("id", cluster.ID)
				ctx.Export("workers", cluster.WorkersVersion)
				return nil
			})
			if tt.want != "" {
				assert.ErrorContains(t, err, tt.want, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, 3, reads, tt.reason)
			assert.NotEmpty(t, rec.Outputs()["id"])
			assert.Equal(t, "4.18.6", rec.Outputs()["workers"])
		})
	}
}

func TestOldest(t *testing.T) {
	t.Parallel()
	assert.Nil(t, oldest(nil))
	assert.Equal(t, new("4.9.1"), oldest([]string{"4.18.5", "4.9.1", "4.10.0"}))
}
