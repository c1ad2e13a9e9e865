package check_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestProblemsAreReportedTogetherInOrder(t *testing.T) {
	t.Parallel()
	var p check.Problems
	assert.NoError(t, p.Err())

	p.Addf("VpcArgs.CIDR", "%q is no CIDR", "x")
	p.Add(nil)
	p.Add(errors.New("metadata.json: is missing"))
	p.Required("VpcArgs.Zones", []string{})

	assert.EqualError(t, p.Err(), "VpcArgs.CIDR: \"x\" is no CIDR\nmetadata.json: is missing\nVpcArgs.Zones: is required")
}

func TestRequired(t *testing.T) {
	t.Parallel()
	var nilInput pulumi.StringInput
	var nilPointer *int
	var zeroOutput pulumi.StringOutput
	tests := map[string]struct {
		reason string
		value  any
		want   bool
	}{
		"nil input":        {"an Input that nobody set", nilInput, false},
		"nil pointer":      {"a pointer that nobody set", nilPointer, false},
		"empty string":     {"a name that nobody set", "", false},
		"empty list":       {"a list without an item", []string{}, false},
		"zero output":      {"an output field of a component that has not been made", zeroOutput, false},
		"empty input":      {"an Input that holds an empty string", pulumi.String(""), false},
		"plain text":       {"a text", "x", true},
		"input":            {"an Input that holds a text", pulumi.String("x"), true},
		"resolving output": {"an output whose value is not known yet", pulumi.String("x").ToStringOutput(), true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			assert.Equal(t, tt.want, p.Required("Path", tt.value), tt.reason)
			assert.Equal(t, tt.want, p.Err() == nil, tt.reason)
		})
	}
}
