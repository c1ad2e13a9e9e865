package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// resource returns a component as a resource of a YAML program, with the arguments that it requires.
func resource(t *testing.T, name string, component plugin.Component) string {
	t.Helper()
	properties := map[string]any{}
	for _, field := range argument.Of(component.Args).Fields {
		if field.Has("required") {
			properties[plugin.Property(field)] = example(t, name, component, field)
		}
	}
	text, err := json.Marshal(properties)
	require.NoError(t, err)
	resource := fmt.Sprintf("  %s:\n    type: %s\n    properties: %s\n", name, component.Token, text)
	if component.Restarts != "" {
		resource += "    options: {providers: [\"${cluster-api}\"]}\n"
	}
	return resource
}

// valid matches the example or the first of the values in the error of an argument.
var valid = regexp.MustCompile(`\(for example, (.+)\)$|must be (?:one of )?([^ ,]+)`)

// example returns a valid value of an argument: the least number; the name of the resource, an example of its format, or one of its values.
func example(t *testing.T, name string, component plugin.Component, field *argument.Field) any {
	t.Helper()
	args := reflect.New(component.Args)
	value := args.Elem().FieldByIndex(field.Index)
	switch text := reflect.ValueOf(pulumi.String(name)); {
	case value.Kind() == reflect.Int:
		for _, rule := range field.Rules {
			if least, _, ok := strings.Cut(rule, ".."); ok {
				number, _ := strconv.Atoi(least)
				return max(number, 1)
			}
		}
		return 1
	case value.Kind() == reflect.String:
		value.SetString(name)
	case value.Kind() == reflect.Interface && text.Type().Implements(value.Type()):
		value.Set(text)
	default:
		require.Failf(t, "no example", "%s.%s: add the component to testdata/every/Pulumi.yaml", component.Token, field.Name)
	}
	for _, problem := range check.Of(args.Interface().(checktest.Args).Validate()) {
		if match := valid.FindStringSubmatch(problem.Message); match != nil && strings.HasSuffix(problem.Path.String(), "."+field.Name) {
			return match[1] + match[2]
		}
	}
	return name
}
