package check

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Struct reports the fields of args, a pointer to a struct of arguments, that break the rules of their tags, also in nested structs,
// lists and maps. A nil pointer stands for empty arguments. Zero numbers, empty texts, lists and maps, nil and Inputs that are not known
// yet are not set: only `required` reports them. The rules of a tag are separated by commas:
//
//	required        the field must be set
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
//	part            arguments of other components, with what their own Validate checks left to it
func Struct(args any) Problems {
	var p Problems
	v := reflect.ValueOf(args)
	if v.IsNil() {
		v = reflect.New(v.Type().Elem())
	}
	p.structure(rootPath(v.Type().Elem()), v.Elem())
	return p
}

// rootPath is the path of a type of arguments: network.VpcArgs.
func rootPath(t reflect.Type) string {
	return path.Base(t.PkgPath()) + "." + t.Name()
}

// AnyField reports at path that no field of args, a pointer to a struct, is set, except those that are named.
func (p *Problems) AnyField(path string, args any, except ...string) {
	v := reflect.Indirect(reflect.ValueOf(args))
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() && !slices.Contains(except, field.Name) && !empty(v.Field(i).Interface()) {
			return
		}
	}
	if len(except) == 0 {
		p.Addf(path, "must set at least one field")
		return
	}
	p.Addf(path, "must set at least one field other than %s", Alternatives(except...))
}

func (p *Problems) structure(path string, v reflect.Value) {
	for i, rules := range tagsOf(v.Type()) {
		field := v.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		at := Join(path, field.Name)
		if field.Anonymous {
			at = path
		}
		if rules.apply(p, path, at, v, v.Field(i)) {
			p.elements(at, v.Field(i))
		}
	}
}

// elements applies the rules of the structs in a value.
func (p *Problems) elements(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			p.elements(path, v.Elem())
		}
	case reflect.Struct:
		if ours(v.Type()) {
			p.structure(path, v)
		}
	case reflect.Slice:
		for i := range v.Len() {
			p.elements(Index(path, i), v.Index(i))
		}
	case reflect.Map:
		for _, key := range sortedKeys(v) {
			p.elements(Key(path, key.String()), v.MapIndex(key))
		}
	default:
	}
}

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

// apply reports the first rule that a field breaks, or each element of a list or map. It returns false if the structs in the field are not
// to be checked: it is required and not set, or a part.
func (t tag) apply(p *Problems, parent, at string, structure, value reflect.Value) bool {
	if empty(value.Interface()) {
		return !t.required || p.Required(at, value.Interface())
	}
	before := len(p.found)
	name := strings.TrimPrefix(at, parent+".")
	for _, other := range t.with {
		p.RequiresField(parent, name, true, other, !empty(structure.FieldByName(other).Interface()))
	}
	for _, other := range t.not {
		p.Exclusive(parent, name, true, other, !empty(structure.FieldByName(other).Interface()))
	}
	for _, rule := range t.rules {
		if len(p.found) == before {
			rule(p, at, value)
		}
	}
	return !t.part
}

// each calls apply with a text, or with each element of a list or map.
func each(apply func(p *Problems, path string, value any)) rule {
	return func(p *Problems, path string, value reflect.Value) {
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
			for _, key := range sortedKeys(value) {
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
func eachKey(apply func(p *Problems, path string, value any)) rule {
	return func(p *Problems, path string, value reflect.Value) {
		for _, key := range sortedKeys(value) {
			at, input := Key(path, key.String()), value.MapIndex(key)
			if !p.Required(at, key.String()) || input.Kind() == reflect.Interface && !p.Required(at, input.Interface()) {
				continue
			}
			apply(p, at, key.String())
		}
	}
}

func inFormat(format Format) func(p *Problems, path string, value any) {
	return func(p *Problems, path string, value any) { p.Format(path, value, format) }
}

func oneOf(allowed []string) func(p *Problems, path string, value any) {
	return func(p *Problems, path string, value any) {
		if text, known := Text(value); known {
			OneOf(p, path, text, allowed...)
		}
	}
}

// isText reports whether a type is a text, an Input of one, or an output of one, as another component has it.
func isText(t reflect.Type) bool {
	return t.Kind() == reflect.String || t == reflect.TypeFor[pulumi.StringOutput]() || t == reflect.TypeFor[pulumi.StringPtrOutput]() ||
		t.Kind() == reflect.Interface && reflect.TypeFor[pulumi.String]().Implements(t)
}

// isTexts reports whether a type is a list or a map of texts, or an Input of a list.
func isTexts(t reflect.Type) bool {
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		return isText(t.Elem())
	}
	return t.Kind() == reflect.Interface && reflect.TypeFor[pulumi.StringArray]().Implements(t)
}
