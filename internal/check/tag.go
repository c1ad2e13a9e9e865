package check

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// tag are the rules in the tag of a field.
type tag struct {
	required bool
	part     bool
	rules    []rule
	// elements are those of rules that are of the texts in a list or a map, each by itself.
	elements  []rule
	with, not []string
}

// rule reports what is wrong with a value that is set.
type rule func(p *Problems, path string, value reflect.Value)

var parsed sync.Map

// tagsOf returns the tags of a struct's fields. It panics if one does not parse, which TestTags of each package notices.
func tagsOf(t reflect.Type) []tag {
	if tags, ok := parsed.Load(t); ok {
		return tags.([]tag)
	}
	tags := make([]tag, t.NumField())
	for i := range tags {
		var err error
		if tags[i], err = parseTag(t, t.Field(i)); err != nil {
			panic(err)
		}
	}
	parsed.Store(t, tags)
	return tags
}

// CheckTags returns an error that names the tags of a type of arguments, and of the structs in it, that do not parse or do not fit the
// kind of their field.
func CheckTags(args reflect.Type) error {
	var p Problems
	checkTags(&p, args, map[reflect.Type]bool{})
	return p.Err()
}

func checkTags(p *Problems, t reflect.Type, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		checkTags(p, t.Elem(), seen)
	case reflect.Struct:
		if !ours(t) || seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			_, err := parseTag(t, t.Field(i))
			p.Add(err)
			checkTags(p, t.Field(i).Type, seen)
		}
	default:
	}
}

func parseTag(structure reflect.Type, field reflect.StructField) (tag, error) {
	var parsed tag
	text := field.Tag.Get("check")
	if text == "" {
		return parsed, nil
	}
	if !field.IsExported() {
		return parsed, fmt.Errorf("%s.%s: tag %q: the field is not exported", structure, field.Name, text)
	}
	for part := range strings.SplitSeq(text, ",") {
		if err := parsed.parse(structure, field.Type, part); err != nil {
			return parsed, fmt.Errorf("%s.%s: tag %q: %w", structure, field.Name, text, err)
		}
	}
	return parsed, nil
}

func (t *tag) parse(structure, kind reflect.Type, part string) error {
	name, value, _ := strings.Cut(part, "=")
	switch {
	case part == "required":
		t.required = true
	case part == "empty":
		// ErrOf reads it.
	case part == "part":
		t.part = true
	case name == "with" || name == "not":
		if _, ok := structure.FieldByName(value); !ok {
			return fmt.Errorf("%s has no field %q", structure, value)
		}
		if name == "with" {
			t.with = append(t.with, value)
		} else {
			t.not = append(t.not, value)
		}
	default:
		rule, err := parseRule(kind, part, name, value)
		t.rules = append(t.rules, rule)
		if name == "format" || name != "keys" && strings.Contains(part, "|") {
			t.elements = append(t.elements, rule)
		}
		return err
	}
	return nil
}

func parseRule(kind reflect.Type, part, name, value string) (rule, error) {
	switch {
	case name == "format" && (isText(kind) || isTexts(kind)):
		format, err := named(value)
		return each(inFormat(format)), err
	case name == "keys" && kind.Kind() == reflect.Map && strings.Contains(value, "|"):
		return eachKey(oneOf(strings.Split(value, "|"))), nil
	case name == "keys" && kind.Kind() == reflect.Map:
		format, err := named(value)
		return eachKey(inFormat(format)), err
	case namedRules[part].kind == kind:
		return namedRules[part].rule, nil
	case name == "cidr" && (kind == reflect.TypeFor[string]() || kind == reflect.TypeFor[[]string]()):
		return cidrRule(value)
	case part == "unique" && isTexts(kind):
		return each(func(*Problems, string, any) {}), nil
	case name == "length" && isText(kind):
		least, most, err := numbers(value)
		return func(p *Problems, path string, value reflect.Value) { p.Length(path, value.Interface(), least, most) }, err
	case name == "count" && (kind.Kind() == reflect.Slice || kind.Kind() == reflect.Map || isTexts(kind)):
		_, most, err := numbers(value)
		return func(p *Problems, path string, value reflect.Value) {
			if value.Kind() == reflect.Interface {
				value = value.Elem()
			}
			if value.Kind() == reflect.Slice || value.Kind() == reflect.Map {
				p.Count(path, value.Len(), most)
			}
		}, err
	case strings.Contains(part, "|") && (isText(kind) || isTexts(kind)):
		return each(oneOf(strings.Split(part, "|"))), nil
	case strings.Contains(part, ".."):
		return rangeRule(kind, part)
	}
	return nil, fmt.Errorf("%q is not a rule of a %s", part, kind)
}

// rangeRule parses a range of numbers or durations.
func rangeRule(kind reflect.Type, part string) (rule, error) {
	switch {
	case (kind == reflect.TypeFor[time.Duration]() || kind == reflect.TypeFor[*time.Duration]()):
		return durationRule(part)
	case isNumeric(kind):
		return numberRule(part)
	case kind == reflect.TypeFor[map[string]int]():
		number, err := numberRule(part)
		return func(p *Problems, path string, value reflect.Value) {
			for _, key := range sortedKeys(value) {
				number(p, Key(path, key.String()), value.MapIndex(key))
			}
		}, err
	}
	return nil, fmt.Errorf("%q is not a rule of a %s", part, kind)
}

func isNumeric(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Int || t.Kind() == reflect.Interface && reflect.TypeFor[pulumi.Int]().Implements(t)
}

func numberRule(text string) (rule, error) {
	least, most, err := numbers(text)
	return func(p *Problems, path string, value reflect.Value) {
		switch number := value.Interface(); {
		case most == math.MaxInt:
			p.AtLeast(path, number, least)
		case least == math.MinInt:
			p.AtMost(path, number, most)
		case most == math.MaxInt32:
			if p.AtLeast(path, number, least) {
				p.AtMost(path, number, most)
			}
		default:
			p.Between(path, number, least, most)
		}
	}, err
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

func cidrRule(lengths string) (rule, error) {
	shortest, longest, err := 0, 32, error(nil)
	if lengths != "" {
		shortest, longest, err = numbers(lengths)
	}
	return each(func(p *Problems, path string, value any) {
		if cidr, ok := p.IPv4CIDR(path, value.(string)); ok {
			p.PrefixLength(path, cidr, shortest, longest)
		}
	}), err
}

func durationRule(text string) (rule, error) {
	limits, multiple, _ := strings.Cut(text, "/")
	first, last, _ := strings.Cut(limits, "..")
	var least, most, unit time.Duration
	for i, text := range []string{first, last, multiple} {
		if text == "" {
			continue
		}
		parsed, err := time.ParseDuration(text)
		if err != nil {
			return nil, err
		}
		*[]*time.Duration{&least, &most, &unit}[i] = parsed
	}
	if last == "" {
		most = math.MaxInt64
	}
	return func(p *Problems, path string, value reflect.Value) {
		d := time.Duration(reflect.Indirect(value).Int())
		switch {
		case last == "" && least > 0 && d < least:
			p.addRulef(RuleRange, path, "must be at least %s (got %s)", Short(least), Short(d))
		case last == "":
			p.PositiveDuration(path, d, unit)
		default:
			p.Duration(path, d, least, most, unit)
		}
	}, nil
}

var formats = map[string]Format{}

// Named returns the format under a name for tags: format=name. A name stands for one format in the whole module.
func Named(name string, format Format) Format {
	if _, taken := formats[name]; taken {
		panic(fmt.Sprintf("format %q is registered twice", name))
	}
	formats[name] = format
	return format
}

func named(name string) (Format, error) {
	format, ok := formats[name]
	if !ok {
		return format, fmt.Errorf("no format is registered as %q (%s)", name, strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	}
	return format, nil
}

// namedRules are the rules of NamedRule, with the type of their fields.
var namedRules = map[string]struct {
	kind reflect.Type
	rule rule
}{}

// NamedRule registers a rule under a name for the tags of fields of a type. It is called with values that are set. A name stands for one
// rule in the whole module.
func NamedRule[T any](name string, apply func(p *Problems, path string, value T)) {
	if _, taken := namedRules[name]; taken {
		panic(fmt.Sprintf("rule %q is registered twice", name))
	}
	named := namedRules[name]
	named.kind = reflect.TypeFor[T]()
	named.rule = func(p *Problems, path string, value reflect.Value) { apply(p, path, value.Interface().(T)) }
	namedRules[name] = named
}
