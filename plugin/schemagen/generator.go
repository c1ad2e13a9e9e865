package main

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

// generator makes the schema of the components.
type generator struct {
	*sources

	types map[string]typeSpec
	// tokens are the tokens of the Go types in arguments and outputs.
	tokens map[reflect.Type]string
	// resources are the tokens of the components.
	resources map[string]bool
	// properties, values and words are the names in comments: see learn.
	properties, values map[string]string
	words              map[string]bool
	// inCluster are the structs of the arguments of components whose resources are objects of a cluster.
	inCluster map[reflect.Type]bool
	// examples are the sections with the examples of the components, by their tokens.
	examples map[string]string
}

func newGenerator(read *sources) *generator {
	g := &generator{
		sources: read, types: map[string]typeSpec{}, tokens: map[reflect.Type]string{}, resources: map[string]bool{},
		properties: map[string]string{}, values: map[string]string{}, words: map[string]bool{}, inCluster: map[reflect.Type]bool{},
	}
	for _, component := range plugin.Components {
		g.resources[component.Token] = true
		for _, field := range argument.Of(component.Args).Fields {
			g.inCluster[field.Owner] = g.inCluster[field.Owner] || component.Restarts != ""
		}
	}
	return g
}

func (g *generator) schema() (*packageSpec, error) {
	g.learn()
	spec := description()
	for _, component := range plugin.Components {
		resource, err := g.resource(component)
		if err != nil {
			return nil, err
		}
		spec.Resources[component.Token] = resource
	}
	for _, function := range plugin.Functions {
		described, err := g.function(function)
		if err != nil {
			return nil, err
		}
		spec.Functions[function.Token] = described
	}
	spec.Types = g.types
	return spec, nil
}

func (g *generator) resource(component plugin.Component) (resourceSpec, error) {
	args, outputs := argument.Of(component.Args), plugin.OutputFields(component.Result)
	if err := plugin.Crosses(args, component.Token, true); err != nil {
		return resourceSpec{}, err
	}
	for _, output := range outputs {
		if err := plugin.Crosses(output.Type, component.Token+"."+output.Name, false); err != nil {
			return resourceSpec{}, err
		}
	}
	inputs := g.object(component.Args, args.Fields, true, (*argument.Field).Required)
	results := g.object(component.Result, outputs, false, plugin.Present, args.Fields...)
	return resourceSpec{
		objectSpec: objectSpec{
			Description: g.componentText(component, args.Fields, outputs) + g.examples[component.Token],
			Properties:  results.Properties,
			Required:    results.Required,
		},
		InputProperties: inputs.Properties,
		RequiredInputs:  inputs.Required,
		IsComponent:     true,
	}, nil
}

// object describes the fields of a struct; arguments can be plain, outputs cannot. Comments can also name the fields of more.
func (g *generator) object(
	structure reflect.Type, fields []*argument.Field, arguments bool, required func(*argument.Field) bool, more ...*argument.Field,
) objectSpec {
	spec := objectSpec{Properties: map[string]propertySpec{}}
	names := g.names(append(slices.Clone(more), fields...))
	for _, field := range fields {
		owner := field.Owner
		comment := g.comments[nameOf(owner)+"."+field.Name]
		property := propertySpec{
			typeRef:     g.property(owner, field, arguments),
			Description: names.text(field, comment),
			Secret:      field.Has("secret"),
		}
		if arguments {
			property.Description += zeroDefault(owner, field, property.Description)
		}
		if arguments && field.Type.Go == installDir {
			property.Description += " It is the path of the directory."
		}
		property.Description += g.keys(field.Type)
		property.Default = defaultOf(field)
		if _, message, ok := strings.Cut(comment, "Deprecated: "); ok {
			property.DeprecationMessage = strings.TrimSpace(message)
		}
		spec.Properties[plugin.Property(field)] = property
		if required(field) {
			spec.Required = append(spec.Required, plugin.Property(field))
		}
	}
	if arguments {
		addVpcArguments(&spec, argument.Of(structure))
	}
	slices.Sort(spec.Required)
	return spec
}

// addVpcArguments adds the properties that pass a component in place of a network and of subnets, which are then not required.
func addVpcArguments(spec *objectSpec, shape *argument.Type) {
	var instead []string
	for _, field := range shape.Fields {
		if plugin.TakesNetwork(field.StructField.Type) {
			instead = append(instead, "`"+plugin.Property(field)+"`")
		}
	}
	for _, each := range plugin.VpcArguments(shape) {
		spec.Properties[each.Name] = propertySpec{
			typeRef: typeRef{Ref: "#/resources/" + each.Token},
			Description: fmt.Sprintf("`%s` is a component in place of %s, whose values it has. Defaults to none.",
				each.Name, strings.Join(instead, " and ")),
		}
		spec.Required = slices.DeleteFunc(spec.Required, func(name string) bool { return slices.Contains(instead, "`"+name+"`") })
	}
}

// defaultOf returns the default of a property of a primitive type, the only ones that have one in a schema; nil if there is none.
func defaultOf(field *argument.Field) any {
	value, _ := field.Default()
	value = reflect.Indirect(value)
	if !value.IsValid() {
		return nil
	}
	switch kind := field.Type.Kind; kind {
	case argument.Boolean:
		return value.Bool()
	case argument.Integer:
		return value.Int()
	case argument.Text, argument.Duration, argument.Input:
		return field.Tag.Get("default")
	default:
		return nil
	}
}

// keys is a sentence with the keys of a map, if their type has constants.
func (g *generator) keys(shape *argument.Type) string {
	if shape.Kind != argument.Map || g.constants[nameOf(shape.Go.Key())] == nil {
		return ""
	}
	var keys []string
	for _, each := range g.constants[nameOf(shape.Go.Key())] {
		keys = append(keys, "`"+each.value+"`")
	}
	return " The keys are " + strings.Join(keys, ", ") + "."
}

func nameOf(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

var installDir = reflect.TypeFor[*cluster.InstallDir]()

// property returns the type of a property.
func (g *generator) property(owner reflect.Type, field *argument.Field, isArgument bool) typeRef {
	shape := field.Type
	if isArgument && field.Has("part") && !plugin.TakesNetwork(field.StructField.Type) {
		return g.part(owner, shape)
	}
	if isArgument && shape.Go == installDir {
		return typeRef{Type: "string"}
	}
	ref := g.ref(shape, isArgument)
	if isArgument && !g.decides(field) {
		ref = notPlain(ref)
	}
	switch {
	case isArgument && shape.Kind == argument.Text && g.constants[nameOf(shape.Go)] == nil:
		if values := field.Alternatives(); values != nil {
			ref.Type, ref.Ref = "", g.enum(owner, field, values)
		}
	case isArgument && shape.Kind == argument.List && shape.Element.Kind == argument.Text && g.constants[nameOf(shape.Element.Go)] == nil:
		if values := field.Alternatives(); values != nil {
			ref.Items.Type, ref.Items.Ref = "", g.enum(owner, field, values)
		}
	}
	return ref
}

// decides reports whether the value of an argument decides which resources there are, so that it must not be an output: an object that is
// set or not, the keys and elements of objects, one of several ways, and zones. What has a place in an object of the cluster or in a
// resource of ROSA does not, nor do settings of a component inside the cluster, a network and an install directory.
func (g *generator) decides(field *argument.Field) bool {
	if g.inCluster[field.Owner] {
		return false
	}
	for _, tag := range []string{"kube", "rhcs", "hcp", "classic"} {
		if _, hasPlace := field.Tag.Lookup(tag); hasPlace {
			return false
		}
	}
	inner := field.Type
	for inner.Kind == argument.List || inner.Kind == argument.Map {
		inner = inner.Element
	}
	switch inner.Kind {
	case argument.Object:
		return inner.Go != installDir && !plugin.TakesNetwork(field.StructField.Type)
	case argument.Text:
		return g.constants[nameOf(inner.Go)] != nil || field.Alternatives() != nil || field.Has("format=zone") ||
			strings.HasSuffix(field.Name, "Zones") // A list of the zones of machines can have a zone twice.
	default:
		return false
	}
}

// part returns the type of the arguments of a part: those of the component, of which none is required or has a default, because its owner
// sets them. Those of blueprints are types of their package; others are types of the package of the component, which may use them.
func (g *generator) part(owner reflect.Type, shape *argument.Type) typeRef {
	if shape.Kind != argument.Object {
		elements := g.part(owner, shape.Element)
		return typeRef{Type: "object", AdditionalProperties: &elements, Plain: true}
	}
	t := shape.Go.Elem()
	token := plugin.Name + ":blueprint:" + strings.TrimSuffix(t.Name(), "Args")
	if !strings.HasSuffix(owner.PkgPath(), "/blueprint") {
		if g.tokens[t] == "" {
			g.tokens[t] = g.token(t)
		}
		token = g.tokens[t]
	}
	if _, known := g.types[token]; !known {
		object := g.object(t, shape.Fields, true, (*argument.Field).Required)
		object.Type, object.Required = "object", nil
		for name, property := range object.Properties {
			property.Default = nil
			object.Properties[name] = property
		}
		object.Description = g.names(shape.Fields).argumentsText(t.Name(), g.comments[nameOf(t)])
		g.types[token] = typeSpec{objectSpec: object}
	}
	return typeRef{Ref: "#/types/" + token, Plain: true}
}

func notPlain(ref typeRef) typeRef {
	ref.Plain = false
	if ref.Items != nil {
		items := notPlain(*ref.Items)
		ref.Items = &items
	}
	if ref.AdditionalProperties != nil {
		elements := notPlain(*ref.AdditionalProperties)
		ref.AdditionalProperties = &elements
	}
	return ref
}

// ref returns the type of a shape.
func (g *generator) ref(shape *argument.Type, isArgument bool) typeRef {
	ref := typeRef{Plain: isArgument && shape.Kind != argument.Input && shape.Kind != argument.Provider && shape.Kind != argument.Anything}
	switch shape.Kind {
	case argument.Input:
		return g.ref(shape.Element, false)
	case argument.Text:
		ref.Type = "string"
		if values := g.constants[nameOf(shape.Go)]; values != nil {
			ref.Type, ref.Ref = "", g.namedEnum(shape.Go, values)
		}
	case argument.Duration, argument.Bytes:
		ref.Type = "string"
	case argument.Boolean:
		ref.Type = "boolean"
	case argument.Integer:
		ref.Type = "integer"
	case argument.Number:
		ref.Type = "number"
	case argument.List:
		ref.Type = "array"
		items := g.ref(shape.Element, isArgument)
		ref.Items = &items
	case argument.Map:
		ref.Type = "object"
		elements := g.ref(shape.Element, isArgument)
		ref.AdditionalProperties = &elements
	case argument.Object:
		ref.Ref = g.structure(shape, isArgument)
	case argument.Resource:
		ref.Ref = "pulumi.json#/Any"
		if token := plugin.Token(shape.Go.Elem()); g.resources[token] {
			ref.Ref = "#/resources/" + token
		}
	case argument.Provider, argument.Anything:
		ref.Ref = "pulumi.json#/Any"
	default:
		panic(fmt.Sprintf("%s: kind %s", shape.Go, shape.Kind))
	}
	return ref
}

// structure adds the type of a struct, and returns a reference to it.
func (g *generator) structure(shape *argument.Type, isArgument bool) string {
	t := shape.Go
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	token, known := g.tokens[t]
	if !known {
		token = g.token(t)
		g.tokens[t] = token
		g.types[token] = typeSpec{} // The token is taken while its fields are read, because they can refer to it.
		object := g.object(t, shape.Fields, isArgument, (*argument.Field).Required)
		object.Type = "object"
		object.Description = g.names(shape.Fields).argumentsText(t.Name(), g.comments[nameOf(t)])
		g.types[token] = typeSpec{objectSpec: object}
	}
	return "#/types/" + token
}

// token is the token of a type: without the suffix Args, unless the name is taken then.
func (g *generator) token(t reflect.Type) string {
	prefix := plugin.Name + ":" + path.Base(g.home(t.PkgPath(), t.Name())) + ":"
	short := strings.TrimSuffix(t.Name(), "Args")
	if _, taken := g.types[prefix+short]; taken || g.resources[prefix+short] {
		short += "Settings"
	}
	return prefix + short
}

func (g *generator) namedEnum(t reflect.Type, values []constant) string {
	token, known := g.tokens[t]
	if !known {
		token = g.token(t)
		g.tokens[t] = token
		spec := typeSpec{objectSpec: objectSpec{Type: "string", Description: g.names(nil).prose(g.comments[nameOf(t)])}}
		for _, value := range values {
			name := strings.TrimPrefix(value.name, sharedPrefix(values))
			text := g.names(nil).prose(value.comment)
			spec.Enum = append(spec.Enum, enumSpec{Name: name, Value: value.value, Description: text})
		}
		g.types[token] = spec
	}
	return "#/types/" + token
}

// sharedPrefix returns the words with which the names of all constants begin: Endpoints of EndpointsPrivate and EndpointsSSM.
func sharedPrefix(values []constant) string {
	first := values[0].name
	for i := len(first) - 1; i > 0; i-- {
		if !slices.ContainsFunc(values, func(each constant) bool {
			rest, ok := strings.CutPrefix(each.name, first[:i])
			return !ok || rest == "" || !unicode.IsUpper(rune(rest[0]))
		}) && len(values) > 1 {
			return first[:i]
		}
	}
	return ""
}

// enum adds the type of the texts that a field's tag allows.
func (g *generator) enum(owner reflect.Type, field *argument.Field, values []string) string {
	token := plugin.Name + ":" + path.Base(g.home(owner.PkgPath(), owner.Name())) + ":" +
		strings.TrimSuffix(owner.Name(), "Args") + strings.TrimPrefix(field.Name, strings.TrimSuffix(owner.Name(), "Args"))
	spec := typeSpec{objectSpec: objectSpec{Type: "string"}}
	for _, value := range values {
		spec.Enum = append(spec.Enum, enumSpec{Value: value})
	}
	g.types[token] = spec
	return "#/types/" + token
}
