// Package kubernetes is a fake of the Pulumi Kubernetes provider, for objects and patches of objects.
//
// Fields are owned as in server-side apply: creating an object that exists is rejected, patching one that does not exist
// is rejected outside of the core group, and deleting a patch releases its fields. The objects are in a file ([Memory],
// with what a new OpenShift cluster contains) or in an API server (package apiserver of the sandbox). What replaces a
// provider or an object is one that does so in pulumi-kubernetes.
package kubernetes

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// Version is the release of pulumi-kubernetes that the fake behaves like.
const Version = "4.30.0"

// New returns the provider of clusters.
func New(of ClusterOf) *fake.Provider {
	return provider(&clusters{of: of})
}

// NewForUnitTests returns a provider without a cluster: every object can be created once, and every object can be patched.
func NewForUnitTests() *fake.Provider {
	return provider(noCluster{})
}

func provider(service fake.Service) *fake.Provider {
	return &fake.Provider{
		Package: "kubernetes", Version: Version, Schema: schemaOf, Complete: complete, Service: service,
		Identity:         identityOf,
		ConfigReplacedBy: ConfigReplacedBy,
		Function:         func(string, resource.PropertyMap, map[string]any) (map[string]any, bool) { return nil, false },
	}
}

// isObject reports whether a resource type is an object or a patch, not a chart or a YAML file.
func isObject(token string) bool {
	for _, other := range []string{"kubernetes:helm.sh/", "kubernetes:yaml", "kubernetes:kustomize"} {
		if strings.HasPrefix(token, other) {
			return false
		}
	}
	return true
}

func schemaOf(r fake.Resource, inputs resource.PropertyMap) (*schema.Schema, bool) {
	open := &schema.Schema{Token: r.Token, Open: true}
	if isObject(r.Token) {
		open.ReplacedBy = switchesOf(r.Config).replacedBy(r.Token, property.Text(inputs, "apiVersion"), property.Text(inputs, "kind"))
	}
	return open, true
}

// complete names the object if the program did not, and returns what is missing.
func complete(r fake.Resource, olds, inputs resource.PropertyMap, suffix fake.Suffix) ([]schema.Problem, error) {
	if !isObject(r.Token) {
		return nil, nil
	}
	// Objects of the core group have types such as core/v1:Secret (pulumi-kubernetes provider/pkg/provider/provider.go,
	// gvkFromURN).
	if groupVersion := strings.Split(r.Token, ":")[1]; strings.Count(groupVersion, "/") != 1 {
		return nil, fmt.Errorf("apiVersion does not have both a group and a version: %q", groupVersion)
	}
	patch := isPatch(r.Token, inputs)
	if patch && !switchesOf(r.Config).serverSideApply {
		return nil, errors.New("patch resources require Server-Side Apply mode, which is enabled using the " +
			"`enableServerSideApply` Provider config")
	}
	var problems []schema.Problem
	for _, name := range []string{"apiVersion", "kind"} {
		if property.Text(inputs, name) == "" && !property.Reveal(inputs[resource.PropertyKey(name)]).IsComputed() {
			problems = append(problems, schema.Problem{Path: name, Message: "is required"})
		}
	}
	switch {
	case hasName(inputs):
		problems = append(problems, nameProblems(inputs)...)
	case patch:
		problems = append(problems, schema.Problem{
			Path: "metadata.name", Message: "is required: a patch is for an object that exists",
		})
	default:
		if err := setName(r, olds, inputs, suffix); err != nil {
			return nil, err
		}
	}
	if RefOf(property.PlainMap(inputs)).isSecret() {
		hideSecret(inputs)
	}
	return problems, nil
}

// hasName reports whether an object has a name, or might have one that is known after the update.
func hasName(inputs resource.PropertyMap) bool {
	metadata := property.Reveal(inputs["metadata"])
	if !metadata.IsObject() {
		return metadata.IsComputed()
	}
	name := property.Reveal(metadata.ObjectValue()["name"])
	return name.IsComputed() || name.IsString() && name.StringValue() != ""
}

// setName sets the name of an unnamed object as pulumi-kubernetes does: the old one, or the resource's Pulumi name
// with a random suffix.
func setName(r fake.Resource, olds, inputs resource.PropertyMap, suffix fake.Suffix) error {
	name := property.Text(property.Object(olds, "metadata"), "name")
	if name == "" {
		digits, err := suffix(8)
		if err != nil {
			return err
		}
		name = strings.ToLower(r.URN.Name()) + "-" + digits
	}
	metadata := property.RevealMap(property.Object(inputs, "metadata"))
	metadata["name"] = resource.NewProperty(name)
	inputs["metadata"] = property.Like(inputs["metadata"], resource.NewProperty(metadata))
	return nil
}
