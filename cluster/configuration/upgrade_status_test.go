package configuration

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// liveStatus decodes a status.
func liveStatus(t *testing.T, text string) versionStatus {
	t.Helper()
	var status map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &status))
	live, err := liveVersionOf([]any{nil, status})
	require.NoError(t, err)
	return live.Status
}

func TestCompleted(t *testing.T) {
	t.Parallel()
	const history = `{"history": [{"state": "Completed", "version": "4.18.2", "image": "b"}, ` +
		`{"state": "Completed", "version": "4.18.1", "image": "a"}]}`
	tests := map[string]struct {
		reason, status, version, image string
		want                           bool
	}{
		"version":         {reason: "the newest entry", status: history, version: "4.18.2", want: true},
		"earlier version": {reason: "the cluster left it", status: history, version: "4.18.1"},
		"image":           {reason: "an image is enough", status: history, image: "b", want: true},
		"earlier image":   {reason: "the cluster left it", status: history, image: "a"},
		"both":            {reason: "of the newest entry", status: history, version: "4.18.2", image: "b", want: true},
		"another image":   {reason: "a version can be built twice", status: history, version: "4.18.2", image: "a"},
		"another version": {reason: "an image is of one version", status: history, version: "4.18.1", image: "b"},
		"partial": {
			reason: "it is in progress", status: `{"history": [{"state": "Partial", "version": "4.18.2"}]}`, version: "4.18.2",
		},
		"new cluster": {reason: "nothing has been installed", status: `{}`, version: "4.18.2"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, liveStatus(t, tt.status).completed(tt.version, tt.image), tt.reason)
		})
	}
}

func TestCurrent(t *testing.T) {
	t.Parallel()
	const history = `"history": [{"version": "4.18.2"}, {"version": "4.18.1"}]`
	assert.Equal(t, "4.18.3", liveStatus(t, `{"desired": {"version": "4.18.3"}, `+history+`}`).current(),
		"the version that the cluster upgrades to")
	assert.Equal(t, "4.18.2", liveStatus(t, `{`+history+`}`).current(), "the newest entry")
	assert.Equal(t, "4.18.9", liveStatus(t, `{"history": [{"version": "4.18.9"}]}`).current(), "the only entry")
	assert.Empty(t, liveStatus(t, `{}`).current(), "a new cluster")
}

func TestOffers(t *testing.T) {
	t.Parallel()
	status := liveStatus(t, `{"desired": {"version": "4.18.2"}, "availableUpdates": [{"version": "4.18.3"}],
		"history": [{"version": "4.18.2"}, {"version": "4.18.1"}]}`)
	for version, want := range map[string]bool{
		"4.18.2": true, // It runs.
		"4.18.3": true, // It is available.
		"4.18.1": true, // The cluster has been upgraded to it.
		"4.18.4": false,
	} {
		assert.Equal(t, want, status.offers(version), version)
	}
}

func TestCheckOfAnUpgrade(t *testing.T) {
	t.Parallel()
	live := func(version string) []any {
		newest := map[string]any{"state": "Completed", "version": version, "image": "a"}
		return []any{nil, map[string]any{"history": []any{newest}}}
	}
	updating := []any{nil, map[string]any{"history": []any{map[string]any{"state": "Partial", "version": "4.18.1"}}}}
	tests := map[string]struct {
		reason    string
		args      UpgradeArgs
		live      []any
		completed bool
	}{
		"channel": {
			reason: "nothing to wait for", args: UpgradeArgs{Channel: "a"}, live: live("4.18.1"), completed: true,
		},
		"version": {
			reason: "the cluster runs it", args: UpgradeArgs{Version: "4.18.1"}, live: live("4.18.1"), completed: true,
		},
		"image": {
			reason: "the cluster runs it", args: UpgradeArgs{Image: "a"}, live: live("4.18.1"), completed: true,
		},
		"another image": {
			reason: "the cluster runs another", args: UpgradeArgs{Image: "b"}, live: live("4.18.1"),
		},
		"channel during an update": {
			reason: "the update is that of another", args: UpgradeArgs{Channel: "a"}, live: updating, completed: true,
		},
		"version of a cluster without history": {
			reason: "there is nothing to compare with", args: UpgradeArgs{Version: "4.18.2"}, live: []any{nil, map[string]any{}},
		},
		"another channel": {
			reason: "the cluster asks first", args: UpgradeArgs{Version: "4.18.2", Channel: "a"}, live: live("4.18.1"),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			completed, err := tt.args.check(tt.live)
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.completed, completed, tt.reason)
		})
	}
	completed, err := UpgradeArgs{Channel: "a"}.check([]any{"no object", nil})
	require.ErrorContains(t, err, "decoding ClusterVersion/version")
	assert.False(t, completed)
}

// TestUpgradesToFive: OpenShift 5.0 follows 4.22 and 4.23, and reports gates as risks.
func TestUpgradesToFive(t *testing.T) {
	t.Parallel()
	const blocked = `"conditions": [{"type": "Upgradeable", "status": "False", "message": "a gate"}]`
	const risk = `"conditionalUpdates": [{"release": {"version": "5.1.2", "image": "b"}, "risks": [%s]}]`
	const gate = `{"name": "AdminAck-ack-5.0-test", "message": "read this", "url": "https://example.com"}`
	const other = `{"name": "Other", "message": "slow", "url": "https://example.com/other"}`
	for name, tt := range map[string]struct {
		from, to, status string
		acks             []string
		want             string
	}{
		"from 4.22":    {from: "4.22.7", to: "5.0.1"},
		"from 4.23":    {from: "4.23.7", to: "5.0.1"},
		"within 5":     {from: "5.0.1", to: "5.1.2"},
		"from 4.21":    {from: "4.21.7", to: "5.0.1", want: "upgrade to 4.22 first (got 5.0.1)"},
		"from 4.16":    {from: "4.16.7", to: "5.0.1", want: "upgrade to 4.17 first (got 5.0.1)"},
		"past 5.0":     {from: "4.22.7", to: "5.1.0", want: "upgrade to 5.0 first (got 5.1.0)"},
		"two in 5":     {from: "5.0.7", to: "5.2.0", want: "upgrade to 5.1 first (got 5.2.0)"},
		"back to 4":    {from: "5.0.1", to: "4.23.9", want: "must not be older than the cluster's version"},
		"blocked":      {from: "4.22.7", to: "5.0.1", status: blocked, want: "must be 4.22 until the cluster can be upgraded"},
		"blocked in 5": {from: "5.0.7", to: "5.1.2", status: blocked, want: "must be 5.0 until the cluster can be upgraded"},
		"a patch":      {from: "5.0.7", to: "5.0.8", status: blocked},
		"a gate":       {from: "5.0.7", to: "5.1.2", status: fmt.Sprintf(risk, gate), want: `add each gate to AdminAcks, without "AdminAck-"`},
		"its acknowledgment": {
			from: "5.0.7", to: "5.1.2", status: fmt.Sprintf(risk, gate), acks: []string{"ack-5.0-test"},
		},
		"another risk": {
			from: "5.0.7", to: "5.1.2", status: fmt.Sprintf(risk, gate+","+other), acks: []string{"ack-5.0-test"},
			want: "5.1.2 has known risks: Other: slow (https://example.com/other); to accept them, set Image to b as well",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status := map[string]any{}
			if tt.status == "" || tt.status == blocked {
				status["availableUpdates"] = []any{map[string]any{"version": tt.to}}
			}
			if tt.status != "" {
				require.NoError(t, json.Unmarshal([]byte("{"+tt.status+"}"), &status))
			}
			status["history"] = []any{map[string]any{"state": "Completed", "version": tt.from}}
			_, err := UpgradeArgs{Version: tt.to, AdminAcks: tt.acks}.check([]any{nil, status})
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
		})
	}
	for _, args := range []*UpgradeArgs{
		{Channel: "candidate-5.0", Version: "4.22.7"}, {Channel: "stable-5.0", Version: "5.0.1"}, {Channel: "fast-5.1", Version: "4.23.1"},
	} {
		var p check.Problems
		args.checkVersion(&p)
		if args.Version == "4.22.7" {
			require.NoError(t, p.Err(), args.Channel)
			continue
		}
		// The channel has the release, and the library does not know it yet.
		require.ErrorContains(t, p.Err(), "must be 4.22 or earlier: this version of the library does not know what a later release needs")
		require.NotContains(t, p.Err().Error(), "is not in channel")
	}
}

// FuzzClusterVersion reads any ClusterVersion: its progress is a text in one line.
func FuzzClusterVersion(f *testing.F) {
	f.Add([]byte(`{"spec": {"channel": "a"}, "status": {"history": [{"version": "4.18.1", "state": "Completed"}]}}`),
		"4.18.1")
	f.Add([]byte(`{"status": {"conditions": [{"type": "Failing", "status": "True", "message": "a\nb"}]}}`), "")
	f.Add([]byte(`{"status": {"history": [{"version": 1}], "conditionalUpdates": [{"risks": [{}]}]}}`), "4.18.2")
	f.Add([]byte(`{"spec": [], "status": null}`), "")
	f.Fuzz(func(t *testing.T, text []byte, version string) {
		var object map[string]any
		if json.Unmarshal(text, &object) != nil {
			return
		}
		live, err := liveVersionOf([]any{object["spec"], object["status"]})
		if err != nil {
			return
		}
		assert.NotEmpty(t, live.Status.progress())
		if live.Status.completed(version, "") && version != "" {
			assert.Equal(t, version, live.Status.History[0].Version)
		}
	})
}
