package configuration

import (
	"testing"

	"github.com/blang/semver"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const removals = "ack-4.18-kube-1.32-api-removals-in-4.19"

func TestGatesAreAcknowledgedBeforeTheUpgrade(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, upgradeTo(UpgradeArgs{Version: "4.19.0", AdminAcks: []string{removals}}),
		running("4.18.9", "Completed"), clustertest.InCluster)
	acks := clustertest.One(t, rec, "kubernetes:core/v1:ConfigMapPatch", "upgrade-acks")
	assert.Equal(t, map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{removals: "true"},
		"metadata": map[string]any{"name": "admin-acks", "namespace": "openshift-config"},
	}, acks.Inputs)
	version := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:ClusterVersionPatch", "upgrade-version")
	assert.True(t, rec.Graph().Reaches(version.URN, acks.URN))
	kubetest.CheckRecorded(t, rec)
}

func TestUpgradeableConditions(t *testing.T) {
	t.Parallel()
	const blocked = "configuration.UpgradeArgs.Version: must be 4.18 until the cluster can be upgraded " +
		"to a new minor version; "
	const hint = "; to acknowledge it, add the gate to AdminAcks: `oc -n openshift-config-managed get configmap " +
		"admin-gates -o yaml` lists the gates of the cluster's release"
	condition := func(kind, reason, message string) any {
		return map[string]any{"type": kind, "status": "False", "reason": reason, "message": message}
	}
	gates := []any{condition("Upgradeable", "AdminAckRequired", "Kubernetes 1.32 removes APIs.")}
	several := []any{
		condition("Upgradeable", "MultipleReasons", "Several: ..."),
		condition("UpgradeableAdminAckRequired", "AdminAckRequired", "Kubernetes 1.32 removes APIs."),
		condition("UpgradeableClusterOperators", "DegradedPool", "machine-config is not upgradeable."),
	}
	tests := map[string]struct {
		reason     string
		conditions []any
		acks       []string
		want       string
	}{
		"unacknowledged": {
			reason:     "the message names the argument",
			conditions: gates,
			want:       blocked + "Upgradeable=False: Kubernetes 1.32 removes APIs." + hint,
		},
		"acknowledged": {
			reason:     "the cluster sees the acknowledgment after this update",
			conditions: gates, acks: []string{removals},
		},
		"acknowledged before": {
			reason:     "an acknowledgment of an earlier release does not count",
			conditions: gates, acks: []string{"ack-4.17-x-in-4.18"},
			want: blocked + "Upgradeable=False: Kubernetes 1.32 removes APIs." + hint,
		},
		"something else too": {
			reason:     "an acknowledgment does not repair an operator",
			conditions: several, acks: []string{removals},
			want: blocked + "UpgradeableClusterOperators=False: machine-config is not upgradeable.",
		},
		"both": {
			reason: "the cluster's message has all of them", conditions: several,
			want: blocked + "Upgradeable=False: Several: ..." + hint,
		},
		"no gate": {
			reason:     "there is nothing to acknowledge",
			conditions: []any{condition("Upgradeable", "DegradedPool", "machine-config is not upgradeable.")},
			acks:       []string{removals},
			want:       blocked + "Upgradeable=False: machine-config is not upgradeable.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status := map[string]any{"conditions": tt.conditions}
			rec := mocks.New(withStatus("4.18.9", "Completed", status), clustertest.InCluster)
			err := rec.Run(upgradeTo(UpgradeArgs{Version: "4.19.0", AdminAcks: tt.acks}))
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				return
			}
			require.ErrorContains(t, err, tt.want, tt.reason)
			if !assert.NotContains(t, err.Error(), tt.want+";", tt.reason) {
				return
			}
			assert.Empty(t, rec.OfType("kubernetes:core/v1:ConfigMapPatch"), "nothing is acknowledged")
		})
	}
}

func TestGatedRelease(t *testing.T) {
	t.Parallel()
	release, ok := gatedRelease(removals)
	assert.True(t, ok)
	assert.Equal(t, semver.MustParse("4.18.0"), release)
	_, ok = gatedRelease("ack-4.18")
	assert.False(t, ok)
}
