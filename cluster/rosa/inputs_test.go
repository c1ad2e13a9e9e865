package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestZeroValues covers properties for which the provider distinguishes null, false and an empty list
// (terraform-provider-rhcs v1.7.7).
func TestZeroValues(t *testing.T) {
	t.Parallel()
	autoscaler := func(c ClassicAutoscalerArgs) *AutoscalerArgs {
		return &AutoscalerArgs{ClusterID: testCluster, Classic: &c}
	}
	tests := map[string]struct {
		reason         string
		args           componentArgs
		name, property string
		want           any
	}{
		"pool in one zone": {
			reason:   "without the property the provider spreads the pool over all zones",
			args:     testClassicPool(),
			name:     "main-pool",
			property: "multiAvailabilityZone",
			want:     false,
		},
		"pool in three zones": {
			reason:   "MultiAZ spreads the pool over all zones",
			args:     testClassicPool(func(a *MachinePoolArgs) { a.Classic.MultiAZ, a.Replicas = true, new(3) }),
			name:     "main-pool",
			property: "multiAvailabilityZone",
			want:     true,
		},
		"balancing off": {
			reason:   "without the property balancing stays on",
			args:     autoscaler(ClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(false)}),
			name:     "main-autoscaler",
			property: "balanceSimilarNodeGroups",
			want:     false,
		},
		"daemon sets counted": {
			reason:   "without the property daemon sets stay ignored",
			args:     autoscaler(ClassicAutoscalerArgs{IgnoreDaemonSetsUtilization: new(false)}),
			name:     "main-autoscaler",
			property: "ignoreDaemonsetsUtilization",
			want:     false,
		},
		"no security group": {
			reason:   "OCM returns no list for an empty one, which the provider would reject as a change",
			args:     testHCP(func(a *HCPArgs) { a.Workers = &WorkersArgs{SecurityGroupIDs: pulumi.StringArray{}} }),
			name:     "main-cluster",
			property: "awsAdditionalComputeSecurityGroupIds",
		},
		"no security group of a pool": {
			reason:   "OCM returns no list for an empty one, which the provider would reject as a change",
			args:     testPool(func(a *MachinePoolArgs) { a.SecurityGroupIDs = pulumi.StringArray(nil) }),
			name:     "main-pool",
			property: "awsNodePool",
			want:     map[string]any{"ec2MetadataHttpTokens": "required", "instanceType": "m5.xlarge"},
		},
		"no tuning configuration": {
			reason:   "an empty list removes the last configuration, an omitted one does not",
			args:     testPool(func(a *MachinePoolArgs) { a.HCP.TuningConfigs = pulumi.StringArray{} }),
			name:     "main-pool",
			property: "tuningConfigs",
			want:     []any{},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inputs := mockstest.Find(t, run(t, tt.args), tt.name).Inputs
			assert.Equal(t, tt.want, inputs[tt.property], tt.reason)
		})
	}
	assert.NotContains(t, mockstest.Find(t, run(t, autoscaler(ClassicAutoscalerArgs{})), "main-autoscaler").Inputs,
		"balanceSimilarNodeGroups", "nil is OCM's choice")
}
