// Package kubefacts holds which changes of an object the Kubernetes provider makes by replacing it, as far as this library makes
// such objects (pulumi-kubernetes provider/pkg/provider/diff.go).
package kubefacts

import (
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Settings are those of a provider's switches that matter here.
type Settings struct {
	MutableConfigMaps, MutableSecrets, ClientSide bool
}

// SettingsOf reads the inputs of a provider resource.
func SettingsOf(inputs resource.PropertyMap) Settings {
	return Settings{
		MutableConfigMaps: setting(inputs["enableConfigMapMutable"], false),
		MutableSecrets:    setting(inputs["enableSecretMutable"], false),
		ClientSide:        !setting(inputs["enableServerSideApply"], true),
	}
}

// setting reads a switch, which Pulumi's SDKs give to a provider as text.
func setting(value resource.PropertyValue, unset bool) bool {
	for value.IsSecret() {
		value = value.SecretValue().Element
	}
	if value.IsBool() {
		return value.BoolValue()
	}
	if value.IsString() {
		if on, err := strconv.ParseBool(value.StringValue()); err == nil {
			return on
		}
	}
	return unset
}

// Replacing are the fields of which a change replaces an object, or a patch, of the resource type.
func (s Settings) Replacing(token, apiVersion, kind string) []string {
	fields := []string{"apiVersion", "kind", "metadata.name", "metadata.namespace"}
	if strings.HasSuffix(token, ":"+kind+"Patch") {
		return fields
	}
	group, _, grouped := strings.Cut(apiVersion, "/")
	if !grouped {
		group = ""
	}
	switch group + "/" + kind {
	case "/ConfigMap":
		if !s.MutableConfigMaps {
			fields = append(fields, "data", "binaryData")
		}
	case "/Secret":
		fields = append(fields, "type")
		if !s.MutableSecrets {
			fields = append(fields, "data", "stringData")
		}
	case "apps/Deployment":
		fields = append(fields, "spec.selector")
	case "storage.k8s.io/StorageClass":
		fields = append(fields, "parameters", "provisioner")
	case "rbac.authorization.k8s.io/RoleBinding", "rbac.authorization.k8s.io/ClusterRoleBinding":
		fields = append(fields, "roleRef")
	}
	return fields
}

// IsPartOf tells whether a path is one of the fields or below one.
func IsPartOf(path string, fields []string) bool {
	for _, field := range fields {
		if rest, found := strings.CutPrefix(path, field); found && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}
