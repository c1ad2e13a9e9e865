package sandbox

import (
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChanged(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		changes map[string]int
		want    bool
	}{
		"same": {reason: "unchanged resources are not a change", changes: map[string]int{"same": 13}},
		"read": {
			reason:  "a read is not a change",
			changes: map[string]int{"same": 13, "read": 1},
		},
		"update": {reason: "one update is a change", changes: map[string]int{"same": 13, "update": 1}, want: true},
		"none":   {reason: "an operation on no resource is not a change", changes: map[string]int{"delete": 0}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, (&Result{Changes: tt.changes}).Changed(), tt.reason)
		})
	}
}

// TestReads: a read counts whether or not the engine's summary has it.
func TestReads(t *testing.T) {
	t.Parallel()
	read := apitype.EngineEvent{ResOutputsEvent: &apitype.ResOutputsEvent{Metadata: apitype.StepEventMetadata{Op: apitype.OpRead, URN: "a"}}}
	for name, counted := range map[string]map[apitype.OpType]int{"with": {"same": 2, "read": 1}, "without": {"same": 2}} {
		log := eventLog{result: &Result{Changes: map[string]int{}}}
		log.add(read)
		log.add(apitype.EngineEvent{SummaryEvent: &apitype.SummaryEvent{ResourceChanges: counted}})
		assert.Equal(t, map[string]int{"same": 2, "read": 1}, log.result.Changes, name)
	}
}

// TestProviderWithoutFake: what Pulumi says of a provider that is not installed does not help in a sandbox, which has its own plugins.
func TestProviderWithoutFake(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	box, err := New(Options{Project: "small", Dir: t.TempDir(), Program: func(ctx *pulumi.Context) error {
		_, err := register(ctx, "random:index/randomPet:RandomPet", "pet", nil)
		return err
	}})
	require.NoError(t, err)
	_, err = box.Preview(t.Context())
	assert.EqualError(t, err, "preview failed:\nerror: no resource plugin 'pulumi-resource-random' found in the workspace or on your $PATH; "+
		"the sandbox has no fake of this provider: put its plugin on PATH, or run the program with \"openshift-aws sandbox -- "+
		"pulumi up\", which downloads it")
}

// FuzzEvents adds any event of the engine, as JSON.
func FuzzEvents(f *testing.F) {
	f.Add([]byte(`{"resourcePreEvent": {"metadata": {"op": "create", "urn": "urn:pulumi:s::p::t::n"}}}`))
	f.Add([]byte(`{"resOutputsEvent": {"metadata": {"op": "create-replacement", "urn": "x", "diffs": ["a"]}}}`))
	f.Add([]byte(`{"diagnosticEvent": {"severity": "error", "message": "<{%fg 1%}>a<{%reset%}>"}}`))
	f.Add([]byte(`{"summaryEvent": {"resourceChanges": {"same": 1}}}`))
	f.Add([]byte(`{"resOpFailedEvent": {}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var event apitype.EngineEvent
		if json.Unmarshal(text, &event) != nil {
			return
		}
		log := eventLog{result: &Result{Changes: map[string]int{}}}
		log.add(event)
		log.add(event)
		assert.LessOrEqual(t, len(log.result.Steps)+len(log.result.Errors), 2, "an event is added once")
	})
}
