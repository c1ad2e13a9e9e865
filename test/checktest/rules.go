package checktest

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// BreaksRules breaks each rule in the tags of the arguments in each way, one at a time, and asserts that Validate reports it at
// the field. Tables of tests have what tags do not say. args is a pointer to an empty struct. It returns how many problems it
// looked for.
func BreaksRules(t *testing.T, args Args) (broken int) {
	t.Helper()
	b := breaker{T: t, args: reflect.TypeOf(args).Elem()}
	b.object(argument.Of(b.args), argument.Root(b.args), func(change func(object reflect.Value)) Args {
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

func (b *breaker) object(of *argument.Type, path check.Path, build build) {
	if slices.Contains(b.around, of) {
		return
	}
	b.around = append(b.around, of)
	defer func() { b.around = b.around[:len(b.around)-1] }()
	for _, field := range of.Fields {
		at := path.Field(field.Name)
		for _, tag := range field.Rules {
			for _, problem := range problemsOf(of, field, tag) {
				b.broken++
				b.reports(at, tag, problem, build)
			}
		}
		b.accepts(field, at, build)
		if !field.Has("part") {
			b.inside(field, at, build)
		}
	}
}

// reports asserts that Validate reports the problem of one of the values that break a rule of the field at a path.
func (b *breaker) reports(at check.Path, tag string, want problem, build build) {
	b.Helper()
	var got []string
	for _, value := range want.values {
		err := build(func(object reflect.Value) {
			for _, other := range want.others {
				other.Set(object, some(other.Type))
			}
			want.field.Set(object, value)
		}).Validate()
		if slices.ContainsFunc(check.Of(err), func(p *check.Problem) bool { return want.is(at, p) }) {
			return
		}
		got = Problems(err)
	}
	assert.Fail(b, "not reported", "%s: what breaks %q is not reported as %q at %s:\n%v", at, tag, want.rule, at+want.below, got)
}

// accepts asserts that Validate reports nothing at a field that is set to its default: programs in other languages send it.
func (b *breaker) accepts(field *argument.Field, at check.Path, build build) {
	b.Helper()
	value, err := field.Default()
	assert.NoError(b, err)
	if !value.IsValid() {
		return
	}
	err = build(func(object reflect.Value) { field.Set(object, value) }).Validate()
	for _, problem := range check.Of(err) {
		assert.NotEqual(b, at, problem.Path, "the default %s: %s", value, problem.Message)
	}
}

func (w problem) is(at check.Path, got *check.Problem) bool {
	anyRule := w.rule == check.RuleCustom
	isThere := got.Path == at+w.below || (anyRule || w.below == "*") && got.Path != at && got.Path.Within(at)
	return isThere && (anyRule || got.Rule == w.rule)
}

// inside breaks the rules of the objects in a field: of one, of the only element of a list, or of the only entry of a map.
func (b *breaker) inside(field *argument.Field, path check.Path, around build) {
	of, key := field.Type, keyOf(field)
	if of.Kind == argument.List || of.Kind == argument.Map {
		of = of.Element
		path = path.Key(key)
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

// TagsOf lists the tags of the fields in the types of arguments, one line for each field that has rules: the struct that declares
// it, its name and its rules.
func TagsOf(all ...reflect.Type) []string {
	seen, listed := map[*argument.Type]bool{}, map[string]bool{}
	var visit func(of *argument.Type)
	visit = func(of *argument.Type) {
		if of == nil || seen[of] {
			return
		}
		seen[of] = true
		visit(of.Element)
		for _, field := range of.Fields {
			if len(field.Rules) > 0 {
				listed[field.Owner.String()+"."+field.Name+" "+strings.Join(field.Rules, ",")] = true
			}
			visit(field.Type)
		}
	}
	var lines []string
	for _, args := range all {
		visit(argument.Of(args))
	}
	for line := range listed {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}
