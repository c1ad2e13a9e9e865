package acceptance

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
)

// TestScaledIngressController scales a controller outside Pulumi, and then in the program.
func TestScaledIngressController(t *testing.T) {
	clusterLock.acquire(t)
	replicas := 2
	stack := newLiveStack(t, "scaled", func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
		_, err := ingress.NewIngressController(ctx, "scaled", &ingress.IngressControllerArgs{
			Name: "scaled", Domain: "scaled.example.com", Replicas: new(replicas),
			Publishing: &ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{}},
		}, inCluster)
		return err
	})
	live := func() any { return spec(t, "ingresscontroller", "openshift-ingress-operator", "scaled")["replicas"] }
	stack.up()
	kubectl(t, "", "-n", "openshift-ingress-operator", "scale", "ingresscontroller", "scaled", "--replicas=3")
	assert.Empty(t, stack.up(), "an update without a change of the program keeps what the administrator set")
	assert.InDelta(t, 3, live(), 0)
	replicas = 4
	_, err := stack.box.Up(t.Context())
	require.NoError(t, err, "the program says how many")
	assert.InDelta(t, 4, live(), 0)
	stack.destroy()
}
