package argument

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Default returns the value of the tag default, which stands for a field that is not set; not valid without the tag.
func (f *Field) Default() (reflect.Value, error) {
	text, tagged := f.Tag.Lookup("default")
	if !tagged {
		return reflect.Value{}, nil
	}
	value := reflect.New(f.StructField.Type).Elem()
	if err := parse(f.Type, text, value); err != nil {
		return reflect.Value{}, fmt.Errorf("%s.%s: default %q: %w", f.Owner, f.Name, text, err)
	}
	return value, nil
}

// OrDefault returns a value of the field, or the default if it is not set. A tag that does not parse has no default.
func (f *Field) OrDefault(value reflect.Value) reflect.Value {
	if !value.IsZero() {
		return value
	}
	if standard, err := f.Default(); err == nil && standard.IsValid() {
		return standard
	}
	return value
}

// parse sets a value of a type to that of a text: the elements of a list are separated by commas, and {} is a struct with its defaults.
func parse(t *Type, text string, value reflect.Value) (err error) {
	if value.Kind() == reflect.Pointer {
		value.Set(reflect.New(value.Type().Elem()))
		value = value.Elem()
	}
	var number int64
	switch {
	case t.Kind == Text:
		value.SetString(text)
	case t.Kind == Boolean:
		var is bool
		is, err = strconv.ParseBool(text)
		value.SetBool(is)
	case t.Kind == Integer:
		number, err = strconv.ParseInt(text, 10, 64)
		value.SetInt(number)
	case t.Kind == Duration:
		var duration time.Duration
		duration, err = time.ParseDuration(text)
		value.SetInt(int64(duration))
	case t.Kind == List:
		for element := range strings.SplitSeq(text, ",") {
			value.Set(reflect.Append(value, reflect.Zero(t.Element.Go)))
			err = parse(t.Element, element, value.Index(value.Len()-1))
		}
	case t.Kind == Input && reflect.TypeFor[pulumi.String]().AssignableTo(t.Go):
		value.Set(reflect.ValueOf(pulumi.String(text)))
	case t.Kind == Object && text == "{}":
	default:
		err = fmt.Errorf("a %s has no default", t.Go)
	}
	return err
}
