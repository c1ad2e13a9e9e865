package plugin

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// VpcArgument is a property that passes a Vpc or an ExistingVpc to a component, in place of its fields for a network and for subnets. It is
// one property for each kind of component, because of one that accepts several types C#, Go and Java check none.
type VpcArgument struct {
	// Name is the name of the property.
	Name string
	// Token is the type of the component.
	Token string
}

// VpcArguments returns the properties of a type of arguments that pass a component; none if it has no field for a network or for subnets.
// The arguments vpc and existingVpc of blueprints are those of the parts that they create.
func VpcArguments(shape *argument.Type) []VpcArgument {
	fields := vpcFields(shape)
	if len(fields) == 0 {
		return nil
	}
	suffix := ""
	if slices.ContainsFunc(shape.Fields, func(field *argument.Field) bool { return Property(field) == "vpc" }) {
		suffix = "Component"
	}
	return []VpcArgument{
		{Name: "vpc" + suffix, Token: Token(reflect.TypeFor[network.Vpc]())},
		{Name: "existingVpc" + suffix, Token: Token(reflect.TypeFor[network.ExistingVpc]())},
	}
}

// vpcFields returns the fields of a type of arguments for a network and for subnets. Those of a Network are outputs of a component.
func vpcFields(shape *argument.Type) (fields []*argument.Field) {
	for _, field := range shape.Fields {
		if TakesNetwork(field.StructField.Type) && field.Owner != reflect.TypeFor[network.Network]() {
			fields = append(fields, field)
		}
	}
	return fields
}

// placement puts the components that are passed by a VpcArgument in place of the fields.
type placement struct {
	problems problems
	// given are the paths of what the program has, by those of the fields.
	given map[string]string
}

// value returns a value with the components in it in their fields' places.
func (p *placement) value(shape *argument.Type, v resource.PropertyValue, path string) resource.PropertyValue {
	inner := unwrap(v, value{})
	switch {
	case !inner.known || shape.Kind == argument.Input || inner.IsResourceReference():
		return v
	case shape.Kind == argument.Object && inner.IsObject():
		inner.PropertyValue = resource.NewProperty(p.fields(shape, inner.ObjectValue(), path))
	case shape.Kind == argument.Map && inner.IsObject():
		elements := inner.ObjectValue().Copy()
		for key, element := range elements {
			elements[key] = p.value(shape.Element, element, index(path, key))
		}
		inner.PropertyValue = resource.NewProperty(elements)
	default:
		return v
	}
	return inner.wrap()
}

// fields returns the properties of an object with the components in their fields' places.
func (p *placement) fields(shape *argument.Type, properties resource.PropertyMap, path string) resource.PropertyMap {
	placed := properties.Copy()
	for _, field := range shape.Fields {
		key := resource.PropertyKey(Property(field))
		given, ok := placed[key]
		if !ok {
			continue
		}
		placed[key] = p.value(field.Type, given, join(path, string(key)))
		if inner := unwrap(given, value{}); inner.known && inner.IsResourceReference() && slices.Contains(vpcFields(shape), field) {
			p.problems.addf(join(path, string(key)), "must not be a component: pass it as %s", vpcArgumentNames(shape))
			delete(placed, key)
		}
	}
	set := ""
	for _, each := range VpcArguments(shape) {
		key := resource.PropertyKey(each.Name)
		given := unwrap(placed[key], value{})
		delete(placed, key)
		switch at := join(path, each.Name); {
		case given.known && given.IsNull():
			continue
		case set != "":
			p.problems.addf(at, "must not be set together with %s", set)
		case given.known && !isComponent(given, each.Token):
			p.problems.addf(at, "must be %s (got %s)", article(each.Token), componentOf(given))
		default:
			p.place(shape, placed, properties[key], at, path)
		}
		set = each.Name
	}
	return placed
}

// place puts a component in place of the fields for a network, and for the subnets that the program has not set.
func (p *placement) place(shape *argument.Type, properties resource.PropertyMap, given resource.PropertyValue, at, path string) {
	var taken []string
	count := 0
	for _, field := range vpcFields(shape) {
		name := Property(field)
		isList := field.StructField.Type.Kind() == reflect.Slice
		isPublic := field.Tag.Get("network") == argument.Public
		if own := unwrap(properties[resource.PropertyKey(name)], value{}); !own.known || !own.IsNull() {
			taken = append(taken, name)
			if !isList {
				p.problems.addf(at, "must not be set together with %s", name)
				return
			}
			continue
		}
		properties[resource.PropertyKey(name)] = given
		count++
		p.given[join(path, name)] = at
		if isList {
			p.given[join(path, name)] += map[bool]string{true: ".publicSubnets", false: ".privateSubnets"}[isPublic]
		}
	}
	if count == 0 {
		p.problems.addf(at, "must not be set together with %s", strings.Join(taken, " and "))
	}
}

// asGiven returns a path as the program has it.
func (p *placement) asGiven(path string) string {
	for _, field := range slices.Sorted(maps.Keys(p.given)) {
		if rest, ok := strings.CutPrefix(path, field); ok && (rest == "" || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[")) {
			return p.given[field] + rest
		}
	}
	return path
}

func isComponent(v value, token string) bool {
	return v.IsResourceReference() && string(v.ResourceReferenceValue().URN.Type()) == token
}

// componentOf names a value that is not the component that an argument needs.
func componentOf(v value) string {
	if v.IsResourceReference() {
		return article(string(v.ResourceReferenceValue().URN.Type()))
	}
	return typeOf(v.PropertyValue)
}

// article returns the name of a type of resource with its article.
func article(token string) string {
	name := token[strings.LastIndex(token, ":")+1:]
	if strings.ContainsAny(name[:1], "AEIOU") {
		return "an " + name
	}
	return "a " + name
}

func vpcArgumentNames(shape *argument.Type) string {
	var names []string
	for _, each := range VpcArguments(shape) {
		names = append(names, each.Name)
	}
	return strings.Join(names, " or ")
}
