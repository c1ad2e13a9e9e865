package mocks

import (
	"errors"
	"maps"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsanswers"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsanswers"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
)

// created is when every Kubernetes object was made.
const created = "2025-01-01T00:00:00Z"

// regionOf looks up the region of an explicit provider; the default provider has the Recorder's.
func (r *Recorder) regionOf(provider string) string {
	if own, ok := r.resources[provider].Inputs["region"].(string); ok {
		return own
	}
	return r.region
}

// typedID tells a resource from all others: roles and instance profiles share ids, which are their names.
type typedID struct {
	token, id string
}

// answer returns the id and the outputs: what the program gave, and what AWS or Kubernetes add. A preview knows neither
// the id nor what was added.
func (r *Recorder) answer(registered Resource, inputs, custom resource.PropertyMap) (string, resource.PropertyMap, error) {
	if !registered.Custom {
		return "", inputs.Copy(), nil
	}
	seed := awsanswers.Seed(registered.URN)
	inputs, err := named(registered, inputs)
	if err != nil {
		return "", nil, err
	}
	if r.preview && !registered.Read {
		maps.DeleteFunc(inputs, func(_ resource.PropertyKey, value resource.PropertyValue) bool { return value.ContainsUnknowns() })
		maps.Copy(inputs, rhcsanswers.Resource{Token: registered.Type, Seed: seed}.PreviewSecrets())
		return "", inputs, nil
	}
	id, outputs := registered.ID, inputs
	switch {
	case isKubernetesObject(registered.Type):
		id, outputs = kubernetesAnswer(registered, inputs)
	case strings.HasPrefix(registered.Type, "rhcs:"):
		id, outputs = rhcsanswers.Resource{Token: registered.Type, Seed: seed, ID: registered.ID, Inputs: inputs}.Filled()
	case strings.HasPrefix(registered.Type, "pulumi:providers:") && id == "":
		id = seed.UUID("id")
	default:
		id, outputs = awsanswers.Resource{
			Token: registered.Type, Seed: seed, Name: registered.Name, Region: r.regionOf(registered.Provider),
			ID: registered.ID, Inputs: inputs,
			Neighbour: func(token, id string) resource.PropertyMap { return r.answered[typedID{token, id}] },
		}.Filled()
	}
	maps.Copy(outputs, custom)
	if given := outputs["id"]; given.IsString() {
		id = given.StringValue()
	}
	delete(outputs, "id")
	if id == "" {
		return "", nil, errors.New("an Answer gave it an empty id")
	}
	r.answered[typedID{registered.Type, id}] = outputs
	return id, outputs, nil
}

// named returns a copy of the inputs with a name as Pulumi makes them up, when the program gave none.
func named(registered Resource, inputs resource.PropertyMap) (resource.PropertyMap, error) {
	inputs = inputs.Copy()
	schema, known := awsfacts.Resource(registered.Type)
	if !known {
		schema, known = rhcsfacts.Resource(registered.Type)
	}
	if !known {
		return inputs, nil
	}
	property, name, err := schema.DefaultName(inputs, registered.Name, awsanswers.Seed(registered.URN).Hex("name", 7))
	if err == nil && property != "" {
		inputs[resource.PropertyKey(property)] = resource.NewProperty(name)
	}
	return inputs, err
}

// kubernetesAnswer adds what the API server writes into metadata. Pulumi's ids of objects are namespace/name.
func kubernetesAnswer(registered Resource, inputs resource.PropertyMap) (string, resource.PropertyMap) {
	metadata := resource.PropertyMap{}
	if given := reveal(inputs["metadata"]); given.IsObject() {
		metadata = given.ObjectValue().Copy()
	}
	for key, value := range map[string]any{
		"uid": awsanswers.Seed(registered.URN).UUID("uid"), "resourceVersion": "1", "generation": 1.0,
		"creationTimestamp": created,
	} {
		if _, given := metadata[resource.PropertyKey(key)]; !given {
			metadata[resource.PropertyKey(key)] = resource.NewPropertyValue(value)
		}
	}
	outputs := inputs.Copy()
	outputs["metadata"] = resource.NewProperty(metadata)
	if registered.ID != "" {
		return registered.ID, outputs
	}
	id := registered.Name
	if name := reveal(metadata["name"]); name.IsString() {
		id = name.StringValue()
	}
	if namespace := reveal(metadata["namespace"]); namespace.IsString() {
		id = namespace.StringValue() + "/" + id
	}
	return id, outputs
}
