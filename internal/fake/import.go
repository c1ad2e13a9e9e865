package fake

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// imported returns a resource with the inputs that describe it: those whose values the service would not choose itself.
func (a *Account) imported(r Resource) (state State, exists bool) {
	a.Store.View(func(records Records) {
		found := importedRecord(records, r)
		if exists = found.ID != ""; !exists {
			return
		}
		state = State{ID: found.ID, Outputs: property.Map(found.Outputs)}
		if known, ok := a.Schema(r.Token); ok {
			r.URN = resource.URN(found.URN)
			state.Inputs = a.chosen(records, r, found, known)
		}
	})
	if exists && a.Imported != nil {
		a.Imported(r.Token, state.Inputs)
	}
	forgetUnread(r.Token, state)
	return state, exists
}

// forgetUnread removes what the real provider cannot read.
func forgetUnread(token string, state State) {
	for name, value := range property.PlainMap(state.Outputs) {
		if importid.UnreadValue(token, name, value) {
			delete(state.Inputs, resource.PropertyKey(name))
			delete(state.Outputs, resource.PropertyKey(name))
		}
	}
}

// importedRecord returns the record with an ID or import ID; its ID is "" if there is none.
func importedRecord(records Records, r Resource) Record {
	for _, record := range records {
		if record.Token == r.Token && importid.Of(r.Token, record.ID, record.Outputs) == r.ID {
			return record
		}
	}
	found, _ := findByID(records, r)
	return found
}

// chosen returns the inputs of a record that the service would not set to the same value without them.
func (a *Account) chosen(records Records, r Resource, found Record, known *schema.Schema) resource.PropertyMap {
	all := resource.PropertyMap{}
	for name, each := range known.Properties {
		if value, ok := found.Outputs[name]; ok && each.Input() {
			all[resource.PropertyKey(name)] = property.Map(map[string]any{name: value})[resource.PropertyKey(name)]
		}
	}
	inputs := resource.PropertyMap{}
	r.ID = found.ID
	for key, value := range all {
		others := all.Copy()
		delete(others, key)
		_, outputs := a.compute(records, r, found.IDSource, others)
		if known.Properties[string(key)].Required || !outputs[key].DeepEquals(value) {
			inputs[key] = value
		}
	}
	return inputs
}
