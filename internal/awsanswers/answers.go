// Package awsanswers invents what AWS answers when a resource is made or a function is called: ids, ARNs, names,
// addresses.
//
// The answers have the form of real ones and depend on nothing but the resource's URN, region, inputs and the resources
// that these name, so that the same program gets the same answers again. They serve unit tests (package mocks) and the
// sandbox, where no AWS is.
package awsanswers

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// AccountID is the account that everything is in, the one of AWS's own examples.
const AccountID = "123456789012"

// created is when everything was made.
const created = "2025-01-01T00:00:00Z"

// Resource is what AWS is asked to make.
type Resource struct {
	// Token is the type, such as aws:ec2/vpc:Vpc.
	Token string
	// Seed is the URN, or whatever else tells the resource from all others.
	Seed Seed
	// Name is the resource's Pulumi name, for the ids of types that nothing is known about.
	Name string
	// Region is where the resource is made.
	Region string
	// ID is the id of a resource that exists already; "" has one invented.
	ID string
	// Inputs are what the program gave, defaults for names included. They are left alone.
	Inputs resource.PropertyMap
	// Neighbour returns the outputs of another resource, such as the subnet of an instance, by its type and id; nil if
	// there is none. The function may be nil.
	Neighbour func(token, id string) resource.PropertyMap
}

// Outputs returns the id and the state that the provider would return: the inputs, what AWS makes up, and the zero value
// for what AWS leaves empty. Optional properties that the inputs leave out are there only where something derives from
// them. Secret inputs stay secret. Types that awsfacts does not know get an id and their inputs.
func (r Resource) Outputs() (id string, outputs resource.PropertyMap) {
	return r.answer(false)
}

// Filled returns what Outputs does, but leaves no computed string empty, whether or not AWS would: an assertion about
// wiring must not compare "" with "".
func (r Resource) Filled() (id string, outputs resource.PropertyMap) {
	return r.answer(true)
}

func (r Resource) answer(filled bool) (string, resource.PropertyMap) {
	a := &answer{Resource: r, Seed: r.Seed, partition: partition.OfRegion(r.Region), filled: filled, outputs: resource.PropertyMap{}}
	for key, value := range r.Inputs {
		// The engine and the bridge keep notes of their own, such as __defaults, among the inputs.
		if !strings.HasPrefix(string(key), "__") {
			a.outputs[key] = value
		}
	}
	schema, known := awsfacts.Resource(r.Token)
	switch {
	case known:
		a.fill(schema)
	case a.id() == "":
		a.ID = r.Name + "-" + a.Hex("id", 7)
	}
	return a.id(), a.outputs
}

// answer is one resource while its state is put together.
type answer struct {
	Resource
	Seed
	partition partition.Partition
	// filled tells that nothing may stay empty.
	filled  bool
	outputs resource.PropertyMap
}

func (a *answer) id() string { return a.ID }

// fill invents the id, the ARN, what is particular to the type, and then what AWS computes.
func (a *answer) fill(schema *awsfacts.Schema) {
	kind := kinds[a.Token]
	a.nameByPrefix(schema)
	if kind.before != nil {
		kind.before(a)
	}
	arnHoldsID := strings.Contains(kind.arn, "{id}")
	if kind.arn != "" && !arnHoldsID {
		a.set("arn", a.arn(kind.service, a.expand(kind.arn)))
	}
	if a.id() == "" {
		a.ID = a.expand(kind.id)
	}
	if a.id() == "" {
		a.ID = a.Name + "-" + a.Hex("id", 17)
	}
	if arnHoldsID {
		a.set("arn", a.arn(kind.service, a.expand(kind.arn)))
	}
	if kind.idAlso != "" {
		a.set(kind.idAlso, a.id())
	}
	if kind.after != nil {
		kind.after(a)
	}
	a.fillRest(schema, kind)
}

// nameByPrefix makes up the rest of the name of a resource that has a prefix for one: 26 digits, as the provider does,
// which fits wherever it takes a prefix.
func (a *answer) nameByPrefix(schema *awsfacts.Schema) {
	for _, property := range []string{"name", "keyName", "bucket"} {
		prefix := a.text(property + "Prefix")
		if schema.Properties[property] != nil && prefix != "" && a.text(property) == "" {
			a.outputs[resource.PropertyKey(property)] = resource.NewProperty(prefix + a.Hex(property, 26))
		}
	}
}

// fillRest gives what no rule filled.
func (a *answer) fillRest(schema *awsfacts.Schema, kind kind) {
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		property := schema.Properties[name]
		if !property.Computed || a.has(name) {
			continue
		}
		isText := property.Type == awsfacts.String
		switch {
		case name == "tagsAll":
			a.set(name, map[string]any{})
			if tags, given := a.outputs["tags"]; given {
				a.outputs["tagsAll"] = tags
			}
		case isText && (a.filled || !property.Optional && !slices.Contains(kind.empty, name)):
			a.set(name, a.invent(name))
		case !property.Optional:
			a.set(name, zero(property.Type))
		}
	}
}

func zero(of awsfacts.Type) any {
	switch of {
	case awsfacts.Bool:
		return false
	case awsfacts.Int, awsfacts.Float:
		return 0.0
	case awsfacts.List, awsfacts.Set:
		return []any{}
	case awsfacts.Map:
		return map[string]any{}
	default:
		return ""
	}
}
