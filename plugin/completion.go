package plugin

import (
	"reflect"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// recordable returns the plain values of arguments as JSON has them, and whether there is one. That of an Input is null: it was set. A
// value that is secret is left out.
func recordable(shape *argument.Type, v reflect.Value) (any, bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
		if v.IsNil() {
			return nil, false
		}
	default:
	}
	switch {
	case shape.Kind == argument.Input || shape.Kind == argument.Provider:
		return nil, !v.IsZero()
	case shape.Go == installDirType:
		return v.Interface().(*cluster.InstallDir).Path, true
	}
	v = reflect.Indirect(v)
	switch shape.Kind {
	case argument.Object:
		return recordableFields(shape, v), true
	case argument.List:
		all := make([]any, v.Len())
		for i := range all {
			all[i], _ = recordable(shape.Element, v.Index(i))
		}
		return all, true
	case argument.Map:
		all := map[string]any{}
		for _, key := range v.MapKeys() {
			all[key.String()], _ = recordable(shape.Element, v.MapIndex(key))
		}
		return all, true
	case argument.Duration:
		return time.Duration(v.Int()).String(), true
	case argument.Bytes:
		return string(v.Bytes()), true
	default:
		return v.Interface(), true
	}
}

func recordableFields(shape *argument.Type, v reflect.Value) map[string]any {
	all := map[string]any{}
	for _, field := range shape.Fields {
		value, ok := field.In(v)
		isUnset := ok && value.Kind() != reflect.Struct && value.IsZero()
		if !ok || isUnset || field.Has("secret") && field.Type.Kind != argument.Input {
			continue
		}
		if recorded, ok := recordable(field.Type, value); ok {
			all[Property(field)] = recorded
		}
	}
	return all
}

// completion puts values of the last update in place of plain ones that are not known. An element that the last update did not have is
// left out as a whole, because what is below it is new.
type completion struct {
	// incomplete reports whether a component is one that this preview does not know.
	incomplete func(resource.URN) bool
}

func (c completion) root(args reflect.Type, inputs resource.PropertyMap, last map[string]any) resource.PropertyMap {
	completed, _ := c.fields(argument.Of(args), inputs, last)
	return completed
}

// fields returns the properties of an object, and whether all of them are there.
func (c completion) fields(
	shape *argument.Type, properties resource.PropertyMap, last map[string]any,
) (completed resource.PropertyMap, whole bool) {
	completed, whole = properties.Copy(), true
	for _, field := range shape.Fields {
		key := resource.PropertyKey(Property(field))
		property, given := properties[key]
		if !given {
			continue
		}
		before, existed := last[string(key)]
		var ok bool
		if completed[key], ok = c.value(field.Type, property, before, existed); !ok {
			delete(completed, key)
			whole = false
		}
	}
	return completed, whole
}

// value returns a value in which all plain values are known; false if there is none.
func (c completion) value(shape *argument.Type, v resource.PropertyValue, last any, existed bool) (resource.PropertyValue, bool) {
	if shape.Kind == argument.Input || shape.Kind == argument.Provider || c.isKnown(shape, v) {
		return v, true
	}
	inner := unwrap(v, value{})
	if !inner.known || inner.IsResourceReference() || shape.Kind == argument.Anything {
		return inner.ofLast(shape, last), existed
	}
	result := inner
	switch shape.Kind {
	case argument.Object:
		properties, _ := last.(map[string]any)
		completed, whole := c.fields(shape, inner.ObjectValue(), properties)
		if !whole && !existed {
			return v, false
		}
		result.PropertyValue = resource.NewProperty(completed)
	case argument.Map:
		properties, _ := last.(map[string]any)
		completed := resource.PropertyMap{}
		for key, element := range inner.ObjectValue() {
			before, existed := properties[string(key)]
			if element, ok := c.value(shape.Element, element, before, existed); ok {
				completed[key] = element
			}
		}
		if len(completed) == 0 && !existed {
			return v, false
		}
		result.PropertyValue = resource.NewProperty(completed)
	case argument.List:
		elements, _ := last.([]any)
		completed := c.list(shape.Element, inner.ArrayValue(), elements)
		if len(completed) == 0 && !existed {
			return v, false
		}
		result.PropertyValue = resource.NewProperty(completed)
	default:
		return v, true
	}
	return result.wrap(), true
}

// list returns the elements of a list. An element that is not known comes from the last update: one that agrees with it, at the same place if that does.
func (c completion) list(shape *argument.Type, elements []resource.PropertyValue, last []any) (completed []resource.PropertyValue) {
	taken := make([]bool, len(last))
	take := func(i int, element resource.PropertyValue) (any, bool) {
		fits := func(at int) bool { return at < len(last) && !taken[at] && agrees(shape, element, last[at]) }
		for at := range last {
			if fits(i) {
				at = i
			}
			if fits(at) {
				taken[at] = true
				return last[at], true
			}
		}
		return nil, false
	}
	for i, element := range elements {
		if c.isKnown(shape, element) {
			take(i, element)
		}
	}
	for i, element := range elements {
		if !c.isKnown(shape, element) {
			before, existed := take(i, element)
			var ok bool
			if element, ok = c.value(shape, element, before, existed); !ok {
				continue
			}
		}
		completed = append(completed, element)
	}
	return completed
}

// isKnown reports whether all plain values in a value are known.
func (c completion) isKnown(shape *argument.Type, v resource.PropertyValue) bool {
	inner := unwrap(v, value{})
	switch {
	case shape.Kind == argument.Input || shape.Kind == argument.Provider:
		return true
	case !inner.known:
		return false
	case inner.IsResourceReference():
		return !c.incomplete(inner.ResourceReferenceValue().URN)
	case shape.Kind == argument.Anything:
		return !v.ContainsUnknowns()
	case inner.IsArray() && shape.Element != nil:
		return !slices.ContainsFunc(inner.ArrayValue(), func(each resource.PropertyValue) bool { return !c.isKnown(shape.Element, each) })
	case !inner.IsObject():
		return true
	}
	for key, each := range inner.ObjectValue() {
		of := shape.Element
		for _, field := range shape.Fields {
			if Property(field) == string(key) {
				of = field.Type
			}
		}
		if of != nil && !c.isKnown(of, each) {
			return false
		}
	}
	return true
}

// agrees reports whether what is known of an element is as in one of the last update.
func agrees(shape *argument.Type, v resource.PropertyValue, last any) bool {
	inner := unwrap(v, value{})
	switch {
	case shape.Kind == argument.Input || shape.Kind == argument.Provider || !inner.known:
		return true
	case inner.IsObject() && shape.Kind == argument.Object:
		properties, _ := last.(map[string]any)
		return !slices.ContainsFunc(shape.Fields, func(field *argument.Field) bool {
			property, given := inner.ObjectValue()[resource.PropertyKey(Property(field))]
			return given && !agrees(field.Type, property, properties[Property(field)])
		})
	case inner.IsObject() || inner.IsArray() || inner.IsResourceReference() || shape.Kind == argument.Duration:
		return true
	default:
		return resource.NewPropertyValue(last).DeepEquals(inner.PropertyValue)
	}
}

// ofLast returns a value of the last update in place of one that is not known. The Inputs in it are as unknown as it is.
func (v value) ofLast(shape *argument.Type, last any) resource.PropertyValue {
	switch recorded := last.(type) {
	case map[string]any:
		properties := resource.PropertyMap{}
		for key, each := range recorded {
			of := shape.Element
			for _, field := range shape.Fields {
				if Property(field) == key {
					of = field.Type
				}
			}
			if of != nil {
				properties[resource.PropertyKey(key)] = v.ofLast(of, each)
			}
		}
		if shape.Kind == argument.Map || shape.Kind == argument.Object {
			return resource.NewProperty(properties)
		}
	case []any:
		if shape.Element != nil {
			elements := make([]resource.PropertyValue, len(recorded))
			for i, each := range recorded {
				elements[i] = v.ofLast(shape.Element, each)
			}
			return resource.NewProperty(elements)
		}
	default:
	}
	if shape.Kind == argument.Input || shape.Kind == argument.Provider {
		unknown := v
		unknown.known = false
		return unknown.wrap()
	}
	return resource.NewPropertyValue(last)
}
