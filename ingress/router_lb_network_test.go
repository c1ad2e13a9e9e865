package ingress_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestRouterLBHealthCheckWithProxyProtocol: an NLB sends the protocol's header with its health checks too, which the
// statistics port does not understand.
func TestRouterLBHealthCheckWithProxyProtocol(t *testing.T) {
	t.Parallel()
	health := func(changes ...func(*ingress.RouterLBArgs)) map[string]map[string]any {
		found := map[string]map[string]any{}
		for _, group := range mockstest.Run(t, routerLB(changes...)).OfType("aws:lb/targetGroup:TargetGroup") {
			found[group.Name] = group.Inputs["healthCheck"].(map[string]any)
		}
		return found
	}
	ready := health()["main-apps-https"]
	assert.Equal(t, []any{"HTTP", "1936", "/healthz/ready"}, []any{ready["protocol"], ready["port"], ready["path"]})
	open := health(proxied)["main-apps-https-proxy"]
	assert.Equal(t, []any{"TCP", "traffic-port"}, []any{open["protocol"], open["port"]},
		"the provider plans no change from HTTP, so it is another target group")
	assert.NotContains(t, open, "path", "AWS rejects a path with TCP")
	loadBalancer := mockstest.Run(t, routerLB(classic, proxied)).OfType("aws:elb/loadBalancer:LoadBalancer")[0]
	assert.Equal(t, "HTTP:1936/healthz/ready", loadBalancer.Inputs["healthCheck"].(map[string]any)["target"])
}
