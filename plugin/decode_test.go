package plugin

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// drawing makes random arguments.
type drawing struct {
	*rapid.T

	// leaves are those of the arguments, in the order of their fields.
	leaves []resource.PropertyValue
}

// draw returns a random value of a shape without its leaves, and its property.
func (t *drawing) draw(shape *argument.Type, name string) (reflect.Value, resource.PropertyValue) {
	v := reflect.New(shape.Go).Elem()
	if shape.Go.Kind() == reflect.Pointer {
		inner, property := t.draw(argument.Of(shape.Go.Elem()), name)
		v.Set(reflect.New(shape.Go.Elem()))
		v.Elem().Set(inner)
		return v, property
	}
	switch shape.Kind {
	case argument.Text, argument.Bytes:
		text := rapid.StringMatching(`[a-z]{1,8}`).Draw(t.T, name)
		if shape.Kind == argument.Bytes {
			v.SetBytes([]byte(text))
		} else {
			v.SetString(text)
		}
		return v, resource.NewProperty(text)
	case argument.Boolean:
		v.SetBool(rapid.Bool().Draw(t.T, name))
		return v, resource.NewProperty(v.Bool())
	case argument.Integer:
		v.SetInt(int64(rapid.IntRange(-1<<30, 1<<30).Draw(t.T, name)))
		return v, resource.NewProperty(float64(v.Int()))
	case argument.Number:
		v.SetFloat(rapid.Float64Range(-1e9, 1e9).Draw(t.T, name))
		return v, resource.NewProperty(v.Float())
	case argument.Duration:
		v.SetInt(int64(rapid.IntRange(0, 1e6).Draw(t.T, name)) * int64(time.Second))
		return v, resource.NewProperty(time.Duration(v.Int()).String())
	case argument.Anything:
		text := rapid.StringMatching(`[a-z]{1,8}`).Draw(t.T, name)
		v.Set(reflect.ValueOf(text))
		return v, resource.NewProperty(text)
	case argument.Input, argument.Provider:
		return v, t.leaf(shape, name)
	default:
		return t.elements(shape, v, name)
	}
}

func (t *drawing) elements(shape *argument.Type, v reflect.Value, name string) (reflect.Value, resource.PropertyValue) {
	properties, count := resource.PropertyMap{}, rapid.IntRange(0, 2).Draw(t.T, name)
	switch shape.Kind {
	case argument.List:
		v.Set(reflect.MakeSlice(shape.Go, count, count))
		list := make([]resource.PropertyValue, count)
		for i := range list {
			element, property := t.draw(shape.Element, name)
			v.Index(i).Set(element)
			list[i] = property
		}
		return v, resource.NewProperty(list)
	case argument.Map:
		v.Set(reflect.MakeMap(shape.Go))
		for i := range count {
			element, property := t.draw(shape.Element, name)
			v.SetMapIndex(reflect.ValueOf(fmt.Sprint("key", i)).Convert(shape.Go.Key()), element)
			properties[resource.PropertyKey(fmt.Sprint("key", i))] = property
		}
	case argument.Object:
		for _, field := range shape.Fields {
			if field.Type.Go != installDirType && rapid.Bool().Draw(t.T, Property(field)) {
				value, property := t.draw(field.Type, Property(field))
				field.Set(v, value)
				properties[resource.PropertyKey(Property(field))] = property
			}
		}
	default:
		panic(shape.Kind)
	}
	return v, resource.NewProperty(properties)
}

// leaf returns a value that a leaf resolves to, on its own, secret, not known, or as an output.
func (t *drawing) leaf(shape *argument.Type, name string) resource.PropertyValue {
	if shape.Kind == argument.Provider {
		reference := resource.NewProperty(resource.ResourceReference{URN: "urn:pulumi:test::test::pulumi:providers:aws::other"})
		t.leaves = append(t.leaves, reference)
		return reference
	}
	_, property := t.draw(shape.Element, name)
	output := resource.Output{Known: true, Element: property, Secret: true}
	dependencies := []resource.URN{"urn:pulumi:test::test::a:b:C::c"}
	switch rapid.IntRange(0, 3).Draw(t.T, "wrapped") {
	case 0:
		t.leaves = append(t.leaves, resource.NewProperty(output))
		return resource.MakeSecret(property)
	case 1:
		property = resource.NewProperty(resource.Output{Known: false, Dependencies: dependencies})
	case 2:
		output.Dependencies = dependencies
		property = resource.NewProperty(output)
	}
	t.leaves = append(t.leaves, property)
	return property
}

// TestDecode decodes random arguments of every component: plain values are those that were encoded, and each leaf reaches the SDK as
// the output that it was.
func TestDecode(t *testing.T) {
	for _, component := range Components {
		t.Run(component.Token, func(t *testing.T) {
			shape := argument.Of(component.Args)
			rapid.Check(t, func(t *rapid.T) {
				random := &drawing{T: t}
				want, property := random.draw(shape, "args")
				first := &decoder{}
				got := first.arguments(component.Args, property.ObjectValue(), nil)
				require.Empty(t, first.problems)
				require.Empty(t, first.unknown)
				assert.Equal(t, want.Interface(), got.Interface())
				var leaves []resource.PropertyValue
				for _, leaf := range first.leaves {
					leaves = append(leaves, leaf.value)
				}
				assert.Equal(t, random.leaves, leaves)
			})
		})
	}
}

type sample struct {
	Text   string
	Count  int
	Keys   map[string]time.Duration
	Nested []struct{ Name pulumi.StringInput }
	ID     pulumi.StringInput
	Any    map[string]any
	Other  pulumi.ProviderResource
}

func TestDecodeProblems(t *testing.T) {
	number, text := resource.NewProperty(1.5), resource.NewProperty("soon")
	first := &decoder{}
	first.arguments(reflect.TypeFor[sample](), resource.PropertyMap{
		"text": resource.MakeSecret(text), "count": number, "Count": number, "size": number, "id": number,
		"keys":   resource.NewProperty(resource.PropertyMap{"a": text}),
		"nested": resource.NewProperty([]resource.PropertyValue{resource.NewProperty(resource.PropertyMap{"name": number})}),
		"any":    resource.NewProperty(resource.PropertyMap{"a": resource.MakeSecret(text)}),
		"other":  resource.NewProperty(resource.ResourceReference{URN: "urn:pulumi:test::test::aws:ec2/vpc:Vpc::other"}),
	}, nil)
	assert.Equal(t, problems{
		{"Count", "is not a property (did you mean count?)"},
		{"size", "is not a property"},
		{"text", "must not be a secret: it is in names and plain text"},
		{"count", "must be an integer (got a number)"},
		{"keys[a]", `"soon" is not a valid duration (for example, 15m)`},
		{"nested[0].name", "must be a string (got a number)"},
		{"id", "must be a string (got a number)"},
		{"any[a]", "must not be a secret: it is in names and plain text"},
		{"other", "must be a provider (got a resource)"},
	}, first.problems)
}

// TestDecodeUnknown shows what of a value that is not known as a whole has to wait, and what its parts depend on.
func TestDecodeUnknown(t *testing.T) {
	first := &decoder{}
	dependency := resource.URN("urn:pulumi:test::test::a:b:C::c")
	unknown := resource.NewProperty(resource.Output{Dependencies: []resource.URN{dependency}})
	list := resource.NewProperty(resource.Output{Known: true, Secret: true, Dependencies: []resource.URN{dependency},
		Element: resource.NewProperty([]resource.PropertyValue{resource.NewProperty(resource.PropertyMap{"name": resource.NewProperty("a")})})})
	first.arguments(reflect.TypeFor[sample](), resource.PropertyMap{"text": unknown, "id": unknown, "nested": list}, nil)
	assert.Empty(t, first.problems)
	assert.Equal(t, []string{"text"}, first.unknown)
	output := resource.Output{Known: true, Secret: true, Dependencies: []resource.URN{dependency}, Element: resource.NewProperty("a")}
	assert.Equal(t, []leaf{
		{"nested[0].name", reflect.TypeFor[pulumi.StringInput](), resource.NewProperty(output)},
		{"id", reflect.TypeFor[pulumi.StringInput](), unknown},
	}, first.leaves)
}
