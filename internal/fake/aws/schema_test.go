package aws_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
)

func TestSchema(t *testing.T) {
	t.Parallel()
	_, ok := aws.Resource("aws:rds/instance:Instance")
	require.False(t, ok, "OpenShift has no database")
	require.IsIncreasing(t, aws.Tokens())
	for _, token := range aws.Tokens() {
		known, ok := aws.Resource(token)
		require.True(t, ok)
		require.Equal(t, token, known.Token)
		require.Regexp(t, "^aws_", known.Terraform)
		require.NotEmpty(t, known.Properties)
	}
}

func TestSchemaMatchesSDK(t *testing.T) {
	t.Parallel()
	for _, token := range aws.Tokens() {
		known, _ := aws.Resource(token)
		sdk := sdkResources(t)[token]
		assert.Nil(t, aws.Compare(known.Properties, sdk.inputs, sdk.outputs), token)
	}
}

func TestSchemaReplacesAsDocumented(t *testing.T) {
	t.Parallel()
	var found []string
	for _, token := range aws.Tokens() {
		known, _ := aws.Resource(token)
		for name, property := range sdkResources(t)[token].inputs {
			if property.ForceNew && !known.Properties[name].ForceNew {
				found = append(found, token+" "+name)
			}
		}
	}
	assert.Empty(t, found, "the documentation says that a change replaces the resource")
}

// The lab's provider, which writes schema.json, serves its resources.
func TestSchemaHasResourcesOfLab(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../test/lab/aws/tokens.go")
	require.NoError(t, err)
	listed, _, _ := strings.Cut(string(text), "var datasources")
	var want []string
	for _, line := range regexp.MustCompile(`"aws_\w+ (\w+) (\w+)"`).FindAllStringSubmatch(listed, -1) {
		want = append(want, "aws:"+line[1]+"/"+strings.ToLower(line[2][:1])+line[2][1:]+":"+line[2])
	}
	slices.Sort(want)
	var got []string
	for token := range aws.Extracted().Resources {
		if !aws.IsMissing(token) {
			got = append(got, token)
		}
	}
	slices.Sort(got)
	assert.Equal(t, want, got, "run go generate ./internal/fake/aws")
}
