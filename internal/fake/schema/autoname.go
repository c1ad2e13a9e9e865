package schema

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// AutoName describes how Pulumi names a resource that the program left unnamed.
type AutoName struct {
	// Property receives the name; "" when Pulumi does not name such resources.
	Property string
	// MaxLength is the limit of the service, in characters.
	MaxLength int
	// Prefix precedes the name.
	Prefix string
	// Bare names are the resource's Pulumi name without a random suffix.
	Bare bool
	// LowerCase names have no capital letters.
	LowerCase bool
}

// SuffixLength is the number of random hex digits in a name that Pulumi generates.
const SuffixLength = 7

// defaultAutoName is the rule of pulumi-terraform-bridge's SetAutonaming(255, "-"): a property called name receives up
// to 255 characters.
func defaultAutoName(schema *Schema) AutoName {
	if name, ok := schema.Properties["name"]; ok && name.Type == String && name.Input() {
		return AutoName{Property: "name", MaxLength: 255}
	}
	return AutoName{}
}

// DefaultName returns the property that Pulumi sets when the inputs leave the resource unnamed, and its value: base
// (the resource's Pulumi name), a dash and the suffix. The property is "" when Pulumi sets none: the inputs have a name
// or a prefix, or such resources have no name. Like Pulumi, it fails when the name exceeds the limit of the service.
func (s *Schema) DefaultName(inputs resource.PropertyMap, base, suffix string) (property, name string, err error) {
	rule := s.AutoName
	if rule.Property == "" || isSet(s.Properties[rule.Property], inputs[resource.PropertyKey(rule.Property)]) {
		return "", "", nil
	}
	for _, other := range s.Properties[rule.Property].ConflictsWith {
		if _, present := s.resolve(other, inputs); present {
			return "", "", nil
		}
	}
	if rule.Bare {
		return rule.Property, base, nil
	}
	name = rule.Prefix + base + "-" + suffix
	if rule.LowerCase {
		name = strings.ToLower(name)
	}
	if len(name) > rule.MaxLength {
		return "", "", fmt.Errorf("%s: Pulumi would name this resource %s (%d characters), the limit is %d: "+
			"choose a shorter resource name or set %s", rule.Property, name, len(name), rule.MaxLength, rule.Property)
	}
	return rule.Property, name, nil
}
