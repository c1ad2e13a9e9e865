package rhcs_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	fakerhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

func TestImmutablePropertiesExist(t *testing.T) {
	t.Parallel()
	for resourceType, some := range map[string][]string{
		"ClusterRosaHcp":      {"machineCidr", "etcdKmsKeyArn"},
		"ClusterRosaClassic":  {"machineCidr", "multiAz"},
		"HcpMachinePool":      {"cluster", "awsNodePool.instanceType"},
		"MachinePool":         {"cluster", "machineType"},
		"RosaOidcConfig":      {"managed", "issuerUrl"},
		"RosaOidcConfigInput": {"region", "prefix"},
	} {
		schema, _ := fakerhcs.Resource(rhcs.Token(resourceType))
		paths := rhcs.Immutable(resourceType)
		assert.Subset(t, paths, some)
		for _, path := range paths {
			name, below, nested := strings.Cut(path, ".")
			property := schema.Properties[name]
			require.NotNil(t, property, "%s has no %s", resourceType, path)
			if nested {
				require.NotNil(t, property.Elem[below], path)
			}
			assert.True(t, property.Input(), path)
		}
	}
	assert.Empty(t, rhcs.Immutable("IdentityProvider"))
}

// TestRejectsRemoval: what OCM chooses can be left out afterwards, and nothing else of a cluster.
func TestRejectsRemoval(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"etcdKmsKeyArn", "kmsKeyArn", "fips", "tags", "sharedVpc", "workerDiskSize", "computeMachineType"} {
		assert.True(t, rhcs.RejectsRemoval("ClusterRosaHcp", path), path)
	}
	assert.False(t, rhcs.RejectsRemoval("ClusterRosaHcp", "machineCidr"))
	assert.False(t, rhcs.RejectsRemoval("HcpMachinePool", "awsNodePool.tags"))
	assert.True(t, rhcs.RejectsRemoval("RosaOidcConfig", "secretArn"))
}
