package plugin

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

// OutputFields returns the fields of a component that are its outputs, also those of a struct that it embeds. Components are references.
// Other resources are left out: a program in another language cannot use them, and needs none of them, because a component's
// registration returns when its children exist. So is the install directory, which the program has.
func OutputFields(component reflect.Type) ([]Field, error) {
	var fields []Field
	for _, goField := range reflect.VisibleFields(component) {
		if !goField.IsExported() || goField.Anonymous || isAnyResource(goField.Type) || goField.Type == installDirType ||
			promotedFromSDK(component, goField) {
			continue
		}
		shape, err := outputShape(goField.Type, component.String()+"."+goField.Name)
		if err != nil {
			return nil, err
		}
		fields = append(fields, Field{Go: goField, Name: nameOf(goField), Required: present(goField.Type), Shape: shape})
	}
	return fields, nil
}

var installDirType = reflect.TypeFor[*cluster.InstallDir]()

// outputShape describes the type of an output, which can be a resource or a map of them.
func outputShape(t reflect.Type, path string) (*Shape, error) {
	switch {
	case t.Implements(resourceType):
		return &Shape{Kind: Reference, Type: t}, nil
	case t.Kind() == reflect.Map && t.Elem().Implements(resourceType):
		return &Shape{Kind: Map, Type: t, Element: &Shape{Kind: Reference, Type: t.Elem()}}, nil
	default:
		return shapeOf(t, path)
	}
}

// isAnyResource reports whether a type is a resource whose kind is not known, or a list or map of such resources.
func isAnyResource(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map:
		return isAnyResource(t.Elem())
	default:
		return t == resourceType
	}
}

// promotedFromSDK reports whether a field is one of pulumi.ResourceState.
func promotedFromSDK(component reflect.Type, field reflect.StructField) bool {
	return len(field.Index) > 1 && component.Field(field.Index[0]).Type == reflect.TypeFor[pulumi.ResourceState]()
}

// present reports whether an output always has a value: pointers, and outputs of pointers, can be nil.
func present(t reflect.Type) bool {
	if t.Implements(outputType) {
		return reflect.Zero(t).Interface().(pulumi.Output).ElementType().Kind() != reflect.Pointer
	}
	return t.Kind() != reflect.Pointer
}

// outputsOf returns the outputs of a component by their properties' names.
func outputsOf(component pulumi.ComponentResource) (pulumi.Map, error) {
	v := reflect.ValueOf(component).Elem()
	fields, err := OutputFields(v.Type())
	if err != nil {
		return nil, err
	}
	return encodeFields(v, fields), nil
}

// unknownOutputs are the outputs of a component whose children are not known yet.
func unknownOutputs(component reflect.Type) (pulumi.Map, error) {
	fields, err := OutputFields(component)
	outputs := pulumi.Map{}
	for _, field := range fields {
		outputs[field.Name] = pulumi.UnsafeUnknownOutput(nil)
	}
	return outputs, err
}

func encodeFields(v reflect.Value, fields []Field) pulumi.Map {
	properties := pulumi.Map{}
	for _, field := range fields {
		if encoded := encode(field.Shape, v.FieldByIndex(field.Go.Index)); encoded != nil {
			properties[field.Name] = encoded
		}
	}
	return properties
}

// encode returns the Input of a Go value; nil if the value is not set.
func encode(shape *Shape, v reflect.Value) pulumi.Input {
	switch {
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface || v.Kind() == reflect.Slice || v.Kind() == reflect.Map:
		if v.IsNil() {
			return nil
		}
	case v.IsZero() && v.Kind() == reflect.Struct:
		return nil
	}
	if shape.Kind == Leaf {
		return v.Interface().(pulumi.Input)
	}
	if shape.Kind == Reference {
		return pulumi.NewResourceOutput(v.Interface().(pulumi.Resource))
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch shape.Kind {
	case List:
		list := make(pulumi.Array, v.Len())
		for i := range list {
			list[i] = encode(shape.Element, v.Index(i))
		}
		return list
	case Map:
		properties := pulumi.Map{}
		for _, key := range v.MapKeys() {
			properties[key.String()] = encode(shape.Element, v.MapIndex(key))
		}
		return properties
	case Object:
		return encodeFields(v, shape.Fields)
	default:
		return encodePlain(shape, v)
	}
}
