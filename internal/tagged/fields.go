// Package tagged reads the fields of manifests and of providers' resources from structs of arguments, whose tags name their places.
package tagged

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// optionSkip instead of a path is for a struct whose fields are in another object or resource.
const optionSkip = "-"

// The options of a tag, which follow the path after a comma.
const (
	// optionZero writes the zero value too, an empty list, and an empty block of a struct or a pointer without set fields.
	optionZero = "zero"
	// optionText writes a number as a text.
	optionText = "text"
	// optionMinutes and optionSeconds write a duration as a number, optionShort as a text such as 30m; without them it is a text in Go's
	// format, which is Kubernetes'.
	optionMinutes = "minutes"
	optionSeconds = "seconds"
	optionShort   = "short"
	// optionSecret makes an Input a secret in Pulumi's state.
	optionSecret = "secret"
)

// Fields returns what the fields of args, a struct or a pointer to one, have at the paths in their tags, such as
// `kube:"spec.tuningOptions.threadCount"`. Zero values, nil and empty lists are omitted: they stand for the default. The fields of a
// nested struct are below the struct's own path, or beside the struct if that has no tag; those of a struct with the tag - are
// omitted. Inputs are leaves. Where a field has one of the
// tags in instead, that one counts: its place is another in one of several manifests or resources.
func Fields(tag string, args any, instead ...string) map[string]any {
	fields := map[string]any{}
	if v := reflect.Indirect(reflect.ValueOf(args)); v.IsValid() {
		tags(append(instead, tag)).addFields(fields, v)
	}
	return fields
}

// tags are names of tags, the first of which counts that a field has.
type tags []string

// of returns the text of a field's tag, and reports whether it has one.
func (t tags) of(field reflect.StructField) (string, bool) {
	for _, name := range t {
		if text, tagged := field.Tag.Lookup(name); tagged {
			return text, true
		}
	}
	return "", false
}

func (t tags) addFields(fields map[string]any, v reflect.Value) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		text, _ := t.of(field)
		path, options := parse(text)
		switch value := v.Field(i); {
		case !field.IsExported() || path == optionSkip:
		case path != "":
			if written, set := t.write(value, options); set {
				Put(fields, path, written)
			}
		case isStruct(field.Type) && !isNil(value):
			t.addFields(fields, reflect.Indirect(value))
		}
	}
}

// Put sets the field at a dotted path.
func Put(fields map[string]any, path string, value any) {
	first, rest, nested := strings.Cut(path, ".")
	if !nested {
		fields[first] = value
		return
	}
	block, ok := fields[first].(map[string]any)
	if !ok {
		block = map[string]any{}
		fields[first] = block
	}
	Put(block, rest, value)
}

// write returns the value of a field as the manifest has it, and reports whether it is set.
func (t tags) write(value reflect.Value, options []string) (any, bool) {
	zero := slices.Contains(options, optionZero)
	if isNil(value) || !zero && value.IsZero() {
		return nil, false
	}
	if input, ok := value.Interface().(pulumi.Input); ok {
		return writeInput(input, options)
	}
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	switch value.Kind() {
	case reflect.Struct:
		block := map[string]any{}
		t.addFields(block, value)
		return block, zero || len(block) > 0
	case reflect.Slice:
		list := []any{}
		for i := range value.Len() {
			element, _ := t.write(value.Index(i), []string{optionZero})
			list = append(list, element)
		}
		return list, zero || len(list) > 0
	case reflect.Map:
		block := map[string]any{}
		for _, key := range value.MapKeys() {
			block[key.String()], _ = t.write(value.MapIndex(key), []string{optionZero})
		}
		return block, zero || len(block) > 0
	case reflect.Interface:
		return value.Interface(), true
	default:
		return scalar(value, options), true
	}
}

func writeInput(input pulumi.Input, options []string) (any, bool) {
	if v := reflect.ValueOf(input); (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 {
		return input, slices.Contains(options, optionZero) && !v.IsNil()
	}
	if slices.Contains(options, optionSecret) {
		return pulumi.ToSecret(input), true
	}
	return input, true
}

func scalar(value reflect.Value, options []string) any {
	if d, ok := value.Interface().(time.Duration); ok {
		switch {
		case slices.Contains(options, optionMinutes):
			return int(d / time.Minute)
		case slices.Contains(options, optionSeconds):
			return int(d / time.Second)
		case slices.Contains(options, optionShort):
			return check.Short(d)
		}
		return d.String()
	}
	switch {
	case value.Kind() == reflect.String:
		return value.String()
	case value.CanInt() && slices.Contains(options, optionText):
		return strconv.FormatInt(value.Int(), 10)
	case value.CanFloat() && slices.Contains(options, optionText):
		return strconv.FormatFloat(value.Float(), 'f', -1, 64)
	case value.CanInt():
		return int(value.Int())
	}
	return value.Interface()
}

func isStruct(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && !t.Implements(input) && !reflect.PointerTo(t).Implements(input)
}

var input = reflect.TypeFor[pulumi.Input]()

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
		return v.IsNil()
	default:
		return false
	}
}

func parse(tag string) (path string, options []string) {
	parts := strings.Split(tag, ",")
	return parts[0], parts[1:]
}

// Field is a field of a struct of arguments with its place.
type Field struct {
	// Name is the field in Go, such as Tuning.ThreadCount; elements of lists are Name[], entries of maps Name{}.
	Name string
	// Path is the place of the field, such as spec.tuningOptions.threadCount, in the same notation.
	Path string
	// Struct is the field with its type and tags.
	reflect.StructField
}

// List returns the fields of a type of arguments that have a place, those of nested structs too. Its error names the tags that have an
// unknown option or one that does not fit the kind of the field. Tags in instead count first, as in Fields.
func List(tag string, args reflect.Type, instead ...string) ([]Field, error) {
	l := lister{tags: append(instead, tag), seen: map[reflect.Type]bool{}}
	l.list("", "", args)
	if len(l.wrong) > 0 {
		return nil, fmt.Errorf("%s: %s", args, strings.Join(l.wrong, "; "))
	}
	return l.fields, nil
}

type lister struct {
	tags   tags
	fields []Field
	wrong  []string
	// seen are the structs around the current one.
	seen map[reflect.Type]bool
}

func (l *lister) list(name, path string, t reflect.Type) {
	if l.seen[t] {
		return
	}
	l.seen[t] = true
	defer delete(l.seen, t)
	for i := range t.NumField() {
		field := t.Field(i)
		text, tagged := l.tags.of(field)
		if text == optionSkip {
			continue
		}
		at, options := parse(text)
		fieldName, fieldPath := join(name, field.Name), path
		if tagged {
			l.check(fieldName, field, text, options)
			fieldPath = join(path, at)
			l.fields = append(l.fields, Field{Name: fieldName, Path: fieldPath, StructField: field})
		}
		element, suffix := elementOf(field.Type)
		if field.IsExported() && isStruct(element) && (tagged || suffix == "") {
			if element.Kind() == reflect.Pointer {
				element = element.Elem()
			}
			l.list(fieldName+suffix, fieldPath+suffix, element)
		}
	}
}

// elementOf returns the type of the elements of lists and maps, and what stands for them in a name and a path.
func elementOf(t reflect.Type) (element reflect.Type, suffix string) {
	switch {
	case isStruct(t):
		return t, ""
	case t.Kind() == reflect.Slice:
		element, suffix = elementOf(t.Elem())
		return element, "[]" + suffix
	case t.Kind() == reflect.Map:
		element, suffix = elementOf(t.Elem())
		return element, "{}" + suffix
	default:
		return t, ""
	}
}

func (l *lister) check(name string, field reflect.StructField, text string, given []string) {
	t := field.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	fits := map[string]bool{
		optionZero:    true,
		optionText:    t.Kind() == reflect.Int || t.Kind() == reflect.Float64,
		optionMinutes: t == reflect.TypeFor[time.Duration](),
		optionSeconds: t == reflect.TypeFor[time.Duration](),
		optionShort:   t == reflect.TypeFor[time.Duration](),
		optionSecret:  t.Implements(input),
	}
	path, _ := parse(text)
	if !field.IsExported() || path == "" || slices.Contains(strings.Split(path, "."), "") {
		l.wrong = append(l.wrong, fmt.Sprintf("%s: tag %q needs a path of an exported field", name, text))
	}
	for _, option := range given {
		if !fits[option] {
			l.wrong = append(l.wrong, fmt.Sprintf("%s: %q is not an option of a %s (%s)", name, option, field.Type,
				strings.Join(slices.Sorted(maps.Keys(fits)), ", ")))
		}
	}
}

func join(path, field string) string {
	if path == "" || field == "" {
		return path + field
	}
	return path + "." + field
}

// Merge returns fields with more fields. Maps in both are merged.
func Merge(fields, more map[string]any) map[string]any {
	merged := maps.Clone(fields)
	for key, value := range more {
		below, isMap := value.(map[string]any)
		if under, wasMap := merged[key].(map[string]any); isMap && wasMap {
			value = Merge(under, below)
		}
		merged[key] = value
	}
	return merged
}
