package plugin

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumierrors "github.com/pulumi/pulumi/sdk/v3/go/pulumi/errors"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// canary is the value of all secrets.
const canary = "canary"

// TestSecretsAreNotInErrors sets each secret argument of each component to a value that is wrong, alone and as a value of another type:
// no error has it, also not as the value that the engine prints beside a property.
func TestSecretsAreNotInErrors(t *testing.T) {
	t.Parallel()
	failed := 0
	for _, component := range Components {
		for _, value := range []any{canary, map[string]any{canary: canary}, []any{canary}} {
			for _, inputs := range withSecret(argument.Of(component.Args), value, nil) {
				err := errorOf(t, component, inputs)
				if err == nil {
					continue
				}
				failed++
				assert.NotContains(t, shownBy(t, err, inputs), canary, "%s %v", component.Token, inputs)
			}
		}
		misspelt := resource.NewPropertyMapFromMap(map[string]any{"adminPasword": canary})
		assert.NotContains(t, shownBy(t, errorOf(t, component, misspelt), misspelt), canary)
	}
	assert.Greater(t, failed, 100)
}

// withSecret returns properties with one secret each.
func withSecret(shape *argument.Type, secret any, around []*argument.Type) (all []resource.PropertyMap) {
	if slices.Contains(around, shape) {
		return nil
	}
	for _, field := range shape.Fields {
		set := func(v resource.PropertyValue) {
			for inner := field.Type; inner.Kind == argument.List || inner.Kind == argument.Map; inner = inner.Element {
				if inner.Kind == argument.List {
					v = resource.NewProperty([]resource.PropertyValue{v})
				} else {
					v = resource.NewProperty(resource.PropertyMap{"a": v})
				}
			}
			all = append(all, resource.PropertyMap{resource.PropertyKey(Property(field)): v})
		}
		if field.Has("secret") {
			set(resource.NewPropertyValue(secret))
			continue
		}
		inner := field.Type
		for inner.Kind == argument.List || inner.Kind == argument.Map {
			inner = inner.Element
		}
		for _, each := range withSecret(inner, secret, append(around, shape)) {
			set(resource.NewProperty(each))
		}
	}
	return all
}

// errorOf returns the error of a component in a preview without an engine.
func errorOf(t *testing.T, component Component, inputs resource.PropertyMap) (failed error) {
	t.Helper()
	c := construction{server: newServer(nil, "", nil), component: component, inputs: inputs, dryRun: true}
	c.inspect()
	converted := []reflect.Value{}
	for _, each := range c.leaves {
		if each.typ == reflect.TypeFor[pulumi.StringOutput]() {
			converted = append(converted, reflect.ValueOf(pulumi.String(each.value.StringValue()).ToStringOutput()))
			continue
		}
		input, err := constant(each)
		require.NoError(t, err)
		converted = append(converted, input)
	}
	later := mocks.New(mocks.Region("us-east-2")).Run(func(ctx *pulumi.Context) error {
		_, failed = c.constructWith(ctx, "cluster", converted, nil)
		return nil
	})
	if later != nil {
		return c.failed(later)
	}
	return failed
}

// shownBy returns what the engine shows of an error: its texts, and the values of the properties that it names.
func shownBy(t *testing.T, err error, inputs resource.PropertyMap) string {
	t.Helper()
	shown := []string{err.Error()}
	var failed *pulumierrors.InputPropertiesError
	if errors.As(err, &failed) {
		shown = append(shown, failed.Message)
		for _, each := range failed.Errors {
			path, err := resource.ParsePropertyPath(each.PropertyPath)
			require.NoError(t, err)
			value, _ := path.Get(resource.NewProperty(inputs))
			shown = append(shown, each.Reason, value.String())
		}
	}
	return strings.Join(shown, "\n")
}

// secretName matches the names of arguments that are secrets. The URL of a proxy can have a password.
var secretName = regexp.MustCompile(
	`(Password|ClientSecret|AccessKey|PrivateKey|Kubeconfig|Token|HTTPS?Proxy|ConfigJSON|Ignition|CloudInit)$`)

// TestSecretArguments: an argument that is a secret by its name has the tag, so that no error shows it, and it is a secret in the schema.
func TestSecretArguments(t *testing.T) {
	t.Parallel()
	for _, component := range Components {
		contains(argument.Of(component.Args), func(shape *argument.Type) bool {
			for _, field := range shape.Fields {
				isText := field.Type.Kind == argument.Input || field.StructField.Type.Kind() == reflect.String
				assert.Equal(t, isText && secretName.MatchString(field.Name), field.Has("secret"), "%s: %s", component.Token, field.Name)
			}
			return false
		})
	}
}

// TestSecretOutputs: an output that is a secret by its name has the tag, so that it is one in the schema.
func TestSecretOutputs(t *testing.T) {
	t.Parallel()
	for _, component := range Components {
		for _, output := range OutputFields(component.Result) {
			name := strings.ToLower(Property(output))
			isSecret := strings.HasSuffix(name, "kubeconfig") || strings.HasSuffix(name, "password") || strings.HasSuffix(name, "privatekey")
			assert.Equal(t, isSecret, output.Has("secret"), "%s.%s", component.Token, output.Name)
		}
	}
}
