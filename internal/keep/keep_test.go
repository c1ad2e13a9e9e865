package keep

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
			err := Change{Old: tt.old, New: tt.new}.check(rules, "Queue/demo")
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

// TestRows: each kind of row, with what it rejects.
func TestRows(t *testing.T) {
	t.Parallel()
	list := func(values ...any) resource.PropertyMap {
		return resource.NewPropertyMapFromMap(map[string]any{"zones": values, "name": "demo", "subnets": map[string]any{"a": "10.0.0.0/20"}})
	}
	with := func(key resource.PropertyKey, value resource.PropertyValue) resource.PropertyMap {
		changed := list("a", "b", "c").Copy()
		changed[key] = value
		return changed
	}
	fixed := Fixed("name", "Name", pulumi.String("demo"), "it is lost")
	oneByOne := OneByOne("zones", "Zones", []string{"a"}, "they are lost")
	entries := Entries("subnets", "Subnets", pulumi.StringMap{}, "they are lost")
	subnet := func(value any) resource.PropertyValue {
		return resource.NewPropertyValue(map[string]any{"a": value, "b": "10.0.16.0/20"})
	}
	tests := map[string]struct {
		reason   string
		rule     Rule
		old, new resource.PropertyMap
		want     string
	}{
		"another text": {
			reason: "the value stays equal for life", rule: fixed, new: with("name", resource.NewProperty("shop")),
			want: "Name: demo cannot become shop: it is lost. If it is meant, run `pulumi config set openshift-aws:allowLoss Queue/demo`",
		},
		"a text that is not known": {
			reason: "the update compares it", rule: fixed, new: with("name", resource.MakeComputed(resource.NewProperty(""))),
		},
		"an argument says so": {reason: "the loss is meant", rule: fixed.Unless(true), new: with("name", resource.NewProperty("shop"))},
		"a condition": {
			reason: "the cluster is not installed", rule: fixed.If(func(Change) bool { return false }),
			new: with("name", resource.NewProperty("shop")),
		},
		"one less": {reason: "what is removed by its own name stays one line", rule: oneByOne, new: list("a", "c")},
		"two less": {reason: "one value takes several", rule: oneByOne, new: list("b"), want: "Zones: a, c cannot be taken away in one update"},
		"the last": {reason: "nothing is left", rule: oneByOne, old: list("a"), new: list("b"), want: "it is the last one"},
		"one of a list that keeps all": {
			reason: "none can leave", rule: Each("zones", "Zones", nil, "they are lost"), new: list("a", "b"),
			want: "Zones: c cannot be taken away",
		},
		"another entry": {
			reason: "an entry stays equal", rule: entries, new: with("subnets", subnet("10.1.0.0/20")), want: "Subnets: a: 10.0.0.0/20",
		},
		"one entry more": {reason: "nothing is lost", rule: entries, new: with("subnets", subnet("10.0.0.0/20"))},
		"without a value": {
			reason: "an empty list is no input", rule: oneByOne, new: with("zones", resource.NewNullProperty()), want: "a, b, c cannot",
		},
	}
	for name, tt := range tests {
		old := tt.old
		if old == nil {
			old = list("a", "b", "c")
		}
		err := Change{Old: old, New: tt.new}.check([]Rule{tt.rule}, "Queue/demo")
		if tt.want == "" {
			require.NoError(t, err, name+": "+tt.reason)
			continue
		}
		require.ErrorContains(t, err, tt.want, name+": "+tt.reason)
	}
}
