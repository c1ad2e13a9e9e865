package fake

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// Account is a Service that computes the outputs of its resources and keeps them in a store.
type Account struct {
	// Store keeps the resources. Required.
	Store *Store[Record]
	// Schema returns the schema of a resource type. Required.
	Schema func(token string) (*schema.Schema, bool)
	// Compute returns the ID and the outputs of a resource. Required.
	Compute func(Request) (id string, outputs resource.PropertyMap)
	// Counters are computed properties that every update increments.
	Counters []string
	// Rules are what the service rejects. Optional.
	Rules Rules
	// Imported changes the inputs of an imported resource to the form that programs use. Optional.
	Imported func(token string, inputs resource.PropertyMap)
	// Registrations are the types of which an equal one is the same: a target is registered with a target group once.
	Registrations map[string]bool
}

// Record is a resource of an account.
type Record struct {
	Token string `json:"token"`
	URN   string `json:"urn"`
	ID    string `json:"id"`
	// IDSource is what the outputs derive from: the URN, with a number for a replacement.
	IDSource string `json:"idSource"`
	// Outputs have digests in the place of secrets if they were read from a file.
	Outputs map[string]any `json:"outputs"`
	// sealed is what is written to a file of Outputs; nil for all.
	sealed map[string]any
}

// MarshalJSON encodes the record without secrets.
func (r Record) MarshalJSON() ([]byte, error) {
	type fields Record
	if r.sealed != nil {
		r.Outputs = r.sealed
	}
	return json.Marshal(fields(r))
}

// setOutputs sets the outputs of a record.
func (a *Account) setOutputs(r *Record, outputs resource.PropertyMap) {
	r.Outputs = property.PlainMap(outputs)
	if a.Store.path != "" {
		r.sealed = property.Sealed(outputs)
	}
}

// Text returns a string output, "" if there is none.
func (r Record) Text(name string) string {
	text, _ := r.Outputs[name].(string)
	return text
}

// Records are the resources of an account, by Key.
type Records = map[string]Record

// Key returns the key of a resource. Types may share IDs: the ID of a role and of an instance profile is its name.
func Key(token, id string) string {
	return token + " " + id
}

// Rules are what a service rejects because of the other resources in the account. Each is optional.
type Rules struct {
	// Create returns an error if the resource cannot be created.
	Create func(records Records, created Record) error
	// Update returns an error if the resource cannot be changed in place.
	Update func(records Records, old Record, change Change) error
	// Delete returns an error if the resource cannot be deleted, and the keys of what is deleted with it otherwise.
	Delete func(records Records, deleted Record) ([]string, error)
}

// Request is what an account computes outputs for.
type Request struct {
	Resource
	// Source is what the outputs derive from.
	Source IDSource
	// Inputs are the program's, with a name. They must not be changed.
	Inputs resource.PropertyMap
	// Lookup returns the outputs of another resource by type and ID, such as the subnet of an instance; nil if there
	// is none.
	Lookup func(token, id string) resource.PropertyMap
}

// Outputs returns a copy of the inputs without Pulumi's internal properties, for computed outputs to be added.
func (r Request) Outputs() resource.PropertyMap {
	outputs := r.Inputs.Copy()
	maps.DeleteFunc(outputs,
		func(key resource.PropertyKey, _ resource.PropertyValue) bool { return property.IsInternal(key) })
	return outputs
}

func (a *Account) compute(
	records Records,
	r Resource,
	source string,
	inputs resource.PropertyMap,
) (Record, resource.PropertyMap) {
	id, outputs := a.Compute(Request{
		Resource: r, Source: IDSource(source), Inputs: inputs,
		Lookup: func(token, id string) resource.PropertyMap { return property.Map(records[Key(token, id)].Outputs) },
	})
	record := Record{Token: r.Token, URN: string(r.URN), ID: id, IDSource: source}
	a.setOutputs(&record, outputs)
	return record, outputs
}

// Create implements Service. A replacement, whose former resource still exists under the same URN, gets another ID.
func (a *Account) Create(
	_ context.Context, r Resource, inputs resource.PropertyMap,
) (id string, outputs resource.PropertyMap, err error) {
	var created Record
	err = a.Store.Update(func(records Records) error {
		created, outputs = a.compute(records, r, string(r.URN), inputs)
		if same, exists := a.registered(records, created); exists {
			created = same
			return nil
		}
		for n := 2; r.ID == "" && records[Key(created.Token, created.ID)].ID != ""; n++ {
			next, nextOutputs := a.compute(records, r, fmt.Sprintf("%s#%d", r.URN, n), inputs)
			if next.ID == created.ID {
				break
			}
			created, outputs = next, nextOutputs
		}
		if a.Rules.Create != nil && r.ID == "" && !r.Unchecked {
			if err := a.Rules.Create(records, created); err != nil {
				return err
			}
		}
		records[Key(created.Token, created.ID)] = created
		return nil
	})
	return created.ID, outputs, err
}

// registered returns the record that a registration repeats.
func (a *Account) registered(records Records, created Record) (same Record, exists bool) {
	if !a.Registrations[created.Token] {
		return Record{}, false
	}
	for _, record := range records {
		if record.Token == created.Token && reflect.DeepEqual(record.Outputs, created.Outputs) {
			return record, true
		}
	}
	return Record{}, false
}

// Read implements Service. A resource without inputs is imported, by its ID or its import ID.
func (a *Account) Read(_ context.Context, r Resource, inputs, outputs resource.PropertyMap) (State, bool, error) {
	if inputs == nil && outputs == nil {
		state, exists := a.imported(r)
		return state, exists, nil
	}
	var found Record
	a.Store.View(func(records Records) { found = records[Key(r.Token, r.ID)] })
	if found.ID == "" {
		return State{}, false, nil
	}
	state := State{Inputs: inputs, Outputs: outputs}
	known := property.PlainMap(outputs)
	current, _ := property.Unsealed(found.Outputs, known).(map[string]any)
	if !reflect.DeepEqual(known, current) {
		state.Outputs = property.LikeMap(outputs, property.Map(current))
		if known, ok := a.Schema(r.Token); ok {
			state.Inputs = inputsOf(known, inputs, outputs, state.Outputs)
		}
	}
	return state, true, nil
}

// inputsOf returns the properties of the outputs that the inputs set. An unchanged output keeps its input, because the service may write it in another form, such as the URL of an identity
// provider.
func inputsOf(known *schema.Schema, inputs, olds, outputs resource.PropertyMap) resource.PropertyMap {
	current := resource.PropertyMap{}
	for name, schema := range known.Properties {
		key := resource.PropertyKey(name)
		value, ok := outputs[key]
		input, isSet := inputs[key]
		switch {
		case !ok || !schema.Input():
		case isSet && value.DeepEquals(olds[key]):
			current[key] = input
		case isSet:
			current[key] = value
		}
	}
	if defaults, ok := inputs[DefaultsKey]; ok {
		current[DefaultsKey] = defaults
	}
	return current
}

// Update implements Service. Computed outputs that the inputs do not set keep their values.
func (a *Account) Update(_ context.Context, r Resource, change Change) (resource.PropertyMap, error) {
	var outputs resource.PropertyMap
	err := a.Store.Update(func(records Records) error {
		old, ok := records[Key(r.Token, r.ID)]
		if !ok {
			return fmt.Errorf("%s (%s): couldn't find resource", r.Token, r.ID)
		}
		if a.Rules.Update != nil && !r.Unchecked {
			if err := a.Rules.Update(records, old, change); err != nil {
				return err
			}
		}
		updated, computed := a.compute(records, r, old.IDSource, change.Inputs)
		outputs = computed
		a.keepComputed(r.Token, outputs, change.Old.Outputs)
		updated.URN = old.URN
		a.setOutputs(&updated, outputs)
		records[Key(r.Token, r.ID)] = updated
		return nil
	})
	return outputs, err
}

// keepComputed keeps what the service chose before and the inputs do not set, and increments counters.
func (a *Account) keepComputed(token string, outputs, olds resource.PropertyMap) {
	known, ok := a.Schema(token)
	if !ok {
		return
	}
	for name, schema := range known.Properties {
		key := resource.PropertyKey(name)
		old, had := olds[key]
		_, has := outputs[key]
		counts := slices.Contains(a.Counters, name)
		switch {
		case !had || !schema.Computed:
		case counts && old.IsNumber():
			outputs[key] = resource.NewProperty(old.NumberValue() + 1)
		case !has:
			outputs[key] = old
		}
	}
}

// Delete implements Service.
func (a *Account) Delete(_ context.Context, r Resource, _ resource.PropertyMap) error {
	return a.Store.Update(func(records Records) error {
		deleted, ok := records[Key(r.Token, r.ID)]
		if !ok {
			return nil
		}
		if a.Rules.Delete != nil {
			keys, err := a.Rules.Delete(records, deleted)
			if err != nil {
				return err
			}
			for _, key := range keys {
				delete(records, key)
			}
		}
		delete(records, Key(r.Token, r.ID))
		return nil
	})
}

// Remaining returns the URNs of all resources in the account, sorted.
func (a *Account) Remaining() []string {
	var urns []string
	a.Store.View(func(records Records) {
		for _, record := range records {
			urns = append(urns, record.URN)
		}
	})
	slices.Sort(urns)
	return urns
}

// Discard removes the resources of some URNs but those that the state has, by URN and ID.
func (a *Account) Discard(urns map[string]bool, known map[string]map[string]bool) error {
	return a.Store.Update(func(records Records) error {
		maps.DeleteFunc(records, func(_ string, record Record) bool { return urns[record.URN] && !known[record.URN][record.ID] })
		return nil
	})
}

// Put sets the outputs of a resource.
func (a *Account) Put(r Resource, id string, outputs resource.PropertyMap) error {
	return a.Store.Update(func(records Records) error {
		record := Record{Token: r.Token, URN: string(r.URN), ID: id, IDSource: string(r.URN)}
		a.setOutputs(&record, outputs)
		records[Key(r.Token, id)] = record
		return nil
	})
}
