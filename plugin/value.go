package plugin

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// value is a property's value apart from what surrounds it: the outputs that contain it.
type value struct {
	resource.PropertyValue
	known  bool
	secret bool
	// ownSecret is false if only an object or list around the value is secret.
	ownSecret bool
	deps      []resource.URN
}

// in returns a value that is contained in another one.
func (v value) in(element resource.PropertyValue) value {
	return unwrap(element, value{secret: v.secret, deps: v.deps})
}

// unwrap takes a value out of its outputs and secrets.
func unwrap(v resource.PropertyValue, around value) value {
	result := value{PropertyValue: v, known: true, secret: around.secret, deps: slices.Clone(around.deps)}
	for {
		switch inner := result.PropertyValue; {
		case inner.IsSecret():
			result.secret, result.ownSecret = true, true
			result.PropertyValue = inner.SecretValue().Element
		case inner.IsComputed():
			result.known = false
			return result
		case inner.IsOutput():
			output := inner.OutputValue()
			result.deps = append(result.deps, output.Dependencies...)
			result.secret, result.ownSecret = result.secret || output.Secret, result.ownSecret || output.Secret
			if !output.Known {
				result.known = false
				return result
			}
			result.PropertyValue = output.Element
		default:
			return result
		}
	}
}

// wrap returns the value as one output, which has all that surrounds it.
func (v value) wrap() resource.PropertyValue {
	deps := v.dependencies()
	if v.known && !v.secret && len(deps) == 0 {
		return v.PropertyValue
	}
	output := resource.Output{Known: v.known, Secret: v.secret, Dependencies: deps}
	if v.known {
		output.Element = v.PropertyValue
	}
	return resource.NewProperty(output)
}

// dependencies returns what the value depends on, in order.
func (v value) dependencies() []resource.URN {
	set := map[resource.URN]bool{}
	for _, urn := range v.deps {
		set[urn] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// gather adds what a value and its elements depend on.
func gather(v resource.PropertyValue, found map[resource.URN]bool) {
	inner := unwrap(v, value{})
	for _, urn := range inner.deps {
		found[urn] = true
	}
	switch {
	case !inner.known:
	case inner.IsResourceReference():
		found[inner.ResourceReferenceValue().URN] = true
	case inner.IsArray():
		for _, element := range inner.ArrayValue() {
			gather(element, found)
		}
	case inner.IsObject():
		for _, element := range inner.ObjectValue() {
			gather(element, found)
		}
	}
}
