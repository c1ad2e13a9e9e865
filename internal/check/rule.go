package check

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// fieldRule is a rule in the tag of a field.
type fieldRule struct {
	check rule
	// ofElements is whether the rule is of the texts in a list or a map, each by itself.
	ofElements bool
}

// rule reports what is wrong with a value that is set.
type rule func(p *Problems, path Path, value reflect.Value)

// fieldRules are the rules in the tag of a field.
type fieldRules struct {
	required, part, empty, secret bool
	with, not                     []string
	rules                         []fieldRule
}

// compiled are the rules of the fields that were checked.
var compiled sync.Map

// rulesOf returns the rules of a field. A rule that does not parse is left out: TestTags of each package notices it, and nobody else can
// help it.
func rulesOf(field *argument.Field) *fieldRules {
	if known, ok := compiled.Load(field); ok {
		return known.(*fieldRules)
	}
	rules, _ := compile(field)
	known, _ := compiled.LoadOrStore(field, rules)
	return known.(*fieldRules)
}

func compile(field *argument.Field) (*fieldRules, error) {
	rules := &fieldRules{}
	var wrong []string
	for _, text := range field.Rules {
		name, value, _ := strings.Cut(text, "=")
		switch {
		case text == "required":
			rules.required = true
		case text == "required=Validate":
			// Validate reports it, in words of its own.
		case text == "empty":
			rules.empty = true
		case text == "secret":
			rules.secret = true
		case text == "part":
			rules.part = true
		case name == "with":
			rules.with = append(rules.with, value)
		case name == "not":
			rules.not = append(rules.not, value)
		default:
			parsed, err := parseRule(field.Type, text, name, value)
			if err != nil {
				wrong = append(wrong, err.Error())
				continue
			}
			rules.rules = append(rules.rules, parsed)
		}
	}
	if len(wrong) > 0 {
		return rules, fmt.Errorf("%s.%s: tag %q: %s", field.Owner, field.Name, field.Tag.Get("check"), strings.Join(wrong, "; "))
	}
	return rules, nil
}

// CheckTags returns an error that names the tags of a type of arguments, and of the structs in it, that do not parse or do not fit the
// kind of their field.
func CheckTags(args reflect.Type) error {
	var p Problems
	p.tags(argument.Of(args), map[*argument.Type]bool{})
	return p.Err()
}

func (p *Problems) tags(t *argument.Type, seen map[*argument.Type]bool) {
	switch {
	case seen[t]:
		return
	case t.Kind == argument.List || t.Kind == argument.Map:
		p.tags(t.Element, seen)
		return
	case t.Kind != argument.Object:
		return
	}
	seen[t] = true
	for _, name := range t.Hidden("check") {
		p.Add(fmt.Errorf("%s.%s: the field is not exported", t.Go, name))
	}
	for _, field := range t.Fields {
		rules, err := compile(field)
		p.Add(err)
		for _, other := range slices.Concat(rules.with, rules.not) {
			if t.Field(other) == nil {
				p.Add(fmt.Errorf("%s.%s: there is no field %q", t.Go, field.Name, other))
			}
		}
		p.defaultOf(field, rules)
		p.tags(field.Type, seen)
	}
}

// defaultOf reports a default that does not parse or breaks the rules of its field.
func (p *Problems) defaultOf(field *argument.Field, rules *fieldRules) {
	value, err := field.Default()
	p.Add(err)
	for _, rule := range rules.rules {
		if value.IsValid() {
			rule.check(p, argument.Root(field.Owner).Field(field.Name), value)
		}
	}
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
	rule fieldRule
}{}

// NamedRule registers a rule under a name for the tags of fields of a type. It is called with values that are set. A name stands for one
// rule in the whole module.
func NamedRule[T any](name string, apply func(p *Problems, path Path, value T)) {
	if _, taken := namedRules[name]; taken {
		panic(fmt.Sprintf("rule %q is registered twice", name))
	}
	named := namedRules[name]
	named.kind = reflect.TypeFor[T]()
	named.rule.check = func(p *Problems, path Path, value reflect.Value) { apply(p, path, value.Interface().(T)) }
	namedRules[name] = named
}
