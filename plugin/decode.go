package plugin

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// decoder reads the properties of a component into its struct of arguments. It runs twice: the first time it finds the problems, the
// leaves, and the plain values that are not known yet; the second time, with what the SDK has made of the leaves, it fills the struct.
type decoder struct {
	problems problems
	// unknown are the paths of plain values that are not known in a preview.
	unknown []string
	// leaves are the values of Inputs, Outputs and providers, in the order in which they occur.
	leaves []leaf
	// converted are the values that the SDK has made of the leaves; nil in the first run.
	converted []reflect.Value
	// component returns the component of this process that a reference names; an invalid one if a preview cannot construct it.
	component func(resource.URN) (reflect.Value, bool)
	// installed reports that the stage belongs to a running cluster, which does not use the Ignition's certificates any more, or that a
	// preview does not know it.
	installed bool
	// placed are the paths of the fields in whose places there are components.
	placed map[string]string
	next   int
}

// leaf is a value that the SDK converts to a Go type.
type leaf struct {
	path  string
	typ   reflect.Type
	value resource.PropertyValue
}

// arguments reads the properties of a component; dependencies has what the engine reports for each.
func (d *decoder) arguments(
	args reflect.Type, properties resource.PropertyMap, dependencies map[string][]resource.URN,
) reflect.Value {
	stage := unwrap(properties["stage"], value{})
	d.installed = !stage.known || stage.IsString() && stage.StringValue() == string(cluster.StageCluster)
	around := map[resource.PropertyKey]value{}
	for key, property := range properties {
		around[key] = value{known: true, deps: missing(property, dependencies[string(key)])}
	}
	return d.fields(argument.Of(args), properties, "", func(key resource.PropertyKey) value { return around[key] })
}

// missing returns the dependencies of a property that no output in it has: SDKs that do not send outputs report them apart.
func missing(property resource.PropertyValue, all []resource.URN) []resource.URN {
	found := map[resource.URN]bool{}
	gather(property, found)
	return slices.DeleteFunc(slices.Clone(all), func(urn resource.URN) bool { return found[urn] })
}

func (d *decoder) fields(
	shape *argument.Type, properties resource.PropertyMap, path string, around func(resource.PropertyKey) value,
) reflect.Value {
	result := reflect.New(shape.Go).Elem()
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		if !slices.ContainsFunc(shape.Fields, func(f *argument.Field) bool { return Property(f) == string(key) }) && !resource.IsInternalPropertyKey(key) {
			d.problems.addf(join(path, string(key)), "is not a property%s", suggestion(string(key), shape.Fields))
		}
	}
	for _, field := range shape.Fields {
		property, ok := properties[resource.PropertyKey(Property(field))]
		if !ok {
			continue
		}
		at := join(path, Property(field))
		decoded := d.field(field, unwrap(property, around(resource.PropertyKey(Property(field)))), at)
		if decoded.IsValid() && !d.isLeftOut(field, properties, at) {
			field.Set(result, decoded)
		}
	}
	return result
}

// isLeftOut reports whether a field is for public subnets that an internal cluster of ROSA has not, although its Vpc has some.
func (d *decoder) isLeftOut(field *argument.Field, properties resource.PropertyMap, path string) bool {
	scope := unwrap(properties["scope"], value{})
	return d.placed[path] != "" && field.Tag.Get("network") == argument.Public &&
		scope.known && scope.IsString() && scope.StringValue() == string(network.Internal)
}

// field returns the value of a field. Of a component that is passed in place of a network it is the network.
func (d *decoder) field(field *argument.Field, v value, path string) reflect.Value {
	if v.known && v.IsResourceReference() && TakesNetwork(field.StructField.Type) {
		return d.network(field, v, path)
	}
	return d.decode(field.Type, v, path)
}

// suggestion names the property that is spelled like another one but for its capitals.
func suggestion(name string, fields []*argument.Field) string {
	for _, field := range fields {
		if strings.EqualFold(Property(field), name) {
			return fmt.Sprintf(" (did you mean %s?)", Property(field))
		}
	}
	return ""
}

// decode returns a value of the shape's type, or an invalid one if there is none.
func (d *decoder) decode(shape *argument.Type, v value, path string) reflect.Value {
	if v.known && v.IsNull() {
		return reflect.Value{}
	}
	if shape.Kind == argument.Input {
		return d.leaf(shape, v, path)
	}
	if !v.known {
		d.unknown = append(d.unknown, path)
		return reflect.Value{}
	}
	if v.ownSecret && !hasLeaves(shape) {
		d.problems.addf(path, "must not be a secret: it is in names and plain text")
		return reflect.Value{}
	}
	if shape.Go == installDirType {
		return d.installDir(v, path)
	}
	if shape.Go.Kind() == reflect.Pointer && shape.Kind != argument.Provider {
		element := d.decode(argument.Of(shape.Go.Elem()), v, path)
		if !element.IsValid() {
			return element
		}
		pointer := reflect.New(shape.Go.Elem())
		pointer.Elem().Set(element)
		return pointer
	}
	return d.plain(shape, v, path)
}

func (d *decoder) plain(shape *argument.Type, v value, path string) reflect.Value {
	if !d.typed(shape, v.PropertyValue, path) {
		return reflect.Value{}
	}
	result := reflect.New(shape.Go).Elem()
	switch shape.Kind {
	case argument.Text:
		result.SetString(v.StringValue())
	case argument.Boolean:
		result.SetBool(v.BoolValue())
	case argument.Integer:
		result.SetInt(int64(v.NumberValue()))
	case argument.Number:
		result.SetFloat(v.NumberValue())
	case argument.Duration:
		duration, err := time.ParseDuration(v.StringValue())
		if err != nil {
			d.problems.addf(path, "%q is not a valid duration (for example, 15m)", v.StringValue())
			return reflect.Value{}
		}
		result.SetInt(int64(duration))
	case argument.Bytes:
		result.SetBytes([]byte(v.StringValue()))
	case argument.Anything:
		return d.anything(shape, v, path)
	case argument.List:
		return d.list(shape, v, path)
	case argument.Map:
		return d.mapping(shape, v, path)
	case argument.Object:
		return d.fields(shape, v.ObjectValue(), path, func(resource.PropertyKey) value { return v })
	case argument.Provider:
		return d.provider(v, path)
	default:
		panic(fmt.Sprintf("%s: kind %s", path, shape.Kind))
	}
	return result
}

func (d *decoder) list(shape *argument.Type, v value, path string) reflect.Value {
	elements := v.ArrayValue()
	result := reflect.MakeSlice(shape.Go, len(elements), len(elements))
	for i, element := range elements {
		decoded := d.decode(shape.Element, v.in(element), index(path, i))
		if decoded.IsValid() {
			result.Index(i).Set(decoded)
		}
	}
	return result
}

func (d *decoder) mapping(shape *argument.Type, v value, path string) reflect.Value {
	elements := v.ObjectValue()
	result := reflect.MakeMapWithSize(shape.Go, len(elements))
	for _, key := range slices.Sorted(maps.Keys(elements)) {
		decoded := d.decode(shape.Element, v.in(elements[key]), index(path, key))
		if !decoded.IsValid() {
			decoded = reflect.Zero(shape.Element.Go)
		}
		result.SetMapIndex(reflect.ValueOf(string(key)).Convert(shape.Go.Key()), decoded)
	}
	return result
}

// anything reads a value of any type, with numbers as in JSON.
func (d *decoder) anything(shape *argument.Type, v value, path string) reflect.Value {
	if v.ContainsUnknowns() {
		d.unknown = append(d.unknown, path)
		return reflect.Value{}
	}
	if v.ContainsSecrets() {
		d.problems.addf(path, "must not contain a secret")
		return reflect.Value{}
	}
	plain := v.MapRepl(nil, func(inner resource.PropertyValue) (any, bool) {
		if inner.IsOutput() {
			return inner.OutputValue().Element.Mappable(), true
		}
		if inner.IsNumber() && inner.NumberValue() == math.Trunc(inner.NumberValue()) && math.Abs(inner.NumberValue()) < 1<<53 {
			return int(inner.NumberValue()), true
		}
		return nil, false
	})
	result := reflect.New(shape.Go).Elem()
	if plain != nil {
		result.Set(reflect.ValueOf(plain))
	}
	return result
}

// leaf reads the value of an Input or Output.
func (d *decoder) leaf(shape *argument.Type, v value, path string) reflect.Value {
	if v.known && !d.typedDeep(shape.Element, v.PropertyValue, path) {
		return reflect.Value{}
	}
	return d.convert(leaf{path, shape.Go, v.wrap()})
}

// provider reads a reference to a provider. The SDK converts one to a pointer for the type any only (pulumi/pulumi v3.250.0
// sdk/go/pulumi/rpc.go, unmarshalOutput), and only pointers are providers.
func (d *decoder) provider(v value, path string) reflect.Value {
	converted := d.convert(leaf{path, reflect.TypeFor[any](), v.PropertyValue})
	if !converted.IsValid() {
		return converted
	}
	return converted.Elem()
}

func (d *decoder) convert(found leaf) reflect.Value {
	if d.converted == nil {
		d.leaves = append(d.leaves, found)
		return reflect.Value{}
	}
	converted := d.converted[d.next]
	d.next++
	return converted
}

func hasLeaves(shape *argument.Type) bool {
	switch shape.Kind {
	case argument.Input:
		return true
	case argument.List, argument.Map:
		return hasLeaves(shape.Element)
	case argument.Object:
		return slices.ContainsFunc(shape.Fields, func(field *argument.Field) bool { return hasLeaves(field.Type) })
	default:
		return false
	}
}
