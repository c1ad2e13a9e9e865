// Package awsprovider stands in for the Pulumi AWS provider where there is no AWS.
//
// It refuses the inputs that the real provider would refuse and tells an update from a
// replacement, both by the resource facts of internal/awsfacts. What it makes it keeps
// in a file, and like AWS it does not let go of what is still in use.
package awsprovider

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
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/diskstore"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/standin"
)

// Provider is a Pulumi resource provider for the package aws.
type Provider struct {
	standin.Provider
	things  *diskstore.Store[thing]
	configs configs
}

// thing is a resource that was made.
type thing struct {
	Token string `json:"token"`
	URN   string `json:"urn"`
	ID    string `json:"id"`
	// Seed is what its answers were made of: the URN, numbered for a replacement.
	Seed    string         `json:"seed"`
	Outputs map[string]any `json:"outputs"`
}

func key(token, id string) string {
	return token + " " + id
}

// New opens the provider's account in the folder.
func New(dir string) (*Provider, error) {
	things, err := diskstore.Open[thing](filepath.Join(dir, "aws.json"), nil)
	if err != nil {
		return nil, err
	}
	return &Provider{Provider: standin.For("aws", "6.83.2"), things: things, configs: configs{byPeer: map[string]config{}}}, nil
}

// Create makes the resource. In a preview everything that AWS answers is unknown.
func (p *Provider) Create(ctx context.Context, req plugin.CreateRequest) (plugin.CreateResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.CreateResponse{}, err
	}
	if req.Preview {
		return plugin.CreateResponse{Properties: previewed(schema, req.Properties, nil)}, nil
	}
	cfg := p.configs.of(ctx)
	var outputs resource.PropertyMap
	var made thing
	err = p.things.Update(func(things map[string]thing) error {
		made, outputs = answer(cfg, things, schema, string(req.URN), string(req.URN), req.Properties)
		for n := 2; things[key(made.Token, made.ID)].ID != ""; n++ {
			seed := fmt.Sprintf("%s#%d", req.URN, n)
			next, nextOutputs := answer(cfg, things, schema, string(req.URN), seed, req.Properties)
			if next.ID == made.ID {
				break
			}
			made, outputs = next, nextOutputs
		}
		if err := refuseDuplicate(things, made); err != nil {
			return err
		}
		things[key(made.Token, made.ID)] = made
		return nil
	})
	if err != nil {
		return plugin.CreateResponse{}, err
	}
	return plugin.CreateResponse{ID: resource.ID(made.ID), Properties: outputs}, nil
}

// answer makes a thing and the outputs that the engine is given, secrets marked.
func answer(
	cfg config, things map[string]thing, schema *awsfacts.Schema, urn, seed string, inputs resource.PropertyMap,
) (thing, resource.PropertyMap) {
	id, outputs := awsanswers.Resource{
		Token: schema.Token, Seed: awsanswers.Seed(seed), Name: resource.URN(urn).Name(), Region: cfg.region, Inputs: inputs,
		Neighbour: func(token, id string) resource.PropertyMap { return props.Map(things[key(token, id)].Outputs) },
	}.Outputs()
	cfg.tag(schema, outputs)
	return thing{Token: schema.Token, URN: urn, ID: id, Seed: seed, Outputs: props.PlainMap(outputs)}, outputs
}

// Read answers with what exists. A resource that does not exist any more has no id.
func (p *Provider) Read(_ context.Context, req plugin.ReadRequest) (plugin.ReadResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.ReadResponse{}, err
	}
	var found thing
	p.things.View(func(things map[string]thing) { found = things[key(schema.Token, string(req.ID))] })
	if found.ID == "" {
		return plugin.ReadResponse{}, nil
	}
	result := plugin.ReadResult{ID: req.ID, Inputs: req.Inputs, Outputs: req.State}
	if !reflect.DeepEqual(props.PlainMap(req.State), found.Outputs) {
		result.Outputs = props.LikeMap(req.State, props.Map(found.Outputs))
		result.Inputs = inputsOf(schema, req.Inputs, req.State, result.Outputs)
	}
	return plugin.ReadResponse{ReadResult: result}, nil
}

// inputsOf picks from a state the properties that the inputs hold, or all that can be given when there are no inputs.
// What is as it was stays as it was given, because AWS may write it otherwise, such as the URL of an identity provider.
func inputsOf(schema *awsfacts.Schema, inputs, old, state resource.PropertyMap) resource.PropertyMap {
	picked := resource.PropertyMap{}
	for name, property := range schema.Properties {
		key := resource.PropertyKey(name)
		value, ok := state[key]
		input, given := inputs[key]
		switch {
		case !ok || !property.Input():
		case given && value.DeepEquals(old[key]):
			picked[key] = input
		case given || inputs == nil:
			picked[key] = value
		}
	}
	if notes, ok := inputs[defaultsKey]; ok {
		picked[defaultsKey] = notes
	}
	return picked
}

// Update changes the resource in place.
func (p *Provider) Update(ctx context.Context, req plugin.UpdateRequest) (plugin.UpdateResponse, error) {
	schema, err := schemaOf(req.Type.String())
	if err != nil {
		return plugin.UpdateResponse{}, err
	}
	if req.Preview {
		return plugin.UpdateResponse{Properties: previewed(schema, req.NewInputs, req.OldOutputs)}, nil
	}
	cfg := p.configs.of(ctx)
	var outputs resource.PropertyMap
	err = p.things.Update(func(things map[string]thing) error {
		at := key(schema.Token, string(req.ID))
		old, ok := things[at]
		if !ok {
			return notFound(schema, string(req.ID))
		}
		var changed thing
		changed, outputs = answer(cfg, things, schema, old.URN, old.Seed, req.NewInputs)
		keepComputed(schema, outputs, req.OldOutputs)
		changed.ID, changed.Outputs = old.ID, props.PlainMap(outputs)
		things[at] = changed
		return nil
	})
	return plugin.UpdateResponse{Properties: outputs}, err
}

// Delete removes the resource, unless AWS would not. One that is gone already is no error.
func (p *Provider) Delete(_ context.Context, req plugin.DeleteRequest) (plugin.DeleteResponse, error) {
	err := p.things.Update(func(things map[string]thing) error {
		at := key(req.Type.String(), string(req.ID))
		doomed, ok := things[at]
		if !ok {
			return nil
		}
		if err := refuseDeletion(things, doomed); err != nil {
			return err
		}
		deleteWithUsers(things, doomed)
		return nil
	})
	return plugin.DeleteResponse{}, err
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
	schema, ok := awsfacts.Resource(token)
	if !ok {
		return nil, fmt.Errorf("the sandbox does not know the resource type %s", token)
	}
	return schema, nil
}

func notFound(schema *awsfacts.Schema, id string) error {
	return fmt.Errorf("%s (%s): couldn't find resource", schema.Terraform, id)
}
