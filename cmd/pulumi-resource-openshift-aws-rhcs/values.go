package main

import (
	"context"
	"fmt"
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// object is the state or the plan of a resource.
type object struct {
	schema tftypes.Type
	value  tftypes.Value
}

// object decodes a state or a plan of a resource type.
func (l *lifecycle) object(ctx context.Context, resourceType string, value *tfprotov6.DynamicValue) (object, error) {
	schemas, err := l.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return object{}, err
	}
	schema, ok := schemas.ResourceSchemas[resourceType]
	if !ok {
		return object{}, fmt.Errorf("unknown resource type %s", resourceType)
	}
	of := schema.ValueType()
	if value == nil {
		return object{of, tftypes.NewValue(of, nil)}, nil
	}
	decoded, err := value.Unmarshal(of)
	return object{of, decoded}, err
}

func (o object) encode() (*tfprotov6.DynamicValue, error) {
	value, err := tfprotov6.NewDynamicValue(o.schema, o.value)
	return &value, err
}

// field returns a field; a null value if there is none.
func (o object) field(name string) tftypes.Value {
	fields := map[string]tftypes.Value{}
	if o.value.IsNull() || o.value.As(&fields) != nil {
		return tftypes.Value{}
	}
	return fields[name]
}

func (o object) isSet(name string) bool {
	field := o.field(name)
	return field.Type() != nil && field.IsKnown() && !field.IsNull()
}

func (o object) text(name string) string {
	var text string
	if o.isSet(name) && o.field(name).As(&text) != nil {
		return ""
	}
	return text
}

func (o object) flag(name string) bool {
	var set bool
	return o.isSet(name) && o.field(name).As(&set) == nil && set
}

// number returns a whole number; the default if it is not set, or not positive.
func (o object) number(name string, byDefault int64) int64 {
	var value big.Float
	if !o.isSet(name) || o.field(name).As(&value) != nil {
		return byDefault
	}
	if number, _ := value.Int64(); number > 0 {
		return number
	}
	return byDefault
}

// with returns the object with other fields. It leaves out those that its type does not have.
func (o object) with(changes map[string]tftypes.Value) (object, error) {
	fields := map[string]tftypes.Value{}
	if err := o.value.As(&fields); err != nil {
		return o, err
	}
	fields = maps.Clone(fields) // The value shares the map.
	for name, value := range changes {
		if _, ok := fields[name]; ok {
			fields[name] = value
		}
	}
	return object{o.schema, tftypes.NewValue(o.schema, fields)}, nil
}

// null returns the null value of a field.
func (o object) null(name string) tftypes.Value { return tftypes.NewValue(o.field(name).Type(), nil) }

// known returns the object with null in place of what is not known.
func (o object) known() (object, error) {
	known, err := tftypes.Transform(o.value, func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if !value.IsKnown() {
			return tftypes.NewValue(value.Type(), nil), nil
		}
		return value, nil
	})
	return object{o.schema, known}, err
}
