package plugin

import (
	"context"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// Invoke calls a function. What is wrong with its arguments is returned by property.
func (s *server) Invoke(ctx context.Context, req *pulumirpc.InvokeRequest) (*pulumirpc.InvokeResponse, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	called, ok := s.functions[req.GetTok()]
	if !ok {
		return nil, status.Errorf(codes.NotFound, "%s is not a function of this package", req.GetTok())
	}
	given, err := plugin.UnmarshalProperties(req.GetArgs(), plugin.MarshalOptions{KeepSecrets: true, KeepUnknowns: true})
	if err != nil {
		return nil, err
	}
	result, failed, err := called.invoke(ctx, withoutSecrets(given))
	if err != nil || len(failed) > 0 {
		return failures(failed), err
	}
	if given.ContainsSecrets() {
		for key, each := range result {
			result[key] = resource.MakeSecret(each)
		}
	}
	properties, err := plugin.MarshalProperties(result, plugin.MarshalOptions{KeepSecrets: true})
	return &pulumirpc.InvokeResponse{Return: properties}, err
}

// failures are the problems as Pulumi's SDKs report them.
func failures(found problems) *pulumirpc.InvokeResponse {
	response := &pulumirpc.InvokeResponse{}
	for _, each := range found {
		response.Failures = append(response.Failures, &pulumirpc.CheckFailure{Property: each.path, Reason: each.message})
	}
	return response
}

// withoutSecrets returns the arguments of a function, whose result is a secret instead.
func withoutSecrets(given resource.PropertyMap) resource.PropertyMap {
	plain := resource.PropertyMap{}
	for key, each := range given {
		plain[key] = withoutSecret(each)
	}
	return plain
}

func withoutSecret(v resource.PropertyValue) resource.PropertyValue {
	inner := unwrap(v, value{})
	switch {
	case !inner.known:
		return v
	case inner.IsObject():
		return resource.NewProperty(withoutSecrets(inner.ObjectValue()))
	case inner.IsArray():
		elements := make([]resource.PropertyValue, len(inner.ArrayValue()))
		for i, element := range inner.ArrayValue() {
			elements[i] = withoutSecret(element)
		}
		return resource.NewProperty(elements)
	default:
		return inner.PropertyValue
	}
}

// invoke calls the Go function with arguments that have no secrets.
func (f Function) invoke(ctx context.Context, given resource.PropertyMap) (resource.PropertyMap, problems, error) {
	args, found, err := f.arguments(given)
	if err != nil || len(found) > 0 {
		return nil, found, err
	}
	result, err := f.call(args.Interface())
	if err != nil {
		return f.failed(err)
	}
	outputs := f.Outputs()
	returned := resource.PropertyMap{}
	encoded := encodeFields(reflect.Indirect(reflect.ValueOf(result)), outputs)
	for _, field := range outputs {
		property, err := resolve(ctx, encoded[Property(field)])
		if err != nil {
			return nil, nil, err
		}
		// Lists and maps are present, also empty ones.
		switch {
		case property.IsNull() && field.Type.Kind == argument.List:
			property = resource.NewProperty([]resource.PropertyValue{})
		case property.IsNull() && field.Type.Kind == argument.Map:
			property = resource.NewProperty(resource.PropertyMap{})
		}
		returned[resource.PropertyKey(Property(field))] = property
	}
	return returned, nil, nil
}

// arguments returns a pointer to the struct of arguments.
func (f Function) arguments(given resource.PropertyMap) (reflect.Value, problems, error) {
	first := &decoder{component: noComponent}
	first.arguments(f.Args, given, nil)
	for _, path := range first.unknown {
		first.problems.addf(path, "is not known")
	}
	second := &decoder{component: noComponent, converted: []reflect.Value{}}
	for _, each := range first.leaves {
		input, err := constant(each)
		if err != nil {
			return reflect.Value{}, nil, err
		}
		second.converted = append(second.converted, input)
	}
	pointer := reflect.New(f.Args)
	pointer.Elem().Set(second.arguments(f.Args, given, nil))
	return pointer, first.problems, nil
}

func noComponent(resource.URN) (reflect.Value, bool) { return reflect.Value{}, false }

// failed returns the problems of a function's arguments by property.
func (f Function) failed(err error) (resource.PropertyMap, problems, error) {
	found := translated(err, f.Args)
	if len(found) == 0 {
		return nil, nil, err
	}
	return nil, found, nil
}

// constant returns the Input of an argument of a function, where all values are known.
func constant(of leaf) (reflect.Value, error) {
	var input pulumi.Input
	switch v := of.value.Mappable().(type) {
	case string:
		input = pulumi.String(v)
	case bool:
		input = pulumi.Bool(v)
	case float64:
		input = pulumi.Int(int(v))
	default:
		input = pulumi.ToOutput(v)
	}
	result := reflect.ValueOf(input)
	if !result.Type().AssignableTo(of.typ) {
		return reflect.Value{}, fmt.Errorf("%s: a %s cannot be an argument of a function", of.path, of.typ)
	}
	return result, nil
}

// resolve returns the value of what a function returns: outputs in it are known.
func resolve(ctx context.Context, input pulumi.Input) (resource.PropertyValue, error) {
	switch v := input.(type) {
	case nil:
		return resource.NewNullProperty(), nil
	case pulumi.Map:
		properties := resource.PropertyMap{}
		for key, each := range v {
			property, err := resolve(ctx, each)
			if err != nil {
				return property, err
			}
			properties[resource.PropertyKey(key)] = property
		}
		return resource.NewProperty(properties), nil
	case pulumi.Array:
		elements := make([]resource.PropertyValue, len(v))
		for i, each := range v {
			var err error
			if elements[i], err = resolve(ctx, each); err != nil {
				return elements[i], err
			}
		}
		return resource.NewProperty(elements), nil
	default:
		found, err := internals.UnsafeAwaitOutput(ctx, pulumi.ToOutput(input))
		if property := resource.NewPropertyValue(found.Value); err != nil || !found.Secret {
			return property, err
		}
		return resource.MakeSecret(resource.NewPropertyValue(found.Value)), nil
	}
}
