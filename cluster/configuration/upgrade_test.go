package configuration

import (
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// running is a cluster in channel stable-4.18 with one history entry.
func running(version, state string) mocks.Option {
	return withStatus(version, state, nil)
}

// withStatus is a running cluster with more fields in its status.
func withStatus(version, state string, more map[string]any) mocks.Option {
	status := map[string]any{
		"desired":          map[string]any{"version": version},
		"history":          []any{map[string]any{"state": state, "version": version}},
		"availableUpdates": []any{map[string]any{"version": "4.18.12"}, map[string]any{"version": "4.19.0"}},
	}
	maps.Copy(status, more)
	return mocks.Answer(
		"kubernetes:config.openshift.io/v1:ClusterVersion",
		func(map[string]any) (map[string]any, error) {
			return map[string]any{"spec": map[string]any{"channel": "stable-4.18"}, "status": status}, nil
		},
	)
}

// paused returns existing pools.
func paused(pools ...string) map[string]pulumi.StringInput {
	named := map[string]pulumi.StringInput{}
	for _, pool := range pools {
		named[pool] = pulumi.String(pool)
	}
	return named
}

func upgradeTo(args UpgradeArgs) pulumi.RunFunc {
	return mockstest.Exporting(NewUpgrade, "upgrade", &args, func(upgrade *Upgrade) pulumi.Map {
		return pulumi.Map{"version": upgrade.Version, "completed": upgrade.Completed}
	})
}

const digest = "quay.io/openshift-release-dev/ocp-release@sha256:" +
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// desiredUpdate is a complete desiredUpdate.
func desiredUpdate(version, image, architecture string, force bool) map[string]any {
	return map[string]any{
		"version": pulumi.String(version), "image": image, "architecture": architecture, "force": force,
	}
}

func TestDesiredClusterVersion(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   UpgradeArgs
		want   map[string]any
	}{
		"channel": {
			reason: "a channel alone upgrades nothing",
			args:   UpgradeArgs{Channel: "eus-4.18"},
			want:   map[string]any{"channel": "eus-4.18"},
		},
		"version": {
			reason: "a patch release of the channel",
			args:   UpgradeArgs{Channel: "stable-4.18", Version: "4.18.12"},
			want: map[string]any{
				"channel":       "stable-4.18",
				"desiredUpdate": desiredUpdate("4.18.12", "", "", false),
			},
		},
		"image": {
			reason: "a mirror has no update service",
			args:   UpgradeArgs{Image: digest, Force: true},
			want:   map[string]any{"desiredUpdate": desiredUpdate("", digest, "", true)},
		},
		"both": {
			reason: "the cluster compares version and image",
			args:   UpgradeArgs{Version: "4.18.12", Image: digest},
			want: map[string]any{
				"desiredUpdate": desiredUpdate("4.18.12", digest, "", false),
			},
		},
		"update service": {
			reason: "a channel of another update service has any name",
			args:   UpgradeArgs{Channel: "tested", Upstream: pulumi.String("https://updates.example.com/graph")},
			want: map[string]any{
				"channel": "tested", "upstream": pulumi.String("https://updates.example.com/graph"),
			},
		},
		"candidate": {
			reason: "release candidates are in candidate channels",
			args:   UpgradeArgs{Channel: "candidate-4.19", Version: "4.19.0-rc.1"},
			want: map[string]any{
				"channel":       "candidate-4.19",
				"desiredUpdate": desiredUpdate("4.19.0-rc.1", "", "", false),
			},
		},
		"all at once": {
			reason: "machines can have two architectures",
			args:   UpgradeArgs{Version: "4.18.12", Multi: true},
			want: map[string]any{
				"desiredUpdate": desiredUpdate("4.18.12", "", "Multi", false),
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, tt.args.Validate(), tt.reason)
			object := desiredClusterVersion(tt.args, pulumi.String(tt.args.Version))
			assert.Equal(t, kube.Object{
				APIVersion: "config.openshift.io/v1", Kind: "ClusterVersion", Name: "version",
				Fields: map[string]any{"spec": tt.want},
			}, object, tt.reason)
			kubetest.CheckPatch(t, kubetest.Manifest(t, object))
		})
	}
}

// A desiredUpdate of `oc adm upgrade` has all four fields.
func TestUpgradeOverwritesAForeignDesiredUpdate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		foreign map[string]any
		args    UpgradeArgs
		want    map[string]any
	}{
		"image": {
			reason:  "the cluster ignores the version while an image is set",
			foreign: map[string]any{"version": "4.18.10", "image": digest, "architecture": "", "force": false},
			args:    UpgradeArgs{Version: "4.18.12"},
			want:    map[string]any{"version": "4.18.12", "image": "", "architecture": "", "force": false},
		},
		"force": {
			reason:  "force skips the verification of every later release",
			foreign: map[string]any{"version": "4.18.10", "image": digest, "architecture": "", "force": true},
			args:    UpgradeArgs{Version: "4.18.12", Image: digest},
			want:    map[string]any{"version": "4.18.12", "image": digest, "architecture": "", "force": false},
		},
		"multi": {
			reason:  "the API server rejects an image together with an architecture",
			foreign: map[string]any{"version": "4.18.12", "image": digest, "architecture": "", "force": false},
			args:    UpgradeArgs{Version: "4.18.12", Multi: true},
			want:    map[string]any{"version": "4.18.12", "image": "", "architecture": "Multi", "force": false},
		},
		"version": {
			reason:  "an image of a mirror is not that of the version",
			foreign: map[string]any{"version": "4.18.10", "image": "", "architecture": "Multi", "force": false},
			args:    UpgradeArgs{Image: digest},
			want:    map[string]any{"version": "", "image": digest, "architecture": "", "force": false},
		},
		"channel alone": {
			reason:  "an upgrade of someone else continues",
			foreign: map[string]any{"version": "4.18.10", "image": digest, "architecture": "", "force": false},
			args:    UpgradeArgs{Channel: "stable-4.18"},
			want:    map[string]any{"version": "4.18.10", "image": digest, "architecture": "", "force": false},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			objects, err := kubernetes.NewMemory(t.TempDir())
			require.NoError(t, err)
			_, err = objects.Apply(t.Context(), "kubectl-patch", kubernetes.Object{
				"apiVersion": kube.ConfigAPI, "kind": clusterVersionKind, "metadata": map[string]any{"name": clusterVersionObject},
				"spec": map[string]any{"desiredUpdate": tt.foreign},
			}, true)
			require.NoError(t, err)
			patch := kubetest.Manifest(t, desiredClusterVersion(tt.args, pulumi.String(tt.args.Version)))
			live, err := objects.Apply(t.Context(), "pulumi", patch, true)
			require.NoError(t, err)
			assert.Equal(t, tt.want, live["spec"].(map[string]any)["desiredUpdate"], tt.reason)
			kubetest.CheckPatch(t, patch)
		})
	}
}

func TestUpgradeRejectsDowngradesAndSkippedVersions(t *testing.T) {
	t.Parallel()
	downgrade := func(current, desired string) string {
		return "configuration.UpgradeArgs.Version: must not be older than the cluster's version, " + current +
			"; OpenShift cannot be downgraded (got " + desired + ")"
	}
	tests := map[string]struct {
		reason, current, wanted, want string
	}{
		"next":       {reason: "a patch release of the channel", current: "4.18.9", wanted: "4.18.12"},
		"next minor": {reason: "minor versions are upgraded one by one", current: "4.17.30", wanted: "4.18.12"},
		"the same":   {reason: "an unchanged program changes nothing", current: "4.18.12", wanted: "4.18.12"},
		"out at last": {
			reason:  "a release is newer than its candidates",
			current: "4.19.0-rc.2",
			wanted:  "4.19.0",
		},
		"back": {
			reason:  "etcd's data is migrated forwards only",
			current: "4.18.12",
			wanted:  "4.18.9",
			want:    downgrade("4.18.12", "4.18.9"),
		},
		"back by minor": {
			reason:  "etcd's data is migrated forwards only",
			current: "4.18.2",
			wanted:  "4.17.30",
			want:    downgrade("4.18.2", "4.17.30"),
		},
		"to a candidate": {
			reason:  "a candidate is older than its release",
			current: "4.19.0",
			wanted:  "4.19.0-rc.2",
			want:    downgrade("4.19.0", "4.19.0-rc.2"),
		},
		"two minors": {
			reason:  "minor versions cannot be skipped",
			current: "4.16.3",
			wanted:  "4.18.12",
			want: "configuration.UpgradeArgs.Version: must be at most one minor version ahead of the " +
				"cluster's version, 4.16.3; " +
				"upgrade to 4.17 first (got 4.18.12)",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New(running(tt.current, "Completed"), clustertest.InCluster)
			err := rec.Run(upgradeTo(UpgradeArgs{Version: tt.wanted}))
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				assert.Len(t, rec.OfType("kubernetes:config.openshift.io/v1:ClusterVersionPatch"), 1)
				assert.Equal(t, tt.wanted, rec.Outputs()["version"])
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
			assert.Empty(t, rec.OfType("kubernetes:config.openshift.io/v1:ClusterVersionPatch"),
				"the cluster is not changed")
		})
	}
}

func TestUpgradeRejectsWhatTheClusterRejects(t *testing.T) {
	t.Parallel()
	const version = "configuration.UpgradeArgs.Version: "
	condition := func(kind, status, message string) map[string]any {
		return map[string]any{"conditions": []any{map[string]any{"type": kind, "status": status, "message": message}}}
	}
	risky := map[string]any{"conditionalUpdates": []any{map[string]any{
		"release": map[string]any{"version": "4.18.11", "image": digest},
		"risks": []any{
			map[string]any{"name": "SlowDNS", "message": "Lookups time out.", "url": "https://example.com/1"},
			map[string]any{"name": "NoSSH", "message": "Keys are lost.", "url": "https://example.com/2"},
		},
	}}}
	tests := map[string]struct {
		reason string
		status map[string]any
		args   UpgradeArgs
		want   string
	}{
		"available": {
			reason: "the channel offers it", args: UpgradeArgs{Channel: "stable-4.18", Version: "4.18.12"},
		},
		"unavailable": {
			reason: "the cluster ignores a version that its channel does not offer",
			args:   UpgradeArgs{Version: "4.18.11"},
			want: version + "channel stable-4.18 does not offer 4.18.11 to the cluster; " +
				"`oc adm upgrade` lists the available ones",
		},
		"no update service": {
			reason: "the cluster says why it knows no updates",
			status: condition("RetrievedUpdates", "False", "Unable to retrieve available updates: timeout"),
			args:   UpgradeArgs{Channel: "stable-4.18", Version: "4.18.11"},
			want: version + "channel stable-4.18 does not offer 4.18.11 to the cluster; " +
				"RetrievedUpdates=False: Unable to retrieve available updates: timeout",
		},
		"new channel": {
			reason: "the cluster asks for the updates of a new channel after the update",
			args:   UpgradeArgs{Channel: "fast-4.18", Version: "4.18.11"},
		},
		"image": {
			reason: "an image needs no update service", args: UpgradeArgs{Version: "4.18.11", Image: digest},
		},
		"conditional": {
			reason: "the cluster accepts an update with known risks by its image only",
			status: risky,
			args:   UpgradeArgs{Version: "4.18.11"},
			want: version + "4.18.11 has known risks: SlowDNS: Lookups time out. (https://example.com/1); " +
				"NoSSH: Keys are lost. (https://example.com/2); to accept them, set Image to " + digest + " as well",
		},
		"accepted risks": {
			reason: "the image is the consent", status: risky, args: UpgradeArgs{Version: "4.18.11", Image: digest},
		},
		"not upgradeable": {
			reason: "a condition blocks new minor versions",
			status: condition("Upgradeable", "False", "Kubernetes 1.32 removes APIs"),
			args:   UpgradeArgs{Version: "4.19.0"},
			want: version + "must be 4.18 until the cluster can be upgraded to a new minor version; " +
				"Upgradeable=False: Kubernetes 1.32 removes APIs",
		},
		"not upgradeable, patch": {
			reason: "the condition does not block patch releases",
			status: condition("Upgradeable", "False", "Kubernetes 1.32 removes APIs"),
			args:   UpgradeArgs{Version: "4.18.12"},
		},
		"forced": {
			reason: "force skips the condition",
			status: condition("Upgradeable", "False", "Kubernetes 1.32 removes APIs"),
			args:   UpgradeArgs{Version: "4.19.0", Image: digest, Force: true},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.args.PausedPools = paused("worker")
			rec := mocks.New(withStatus("4.18.9", "Completed", tt.status), clustertest.InCluster)
			err := rec.Run(upgradeTo(tt.args))
			changed := len(rec.OfType("kubernetes:config.openshift.io/v1:ClusterVersionPatch")) +
				len(rec.OfType("kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch"))
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				assert.Equal(t, 2, changed)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
			assert.Zero(t, changed, "neither the cluster nor its pools are changed")
		})
	}
}

func TestPoolsArePausedForTheUpgrade(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, version, state, through string
		paused, completed               bool
	}{
		"before": {reason: "the upgrade has not begun", version: "4.18.9", state: "Completed", paused: true},
		"during": {reason: "the upgrade has not ended", version: "4.18.12", state: "Partial", paused: true},
		"after":  {reason: "the nodes restart once", version: "4.18.12", state: "Completed", completed: true},
		"between two upgrades": {
			reason:  "any update would restart the nodes into the first release, and the second one again",
			version: "4.18.12", state: "Completed", through: "4.19", paused: true, completed: true,
		},
		"after the last of two": {
			reason: "the cluster runs the release", version: "4.18.12", state: "Completed", through: "4.18", completed: true,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, upgradeTo(UpgradeArgs{Version: "4.18.12", PausedPools: paused("worker", "infra"), Through: tt.through}),
				running(tt.version, tt.state), clustertest.InCluster)
			version := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:ClusterVersionPatch", "upgrade-version")
			for _, pool := range []string{"worker", "infra"} {
				patch := clustertest.One(t, rec, "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch",
					"upgrade-pool-"+pool)
				assert.Equal(t, map[string]any{"paused": tt.paused}, patch.Inputs["spec"], tt.reason)
				assert.True(t, rec.Graph().Reaches(version.URN, patch.URN),
					"a pool is paused before the upgrade begins")
			}
			assert.Equal(t, tt.completed, rec.Outputs()["completed"])
		})
	}
}
