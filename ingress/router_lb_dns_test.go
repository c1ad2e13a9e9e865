package ingress_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

// TestRouterLBCustomDomainsAreUnique: the resource name of a wildcard must differ from that of every host.
func TestRouterLBCustomDomainsAreUnique(t *testing.T) {
	t.Parallel()
	zone := pulumi.String("Z1")
	rec := mockstest.Run(t, routerLB(func(a *ingress.RouterLBArgs) {
		a.CustomDomains = []ingress.CustomDomain{
			{Name: "*.shop.example.com", PrivateZoneID: zone},
			{Name: "any.shop.example.com", PrivateZoneID: zone},
		}
	}))
	seen := map[string]bool{}
	for _, record := range rec.OfType(recordType) {
		assert.False(t, seen[record.Name], record.Name)
		seen[record.Name] = true
	}
	assert.Len(t, seen, 4)
}
