package fake

import (
	"encoding/json"
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// Record is a resource of an account.
type Record struct {
	Token string `json:"token"`
	URN   string `json:"urn"`
	ID    string `json:"id"`
	// Scope is the part of the account in which the ID is unique.
	Scope string `json:"scope,omitempty"`
	// IDSource is the text from which the outputs derive: the URN, with a number for a replacement.
	IDSource string `json:"idSource"`
	// Outputs have digests in the place of secrets if they were read from a file.
	Outputs map[string]any `json:"outputs"`
	// Reads is how often the resource was read since the service began what it has not completed.
	Reads int `json:"reads,omitempty"`
	// sealed are the Outputs that are written to a file; nil for all.
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

// Texts returns the strings of a list, nil if there is none.
func (r Record) Texts(name string) []string {
	list, _ := r.Outputs[name].([]any)
	var texts []string
	for _, value := range list {
		if text, ok := value.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// With returns the record with another output, which is not a secret.
func (r Record) With(name string, value any) Record {
	with := func(outputs map[string]any) map[string]any {
		if outputs == nil {
			return nil
		}
		outputs = maps.Clone(outputs)
		outputs[name] = value
		return outputs
	}
	r.Outputs, r.sealed = with(r.Outputs), with(r.sealed)
	return r
}

// Records are the resources of an account, by their keys.
type Records = map[string]Record

// Key returns the key of a resource whose ID is unique among those of its type. Types may share IDs: the ID of a role and of an instance
// profile is its name.
func Key(token, id string) string {
	return token + " " + id
}

// Key returns the key of the record.
func (r Record) Key() string {
	if r.Scope == "" {
		return Key(r.Token, r.ID)
	}
	return Key(r.Token, r.ID) + " in " + r.Scope
}
