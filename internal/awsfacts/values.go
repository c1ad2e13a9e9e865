package awsfacts

import (
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// plain looks through secrets and outputs. Unknown values come back as computed ones, missing ones as null.
func plain(v resource.PropertyValue) resource.PropertyValue {
	for {
		switch {
		case v.IsSecret():
			v = v.SecretValue().Element
		case v.IsOutput() && !v.OutputValue().Known:
			return resource.MakeComputed(resource.NewProperty(""))
		case v.IsOutput():
			v = v.OutputValue().Element
		default:
			return v
		}
	}
}

// given tells whether the provider would see a value: blocks without elements are as good as absent.
func given(p *Property, v resource.PropertyValue) bool {
	v = plain(v)
	if v.IsArray() && p.Elem != nil {
		return len(v.ArrayValue()) > 0
	}
	return !v.IsNull()
}

// scalarText is the text by which Terraform compares scalars: 5 equals "5", true equals "true".
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

// elements returns the values of a list or set, also when Pulumi shows the only element or the user left out the list.
func elements(v resource.PropertyValue) []resource.PropertyValue {
	v = plain(v)
	switch {
	case v.IsNull():
		return nil
	case v.IsArray():
		return v.ArrayValue()
	}
	return []resource.PropertyValue{v}
}
