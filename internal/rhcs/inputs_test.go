package rhcs_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

func TestInputs(t *testing.T) {
	t.Parallel()
	args := struct {
		Replicas int           `rhcs:"replicas"`
		Create   time.Duration `rhcs:"createTimeout,minutes"`
		Proxy    struct {
			HTTP string `rhcs:"httpProxy"`
		} `rhcs:"proxy"`
		Manifest string `kube:"spec.name"`
	}{Replicas: 3, Create: time.Hour, Manifest: "x"}
	assert.Equal(t, rhcs.Properties{"replicas": 3, "createTimeout": 60}, rhcs.Inputs(args))
}
