package check_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestFieldsTogether(t *testing.T) {
	t.Parallel()
	choices := func(a, b bool) []check.Choice { return []check.Choice{{Field: "A", Set: a}, {Field: "B", Set: b}} }
	tests := map[string]struct {
		reason string
		note   func(*check.Problems)
		want   string
	}{
		"exclusive, one": {
			reason: "one of both may be set",
			note:   func(p *check.Problems) { p.Exclusive("P", "A", true, "B", false) },
		},
		"exclusive, both": {
			reason: "the first field is named",
			note:   func(p *check.Problems) { p.Exclusive("P", "A", true, "B", true) },
			want:   "P.A: must not be set together with B",
		},
		"exactly one, one": {
			reason: "one is set",
			note:   func(p *check.Problems) { p.ExactlyOne("P", choices(true, false)...) },
		},
		"exactly one, none": {
			reason: "one is required",
			note:   func(p *check.Problems) { p.ExactlyOne("P", choices(false, false)...) },
			want:   "P: must set one of A or B",
		},
		"exactly one, both": {
			reason: "only one is allowed",
			note:   func(p *check.Problems) { p.ExactlyOne("P", choices(true, true)...) },
			want:   "P: must set only one of A or B (got A and B)",
		},
		"at most one, none": {
			reason: "none is required",
			note:   func(p *check.Problems) { p.AtMostOne("P", choices(false, false)...) },
		},
		"at most one, both": {
			reason: "only one is allowed",
			note:   func(p *check.Problems) { p.AtMostOne("P", choices(true, true)...) },
			want:   "P: must set only one of A or B (got A and B)",
		},
		"needs, not set": {
			reason: "an option that is not set needs nothing",
			note:   func(p *check.Problems) { p.RequiresField("P", "A", false, "B", false) },
		},
		"needs, both": {
			reason: "the other one is set",
			note:   func(p *check.Problems) { p.RequiresField("P", "A", true, "B", true) },
		},
		"needs, missing": {
			reason: "an option without effect is a mistake",
			note:   func(p *check.Problems) { p.RequiresField("P", "A", true, "B", false) },
			want:   "P.A: has no effect without B",
		},
		"needs, whole group": {
			reason: "the path itself can be the option",
			note:   func(p *check.Problems) { p.RequiresField("P", "", true, "B", false) },
			want:   "P: has no effect without B",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tt.note(&p)
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
		})
	}
}

// TestResultsOfCombinations: a rule returns whether it reported no problem.
func TestResultsOfCombinations(t *testing.T) {
	t.Parallel()
	on, off := check.Choice{Field: "A", Set: true}, check.Choice{Field: "B"}
	tests := map[string]struct {
		reason string
		rule   func(p *check.Problems) bool
		want   bool
	}{
		"one": {
			reason: "one may be set",
			rule:   func(p *check.Problems) bool { return p.Exclusive("P", "A", true, "B", false) },
			want:   true,
		},
		"other": {
			reason: "the other may be set",
			rule:   func(p *check.Problems) bool { return p.Exclusive("P", "A", false, "B", true) },
			want:   true,
		},
		"both": {
			reason: "not both",
			rule:   func(p *check.Problems) bool { return p.Exclusive("P", "A", true, "B", true) },
		},
		"choice": {
			reason: "one is set",
			rule:   func(p *check.Problems) bool { return p.ExactlyOne("P", on, off) },
			want:   true,
		},
		"no choice": {
			reason: "one is required",
			rule:   func(p *check.Problems) bool { return p.ExactlyOne("P", off) },
		},
		"none": {
			reason: "none is required",
			rule:   func(p *check.Problems) bool { return p.AtMostOne("P", off) },
			want:   true,
		},
		"two": {
			reason: "only one",
			rule:   func(p *check.Problems) bool { return p.AtMostOne("P", on, on) },
		},
		"needed": {
			reason: "the other is set",
			rule:   func(p *check.Problems) bool { return p.RequiresField("P", "A", true, "B", true) },
			want:   true,
		},
		"not needed": {
			reason: "it is not set",
			rule:   func(p *check.Problems) bool { return p.RequiresField("P", "A", false, "B", false) },
			want:   true,
		},
		"missing": {
			reason: "no effect",
			rule:   func(p *check.Problems) bool { return p.RequiresField("P", "A", true, "B", false) },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			assert.Equal(t, tt.want, tt.rule(&p), tt.reason)
			assert.Equal(t, tt.want, p.Err() == nil, tt.reason)
		})
	}
}
