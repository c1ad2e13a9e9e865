package ingress_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
)

// TestTheProxyProtocolIsSwitchedOnAgain by the real engine when a classic load balancer is made anew under its name, which the
// AWS provider sees no change in: without it, routers that wait for the protocol refuse every connection.
func TestTheProxyProtocolIsSwitchedOnAgain(t *testing.T) {
	t.Parallel()
	change := func(*ingress.RouterLBArgs) {}
	box, err := sandbox.New(sandbox.Options{
		Project: "engine", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error {
			return routerLB(classic, change, func(a *ingress.RouterLBArgs) { a.ProxyProtocol = true })(ctx)
		},
	})
	require.NoError(t, err)
	_, err = box.Up(t.Context())
	require.NoError(t, err)
	change = internal
	made, err := box.Up(t.Context())
	require.NoError(t, err)
	replaced := slices.ContainsFunc(made.Steps, func(step sandbox.Step) bool {
		return step.Op == "replace" && strings.HasSuffix(step.URN, "::main-apps-proxy-protocol")
	})
	assert.True(t, replaced, "%v", made.Steps)
}
