package composite

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

func TestOutputs(t *testing.T) {
	t.Parallel()
	component := &struct {
		pulumi.ResourceState

		ARN      pulumi.StringOutput            `pulumi:"arn"`
		RoleARNs map[string]pulumi.StringOutput `pulumi:"roleArns"`
		// Fields without a tag are for programs in Go.
		Path  string
		count int `pulumi:"count"`
	}{ARN: pulumi.String("arn:aws:kms:us-east-2:111122223333:key/k").ToStringOutput(), Path: "/", count: 1}
	outputs := Outputs(component)
	assert.Equal(t, []string{"arn", "roleArns"}, slices.Sorted(maps.Keys(outputs)))
	assert.Equal(t, component.ARN, outputs["arn"].Interface())
}

// TestRun: a step that fails is the last one, and its error names the component.
func TestRun(t *testing.T) {
	t.Parallel()
	var ran []string
	step := func(name string, err error) func() error {
		return func() error {
			ran = append(ran, name)
			return err
		}
	}
	err := Run("openshift-aws:network:Vpc", "demo", step("vpc", nil), step("subnets", errors.New("duplicate URN")), step("routes", nil))
	assert.EqualError(t, err, "openshift-aws:network:Vpc demo: duplicate URN")
	assert.Equal(t, []string{"vpc", "subnets"}, ran)
}
