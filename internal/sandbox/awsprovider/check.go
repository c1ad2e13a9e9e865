package awsprovider

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

// defaultsKey is the input under which the Terraform bridge notes what it filled in by itself.
const defaultsKey = "__defaults"

// suffixDigits is how many random hex digits the bridge puts behind the name of a resource.
const suffixDigits = 7

// Check names the resource when the user did not, and refuses what the real provider would.
func (p *Provider) Check(_ context.Context, req plugin.CheckRequest) (plugin.CheckResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.CheckResponse{}, err
	}
	inputs := req.News.Copy()
	named, failure := name(schema, req, inputs)
	notes := []resource.PropertyValue{}
	if named != "" {
		notes = append(notes, resource.NewStringProperty(named))
	}
	inputs[defaultsKey] = resource.NewArrayProperty(notes)
	var failures []plugin.CheckFailure
	if failure != nil {
		failures = append(failures, *failure)
	}
	for _, problem := range schema.Check(inputs) {
		// The reason carries the path. The engine would show the value of a property that is
		// named apart, be it a password, and knows only those at the top.
		failures = append(failures, plugin.CheckFailure{Reason: problem.String()})
	}
	return plugin.CheckResponse{Properties: inputs, Failures: failures}, nil
}

// name puts a name into the inputs when they have none: the one that was made up
// before, or a new one. It returns the property that it filled.
func name(schema *awsfacts.Schema, req plugin.CheckRequest, inputs resource.PropertyMap) (string, *plugin.CheckFailure) {
	suffix, err := resource.NewUniqueName(req.RandomSeed, "", suffixDigits, 0, nil)
	if err != nil {
		return "", &plugin.CheckFailure{Reason: err.Error()}
	}
	property, made, err := schema.DefaultName(inputs, req.URN.Name(), suffix)
	if err != nil {
		return "", &plugin.CheckFailure{Reason: err.Error()}
	}
	if property == "" {
		return "", nil
	}
	key := resource.PropertyKey(property)
	if old, ok := req.Olds[key]; ok && madeUp(req.Olds, property) {
		inputs[key] = old
	} else {
		inputs[key] = resource.NewStringProperty(made)
	}
	return property, nil
}

// madeUp tells whether a property's value came from name and not from the user.
func madeUp(inputs resource.PropertyMap, property string) bool {
	notes, ok := inputs[defaultsKey]
	if !ok || !notes.IsArray() {
		return false
	}
	for _, note := range notes.ArrayValue() {
		if note.IsString() && note.StringValue() == property {
			return true
		}
	}
	return false
}
