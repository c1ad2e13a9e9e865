package sandbox

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// GetSchema returns the package's schema, with which YAML programs name resources and providers: the types that the fake knows, whose
// nested properties are of any type.
func (p *fakePlugin) GetSchema(context.Context, plugin.GetSchemaRequest) (plugin.GetSchemaResponse, error) {
	resources := map[string]any{}
	switch p.fake.Package {
	case "aws":
		for token, each := range aws.Resources() {
			resources[token] = resourceSchema(each)
		}
	case "kubernetes":
		for _, token := range kubernetesTypes {
			resources[token] = objectSchema(token)
		}
	}
	text, err := json.Marshal(map[string]any{
		"name": p.fake.Package, "version": p.fake.Version, "resources": resources,
		"meta":     map[string]string{"moduleFormat": "(.*)(?:/[^/]*)"},
		"provider": map[string]any{"inputProperties": anyProperties(providerProperties[p.fake.Package]...)},
	})
	return plugin.GetSchemaResponse{Schema: text}, err
}

// providerProperties are the inputs of a package's provider.
var providerProperties = map[string][]string{
	"aws": {"region", "profile", "assumeRoles", "defaultTags", "ignoreTags", "allowedAccountIds"},
	"kubernetes": {
		"kubeconfig", "context", "cluster", "clusterIdentifier", "namespace", "enableServerSideApply", "enableConfigMapMutable",
		"enableSecretMutable",
	},
}

// kubernetesTypes are the types of objects that programs have beside the components.
var kubernetesTypes = []string{
	"kubernetes:core/v1:Namespace", "kubernetes:core/v1:Secret", "kubernetes:core/v1:ConfigMap", "kubernetes:core/v1:ServiceAccount",
	"kubernetes:core/v1:Service", "kubernetes:apps/v1:Deployment",
}

var anyType = map[string]any{"$ref": "pulumi.json#/Any"}

func anyProperties(names ...string) map[string]any {
	properties := map[string]any{}
	for _, name := range names {
		properties[name] = anyType
	}
	return properties
}

// objectSchema is the schema of an object's type, such as kubernetes:core/v1:Secret, which sets apiVersion and kind.
func objectSchema(token string) map[string]any {
	parts := strings.Split(token, ":")
	properties := anyProperties("metadata", "spec", "data", "stringData", "type")
	for name, value := range map[string]string{"apiVersion": strings.TrimPrefix(parts[1], "core/"), "kind": parts[2]} {
		properties[name] = map[string]any{"type": "string", "const": value}
	}
	return map[string]any{"inputProperties": properties, "properties": properties}
}

// resourceSchema is the schema of a resource of Terraform's provider.
func resourceSchema(from *schema.Schema) map[string]any {
	inputs, outputs, required := map[string]any{}, map[string]any{}, []string{}
	for name, property := range from.Properties {
		if name == "id" {
			continue
		}
		outputs[name] = propertyType(property)
		if property.Input() {
			inputs[name] = propertyType(property)
		}
		if property.Required {
			required = append(required, name)
		}
	}
	return map[string]any{"inputProperties": inputs, "properties": outputs, "requiredInputs": required}
}

func propertyType(property *schema.Property) map[string]any {
	switch property.Type {
	case schema.Bool:
		return map[string]any{"type": "boolean"}
	case schema.Int:
		return map[string]any{"type": "integer"}
	case schema.Float:
		return map[string]any{"type": "number"}
	case schema.String:
		return map[string]any{"type": "string"}
	default:
		return anyType
	}
}
