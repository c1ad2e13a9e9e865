package mocks

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// stackReference is the type of the resource that reads another stack.
const stackReference = "pulumi:pulumi:StackReference"

// readStack returns what the engine reads of another stack, in previews too.
func (r *Recorder) readStack(name string) (resource.PropertyMap, error) {
	outputs, ok := r.stacks[name]
	if !ok {
		return nil, fmt.Errorf("mocks has no stack %s; add its outputs with mocks.StackOutputs(%q, map[string]any{...})", name, name)
	}
	return resource.PropertyMap{"name": resource.NewProperty(name), "outputs": propertyOf(outputs)}, nil
}

// propertyOf is the opposite of plainValue.
func propertyOf(value any) resource.PropertyValue {
	switch value := value.(type) {
	case Secret:
		return resource.MakeSecret(propertyOf(value.Value))
	case map[string]any:
		properties := resource.PropertyMap{}
		for key, element := range value {
			properties[resource.PropertyKey(key)] = propertyOf(element)
		}
		return resource.NewProperty(properties)
	case []any:
		list := make([]resource.PropertyValue, len(value))
		for i, element := range value {
			list[i] = propertyOf(element)
		}
		return resource.NewProperty(list)
	}
	return resource.NewPropertyValue(value)
}
