package check

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// parseRule parses a rule of a tag for a field of a type.
func parseRule(t *argument.Type, text, name, value string) (fieldRule, error) {
	switch {
	case name == "format" && (isText(t) || isTexts(t)):
		format, err := named(value)
		return fieldRule{each(inFormat(format)), true}, err
	case name == "keys" && t.Kind == argument.Map:
		return keysRule(value)
	case namedRules[text].kind == t.Go:
		return namedRules[text].rule, nil
	case name == "cidr" && (t.Go == reflect.TypeFor[string]() || t.Go == reflect.TypeFor[[]string]()):
		return cidrRule(value)
	case text == "unique" && isTexts(t):
		return fieldRule{check: each(func(*Problems, Path, any) {})}, nil
	case name == "length" && isText(t):
		return lengthRule(value)
	case name == "count" && (t.Kind == argument.List || t.Kind == argument.Map || isTexts(t)):
		return countRule(value)
	case strings.Contains(text, "|") && (isText(t) || isTexts(t)):
		return fieldRule{each(oneOf(strings.Split(text, "|"))), true}, nil
	case strings.Contains(text, "..") && t.Kind == argument.Duration:
		return durationRule(text)
	case strings.Contains(text, "..") && isNumeric(t):
		return numberRule(text)
	case strings.Contains(text, "..") && t.Kind == argument.Map && isNumeric(t.Element):
		number, err := numberRule(text)
		ofValue := number.check
		number.check = func(p *Problems, path Path, value reflect.Value) {
			t.Elements(path, value, func(path Path, value reflect.Value) { ofValue(p, path, value) })
		}
		return number, err
	}
	return fieldRule{}, fmt.Errorf("%q is not a rule of a %s", text, t.Go)
}

// keysRule parses the rule of a map's keys: the texts a|b|c, or the name of a format.
func keysRule(value string) (fieldRule, error) {
	if strings.Contains(value, "|") {
		return fieldRule{check: eachKey(oneOf(strings.Split(value, "|")))}, nil
	}
	format, err := named(value)
	return fieldRule{check: eachKey(inFormat(format))}, err
}

// isText reports whether a type is a text, or an Input or output of one.
func isText(t *argument.Type) bool {
	return t.Kind == argument.Text || t.Kind == argument.Input && t.Element != nil && t.Element.Kind == argument.Text
}

// isTexts reports whether a type is a list or a map of texts, or an Input of a list.
func isTexts(t *argument.Type) bool {
	switch t.Kind {
	case argument.List, argument.Map:
		return isText(t.Element)
	case argument.Input:
		return t.Element != nil && t.Element.Kind == argument.List && isText(t.Element.Element)
	default:
		return false
	}
}

func isNumeric(t *argument.Type) bool {
	return t.Kind == argument.Integer || t.Kind == argument.Input && t.Element != nil && t.Element.Kind == argument.Integer
}

func numberRule(text string) (fieldRule, error) {
	least, most, err := numbers(text)
	return fieldRule{check: func(p *Problems, path Path, value reflect.Value) {
		switch number := value.Interface(); {
		case least > math.MinInt && most < math.MaxInt32:
			p.Between(path, number, least, most)
		case p.AtLeast(path, number, least):
			p.AtMost(path, number, most)
		}
	}}, err
}

// numbers parses least..most, either of which can be missing.
func numbers(text string) (least, most int, err error) {
	first, last, ok := strings.Cut(text, "..")
	least, most = math.MinInt, math.MaxInt
	if !ok || first+last == "" {
		return least, most, fmt.Errorf("%q is not a range (for example, 1..64)", text)
	}
	if first != "" {
		if least, err = strconv.Atoi(first); err != nil {
			return least, most, err
		}
	}
	if last != "" {
		most, err = strconv.Atoi(last)
	}
	if err == nil && least > most {
		err = fmt.Errorf("%q is an empty range", text)
	}
	return least, most, err
}

func lengthRule(text string) (fieldRule, error) {
	least, most, err := numbers(text)
	return fieldRule{check: func(p *Problems, path Path, value reflect.Value) {
		p.Length(path, value.Interface(), least, most)
	}}, err
}

func countRule(text string) (fieldRule, error) {
	_, most, err := numbers(text)
	return fieldRule{check: func(p *Problems, path Path, value reflect.Value) {
		if value.Kind() == reflect.Interface {
			value = value.Elem()
		}
		if value.Kind() == reflect.Slice || value.Kind() == reflect.Map {
			p.Count(path, value.Len(), most)
		}
	}}, err
}

func cidrRule(lengths string) (fieldRule, error) {
	shortest, longest, err := 0, 32, error(nil)
	if lengths != "" {
		shortest, longest, err = numbers(lengths)
	}
	return fieldRule{check: each(func(p *Problems, path Path, value any) {
		if cidr, ok := p.IPv4CIDR(path, value.(string)); ok {
			p.PrefixLength(path, cidr, shortest, longest)
		}
	})}, err
}

// durationRule parses least..most/multiple, each of which can be missing.
func durationRule(text string) (fieldRule, error) {
	limits, multiple, _ := strings.Cut(text, "/")
	first, last, _ := strings.Cut(limits, "..")
	var least, most, unit time.Duration
	for i, text := range []string{first, last, multiple} {
		if text == "" {
			continue
		}
		parsed, err := time.ParseDuration(text)
		if err != nil {
			return fieldRule{}, err
		}
		*[]*time.Duration{&least, &most, &unit}[i] = parsed
	}
	return fieldRule{check: func(p *Problems, path Path, value reflect.Value) {
		d := time.Duration(reflect.Indirect(value).Int())
		switch {
		case last == "" && least > 0 && d < least:
			p.addRulef(RuleRange, path, "must be at least %s (got %s)", Short(least), Short(d))
		case last == "":
			p.PositiveDuration(path, d, unit)
		default:
			p.Duration(path, d, least, most, unit)
		}
	}}, nil
}
