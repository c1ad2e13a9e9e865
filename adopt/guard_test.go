package adopt

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/stretchr/testify/assert"
)

// TestGuard: an update or a replacement is a difference, whatever the engine says about it.
func TestGuard(t *testing.T) {
	t.Parallel()
	key := Key{Type: "rhcs:index/hcpMachinePool:HcpMachinePool", Name: "p"}
	for _, test := range []struct {
		reason string
		step   step
		allow  []string
		want   []string
	}{
		{reason: "an import", step: step{ops: []apitype.OpType{apitype.OpImport}}},
		{
			reason: "what the update computes is left out if it is not the only difference",
			step: step{
				ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"currentVersion", "replicas"},
				inputs: map[string]any{"replicas": 3.0}, actual: map[string]any{"replicas": 2.0},
			},
			want: []string{key.String() + ".replicas: the program has 3, it is 2"},
		},
		{
			reason: "a default of the provider", want: []string{key.String() + ": update of ignoreDeletionError"},
			step: step{ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"ignoreDeletionError"}},
		},
		{
			reason: "an update without a difference", want: []string{key.String() + ": update of "},
			step: step{ops: []apitype.OpType{apitype.OpUpdate}},
		},
		{reason: "a deletion", step: step{ops: []apitype.OpType{apitype.OpDelete}}, want: []string{key.String() + ": delete"}},
		{
			reason: "a replacement is never allowed", allow: []string{"*"},
			step: step{ops: []apitype.OpType{apitype.OpReplace}, diffs: []string{"name"}, inputs: map[string]any{"name": "a"}},
			want: []string{key.String() + `.name: the program has "a", it is not set (replaces the resource)`},
		},
	} {
		a := &adoption{opts: Options{Allow: test.allow}, engine: &engine{language: &language{}}}
		s := test.step
		s.key, s.custom = key, true
		report := a.report(&outcome{steps: map[string]*step{"urn": &s}})
		assert.Equal(t, test.want, report.Differences, test.reason)
	}
}
