// Package argument is the model of arguments: a tree of the fields of a struct, built once for each type from the struct and its tags.
// What reads arguments visits it: the checks (internal/check), the manifests and the resources of providers (Fields), and the plugin for
// other languages with its schema. docs/maintainers/tags.md has the tags.
package argument

import (
	"maps"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Kind is the kind of a value, whatever its Go type.
type Kind string

// The kinds of values. An Input is an Input or an Output: its value, whether it is known or secret, and what it depends on are the SDK's
// business. The other kinds are plain.
const (
	Text     Kind = "text"
	Boolean  Kind = "boolean"
	Integer  Kind = "integer"
	Number   Kind = "number"
	Duration Kind = "duration"
	Bytes    Kind = "bytes"
	Anything Kind = "any"
	List     Kind = "list"
	Map      Kind = "map"
	Object   Kind = "object"
	Input    Kind = "input"
	Provider Kind = "provider"
	Resource Kind = "resource"
	// Foreign is a type of another module, or one that is no data.
	Foreign Kind = "foreign"
)

// Type is a Go type in arguments or outputs.
type Type struct {
	Kind Kind
	Go   reflect.Type
	// Element is the type of the elements of a list or map, and of what an Input resolves to; nil if that is not known.
	Element *Type
	// Fields has the fields of an object, embedded structs included.
	Fields []*Field
}

// types are the types that are built. The lock is held while one is built, so that nobody sees one without its fields.
var types = struct {
	sync.Mutex

	built map[reflect.Type]*Type
	// pointers get the elements and fields of what they point to, which can have a field of the pointer's type.
	pointers []*Type
}{built: map[reflect.Type]*Type{}}

// Of returns the model of a type. A pointer is like what it points to.
func Of(t reflect.Type) *Type {
	types.Lock()
	defer types.Unlock()
	defer completePointers()
	return build(t)
}

// FieldsOf returns the fields of a struct that is a component or another resource: its outputs.
func FieldsOf(resource reflect.Type) []*Field {
	types.Lock()
	defer types.Unlock()
	defer completePointers()
	return fields(resource)
}

func completePointers() {
	for _, pointer := range types.pointers {
		pointed := build(pointer.Go.Elem())
		pointer.Element, pointer.Fields = pointed.Element, pointed.Fields
	}
	types.pointers = nil
}

var (
	inputType    = reflect.TypeFor[pulumi.Input]()
	outputType   = reflect.TypeFor[pulumi.Output]()
	providerType = reflect.TypeFor[pulumi.ProviderResource]()
	resourceType = reflect.TypeFor[pulumi.Resource]()
)

func build(t reflect.Type) *Type {
	if known, ok := types.built[t]; ok {
		return known
	}
	built := &Type{Go: t, Kind: kindOf(t)}
	types.built[t] = built
	switch {
	case built.Kind == Input:
		if resolved := resolvesTo(t); resolved != nil {
			built.Element = build(resolved)
		}
	case t.Kind() == reflect.Pointer && built.Kind != Foreign && built.Kind != Resource:
		build(t.Elem())
		types.pointers = append(types.pointers, built)
	case built.Kind == List || built.Kind == Map:
		built.Element = build(t.Elem())
	case built.Kind == Object:
		built.Fields = fields(t)
	}
	return built
}

func kindOf(t reflect.Type) Kind {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return Duration
	case t == reflect.TypeFor[[]byte]():
		return Bytes
	case t == reflect.TypeFor[netip.Prefix]():
		return Text
	case t == providerType:
		return Provider
	case t.Implements(resourceType):
		return Resource
	// A map or list of Inputs, such as pulumi.StringMap, is a map or list: how many elements it has, and its keys, are plain.
	case t.Implements(inputType) && t.Kind() != reflect.Map && t.Kind() != reflect.Slice:
		return Input
	}
	return kindOfPlain(t)
}

func kindOfPlain(t reflect.Type) Kind {
	switch t.Kind() {
	case reflect.String:
		return Text
	case reflect.Bool:
		return Boolean
	case reflect.Int, reflect.Int64, reflect.Int32:
		return Integer
	case reflect.Float64:
		return Number
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Slice:
		return List
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return Map
		}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return Anything
		}
	case reflect.Struct:
		if strings.HasPrefix(t.PkgPath(), module) || t.PkgPath() == "" {
			return Object
		}
	default:
	}
	return Foreign
}

// module is the path of this module.
const module = "github.com/openshift-aws/pulumi-openshift-aws/"

// resolutions are the types to which the Inputs in arguments resolve.
var resolutions = map[reflect.Type]reflect.Type{
	reflect.TypeFor[pulumi.StringInput]():      reflect.TypeFor[string](),
	reflect.TypeFor[pulumi.StringPtrInput]():   reflect.TypeFor[string](),
	reflect.TypeFor[pulumi.BoolInput]():        reflect.TypeFor[bool](),
	reflect.TypeFor[pulumi.BoolPtrInput]():     reflect.TypeFor[bool](),
	reflect.TypeFor[pulumi.IntInput]():         reflect.TypeFor[int](),
	reflect.TypeFor[pulumi.IntPtrInput]():      reflect.TypeFor[int](),
	reflect.TypeFor[pulumi.StringArrayInput](): reflect.TypeFor[[]string](),
	reflect.TypeFor[pulumi.StringMapInput]():   reflect.TypeFor[map[string]string](),
	reflect.TypeFor[pulumi.MapInput]():         reflect.TypeFor[map[string]any](),
	reflect.TypeFor[pulumi.Input]():            reflect.TypeFor[any](),
}

// resolvesTo returns the type that an Input or Output resolves to, without a pointer; nil if it is not known.
func resolvesTo(t reflect.Type) reflect.Type {
	if known, ok := resolutions[t]; ok || t.Kind() == reflect.Interface || !t.Implements(outputType) {
		return known
	}
	resolved := reflect.Zero(t).Interface().(pulumi.Output).ElementType()
	if resolved.Kind() == reflect.Pointer {
		resolved = resolved.Elem()
	}
	return resolved
}

// Objects calls visit with the objects in a value, at any depth of lists and maps, in order; maps are sorted by their keys.
func (t *Type) Objects(path Path, v reflect.Value, visit func(path Path, t *Type, v reflect.Value)) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if t.Kind == Object {
		visit(path, t, v)
		return
	}
	t.Elements(path, v, func(path Path, element reflect.Value) { t.Element.Objects(path, element, visit) })
}

// Elements calls visit with the elements of a list or map, in order; maps are sorted by their keys.
func (t *Type) Elements(path Path, v reflect.Value, visit func(path Path, element reflect.Value)) {
	switch t.Kind {
	case List:
		for i := range v.Len() {
			visit(path.Index(i), v.Index(i))
		}
	case Map:
		for _, key := range SortedKeys(v) {
			visit(path.Key(key.String()), v.MapIndex(key))
		}
	default:
	}
}

// SortedKeys returns the keys of a map in order.
func SortedKeys(v reflect.Value) []reflect.Value {
	keys := map[string]reflect.Value{}
	for _, key := range v.MapKeys() {
		keys[key.String()] = key
	}
	sorted := make([]reflect.Value, 0, len(keys))
	for _, text := range slices.Sorted(maps.Keys(keys)) {
		sorted = append(sorted, keys[text])
	}
	return sorted
}
