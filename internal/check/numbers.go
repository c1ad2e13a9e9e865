package check

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// Between reports a number outside of least to most. Value is an int, a pointer to one, or a Pulumi Input: nil and what is not
// known yet pass.
func (p *Problems) Between(path Path, value any, least, most int) bool {
	number, known := Number(value)
	if !known || least <= number && number <= most {
		return true
	}
	p.addRulef(RuleRange, path, "must be between %d and %d (got %d)", least, most, number)
	return false
}

// AtLeast reports a number below least. It accepts the same values as Between.
func (p *Problems) AtLeast(path Path, value any, least int) bool {
	number, known := Number(value)
	switch {
	case !known || number >= least:
		return true
	case least == 0:
		p.addRulef(RuleRange, path, "must not be negative (got %d)", number)
	default:
		p.addRulef(RuleRange, path, "must be at least %d (got %d)", least, number)
	}
	return false
}

// AtLeastField reports a number below that of another field.
func (p *Problems) AtLeastField(path Path, number int, field string, least int) bool {
	if number >= least {
		return true
	}
	p.addRulef(RuleRange, path, "must be at least %s, %d (got %d)", field, least, number)
	return false
}

// AtMost reports a number above most. It accepts the same values as Between.
func (p *Problems) AtMost(path Path, value any, most int) bool {
	number, known := Number(value)
	if !known || number <= most {
		return true
	}
	p.addRulef(RuleRange, path, "must be at most %d (got %d)", most, number)
	return false
}

// Fraction reports a number that is not greater than 0 and at most 1. Zero, the default, passes.
func (p *Problems) Fraction(path Path, value float64) {
	if math.IsNaN(value) || value < 0 || value > 1 {
		p.addRulef(RuleRange, path, "must be greater than 0 and at most 1 (got %v)", value)
	}
}

// Count reports a list or map with more than most elements.
func (p *Problems) Count(path Path, length, most int) bool {
	if length <= most {
		return true
	}
	noun := "elements"
	if most == 1 {
		noun = "element"
	}
	p.addRulef(RuleRange, path, "must have at most %d %s (has %d)", most, noun, length)
	return false
}

// Length reports a text of fewer than least or more than most bytes. Empty texts pass.
func (p *Problems) Length(path Path, value any, least, most int) bool {
	text, known := Text(value)
	if !known || text == "" || least <= len(text) && len(text) <= most {
		return true
	}
	if len(text) > most {
		p.addRulef(RuleRange, path, "must have at most %d characters (has %d)", most, len(text))
	} else {
		p.addRulef(RuleRange, path, "must have at least %d characters (has %d)", least, len(text))
	}
	return false
}

// Duration reports a duration outside of least to most, or one that is not a multiple of unit. Zero, the default, passes.
func (p *Problems) Duration(path Path, value, least, most, unit time.Duration) bool {
	switch {
	case value == 0:
	case value < least || value > most:
		p.addRulef(RuleRange, path, "must be between %s and %s (got %s)", Short(least), Short(most), Short(value))
		return false
	case unit > 0 && value%unit != 0:
		p.addRulef(RuleRange, path, "must be a multiple of %s (got %s)", Short(unit), Short(value))
		return false
	}
	return true
}

// PositiveDuration reports a negative duration, or one that is not a multiple of unit. Zero, the default, passes.
func (p *Problems) PositiveDuration(path Path, value, unit time.Duration) bool {
	switch {
	case value < 0:
		p.addRulef(RuleRange, path, "must not be negative (got %s)", Short(value))
		return false
	case unit > 0 && value%unit != 0:
		p.addRulef(RuleRange, path, "must be a multiple of %s (got %s)", Short(unit), Short(value))
		return false
	}
	return true
}

// SpotPrice reports a text that is not a positive number of US dollars per hour. An empty text, the on-demand price, passes.
func (p *Problems) SpotPrice(path Path, text string) {
	dollars, err := strconv.ParseFloat(text, 64)
	plain := strings.Trim(text, "0123456789.") == "" && !strings.HasPrefix(text, ".") && !strings.HasSuffix(text, ".")
	if text != "" && (err != nil || !plain || dollars == 0) {
		p.addRulef(RuleFormat, path, "%q is not a valid price in US dollars per hour (for example, 0.08)", text)
	}
}

// ZeroAsNil returns a pointer to a number, nil for zero: for fields whose zero value stands for the default.
func ZeroAsNil(number int) *int {
	if number == 0 {
		return nil
	}
	return &number
}

// Number returns the number of an int, of a pointer to one, or of an Input, and reports whether it is known: outputs are not.
func Number(value any) (int, bool) {
	if value == nil {
		return 0, false
	}
	v := reflect.ValueOf(value)
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.CanInt() {
		return int(v.Int()), true
	}
	return 0, false
}

// Short writes a duration without zero units at its end: 30m, 1h, 1m30s.
func Short(d time.Duration) string { return argument.Short(d) }

// OneOf reports a value that is not one of those allowed. An empty value passes: use Required where there is no default.
func OneOf[T ~string](p *Problems, path Path, value T, allowed ...T) bool {
	if value == "" || slices.Contains(allowed, value) {
		return true
	}
	p.addRulef(RuleOneOf, path, "must be %s (got %q)", Alternatives(allowed...), string(value))
	return false
}

// Alternatives writes a list as `a, b or c`.
func Alternatives[T ~string](values ...T) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = string(value)
	}
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return fmt.Sprintf("%s or %s", strings.Join(texts[:last], ", "), texts[last])
}
