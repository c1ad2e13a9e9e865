package kubetest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// CheckTags asserts that the fields of a type of arguments have, in the custom resource definitions of all supported releases, a field
// of their kind at the path of their tag, and that they have the limits and enumerations of the definition, where it has some. The
// paths are below another, such as spec.servers[]; none for the object. Exceptions name the fields of the arguments whose limits differ,
// with the reason.
func CheckTags(t testing.TB, kind schema.GroupVersionKind, below string, args any, exceptions map[string]string) {
	t.Helper()
	fields, err := argument.Places(reflect.TypeOf(args), "kube")
	require.NoError(t, err)
	differ := map[string]bool{}
	for _, release := range releases {
		folder, err := release.folder()
		require.NoError(t, err)
		definition, err := schemaOf(folder, kind)
		require.NoError(t, err)
		for _, field := range fields {
			path := split(below, field.Path)
			if isLater(kind.Kind, path, release.name) {
				continue
			}
			err := compare(at(definition, path), field)
			if differ[field.Name] = differ[field.Name] || err != nil; err != nil && exceptions[field.Name] == "" {
				t.Errorf("OpenShift %s: %s.%s: %v", release.name, kind.Kind, field.Name, err)
			}
		}
	}
	for name := range exceptions {
		assert.True(t, differ[name], "%s.%s does not differ from any release", kind.Kind, name)
	}
}

// split returns the elements of paths, one below the other.
func split(paths ...string) []string {
	whole := strings.TrimPrefix(strings.Join(paths, "."), ".")
	return strings.Split(strings.NewReplacer("[]", ".[]", "{}", ".{}").Replace(whole), ".")
}

func isLater(kind string, path []string, name string) bool {
	return slices.ContainsFunc(laterFields, func(later laterField) bool {
		return later.kind == kind && !later.first.In(name) &&
			len(path) >= len(later.path) && slices.Equal(path[:len(later.path)], later.path)
	})
}

// schemaOf returns the schema of a kind.
func schemaOf(folder string, kind schema.GroupVersionKind) (*apiextensionsv1.JSONSchemaProps, error) {
	text, err := crdText(folder, kind)
	if err != nil {
		return nil, err
	}
	var definition apiextensionsv1.CustomResourceDefinition
	if err := yaml.Unmarshal(text, &definition); err != nil {
		return nil, err
	}
	for _, version := range definition.Spec.Versions {
		if version.Name == kind.Version {
			return version.Schema.OpenAPIV3Schema, nil
		}
	}
	return nil, fmt.Errorf("no version %s of %s", kind.Version, kind.Kind)
}

// at returns the schema of a field, nil if there is none. What is in an object of any fields has an empty schema.
func at(props *apiextensionsv1.JSONSchemaProps, path []string) *apiextensionsv1.JSONSchemaProps {
	for _, name := range path {
		if free := props.XPreserveUnknownFields; free != nil && *free && len(props.Properties) == 0 {
			return &apiextensionsv1.JSONSchemaProps{}
		}
		switch {
		case name == "[]" && props.Items != nil:
			props = props.Items.Schema
		case name == "{}" && props.AdditionalProperties != nil:
			props = props.AdditionalProperties.Schema
		default:
			found, ok := props.Properties[name]
			if !ok {
				return nil
			}
			props = &found
		}
	}
	return props
}

// compare compares the rules of a field with a schema. A tag can have limits that the schema leaves to the operator.
func compare(props *apiextensionsv1.JSONSchemaProps, field argument.Place) error {
	if props == nil {
		return fmt.Errorf("the custom resource definition has no field %s", field.Path)
	}
	for rule := range strings.SplitSeq(field.Tag.Get("check"), ",") {
		name, value, _ := strings.Cut(rule, "=")
		var differs bool
		switch {
		case name == "length":
			differs = exceed(value, props.MinLength, props.MaxLength)
		case name == "count":
			differs = exceed(value, nil, props.MaxItems)
		case value == "" && strings.Contains(rule, "|"):
			want := enumeration(elementOf(props))
			differs = len(want) > 0 && !slices.Equal(want, slices.Sorted(slices.Values(strings.Split(rule, "|"))))
		case value == "" && strings.Contains(rule, ".."):
			least := integer(props.Minimum)
			if field.StructField.Type.Kind() == reflect.Int && least != nil && *least == 0 {
				least = nil // 0 is not set
			}
			differs = exceed(rule, least, integer(props.Maximum))
		}
		if differs {
			return fmt.Errorf("the tag of %s has %s; the custom resource definition has %s", field.Path, rule, rulesOf(props))
		}
	}
	return nil
}

// exceed reports whether the limits of a schema differ from those of a tag, such as 1..64.
func exceed(tag string, least, most *int64) bool {
	first, last, _ := strings.Cut(tag, "..")
	return least != nil && strconv.FormatInt(*least, 10) != first || most != nil && strconv.FormatInt(*most, 10) != last
}

// rulesOf returns the rules of a schema as JSON.
func rulesOf(props *apiextensionsv1.JSONSchemaProps) string {
	text, err := json.Marshal(apiextensionsv1.JSONSchemaProps{
		Minimum: props.Minimum, Maximum: props.Maximum, MinLength: props.MinLength, MaxLength: props.MaxLength, MaxItems: props.MaxItems,
		Enum: elementOf(props).Enum,
	})
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func elementOf(props *apiextensionsv1.JSONSchemaProps) *apiextensionsv1.JSONSchemaProps {
	if props.Items != nil {
		return props.Items.Schema
	}
	return props
}

// enumeration returns the texts of a schema, sorted, without the empty one, which is the default.
func enumeration(props *apiextensionsv1.JSONSchemaProps) []string {
	var texts []string
	for _, value := range props.Enum {
		if text, err := strconv.Unquote(string(value.Raw)); err == nil && text != "" {
			texts = append(texts, text)
		}
	}
	return slices.Sorted(slices.Values(texts))
}

func integer(limit *float64) *int64 {
	if limit == nil {
		return nil
	}
	return new(int64(*limit))
}
