package component

import (
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// registerOutputs registers the outputs of a component: its fields with a tag pulumi, also those of a struct that it embeds. The tag
// names the output.
func registerOutputs(ctx *pulumi.Context, component pulumi.ComponentResource, arguments string) error {
	outputs := properties(reflect.ValueOf(component).Elem())
	if arguments != "" {
		outputs[Arguments] = pulumi.String(arguments)
	}
	return ctx.RegisterResourceOutputs(component, outputs)
}

// properties returns the tagged fields of a struct.
func properties(v reflect.Value) pulumi.Map {
	all := pulumi.Map{}
	for name, field := range tagged(v) {
		if value := property(field); value != nil {
			all[name] = value
		}
	}
	return all
}

// property returns a value as an Input; nil for a nil pointer.
func property(v reflect.Value) pulumi.Input {
	if input, ok := v.Interface().(pulumi.Input); ok {
		return input
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return property(v.Elem())
	case reflect.Struct:
		return properties(v)
	case reflect.Slice:
		list := pulumi.Array{}
		for i := range v.Len() {
			list = append(list, property(v.Index(i)))
		}
		return list
	case reflect.Map:
		all := pulumi.Map{}
		for _, key := range v.MapKeys() {
			all[key.String()] = property(v.MapIndex(key))
		}
		return all
	case reflect.String:
		return pulumi.String(v.String())
	case reflect.Bool:
		return pulumi.Bool(v.Bool())
	default:
		panic(fmt.Sprintf("an output of the type %s", v.Type()))
	}
}

// tagged returns the fields of a struct with a tag pulumi, by the tags.
func tagged(v reflect.Value) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for _, field := range argument.FieldsOf(v.Type()) {
		if name := field.Tag.Get("pulumi"); name != "" {
			fields[name], _ = field.In(v)
		}
	}
	return fields
}

// setEmptyOutputs sets the outputs of a component that is not registered, so that a program can use them.
func setEmptyOutputs(component pulumi.ComponentResource) {
	for _, field := range tagged(reflect.ValueOf(component).Elem()) {
		switch field.Interface().(type) {
		case pulumi.StringOutput:
			field.Set(reflect.ValueOf(pulumi.String("").ToStringOutput()))
		case pulumi.StringPtrOutput:
			field.Set(reflect.ValueOf(pulumi.StringPtrFromPtr(nil).ToStringPtrOutput()))
		case pulumi.StringMapOutput:
			field.Set(reflect.ValueOf(pulumi.StringMap{}.ToStringMapOutput()))
		}
	}
}

// CopyOutputs sets the outputs of the component to those of a resource with the same tags.
func (b *Base) CopyOutputs(resource pulumi.CustomResource) {
	outputs := tagged(reflect.ValueOf(resource).Elem())
	for name, field := range tagged(reflect.ValueOf(b.Resource).Elem()) {
		if output, ok := outputs[name]; ok {
			field.Set(output)
		}
	}
}
