// Package outputs converts Pulumi inputs and outputs.
package outputs

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// After returns an output that also depends on resources: what uses it is created after them and deleted before them.
func After(ctx context.Context, output pulumi.StringOutput, resources ...pulumi.Resource) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(ctx, output, resources...).(pulumi.StringOutput)
}

// OptionalString converts an input that may be nil to an optional argument; nil stays nil.
func OptionalString(input pulumi.StringInput) pulumi.StringPtrInput {
	if input == nil {
		return nil
	}
	return input.ToStringOutput().ToStringPtrOutput()
}

// StringOrNil returns the value of an input; it resolves to nil if the input is nil.
func StringOrNil(input pulumi.StringInput) pulumi.StringPtrOutput {
	if input == nil {
		return NilString()
	}
	return input.ToStringOutput().ToStringPtrOutput()
}

// NilString returns an output that resolves to nil.
func NilString() pulumi.StringPtrOutput {
	return pulumi.String("").ToStringOutput().ApplyT(func(string) *string { return nil }).(pulumi.StringPtrOutput)
}
