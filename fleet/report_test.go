package fleet

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReport(t *testing.T) {
	t.Parallel()
	report := &Report{Command: "up", Clusters: []Result{
		{
			Cluster: "ohio", Wave: 1, Region: "us-east-2", Outcome: Succeeded, WantedVersion: "4.18.6", RunningVersion: "4.18.5",
			Changes: map[string]int{"create": 61, "same": 1}, Seconds: 12.3, ConsoleURL: "https://console.example.com",
			Drift: []Drift{{Type: "aws:ec2/vpc:Vpc", Name: "ohio", Properties: []string{"tags"}}, {Type: "t", Name: "gone", Deleted: true}},
		},
		{
			Cluster: "tokyo", Wave: 2, Region: "ap-northeast-1", Outcome: Failed, WantedVersion: "4.18.6", Seconds: 1,
			Errors:     []string{"no quota"},
			Violations: []Violation{{Policy: "encrypted", Level: "mandatory", Resource: "disk", Message: "must be encrypted"}},
		},
	}}
	assert.Equal(t, strings.Join([]string{
		"CLUSTER  WAVE  REGION          RESULT     WANTED  RUNNING  CHANGES            DRIFT  TIME  CONSOLE",
		"ohio     1     us-east-2       succeeded  4.18.6  4.18.5   61 create, 1 same  2      12s   https://console.example.com",
		"tokyo    2     ap-northeast-1  failed     4.18.6  -        -                  0      1s    -",
		"",
		"ohio:",
		"drift of ohio (aws:ec2/vpc:Vpc): tags",
		"drift of gone (t): deleted",
		"",
		"tokyo:",
		"no quota",
		"policy encrypted (mandatory), disk: must be encrypted",
		"",
	}, "\n"), report.String())

	file := filepath.Join(t.TempDir(), "report.json")
	require.NoError(t, report.write(file))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"wantedVersion": "4.18.6"`)
	names, err := unfinished(file)
	require.NoError(t, err)
	assert.Equal(t, []string{"tokyo"}, names)
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	drift := []Drift{{Name: "a"}}
	for name, test := range map[string]struct {
		clusters []Result
		want     int
	}{
		"all succeeded":           {clusters: []Result{{Outcome: Succeeded}}, want: 0},
		"drift":                   {clusters: []Result{{Outcome: Succeeded, Drift: drift}}, want: 3},
		"a failure hides a drift": {clusters: []Result{{Outcome: Succeeded, Drift: drift}, {Outcome: Failed}}, want: 1},
		"held":                    {clusters: []Result{{Outcome: Held}}, want: 1},
		"pending":                 {clusters: []Result{{Outcome: Pending}}, want: 1},
	} {
		code, err := (&Report{Clusters: test.clusters}).exit(io.Discard, nil)
		require.NoError(t, err)
		assert.Equal(t, test.want, code, name)
	}
}

// TestObserved: the report has names of properties and no values; an update of a resource is a drift only in a refresh.
func TestObserved(t *testing.T) {
	t.Parallel()
	const urn = "urn:pulumi:ohio::shop::aws:ec2/vpc:Vpc::ohio-vpc"
	state := func(outputs map[string]any) *apitype.StepEventStateMetadata {
		return &apitype.StepEventStateMetadata{Outputs: outputs}
	}
	step := func(op apitype.OpType, before, after *apitype.StepEventStateMetadata) apitype.EngineEvent {
		return apitype.EngineEvent{ResOutputsEvent: &apitype.ResOutputsEvent{Metadata: apitype.StepEventMetadata{
			Op: op, URN: urn, Type: "aws:ec2/vpc:Vpc", Old: before, New: after,
		}}}
	}
	before, after := state(map[string]any{"a": "1", "b": "2", "same": "x"}), state(map[string]any{"a": "3", "c": "4", "same": "x"})
	changed := []Drift{{Type: "aws:ec2/vpc:Vpc", Name: "ohio-vpc", Properties: []string{"a", "b", "c"}}}
	for name, test := range map[string]struct {
		refresh bool
		event   apitype.EngineEvent
		want    []Drift
	}{
		"an update in a refresh":      {refresh: true, event: step(apitype.OpUpdate, before, after), want: changed},
		"a refresh before a preview":  {event: step(apitype.OpRefresh, before, after), want: changed},
		"a refresh without a change":  {event: step(apitype.OpRefresh, before, before)},
		"an update of the program":    {event: step(apitype.OpUpdate, before, after)},
		"a deletion of the program":   {event: step(apitype.OpDelete, before, nil)},
		"a resource that is gone":     {refresh: true, event: step(apitype.OpDelete, before, nil), want: gone},
		"a refresh that finds it not": {event: step(apitype.OpRefresh, before, nil), want: gone},
	} {
		o := observed{refresh: test.refresh}
		o.add(test.event)
		assert.Equal(t, test.want, o.drift, name)
	}
}

// TestObservedReleases: the release of a cluster is the last that it reported, also in the preview of a change, and its upgrade is no
// drift.
func TestObservedReleases(t *testing.T) {
	t.Parallel()
	const hcp = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
	const urn = "urn:pulumi:ohio::shop::" + hcp + "::ohio-cluster"
	state := func(version, current string) *apitype.StepEventStateMetadata {
		return &apitype.StepEventStateMetadata{Outputs: map[string]any{"version": version, "currentVersion": current}}
	}
	for name, test := range map[string]struct {
		op            apitype.OpType
		before, after *apitype.StepEventStateMetadata
		running       string
		drift         []Drift
	}{
		"the preview of a change": {
			op: apitype.OpUpdate, before: state("4.18.5", "4.18.5"), after: state("4.18.6", plugin.UnknownStringValue), running: "4.18.5",
		},
		"an upgrade that is complete": {
			op: apitype.OpRefresh, before: state("4.18.6", "4.18.5"), after: state("4.18.6", "4.18.6"), running: "4.18.6",
		},
		"an upgrade by somebody else": {
			op: apitype.OpRefresh, before: state("4.18.6", "4.18.6"), after: state("4.18.6", "4.18.9"), running: "4.18.9",
			drift: []Drift{{Type: hcp, Name: "ohio-cluster", Properties: []string{"currentVersion"}}},
		},
	} {
		var o observed
		o.add(apitype.EngineEvent{ResOutputsEvent: &apitype.ResOutputsEvent{Metadata: apitype.StepEventMetadata{
			Op: test.op, URN: urn, Type: hcp, Old: test.before, New: test.after,
		}}})
		assert.Equal(t, test.running, o.running, name)
		assert.Equal(t, test.drift, o.drift, name)
	}
}

func TestNewer(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"4.18.9", "4.18.10"}, {"", "4.18.10"}, {"4.18.10", ""}, {"4.18.10", "4.18.9"}} {
		assert.Equal(t, "4.18.10", newer(pair[0], pair[1]), pair)
	}
}

var gone = []Drift{{Type: "aws:ec2/vpc:Vpc", Name: "ohio-vpc", Deleted: true}}

func TestPrefixed(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	log := &prefixed{out: &out, prefix: "ohio | "}
	for _, part := range []string{"one\ntw", "o\n", "\nend"} {
		_, err := io.WriteString(log, part)
		assert.NoError(t, err)
	}
	assert.Equal(t, "ohio | one\nohio | two\nohio | \n", out.String())
}
