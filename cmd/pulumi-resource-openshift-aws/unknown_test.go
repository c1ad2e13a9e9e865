package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

// TestUnknownPlainArguments previews a change after which no plain argument of any component is known: nothing is deleted or replaced, and
// what is protected is no error. Before the components exist, a component that is given one of them is as unknown.
func TestUnknownPlainArguments(t *testing.T) {
	t.Parallel()
	// The infrastructure of a self-managed cluster has the names of the control plane that is another component of the program.
	rosa, selfManaged, _ := strings.Cut(strings.ReplaceAll(blueprints, "INSTALL_DIR", absolute(t, installDir)), "  self-managed:")
	for name, text := range map[string]string{
		"every": everyComponent(t) + rosa, "self-managed": "name: self-managed\nruntime: yaml\nresources:\n  self-managed:" + selfManaged,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newProject(t, name).knowsLastUpdate(text)
		})
	}
}

func (p project) knowsLastUpdate(text string) {
	unknown := unknownPlain(p.T, text)
	p.write("Pulumi.yaml", unknown)
	assert.Contains(p, p.must("preview"), "which then registers what this component consists of")

	p.write("Pulumi.yaml", text)
	p.must("up", "--yes", "--skip-preview")
	assert.NotContains(p, p.must("preview", "--diff"), "__arguments")
	p.write("Pulumi.yaml", unknown)
	out := p.must("preview")
	assert.Contains(p, out, "the preview shows what the last update has")
	assert.NotContains(p, out, "which then registers")
	assert.NotRegexp(p, `to (delete|replace)`, out)

	p.write("Pulumi.yaml", protected(p.T, text))
	p.must("up", "--yes", "--skip-preview")
	p.write("Pulumi.yaml", protected(p.T, unknown))
	assert.NotRegexp(p, `to (delete|replace)`, p.must("preview"))
}

// unknownPlain returns a program in which each plain argument of a component is an output of a resource that does not exist yet.
func unknownPlain(t *testing.T, text string) string {
	t.Helper()
	var program map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(text), &program))
	resources := program["resources"].(map[string]any)
	changed := 0
	for _, component := range plugin.Components {
		for _, name := range slices.Sorted(maps.Keys(resources)) {
			resource := resources[name].(map[string]any)
			properties, _ := resource["properties"].(map[string]any)
			if resource["type"] != component.Token || properties == nil {
				continue
			}
			for _, field := range argument.Of(component.Args).Fields {
				value, given := properties[plugin.Property(field)]
				// What is an output of another resource is not plain, and the value of an Input is not recorded: it is not known either.
				if !given || field.Type.Kind == argument.Input || strings.Contains(fmt.Sprint(value), "${") || isSecret(field) {
					continue
				}
				properties[plugin.Property(field)] = map[string]any{"fn::select": []any{"${late.latestVersion}", []any{value, value}}}
				changed++
			}
		}
	}
	assert.NotZero(t, changed)
	resources["late"] = map[string]any{"type": "aws:ec2:LaunchTemplate"}
	result, err := yaml.Marshal(program)
	require.NoError(t, err)
	return string(result)
}

// isSecret reports whether a field has a secret, which is an Input.
func isSecret(field *argument.Field) bool {
	inner := field.Type
	for inner.Element != nil {
		inner = inner.Element
	}
	return field.Has("secret") || slices.ContainsFunc(inner.Fields, isSecret)
}

// protected returns a program whose components are protected.
func protected(t *testing.T, text string) string {
	t.Helper()
	var program map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(text), &program))
	for _, each := range program["resources"].(map[string]any) {
		resource := each.(map[string]any)
		if strings.HasPrefix(resource["type"].(string), plugin.Name+":") {
			options, _ := resource["options"].(map[string]any)
			if options == nil {
				options = map[string]any{}
			}
			options["protect"] = true
			resource["options"] = options
		}
	}
	result, err := json.Marshal(program)
	require.NoError(t, err)
	return string(result)
}
