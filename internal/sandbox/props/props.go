// Package props converts between Pulumi's property values and plain Go values.
package props

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Plain returns the value as encoding/json would decode it: maps, slices, strings,
// float64, bool and nil. Secrets are looked through, assets become their text, path
// or address, and unknown values become nil.
func Plain(v resource.PropertyValue) any {
	switch {
	case v.IsSecret():
		return Plain(v.SecretValue().Element)
	case v.IsOutput():
		return Plain(v.OutputValue().Element)
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

// PlainMap is Plain for the entries of a map. Entries of which the value is null are
// left out, as are Pulumi's own notes, which begin with two underscores.
func PlainMap(m resource.PropertyMap) map[string]any {
	plain := make(map[string]any, len(m))
	for key, value := range m {
		if isNote(key) || value.IsNull() {
			continue
		}
		plain[string(key)] = Plain(value)
	}
	return plain
}

func isNote(key resource.PropertyKey) bool {
	return len(key) > 2 && key[:2] == "__"
}

// Map returns plain values as a property map.
func Map(plain map[string]any) resource.PropertyMap {
	return resource.NewPropertyMapFromMap(plain)
}

// Reveal returns the value without its secret marks.
func Reveal(v resource.PropertyValue) resource.PropertyValue {
	switch {
	case v.IsSecret():
		return Reveal(v.SecretValue().Element)
	case v.IsObject():
		return resource.NewObjectProperty(RevealMap(v.ObjectValue()))
	case v.IsArray():
		list := make([]resource.PropertyValue, len(v.ArrayValue()))
		for i, element := range v.ArrayValue() {
			list[i] = Reveal(element)
		}
		return resource.NewArrayProperty(list)
	}
	return v
}

// RevealMap is Reveal for the entries of a map, without Pulumi's own notes.
func RevealMap(m resource.PropertyMap) resource.PropertyMap {
	revealed := make(resource.PropertyMap, len(m))
	for key, value := range m {
		if !isNote(key) {
			revealed[key] = Reveal(value)
		}
	}
	return revealed
}

// Like marks as secret, in v, what is secret in the pattern. Where the two differ in
// shape below a secret, the whole is secret.
func Like(pattern, v resource.PropertyValue) resource.PropertyValue {
	switch {
	case pattern.IsSecret():
		return resource.MakeSecret(Reveal(v))
	case pattern.IsObject() && v.IsObject():
		return resource.NewObjectProperty(LikeMap(pattern.ObjectValue(), v.ObjectValue()))
	case pattern.IsArray() && v.IsArray() && len(pattern.ArrayValue()) == len(v.ArrayValue()):
		list := make([]resource.PropertyValue, len(v.ArrayValue()))
		for i, element := range v.ArrayValue() {
			list[i] = Like(pattern.ArrayValue()[i], element)
		}
		return resource.NewArrayProperty(list)
	case pattern.ContainsSecrets():
		return resource.MakeSecret(Reveal(v))
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
