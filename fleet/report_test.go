package fleet

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var testOptions = Options{Project: []byte(testProject), Blueprints: map[string]Blueprint{"stash": stash, "other": stash}}

// call runs a command line in a folder with a list, and returns the exit code, the output and the progress.
func call(t *testing.T, dir, list string, args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	file := filepath.Join(dir, "fleet.yaml")
	require.NoError(t, os.WriteFile(file, []byte(list), 0o600))
	command := append([]string{args[0], "--file", file}, args[1:]...)
	code := Run(t.Context(), testOptions, command, &out, &errs)
	return code, out.String(), errs.String()
}

const fourClusters = defaults + `rollout: [{name: canary, select: {tier: [canary]}}, {name: rest, select: {tier: [rest]}}]
clusters:
- {name: ohio, vpcCidr: 10.0.0.0/16, labels: {tier: canary}}
- {name: tokyo, vpcCidr: 10.1.0.0/16, labels: {tier: rest}}
- {name: paris, vpcCidr: 10.2.0.0/16, labels: {tier: rest}}
- {name: osaka, vpcCidr: 10.3.0.0/16, labels: {tier: rest}}
`

// eventLog writes the events of an operation on a cluster's stack as `pulumi --event-log` does.
func eventLog(t *testing.T, dir, cluster string, events ...apitype.EngineEvent) string {
	t.Helper()
	var text bytes.Buffer
	for _, event := range events {
		require.NoError(t, json.NewEncoder(&text).Encode(event))
	}
	path := filepath.Join(dir, cluster+".json")
	require.NoError(t, os.WriteFile(path, text.Bytes(), 0o600))
	return path
}

func failure(message string) apitype.EngineEvent {
	return apitype.EngineEvent{DiagnosticEvent: &apitype.DiagnosticEvent{Severity: "error", Message: message}}
}

func TestReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ended := apitype.EngineEvent{SummaryEvent: &apitype.SummaryEvent{ResourceChanges: map[apitype.OpType]int{"create": 61, "same": 1}}}
	logs := []string{
		eventLog(t, dir, "ohio", step("pulumi:pulumi:Stack", apitype.OpSame, nil, map[string]any{"version": "4.18.6"}), ended),
		eventLog(t, dir, "tokyo", failure("an unhandled error occurred: program failed: 1 error occurred:\n\t* no quota\n"), failure("no quota"),
			failure("update failed"), apitype.EngineEvent{PolicyEvent: &apitype.PolicyEvent{
				ResourceURN: "urn:pulumi:tokyo::shop::t::disk", PolicyName: "encrypted", EnforcementLevel: "mandatory", Message: "<{%fg 1%}>must be",
			}}, apitype.EngineEvent{PolicyEvent: &apitype.PolicyEvent{PolicyName: "newest", EnforcementLevel: "advisory"}}, ended),
		eventLog(t, dir, "paris", ended), eventLog(t, dir, "osaka"),
	}
	code, out, errs := call(t, dir, fourClusters, append([]string{"report"}, logs...)...)
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, `ohio, succeeded, step canary, wanted 4.18.5, running 4.18.6, 61 create, 1 same
tokyo, failed, step rest, wanted 4.18.5, running -, 61 create, 1 same
    no quota
    policy encrypted, disk: must be
paris, succeeded, step rest, wanted 4.18.5, running -, 61 create, 1 same
osaka, pending, step rest, wanted 4.18.5, running -
`, out)
	assert.Equal(t, "1 failed, of 4 clusters: tokyo\n1 pending, of 4 clusters: osaka\n", errs)

	code, out, _ = call(t, dir, fourClusters, append([]string{"report", "--may-fail", "2", "--json"}, logs...)...)
	assert.Equal(t, exitOK, code, "so many may fail")
	var report Report
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	assert.Equal(t, map[string]int{"create": 61, "same": 1}, report.Clusters[0].Changes)

	code, out, _ = call(t, dir, fourClusters, "report", "--step", "canary", logs[0])
	assert.Equal(t, exitOK, code)
	assert.NotContains(t, out, "tokyo")
	code, out, _ = call(t, dir, fourClusters, "report", logs[0])
	assert.Equal(t, exitOK, code, "only the clusters with logs")
	assert.NotContains(t, out, "tokyo")
	code, _, errs = call(t, dir, fourClusters, "report", "--step", "canary", logs[1])
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "tokyo.json: there is no such cluster")
}

// TestReportOfStacks: a Stalled object is a failure, and stacks of clusters that left the list, or have another name now, are named.
func TestReportOfStacks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	objects := filepath.Join(dir, "stacks.json")
	require.NoError(t, os.WriteFile(objects, []byte(`{"kind": "List", "items": [
{"metadata": {"name": "ohio"}, "status": {"outputs": {"version": "4.18.5"}, "conditions": [{"type": "Ready", "status": "True"}]}},
{"metadata": {"name": "tokyo"}, "status": {"conditions": [{"type": "Ready", "status": "False"},
  {"type": "Stalled", "status": "True", "message": "up failed 3 times"}]}},
{"metadata": {"name": "paris"}, "status": {"conditions": [{"type": "Reconciling", "status": "True"}]}},
{"metadata": {"name": "cairo"}}]}`), 0o600))
	code, out, errs := call(t, dir, fourClusters, "report", "--stacks", objects)
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "1 failed, of 4 clusters: tokyo\n2 pending, of 4 clusters: paris, osaka\n1 not in the list, of 4 clusters: cairo\n", errs)
	assert.Contains(t, out, "ohio, succeeded, step canary, wanted 4.18.5, running 4.18.5\n")
	assert.Contains(t, out, "tokyo, failed, step rest, wanted 4.18.5, running -\n    up failed 3 times\n")

	stacks := filepath.Join(dir, "ls.json")
	require.NoError(t, os.WriteFile(stacks, []byte(`[{"name": "acme/shop/ohio"}, {"name": "lima"}]`), 0o600))
	code, _, errs = call(t, dir, fourClusters, "report", "--may-fail", "4", "--stacks", stacks)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, errs, "1 not in the list, of 4 clusters: lima\n")
}

func step(kind string, op apitype.OpType, before, after map[string]any) apitype.EngineEvent {
	state := func(outputs map[string]any) *apitype.StepEventStateMetadata {
		if outputs == nil {
			return nil
		}
		inputs := maps.Clone(outputs)
		maps.DeleteFunc(inputs, func(name string, _ any) bool { return strings.HasPrefix(name, "computed") })
		return &apitype.StepEventStateMetadata{Inputs: inputs, Outputs: outputs}
	}
	return apitype.EngineEvent{ResOutputsEvent: &apitype.ResOutputsEvent{Metadata: apitype.StepEventMetadata{
		Op: op, URN: "urn:pulumi:ohio::shop::" + kind + "::ohio-vpc", Type: kind, Old: state(before), New: state(after),
	}}}
}

// TestDrift: drift has names of properties and no values, and is what a refresh finds changed of what the program sets. An upgrade that has
// been requested is none.
func TestDrift(t *testing.T) {
	t.Parallel()
	const vpc, hcp, drifted = "aws:ec2/vpc:Vpc", "rhcs:index/clusterRosaHcp:ClusterRosaHcp", "drift of ohio-vpc "
	before, after := map[string]any{"a": "1", "b": "2", "same": "x"}, map[string]any{"a": "3", "c": "4", "same": "x"}
	version := func(version, current string) map[string]any {
		return map[string]any{"version": version, "currentVersion": current}
	}
	for name, test := range map[string]struct {
		event apitype.EngineEvent
		want  []string
	}{
		"a change":            {event: step(vpc, apitype.OpRefresh, before, after), want: []string{drifted + "(aws:ec2/vpc:Vpc): a, b"}},
		"what AWS computes":   {event: step(vpc, apitype.OpRefresh, map[string]any{"computed": "1"}, map[string]any{"computed": "2"})},
		"no change":           {event: step(vpc, apitype.OpRefresh, before, before)},
		"a deletion":          {event: step(vpc, apitype.OpRefresh, before, nil), want: []string{drifted + "(aws:ec2/vpc:Vpc): deleted"}},
		"an update":           {event: step(vpc, apitype.OpUpdate, before, after)},
		"a requested upgrade": {event: step(hcp, apitype.OpRefresh, version("4.18.6", "4.18.5"), version("4.18.6", "4.18.6"))},
		"another upgrade": {
			event: step(hcp, apitype.OpRefresh, version("4.18.6", "4.18.6"), version("4.18.6", "4.18.9")),
			want:  []string{drifted + "(" + hcp + "): currentVersion"},
		},
		"a preview of a release": {
			event: step("pulumi:pulumi:Stack", apitype.OpSame, nil, map[string]any{"version": plugin.UnknownStringValue}),
		},
	} {
		r := &Report{Clusters: []*Result{{Outcome: succeeded}}}
		r.Clusters[0].add(test.event)
		assert.Equal(t, test.want, r.Clusters[0].Drift, name)
		assert.Empty(t, r.Clusters[0].RunningVersion)
		_, code := r.summary(0)
		assert.Equal(t, len(test.want) > 0, code == exitDrift, name)
	}
}

// TestAnAccountThatHasNothing: with the credentials of another account a refresh finds nothing, and an update would create everything
// there.
func TestAnAccountThatHasNothing(t *testing.T) {
	t.Parallel()
	for gone, want := range map[int]string{2: succeeded, 3: failed} {
		r := &Result{Outcome: pending}
		for range gone {
			r.add(step("aws:ec2/vpc:Vpc", apitype.OpRefresh, map[string]any{}, nil))
		}
		changes := map[apitype.OpType]int{"create": gone, "same": 5 - gone}
		r.add(apitype.EngineEvent{SummaryEvent: &apitype.SummaryEvent{ResourceChanges: changes}})
		assert.Equal(t, want, r.Outcome)
		if want == failed {
			assert.Equal(t, []string{"3 of 5 resources are gone: are these the credentials of the cluster's account?"}, r.Errors)
		}
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"help"}, {"--help"}, {"rehearse", "-help"}} {
		var out, errs strings.Builder
		assert.Equal(t, exitOK, Run(t.Context(), Options{}, args, &out, &errs), args)
		assert.Contains(t, out.String(), " COMMAND [flags] [arguments]\n")
		assert.Contains(t, out.String(), "--may-fail NUMBER")
		assert.NotContains(t, out.String(), "%!")
		assert.Empty(t, errs.String())
	}
	code, _, errs := call(t, t.TempDir(), fourClusters, "up")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "\"up\" is not a command; see help\n", errs)
}

// TestSettings: what `settings` prints is all that a stack has, so that a setting that leaves the list is not set any more.
func TestSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	code, out, errs := call(t, dir, fourClusters, "settings", "ohio")
	require.Equal(t, exitOK, code, errs)
	assert.Equal(t, `config:
    aws:allowedAccountIds: '["012345678901"]'
    aws:region: us-east-2
    shop:blueprint: stash
    shop:name: ohio
    shop:protect: "true"
    shop:version: 4.18.5
    shop:vpcCidr: 10.0.0.0/16
secretsprovider: ""
`, out)
	code, _, errs = call(t, dir, fourClusters, "settings")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "must be followed by one cluster")
}
