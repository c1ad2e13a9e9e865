package schema

import (
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// isSet reports whether the provider would see a value: to Terraform an empty list of blocks is the same as none.
func isSet(p *Property, v resource.PropertyValue) bool {
	v = property.Reveal(v)
	if v.IsArray() && p.Elem != nil {
		return len(v.ArrayValue()) > 0
	}
	return !v.IsNull()
}

// scalarText returns the text by which Terraform compares scalars: 5 equals "5", true equals "true".
func scalarText(v resource.PropertyValue) (string, bool) {
	switch {
	case v.IsString():
		return v.StringValue(), true
	case v.IsBool():
		return strconv.FormatBool(v.BoolValue()), true
	case v.IsNumber():
		return strconv.FormatFloat(v.NumberValue(), 'f', -1, 64), true
	}
	return "", false
}

// Elements returns the values of a list or a set. Pulumi shows a list of at most one block as that block.
func Elements(v resource.PropertyValue) []resource.PropertyValue {
	v = property.Reveal(v)
	switch {
	case v.IsNull():
		return nil
	case v.IsArray():
		return v.ArrayValue()
	}
	return []resource.PropertyValue{v}
}
