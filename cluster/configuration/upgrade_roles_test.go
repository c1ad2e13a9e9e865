package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestRolesAreRaisedBeforeTheUpgrade: with manual credentials the roles have the permissions of the release first, then the annotation
// says so, then the cluster is upgraded.
func TestRolesAreRaisedBeforeTheUpgrade(t *testing.T) {
	t.Parallel()
	unannotated := map[string]any{"conditions": []any{map[string]any{
		"type": "Upgradeable", "status": "False", "reason": annotationReason, "message": "cloud-credential should not be upgraded.",
	}}}
	rec := mockstest.Run(t, upgradeTo(UpgradeArgs{Version: "4.19.0", RolesRelease: pulumi.String("4.19")}),
		withStatus("4.18.9", "Completed", unannotated), clustertest.InCluster)
	patch := clustertest.One(t, rec, "kubernetes:operator.openshift.io/v1:CloudCredentialPatch", "upgrade-roles")
	metadata := patch.Inputs["metadata"].(map[string]any)
	assert.Equal(t, "cluster", metadata["name"])
	assert.Equal(t, "4.19.0", metadata["annotations"].(map[string]any)[upgradeableTo])
	version := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:ClusterVersionPatch", "upgrade-version")
	assert.True(t, rec.Graph().Reaches(version.URN, patch.URN))
	kubetest.CheckRecorded(t, rec)

	tests := map[string]struct {
		reason string
		args   UpgradeArgs
		want   string
	}{
		"roles of the present release": {
			reason: "operators of the new release would lack permissions",
			args:   UpgradeArgs{Version: "4.19.0", RolesRelease: pulumi.String("4.18").ToStringOutput()},
			want: "RolesRelease: must be 4.19: the operators' roles have the permissions of 4.18. Set OpenShiftVersion of " +
				"ShortTermCredentials first",
		},
		"without": {
			reason: "the message names the argument", args: UpgradeArgs{Version: "4.19.0"},
			want: "cloud-credential should not be upgraded.; raise the operators' roles, and set RolesRelease",
		},
		"a patch release":     {reason: "it needs no other permissions", args: UpgradeArgs{Version: "4.18.10"}},
		"roles of the future": {reason: "permissions are added", args: UpgradeArgs{Version: "4.18.10", RolesRelease: pulumi.String("4.19")}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			offered := map[string]any{
				"availableUpdates": []any{map[string]any{"version": tt.args.Version}}, "conditions": unannotated["conditions"],
			}
			rec := mocks.New(withStatus("4.18.9", "Completed", offered), clustertest.InCluster)
			err := rec.Run(upgradeTo(tt.args))
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				return
			}
			require.ErrorContains(t, err, tt.want, tt.reason)
			for _, r := range rec.Resources() {
				assert.NotContains(t, r.Type, "Patch")
			}
		})
	}
}
