package check_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestOutputs(t *testing.T) {
	t.Parallel()
	empty, set := pulumi.String("").ToStringOutput(), pulumi.String("x").ToStringOutput()
	absent := set.ApplyT(func(string) *string { return nil }).(pulumi.StringPtrOutput)
	const rule = ": resolves to an empty text, such as that of a setting that the stack does not have; leave the field unset instead"
	tests := map[string]struct {
		reason string
		args   unsetArgs
		of     func(unsetArgs) pulumi.Input
		want   string
	}{
		"set": {reason: "a text is a value", args: unsetArgs{Text: set}, of: func(a unsetArgs) pulumi.Input { return a.Text }},
		"empty": {
			reason: "an output is a value",
			args:   unsetArgs{Text: empty}, of: func(a unsetArgs) pulumi.Input { return a.Text }, want: "Text",
		},
		"tagged": {
			reason: "a field can have a meaning for empty texts",
			args:   unsetArgs{Contents: empty}, of: func(a unsetArgs) pulumi.Input { return a.Contents },
		},
		"nil": {
			reason: "an output can be absent",
			args:   unsetArgs{Optional: absent},
			of:     func(a unsetArgs) pulumi.Input { return a.Optional },
		},
		"elem": {
			reason: "the element of an absent output is an empty text",
			args:   unsetArgs{Optional: absent.Elem()},
			of:     func(a unsetArgs) pulumi.Input { return a.Optional }, want: "Optional",
		},
		"list": {
			reason: "an element of a list is a value",
			args:   unsetArgs{List: pulumi.StringArray{set, empty}},
			of:     func(a unsetArgs) pulumi.Input { return a.List }, want: "List[1]",
		},
		"list output": {
			reason: "so is one of an output",
			args:   unsetArgs{List: pulumi.ToStringArray([]string{"x", ""}).ToStringArrayOutput()},
			of:     func(a unsetArgs) pulumi.Input { return a.List }, want: "List[1]",
		},
		"tags": {
			reason: "the value of a tag can be empty",
			args:   unsetArgs{Tags: pulumi.StringMap{"a": empty}}, of: func(a unsetArgs) pulumi.Input { return a.Tags },
		},
		"nested": {
			reason: "so is one in a nested struct of a map",
			args:   unsetArgs{Nested: []*unsetArgs{{Zones: map[string]pulumi.StringInput{"b": empty}}}},
			of:     func(a unsetArgs) pulumi.Input { return a.Nested[0].Zones["b"] }, want: "Nested[0].Zones[b]",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			original := tt.of(tt.args)
			checked := check.Outputs(&tt.args)
			assert.Equal(t, original, tt.of(tt.args), "the arguments are not changed")
			_, err := internals.UnsafeAwaitOutput(t.Context(), pulumi.ToOutput(tt.of(*checked)))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, "check_test.unsetArgs."+tt.want+rule, tt.reason)
		})
	}
	assert.Nil(t, check.Outputs[unsetArgs](nil))
}
