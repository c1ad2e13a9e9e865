package ingress_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestRouterLBTargetsAreIndependent: an added group must not change the resources of other groups.
func TestRouterLBTargetsAreIndependent(t *testing.T) {
	t.Parallel()
	for _, kind := range []func(*ingress.RouterLBArgs){func(*ingress.RouterLBArgs) {}, classic} {
		before := mockstest.Run(t, routerLB(kind, withTargets))
		after := mockstest.Run(t, routerLB(kind, withTargets, func(a *ingress.RouterLBArgs) {
			a.AutoScalingGroupNames["another"] = pulumi.String("another-1")
		}))
		for _, resource := range before.Resources() {
			same, found := after.Find(resource.Name)
			if assert.True(t, found, resource.Name) && same.URN == resource.URN {
				assert.Equal(t, resource.Inputs, same.Inputs, resource.Name)
			}
		}
	}
}
