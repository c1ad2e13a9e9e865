package check_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	type color string
	fraction := func(value float64) func(*check.Problems) bool {
		return func(p *check.Problems) bool {
			p.Fraction("P", value)
			return p.Err() == nil
		}
	}
	price := func(text string) func(*check.Problems) bool {
		return func(p *check.Problems) bool {
			p.SpotPrice("P", text)
			return p.Err() == nil
		}
	}
	tests := map[string]struct {
		reason string
		rule   func(*check.Problems) bool
		want   string
	}{
		"between, least": {
			reason: "the bounds are allowed",
			rule:   func(p *check.Problems) bool { return p.Between("P", 1, 1, 3) },
		},
		"between, most": {
			reason: "the bounds are allowed",
			rule:   func(p *check.Problems) bool { return p.Between("P", 3, 1, 3) },
		},
		"between, nil": {
			reason: "a number that is not set has the default",
			rule:   func(p *check.Problems) bool { return p.Between("P", (*int)(nil), 1, 3) },
		},
		"between, no input": {
			reason: "an Input that is not set has the default",
			rule:   func(p *check.Problems) bool { return p.Between("P", nil, 1, 3) },
		},
		"between, zero is set": {
			reason: "a pointer to zero is zero",
			rule:   func(p *check.Problems) bool { return p.Between("P", new(int), 1, 3) },
			want:   "must be between 1 and 3 (got 0)",
		},
		"between, unset zero": {
			reason: "zero stands for the default",
			rule:   func(p *check.Problems) bool { return p.Between("P", check.ZeroAsNil(0), 1, 3) },
		},
		"between, above": {
			reason: "a number above the range is named",
			rule:   func(p *check.Problems) bool { return p.Between("P", check.ZeroAsNil(4), 1, 3) },
			want:   "must be between 1 and 3 (got 4)",
		},
		"between, input": {
			reason: "the number of an Input is known",
			rule:   func(p *check.Problems) bool { return p.Between("P", pulumi.Int(0), 1, 3) },
			want:   "must be between 1 and 3 (got 0)",
		},
		"between, unknown": {
			reason: "an output is checked by the provider",
			rule:   func(p *check.Problems) bool { return p.Between("P", pulumi.Int(0).ToIntOutput(), 1, 3) },
		},
		"at least": {
			reason: "a number below is named",
			rule:   func(p *check.Problems) bool { return p.AtLeast("P", 1, 2) },
			want:   "must be at least 2 (got 1)",
		},
		"at least, unknown": {
			reason: "an output is not known",
			rule:   func(p *check.Problems) bool { return p.AtLeast("P", nil, 2) && p.AtMost("P", nil, -1) },
		},
		"at least zero": {
			reason: "zero as a bound is said as a sign",
			rule:   func(p *check.Problems) bool { return p.AtLeast("P", -1, 0) },
			want:   "must not be negative (got -1)",
		},
		"at least, equal": {
			reason: "the bound is allowed",
			rule:   func(p *check.Problems) bool { return p.AtLeast("P", 2, 2) },
		},
		"at least another field": {
			reason: "who reads it did not write the bound here",
			rule:   func(p *check.Problems) bool { return p.AtLeastField("P", 1, "Min", 2) },
			want:   "must be at least Min, 2 (got 1)",
		},
		"at least another field, equal": {
			reason: "the bound is allowed",
			rule:   func(p *check.Problems) bool { return p.AtLeastField("P", 2, "Min", 2) },
		},
		"at most": {
			reason: "a number above is named",
			rule:   func(p *check.Problems) bool { return p.AtMost("P", 3, 2) },
			want:   "must be at most 2 (got 3)",
		},
		"at most, equal": {
			reason: "the bound is allowed",
			rule:   func(p *check.Problems) bool { return p.AtMost("P", 2, 2) },
		},
		"fraction": {
			reason: "1 is all",
			rule:   fraction(1),
		},
		"fraction, zero": {
			reason: "zero is the default",
			rule:   fraction(0),
		},
		"fraction, above": {
			reason: "more than all is impossible",
			rule:   fraction(1.1),
			want:   "must be greater than 0 and at most 1 (got 1.1)",
		},
		"fraction, below": {
			reason: "less than nothing is impossible",
			rule:   fraction(-1),
			want:   "must be greater than 0 and at most 1 (got -1)",
		},
		"count": {
			reason: "a list of the limit is allowed",
			rule:   func(p *check.Problems) bool { return p.Count("P", 2, 2) },
		},
		"count, above": {
			reason: "a longer list is named",
			rule:   func(p *check.Problems) bool { return p.Count("P", 3, 2) },
			want:   "must have at most 2 elements (has 3)",
		},
		"length": {
			reason: "texts of the bounds are allowed",
			rule:   func(p *check.Problems) bool { return p.Length("P", "ab", 2, 3) && p.Length("P", "abc", 2, 3) },
		},
		"length, empty": {
			reason: "a text that is empty, or not known, has no length",
			rule:   func(p *check.Problems) bool { return p.Length("P", "", 2, 3) && p.Length("P", nil, 2, 2) },
		},
		"length, short": {
			reason: "a shorter text is named",
			rule:   func(p *check.Problems) bool { return p.Length("P", "a", 2, 3) },
			want:   "must have at least 2 characters (has 1)",
		},
		"length, long": {
			reason: "a longer text is named",
			rule:   func(p *check.Problems) bool { return p.Length("P", "abcd", 2, 3) },
			want:   "must have at most 3 characters (has 4)",
		},
		"duration": {
			reason: "zero is the default",
			rule:   func(p *check.Problems) bool { return p.Duration("P", 0, time.Minute, time.Hour, 0) },
		},
		"duration, bounds": {
			reason: "the bounds are allowed",
			rule:   func(p *check.Problems) bool { return p.Duration("P", time.Hour, time.Minute, time.Hour, time.Minute) },
		},
		"duration, long": {
			reason: "a longer one is named",
			rule:   func(p *check.Problems) bool { return p.Duration("P", 2*time.Hour, time.Minute, time.Hour, 0) },
			want:   "must be between 1m and 1h (got 2h)",
		},
		"duration, short": {
			reason: "a shorter one is named",
			rule:   func(p *check.Problems) bool { return p.Duration("P", time.Second, time.Minute, time.Hour, 0) },
			want:   "must be between 1m and 1h (got 1s)",
		},
		"duration, unit": {
			reason: "AWS counts in units",
			rule: func(p *check.Problems) bool {
				return p.Duration("P", 90*time.Second, time.Minute, time.Hour, time.Minute)
			},
			want: "must be a multiple of 1m (got 1m30s)",
		},
		"positive": {
			reason: "any length is allowed, and zero is the default",
			rule: func(p *check.Problems) bool {
				return p.PositiveDuration("P", 1000*time.Hour, time.Minute) && p.PositiveDuration("P", 0, 2)
			},
		},
		"positive, negative": {
			reason: "time does not run back",
			rule:   func(p *check.Problems) bool { return p.PositiveDuration("P", -time.Hour, 0) },
			want:   "must not be negative (got -1h)",
		},
		"positive, unit": {
			reason: "AWS counts in units",
			rule:   func(p *check.Problems) bool { return p.PositiveDuration("P", time.Second/2, time.Second) },
			want:   "must be a multiple of 1s (got 500ms)",
		},
		"price": {
			reason: "dollars and cents",
			rule:   price("0.08"),
		},
		"price, empty": {
			reason: "without a price there is no limit",
			rule:   price(""),
		},
		"price, zero": {
			reason: "nothing is not a bid",
			rule:   price("0.00"),
			want:   `"0.00" is not a valid price in US dollars per hour (for example, 0.08)`,
		},
		"price, sign": {
			reason: "the currency is fixed",
			rule:   price("$1"),
			want:   `"$1" is not a valid price in US dollars per hour (for example, 0.08)`,
		},
		"price, exponent": {
			reason: "AWS does not parse exponents",
			rule:   price("1e3"),
			want:   `"1e3" is not a valid price in US dollars per hour (for example, 0.08)`,
		},
		"price, half": {
			reason: "AWS wants digits on both sides",
			rule:   price(".5"),
			want:   `".5" is not a valid price in US dollars per hour (for example, 0.08)`,
		},
		"one of": {
			reason: "an allowed value passes",
			rule:   func(p *check.Problems) bool { return check.OneOf(p, "P", color("red"), "red", "blue") },
		},
		"one of, empty": {
			reason: "an empty value is the default",
			rule:   func(p *check.Problems) bool { return check.OneOf(p, "P", color(""), "red", "blue") },
		},
		"one of, other": {
			reason: "the choices are listed",
			rule:   func(p *check.Problems) bool { return check.OneOf(p, "P", color("x"), "red", "green", "blue") },
			want:   `must be red, green or blue (got "x")`,
		},
		"one of one": {
			reason: "a single choice is named",
			rule:   func(p *check.Problems) bool { return check.OneOf(p, "P", "x", "red") },
			want:   `must be red (got "x")`,
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
			assert.EqualError(t, p.Err(), "P: "+tt.want, tt.reason)
		})
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	for duration, want := range map[time.Duration]string{
		30 * time.Minute: "30m", time.Hour: "1h", 90 * time.Second: "1m30s", 5 * time.Second: "5s", 90 * time.Minute: "1h30m",
	} {
		assert.Equal(t, want, check.Short(duration))
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	number, known := check.Number("text")
	assert.Zero(t, number)
	assert.False(t, known, "a text has no number")
	number, known = check.Number((*int)(nil))
	assert.Zero(t, number)
	assert.False(t, known, "nil has no number")
}
