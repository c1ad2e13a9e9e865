package fake_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

func TestOneResourceOfAStackHasAnIdentity(t *testing.T) {
	t.Parallel()
	provider := &fake.Provider{
		Schema: func(r fake.Resource, _ resource.PropertyMap) (*schema.Schema, bool) { return diskSchema(r.Token) },
		Identity: func(_ fake.Resource, inputs resource.PropertyMap) fake.Identity {
			return fake.Identity{Path: "name", Name: inputs["name"].StringValue(), Scope: "account"}
		},
	}
	suffix := func(length int) (string, error) { return fake.IDSource("seed").Hex("name", length), nil }
	check := func(stack, name string) []schema.Problem {
		urn := resource.NewURN(tokens.QName(stack), "project", "", diskType, name)
		_, problems, err := provider.Check(
			fake.Resource{Token: diskType, URN: urn}, nil, propertyMap(fields{"name": "data"}), suffix,
		)
		require.NoError(t, err)
		return problems
	}
	assert.Empty(t, check("ohio", "first"))
	assert.Empty(t, check("ohio", "first"), "a resource can be checked again")
	assert.Empty(t, check("ireland", "other"), "another stack is another account")
	assert.Equal(t, []schema.Problem{{
		Path: "name", Message: `"data" is the name of another resource of the program: first (test:index/disk:Disk)`,
	}}, check("ohio", "second"))
}
