package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
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
	}, object)
	kubetest.CheckPatch(t, kubetest.Manifest(t, object))
}

func TestSchedulerArgsRejected(t *testing.T) {
	t.Parallel()
	testRejections(t, "cluster.SchedulerArgs", map[string]rejection{
		"nothing": {
			reason: "a patch without fields changes nothing",
			args:   &SchedulerArgs{},
			want:   []string{": must set at least one field"},
		},
		"profile": {
			reason: "there are three profiles",
			args:   &SchedulerArgs{Profile: "Spread"},
			want:   []string{".Profile: one-of"},
		},
		"selector": {
			reason: "the API server rejects such labels on nodes",
			args:   &SchedulerArgs{DefaultNodeSelector: map[string]string{"a b": "c d"}},
			want:   []string{".DefaultNodeSelector[a b]: format", ".DefaultNodeSelector[a b]: format"},
		},
	})
}
