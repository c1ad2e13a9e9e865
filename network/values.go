package network

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// optional hands on an input that may be missing.
func optional(input pulumi.StringInput) pulumi.StringPtrInput {
	if input == nil {
		return nil
	}
	return input.ToStringOutput().ToStringPtrOutput()
}

// anyOrNil hands on an input that may be missing to an argument of any type.
func anyOrNil(input pulumi.StringInput) pulumi.Input {
	if input == nil {
		return nil
	}
	return input
}

// orNil returns an input's value, or an output that resolves to nil if it is not set.
func orNil(input pulumi.StringInput) pulumi.StringPtrOutput {
	if input == nil {
		return pulumi.String("").ToStringOutput().ApplyT(func(string) *string { return nil }).(pulumi.StringPtrOutput)
	}
	return input.ToStringOutput().ToStringPtrOutput()
}

// inputs makes outputs by key into an input.
func inputs(outputs map[string]pulumi.StringOutput) pulumi.StringMap {
	values := make(pulumi.StringMap, len(outputs))
	for key, output := range outputs {
		values[key] = output
	}
	return values
}

func subnetIDs(subnets []Subnet) pulumi.StringArray {
	ids := make(pulumi.StringArray, len(subnets))
	for i, subnet := range subnets {
		ids[i] = subnet.ID
	}
	return ids
}

// unique returns the values in their order, each once.
func unique(values []string) []string {
	var once []string
	for _, value := range values {
		if !slices.Contains(once, value) {
			once = append(once, value)
		}
	}
	return once
}
