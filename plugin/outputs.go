package plugin

import (
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// OutputFields returns the fields of a component that are its outputs, also those of a struct that it embeds. Components are references.
// Other resources are left out: a program in another language cannot use them, and needs none of them, because a component's
// registration returns when its children exist. So is the install directory, which the program has.
func OutputFields(component reflect.Type) []*argument.Field {
	return slices.DeleteFunc(argument.FieldsOf(component), func(field *argument.Field) bool {
		t := field.StructField.Type
		return field.Owner.PkgPath() == sdk || t == installDirType || isAnyResource(t)
	})
}

// sdk is the package of pulumi.ResourceState, which components embed.
var sdk = reflect.TypeFor[pulumi.ResourceState]().PkgPath()

var installDirType = reflect.TypeFor[*cluster.InstallDir]()

// isAnyResource reports whether a type is a resource whose kind is not known, or a list or map of such resources.
func isAnyResource(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map:
		return isAnyResource(t.Elem())
	default:
		return t == reflect.TypeFor[pulumi.Resource]()
	}
}

// Present reports whether an output always has a value: pointers, and outputs of pointers, can be nil, unless they are the cluster of a
// blueprint, which its tag says.
func Present(field *argument.Field) bool {
	if field.Required() {
		return true
	}
	t := field.StructField.Type
	if t.Implements(reflect.TypeFor[pulumi.Output]()) {
		return reflect.Zero(t).Interface().(pulumi.Output).ElementType().Kind() != reflect.Pointer
	}
	return t.Kind() != reflect.Pointer
}

// outputsOf returns the outputs of a component by their properties' names.
func outputsOf(component pulumi.ComponentResource) pulumi.Map {
	v := reflect.ValueOf(component).Elem()
	return encodeFields(v, OutputFields(v.Type()))
}

// unknownOutputs are the outputs of a component whose children are not known yet.
func unknownOutputs(component reflect.Type) pulumi.Map {
	outputs := pulumi.Map{}
	for _, field := range OutputFields(component) {
		outputs[Property(field)] = pulumi.UnsafeUnknownOutput(nil)
	}
	return outputs
}

func encodeFields(v reflect.Value, fields []*argument.Field) pulumi.Map {
	properties := pulumi.Map{}
	for _, field := range fields {
		value, ok := field.In(v)
		if !ok {
			continue
		}
		if encoded := encode(field.Type, value); encoded != nil {
			properties[Property(field)] = encoded
		}
	}
	return properties
}

// isRegistered reports whether a resource has a URN. The provider of a cluster that does not exist yet has none.
func isRegistered(r pulumi.Resource) bool { return r.URN() != (pulumi.URNOutput{}) }

// encode returns the Input of a Go value; nil if the value is not set.
func encode(shape *argument.Type, v reflect.Value) pulumi.Input {
	switch {
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface || v.Kind() == reflect.Slice || v.Kind() == reflect.Map:
		if v.IsNil() {
			return nil
		}
	case v.IsZero() && v.Kind() == reflect.Struct:
		return nil
	}
	if shape.Kind == argument.Input {
		return v.Interface().(pulumi.Input)
	}
	if shape.Kind == argument.Resource {
		if !isRegistered(v.Interface().(pulumi.Resource)) {
			return nil
		}
		return pulumi.NewResourceOutput(v.Interface().(pulumi.Resource))
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch shape.Kind {
	case argument.List:
		list := make(pulumi.Array, v.Len())
		for i := range list {
			list[i] = encode(shape.Element, v.Index(i))
		}
		return list
	case argument.Map:
		properties := pulumi.Map{}
		for _, key := range v.MapKeys() {
			properties[key.String()] = encode(shape.Element, v.MapIndex(key))
		}
		return properties
	case argument.Object:
		return encodeFields(v, shape.Fields)
	default:
		return encodePlain(shape, v)
	}
}
