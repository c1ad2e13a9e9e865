package rosa

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestIngressArgsValidate(t *testing.T) {
	t.Parallel()
	classic := func(c ClassicIngressArgs) *IngressArgs { return &IngressArgs{ClusterID: testCluster, Classic: &c} }
	hcp := func(h HCPIngressArgs) *IngressArgs { return &IngressArgs{ClusterID: testCluster, HCP: &h} }
	checkValidations(t, map[string]validation{
		"classic defaults": {reason: "every field of Classic is OCM's choice", args: classic(ClassicIngressArgs{})},
		"nil": {
			reason: "nil arguments are empty ones",
			args:   (*IngressArgs)(nil),
			want:   []string{"rosa.IngressArgs.ClusterID: required", "rosa.IngressArgs: required"},
		},
		"no scope": {
			reason: "the scope is the only field of a hosted cluster",
			args:   hcp(HCPIngressArgs{}),
			want:   []string{"rosa.IngressArgs.HCP.Scope: required"},
		},
		"scope": {
			reason: "a scope is External or Internal",
			args:   hcp(HCPIngressArgs{Scope: "private"}),
			want:   []string{"rosa.IngressArgs.HCP.Scope: one-of"},
		},
		"forms": {
			reason: "every field has its form, and there are three component routes",
			args: classic(ClassicIngressArgs{
				RouteSelectors:     map[string]string{"a b": ""},
				ExcludedNamespaces: []string{"My_Project"},
				LoadBalancerType:   "NLB",
				ComponentRoutes:    map[string]ComponentRoute{"grafana": {Hostname: "g_example"}, "oauth": {}},
			}),
			want: []string{
				"rosa.IngressArgs.Classic.RouteSelectors[a b]: format",
				"rosa.IngressArgs.Classic.ExcludedNamespaces[0]: format",
				"rosa.IngressArgs.Classic.LoadBalancerType: one-of",
				"rosa.IngressArgs.Classic.ComponentRoutes[grafana]: one-of",
				"rosa.IngressArgs.Classic.ComponentRoutes[grafana].Hostname: format",
				"rosa.IngressArgs.Classic.ComponentRoutes[grafana].TLSSecretRef: required",
				"rosa.IngressArgs.Classic.ComponentRoutes[oauth].Hostname: required",
				"rosa.IngressArgs.Classic.ComponentRoutes[oauth].TLSSecretRef: required",
			},
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
