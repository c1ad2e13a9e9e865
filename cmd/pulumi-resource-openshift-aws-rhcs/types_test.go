package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// notInOCM are types whose resources are in no account.
var notInOCM = []string{"rhcs_cluster_wait", "rhcs_rosa_oidc_config_input"}

// TestGone: of every type, a resource that OCM does not have is gone when it is read, and deleted when it is deleted.
func TestGone(t *testing.T) {
	t.Parallel()
	terraform := newStack(t, startOCM(t)).server.terraform
	schemas, err := terraform.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	require.NoError(t, err)
	require.Len(t, schemas.ResourceSchemas, 21)
	for resourceType, of := range schemas.ResourceSchemas {
		t.Run(resourceType, func(t *testing.T) {
			t.Parallel()
			ctx, _ := begin(context.WithoutCancel(t.Context()), "urn")
			gone, none := goneState(t, of), dynamic(t, of, nil)
			read, err := terraform.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: resourceType, CurrentState: gone})
			require.NoError(t, err)
			assert.Empty(t, texts(read.Diagnostics))
			if !slices.Contains(notInOCM, resourceType) {
				assert.True(t, isNull(t, of, read.NewState), "it is read as if it existed")
			}
			deleted, err := terraform.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
				TypeName: resourceType, PriorState: gone, PlannedState: none, Config: none,
			})
			require.NoError(t, err)
			assert.Empty(t, texts(deleted.Diagnostics))
		})
	}
}

func texts(all []*tfprotov6.Diagnostic) []string {
	var errors []string
	for _, d := range all {
		if isError(d) {
			errors = append(errors, textOf(d))
		}
	}
	return errors
}

// goneState is the state of a resource that does not exist, in a cluster that does not exist.
func goneState(t *testing.T, schema *tfprotov6.Schema) *tfprotov6.DynamicValue {
	t.Helper()
	of := schema.ValueType().(tftypes.Object)
	fields := map[string]tftypes.Value{}
	for name, field := range of.AttributeTypes {
		fields[name] = tftypes.NewValue(field, nil)
		if slices.Contains([]string{"id", "cluster", "cluster_id", "name", "user", "group"}, name) {
			fields[name] = tftypes.NewValue(field, "gone")
		}
	}
	return dynamic(t, schema, fields)
}

func dynamic(t *testing.T, schema *tfprotov6.Schema, fields any) *tfprotov6.DynamicValue {
	t.Helper()
	value, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), fields))
	require.NoError(t, err)
	return &value
}

func isNull(t *testing.T, schema *tfprotov6.Schema, value *tfprotov6.DynamicValue) bool {
	t.Helper()
	if value == nil {
		return true
	}
	decoded, err := value.Unmarshal(schema.ValueType())
	require.NoError(t, err)
	return decoded.IsNull()
}

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
