package rhcs

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
)

func TestPolicies(t *testing.T) {
	t.Parallel()
	for region, partition := range map[string]string{"": "aws", "us-gov-west-1": "aws-us-gov"} {
		config := resource.PropertyMap{"region": resource.NewProperty(region)}
		result, ok := Function("rhcs:index/getPolicies:getPolicies", config, nil)
		assert.True(t, ok)
		account := result["accountRolePolicies"].(fields)
		assert.Equal(t, "arn:"+partition+":iam::710019948333:role/RH-Technical-Support-15212158", account["stsSupportRhSreRole"])
		assert.Len(t, result["operatorRolePolicies"], 8)
		assert.Len(t, result["ocmRolePolicies"], 4)
	}
	info, ok := Function("rhcs:index/getInfo:getInfo", nil, nil)
	assert.True(t, ok)
	assert.Equal(t, "12345678", info["organizationExternalId"])
	_, ok = Function("rhcs:index/getMachineTypes:getMachineTypes", nil, nil)
	assert.False(t, ok)
}

func TestOperatorRoles(t *testing.T) {
	t.Parallel()
	result, ok := Function("rhcs:index/getRosaOperatorRoles:getRosaOperatorRoles", nil,
		fields{"operatorRolePrefix": "demo"})
	assert.True(t, ok)
	roles := result["operatorIamRoles"].([]any)
	assert.Len(t, roles, 7)
	for _, role := range roles {
		name := role.(fields)["roleName"].(string)
		assert.Regexp(t, "^demo-openshift-", name)
		assert.LessOrEqual(t, len(name), 64, "IAM limits the name of a role")
		assert.NotEmpty(t, role.(fields)["serviceAccounts"])
	}
}
