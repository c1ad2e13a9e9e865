package ingress_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
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

// TestRouterLBZoneProviders: zones of a shared VPC often belong to a network account, and public zones to another one.
func TestRouterLBZoneProviders(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		providers := map[string]*aws.Provider{}
		for _, name := range []string{"public", "private", "shop"} {
			provider, err := aws.NewProvider(ctx, name, &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
			if err != nil {
				return err
			}
			providers[name] = provider
		}
		_, err := ingress.NewRouterLB(ctx, "main", routerLBArgs(func(a *ingress.RouterLBArgs) {
			a.PublicZoneProvider, a.PrivateZoneProvider = providers["public"], providers["private"]
			zone := pulumi.String("Z1")
			a.CustomDomains = []ingress.CustomDomain{
				{Name: "a.example.com", PublicZoneID: zone, PublicZoneProvider: providers["shop"]},
				{Name: "b.example.com", PrivateZoneID: zone, PrivateZoneProvider: providers["shop"]},
				{Name: "c.example.com", PublicZoneID: zone},
			}
		}))
		return err
	})
	want := map[string]string{
		"main-apps-public":                mockstest.Find(t, rec, "public").URN,
		"main-apps-private":               mockstest.Find(t, rec, "private").URN,
		"main-apps-public-a.example.com":  mockstest.Find(t, rec, "shop").URN,
		"main-apps-private-b.example.com": mockstest.Find(t, rec, "shop").URN,
	}
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.Type != "pulumi:providers:aws" {
			assert.Equal(t, want[resource.Name], resource.Provider, resource.Name)
		}
	}
	assert.Len(t, rec.OfType(recordType), 5)
}
