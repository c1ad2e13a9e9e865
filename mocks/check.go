package mocks

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
)

// check returns what the real provider would refuse.
func (r *Recorder) check(registered Resource, inputs resource.PropertyMap) error {
	switch {
	case !registered.Custom || r.unchecked[registered.Type]:
		return nil
	case strings.HasPrefix(registered.Type, "aws:"):
		return r.checkAgainst(awsfacts.Resource, registered.Type, inputs)
	case strings.HasPrefix(registered.Type, "rhcs:"):
		return r.checkAgainst(rhcsfacts.Resource, registered.Type, inputs)
	case isKubernetesObject(registered.Type):
		return checkKubernetes(inputs)
	}
	return nil
}

// facts look up what is known of a resource type.
type facts func(token string) (*awsfacts.Schema, bool)

func (r *Recorder) checkAgainst(known facts, token string, inputs resource.PropertyMap) error {
	schema, ok := known(token)
	if !ok {
		if _, answered := r.answers[token]; answered {
			return nil
		}
		return fmt.Errorf("mocks has no facts about this type, only about those that OpenShift on AWS is made of; "+
			"add mocks.Answer(%q, ...) with its outputs, or mocks.Unchecked(%q)", token, token)
	}
	var problems []error
	for _, problem := range schema.Check(inputs) {
		problems = append(problems, errors.New(problem.String()))
	}
	return errors.Join(problems...)
}

// isKubernetesObject tells objects of the API from what only Pulumi knows: charts and YAML files.
func isKubernetesObject(token string) bool {
	for _, other := range []string{"kubernetes:helm.sh/", "kubernetes:yaml", "kubernetes:kustomize"} {
		if strings.HasPrefix(token, other) {
			return false
		}
	}
	return strings.HasPrefix(token, "kubernetes:")
}

func checkKubernetes(inputs resource.PropertyMap) error {
	var problems []error
	for _, path := range []string{"apiVersion", "kind", "metadata.name"} {
		if missing(inputs, path) {
			problems = append(problems, fmt.Errorf("%s: is required", path))
		}
	}
	return errors.Join(problems...)
}

// missing tells whether a Kubernetes object lacks a field. What a preview does not know counts as given.
func missing(object resource.PropertyMap, path string) bool {
	name, rest, nested := strings.Cut(path, ".")
	value := reveal(object[resource.PropertyKey(name)])
	switch {
	case value.IsComputed():
		return false
	case nested:
		return !value.IsObject() || missing(value.ObjectValue(), rest)
	}
	return !value.IsString() || value.StringValue() == ""
}

// reveal looks through secrets.
func reveal(v resource.PropertyValue) resource.PropertyValue {
	for v.IsSecret() {
		v = v.SecretValue().Element
	}
	return v
}
