package keep

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

func TestChange(t *testing.T) {
	t.Parallel()
	inputs := func(stage string, machines ...any) resource.PropertyMap {
		return resource.NewPropertyMapFromMap(map[string]any{"stage": stage, "machines": machines})
	}
	var called []string
	rule := func(input string) Rule {
		return Rule{Input: input, Value: pulumi.String(""), Reject: func(Change) error {
			called = append(called, input)
			return errors.New(input + " would be lost")
		}}
	}
	rules := []Rule{rule("stage"), rule("machines"), rule("zones")}
	tests := map[string]struct {
		reason   string
		old, new resource.PropertyMap
		want     []string
	}{
		"no change": {reason: "nothing is lost", old: inputs("cluster", "a", "b"), new: inputs("cluster", "a", "b")},
		"all": {
			reason: "all problems are reported at once", old: inputs("cluster", "a", "b"), new: inputs("bootstrap", "a"),
			want: []string{"stage", "machines"},
		},
		"another version": {reason: "a state without the inputs has nothing to compare", new: inputs("cluster", "a")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			called = nil
			err := Change{Old: tt.old, New: tt.new}.check(rules)
			assert.Equal(t, tt.want, called, tt.reason)
			assert.Equal(t, tt.want != nil, err != nil)
		})
	}
	c := Change{Old: inputs("cluster", "a", "b", "c"), New: inputs("bootstrap", "b", "d")}
	assert.Equal(t, []string{"a", "c"}, c.Removed("machines"))
	before, after := c.Texts("stage")
	assert.Equal(t, []string{"cluster", "bootstrap"}, []string{before, after})
	assert.Equal(t, []string{"machines", "stage", "zones"}, slices.Sorted(maps.Keys(Inputs(rules))))
}
