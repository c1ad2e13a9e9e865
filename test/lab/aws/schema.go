package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
)

// property is the schema of one property of a resource, under its Pulumi name.
type property struct {
	Terraform string `json:"tf"`
	// Type is Terraform's: Bool, Int, Float, String, List, Set, Map.
	Type string `json:"type"`
	// Object is whether Pulumi shows a list of at most one element as an object.
	Object   bool `json:"object,omitempty"`
	Required bool `json:"required,omitempty"`
	Optional bool `json:"optional,omitempty"`
	Computed bool `json:"computed,omitempty"`
	// ForceNew is whether a change replaces the resource.
	ForceNew      bool                 `json:"forceNew,omitempty"`
	ConflictsWith []string             `json:"conflictsWith,omitempty"`
	ExactlyOneOf  []string             `json:"exactlyOneOf,omitempty"`
	Elem          map[string]*property `json:"elem,omitempty"`
}

// entry is the schema of one resource.
type entry struct {
	Terraform  string               `json:"tf"`
	Properties map[string]*property `json:"props"`
}

// writeSchema writes the schema of every resource that the plugin serves, by Pulumi token: one resource a line, sorted, so that a
// new release of the provider is readable as a difference.
func writeSchema(w io.Writer, provider shim.Provider, info tfbridge.ProviderInfo) error {
	entries := map[string]entry{}
	for terraform, resource := range info.Resources {
		schema := provider.ResourcesMap().Get(terraform).Schema()
		entries[string(resource.Tok)] = entry{terraform, properties(schema, resource.Fields)}
	}
	var text bytes.Buffer
	text.WriteString("{\n\"resources\":{")
	for i, token := range slices.Sorted(maps.Keys(entries)) {
		line, err := json.Marshal(entries[token])
		if err != nil {
			return err
		}
		if i > 0 {
			text.WriteString(",")
		}
		fmt.Fprintf(&text, "\n%q:%s", token, line)
	}
	text.WriteString("\n}\n}\n")
	_, err := text.WriteTo(w)
	return err
}

func properties(schemas shim.SchemaMap, infos map[string]*tfbridge.SchemaInfo) map[string]*property {
	found := map[string]*property{}
	schemas.Range(func(key string, s shim.Schema) bool {
		p := &property{
			Terraform: key, Type: s.Type().String(), Required: s.Required(), Optional: s.Optional(), Computed: s.Computed(),
		}
		// Resources built on Terraform's plugin framework panic here: there, these are code.
		try(func() { p.ForceNew = s.ForceNew() })
		try(func() { p.ConflictsWith = s.ConflictsWith() })
		try(func() { p.ExactlyOneOf = s.ExactlyOneOf() })
		try(func() { p.Object = tfbridge.IsMaxItemsOne(s, infos[key]) })
		if r, ok := s.Elem().(shim.Resource); ok {
			p.Elem = properties(r.Schema(), nil)
		}
		found[tfbridge.TerraformToPulumiNameV2(key, schemas, infos)] = p
		return true
	})
	return found
}

func try(f func()) {
	defer func() { _ = recover() }()
	f()
}
