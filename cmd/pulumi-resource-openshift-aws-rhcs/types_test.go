package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// TestSchemaOfTheFakes: the types and properties of the schema that the fakes use are those of RHCS, by the names that Pulumi gives them.
func TestSchemaOfTheFakes(t *testing.T) {
	t.Parallel()
	info, err := newInfo(t.Context(), newTerraformServer(t.Context()))
	require.NoError(t, err)
	var tokens []string
	for name, resource := range info.Resources {
		token := string(resource.Tok)
		if name == "rhcs_cluster" {
			continue // The legacy type, which no component uses.
		}
		tokens = append(tokens, token)
		if known, ok := rhcs.Resource(token); assert.True(t, ok, token) {
			fields := info.P.ResourcesMap().Get(name).Schema()
			assert.Empty(t, cmp.Diff(described(fields, resource.Fields, token), describedFake(known.Properties, token)))
		}
	}
	assert.ElementsMatch(t, rhcs.Tokens(), tokens)
}

// described are the properties by their paths, and whether they are required. A name is not: Pulumi gives one. The ID is no property.
func described(fields shim.SchemaMap, names map[string]*tfbridge.SchemaInfo, path string) []string {
	var all []string
	fields.Range(func(field string, of shim.Schema) bool {
		isRoot, name := !strings.Contains(path, "."), tfbridge.TerraformToPulumiNameV2(field, fields, names)
		if isRoot && name == "id" {
			return true
		}
		all = append(all, fmt.Sprintf("%s.%s: %v", path, name, of.Required() && (field != "name" || !isRoot)))
		elements := of.Elem()
		each, isMap := elements.(shim.Schema)
		if isMap {
			elements = each.Elem()
		}
		if nested, ok := elements.(shim.Resource); ok {
			for _, one := range described(nested.Schema(), nil, path+"."+name) {
				if isMap {
					one = strings.ReplaceAll(one, ": false", ": true") // Objects in a map have all their fields.
				}
				all = append(all, one)
			}
		}
		return true
	})
	slices.Sort(all)
	return all
}

func describedFake(properties map[string]*schema.Property, path string) []string {
	var all []string
	for name, property := range properties {
		all = append(all, fmt.Sprintf("%s.%s: %v", path, name, property.Required))
		all = append(all, describedFake(property.Elem, path+"."+name)...)
	}
	slices.Sort(all)
	return all
}
