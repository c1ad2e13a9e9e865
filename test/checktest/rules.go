package checktest

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// BreaksRules breaks each plain rule in the tags of the arguments, one at a time, and asserts that Validate reports it at the field.
// Tables of tests have what tags do not say. args is a pointer to an empty struct. It returns how many rules it broke.
func BreaksRules(t *testing.T, args Args) (broken int) {
	t.Helper()
	b := breaker{T: t, args: reflect.TypeOf(args).Elem()}
	b.object(argument.Of(b.args), string(argument.Root(b.args)), func(change func(object reflect.Value)) Args {
		value := reflect.New(b.args)
		change(value.Elem())
		return value.Interface().(Args)
	})
	return b.broken
}

type breaker struct {
	*testing.T

	args   reflect.Type
	broken int
	around []*argument.Type
}

// build returns the arguments with a change of one object in them.
type build func(change func(object reflect.Value)) Args

func (b *breaker) object(of *argument.Type, path string, build build) {
	if slices.Contains(b.around, of) {
		return
	}
	b.around = append(b.around, of)
	defer func() { b.around = b.around[:len(b.around)-1] }()
	for _, field := range of.Fields {
		at := argument.Join(path, field.Name)
		for _, rule := range check.RulesOf(field) {
			if value, at, ok := breaking(field.Type, at, keyOf(field), rule.Breaks); ok {
				b.broken++
				b.reports(at, rule, build(func(object reflect.Value) {
					for _, needed := range needs(of, field) {
						needed.Set(object, some(needed.Type))
					}
					field.Set(object, value)
				}))
			}
		}
		if !field.Has("part") {
			b.inside(field, at, build)
		}
	}
}

func (b *breaker) reports(at string, rule check.FieldRule, args Args) {
	b.Helper()
	for _, problem := range check.Of(args.Validate()) {
		if problem.Path == at && problem.Rule == rule.Rule {
			return
		}
	}
	assert.Fail(b, "not reported", "%s: a value that breaks %q is not reported as %q:\n%v", at, rule.Tag, rule.Rule, Problems(args.Validate()))
}

// inside breaks the rules of the objects in a field: of one, of the only element of a list, or of the only entry of a map.
func (b *breaker) inside(field *argument.Field, path string, around build) {
	of, key := field.Type, keyOf(field)
	if of.Kind == argument.List || of.Kind == argument.Map {
		of = of.Element
		path = argument.Key(path, key)
	}
	if of.Kind != argument.Object {
		return
	}
	b.object(of, path, func(change func(object reflect.Value)) Args {
		return around(func(object reflect.Value) {
			inner := reflect.New(of.Go).Elem()
			target := inner
			if inner.Kind() == reflect.Pointer {
				inner.Set(reflect.New(of.Go.Elem()))
				target = inner.Elem()
			}
			change(target)
			field.Set(object, in(field.Type, key, inner))
		})
	})
}

// in returns an element in a list or a map of a type, or the element itself.
func in(t *argument.Type, key string, element reflect.Value) reflect.Value {
	switch t.Kind {
	case argument.List:
		return reflect.Append(reflect.New(t.Go).Elem(), element)
	case argument.Map:
		all := reflect.MakeMap(t.Go)
		all.SetMapIndex(reflect.ValueOf(key).Convert(t.Go.Key()), element)
		return all
	default:
		return element
	}
}

// keyOf is the key of the only element of a list or map.
func keyOf(field *argument.Field) string {
	if field.Type.Kind == argument.List {
		return "0"
	}
	for _, rule := range field.Rules {
		if keys, ok := strings.CutPrefix(rule, "keys="); ok && strings.Contains(keys, "|") {
			first, _, _ := strings.Cut(keys, "|")
			return first
		}
	}
	return "x"
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

// breaking returns a value of a type that is, or has as its only element, the value that breaks a rule, and the path of the problem.
func breaking(t *argument.Type, path, key string, breaks any) (value reflect.Value, at string, ok bool) {
	if breaks == nil {
		return value, path, false
	}
	if (t.Kind == argument.List || t.Kind == argument.Map) && t.Element != nil {
		element, _, ok := breaking(t.Element, path, key, breaks)
		if !ok {
			return value, path, false
		}
		return in(t, key, element), argument.Key(path, key), true
	}
	inputs := []any{breaks}
	switch breaks := breaks.(type) {
	case string:
		inputs = []any{pulumi.String(breaks), pulumi.ToStringArray([]string{breaks})}
	case int:
		inputs = []any{pulumi.Int(breaks)}
	}
	for i, input := range inputs {
		if t.Go.Kind() == reflect.Interface && reflect.TypeOf(input).Implements(t.Go) {
			if i > 0 {
				path = argument.Index(path, 0)
			}
			return reflect.ValueOf(input), path, true
		}
	}
	plain := t.Go
	if plain.Kind() == reflect.Pointer {
		plain = plain.Elem()
	}
	if broken := reflect.ValueOf(breaks); broken.Kind() == plain.Kind() || broken.Type() == plain {
		value = reflect.New(plain)
		value.Elem().Set(broken.Convert(plain))
		if t.Go.Kind() != reflect.Pointer {
			value = value.Elem()
		}
		return value, path, true
	}
	return value, path, false
}

// some returns a value of a type that is set.
func some(t *argument.Type) reflect.Value {
	value := reflect.New(t.Go).Elem()
	if t.Go.Kind() == reflect.Pointer {
		value.Set(reflect.New(t.Go.Elem()))
		return value
	}
	switch t.Kind {
	case argument.Text:
		value.SetString("x")
	case argument.Boolean:
		value.SetBool(true)
	case argument.Integer:
		value.SetInt(1)
	case argument.Duration:
		value.SetInt(int64(time.Minute))
	case argument.List, argument.Map:
		return in(t, "x", some(t.Element))
	case argument.Input:
		for _, input := range []any{pulumi.String("x"), pulumi.Int(1), pulumi.Bool(true), pulumi.ToStringArray([]string{"x"})} {
			if t.Go.Kind() == reflect.Interface && reflect.TypeOf(input).Implements(t.Go) {
				return reflect.ValueOf(input)
			}
		}
	default:
	}
	return value
}
