package checktest

import (
	"reflect"
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// values returns values of a field: each of all, or what has it as its only element; none for a field that is an output, whose
// value nobody knows yet.
func values(field *argument.Field, all ...any) (values []reflect.Value) {
	if field.Type.Go.Implements(reflect.TypeFor[pulumi.Output]()) {
		return nil
	}
	for _, each := range all {
		switch {
		case isList(field.Type):
			values = append(values, list(field.Type, each))
		case field.Type.Kind == argument.Map:
			values = append(values, in(field.Type, keyOf(field), scalar(field.Type.Element, each)))
		default:
			values = append(values, scalar(field.Type, each))
		}
	}
	return values
}

// isList reports whether a type is a list, or an Input of one.
func isList(t *argument.Type) bool {
	return t.Kind == argument.List || t.Kind == argument.Input && t.Element != nil && t.Element.Kind == argument.List
}

// list returns a list of texts or numbers.
func list(t *argument.Type, elements ...any) reflect.Value {
	if t.Kind == argument.Input {
		var texts pulumi.StringArray
		for _, each := range elements {
			texts = append(texts, pulumi.String(each.(string)))
		}
		return reflect.ValueOf(texts)
	}
	all := reflect.New(t.Go).Elem()
	for _, each := range elements {
		all = reflect.Append(all, scalar(t.Element, each))
	}
	return all
}

// many returns a list or map with a number of elements.
func many(t *argument.Type, count int) reflect.Value {
	if t.Kind == argument.Map {
		all := reflect.MakeMap(t.Go)
		for i := range count {
			all.SetMapIndex(reflect.ValueOf("x"+strconv.Itoa(i)).Convert(t.Go.Key()), some(t.Element))
		}
		return all
	}
	if t.Kind == argument.List && t.Element.Kind == argument.Object {
		return reflect.MakeSlice(t.Go, count, count)
	}
	texts := make([]any, count)
	for i := range texts {
		texts[i] = "x" + strconv.Itoa(i)
	}
	return list(t, texts...)
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

// scalar returns a text, number or duration as a value of a type.
func scalar(t *argument.Type, each any) reflect.Value {
	value := reflect.New(t.Go).Elem()
	switch {
	case t.Go.Kind() == reflect.Interface:
		switch each := each.(type) {
		case string:
			value.Set(reflect.ValueOf(pulumi.String(each)))
		case int:
			value.Set(reflect.ValueOf(pulumi.Int(each)))
		}
	case t.Go.Kind() == reflect.Pointer:
		value.Set(reflect.New(t.Go.Elem()))
		value.Elem().Set(reflect.ValueOf(each).Convert(t.Go.Elem()))
	default:
		value.Set(reflect.ValueOf(each).Convert(t.Go))
	}
	return value
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
	case argument.Provider:
		return reflect.ValueOf(&pulumi.ProviderResourceState{})
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
