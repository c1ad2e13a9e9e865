package argument

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// optionSkip instead of a path is for a struct whose fields are in another object or resource.
const optionSkip = "-"

// The options of the tag of a place, which follow the path after a comma.
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

// place is where a manifest or a resource has a field.
type place struct {
	path    string
	options []string
}

func (p place) has(option string) bool { return slices.Contains(p.options, option) }

// place returns the place in the first of the tags that the field has.
func (f *Field) place(tags []string) (found place, tagged bool) {
	for _, name := range tags {
		if text, ok := f.Tag.Lookup(name); ok {
			parts := strings.Split(text, ",")
			return place{parts[0], parts[1:]}, true
		}
	}
	return place{}, false
}

// Place is a field of arguments with its place.
type Place struct {
	*Field

	// Name is the field in Go, such as Tuning.ThreadCount; elements of lists are Name[], entries of maps Name{}.
	Name string
	// Path is the place of the field, such as spec.tuningOptions.threadCount, in the same notation.
	Path string
	// Options has the options of the tag.
	Options []string
}

// Places returns the fields of a type of arguments that have a place, those of nested structs too. Its error names the tags that have an
// unknown option or one that does not fit the kind of the field. The first of the tags counts that a field has, as in Fields.
func Places(args reflect.Type, tags ...string) ([]Place, error) {
	l := lister{tags: tags, around: map[*Type]bool{}}
	l.list("", "", Of(args))
	if len(l.wrong) > 0 {
		return nil, fmt.Errorf("%s: %s", args, strings.Join(l.wrong, "; "))
	}
	return l.places, nil
}

type lister struct {
	tags   []string
	places []Place
	wrong  []string
	// around are the structs around the current one.
	around map[*Type]bool
}

func (l *lister) list(name, path string, t *Type) {
	if l.around[t] {
		return
	}
	l.around[t] = true
	defer delete(l.around, t)
	for _, hidden := range t.Hidden(l.tags...) {
		l.wrong = append(l.wrong, below(name, hidden)+": the field is not exported")
	}
	for _, field := range t.Fields {
		place, tagged := field.place(l.tags)
		if place.path == optionSkip {
			continue
		}
		fieldName, fieldPath := below(name, field.Name), path
		if tagged {
			l.check(fieldName, field, place)
			fieldPath = below(path, place.path)
			l.places = append(l.places, Place{Field: field, Name: fieldName, Path: fieldPath, Options: place.options})
		}
		if element, suffix := innermost(field.Type); element.Kind == Object && (tagged || suffix == "") {
			l.list(fieldName+suffix, fieldPath+suffix, element)
		}
	}
}

// innermost returns the type of the elements of lists and maps, and their notation in a name and a path.
func innermost(t *Type) (element *Type, suffix string) {
	switch {
	case t.Kind == List && t.Element != nil:
		element, suffix = innermost(t.Element)
		return element, "[]" + suffix
	case t.Kind == Map && t.Element != nil:
		element, suffix = innermost(t.Element)
		return element, "{}" + suffix
	default:
		return t, ""
	}
}

func (l *lister) check(name string, field *Field, place place) {
	kind := field.Type.Kind
	fits := map[string]bool{
		optionZero:    true,
		optionText:    kind == Integer || kind == Number,
		optionMinutes: kind == Duration,
		optionSeconds: kind == Duration,
		optionShort:   kind == Duration,
		optionSecret:  field.StructField.Type.Implements(inputType),
	}
	if slices.Contains(strings.Split(place.path, "."), "") {
		l.wrong = append(l.wrong, fmt.Sprintf("%s: %q is not the path of a field", name, place.path))
	}
	for _, option := range place.options {
		if !fits[option] {
			l.wrong = append(l.wrong, fmt.Sprintf("%s: %q is not an option of a %s (%s)", name, option, field.StructField.Type,
				strings.Join(slices.Sorted(maps.Keys(fits)), ", ")))
		}
	}
}

func below(path, field string) string {
	if path == "" || field == "" {
		return path + field
	}
	return path + "." + field
}

// Fields returns what the fields of args, a struct or a pointer to one, have at the paths in their tags, such as
// `kube:"spec.tuningOptions.threadCount"`. Zero values, nil and empty lists are omitted: they stand for the default. The fields of a
// nested struct are below the struct's own path, or beside the struct if that has no tag; those of a struct with the tag - are
// omitted. Inputs are leaves. The first of the tags counts that a field has: its place is another in one of several manifests or
// resources.
func Fields(args any, tags ...string) map[string]any {
	fields := map[string]any{}
	if v := reflect.Indirect(reflect.ValueOf(args)); v.IsValid() {
		writer(tags).addFields(fields, Of(v.Type()), v)
	}
	return fields
}

// writer writes the fields that have one of the tags.
type writer []string

func (w writer) addFields(fields map[string]any, t *Type, object reflect.Value) {
	for _, field := range t.Fields {
		value, ok := field.In(object)
		place, _ := field.place(w)
		switch {
		case !ok || place.path == optionSkip:
		case place.path != "":
			if written, set := w.write(field.Type, value, place); set {
				Put(fields, place.path, written)
			}
		case field.Type.Kind == Object && !isNil(value):
			w.addFields(fields, field.Type, reflect.Indirect(value))
		}
	}
}

// write returns the value of a field as the manifest has it, and reports whether it is set.
func (w writer) write(t *Type, value reflect.Value, place place) (any, bool) {
	zero := place.has(optionZero)
	if isNil(value) || !zero && value.IsZero() {
		return nil, false
	}
	if input, ok := value.Interface().(pulumi.Input); ok {
		return writeInput(input, place)
	}
	value = reflect.Indirect(value)
	switch t.Kind {
	case Object:
		block := map[string]any{}
		w.addFields(block, t, value)
		return block, zero || len(block) > 0
	case List:
		list := make([]any, value.Len())
		for i := range list {
			list[i], _ = w.write(t.Element, value.Index(i), element)
		}
		return list, zero || len(list) > 0
	case Map:
		block := map[string]any{}
		for _, key := range value.MapKeys() {
			block[key.String()], _ = w.write(t.Element, value.MapIndex(key), element)
		}
		return block, zero || len(block) > 0
	default:
		return scalar(t.Kind, value, place), true
	}
}

// element is the place of the elements of lists and maps.
var element = place{options: []string{optionZero}}

func writeInput(input pulumi.Input, place place) (any, bool) {
	if v := reflect.ValueOf(input); (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 {
		return input, place.has(optionZero) && !v.IsNil()
	}
	if place.has(optionSecret) {
		return pulumi.ToSecret(input), true
	}
	return input, true
}

func scalar(kind Kind, value reflect.Value, place place) any {
	switch kind {
	case Duration:
		switch d := time.Duration(value.Int()); {
		case place.has(optionMinutes):
			return int(d / time.Minute)
		case place.has(optionSeconds):
			return int(d / time.Second)
		case place.has(optionShort):
			return Short(d)
		default:
			return d.String()
		}
	case Text:
		return value.String()
	case Integer, Number:
		switch {
		case place.has(optionText) && kind == Number:
			return strconv.FormatFloat(value.Float(), 'f', -1, 64)
		case place.has(optionText):
			return strconv.FormatInt(value.Int(), 10)
		case kind == Integer:
			return int(value.Int())
		}
	default:
	}
	return value.Interface()
}

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
		return v.IsNil()
	default:
		return false
	}
}
