package aws

import (
	"maps"
	"slices"

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
	// Object and Required are those of the SDK; nil if they are the same.
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

// Compare returns the differences between the properties of schema.json and those of the SDK: inputs, and the outputs
// that are not inputs (nil for nested properties, where the SDK does not tell them apart). Nil if there are none.
func Compare(ours, inputs, outputs map[string]*schema.Property) *Differences {
	d := &Differences{Added: map[string]*schema.Property{}, Changed: map[string]*Changed{}}
	for name, theirs := range inputs {
		known, ok := ours[name]
		switch {
		case ok && !known.Input() && outputs == nil:
			continue
		case !ok || !known.Input():
			d.Added[name] = theirs
			continue
		}
		if changed := compareProperty(known, theirs, outputs == nil); *changed != (Changed{}) {
			d.Changed[name] = changed
		}
	}
	for name, theirs := range outputs {
		if _, ok := ours[name]; !ok && inputs[name] == nil {
			d.Added[name] = theirs
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		known := ours[name]
		_, isInput := inputs[name]
		_, isOutput := outputs[name]
		if !isInput && (known.Input() || outputs != nil && !isOutput) {
			d.Removed = append(d.Removed, name)
		}
	}
	if len(d.Added)+len(d.Removed)+len(d.Changed) == 0 {
		return nil
	}
	return d
}

func compareProperty(ours, theirs *schema.Property, nested bool) *Changed {
	changed := &Changed{}
	ourObject := ours.Object && ours.Elem != nil
	isCollection := ours.Type == schema.List || ours.Type == schema.Set
	switch {
	case isCollection && theirs.Elem != nil && ours.Elem != nil && ourObject != theirs.Object:
		changed.Object = &theirs.Object
	case !isCollection && ours.Type != theirs.Type && ours.Elem == nil && theirs.Elem == nil:
		changed.Type = theirs.Type
	}
	// The SDK does not say which collections are required.
	scalar := theirs.Type != schema.List && theirs.Type != schema.Map
	if ours.Required != theirs.Required && (!nested || scalar) {
		changed.Required = &theirs.Required
	}
	if ours.Elem != nil && theirs.Elem != nil {
		changed.Elem = Compare(ours.Elem, theirs.Elem, nil)
	}
	return changed
}
