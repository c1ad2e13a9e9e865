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
func parseRule(t *argument.Type, text, name, value string) (FieldRule, error) {
	isEnumeration := strings.Contains(text, "|")
	switch {
	case name == "format" && (isText(t) || isTexts(t)):
		format, err := named(value)
		return FieldRule{Rule: RuleFormat, Description: "a " + format.name, check: each(inFormat(format)), ofElements: true}, err
	case name == "keys" && t.Kind == argument.Map:
		return keysRule(value)
	case namedRules[text].kind == t.Go:
		return namedRules[text].rule, nil
	case name == "cidr" && (t.Go == reflect.TypeFor[string]() || t.Go == reflect.TypeFor[[]string]()):
		return cidrRule(value)
	case text == "unique" && isTexts(t):
		return FieldRule{Rule: RuleDuplicate, check: each(func(*Problems, Path, any) {})}, nil
	case name == "length" && isText(t):
		return lengthRule(value)
	case name == "count" && (t.Kind == argument.List || t.Kind == argument.Map || isTexts(t)):
		return countRule(value)
	case isEnumeration && (isText(t) || isTexts(t)):
		allowed := strings.Split(text, "|")
		return FieldRule{
			Rule: RuleOneOf, Description: Alternatives(allowed...), Allowed: allowed, check: each(oneOf(allowed)), ofElements: true,
		}, nil
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
	return FieldRule{}, fmt.Errorf("%q is not a rule of a %s", text, t.Go)
}

// keysRule parses the rule of a map's keys: the texts a|b|c, or the name of a format.
func keysRule(value string) (FieldRule, error) {
	if strings.Contains(value, "|") {
		allowed := strings.Split(value, "|")
		return FieldRule{Rule: RuleOneOf, Description: "with the keys " + Alternatives(allowed...), check: eachKey(oneOf(allowed))}, nil
	}
	format, err := named(value)
	return FieldRule{Rule: RuleFormat, Description: "with keys that are a " + format.name, check: eachKey(inFormat(format))}, err
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

func numberRule(text string) (FieldRule, error) {
	least, most, err := numbers(text)
	number := FieldRule{Rule: RuleRange, Least: &least, Most: &most}
	switch {
	case most == math.MaxInt:
		number.Description, number.Most = fmt.Sprintf("at least %d", least), nil
		number.check = func(p *Problems, path Path, value reflect.Value) { p.AtLeast(path, value.Interface(), least) }
	case least == math.MinInt:
		number.Description, number.Least = fmt.Sprintf("at most %d", most), nil
		number.check = func(p *Problems, path Path, value reflect.Value) { p.AtMost(path, value.Interface(), most) }
	case most == math.MaxInt32:
		number.Description = fmt.Sprintf("at least %d", least)
		number.check = func(p *Problems, path Path, value reflect.Value) {
			if p.AtLeast(path, value.Interface(), least) {
				p.AtMost(path, value.Interface(), most)
			}
		}
	default:
		number.Description = fmt.Sprintf("%d to %d", least, most)
		number.check = func(p *Problems, path Path, value reflect.Value) { p.Between(path, value.Interface(), least, most) }
	}
	return number, err
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

func lengthRule(text string) (FieldRule, error) {
	least, most, err := numbers(text)
	description := fmt.Sprintf("%d to %d characters", least, most)
	return FieldRule{Rule: RuleRange, Description: description, check: func(p *Problems, path Path, value reflect.Value) {
		p.Length(path, value.Interface(), least, most)
	}}, err
}

func countRule(text string) (FieldRule, error) {
	_, most, err := numbers(text)
	return FieldRule{Rule: RuleRange, Description: fmt.Sprintf("at most %d elements", most), check: func(p *Problems, path Path, value reflect.Value) {
		if value.Kind() == reflect.Interface {
			value = value.Elem()
		}
		if value.Kind() == reflect.Slice || value.Kind() == reflect.Map {
			p.Count(path, value.Len(), most)
		}
	}}, err
}

func cidrRule(lengths string) (FieldRule, error) {
	shortest, longest, err := 0, 32, error(nil)
	description := "an IPv4 CIDR"
	if lengths != "" {
		shortest, longest, err = numbers(lengths)
		description = fmt.Sprintf("an IPv4 CIDR of /%d to /%d", shortest, longest)
	}
	return FieldRule{Rule: RuleFormat, Description: description, check: each(func(p *Problems, path Path, value any) {
		if cidr, ok := p.IPv4CIDR(path, value.(string)); ok {
			p.PrefixLength(path, cidr, shortest, longest)
		}
	})}, err
}

// durationRule parses least..most/multiple, each of which can be missing.
func durationRule(text string) (FieldRule, error) {
	limits, multiple, _ := strings.Cut(text, "/")
	first, last, _ := strings.Cut(limits, "..")
	var least, most, unit time.Duration
	for i, text := range []string{first, last, multiple} {
		if text == "" {
			continue
		}
		parsed, err := time.ParseDuration(text)
		if err != nil {
			return FieldRule{}, err
		}
		*[]*time.Duration{&least, &most, &unit}[i] = parsed
	}
	described := "at least " + Short(least)
	if last != "" {
		described = fmt.Sprintf("%s to %s", Short(least), Short(most))
	}
	return FieldRule{Rule: RuleRange, Description: described, check: func(p *Problems, path Path, value reflect.Value) {
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
