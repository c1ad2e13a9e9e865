package check_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestProblemsAreReportedTogetherInOrder(t *testing.T) {
	t.Parallel()
	var p check.Problems
	assert.NoError(t, p.Err())

	p.Addf("VpcArgs.CIDR", "must be a /%d", 16)
	p.Add(nil)
	p.Add(errors.New("metadata.json: is missing"))
	p.Required("VpcArgs.Zones", []string{})

	assert.EqualError(t, p.Err(), "VpcArgs.CIDR: must be a /16\nmetadata.json: is missing\nVpcArgs.Zones: is required")
}

func TestOf(t *testing.T) {
	t.Parallel()
	var inner, outer check.Problems
	inner.Required("A", "")
	inner.Addf("B", "is odd")
	outer.Add(fmt.Errorf("reading: %w", inner.Err()))
	outer.Add(errors.New("not a problem of a field"))
	outer.Required("C", nil)

	assert.Equal(t, []*check.Problem{
		{Path: "A", Rule: check.RuleRequired, Message: "is required"},
		{Path: "B", Rule: check.RuleCustom, Message: "is odd"},
		{Path: "C", Rule: check.RuleRequired, Message: "is required"},
	}, check.Of(outer.Err()))
	assert.Empty(t, check.Of(nil))
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
		"nil input":    {reason: "an unset Input is not a value", value: nilInput},
		"nil pointer":  {reason: "an unset pointer is not a value", value: nilPointer},
		"empty string": {reason: "an empty text is not a value", value: ""},
		"empty list":   {reason: "a list without elements is not a value", value: []string{}},
		"zero output": {
			reason: "an output of a component that is not registered is not a value",
			value:  zeroOutput,
		},
		"empty input": {reason: "an Input of an empty text is not a value", value: pulumi.String("")},
		"zero number": {reason: "a zero number stands for a number that is not set", value: 0},
		"text":        {reason: "a text is a value", value: "x", want: true},
		"input":       {reason: "an Input of a text is a value", value: pulumi.String("x"), want: true},
		"unknown output": {
			reason: "an output may resolve to a value",
			value:  pulumi.String("x").ToStringOutput(),
			want:   true,
		},
		"pointer to zero": {reason: "a pointer to zero was set on purpose", value: new(int), want: true},
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
