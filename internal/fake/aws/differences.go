package aws

import (
	"maps"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// Differences are how the properties of the SDK's release differ from those of schema.json, which is of an older release
// of the provider, or whose shape pulumi-aws overrides. differences_test.go computes them from the source of the SDK.
type Differences struct {
	// Added are properties that schema.json does not have.
	Added map[string]*schema.Property `json:"added,omitempty"`
	// Removed are properties that the SDK does not have.
	Removed []string `json:"removed,omitempty"`
	// Changed are properties that both have.
	Changed map[string]*Changed `json:"changed,omitempty"`
}

// Changed is how a property of the SDK's release differs.
type Changed struct {
	// Type is the type; "" if it is the same.
	Type schema.Type `json:"type,omitempty"`
	// Object and Required come from the SDK; nil if they are the same.
	Object   *bool `json:"object,omitempty"`
	Required *bool `json:"required,omitempty"`
	// Elem are the differences of nested properties; nil if there are none.
	Elem *Differences `json:"elem,omitempty"`
}

// apply changes the properties to those of the SDK's release.
func (d *Differences) apply(to map[string]*schema.Property) {
	maps.Copy(to, d.Added)
	for _, name := range d.Removed {
		delete(to, name)
	}
	for name, changed := range d.Changed {
		changed.apply(to[name])
	}
}

func (c *Changed) apply(to *schema.Property) {
	if c.Type != "" {
		to.Type = c.Type
	}
	if c.Object != nil {
		to.Object = *c.Object
	}
	if c.Required != nil {
		to.Required, to.Optional = *c.Required, !*c.Required
	}
	if c.Elem != nil {
		c.Elem.apply(to.Elem)
	}
}
