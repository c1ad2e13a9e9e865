package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// These tests name what a new release of RHCS needs: RELEASING.md, "A new release of RHCS".

const rhcsModule = "github.com/terraform-redhat/terraform-provider-rhcs"

// requiredRelease is the release of RHCS that this module requires.
func requiredRelease(t *testing.T) string {
	t.Helper()
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	i := slices.IndexFunc(info.Deps, func(module *debug.Module) bool { return module.Path == rhcsModule })
	require.GreaterOrEqual(t, i, 0)
	return info.Deps[i].Version
}

func TestRelease(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "v"+rhcs.DefaultVersion, requiredRelease(t), "DefaultVersion of internal/rhcs must be the release that go.mod requires")
}

// configureOf is the release whose Configure ocm.go repeats.
const configureOf = "v1.7.7"

// TestConfigure shows how RHCS's Configure differs from the one that ocm.go repeats.
func TestConfigure(t *testing.T) {
	t.Parallel()
	if required := requiredRelease(t); required != configureOf {
		assert.Empty(t, cmp.Diff(configureIn(t, configureOf), configureIn(t, required)), "repeat it in ocm.go, and set configureOf")
	}
}

// configureIn are the settings and Configure in the source of a release of RHCS.
func configureIn(t *testing.T, version string) string {
	t.Helper()
	output, err := exec.Command("go", "mod", "download", "-json", rhcsModule+"@"+version).Output()
	require.NoError(t, err)
	var module struct{ Dir string }
	require.NoError(t, json.Unmarshal(output, &module))
	source, err := os.ReadFile(filepath.Join(module.Dir, "provider", "provider.go"))
	require.NoError(t, err)
	found := regexp.MustCompile(`(?ms)^type Config struct.*?^}|^func \(p \*Provider\) (?:Configure|getAttrValueOrConfig)\(.*?^}`).
		FindAllString(string(source), -1)
	require.Len(t, found, 3)
	return strings.Join(found, "\n")
}

// schemaFile is the schema that the fakes use.
const schemaFile = "../../internal/fake/rhcs/schema.json"

// TestSchemaOfTheFakes: the schema of the fakes is that of RHCS, by the names that Pulumi gives the properties. UPDATE_GOLDEN=1 writes it.
func TestSchemaOfTheFakes(t *testing.T) {
	t.Parallel()
	info, err := newInfo(t.Context(), newTerraformServer(t.Context()))
	require.NoError(t, err)
	resources := map[string]*schema.Schema{}
	for name, resource := range info.Resources {
		if name == "rhcs_cluster" {
			continue // The legacy type, which no component uses.
		}
		fields := info.P.ResourcesMap().Get(name).Schema()
		resources[string(resource.Tok)] = &schema.Schema{Terraform: name, Properties: properties(fields, resource.Fields, true)}
	}
	want := encode(t, resources)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(schemaFile, []byte(want), 0o600))
	}
	text, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	known, err := schema.Parse(text)
	require.NoError(t, err)
	if want != string(text) {
		t.Errorf("UPDATE_GOLDEN=1 writes what changed:\n%s",
			strings.Join(differences(described(known.Resources), described(resources)), "\n"))
	}
}

// encode writes a resource a line.
func encode(t *testing.T, resources map[string]*schema.Schema) string {
	t.Helper()
	var lines []string
	for _, token := range slices.Sorted(maps.Keys(resources)) {
		text, err := json.Marshal(resources[token])
		require.NoError(t, err)
		lines = append(lines, `"`+token+`":`+string(text))
	}
	return "{\n\"resources\":{\n" + strings.Join(lines, ",\n") + "\n}\n}\n"
}

// properties are the properties of a resource, or of an object in one, as Pulumi shows them.
func properties(fields shim.SchemaMap, names map[string]*tfbridge.SchemaInfo, isResource bool) map[string]*schema.Property {
	all := map[string]*schema.Property{}
	fields.Range(func(field string, of shim.Schema) bool {
		name, one := tfbridge.TerraformToPulumiNameV2(field, fields, names), property(of)
		if isResource && name == "id" {
			return true // It is no property.
		}
		one.Terraform = field
		if isResource && name == "name" && one.Required {
			one.Required, one.Optional = false, true // Pulumi gives one.
		}
		all[name] = one
		return true
	})
	return all
}

// property is a property as the schema of the fakes has it: a computed one that programs can set is optional.
func property(of shim.Schema) *schema.Property {
	one := &schema.Property{
		Type: schema.Type(of.Type().String()), Required: of.Required(), Optional: of.Optional(), Computed: of.Computed() && !of.Optional(),
	}
	elements := of.Elem()
	each, isCollection := elements.(shim.Schema)
	if isCollection {
		elements = each.Elem()
	}
	if nested, ok := elements.(shim.Resource); ok {
		one.Elem = properties(nested.Schema(), nil, false)
		for _, field := range one.Elem {
			if of.Type() == shim.TypeMap && isCollection {
				field.Required, field.Optional = true, false // Objects in a map have all their fields.
			}
		}
		if one.Object = !isCollection && of.Type() == shim.TypeMap; one.Object {
			one.Type = schema.List
		}
	}
	return one
}

// described are the properties by their paths, one a line.
func described(resources map[string]*schema.Schema) []string {
	var lines []string
	var describe func(path string, properties map[string]*schema.Property)
	describe = func(path string, properties map[string]*schema.Property) {
		for name, of := range properties {
			lines = append(lines, fmt.Sprintf("%s.%s: %s, %s, object %t, required %t, optional %t, computed %t",
				path, name, of.Terraform, of.Type, of.Object, of.Required, of.Optional, of.Computed))
			describe(path+"."+name, of.Elem)
		}
	}
	for token, of := range resources {
		lines = append(lines, token+": "+of.Terraform)
		describe(token, of.Properties)
	}
	slices.Sort(lines)
	return lines
}

// differences are the lines that one of two lists has.
func differences(old, wanted []string) []string {
	var all []string
	for _, line := range old {
		if !slices.Contains(wanted, line) {
			all = append(all, "- "+line)
		}
	}
	for _, line := range wanted {
		if !slices.Contains(old, line) {
			all = append(all, "+ "+line)
		}
	}
	return all
}
