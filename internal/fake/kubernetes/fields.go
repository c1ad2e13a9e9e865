package kubernetes

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// pathSeparator cannot be part of a key in an object.
const pathSeparator = "\x00"

// identity are the fields that identify an object, which no manager owns.
var identity = []string{"apiVersion", "kind", "metadata" + pathSeparator + "name", "metadata" + pathSeparator + "namespace"}

// leaves returns the fields that an object sets, by path. A list is one field: it is applied as a whole, as lists without
// a declared key are in custom resources.
func leaves(object Object) map[string]any {
	found := map[string]any{}
	collect(found, nil, object)
	for _, path := range identity {
		delete(found, path)
	}
	return found
}

func collect(found map[string]any, at []string, value any) {
	fields, ok := value.(map[string]any)
	if !ok || len(fields) == 0 {
		if len(at) > 0 {
			found[strings.Join(at, pathSeparator)] = value
		}
		return
	}
	for key, field := range fields {
		collect(found, append(slices.Clip(at), key), field)
	}
}

// lookup returns the value at a path.
func lookup(object Object, path string) (any, bool) {
	var value any = object
	for key := range strings.SplitSeq(path, pathSeparator) {
		fields, ok := value.(map[string]any)
		if !ok {
			return nil, false
		}
		if value, ok = fields[key]; !ok {
			return nil, false
		}
	}
	return value, true
}

// store sets the value at a path and creates the maps on the way to it. It replaces a leaf on the way.
func store(object Object, path string, value any) {
	keys := strings.Split(path, pathSeparator)
	fields := object
	for _, key := range keys[:len(keys)-1] {
		next, ok := fields[key].(map[string]any)
		if !ok {
			next = map[string]any{}
			fields[key] = next
		}
		fields = next
	}
	last := keys[len(keys)-1]
	if empty, ok := value.(map[string]any); ok && len(empty) == 0 {
		if _, already := fields[last].(map[string]any); already {
			return
		}
	}
	fields[last] = value
}

// remove removes the value at a path, and the maps that become empty.
func remove(object Object, path string) {
	keys := strings.Split(path, pathSeparator)
	trail := []Object{object}
	for _, key := range keys[:len(keys)-1] {
		next, ok := trail[len(trail)-1][key].(map[string]any)
		if !ok {
			return
		}
		trail = append(trail, next)
	}
	for i := len(keys) - 1; i >= 0; i-- {
		delete(trail[i], keys[i])
		if len(trail[i]) > 0 {
			return
		}
	}
}

// clone returns a deep copy.
func clone(value any) any {
	switch v := value.(type) {
	case map[string]any:
		copied := make(map[string]any, len(v))
		for key, field := range v {
			copied[key] = clone(field)
		}
		return copied
	case []any:
		copied := make([]any, len(v))
		for i, element := range v {
			copied[i] = clone(element)
		}
		return copied
	}
	return value
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

func same(a, b any) bool {
	return reflect.DeepEqual(a, b)
}
