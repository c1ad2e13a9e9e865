package property

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// sealedPrefix begins the text that is in the place of a secret.
const sealedPrefix = "secret with SHA-256 "

// Sealed is PlainMap with a digest in the place of each secret, for files: keys and passwords must not be in them.
func Sealed(m resource.PropertyMap) map[string]any {
	sealed := make(map[string]any, len(m))
	for key, value := range m {
		if !IsInternal(key) && !value.IsNull() {
			sealed[string(key)] = sealValue(value)
		}
	}
	return sealed
}

func sealValue(v resource.PropertyValue) any {
	switch {
	case v.IsSecret(), v.IsOutput() && v.OutputValue().Secret:
		return digest(Plain(v))
	case v.IsOutput() && v.OutputValue().Known:
		return sealValue(v.OutputValue().Element)
	case v.IsObject():
		return Sealed(v.ObjectValue())
	case v.IsArray():
		list := make([]any, len(v.ArrayValue()))
		for i, element := range v.ArrayValue() {
			list[i] = sealValue(element)
		}
		return list
	}
	return Plain(v)
}

func digest(plain any) string {
	text, err := json.Marshal(plain)
	if err != nil {
		panic(err) // Plain returns only values that JSON has.
	}
	sum := sha256.Sum256(text)
	return sealedPrefix + hex.EncodeToString(sum[:])
}

// Unsealed returns plain values in which the digests of known values are replaced by them.
func Unsealed(sealed, known any) any {
	switch value := sealed.(type) {
	case string:
		if strings.HasPrefix(value, sealedPrefix) && value == digest(known) {
			return known
		}
	case map[string]any:
		old, _ := known.(map[string]any)
		value = maps.Clone(value)
		for key := range value {
			value[key] = Unsealed(value[key], old[key])
		}
		return value
	case []any:
		old, _ := known.([]any)
		value = slices.Clone(value)
		for i := range min(len(value), len(old)) {
			value[i] = Unsealed(value[i], old[i])
		}
		return value
	}
	return sealed
}

// UnsealedMap returns properties in which the digests of known values are replaced by them.
func UnsealedMap(sealed, known resource.PropertyMap) resource.PropertyMap {
	plain := PlainMap(sealed)
	unsealed, _ := Unsealed(plain, PlainMap(known)).(map[string]any)
	if reflect.DeepEqual(plain, unsealed) {
		return sealed
	}
	return LikeMap(sealed, Map(unsealed))
}
