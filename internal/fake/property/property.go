// Package property reads Pulumi's property values: without their secret marks, as plain Go values, or by name.
package property

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Reveal returns the value inside of secrets and outputs. An unknown output is returned as a computed value.
func Reveal(v resource.PropertyValue) resource.PropertyValue {
	for {
		switch {
		case v.IsSecret():
			v = v.SecretValue().Element
		case v.IsOutput() && !v.OutputValue().Known:
			return Unknown()
		case v.IsOutput():
			v = v.OutputValue().Element
		default:
			return v
		}
	}
}

// RevealAll is Reveal for the value and everything in it.
func RevealAll(v resource.PropertyValue) resource.PropertyValue {
	v = Reveal(v)
	switch {
	case v.IsObject():
		return resource.NewProperty(RevealMap(v.ObjectValue()))
	case v.IsArray():
		list := make([]resource.PropertyValue, len(v.ArrayValue()))
		for i, element := range v.ArrayValue() {
			list[i] = RevealAll(element)
		}
		return resource.NewProperty(list)
	}
	return v
}

// RevealMap is RevealAll for the entries of a map, without Pulumi's internal properties.
func RevealMap(m resource.PropertyMap) resource.PropertyMap {
	revealed := make(resource.PropertyMap, len(m))
	for key, value := range m {
		if !IsInternal(key) {
			revealed[key] = RevealAll(value)
		}
	}
	return revealed
}

// IsInternal reports whether a property belongs to the engine or the Terraform bridge, such as __defaults.
func IsInternal(key resource.PropertyKey) bool {
	return strings.HasPrefix(string(key), "__")
}

// Unknown returns a value that is known after the update.
func Unknown() resource.PropertyValue {
	return resource.MakeComputed(resource.NewProperty(""))
}

// Text returns a string property, "" when it is missing, unknown or of another type.
func Text(m resource.PropertyMap, name string) string {
	if value := Reveal(m[resource.PropertyKey(name)]); value.IsString() {
		return value.StringValue()
	}
	return ""
}

// IsTrue reports whether a property is the boolean true.
func IsTrue(m resource.PropertyMap, name string) bool {
	value := Reveal(m[resource.PropertyKey(name)])
	return value.IsBool() && value.BoolValue()
}

// List returns the elements of a list property, nil when it is missing, unknown or of another type.
func List(m resource.PropertyMap, name string) []resource.PropertyValue {
	if value := Reveal(m[resource.PropertyKey(name)]); value.IsArray() {
		return value.ArrayValue()
	}
	return nil
}

// Object returns the fields of an object property, nil when it is missing, unknown or of another type.
func Object(m resource.PropertyMap, name string) resource.PropertyMap {
	if value := Reveal(m[resource.PropertyKey(name)]); value.IsObject() {
		return value.ObjectValue()
	}
	return nil
}

// Plain returns the value as encoding/json decodes it: maps, slices, strings, float64, bool and nil. Secrets are
// revealed, an asset is its text, path or URI, and an unknown value is nil.
func Plain(v resource.PropertyValue) any {
	v = Reveal(v)
	switch {
	case v.IsObject():
		return PlainMap(v.ObjectValue())
	case v.IsArray():
		list := make([]any, len(v.ArrayValue()))
		for i, element := range v.ArrayValue() {
			list[i] = Plain(element)
		}
		return list
	case v.IsAsset():
		asset := v.AssetValue()
		return asset.Text + asset.Path + asset.URI
	case v.IsBool(), v.IsNumber(), v.IsString():
		return v.V
	}
	return nil
}

// PlainMap is Plain for the entries of a map, without null values and Pulumi's internal properties.
func PlainMap(m resource.PropertyMap) map[string]any {
	plain := make(map[string]any, len(m))
	for key, value := range m {
		if !IsInternal(key) && !value.IsNull() {
			plain[string(key)] = Plain(value)
		}
	}
	return plain
}

// Map returns plain values as a property map.
func Map(plain map[string]any) resource.PropertyMap {
	return resource.NewPropertyMapFromMap(plain)
}

// Like marks as secret, in v, what is secret in the pattern. Where the two differ in shape around a secret, the
// whole value becomes secret.
func Like(pattern, v resource.PropertyValue) resource.PropertyValue {
	switch {
	case pattern.IsSecret():
		return resource.MakeSecret(RevealAll(v))
	case pattern.IsObject() && v.IsObject():
		return resource.NewProperty(LikeMap(pattern.ObjectValue(), v.ObjectValue()))
	case pattern.IsArray() && v.IsArray() && len(pattern.ArrayValue()) == len(v.ArrayValue()):
		list := make([]resource.PropertyValue, len(v.ArrayValue()))
		for i, element := range v.ArrayValue() {
			list[i] = Like(pattern.ArrayValue()[i], element)
		}
		return resource.NewProperty(list)
	case pattern.ContainsSecrets():
		return resource.MakeSecret(RevealAll(v))
	}
	return v
}

// LikeMap is Like for the entries of a map.
func LikeMap(pattern, m resource.PropertyMap) resource.PropertyMap {
	marked := make(resource.PropertyMap, len(m))
	for key, value := range m {
		if like, ok := pattern[key]; ok {
			value = Like(like, value)
		}
		marked[key] = value
	}
	return marked
}
