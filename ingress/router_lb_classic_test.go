package ingress_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestRouterLBRestoresTheProxyProtocol runs the real engine: a Classic Load Balancer that is replaced keeps its
// name, so the AWS provider detects no change of the policy. Without the policy, routers that expect the protocol
// reject all connections.
func TestRouterLBRestoresTheProxyProtocol(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	change := func(*ingress.RouterLBArgs) {}
	box, err := sandbox.New(sandbox.Options{
		Project: "engine", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error {
			return routerLB(classic, proxied, change)(ctx)
		},
	})
	require.NoError(t, err)
	_, err = box.Up(t.Context())
	require.NoError(t, err)
	change = internal
	update, err := box.Up(t.Context())
	require.NoError(t, err)
	replaced := slices.ContainsFunc(update.Steps, func(step sandbox.Step) bool {
		return step.Op == "replace" && strings.HasSuffix(step.URN, "::main-apps-proxy-protocol")
	})
	assert.True(t, replaced, "%v", update.Steps)
}
