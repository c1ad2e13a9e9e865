package checktest

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// problem is the report of Validate on a field that breaks a rule of its tag in one way.
type problem struct {
	field *argument.Field
	// values break the rule; one that is reported is enough, because no text breaks all formats.
	values []reflect.Value
	// others are fields that are set too.
	others []*argument.Field
	// below is the element of the field where the problem is; * is any.
	below check.Path
	// rule is the kind of the problem; RuleCustom stands for any, also of an element.
	rule check.Rule
}

// problemsOf returns the problems of a field of an object by a rule of its tag.
func problemsOf(of *argument.Type, field *argument.Field, tag string) (problems []problem) {
	name, value, _ := strings.Cut(tag, "=")
	needed := needs(of, field)
	add := func(rule check.Rule, below check.Path, values ...reflect.Value) {
		if len(values) == 0 {
			return
		}
		problems = append(problems, problem{field: field, values: values, others: needed, below: below, rule: rule})
	}
	unset := reflect.Zero(field.StructField.Type)
	switch {
	case tag == "required" && field.StructField.Type.Kind() != reflect.Struct:
		add(check.RuleRequired, "", unset)
	case tag == "required=Validate":
		add(check.RuleCustom, "", unset)
	case name == "with":
		needed = nil
		for _, other := range needs(of, field) {
			if other.Name != value {
				needed = append(needed, other)
			}
		}
		add(check.RuleNeeds, "", some(field.Type))
	case name == "not":
		needed = append(needed, of.Field(value))
		add(check.RuleExclusive, "", some(field.Type))
	case name == "count":
		add(check.RuleRange, "", many(field.Type, limit(value)+1))
	case name == "keys":
		rule := check.RuleFormat
		if strings.Contains(value, "|") {
			rule = check.RuleOneOf
		}
		var keys []reflect.Value
		for _, key := range noFormat {
			keys = append(keys, in(field.Type, key, some(field.Type.Element)))
		}
		add(rule, "*", keys...)
	case brokenBy[tag] != nil:
		if broken := reflect.ValueOf(brokenBy[tag]); broken.Kind() == reflect.Map && broken.CanConvert(field.StructField.Type) {
			add(check.RuleCustom, "", broken.Convert(field.StructField.Type))
		} else {
			add(check.RuleCustom, "", values(field, brokenBy[tag])...)
		}
	default:
		for _, each := range wrongs(field, tag, name, value) {
			add(each.rule, each.below, each.values...)
		}
	}
	return problems
}

// brokenBy are values that break the rules of a type.
var brokenBy = map[string]any{
	"tags":     map[string]pulumi.StringInput{"aws:x": pulumi.String("x")},
	"iam-tags": map[string]pulumi.StringInput{"aws:x": pulumi.String("x")},
	"labels":   map[string]string{" ": "x"}, "eviction-thresholds": map[string]string{"x": "x"},
	"infra-id": "\x00", "certificates": "\x00", "rosa-password": "\x00", "spot-price": "\x00",
}

// noFormat are texts without a format; few formats accept one of them, and none accepts all.
var noFormat = []string{"\x00", " ", strings.Repeat("x", 2000), "."}

type wrong struct {
	rule   check.Rule
	below  check.Path
	values []reflect.Value
}

// wrongs are the values that break a rule of a text, number or duration, or of each in a list or map.
func wrongs(field *argument.Field, tag, name, value string) (all []wrong) {
	var element check.Path
	if isList(field.Type) {
		element = element.Index(0)
	} else if field.Type.Kind == argument.Map {
		element = element.Key(keyOf(field))
	}
	switch {
	case name == "format" || name == "cidr" || strings.Contains(tag, "|") || tag == "unique":
		rule := check.RuleFormat
		if strings.Contains(tag, "|") {
			rule = check.RuleOneOf
		}
		if tag != "unique" {
			all = append(all, wrong{rule, element, values(field, "\x00", " ", noFormat[2], ".")})
		}
		if name == "cidr" && value != "" {
			least, most := limits(value)
			all = append(all, wrong{check.RuleRange, element, values(field, fmt.Sprintf("10.0.0.0/%d", least-1), "0.0.0.0/0")})
			if most < 32 {
				all = append(all, wrong{check.RuleRange, element, values(field, fmt.Sprintf("10.0.0.0/%d", most+1))})
			}
		}
		if element != "" {
			all = append(all, wrong{check.RuleRequired, element, values(field, "")})
		}
		if element == "[0]" {
			all = append(all, wrong{check.RuleDuplicate, "[1]", []reflect.Value{list(field.Type, "x", "x")}})
		}
	case name == "length":
		least, most := limits(value)
		if most < math.MaxInt {
			all = append(all, wrong{check.RuleRange, element, values(field, strings.Repeat("x", most+1), strings.Repeat("1", most+1))})
		}
		if least > 1 {
			all = append(all, wrong{check.RuleRange, element, values(field, strings.Repeat("x", least-1))})
		}
	case strings.Contains(tag, ".."):
		for _, number := range outside(field.Type, tag) {
			all = append(all, wrong{check.RuleRange, element, values(field, number)})
		}
	}
	return all
}

// outside are numbers or durations beside the limits of a range. Zero is not set.
func outside(t *argument.Type, tag string) (numbers []any) {
	if t.Kind == argument.Duration {
		limits, multiple, _ := strings.Cut(tag, "/")
		first, last, _ := strings.Cut(limits, "..")
		least, _ := time.ParseDuration(first)
		unit := time.Duration(1)
		if multiple != "" {
			unit, _ = time.ParseDuration(multiple)
			numbers = append(numbers, max(least, unit)+1)
		}
		if most, err := time.ParseDuration(last); err == nil {
			numbers = append(numbers, most+unit)
		}
		if least == unit {
			return append(numbers, -unit)
		}
		return append(numbers, least-unit)
	}
	least, most := limits(tag)
	if most < math.MaxInt {
		numbers = append(numbers, most+1)
	}
	if least == 1 {
		return append(numbers, -1)
	}
	if least > math.MinInt {
		numbers = append(numbers, least-1)
	}
	return numbers
}

// limits parses least..most, either of which can be missing.
func limits(text string) (least, most int) {
	first, last, _ := strings.Cut(text, "..")
	least, most = math.MinInt, math.MaxInt
	if number, err := strconv.Atoi(first); err == nil {
		least = number
	}
	if number, err := strconv.Atoi(last); err == nil {
		most = number
	}
	return least, most
}

func limit(text string) int {
	_, most := limits(text)
	return most
}

// needs are the fields without which a field has no effect.
func needs(of *argument.Type, field *argument.Field) (needed []*argument.Field) {
	for _, rule := range field.Rules {
		if name, ok := strings.CutPrefix(rule, "with="); ok {
			needed = append(needed, of.Field(name))
		}
	}
	return needed
}
