package kubernetes

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

func TestClusters(t *testing.T) {
	t.Parallel()
	config := func(server, identifier string) resource.PropertyMap {
		inputs := resource.PropertyMap{"kubeconfig": resource.MakeSecret(resource.NewProperty(
			"{current-context: x, contexts: [{name: x, context: {cluster: c}}], clusters: [{name: c, cluster: {server: " + server + "}}]}"))}
		if identifier != "" {
			inputs["clusterIdentifier"] = resource.NewProperty(identifier)
		}
		return inputs
	}
	tests := map[string]struct {
		reason        string
		first, second resource.PropertyMap
		same          bool
	}{
		"no configuration": {reason: "providers use the current cluster", same: true},
		"two identifiers":  {reason: "an identifier names a cluster", first: config("a", "green"), second: config("a", "blue")},
		"one identifier": {
			reason: "a cluster can have several addresses",
			first:  config("a", "green"), second: config("b", "green"), same: true,
		},
		"two servers":           {reason: "a server is of one cluster", first: config("a", ""), second: config("b", "")},
		"one server":            {reason: "a server is of one cluster", first: config("a", ""), second: config("a", ""), same: true},
		"one without":           {reason: "a server is of one cluster", first: config("a", "green"), second: config("a", ""), same: true},
		"an identifier is set":  {reason: "it names the same cluster", first: config("a", ""), second: config("a", "green"), same: true},
		"a cluster without any": {reason: "a server is of one cluster", first: config("a", "green")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			create := func(name string, config resource.PropertyMap) error {
				of, err := Clusters(dir) // Each run of the sandbox opens the files again.
				require.NoError(t, err)
				e := faketest.Engine{T: t, Provider: New(of), Config: config}
				_, _, err = e.TryCreate("kubernetes:core/v1:Namespace", name, resource.NewPropertyMapFromMap(fields{
					"apiVersion": "v1", "kind": "Namespace", "metadata": fields{"name": "demo"},
				}))
				return err
			}
			require.NoError(t, create("first", tt.first))
			err := create("second", tt.second)
			assert.Equal(t, tt.same, err != nil, "%s: %v", tt.reason, err)
		})
	}
}
