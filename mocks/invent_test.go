package mocks

import (
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

// shared are outputs that resources of one account and region have in common.
var shared = []string{
	"accountId", "availabilityZone", "availabilityZoneId", "awsAccountId", "createDate", "creationDate", "domain",
	"instanceState", "ipAddressType", "ownerId", "path", "region", "serviceType", "state", "tenancy", "url",
}

// required gives a resource its required strings, such as the bucket of a bucket's policy.
func required(schema *awsfacts.Schema, resourceName string) resource.PropertyMap {
	inputs := resource.PropertyMap{}
	for name, property := range schema.Properties {
		if property.Required && property.Type == awsfacts.String {
			inputs[resource.PropertyKey(name)] = resource.NewProperty(name + " of " + resourceName)
		}
	}
	return inputs
}

// Two resources of every type, with the required inputs only, share no id and no computed string, and no string is empty.
func TestComputedStringsAreDistinctAndNotEmpty(t *testing.T) {
	t.Parallel()
	for _, token := range awsfacts.Tokens() {
		schema, _ := awsfacts.Resource(token)
		register := func(name string) (string, resource.PropertyMap) {
			r := New()
			a := &answer{recorder: r, urn: r.urn("", token, name), token: token, name: name, place: r.place("")}
			a.outputs = required(schema, name)
			require.NoError(t, a.defaultName(), token)
			return a.fill(""), a.outputs
		}
		oneID, one := register("one")
		twoID, two := register("two")
		assert.NotEqual(t, oneID, twoID, token)
		for name, property := range schema.Properties {
			if !property.Computed || property.Type != awsfacts.String {
				continue
			}
			key := resource.PropertyKey(name)
			assert.NotEmpty(t, one[key].StringValue(), "%s %s", token, name)
			if !slices.Contains(shared, name) {
				assert.NotEqual(t, one[key], two[key], "%s %s", token, name)
			}
		}
	}
}

func TestKindsAreKnownTypes(t *testing.T) {
	t.Parallel()
	for token := range kinds {
		_, ok := awsfacts.Resource(token)
		assert.True(t, ok, token)
	}
}

func TestCyclesDoNotHang(t *testing.T) {
	t.Parallel()
	g := &Graph{
		resources: map[string]Resource{"a": {Custom: true}, "b": {Custom: true}, "c": {Custom: true}},
		edges:     map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a", "missing"}},
	}
	require.Equal(t, []string{"c", "b", "a"}, g.LongestChain())
	require.True(t, g.Reaches("a", "a"))
	require.False(t, g.Reaches("a", "nowhere"))
}
