package aws

import (
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// shared are outputs that resources of one account and region have in common.
var shared = []string{
	"accountId", "availabilityZone", "availabilityZoneId", "availabilityZoneName", "cidrBlock", "connectivityType",
	"createDate", "domain", "healthCheckType", "hostedZoneId", "instanceState", "interfaceType", "ipAddressType",
	"notAfter", "notBefore",
	"origin", "owner", "ownerId", "instanceOwnerId", "owningAccount", "path", "region", "serviceType", "state", "status",
	"tenancy", "type",
}

// sharedZone reports whether a hosted zone belongs to AWS and not to the account.
func sharedZone(token, property string) bool {
	return property == "zoneId" &&
		(token == "aws:lb/loadBalancer:LoadBalancer" || token == "aws:elb/loadBalancer:LoadBalancer")
}

// filled makes a resource with a name and its required strings, such as the bucket of a bucket's policy.
func filled(t *testing.T, token, name string) (string, resource.PropertyMap) {
	t.Helper()
	known, ok := Resource(token)
	require.True(t, ok, token)
	inputs := resource.PropertyMap{}
	for property, p := range known.Properties {
		if p.Required && p.Type == schema.String {
			inputs[resource.PropertyKey(property)] = resource.NewProperty(property + " of " + name)
		}
	}
	named, requested, err := known.DefaultName(inputs, name, "0")
	require.NoError(t, err)
	if named != "" {
		inputs[resource.PropertyKey(named)] = resource.NewProperty(requested)
	}
	return computeFilled(request(token, token+name, "us-east-2", inputs))
}

// Two resources of every type share no id and, filled, no computed string, and no string is empty.
func TestFilledStringsAreDistinctAndNotEmpty(t *testing.T) {
	t.Parallel()
	for _, token := range Tokens() {
		known, _ := Resource(token)
		oneID, one := filled(t, token, "one")
		twoID, two := filled(t, token, "two")
		assert.NotEqual(t, oneID, twoID, token)
		for name, p := range known.Properties {
			if !p.Computed || p.Type != schema.String {
				continue
			}
			key := resource.PropertyKey(name)
			assert.NotEmpty(t, property.Text(one, name), "%s %s", token, name)
			if !slices.Contains(shared, name) && !sharedZone(token, name) {
				assert.NotEqual(t, one[key], two[key], "%s %s", token, name)
			}
		}
	}
}

func TestResourceTypesMatchSchema(t *testing.T) {
	t.Parallel()
	for _, token := range slices.Sorted(maps.Keys(resourceTypes)) {
		known, ok := Resource(token)
		if !assert.True(t, ok, token) {
			continue
		}
		for _, name := range resourceTypes[token].empty {
			p := known.Properties[name]
			assert.True(t, p != nil && p.Computed && !p.Optional, "%s %s", token, name)
		}
	}
}
