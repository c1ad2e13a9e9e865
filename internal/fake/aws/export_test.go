package aws

import (
	"maps"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// Extracted is the schema without differences.
var Extracted = extracted

// IsMissing reports whether schema.json does not have a resource.
func IsMissing(token string) bool {
	missing, err := schema.Parse(missingJSON)
	return err == nil && missing.Resources[token] != nil
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
