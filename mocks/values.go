package mocks

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

// plainMap returns properties as the plain values of Resource.Inputs. With reveal, secrets are plain values too.
func plainMap(properties resource.PropertyMap, reveal bool) map[string]any {
	plain := make(map[string]any, len(properties))
	for key, value := range properties {
		if !value.IsNull() {
			plain[string(key)] = plainValue(value, reveal)
		}
	}
	return plain
}

func plainValue(v resource.PropertyValue, reveal bool) any {
	switch {
	case v.IsSecret() && reveal:
		return plainValue(v.SecretValue().Element, reveal)
	case v.IsSecret():
		return Secret{plainValue(v.SecretValue().Element, reveal)}
	case v.IsComputed(), v.IsOutput():
		return Unknown{}
	case v.IsObject():
		return plainMap(v.ObjectValue(), reveal)
	case v.IsArray():
		list := make([]any, 0, len(v.ArrayValue()))
		for _, element := range v.ArrayValue() {
			list = append(list, plainValue(element, reveal))
		}
		return list
	case v.IsAsset():
		return Asset{Path: v.AssetValue().Path, Text: v.AssetValue().Text, URI: v.AssetValue().URI}
	case v.IsArchive():
		return Asset{Path: v.ArchiveValue().Path, URI: v.ArchiveValue().URI}
	case v.IsResourceReference():
		return string(v.ResourceReferenceValue().URN)
	}
	return v.V
}

// plainGo returns the value of an output, of any Go type, as plain values.
func plainGo(value any) any {
	switch value := value.(type) {
	case nil:
		return nil
	case pulumi.Resource:
		return fmt.Sprintf("%T", value)
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return plainGo(v.Elem().Interface())
	case reflect.Map:
		plain := map[string]any{}
		for _, key := range v.MapKeys() {
			plain[fmt.Sprint(key.Interface())] = plainGo(v.MapIndex(key).Interface())
		}
		return plain
	case reflect.Slice, reflect.Array:
		list := make([]any, 0, v.Len())
		for i := range v.Len() {
			list = append(list, plainGo(v.Index(i).Interface()))
		}
		return list
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return float64(v.Int())
	case reflect.Float32, reflect.Float64:
		return v.Float()
	}
	return throughJSON(value)
}

func throughJSON(value any) any {
	text, err := json.Marshal(value)
	var plain any
	if err == nil {
		err = json.Unmarshal(text, &plain)
	}
	if err != nil {
		return fmt.Sprint(value)
	}
	return plain
}
