package network

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// anyOrNil converts an input that may be nil for an argument of any type.
func anyOrNil(input pulumi.StringInput) pulumi.Input {
	if input == nil {
		return nil
	}
	return input
}

// stringOutputs converts inputs by key to outputs.
func stringOutputs(inputs map[string]pulumi.StringInput) map[string]pulumi.StringOutput {
	outputs := make(map[string]pulumi.StringOutput, len(inputs))
	for key, input := range inputs {
		outputs[key] = input.ToStringOutput()
	}
	return outputs
}

func subnetIDs(subnets []Subnet) pulumi.StringArray {
	ids := make(pulumi.StringArray, len(subnets))
	for i, subnet := range subnets {
		ids[i] = subnet.ID
	}
	return ids
}

// unique returns the values in their order, without duplicates.
func unique(values []string) []string {
	var once []string
	for _, value := range values {
		if !slices.Contains(once, value) {
			once = append(once, value)
		}
	}
	return once
}
