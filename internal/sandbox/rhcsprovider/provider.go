// Package rhcsprovider stands in for the RHCS provider, and for OpenShift Cluster Manager (OCM) behind it.
//
// It refuses the inputs that the real provider's schema would refuse, by the facts of internal/rhcsfacts, and changes of
// immutable properties when they are applied, as the real one does. What it makes it keeps in a file. A cluster is ready
// at once.
package rhcsprovider

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsanswers"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsanswers"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/diskstore"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/standin"
)

// Plugin is the name of the plugin that serves any Terraform provider, which is what programs ask the engine for.
const Plugin = "terraform-provider"

// Provider is a Pulumi resource provider for the package that the plugin becomes by its parameters.
type Provider struct {
	standin.Provider
	things *diskstore.Store[thing]
}

// thing is a resource that was made.
type thing struct {
	Token   string         `json:"token"`
	URN     string         `json:"urn"`
	ID      string         `json:"id"`
	Outputs map[string]any `json:"outputs"`
}

func key(token, id string) string {
	return token + " " + id
}

// New opens the provider's OCM in the folder.
func New(dir string) (*Provider, error) {
	things, err := diskstore.Open[thing](filepath.Join(dir, "ocm.json"), nil)
	if err != nil {
		return nil, err
	}
	return &Provider{Provider: standin.For("rhcs", "1.1.3"), things: things}, nil
}

// Parameterize takes the provider for the package that the program asks for, whatever version it names.
func (p *Provider) Parameterize(_ context.Context, req plugin.ParameterizeRequest) (plugin.ParameterizeResponse, error) {
	value, ok := req.Parameters.(*plugin.ParameterizeValue)
	if !ok || value.Name != "rhcs" {
		return plugin.ParameterizeResponse{}, fmt.Errorf("the sandbox serves no Terraform provider but rhcs, and not %+v", req.Parameters)
	}
	return plugin.ParameterizeResponse{Name: value.Name, Version: value.Version}, nil
}

// Create makes the resource. In a preview everything that OCM answers is unknown.
func (p *Provider) Create(_ context.Context, req plugin.CreateRequest) (plugin.CreateResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.CreateResponse{}, err
	}
	if req.Preview {
		return plugin.CreateResponse{Properties: previewed(schema, req.Properties, nil)}, nil
	}
	id, outputs := answer(schema, string(req.URN), "", req.Properties)
	err = p.things.Update(func(things map[string]thing) error {
		for n := 2; things[key(schema.Token, id)].ID != ""; n++ {
			id, outputs = answer(schema, fmt.Sprintf("%s#%d", req.URN, n), "", req.Properties)
		}
		if err := refuseDuplicate(things, schema.Token, outputs); err != nil {
			return err
		}
		things[key(schema.Token, id)] = thing{Token: schema.Token, URN: string(req.URN), ID: id, Outputs: props.PlainMap(outputs)}
		return nil
	})
	if err != nil {
		return plugin.CreateResponse{}, err
	}
	return plugin.CreateResponse{ID: resource.ID(id), Properties: outputs}, nil
}

func answer(schema *awsfacts.Schema, seed, id string, inputs resource.PropertyMap) (string, resource.PropertyMap) {
	return rhcsanswers.Resource{Token: schema.Token, Seed: awsanswers.Seed(seed), ID: id, Inputs: inputs}.Filled()
}

// Read answers with what exists. A resource that does not exist any more has no id.
func (p *Provider) Read(_ context.Context, req plugin.ReadRequest) (plugin.ReadResponse, error) {
	var found thing
	p.things.View(func(things map[string]thing) { found = things[key(req.Type.String(), string(req.ID))] })
	if found.ID == "" {
		return plugin.ReadResponse{}, nil
	}
	result := plugin.ReadResult{ID: req.ID, Inputs: req.Inputs, Outputs: req.State}
	if !reflect.DeepEqual(props.PlainMap(req.State), found.Outputs) {
		result.Outputs = props.LikeMap(req.State, props.Map(found.Outputs))
	}
	return plugin.ReadResponse{ReadResult: result}, nil
}

// Update changes the resource in place, unless OCM cannot.
func (p *Provider) Update(_ context.Context, req plugin.UpdateRequest) (plugin.UpdateResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.UpdateResponse{}, err
	}
	if req.Preview {
		return plugin.UpdateResponse{Properties: previewed(schema, req.NewInputs, req.OldOutputs)}, nil
	}
	if err := refuseChange(schema.Token, req.OldOutputs, req.NewInputs); err != nil {
		return plugin.UpdateResponse{}, err
	}
	var outputs resource.PropertyMap
	err = p.things.Update(func(things map[string]thing) error {
		at := key(schema.Token, string(req.ID))
		old, exists := things[at]
		if !exists {
			return fmt.Errorf("%s (%s): not found", schema.Terraform, req.ID)
		}
		_, outputs = answer(schema, old.URN, old.ID, req.NewInputs)
		old.Outputs = props.PlainMap(outputs)
		things[at] = old
		return nil
	})
	return plugin.UpdateResponse{Properties: outputs}, err
}

// Delete removes the resource, unless OCM would not. One that is gone already is no error.
func (p *Provider) Delete(_ context.Context, req plugin.DeleteRequest) (plugin.DeleteResponse, error) {
	err := p.things.Update(func(things map[string]thing) error {
		at := key(req.Type.String(), string(req.ID))
		doomed, exists := things[at]
		if !exists {
			return nil
		}
		if err := refuseDeletion(things, doomed); err != nil {
			return err
		}
		delete(things, at)
		return nil
	})
	return plugin.DeleteResponse{}, err
}

// Invoke answers the functions that this library calls.
func (p *Provider) Invoke(_ context.Context, req plugin.InvokeRequest) (plugin.InvokeResponse, error) {
	// ROSA's own accounts are the same in all regions of a partition.
	result, known := rhcsanswers.Function(string(req.Tok), "us-east-1", props.PlainMap(req.Args))
	if !known {
		return plugin.InvokeResponse{}, fmt.Errorf("the sandbox has no answer for %s", req.Tok)
	}
	return plugin.InvokeResponse{Properties: props.Map(result)}, nil
}

// Remaining returns the URNs of everything that exists, sorted, for telling what a destroy left behind.
func (p *Provider) Remaining() []string {
	var urns []string
	p.things.View(func(things map[string]thing) {
		for _, t := range things {
			urns = append(urns, t.URN)
		}
	})
	slices.Sort(urns)
	return urns
}

func schemaOf(token string) (*awsfacts.Schema, error) {
	schema, ok := rhcsfacts.Resource(token)
	if !ok {
		return nil, fmt.Errorf("the sandbox does not know the resource type %s", token)
	}
	return schema, nil
}
