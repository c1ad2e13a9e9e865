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
		rule   func(*check.Problems) bool
		want   string
	}{
		"exclusive, one": {
			reason: "one of both may be set",
			rule: func(p *check.Problems) bool {
				return p.Exclusive("P", "A", true, "B", false) && p.Exclusive("P", "A", false, "B", true)
			},
		},
		"exclusive, both": {
			reason: "the first field is named",
			rule:   func(p *check.Problems) bool { return p.Exclusive("P", "A", true, "B", true) },
			want:   "P.A: must not be set together with B",
		},
		"exactly one, one": {
			reason: "one is set",
			rule:   func(p *check.Problems) bool { return p.ExactlyOne("P", choices(true, false)...) },
		},
		"exactly one, none": {
			reason: "one is required",
			rule:   func(p *check.Problems) bool { return p.ExactlyOne("P", choices(false, false)...) },
			want:   "P: must set one of A or B",
		},
		"exactly one, both": {
			reason: "only one is allowed",
			rule:   func(p *check.Problems) bool { return p.ExactlyOne("P", choices(true, true)...) },
			want:   "P: must set only one of A or B (got A and B)",
		},
		"at most one, none": {
			reason: "none is required",
			rule:   func(p *check.Problems) bool { return p.AtMostOne("P", choices(false, false)...) },
		},
		"at most one, both": {
			reason: "only one is allowed",
			rule:   func(p *check.Problems) bool { return p.AtMostOne("P", choices(true, true)...) },
			want:   "P: must set only one of A or B (got A and B)",
		},
		"needs, not set": {
			reason: "an option that is not set needs nothing",
			rule:   func(p *check.Problems) bool { return p.RequiresField("P", "A", false, "B", false) },
		},
		"needs, both": {
			reason: "the other one is set",
			rule:   func(p *check.Problems) bool { return p.RequiresField("P", "A", true, "B", true) },
		},
		"needs, missing": {
			reason: "an option without effect is a mistake",
			rule:   func(p *check.Problems) bool { return p.RequiresField("P", "A", true, "B", false) },
			want:   "P.A: has no effect without B",
		},
		"needs, whole group": {
			reason: "the path itself can be the option",
			rule:   func(p *check.Problems) bool { return p.RequiresField("P", "", true, "B", false) },
			want:   "P: has no effect without B",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			assert.Equal(t, tt.want == "", tt.rule(&p), "callers skip checks that depend on the rule")
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
		})
	}
}
