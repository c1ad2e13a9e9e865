package acceptance

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
)

// dayOneChanges is the part of the day-one program that TestDayOneObjects changes.
type dayOneChanges struct {
	disabledSources []string
	appsDomain      string
}

func (c *dayOneChanges) register(ctx *pulumi.Context, in pulumi.ResourceOption) error {
	hub := &configuration.OperatorHubArgs{DisabledSources: c.disabledSources}
	_, err := configuration.NewOperatorHub(ctx, "catalogs", hub, in)
	if err != nil || c.appsDomain == "" {
		return err
	}
	_, err = ingress.NewComponentRoutes(ctx, "routes", &ingress.ComponentRoutesArgs{AppsDomain: c.appsDomain}, in)
	return err
}

// isApplied asserts that the cluster has the program's catalogs and domain, and the domain that the installer set.
func (c *dayOneChanges) isApplied(t *testing.T) {
	t.Helper()
	var sources []any
	for _, name := range c.disabledSources {
		sources = append(sources, map[string]any{"name": name, "disabled": true})
	}
	assert.Equal(t, sources, specOf(t, "operatorhub.config.openshift.io", "cluster")["sources"])
	want := map[string]any{
		"domain":       "apps.demo.example.com",
		"loadBalancer": map[string]any{"platform": map[string]any{"type": "AWS", "aws": map[string]any{"type": "Classic"}}},
	}
	if c.appsDomain != "" {
		want["appsDomain"] = c.appsDomain
	}
	assert.Equal(t, want, specOf(t, "ingress.config.openshift.io", "cluster"))
}

// change updates one field of each object, and removes the domain.
func (c *dayOneChanges) change(t *testing.T, update func() result) {
	t.Helper()
	c.isApplied(t)
	const hub = "kubernetes:config.openshift.io/v1:OperatorHubPatch catalogs-hub"
	const domain = "kubernetes:config.openshift.io/v1:IngressPatch routes-routes"
	c.disabledSources, c.appsDomain = []string{"redhat-operators"}, "shop.example.com"
	assert.Equal(t, []string{domain, hub}, onlyUpdates(t, update()))
	c.isApplied(t)
	update().unchanged(t, "update after the changes")
	c.appsDomain = ""
	assert.Equal(t, []string{domain, "openshift-aws:ingress:ComponentRoutes routes"}, update().with("delete"))
	c.isApplied(t)
}
