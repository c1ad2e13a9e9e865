package configuration

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

func TestDesiredScheduler(t *testing.T) {
	t.Parallel()
	args := SchedulerArgs{
		MastersSchedulable:  new(false),
		Profile:             "HighNodeUtilization",
		DefaultNodeSelector: map[string]string{"type": "user", "a": "b"},
	}
	require.NoError(t, args.Validate())
	object := desiredScheduler(args)
	assert.Equal(t, kube.Object{
		APIVersion: "config.openshift.io/v1", Kind: "Scheduler", Name: "cluster",
		Fields: map[string]any{
			"spec": map[string]any{
				"mastersSchedulable":  false,
				"profile":             "HighNodeUtilization",
				"defaultNodeSelector": "a=b,type=user",
			},
		},
		Forced: []string{"spec.mastersSchedulable"},
	}, object)
	kubetest.CheckPatch(t, kubetest.Manifest(t, object))
}

func TestSchedulerArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.SchedulerArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "a patch without fields changes nothing",
			Args:   &SchedulerArgs{},
			Want:   []string{": must set at least one field"},
		},
	})
}
