package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

// TestRosaSpeaksTheProvidersLanguage holds what the provider's schema does not tell: where it takes silence for another wish, and where
// it cannot read it (terraform-provider-rhcs v1.7.7).
func TestRosaSpeaksTheProvidersLanguage(t *testing.T) {
	t.Parallel()
	with, pool, classic := rosaTestHCP, rosaTestPool, rosaTestClassicPool
	autoscaler := func(c RosaClassicAutoscalerArgs) *RosaAutoscalerArgs {
		return &RosaAutoscalerArgs{ClusterID: pulumi.String("c1"), Classic: &c}
	}
	registry := func(r RosaRegistryArgs) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { a.Registry = &r }) }
	tests := map[string]struct {
		reason         string
		args           validated
		name, property string
		want           any
	}{
		"pool in one zone": {"silence spreads it over all of the cluster's zones", classic(), "main-pool", "multiAvailabilityZone", false},
		"pool in three":    {"as it is told", classic(func(a *RosaMachinePoolArgs) { a.Classic.MultiAZ, a.Replicas = true, new(3) }), "main-pool", "multiAvailabilityZone", true},
		"imports alone": {"a null instead of the sources is a failure, and OCM answers with insecure", registry(RosaRegistryArgs{
			AllowedForImport: []RosaImportRegistryArgs{{DomainName: "quay.io"}},
		}), "main-cluster", "registryConfig", map[string]any{
			"registrySources": map[string]any{}, "allowedRegistriesForImports": []any{map[string]any{"domainName": "quay.io", "insecure": false}},
		}},
		"switched off": {"silence leaves it on", autoscaler(RosaClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(false)}), "main-autoscaler", "balanceSimilarNodeGroups", false},
		"daemon sets":  {"silence leaves it on", autoscaler(RosaClassicAutoscalerArgs{IgnoreDaemonSetsUtilization: new(false)}), "main-autoscaler", "ignoreDaemonsetsUtilization", false},
		"not chosen":   {"OCM's choice", autoscaler(RosaClassicAutoscalerArgs{}), "main-autoscaler", "balanceSimilarNodeGroups", nil},
		"no group": {"an empty list is not what OCM answers, which the next change would stumble over", with(func(a *RosaHCPArgs) {
			a.Workers.SecurityGroupIDs = pulumi.StringArray{}
		}), "main-cluster", "awsAdditionalComputeSecurityGroupIds", nil},
		"no group of a pool": {"the same, further in", pool(func(a *RosaMachinePoolArgs) { a.SecurityGroupIDs = pulumi.StringArray(nil) }), "main-pool", "awsNodePool", map[string]any{
			"ec2MetadataHttpTokens": "required", "instanceType": "m5.xlarge",
		}},
		"no profile any more": {"an empty list is sent, silence is not", pool(func(a *RosaMachinePoolArgs) { a.HCP.TuningConfigs = pulumi.StringArray{} }), "main-pool", "tuningConfigs", []any{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, mockstest.Find(t, rosaTestRun(t, tt.args), tt.name).Inputs[tt.property], tt.reason)
		})
	}
}

func TestRosaAdministratorsAreRegisteredInOrder(t *testing.T) {
	t.Parallel()
	for range 20 {
		rec := rosaTestRun(t, rosaTestIDP(func(a *RosaIdentityProviderArgs) {
			a.ClusterAdmins, a.DedicatedAdmins = []string{"ann"}, []string{"ann"}
		}))
		var groups []any
		for _, membership := range rec.OfType("rhcs:index/groupMembership:GroupMembership") {
			groups = append(groups, membership.Inputs["group"])
		}
		assert.Equal(t, []any{"cluster-admins", "dedicated-admins"}, groups)
	}
}
