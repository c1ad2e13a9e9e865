// Package composite registers component resources, their children and their outputs.
package composite

import (
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Start registers a component without inputs if its arguments are valid, and returns them as check.Outputs does.
func Start[P check.Args[T], T any](
	ctx *pulumi.Context, token, name string, args P, component pulumi.ComponentResource, opts []pulumi.ResourceOption,
) (P, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	return check.Outputs(args), ctx.RegisterComponentResource(token, name, component, opts...)
}

// Register registers a component without inputs, then its children by steps, in order.
func Register(
	ctx *pulumi.Context, token, name string, component pulumi.ComponentResource, opts []pulumi.ResourceOption,
	steps ...func() error,
) error {
	if err := ctx.RegisterComponentResource(token, name, component, opts...); err != nil {
		return err
	}
	return Run(token, name, steps...)
}

// Run runs the steps that register a component's children, in order, and adds the component to an error.
func Run(token, name string, steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return fmt.Errorf("%s %s: %w", token, name, err)
		}
	}
	return nil
}

// RegisterOutputs registers the outputs of a component: its fields with a tag pulumi, which names the output.
func RegisterOutputs(ctx *pulumi.Context, component pulumi.ComponentResource) error {
	outputs := pulumi.Map{}
	for tag, field := range Outputs(component) {
		outputs[tag] = field.Interface().(pulumi.Output)
	}
	return ctx.RegisterResourceOutputs(component, outputs)
}

// Outputs returns the fields of a component or a resource with outputs, by their tags.
func Outputs(resource any) map[string]reflect.Value {
	outputs := map[string]reflect.Value{}
	v := reflect.ValueOf(resource).Elem()
	for _, field := range argument.FieldsOf(v.Type()) {
		if tag := field.Tag.Get("pulumi"); tag != "" {
			outputs[tag], _ = field.In(v)
		}
	}
	return outputs
}
