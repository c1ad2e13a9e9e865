// Package fake behaves like a Pulumi provider and the service behind it, without either: it rejects the inputs that the
// provider rejects, distinguishes updates from replacements, computes outputs in their real formats, and keeps resources.
//
// A [Provider] is described by tables: its schema, rules and computed outputs. Packages aws, kubernetes and rhcs have
// one each. Unit tests (package mocks) call a Provider in process; the sandbox serves the same values to the engine.
package fake

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// DefaultsKey is the input in which the Terraform bridge lists the properties that it set itself.
const DefaultsKey resource.PropertyKey = "__defaults"

// ErrUnknownType is the error for a resource type without a schema.
var ErrUnknownType = errors.New("unknown resource type")

// Provider is a fake of one Pulumi provider.
type Provider struct {
	// Package is the name of the Pulumi package, Version the release that the fake behaves like.
	Package, Version string
	// Schema returns the schema of a resource. Required.
	Schema func(r Resource, inputs resource.PropertyMap) (*schema.Schema, bool)
	// Complete sets inputs that the provider chooses before creation, apart from a name by the schema, and returns the
	// problems that the schema does not describe. olds are the old inputs. Optional.
	Complete func(r Resource, olds, inputs resource.PropertyMap, suffix Suffix) ([]schema.Problem, error)
	// Function computes the result of an invoke; ok is false for an unknown function.
	Function func(token string, config resource.PropertyMap, args map[string]any) (result map[string]any, ok bool)
	// Counters are computed properties that every update changes, such as a version.
	Counters []string
	// ConfigReplacedBy returns the input of the provider itself whose change replaces it and all of its resources; "" if
	// there is none. Optional.
	ConfigReplacedBy func(olds, news resource.PropertyMap) string
	// Identity returns what only one resource can have: Check rejects a second one. Optional.
	Identity func(r Resource, inputs resource.PropertyMap) Identity
	// RejectUpdate returns the error with which the service would reject an update, for previews. Optional.
	RejectUpdate func(r Resource, change Change) error
	// Unready returns why a resource that exists is not ready, "" if it is. Optional.
	Unready func(r Resource, outputs resource.PropertyMap) string
	// KeepsUnready is whether a resource that is not ready stays in the stack, to be continued by the next update. Otherwise its creation
	// fails and leaves it in the account only, and later operations do not look.
	KeepsUnready bool
	// ReadsFirst reports whether the engine reads a resource before each update. Optional.
	ReadsFirst func(r Resource) bool
	// Service creates, reads, updates and deletes the resources. Required.
	Service Service

	identities identities
}

// Resource identifies a resource.
type Resource struct {
	// Token is the type, such as aws:ec2/vpc:Vpc.
	Token string
	// URN is Pulumi's name of the resource.
	URN resource.URN
	// ID is the ID of an existing resource, "" of one that is to be created.
	ID string
	// Config are the inputs of the resource's provider.
	Config resource.PropertyMap
	// State is the state in which the service leaves what it creates, of those that it has; "" for ready.
	State string
	// Unchecked accepts the resource whatever rules its service has.
	Unchecked bool
}

// Suffix returns that many random hex digits for a generated name.
type Suffix func(length int) (string, error)

// Service is the API behind a provider.
type Service interface {
	// Create creates a resource and returns its ID and outputs. A resource with an ID exists already: it is recorded.
	Create(
		ctx context.Context,
		r Resource,
		inputs resource.PropertyMap,
	) (id string, outputs resource.PropertyMap, err error)
	// Read returns the inputs and outputs as they are now; exists is false if the resource was deleted.
	Read(ctx context.Context, r Resource, inputs, outputs resource.PropertyMap) (current State, exists bool, err error)
	// Update changes a resource in place and returns its outputs.
	Update(ctx context.Context, r Resource, change Change) (resource.PropertyMap, error)
	// Delete deletes a resource. A resource that does not exist is not an error.
	Delete(ctx context.Context, r Resource, inputs resource.PropertyMap) error
}

// State is the state of a resource at one time.
type State struct {
	// ID is the resource's ID, if it is not the one that was asked for: the ID of an import can be another.
	ID              string
	Inputs, Outputs resource.PropertyMap
}

// Change is the change of a resource by an update.
type Change struct {
	// Old is the state before the update.
	Old State
	// Inputs are the new inputs.
	Inputs resource.PropertyMap
	// IgnoreChanges are the paths that the program ignores.
	IgnoreChanges []string
	// Preview is whether the change is only previewed.
	Preview bool
}

// Check returns the inputs with the values that the provider chooses before creation, such as a name, and everything that
// the provider rejects. olds are the old inputs. It fails with ErrUnknownType for a type without a schema.
func (p *Provider) Check(
	r Resource,
	olds, news resource.PropertyMap,
	suffix Suffix,
) (resource.PropertyMap, []schema.Problem, error) {
	inputs := news.Copy()
	known, err := p.schemaOf(r, inputs)
	if err != nil {
		return nil, nil, err
	}
	var problems []schema.Problem
	if !known.Open {
		problem, err := setName(known, r.URN.Name(), olds, inputs, suffix)
		if err != nil {
			return nil, nil, err
		}
		problems = append(problems, problem...)
	}
	problems = append(problems, known.Check(inputs)...)
	if p.Complete != nil {
		further, err := p.Complete(r, olds, inputs, suffix)
		if err != nil {
			return nil, nil, err
		}
		problems = append(problems, further...)
	}
	if p.Identity != nil && r.ID == "" {
		problems = append(problems, p.identities.claim(r.URN, p.Identity(r, inputs))...)
	}
	return inputs, problems, nil
}

// setName sets the name of an unnamed resource: the one that was generated before, or a new one.
func setName(
	known *schema.Schema, base string, olds, inputs resource.PropertyMap, suffix Suffix,
) ([]schema.Problem, error) {
	digits, err := suffix(schema.SuffixLength)
	if err != nil {
		return nil, err
	}
	defaults := []resource.PropertyValue{}
	name, generated, err := known.DefaultName(inputs, base, digits)
	if err != nil {
		return []schema.Problem{{Path: known.AutoName.Property, Message: err.Error()}}, nil //nolint:nilerr // the program's problem
	}
	if name != "" {
		key := resource.PropertyKey(name)
		inputs[key] = resource.NewProperty(generated)
		if old, ok := olds[key]; ok && isDefault(olds, name) {
			inputs[key] = old
		}
		defaults = append(defaults, resource.NewProperty(name))
	}
	inputs[DefaultsKey] = resource.NewProperty(defaults)
	return nil, nil
}

// isDefault reports whether Check set a property, and not the program.
func isDefault(inputs resource.PropertyMap, name string) bool {
	return slices.ContainsFunc(property.List(inputs, string(DefaultsKey)), func(value resource.PropertyValue) bool {
		return value.IsString() && value.StringValue() == name
	})
}

// Diff is the change that an update would make.
type Diff struct {
	// Changed are the paths of the inputs that differ, Replaces those of them that replace the resource, both sorted.
	Changed, Replaces []string
	// DeleteBeforeReplace is set if the replacement has the name of the resource that it replaces.
	DeleteBeforeReplace bool
}

// Diff compares a resource with its new inputs.
func (p *Provider) Diff(r Resource, old State, news resource.PropertyMap) (Diff, error) {
	known, err := p.schemaOf(r, news)
	if err != nil {
		return Diff{}, err
	}
	olds := property.UnsealedMap(withActual(old, news), news) // An import from a file has digests of known values.
	changed, replaces := known.Diff(olds, news)
	return Diff{
		Changed: changed, Replaces: replaces, DeleteBeforeReplace: len(replaces) > 0 && keepsName(known, olds, news),
	}, nil
}

// withActual returns the old inputs with the values that the resource has for what only the new ones set: setting what the service chose
// itself is no change.
func withActual(old State, news resource.PropertyMap) resource.PropertyMap {
	inputs := old.Inputs.Copy()
	for key, value := range news {
		actual, has := old.Outputs[key]
		if _, isSet := inputs[key]; !isSet && has && property.RevealAll(actual).DeepEquals(property.RevealAll(value)) {
			inputs[key] = value
		}
	}
	return inputs
}

// keepsName reports whether a replacement has the name of the resource that it replaces, set by the program, so that the
// two cannot exist at the same time. It is the Terraform bridge's rule, and pulumi-kubernetes' for objects.
func keepsName(known *schema.Schema, olds, news resource.PropertyMap) bool {
	if known.Open {
		before, now := identity(olds), identity(news)
		return now[len(now)-1] != "" && slices.Equal(before, now)
	}
	name := known.AutoName.Property
	if name == "" || isDefault(news, name) {
		return false
	}
	old, had := olds[resource.PropertyKey(name)]
	value, has := news[resource.PropertyKey(name)]
	return had && has && property.RevealAll(old).DeepEquals(property.RevealAll(value))
}

// identity returns what identifies a Kubernetes object; its name comes last.
func identity(object resource.PropertyMap) []string {
	metadata := property.Object(object, "metadata")
	return []string{
		property.Text(object, "apiVersion"), property.Text(object, "kind"),
		property.Text(metadata, "namespace"), property.Text(metadata, "name"),
	}
}

// Preview returns the outputs as far as they are known before a resource is created (olds is nil) or updated: the inputs,
// and of the computed properties those that it had.
func (p *Provider) Preview(r Resource, inputs, olds resource.PropertyMap) (resource.PropertyMap, error) {
	known, err := p.schemaOf(r, inputs)
	if err != nil {
		return nil, err
	}
	outputs := resource.PropertyMap{}
	for name, schema := range known.Properties {
		key := resource.PropertyKey(name)
		old, had := olds[key]
		switch {
		case !schema.Computed:
		case had && !slices.Contains(p.Counters, name):
			outputs[key] = old
		default:
			outputs[key] = property.Unknown()
		}
	}
	for key, value := range inputs {
		if !property.IsInternal(key) {
			outputs[key] = value
		}
	}
	return outputs, nil
}

func (p *Provider) schemaOf(r Resource, inputs resource.PropertyMap) (*schema.Schema, error) {
	known, ok := p.Schema(r, inputs)
	if !ok {
		return nil, fmt.Errorf("%w %s", ErrUnknownType, r.Token)
	}
	return known, nil
}
