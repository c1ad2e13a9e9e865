package check_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

type unsetArgs struct {
	Plain    string
	Text     pulumi.StringInput
	Optional pulumi.StringPtrInput
	List     pulumi.StringArrayInput
	Tags     pulumi.StringMapInput
	Zones    map[string]pulumi.StringInput
	Nested   []*unsetArgs
	Contents pulumi.StringInput `check:"empty"`
}

func TestUnset(t *testing.T) {
	t.Parallel()
	empty := pulumi.String("")
	tests := map[string]struct {
		reason string
		args   *unsetArgs
		want   []string
	}{
		"unset":  {reason: "fields without a value are not set", args: &unsetArgs{}},
		"set":    {reason: "a text is a value", args: &unsetArgs{Text: pulumi.String("x")}},
		"plain":  {reason: "the zero value of a string is that of a field that is not set", args: &unsetArgs{Plain: ""}},
		"text":   {reason: "an empty text was set", args: &unsetArgs{Text: empty}, want: []string{"Text: empty"}},
		"tagged": {reason: "a field can have a meaning for empty texts", args: &unsetArgs{Contents: empty}},
		"tags":   {reason: "the value of a tag can be empty", args: &unsetArgs{Tags: pulumi.StringMap{"a": empty}}},
		"pointer": {
			reason: "a pointer to an empty text was set",
			args:   &unsetArgs{Optional: pulumi.StringPtr("")},
			want:   []string{"Optional: empty"},
		},
		"list": {
			reason: "an element of a list is a value",
			args:   &unsetArgs{List: pulumi.StringArray{pulumi.String("x"), empty}},
			want:   []string{"List[1]: empty"},
		},
		"zones": {
			reason: "the values of maps of this module are values",
			args:   &unsetArgs{Zones: map[string]pulumi.StringInput{"us-east-2a": empty}},
			want:   []string{`Zones[us-east-2a]: empty`},
		},
		"nested": {
			reason: "a tag applies to its field alone",
			args:   &unsetArgs{Contents: empty, Nested: []*unsetArgs{{Text: empty}}},
			want:   []string{"Nested[0].Text: empty"},
		},
		"zero output": {
			reason: "an empty text may be set where a zero output may not",
			args:   &unsetArgs{Contents: pulumi.StringOutput{}, Tags: pulumi.StringMap{"a": pulumi.StringOutput{}}},
			want:   []string{`Tags[a]: zero output`, "Contents: zero output"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want []string
			for _, problem := range tt.want {
				want = append(want, "check_test.unsetArgs."+problem)
			}
			var p check.Problems
			checktest.Equal(t, want, p.ErrOf(tt.args), tt.reason)
		})
	}
}

func TestAFieldHasOneProblem(t *testing.T) {
	t.Parallel()
	args := &unsetArgs{Text: pulumi.String("")}
	var p check.Problems
	p.Required("check_test.unsetArgs.Text", args.Text)
	checktest.Equal(t, []string{"check_test.unsetArgs.Text: required"}, p.ErrOf(args))
}
