package check

import (
	"reflect"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// Struct reports the fields of args, a pointer to a struct of arguments, that break the rules of their tags, also in nested structs,
// lists and maps. A nil pointer stands for empty arguments. Zero numbers, empty texts, lists and maps, nil and Inputs that are not known
// yet are not set: only `required` reports them. The rules of a tag are separated by commas:
//
//	required        the field must be set; required=Validate says that Validate has a rule of its own for it
//	1..64           the least and most number, or duration (1ms..10m, with a multiple 30s..10m/1s); either can be left out; of a map,
//	                each value; 2147483647 is the most of a field that has 32 bits in the API
//	cidr            an IPv4 CIDR without host bits, or a list of them, none twice; cidr=8..32 limits the prefix lengths
//	a|b|c           one of the texts; of a list or map, each element
//	format=name     the format of a text; of a list, of each element, none twice; of a map, of each value, whose key must be set
//	keys=name       the format of each key of a map, or one of the texts a|b|c; an Input in the map must not be nil
//	unique          each element of a list must be set, and occur once
//	labels          a map of labels; other packages register such rules by NamedRule: tags, iam-tags, infra-id
//	length=1..128   the least and most characters of a text
//	count=..10      the most elements of a list or map, or of an Input of a list
//	with=Field      has no effect without the other field of the struct
//	not=Field       must not be set together with the other field of the struct
//	empty           an Input whose empty text means something (see ErrOf)
//	secret          the value is not shown, also in problems
//	part            arguments of other components, with what their own Validate checks left to it
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
