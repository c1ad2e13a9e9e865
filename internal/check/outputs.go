package check

import (
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Outputs returns a copy of args, a pointer to a struct of arguments that ErrOf accepts, whose outputs fail with their path if they resolve
// to an empty text: a secret setting that the stack does not have would leave a bucket without its KMS key, or a role without its
// permissions boundary. As for ErrOf, the tag `check:"empty"` and values in maps of Pulumi are exceptions. Nil stays nil.
func Outputs[T any](args *T) *T {
	if args == nil {
		return nil
	}
	v := reflect.ValueOf(args)
	return nonEmpty(rootPath(v.Type().Elem()), v, false).Interface().(*T)
}

// nonEmpty returns a copy of a value whose outputs fail if they resolve to an empty text, unless empty is set.
func nonEmpty(path string, value reflect.Value, empty bool) reflect.Value {
	switch value.Kind() {
	case reflect.Interface:
		return nonEmptyInput(path, value, empty)
	case reflect.Pointer:
		if value.IsNil() || !ours(value.Type().Elem()) || value.Type().Implements(reflect.TypeFor[pulumi.Resource]()) {
			return value
		}
		copied := reflect.New(value.Type().Elem())
		copied.Elem().Set(nonEmpty(path, value.Elem(), empty))
		return copied
	case reflect.Struct:
		if !ours(value.Type()) {
			return value
		}
		copied := reflect.New(value.Type()).Elem()
		copied.Set(value)
		for i := range value.NumField() {
			if field := value.Type().Field(i); field.IsExported() {
				copied.Field(i).Set(nonEmpty(Join(path, field.Name), value.Field(i), AllowsEmptyText(field)))
			}
		}
		return copied
	case reflect.Slice:
		if value.IsNil() {
			return value
		}
		copied := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		for i := range value.Len() {
			copied.Index(i).Set(nonEmpty(Index(path, i), value.Index(i), empty))
		}
		return copied
	case reflect.Map:
		if value.IsNil() {
			return value
		}
		copied := reflect.MakeMapWithSize(value.Type(), value.Len())
		for _, key := range sortedKeys(value) {
			copied.SetMapIndex(key, nonEmpty(Key(path, key.String()), value.MapIndex(key), empty))
		}
		return copied
	default:
		return value
	}
}

// nonEmptyInput is nonEmpty for an Input, and for the elements of a list of Inputs.
func nonEmptyInput(path string, value reflect.Value, empty bool) reflect.Value {
	input, isInput := value.Interface().(pulumi.Input)
	if !isInput || empty {
		return value
	}
	output, isOutput := input.(pulumi.Output)
	switch {
	case !isOutput && value.Elem().Kind() == reflect.Slice:
		return nonEmpty(path, value.Elem(), false)
	case !isOutput:
		return value
	}
	if checked := reflect.ValueOf(failingIfEmpty(path, output)); checked.Type().AssignableTo(value.Type()) {
		return checked
	}
	return value
}

// failingIfEmpty returns an output of the same type that fails if it resolves to an empty text, a pointer to one, or a list with one.
func failingIfEmpty(path string, output pulumi.Output) pulumi.Output {
	of := output.ElementType()
	switch {
	case of.Kind() == reflect.String, of == reflect.TypeFor[*string](), of == reflect.TypeFor[[]string]():
	default:
		return output
	}
	check := reflect.FuncOf([]reflect.Type{of}, []reflect.Type{of, reflect.TypeFor[error]()}, false)
	return output.ApplyT(reflect.MakeFunc(check, func(arguments []reflect.Value) []reflect.Value {
		failure := reflect.Zero(reflect.TypeFor[error]())
		at := path
		text, known := Text(arguments[0].Interface())
		if list, isList := arguments[0].Interface().([]string); isList {
			if i := slices.Index(list, ""); i >= 0 {
				at, known = Index(path, i), true
			}
		}
		if known && text == "" {
			failure = reflect.ValueOf(error(&Problem{Path: at, Rule: RuleEmpty, Message: "resolves to an empty text, such as " +
				"that of a setting that the stack does not have; leave the field unset instead"}))
		}
		return []reflect.Value{arguments[0], failure}
	}).Interface())
}
