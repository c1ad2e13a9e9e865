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
	walk(args, walker{field: func(field *argument.Field, at check.Path, build build) { accepts(t, field, at, build) }, visit: func(
		at check.Path, tag string, want problem, build build,
	) {
		broken++
		var got []string
		for _, value := range want.values {
			err := want.with(value, build).Validate()
			if slices.ContainsFunc(check.Of(err), func(p *check.Problem) bool { return want.is(at, p) }) {
				return
			}
			got = Problems(err)
		}
		assert.Fail(t, "not reported", "%s: what breaks %q is not reported as %q at %s:\n%v", at, tag, want.rule, at+want.below, got)
	}})
	return broken
}

// accepts asserts that Validate reports nothing at a field that is set to its default: programs in other languages send it.
func accepts(t *testing.T, field *argument.Field, at check.Path, build build) {
	t.Helper()
	value, err := field.Default()
	assert.NoError(t, err)
	if !value.IsValid() {
		return
	}
	err = build(func(object reflect.Value) { field.Set(object, value) }).Validate()
	for _, problem := range check.Of(err) {
		assert.NotEqual(t, at, problem.Path, "the default %s: %s", value, problem.Message)
	}
}

// Broken calls visit with arguments that break a rule in a tag, also in those of parts: each field once, and all fields together. args is
// a pointer to an empty struct.
func Broken(args Args, visit func(broken Args)) {
	of := reflect.TypeOf(args).Elem()
	var last check.Path
	walk(args, walker{parts: true, visit: func(at check.Path, _ string, breaks problem, build build) {
		if at != last {
			visit(breaks.with(breaks.values[0], build))
		}
		last = at
	}})
	all := reflect.New(of)
	breakAll(argument.Of(of), all.Elem(), nil)
	visit(all.Interface().(Args))
}

// breakAll sets each field of an object to a value that breaks a rule, or to an object whose fields do.
func breakAll(of *argument.Type, object reflect.Value, around []*argument.Type) {
	for _, field := range of.Fields {
		for _, tag := range field.Rules {
			for _, breaks := range problemsOf(of, field, tag) {
				if !breaks.values[0].IsZero() {
					field.Set(object, breaks.values[0])
				}
			}
		}
		key := keyOf(field)
		if inner, value := innerOf(field); inner != nil && !slices.Contains(around, inner) {
			breakAll(inner, reflect.Indirect(value), append(around, of))
			field.Set(object, in(field.Type, key, value))
		}
	}
}

// build returns the arguments with a change of one object in them.
type build func(change func(object reflect.Value)) Args

// walk visits the fields of arguments.
func walk(args Args, w walker) {
	of := reflect.TypeOf(args).Elem()
	w.object(argument.Of(of), argument.Root(of), func(change func(object reflect.Value)) Args {
		value := reflect.New(of)
		change(value.Elem())
		return value.Interface().(Args)
	})
}

type walker struct {
	// visit is called with each way to break a rule of a field.
	visit func(at check.Path, tag string, breaks problem, build build)
	// field is called with each field. Optional.
	field func(field *argument.Field, at check.Path, build build)
	// parts is whether the fields of parts are visited.
	parts  bool
	around []*argument.Type
}

func (w *walker) object(of *argument.Type, path check.Path, build build) {
	if slices.Contains(w.around, of) {
		return
	}
	w.around = append(w.around, of)
	defer func() { w.around = w.around[:len(w.around)-1] }()
	for _, field := range of.Fields {
		at := path.Field(field.Name)
		for _, tag := range field.Rules {
			for _, breaks := range problemsOf(of, field, tag) {
				w.visit(at, tag, breaks, build)
			}
		}
		if w.field != nil {
			w.field(field, at, build)
		}
		if w.parts || !field.Has("part") {
			w.inside(field, at, build)
		}
	}
}

// with returns arguments in which a value of the field breaks a rule.
func (w problem) with(value reflect.Value, build build) Args {
	return build(func(object reflect.Value) {
		for _, other := range w.others {
			other.Set(object, some(other.Type))
		}
		w.field.Set(object, value)
	})
}

// is reports whether a problem of the field at a path is this one.
func (w problem) is(at check.Path, got *check.Problem) bool {
	anyRule := w.rule == check.RuleCustom
	isThere := got.Path == at+w.below || (anyRule || w.below == "*") && got.Path != at && got.Path.Within(at)
	return isThere && (anyRule || got.Rule == w.rule)
}

// inside breaks the rules of the objects in a field: of one, of the only element of a list, or of the only entry of a map.
func (w *walker) inside(field *argument.Field, path check.Path, around build) {
	of, _ := innerOf(field)
	if of == nil {
		return
	}
	if of != field.Type {
		path = path.Key(keyOf(field))
	}
	w.object(of, path, func(change func(object reflect.Value)) Args {
		return around(func(object reflect.Value) {
			_, inner := innerOf(field)
			change(reflect.Indirect(inner))
			field.Set(object, in(field.Type, keyOf(field), inner))
		})
	})
}

// innerOf returns the type of the objects in a field, nil for none, and an empty object that can be set.
func innerOf(field *argument.Field) (*argument.Type, reflect.Value) {
	of := field.Type
	if of.Kind == argument.List || of.Kind == argument.Map {
		of = of.Element
	}
	if of.Kind != argument.Object {
		return nil, reflect.Value{}
	}
	inner := reflect.New(of.Go).Elem()
	if inner.Kind() == reflect.Pointer {
		inner.Set(reflect.New(of.Go.Elem()))
	}
	return of, inner
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
