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
		"pool in one zone": {
			reason:   "silence spreads it over all of the cluster's zones",
			args:     classic(),
			name:     "main-pool",
			property: "multiAvailabilityZone",
		},
		"pool in three": {
			reason:   "as it is told",
			args:     classic(func(a *RosaMachinePoolArgs) { a.Classic.MultiAZ, a.Replicas = true, new(3) }),
			name:     "main-pool",
			property: "multiAvailabilityZone",
			want:     true,
		},
		"imports alone": {
			reason: "a null instead of the sources is a failure, and OCM answers with insecure",
			args: registry(RosaRegistryArgs{
				AllowedForImport: []RosaImportRegistryArgs{{DomainName: "quay.io"}},
			}),
			name:     "main-cluster",
			property: "registryConfig",
			want: map[string]any{
				"registrySources": map[string]any{}, "allowedRegistriesForImports": []any{map[string]any{"domainName": "quay.io", "insecure": false}},
			},
		},
		"switched off": {
			reason:   "silence leaves it on",
			args:     autoscaler(RosaClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(false)}),
			name:     "main-autoscaler",
			property: "balanceSimilarNodeGroups",
		},
		"daemon sets": {
			reason:   "silence leaves it on",
			args:     autoscaler(RosaClassicAutoscalerArgs{IgnoreDaemonSetsUtilization: new(false)}),
			name:     "main-autoscaler",
			property: "ignoreDaemonsetsUtilization",
		},
		"not chosen": {
			reason:   "OCM's choice",
			args:     autoscaler(RosaClassicAutoscalerArgs{}),
			name:     "main-autoscaler",
			property: "balanceSimilarNodeGroups",
		},
		"no group": {
			reason: "an empty list is not what OCM answers, which the next change would stumble over",
			args: with(func(a *RosaHCPArgs) {
				a.Workers.SecurityGroupIDs = pulumi.StringArray{}
			}),
			name:     "main-cluster",
			property: "awsAdditionalComputeSecurityGroupIds",
		},
		"no group of a pool": {
			reason:   "the same, further in",
			args:     pool(func(a *RosaMachinePoolArgs) { a.SecurityGroupIDs = pulumi.StringArray(nil) }),
			name:     "main-pool",
			property: "awsNodePool",
			want: map[string]any{
				"ec2MetadataHttpTokens": "required", "instanceType": "m5.xlarge",
			},
		},
		"no profile any more": {
			reason:   "an empty list is sent, silence is not",
			args:     pool(func(a *RosaMachinePoolArgs) { a.HCP.TuningConfigs = pulumi.StringArray{} }),
			name:     "main-pool",
			property: "tuningConfigs",
			want:     []any{},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(
				t,
				tt.want,
				mockstest.Find(t, rosaTestRun(t, tt.args), tt.name).Inputs[tt.property],
				tt.reason,
			)
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
