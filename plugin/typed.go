package plugin

import (
	"math"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// wanted are the words for the type that a shape requires.
var wanted = map[argument.Kind]string{
	argument.Text: "a string", argument.Boolean: "a boolean", argument.Integer: "an integer", argument.Number: "a number",
	argument.Duration: "a duration such as 15m", argument.Bytes: "a string", argument.List: "a list", argument.Map: "a map",
	argument.Object: "an object", argument.Provider: "a provider", argument.Anything: "a plain value",
}

// typed reports a value that is not of the type of a shape.
func (d *decoder) typed(shape *argument.Type, v resource.PropertyValue, path string) bool {
	ok := true
	switch shape.Kind {
	case argument.Text, argument.Bytes, argument.Duration:
		ok = v.IsString()
	case argument.Boolean:
		ok = v.IsBool()
	case argument.Integer:
		ok = v.IsNumber() && v.NumberValue() == math.Trunc(v.NumberValue())
	case argument.Number:
		ok = v.IsNumber()
	case argument.List:
		ok = v.IsArray()
	case argument.Map, argument.Object:
		ok = v.IsObject()
	case argument.Anything:
		ok = !v.IsResourceReference()
	case argument.Provider:
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
func (d *decoder) typedDeep(shape *argument.Type, v resource.PropertyValue, path string) bool {
	inner := unwrap(v, value{})
	if !inner.known || inner.IsNull() || shape.Kind == argument.Anything {
		return true
	}
	if !d.typed(shape, inner.PropertyValue, path) {
		return false
	}
	ok := true
	switch shape.Kind {
	case argument.List:
		for i, element := range inner.ArrayValue() {
			ok = d.typedDeep(shape.Element, element, index(path, i)) && ok
		}
	case argument.Map:
		for key, element := range inner.ObjectValue() {
			ok = d.typedDeep(shape.Element, element, index(path, key)) && ok
		}
	default:
	}
	return ok
}
