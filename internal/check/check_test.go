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

	assert.EqualError(
		t,
		p.Err(),
		"VpcArgs.CIDR: \"x\" is no CIDR\nmetadata.json: is missing\nVpcArgs.Zones: is required",
	)
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
		"nil input":    {reason: "an Input that nobody set", value: nilInput},
		"nil pointer":  {reason: "a pointer that nobody set", value: nilPointer},
		"empty string": {reason: "a name that nobody set"},
		"empty list":   {reason: "a list without an item", value: []string{}},
		"zero output": {
			reason: "an output field of a component that has not been made",
			value:  zeroOutput,
		},
		"empty input": {reason: "an Input that holds an empty string", value: pulumi.String("")},
		"plain text":  {reason: "a text", value: "x", want: true},
		"input":       {reason: "an Input that holds a text", value: pulumi.String("x"), want: true},
		"resolving output": {
			reason: "an output whose value is not known yet",
			value:  pulumi.String("x").ToStringOutput(),
			want:   true,
		},
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
