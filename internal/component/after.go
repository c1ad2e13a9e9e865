package component

import (
	"context"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// After returns an output that also depends on resources: what uses it is created after them and deleted before them. It does not use
// pulumi.OutputWithDependencies, which copies the dependencies of the output without its lock (pulumi/pulumi v3.250.0
// sdk/go/internal/types.go): the race detector fails programs for it.
func After(ctx context.Context, output pulumi.StringOutput, resources ...pulumi.Resource) pulumi.StringOutput {
	return after(output, resources).ApplyTWithContext(ctx, func(_ context.Context, all []any) string {
		return all[0].(string)
	}).(pulumi.StringOutput)
}

// OptionalAfter is After for an output that can be nil.
func OptionalAfter(ctx context.Context, output pulumi.StringPtrOutput, resources ...pulumi.Resource) pulumi.StringPtrOutput {
	return after(output, resources).ApplyTWithContext(ctx, func(_ context.Context, all []any) *string {
		text, _ := all[0].(*string)
		return text
	}).(pulumi.StringPtrOutput)
}

// after returns an array whose first element is the output. The URN of a resource depends on the resource.
func after(output pulumi.Output, resources []pulumi.Resource) pulumi.ArrayOutput {
	all := []any{output}
	for _, resource := range resources {
		all = append(all, resource.URN())
	}
	return pulumi.All(all...)
}

// OptionalString converts an input that may be nil to an optional argument; nil stays nil. A zero output, such as that of a component
// that does not exist, counts as nil.
func OptionalString(input pulumi.StringInput) pulumi.StringPtrInput {
	if isUnset(input) {
		return nil
	}
	return input.ToStringOutput().ToStringPtrOutput()
}

// isUnset reports whether an input is nil or a zero output.
func isUnset(input pulumi.StringInput) bool {
	output, isOutput := input.(pulumi.StringOutput)
	return input == nil || isOutput && output == pulumi.StringOutput{}
}

// StringOrNil returns the value of an input; it resolves to nil if the input is nil or a zero output.
func StringOrNil(input pulumi.StringInput) pulumi.StringPtrOutput {
	if isUnset(input) {
		return NilString()
	}
	return input.ToStringOutput().ToStringPtrOutput()
}

// NilString returns an output that resolves to nil.
func NilString() pulumi.StringPtrOutput {
	return pulumi.String("").ToStringOutput().ApplyT(func(string) *string { return nil }).(pulumi.StringPtrOutput)
}

// SecretPassword returns a known URL with a password as a secret. Outputs keep their secrecy.
func SecretPassword(address pulumi.StringInput) pulumi.StringInput {
	if plain, known := check.Text(address); known && strings.Contains(plain, "@") {
		return pulumi.ToSecret(address).(pulumi.StringOutput)
	}
	return address
}
