package rhcs

import (
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	librhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// TestBadRequests makes the requests that OCM rejects. Those that a fake accepts are listed with a reason, and nothing
// else is accepted.
func TestBadRequests(t *testing.T) {
	t.Parallel()
	for name, request := range ocmtest.Requests {
		for _, kind := range []ocmtest.Fake{ocmtest.UnitTests, ocmtest.Sandbox} {
			t.Run(name+"/"+string(kind), func(t *testing.T) {
				t.Parallel()
				provider := NewForUnitTests()
				if kind == ocmtest.Sandbox {
					provider, _ = New(fake.NewStore[fake.Record](), librhcs.Immutable, librhcs.RejectsRemoval)
				}
				err := attempt(faketest.Engine{T: t, Provider: provider}, request)
				if why := request.Accepts[kind]; why != "" {
					assert.NoError(t, err, "accepted because %s", why)
					return
				}
				want := request.Want
				if words := request.Words[kind]; words != "" {
					want = words
				}
				assert.ErrorContains(t, err, want, request.Reason)
			})
		}
	}
}

// attempt makes a request where the good cluster exists.
func attempt(e faketest.Engine, request ocmtest.Request) error {
	e.T.Helper()
	fixtures := ocmtest.Fixtures{Subnet: "subnet-0123456789abcdef0"}
	fixtures.OIDCConfig, _ = e.Create(oidcType, "oidc", fields{"managed": true})
	good := ocmtest.ClusterInputs(ocmtest.Name, fixtures)
	id, outputs := e.Create(clusterType, "good", good)
	fixtures.Cluster = id
	switch {
	case request.Inputs == nil:
		return e.Delete(oidcType, "oidc", fixtures.OIDCConfig, nil)
	case request.Type == "":
		maps.Copy(good, request.Inputs(fixtures))
		_, err := e.TryUpdate(clusterType, "good", id, outputs, resource.NewPropertyMapFromMap(good))
		return err
	}
	token, inputs := librhcs.Token(request.Type), resource.NewPropertyMapFromMap(request.Inputs(fixtures))
	checked, problems := e.Check(token, "bad", nil, withoutNull(inputs))
	assert.Empty(e.T, problems, "OCM rejects the request, not the schema")
	_, _, err := e.TryCreate(token, "bad", checked)
	return err
}

func withoutNull(inputs resource.PropertyMap) resource.PropertyMap {
	maps.DeleteFunc(inputs, func(_ resource.PropertyKey, value resource.PropertyValue) bool { return value.IsNull() })
	return inputs
}
