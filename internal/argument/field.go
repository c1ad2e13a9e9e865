package argument

import (
	"reflect"
	"slices"
	"strings"
)

// Field is a field of an object.
type Field struct {
	// StructField is the field with its name and tags. Its index leads from the object through embedded structs.
	reflect.StructField

	Type *Type
	// Owner is the struct that declares the field.
	Owner reflect.Type
	// Rules has the rules of the tag check, which internal/check interprets.
	Rules []string
}

// fields returns the exported fields of a struct and of the structs that it embeds, in the order of their declaration.
func fields(t reflect.Type) []*Field {
	var all []*Field
	for _, field := range reflect.VisibleFields(t) {
		if !field.IsExported() || field.Anonymous {
			continue
		}
		var rules []string
		if tag := field.Tag.Get("check"); tag != "" {
			rules = strings.Split(tag, ",")
		}
		all = append(all, &Field{StructField: field, Type: build(field.Type), Owner: owner(t, field.Index), Rules: rules})
	}
	return all
}

// Hidden returns the fields of an object that are not exported, and have one of the tags: nothing reads them.
func (t *Type) Hidden(tags ...string) []string {
	structure := t.Go
	if structure.Kind() == reflect.Pointer {
		structure = structure.Elem()
	}
	var hidden []string
	for i := range structure.NumField() {
		field := structure.Field(i)
		for _, tag := range tags {
			if _, tagged := field.Tag.Lookup(tag); tagged && !field.IsExported() {
				hidden = append(hidden, field.Name)
			}
		}
	}
	return hidden
}

// owner returns the struct that declares the field at an index.
func owner(t reflect.Type, index []int) reflect.Type {
	for _, i := range index[:len(index)-1] {
		t = t.Field(i).Type
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	return t
}

// In returns the value of the field in its object, and false if it is in an embedded struct that is nil.
func (f *Field) In(object reflect.Value) (reflect.Value, bool) {
	value, err := object.FieldByIndexErr(f.Index)
	return value, err == nil
}

// Set sets the field in an object, which can be set, and the embedded struct that it is in.
func (f *Field) Set(object, value reflect.Value) {
	for i, at := range f.Index {
		if i > 0 && object.Kind() == reflect.Pointer {
			if object.IsNil() {
				object.Set(reflect.New(object.Type().Elem()))
			}
			object = object.Elem()
		}
		object = object.Field(at)
	}
	object.Set(value)
}

// Has reports whether the tag check of the field has a rule.
func (f *Field) Has(rule string) bool {
	return slices.Contains(f.Rules, rule)
}

// Alternatives returns the texts that the tag check allows, as a|b|c; nil if it allows others.
func (f *Field) Alternatives() []string {
	for _, rule := range f.Rules {
		if strings.Contains(rule, "|") && !strings.Contains(rule, "=") {
			return strings.Split(rule, "|")
		}
	}
	return nil
}

// Field returns the field with a name; nil if there is none.
func (t *Type) Field(name string) *Field {
	for _, field := range t.Fields {
		if field.Name == name {
			return field
		}
	}
	return nil
}

// Required reports whether an argument must be set: by its tag, or, of an object by value, by the tag of one of its fields.
func (f *Field) Required() bool {
	if f.Has("required") || f.Has("required=Validate") {
		return true
	}
	return f.StructField.Type.Kind() == reflect.Struct && f.Type.Kind == Object && slices.ContainsFunc(f.Type.Fields, (*Field).Required)
}

// Copy returns a copy of an object that can be set, with copies of the structs that it embeds.
func Copy(object reflect.Value) reflect.Value {
	copied := reflect.New(object.Type()).Elem()
	copied.Set(object)
	for i := range object.NumField() {
		embedded := copied.Field(i)
		if object.Type().Field(i).Anonymous && embedded.CanSet() && embedded.Kind() == reflect.Pointer && !embedded.IsNil() {
			pointer := reflect.New(embedded.Type().Elem())
			pointer.Elem().Set(embedded.Elem())
			embedded.Set(pointer)
		}
	}
	return copied
}

// Public and Private are the values of the tag network, which names the subnets of a network that a field is for.
const (
	Public  = "public"
	Private = "private"
)
