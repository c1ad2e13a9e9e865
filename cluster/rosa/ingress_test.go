package rosa

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestIngressArgsValidate(t *testing.T) {
	t.Parallel()
	classic := func(c ClassicIngressArgs) *IngressArgs { return &IngressArgs{ClusterID: testCluster, Classic: &c} }
	checkValidations(t, map[string]validation{
		"classic defaults": {reason: "every field of Classic is OCM's choice", args: classic(ClassicIngressArgs{})},
		"no product": {
			reason: "a cluster is either hosted or Classic",
			args:   &IngressArgs{ClusterID: testCluster},
			want:   []string{"rosa.IngressArgs: required"},
		},
	})
}

func TestIngressScope(t *testing.T) {
	t.Parallel()
	for scope, method := range map[network.Scope]string{network.External: "external", network.Internal: "internal"} {
		args := &IngressArgs{ClusterID: testCluster, HCP: &HCPIngressArgs{Scope: scope}}
		assert.Equal(t, method, mockstest.Find(t, run(t, args), "main-ingress").Inputs["listeningMethod"])
	}
}
