package check

import (
	"reflect"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// Struct reports the fields of args, a pointer to a struct of arguments, that break the rules of their tags, also in nested structs,
// lists and maps. A nil pointer stands for empty arguments. Zero numbers, empty texts, lists and maps, nil and Inputs that are not known
// yet are not set: only `required` reports them. docs/maintainers/tags.md has the rules.
func Struct(args any) Problems {
	var p Problems
	v := reflect.ValueOf(args)
	if v.IsNil() {
		v = reflect.New(v.Type().Elem())
	}
	p.structure(argument.Root(v.Type().Elem()), argument.Of(v.Type()), v.Elem())
	return p
}

// Begin returns args with the defaults of their tags, and the problems of Struct.
func Begin[T any](args *T) (*T, Problems) {
	return WithDefaults(args), Struct(args)
}

// AnyField reports at path that no field of args, a pointer to a struct, is set, except those that are named.
func (p *Problems) AnyField(path Path, args any, except ...string) {
	v := reflect.ValueOf(args)
	for _, field := range argument.Of(v.Type()).Fields {
		if value, ok := field.In(v.Elem()); ok && !slices.Contains(except, field.Name) && !empty(value.Interface()) {
			return
		}
	}
	if len(except) == 0 {
		p.Addf(path, "must set at least one field")
		return
	}
	p.Addf(path, "must set at least one field other than %s", Alternatives(except...))
}

// structure applies the rules of an object's fields, and of the objects in them.
func (p *Problems) structure(path Path, t *argument.Type, object reflect.Value) {
	for _, field := range t.Fields {
		value, ok := field.In(object)
		if ok && p.field(path, t, field, object, value) {
			field.Type.Objects(Join(path, field.Name), value, p.structure)
		}
	}
}

// field reports the first rule that a field breaks, or each element of a list or map. It returns false if the objects in the field are not
// to be checked: it is required and not set, or a part.
func (p *Problems) field(path Path, t *argument.Type, field *argument.Field, object, value reflect.Value) bool {
	rules := rulesOf(field)
	at := Join(path, field.Name)
	if empty(value.Interface()) {
		return !rules.required || p.Required(at, value.Interface())
	}
	before := len(p.found)
	for _, other := range rules.with {
		p.RequiresField(path, field.Name, true, other, isSet(t, other, object))
	}
	for _, other := range rules.not {
		p.Exclusive(path, field.Name, true, other, isSet(t, other, object))
	}
	for _, rule := range rules.rules {
		if len(p.found) == before {
			rule.check(p, at, value)
		}
	}
	if text, known := Text(value.Interface()); known && rules.secret {
		hide(p.found[before:], text)
	}
	return !rules.part
}

// isSet reports whether an object has a field that is set.
func isSet(t *argument.Type, name string, object reflect.Value) bool {
	field := t.Field(name)
	if field == nil {
		return false
	}
	value, ok := field.In(object)
	return ok && !empty(value.Interface())
}

// each calls apply with a text, or with each element of a list or map.
func each(apply func(p *Problems, path Path, value any)) rule {
	return func(p *Problems, path Path, value reflect.Value) {
		if value.Kind() == reflect.Interface {
			value = value.Elem()
		}
		switch value.Kind() {
		case reflect.Slice:
			var texts []string
			for i := range value.Len() {
				element := value.Index(i).Interface()
				if p.Required(Index(path, i), element) {
					apply(p, Index(path, i), element)
				}
				text, _ := Text(element)
				texts = append(texts, text)
			}
			p.Unique(path, texts)
		case reflect.Map:
			for _, key := range argument.SortedKeys(value) {
				if at := Key(path, key.String()); p.Required(at, key.String()) && p.Required(at, value.MapIndex(key).Interface()) {
					apply(p, at, value.MapIndex(key).Interface())
				}
			}
		default:
			apply(p, path, value.Interface())
		}
	}
}

// eachKey calls apply with each key of a map, which must be set, and so must the Input of the key.
func eachKey(apply func(p *Problems, path Path, value any)) rule {
	return func(p *Problems, path Path, value reflect.Value) {
		for _, key := range argument.SortedKeys(value) {
			at, input := Key(path, key.String()), value.MapIndex(key)
			if !p.Required(at, key.String()) || input.Kind() == reflect.Interface && !p.Required(at, input.Interface()) {
				continue
			}
			apply(p, at, key.String())
		}
	}
}

func inFormat(format Format) func(p *Problems, path Path, value any) {
	return func(p *Problems, path Path, value any) { p.Format(path, value, format) }
}

func oneOf(allowed []string) func(p *Problems, path Path, value any) {
	return func(p *Problems, path Path, value any) {
		if text, known := Text(value); known {
			OneOf(p, path, text, allowed...)
		}
	}
}
