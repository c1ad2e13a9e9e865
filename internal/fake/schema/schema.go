// Package schema describes the resources of a Terraform provider as Pulumi shows them: which properties
// there are, their types, which are required, computed or mutually exclusive, and which changes replace a resource.
//
// A schema checks inputs as the provider's Check does, and distinguishes an update from a replacement as its Diff does:
//
//	resourceSchema, ok := aws.Resource("aws:lb/loadBalancer:LoadBalancer")
//	problems := resourceSchema.Check(inputs)                   // subnet: is not a property; did you mean subnets?
//	changed, replaces := resourceSchema.Diff(oldInputs, inputs)
package schema

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Type is a property's type in the Terraform schema.
type Type string

// The types of Terraform's schemas.
const (
	Bool   Type = "Bool"
	Int    Type = "Int"
	Float  Type = "Float"
	String Type = "String"
	List   Type = "List"
	Set    Type = "Set"
	Map    Type = "Map"
)

// Table is the schema of a provider.
type Table struct {
	// Resources are keyed by Pulumi's tokens.
	Resources map[string]*Schema `json:"resources"`
}

// Schema describes one resource.
type Schema struct {
	// Token is Pulumi's name, such as aws:lb/loadBalancer:LoadBalancer.
	Token string `json:"-"`
	// Terraform is the provider's name, such as aws_lb.
	Terraform string `json:"tf"`
	// Properties are keyed by Pulumi's property names.
	Properties map[string]*Property `json:"props"`

	// AutoName describes how Pulumi names a resource that the program left unnamed.
	AutoName AutoName `json:"-"`
	// Open accepts properties that are not in Properties, compares them field by field, and replaces the resource
	// when one at or below a path of ReplacedBy changes. Kubernetes objects are like that.
	Open       bool     `json:"-"`
	ReplacedBy []string `json:"-"`
	// ConditionalReplacements returns further properties that replace the resource if they changed, where that depends
	// on more than one property. Optional.
	ConditionalReplacements func(olds, news resource.PropertyMap) []string `json:"-"`
}

// Property describes one property of a resource or a nested object.
type Property struct {
	// Terraform is the provider's name, such as security_groups.
	Terraform string `json:"tf"`
	// Type is the type in Terraform's schema. See Object for how Pulumi shows a list.
	Type Type `json:"type"`
	// Object says that Pulumi shows the only element of a list instead of the list.
	Object bool `json:"object,omitempty"`
	// Required properties must be set, Optional ones may be, Computed ones are known after creation.
	Required bool `json:"required,omitempty"`
	Optional bool `json:"optional,omitempty"`
	Computed bool `json:"computed,omitempty"`
	// ForceNew says that a change replaces the resource.
	ForceNew bool `json:"forceNew,omitempty"`
	// ConflictsWith lists properties that must not be set together with this one, by Terraform's names, nested ones
	// as in a.0.b.
	ConflictsWith []string `json:"conflictsWith,omitempty"`
	// ExactlyOneOf lists a group of which one property must be set, by Terraform's names, this one included.
	ExactlyOneOf []string `json:"exactlyOneOf,omitempty"`
	// Elem are the properties of nested objects; nil for scalars and collections of scalars.
	Elem map[string]*Property `json:"elem,omitempty"`
}

// Parse reads the schema of a provider, as test/lab/aws writes it.
func Parse(text []byte) (*Table, error) {
	var t Table
	err := json.Unmarshal(text, &t)
	for token, schema := range t.Resources {
		schema.Token = token
		schema.AutoName = defaultAutoName(schema)
	}
	return &t, err
}

// Tokens returns the resource types, sorted.
func (t *Table) Tokens() []string {
	return slices.Sorted(maps.Keys(t.Resources))
}

// Input reports whether a program can set the property.
func (p *Property) Input() bool {
	return p.Required || p.Optional
}
