package check_test

import (
	"reflect"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
			checked := check.Outputs(&tt.args, nil)
			assert.Equal(t, original, tt.of(tt.args), "the arguments are not changed")
			_, err := internals.UnsafeAwaitOutput(t.Context(), pulumi.ToOutput(tt.of(*checked)))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, "check_test.unsetArgs."+tt.want+rule, tt.reason)
		})
	}
	assert.Equal(t, &unsetArgs{}, check.Outputs[unsetArgs](nil, nil))
}

// resolvedArgs are arguments whose tags have rules for what outputs resolve to.
type resolvedArgs struct {
	Zone     pulumi.StringInput            `check:"format=hosted-zone-id"`
	Optional pulumi.StringPtrInput         `check:"format=hosted-zone-id"`
	Groups   pulumi.StringArrayInput       `check:"format=security-group-id,count=..2"`
	ByZone   map[string]pulumi.StringInput `check:"keys=availability-zone,format=subnet-id"`
	Kind     pulumi.StringInput            `check:"Small|Large,empty"`
	Length   pulumi.StringInput            `check:"length=..4"`
	Count    pulumi.IntInput               `check:"1..4"`
	Network  pulumi.StringOutput           `check:"format=vpc-id"`
}

func TestResolvedOutputs(t *testing.T) {
	t.Parallel()
	text := func(value string) pulumi.StringOutput { return pulumi.String(value).ToStringOutput() }
	group := "sg-0123456789abcdef0"
	groups := func(ids ...string) pulumi.StringArrayOutput { return pulumi.ToStringArray(ids).ToStringArrayOutput() }
	tests := map[string]struct {
		reason string
		args   resolvedArgs
		of     func(resolvedArgs) pulumi.Input
		want   string
	}{
		"format": {
			reason: "the ID of a zone is not its name",
			args:   resolvedArgs{Zone: text("example.com")}, of: func(a resolvedArgs) pulumi.Input { return a.Zone },
			want: `Zone: "example.com" is not a valid Route 53 hosted zone ID (for example, Z0123456789ABCDEFGHIJ)`,
		},
		"secret": {
			reason: "what is secret is not printed",
			args:   resolvedArgs{Zone: pulumi.ToSecret(text("example.com")).(pulumi.StringOutput)},
			of:     func(a resolvedArgs) pulumi.Input { return a.Zone },
			want:   `Zone: [secret] is not a valid Route 53 hosted zone ID (for example, Z0123456789ABCDEFGHIJ)`,
		},
		"valid": {
			reason: "a value in the format stays",
			args:   resolvedArgs{Zone: text("Z0123456789ABCDEFGHIJ")}, of: func(a resolvedArgs) pulumi.Input { return a.Zone },
		},
		"pointer": {
			reason: "an output of an optional value is a value",
			args:   resolvedArgs{Optional: text("none").ToStringPtrOutput()}, of: func(a resolvedArgs) pulumi.Input { return a.Optional },
			want: `Optional: "none" is not a valid Route 53 hosted zone ID (for example, Z0123456789ABCDEFGHIJ)`,
		},
		"element": {
			reason: "an output in a list is one element",
			args:   resolvedArgs{Groups: pulumi.StringArray{pulumi.String(group), text("default")}},
			of:     func(a resolvedArgs) pulumi.Input { return a.Groups },
			want:   `Groups[1]: "default" is not a valid security group ID (for example, sg-0123456789abcdef0)`,
		},
		"list": {
			reason: "an output can be the whole list",
			args:   resolvedArgs{Groups: groups(group, "default")}, of: func(a resolvedArgs) pulumi.Input { return a.Groups },
			want: `Groups[1]: "default" is not a valid security group ID (for example, sg-0123456789abcdef0)`,
		},
		"length of a list": {
			reason: "rules of the whole list are of the output that is the list",
			args:   resolvedArgs{Groups: groups(group, "sg-1123456789abcdef0", "sg-2123456789abcdef0")},
			of:     func(a resolvedArgs) pulumi.Input { return a.Groups },
			want:   `Groups: must have at most 2 elements (has 3)`,
		},
		"of a component": {
			reason: "a field can be another component's output",
			args:   resolvedArgs{Network: text("subnet-0123456789abcdef0")},
			of:     func(a resolvedArgs) pulumi.Input { return a.Network },
			want:   `Network: "subnet-0123456789abcdef0" is not a valid VPC ID (for example, vpc-0123456789abcdef0)`,
		},
		"value of a map": {
			reason: "a rule of keys is not one of values",
			args:   resolvedArgs{ByZone: map[string]pulumi.StringInput{"us-east-2a": text("subnet")}},
			of:     func(a resolvedArgs) pulumi.Input { return a.ByZone["us-east-2a"] },
			want:   `ByZone[us-east-2a]: "subnet" is not a valid subnet ID (for example, subnet-0123456789abcdef0)`,
		},
		"alternatives": {
			reason: "one of the texts, or an empty one where it means something",
			args:   resolvedArgs{Kind: text("Medium")}, of: func(a resolvedArgs) pulumi.Input { return a.Kind },
			want: `Kind: must be Small or Large (got "Medium")`,
		},
		"empty": {
			reason: "an empty text that means something has no format",
			args:   resolvedArgs{Kind: text("")}, of: func(a resolvedArgs) pulumi.Input { return a.Kind },
		},
		"characters": {
			reason: "a text has a length",
			args:   resolvedArgs{Length: text("12345")}, of: func(a resolvedArgs) pulumi.Input { return a.Length },
			want: `Length: must have at most 4 characters (has 5)`,
		},
		"number": {
			reason: "a number has limits",
			args:   resolvedArgs{Count: pulumi.Int(5).ToIntOutput()}, of: func(a resolvedArgs) pulumi.Input { return a.Count },
			want: `Count: must be between 1 and 4 (got 5)`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, check.CheckTags(reflect.TypeFor[resolvedArgs]()))
			_, err := internals.UnsafeAwaitOutput(t.Context(), pulumi.ToOutput(tt.of(*check.Outputs(&tt.args, nil))))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, "check_test.resolvedArgs."+tt.want, tt.reason)
		})
	}
}
