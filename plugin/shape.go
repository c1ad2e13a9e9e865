package plugin

import (
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Kind is how a Go type crosses the border to other languages.
type Kind string

// Leaf is an Input or an Output: its value, whether it is known or secret, and what it depends on are the SDK's business. The other
// kinds are plain.
const (
	Text     Kind = "text"
	Boolean  Kind = "boolean"
	Integer  Kind = "integer"
	Number   Kind = "number"
	Duration Kind = "duration" // text in Go's format: 15m
	Bytes    Kind = "bytes"    // text
	Anything Kind = "any"
	List     Kind = "list"
	Map      Kind = "map"
	Object   Kind = "object"
	Leaf     Kind = "leaf"
	Provider Kind = "provider"
	// Reference is a component that is an output of another one.
	Reference Kind = "reference"
)

// Shape describes a Go type of arguments or outputs.
type Shape struct {
	Kind Kind
	Type reflect.Type
	// Element is the shape of a list's or map's elements, and of what a leaf resolves to.
	Element *Shape
	// Fields are those of an object.
	Fields []Field
}

// Field is a field of an object.
type Field struct {
	Go       reflect.StructField
	Name     string
	Required bool
	// Rules are the rules in the field's tag (internal/check).
	Rules []string
	Shape *Shape
}

var shapes sync.Map

// ShapeOf describes a type. Its error names the fields that cannot cross.
func ShapeOf(t reflect.Type) (*Shape, error) {
	if known, ok := shapes.Load(t); ok {
		return known.(*Shape), nil
	}
	shape, err := shapeOf(t, t.String())
	if err == nil {
		shapes.Store(t, shape)
	}
	return shape, err
}

var (
	inputType    = reflect.TypeFor[pulumi.Input]()
	outputType   = reflect.TypeFor[pulumi.Output]()
	providerType = reflect.TypeFor[pulumi.ProviderResource]()
	resourceType = reflect.TypeFor[pulumi.Resource]()
	bytesType    = reflect.TypeFor[[]byte]()
	durationType = reflect.TypeFor[time.Duration]()
	// prefixType is that of the CIDRs that functions return.
	prefixType = reflect.TypeFor[netip.Prefix]()
)

func shapeOf(t reflect.Type, path string) (*Shape, error) {
	shape := &Shape{Type: t}
	switch {
	case t == durationType:
		shape.Kind = Duration
	case t == bytesType:
		shape.Kind = Bytes
	case t == prefixType:
		shape.Kind = Text
	case t == providerType:
		shape.Kind = Provider
	case t.Implements(resourceType):
		return nil, fmt.Errorf("%s: a resource cannot be an argument", path)
	case isLeaf(t):
		return leafShape(shape, path)
	default:
		return compositeShape(shape, path)
	}
	return shape, nil
}

// isLeaf reports whether a type is an Input or Output. A map of Inputs, such as pulumi.StringMap, is a map: its keys are plain.
func isLeaf(t reflect.Type) bool {
	return t.Implements(inputType) && t.Kind() != reflect.Map && t.Kind() != reflect.Slice
}

func compositeShape(shape *Shape, path string) (*Shape, error) {
	t := shape.Type
	var err error
	switch t.Kind() {
	case reflect.String:
		shape.Kind = Text
	case reflect.Bool:
		shape.Kind = Boolean
	case reflect.Int, reflect.Int64, reflect.Int32:
		shape.Kind = Integer
	case reflect.Float64:
		shape.Kind = Number
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return nil, fmt.Errorf("%s: a %s cannot cross to other languages", path, t)
		}
		shape.Kind = Anything
	case reflect.Pointer:
		inner, err := shapeOf(t.Elem(), path)
		if err != nil {
			return nil, err
		}
		pointer := *inner
		pointer.Type = t
		return &pointer, nil
	case reflect.Slice:
		shape.Kind = List
		shape.Element, err = shapeOf(t.Elem(), path+"[]")
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return nil, fmt.Errorf("%s: keys of type %s cannot cross to other languages", path, t.Key())
		}
		shape.Kind = Map
		shape.Element, err = shapeOf(t.Elem(), path+"[]")
	case reflect.Struct:
		shape.Kind = Object
		shape.Fields, err = fieldsOf(t, path)
	default:
		return nil, fmt.Errorf("%s: a %s cannot cross to other languages", path, t)
	}
	return shape, err
}

func fieldsOf(t reflect.Type, path string) ([]Field, error) {
	var fields []Field
	for i := range t.NumField() {
		goField := t.Field(i)
		if !goField.IsExported() || goField.Anonymous {
			continue
		}
		shape, err := shapeOf(goField.Type, path+"."+goField.Name)
		if err != nil {
			return nil, err
		}
		rules := strings.Split(goField.Tag.Get("check"), ",")
		fields = append(fields, Field{
			Go: goField, Name: nameOf(goField), Required: slices.Contains(rules, "required"), Rules: rules, Shape: shape,
		})
	}
	return fields, nil
}

// nameOf returns the name of a field's property: that of its tag `pulumi:"..."`, or one made of the Go name.
func nameOf(field reflect.StructField) string {
	if name, _, _ := strings.Cut(field.Tag.Get("pulumi"), ","); name != "" {
		return name
	}
	return PropertyName(field.Name)
}

// leaves are what the Inputs and Outputs in arguments resolve to.
var leaves = map[reflect.Type]reflect.Type{
	reflect.TypeFor[pulumi.StringInput]():      reflect.TypeFor[string](),
	reflect.TypeFor[pulumi.StringPtrInput]():   reflect.TypeFor[string](),
	reflect.TypeFor[pulumi.BoolInput]():        reflect.TypeFor[bool](),
	reflect.TypeFor[pulumi.BoolPtrInput]():     reflect.TypeFor[bool](),
	reflect.TypeFor[pulumi.IntInput]():         reflect.TypeFor[int](),
	reflect.TypeFor[pulumi.IntPtrInput]():      reflect.TypeFor[int](),
	reflect.TypeFor[pulumi.StringArrayInput](): reflect.TypeFor[[]string](),
	reflect.TypeFor[pulumi.StringMapInput]():   reflect.TypeFor[map[string]string](),
	reflect.TypeFor[pulumi.MapInput]():         reflect.TypeFor[map[string]any](),
	reflect.TypeFor[pulumi.Input]():            reflect.TypeFor[any](),
}

func leafShape(shape *Shape, path string) (*Shape, error) {
	element, known := leaves[shape.Type]
	if !known && shape.Type.Implements(outputType) {
		output := reflect.Zero(shape.Type).Interface().(pulumi.Output)
		element, known = output.ElementType(), true
		if element.Kind() == reflect.Pointer {
			element = element.Elem()
		}
	}
	if !known {
		return nil, fmt.Errorf("%s: a %s cannot cross to other languages", path, shape.Type)
	}
	var err error
	shape.Kind = Leaf
	shape.Element, err = shapeOf(element, path)
	return shape, err
}
