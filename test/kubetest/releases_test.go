package kubetest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

func TestValidateSupportedReleases(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		text   string
		want   string
	}{
		"in both": {
			reason: "the oldest and the newest release have the field",
			text: `{apiVersion: config.openshift.io/v1, kind: APIServer, metadata: {name: cluster}, ` +
				`spec: {encryption: {type: aescbc}}}`,
		},
		"not in the oldest": {
			reason: "pools pin images from 4.17",
			text: `{apiVersion: machineconfiguration.openshift.io/v1, kind: MachineConfigPool, metadata: {name: infra}, ` +
				`spec: {pinnedImageSets: [{name: x}]}}`,
			want: "OpenShift 4.16: spec.pinnedImageSets: unknown field",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := kubetest.Validate(object(t, tt.text))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}
