package plugin

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// construction is one call of Construct.
type construction struct {
	server       *server
	component    Component
	inputs       resource.PropertyMap
	dependencies map[string][]resource.URN
	dryRun       bool

	// placement has the components that were passed in place of a network.
	placement placement

	leaves   []leaf
	unknown  []string
	problems problems
	// assumed are the paths of plain values that are not known, in whose place inputs has those of the last update.
	assumed []string
	// result is the component, when it is constructed as a whole.
	result reflect.Value
}

// place puts the components that are passed by a VpcArgument in place of the fields.
func (c *construction) place() {
	given := c.inputs
	c.placement.given = map[string]string{}
	c.inputs = c.placement.fields(argument.Of(c.component.Args), given, "")
	for _, each := range VpcArguments(argument.Of(c.component.Args)) {
		for field, at := range c.placement.given {
			if name, _, _ := strings.Cut(at, "."); name == each.Name {
				c.dependencies[field] = append(c.dependencies[field], c.dependencies[each.Name]...)
			}
		}
	}
}

// err returns the error that the engine reports for each property as the program has it; nil without problems.
func (c *construction) err(found problems) error {
	asGiven := make(problems, len(found))
	for i, each := range found {
		asGiven[i] = problem{c.placement.asGiven(each.path), each.message}
	}
	return asGiven.err(c.component.Args, c.inputs)
}

// asGiven returns paths as the program has them.
func (c *construction) asGiven(paths []string) string {
	var given []string
	for _, path := range paths {
		given = append(given, c.placement.asGiven(path))
	}
	slices.Sort(given)
	return strings.Join(slices.Compact(given), ", ")
}

func (c *construction) decoder(converted []reflect.Value) *decoder {
	return &decoder{converted: converted, placed: c.placement.given, component: func(urn resource.URN) (reflect.Value, bool) {
		found, ok := c.server.live.Load(urn)
		if !ok {
			return reflect.Value{}, false
		}
		return found.(reflect.Value), true
	}}
}

// inspect finds the leaves of the inputs, and wrong properties.
func (c *construction) inspect() {
	first := c.decoder(nil)
	first.arguments(c.component.Args, c.inputs, c.dependencies)
	c.leaves, c.unknown, c.problems = first.leaves, first.unknown, slices.Concat(c.placement.problems, first.problems)
	if !c.dryRun {
		for _, path := range c.unknown {
			c.problems.addf(path, "is not known, because what it is an output of is not part of this update")
		}
	}
}

func (c *construction) leafInputs() resource.PropertyMap {
	inputs := resource.PropertyMap{}
	for i, leaf := range c.leaves {
		inputs[resource.PropertyKey(leafName(i))] = leaf.value
	}
	return inputs
}

func leafName(i int) string { return fmt.Sprintf("Leaf%d", i) }

// construct calls the component's constructor.
func (c *construction) construct(
	ctx *pulumi.Context, token, name string, inputs provider.ConstructInputs, options pulumi.ResourceOption,
) (*provider.ConstructResult, error) {
	switch {
	case len(c.unknown) > 0 && len(c.problems) > 0:
		return nil, c.err(c.problems)
	case len(c.unknown) > 0:
		return c.register(ctx, token, name, options)
	}
	converted, err := c.convert(inputs)
	if err != nil {
		return nil, err
	}
	constructed, err := c.constructWith(ctx, name, converted, options)
	if err != nil {
		return nil, err
	}
	c.result = reflect.ValueOf(constructed)
	c.server.keepParts(c.result.Elem())
	return &provider.ConstructResult{URN: constructed.URN(), State: outputsOf(constructed)}, nil
}

// constructWith calls the component's constructor with the converted leaves.
func (c *construction) constructWith(
	ctx *pulumi.Context, name string, converted []reflect.Value, options pulumi.ResourceOption,
) (pulumi.ComponentResource, error) {
	second := c.decoder(converted)
	pointer := reflect.New(c.component.Args)
	pointer.Elem().Set(second.arguments(c.component.Args, c.inputs, c.dependencies))
	if len(c.problems) > 0 {
		c.validate(pointer.Interface())
		return nil, c.err(c.problems)
	}
	recorded, err := json.Marshal(recordableFields(argument.Of(c.component.Args), pointer.Elem()))
	if err != nil {
		return nil, err
	}
	ctx = component.WithArguments(component.WithMove(ctx, toProperties(c.component.Args)), string(recorded))
	constructed, err := c.component.construct(ctx, name, pointer.Interface(), options)
	if err != nil {
		return nil, c.failed(err)
	}
	return constructed, nil
}

// validate adds the problems of values to those of wrong properties, which are not set in args. What is required, or missing beside another
// field, may be one of these.
func (c *construction) validate(args any) {
	validated, ok := args.(interface{ Validate() error })
	if !ok {
		return
	}
	for _, each := range check.Of(toProperties(c.component.Args).Error(validated.Validate())) {
		switch each.Rule {
		case check.RuleFormat, check.RuleRange, check.RuleOneOf, check.RuleDuplicate, check.RuleOverlap:
			c.problems.addf(each.Path.String(), "%s", each.Text())
		default:
		}
	}
}

// keepParts keeps the components that are outputs of a component, such as the parts of a blueprint, for arguments that they are passed
// to. Their URNs are known before Construct returns, because the SDK waits for what is applied to outputs.
func (s *server) keepParts(component reflect.Value) {
	for _, field := range reflect.VisibleFields(component.Type()) {
		if !field.IsExported() || field.Anonymous {
			continue
		}
		part := component.FieldByIndex(field.Index)
		registered, ok := part.Interface().(pulumi.ComponentResource)
		if !ok || part.IsNil() || !isRegistered(registered) {
			continue
		}
		registered.URN().ApplyT(func(urn pulumi.URN) pulumi.URN {
			s.live.Store(resource.URN(urn), part)
			return urn
		})
	}
}

// register registers the component alone: it cannot be constructed in a preview, because plain arguments are not known.
func (c *construction) register(ctx *pulumi.Context, token, name string, options pulumi.ResourceOption) (*provider.ConstructResult, error) {
	component := reflect.New(c.component.Result).Interface().(pulumi.ComponentResource)
	if err := ctx.RegisterComponentResource(token, name, component, options); err != nil {
		return nil, err
	}
	outputs := unknownOutputs(c.component.Result)
	return &provider.ConstructResult{URN: component.URN(), State: outputs}, ctx.RegisterResourceOutputs(component, pulumi.Map{})
}

// convert returns what the SDK makes of the leaves: it fills a struct with a field of the type of each.
func (c *construction) convert(inputs provider.ConstructInputs) ([]reflect.Value, error) {
	fields := make([]reflect.StructField, len(c.leaves))
	for i, leaf := range c.leaves {
		tag := reflect.StructTag(fmt.Sprintf("pulumi:%q", leafName(i)))
		fields[i] = reflect.StructField{Name: leafName(i), Type: leaf.typ, Tag: tag}
	}
	pointer := reflect.New(reflect.StructOf(fields))
	if err := inputs.CopyTo(pointer.Interface()); err != nil {
		return nil, err
	}
	converted := make([]reflect.Value, len(c.leaves))
	for i := range c.leaves {
		converted[i] = pointer.Elem().Field(i)
	}
	return converted, nil
}
