// Package faketest calls a fake provider in tests as the engine does.
package faketest

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// Engine calls a provider.
type Engine struct {
	T        testing.TB
	Provider *fake.Provider
	// Config are the inputs of the provider resource.
	Config resource.PropertyMap
}

// URN returns the URN of a resource.
func URN(token, name string) resource.URN {
	return resource.NewURN("s", "p", "", tokens.Type(token), name)
}

// Resource returns a resource; id is "" before its creation.
func (e Engine) Resource(token, name, id string) fake.Resource {
	return fake.Resource{Token: token, URN: URN(token, name), ID: id, Config: e.Config}
}

// TryCheck returns the completed inputs and the problems.
func (e Engine) TryCheck(token, name string, olds, news resource.PropertyMap) (resource.PropertyMap, []string, error) {
	suffix := func(length int) (string, error) { return fake.IDSource(name).Hex("name", length), nil }
	inputs, problems, err := e.Provider.Check(e.Resource(token, name, ""), olds, news, suffix)
	var texts []string
	for _, problem := range problems {
		texts = append(texts, problem.String())
	}
	return inputs, texts, err
}

// Check is TryCheck for a known type.
func (e Engine) Check(token, name string, olds, news resource.PropertyMap) (resource.PropertyMap, []string) {
	e.T.Helper()
	inputs, problems, err := e.TryCheck(token, name, olds, news)
	require.NoError(e.T, err)
	return inputs, problems
}

// TryCreate creates a resource.
func (e Engine) TryCreate(token, name string, inputs resource.PropertyMap) (string, resource.PropertyMap, error) {
	return e.Provider.Service.Create(context.Background(), e.Resource(token, name, ""), inputs)
}

// Create creates a resource, which must succeed.
func (e Engine) Create(token, name string, inputs map[string]any) (string, resource.PropertyMap) {
	e.T.Helper()
	id, outputs, err := e.TryCreate(token, name, resource.NewPropertyMapFromMap(inputs))
	require.NoError(e.T, err)
	return id, outputs
}

// Read reads a resource.
func (e Engine) Read(token, id string, inputs, outputs resource.PropertyMap) (fake.State, bool) {
	e.T.Helper()
	state, exists, err := e.Provider.Service.Read(context.Background(), e.Resource(token, "x", id), inputs, outputs)
	require.NoError(e.T, err)
	return state, exists
}

// TryUpdate updates a resource.
func (e Engine) TryUpdate(
	token, name, id string, olds, inputs resource.PropertyMap, ignored ...string,
) (resource.PropertyMap, error) {
	return e.Provider.Service.Update(context.Background(), e.Resource(token, name, id), fake.Change{
		Old: fake.State{Outputs: olds}, Inputs: inputs, IgnoreChanges: ignored,
	})
}

// Update updates a resource, which must succeed.
func (e Engine) Update(token, name, id string, olds, inputs resource.PropertyMap) resource.PropertyMap {
	e.T.Helper()
	outputs, err := e.TryUpdate(token, name, id, olds, inputs)
	require.NoError(e.T, err)
	return outputs
}

// Delete deletes a resource.
func (e Engine) Delete(token, name, id string, inputs resource.PropertyMap) error {
	return e.Provider.Service.Delete(context.Background(), e.Resource(token, name, id), inputs)
}
