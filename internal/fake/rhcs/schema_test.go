package rhcs

import (
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The expectations are those of terraform-provider-rhcs v1.7.7 docs/resources, in Pulumi's names.
func TestSchemaMatchesDocumentation(t *testing.T) {
	t.Parallel()
	for token, want := range map[string]struct{ required, computed []string }{
		"rhcs:index/clusterRosaHcp:ClusterRosaHcp": {
			required: []string{"availabilityZones", "awsAccountId", "awsSubnetIds", "cloudRegion", "sts"},
			computed: []string{"apiUrl", "consoleUrl", "currentVersion", "domain", "externalId", "logForwarderIds",
				"ocmProperties", "state"},
		},
		"rhcs:index/clusterRosaClassic:ClusterRosaClassic": {
			required: []string{"awsAccountId", "cloudRegion"},
			computed: []string{"apiUrl", "ccsEnabled", "consoleUrl", "currentVersion", "domain", "externalId", "infraId",
				"ocmProperties", "state"},
		},
		"rhcs:index/hcpMachinePool:HcpMachinePool": {
			required: []string{"autoRepair", "autoscaling", "awsNodePool", "cluster", "subnetId"},
			computed: []string{"availabilityZone", "currentVersion", "status"},
		},
		"rhcs:index/rosaOidcConfig:RosaOidcConfig": {
			required: []string{"managed"},
			computed: []string{"oidcEndpointUrl", "thumbprint"},
		},
		"rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput": {
			required: []string{"region"},
			computed: []string{"bucketName", "discoveryDoc", "issuerUrl", "jwks", "privateKey", "privateKeyFileName",
				"privateKeySecretName"},
		},
	} {
		known, ok := Resource(token)
		require.True(t, ok, token)
		var required, computed []string
		for name, property := range known.Properties {
			if property.Required {
				required = append(required, name)
			}
			if property.Computed {
				computed = append(computed, name)
			}
		}
		slices.Sort(required)
		slices.Sort(computed)
		assert.Equal(t, want.required, required, token)
		assert.Equal(t, want.computed, computed, token)
	}
	assert.Len(t, Tokens(), 20, "all of the provider's resources but the legacy rhcs_cluster")
}

func TestCheckOfNestedProperties(t *testing.T) {
	t.Parallel()
	known, _ := Resource("rhcs:index/hcpMachinePool:HcpMachinePool")
	problems := known.Check(resource.NewPropertyMapFromMap(map[string]any{
		"cluster": "1", "subnetId": "subnet-1", "autoRepair": true,
		"autoscaling": map[string]any{"enabled": false, "maxReplica": 2},
		"awsNodePool": map[string]any{"instanceProfile": "x"},
		"taints":      []any{map[string]any{"key": "a", "value": "b"}},
	}))
	var reported []string
	for _, problem := range problems {
		reported = append(reported, problem.String())
	}
	assert.Equal(t, []string{
		"autoscaling.maxReplica: is not a property of rhcs:index/hcpMachinePool:HcpMachinePool; did you mean maxReplicas?",
		"awsNodePool.instanceProfile: is computed by the provider and must not be set",
		"awsNodePool.instanceType: is required", "taints[0].scheduleType: is required",
	}, reported)
}
