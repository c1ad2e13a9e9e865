// Package rhcsfacts knows the resources of the RHCS Terraform provider 1.7.7 as Pulumi shows them: which properties
// there are, their types, which are required and which computed.
//
// facts.json was extracted from the schema that Pulumi's plugin terraform-provider gives for that release. The provider
// tells no replacements: it refuses a change of an immutable property when it is applied.
package rhcsfacts

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

//go:embed facts.json
var factsJSON []byte

var facts = sync.OnceValue(func() map[string]*awsfacts.Schema {
	resources, err := awsfacts.Parse(factsJSON)
	if err != nil {
		panic(fmt.Sprintf("the embedded facts.json is damaged: %v", err))
	}
	return resources
})

// Resource returns the schema of a resource type, such as rhcs:index/clusterRosaHcp:ClusterRosaHcp. Schemas are shared: do
// not change them.
func Resource(token string) (*awsfacts.Schema, bool) {
	schema, ok := facts()[token]
	return schema, ok
}

// Tokens returns the known resource types, sorted.
func Tokens() []string {
	return slices.Sorted(maps.Keys(facts()))
}
