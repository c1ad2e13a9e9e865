package kubernetes

import (
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// switches are the settings of a provider that affect objects.
type switches struct {
	mutableConfigMaps, mutableSecrets, serverSideApply bool
}

// switchesOf reads the inputs of a provider resource.
func switchesOf(config resource.PropertyMap) switches {
	return switches{
		mutableConfigMaps: isOn(config["enableConfigMapMutable"], false),
		mutableSecrets:    isOn(config["enableSecretMutable"], false),
		serverSideApply:   isOn(config["enableServerSideApply"], true),
	}
}

// isOn reads a switch, which Pulumi's SDKs pass to a provider as text.
func isOn(value resource.PropertyValue, unset bool) bool {
	value = property.Reveal(value)
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

// replacedBy returns the fields whose change replaces an object or a patch (pulumi-kubernetes
// provider/pkg/provider/diff.go), for the kinds that this library creates.
func (s switches) replacedBy(token, apiVersion, kind string) []string {
	fields := []string{"apiVersion", "kind", "metadata.name", "metadata.namespace"}
	if strings.HasSuffix(token, ":"+kind+"Patch") {
		return fields
	}
	switch (Ref{APIVersion: apiVersion}).group() + "/" + kind {
	case "/ConfigMap":
		if !s.mutableConfigMaps {
			fields = append(fields, "data", "binaryData")
		}
	case "/Secret":
		fields = append(fields, "type")
		if !s.mutableSecrets {
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
