package aws_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// UPDATE_GOLDEN=1 go test -run TestDifferences ./internal/fake/aws writes differences.json. Afterwards, compare it with
// the provider's CHANGELOG: the SDK does not say what a new property conflicts with, and only its documentation says
// whether a change replaces the resource.
func TestDifferences(t *testing.T) {
	t.Parallel()
	differences := map[string]*aws.Differences{}
	for token, extracted := range aws.Extracted().Resources {
		sdk := sdkResources(t)[token]
		if found := aws.Compare(extracted.Properties, sdk.inputs, sdk.outputs); found != nil {
			differences[token] = found
		}
	}
	text, err := json.MarshalIndent(differences, "", " ")
	require.NoError(t, err)
	golden.Check(t, "differences.json", append(text, '\n'))
}
