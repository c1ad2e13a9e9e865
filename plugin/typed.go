package plugin

import (
	"math"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// wanted are the words for the type that a shape requires.
var wanted = map[Kind]string{
	Text: "a string", Boolean: "a boolean", Integer: "an integer", Number: "a number", Duration: "a duration such as 15m",
	Bytes: "a string", List: "a list", Map: "a map", Object: "an object", Provider: "a provider",
}

// typed reports a value that is not of the type of a shape.
func (d *decoder) typed(shape *Shape, v resource.PropertyValue, path string) bool {
	ok := true
	switch shape.Kind {
	case Text, Bytes, Duration:
		ok = v.IsString()
	case Boolean:
		ok = v.IsBool()
	case Integer:
		ok = v.IsNumber() && v.NumberValue() == math.Trunc(v.NumberValue())
	case Number:
		ok = v.IsNumber()
	case List:
		ok = v.IsArray()
	case Map, Object:
		ok = v.IsObject()
	case Provider:
		ok = v.IsResourceReference() && packageOf(v.ResourceReferenceValue().URN) != ""
	default:
	}
	if !ok {
		d.problems.addf(path, "must be %s (got %s)", wanted[shape.Kind], typeOf(v))
	}
	return ok
}

func typeOf(v resource.PropertyValue) string {
	switch {
	case v.IsArray():
		return "a list"
	case v.IsObject():
		return "an object"
	case v.IsBool():
		return "a boolean"
	case v.IsNumber():
		return "a number"
	case v.IsString():
		return "a string"
	case v.IsResourceReference():
		return "a resource"
	default:
		return v.TypeString()
	}
}

// typedDeep reports what in a leaf is not of the type that it resolves to. What is not known yet is not checked.
func (d *decoder) typedDeep(shape *Shape, v resource.PropertyValue, path string) bool {
	inner := unwrap(v, value{})
	if !inner.known || inner.IsNull() || shape.Kind == Anything {
		return true
	}
	if !d.typed(shape, inner.PropertyValue, path) {
		return false
	}
	ok := true
	switch shape.Kind {
	case List:
		for i, element := range inner.ArrayValue() {
			ok = d.typedDeep(shape.Element, element, index(path, i)) && ok
		}
	case Map:
		for key, element := range inner.ObjectValue() {
			ok = d.typedDeep(shape.Element, element, index(path, key)) && ok
		}
	default:
	}
	return ok
}
