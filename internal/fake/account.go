package fake

import (
	"context"
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
	// Scope returns what the ID of a resource is unique in, such as an Auto Scaling group; "" for an ID that is unique by itself. Optional.
	Scope func(r Resource, properties resource.PropertyMap) string
	// Progress returns a resource after it was read once more, and whether that changed it: what the service completes meanwhile. Without
	// an ID, it is deleted. Optional.
	Progress func(Record) (read Record, changed bool)
	// RejectPlan returns what the service would reject of the steps of a preview and its provider does not see, because it only sees each
	// resource alone. Optional.
	RejectPlan func(records Records, steps []Step) []Rejection
	// Rules are the rules by which the service rejects requests. Optional.
	Rules Rules
	// Missing returns the error with which the provider reads or deletes a resource that somebody else has deleted, and whether a read keeps
	// it in the state. Without it, and by default, the resource is removed from the state. Optional.
	Missing func(records Records, r Resource, properties resource.PropertyMap, deletion bool) (kept bool, err error)
	// Imported changes the inputs of an imported resource to those that programs use. Optional.
	Imported func(token string, inputs resource.PropertyMap)
	// Existing returns the resource that exists and that a creation returns in place of a new one. Optional.
	Existing func(records Records, created Record) (same Record, exists bool)
	// NotFound returns the error of an update of a resource that does not exist. Defaults to that of the AWS provider.
	NotFound func(Resource) error
}

// find returns the record of a resource. With other credentials of the same account, its scope is another one.
func (a *Account) find(records Records, r Resource, properties resource.PropertyMap) (found Record, ok bool) {
	if found, ok = records[Record{Token: r.Token, ID: r.ID, Scope: a.scope(r, properties)}.Key()]; ok {
		return found, true
	}
	for _, record := range records {
		if record.Token == r.Token && record.ID == r.ID && record.URN == string(r.URN) {
			return record, true
		}
	}
	if len(properties) == 0 {
		return findByID(records, r)
	}
	return Record{}, false
}

// findByID returns a record with the ID of a resource whose scope is not known.
func findByID(records Records, r Resource) (found Record, ok bool) {
	for _, record := range records {
		if record.Token == r.Token && record.ID == r.ID {
			return record, true
		}
	}
	return Record{}, false
}

func (a *Account) scope(r Resource, properties resource.PropertyMap) string {
	if a.Scope == nil {
		return ""
	}
	return a.Scope(r, properties)
}

// Rules reject requests because of the other resources in the account. Each is optional.
type Rules struct {
	// Create returns an error if the resource cannot be created.
	Create func(records Records, created Record) error
	// Update returns an error if the resource cannot be changed in place.
	Update func(records Records, old Record, change Change) error
	// Delete returns an error if the resource cannot be deleted, and the keys of what is deleted with it otherwise.
	Delete func(records Records, deleted Record) ([]string, error)
}

// Request is a resource whose outputs an account computes.
type Request struct {
	Resource
	// Source is the text from which the outputs derive.
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
	record := Record{Token: r.Token, URN: string(r.URN), ID: id, Scope: a.scope(r, outputs), IDSource: source}
	a.setOutputs(&record, outputs)
	return record, outputs
}

// Create implements Service. A replacement gets another ID than the resource that it replaces.
func (a *Account) Create(
	_ context.Context, r Resource, inputs resource.PropertyMap,
) (id string, outputs resource.PropertyMap, err error) {
	var created Record
	err = a.Store.Update(func(records Records) error {
		number := a.used(records, string(r.URN)) + 1
		created, outputs = a.compute(records, r, sourceOf(r.URN, number), inputs)
		if same, exists := a.existing(records, created); exists {
			r.ID = same.ID
			created, outputs = a.compute(records, r, same.IDSource, inputs)
			return nil
		}
		for n := number + 1; r.ID == "" && records[created.Key()].ID != ""; n++ {
			next, nextOutputs := a.compute(records, r, sourceOf(r.URN, n), inputs)
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
		records[created.Key()] = created
		return nil
	})
	return created.ID, outputs, err
}

func (a *Account) existing(records Records, created Record) (same Record, exists bool) {
	if a.Existing == nil {
		return Record{}, false
	}
	return a.Existing(records, created)
}

// Read implements Service. A resource without properties is imported, by its ID or its import ID.
func (a *Account) Read(_ context.Context, r Resource, inputs, outputs resource.PropertyMap) (State, bool, error) {
	if len(inputs) == 0 && len(outputs) == 0 {
		state, exists := a.imported(r)
		return state, exists, nil
	}
	properties := outputs
	if len(properties) == 0 {
		properties = inputs
	}
	state := State{Inputs: inputs, Outputs: outputs}
	found, err := a.read(r, properties)
	if err != nil {
		return State{}, false, err
	}
	if found.ID == "" {
		var kept bool
		a.Store.View(func(records Records) { kept, err = a.missing(records, r, properties, false) })
		return state, kept, err
	}
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

func (a *Account) missing(records Records, r Resource, properties resource.PropertyMap, deletion bool) (kept bool, err error) {
	if a.Missing == nil {
		return false, nil
	}
	return a.Missing(records, r, properties, deletion)
}

// read returns a resource after it was read once more; without an ID if there is none.
func (a *Account) read(r Resource, properties resource.PropertyMap) (found Record, err error) {
	a.Store.View(func(records Records) { found, _ = a.find(records, r, properties) })
	if a.Progress == nil || found.ID == "" {
		return found, nil
	}
	if _, changed := a.Progress(found); !changed {
		return found, nil
	}
	err = a.Store.Update(func(records Records) error {
		before := records[found.Key()]
		if found, _ = a.Progress(before); found.ID == "" {
			return a.deleteRecord(records, before)
		}
		records[found.Key()] = found
		return nil
	})
	return found, err
}

// inputsOf returns the properties of the outputs that the inputs set. An unchanged output keeps its input, because the service may write it differently, such as the URL of an identity
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
		old, ok := a.find(records, r, change.Old.Outputs)
		if !ok {
			return a.notFound(r)
		}
		if a.Rules.Update != nil && !r.Unchecked {
			if err := a.Rules.Update(records, old, change); err != nil {
				return err
			}
		}
		updated, computed := a.compute(records, r, old.IDSource, change.Inputs)
		outputs = computed
		a.keepComputed(r.Token, outputs, change.Old.Outputs)
		updated.URN, updated.Scope = old.URN, old.Scope
		a.setOutputs(&updated, outputs)
		records[old.Key()] = updated
		return nil
	})
	return outputs, err
}

func (a *Account) notFound(r Resource) error {
	if a.NotFound != nil {
		return a.NotFound(r)
	}
	return fmt.Errorf("%s (%s): couldn't find resource", r.Token, r.ID)
}

// RejectUpdate returns the error with which Update would fail, for previews; unknown inputs are not checked.
func (a *Account) RejectUpdate(r Resource, change Change) (err error) {
	a.Store.View(func(records Records) {
		change.Preview = true
		if old, ok := a.find(records, r, change.Old.Outputs); ok && a.Rules.Update != nil {
			err = a.Rules.Update(records, old, change)
		}
	})
	return err
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
func (a *Account) Delete(_ context.Context, r Resource, inputs resource.PropertyMap) error {
	return a.Store.Update(func(records Records) error {
		deleted, ok := a.find(records, r, inputs)
		if !ok {
			_, err := a.missing(records, r, inputs, true)
			return err
		}
		return a.deleteRecord(records, deleted)
	})
}

// deleteRecord deletes a resource, and what is deleted with it.
func (a *Account) deleteRecord(records Records, deleted Record) error {
	if a.Rules.Delete != nil {
		keys, err := a.Rules.Delete(records, deleted)
		if err != nil {
			return err
		}
		for _, key := range keys {
			a.setDeleted(records, records[key])
		}
	}
	a.setDeleted(records, deleted)
	return nil
}

// Remaining returns the URNs of all resources in the account, sorted.
func (a *Account) Remaining() []string {
	var urns []string
	a.Store.View(func(records Records) {
		for _, record := range records {
			if record.Token != deletedToken {
				urns = append(urns, record.URN)
			}
		}
	})
	slices.Sort(urns)
	return urns
}

// Discard removes the resources of some URNs but those that the state has, by URN and ID.
func (a *Account) Discard(urns map[string]bool, known map[string]map[string]bool) error {
	return a.Store.Update(func(records Records) error {
		maps.DeleteFunc(records, func(_ string, record Record) bool {
			return record.Token != deletedToken && urns[record.URN] && !known[record.URN][record.ID]
		})
		return nil
	})
}

// Put sets the outputs of a resource.
func (a *Account) Put(r Resource, id string, outputs resource.PropertyMap) error {
	return a.Store.Update(func(records Records) error {
		record := Record{Token: r.Token, URN: string(r.URN), ID: id, Scope: a.scope(r, outputs), IDSource: string(r.URN)}
		a.setOutputs(&record, outputs)
		records[record.Key()] = record
		return nil
	})
}
