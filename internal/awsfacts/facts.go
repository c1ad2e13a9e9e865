// Package awsfacts knows the AWS resources and functions that OpenShift on AWS is made of, as the provider sees them:
// which properties there are, their types, which are required, computed or exclude one another, and which changes
// replace a resource.
//
// facts.json was extracted from the schemas of the Terraform AWS provider 5.82, the one below pulumi-aws v6, and is
// keyed by Pulumi's tokens and property names. What those schemas do not tell (plugin-framework resources do not
// answer whether a change replaces, Pulumi names resources by itself) is added in supplement.go, each with its source.
//
// A schema checks inputs as the provider's Check would, and tells an update from a replacement as its Diff would:
//
//	schema, ok := awsfacts.Resource("aws:lb/loadBalancer:LoadBalancer")
//	problems := schema.Check(inputs)          // subnet: is not a property; did you mean subnets?
//	changed, replaces := schema.Diff(olds, inputs)
package awsfacts

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
)

//go:embed facts.json
var factsJSON []byte

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

// Schema describes one resource or function.
type Schema struct {
	// Token is Pulumi's name, such as aws:lb/loadBalancer:LoadBalancer.
	Token string `json:"-"`
	// Terraform is the provider's name, such as aws_lb.
	Terraform string `json:"tf"`
	// Properties are keyed by Pulumi's property names.
	Properties map[string]*Property `json:"props"`
}

// Property describes one property of a resource, a function or a nested object.
type Property struct {
	// Terraform is the provider's name, such as security_groups.
	Terraform string `json:"tf"`
	// Type is the type in Terraform's schema. See Object for how Pulumi shows a list.
	Type Type `json:"type"`
	// Object tells that Pulumi shows the only element of a list instead of the list.
	Object bool `json:"object"`
	// Required properties must be given, Optional ones may be, Computed ones are known after creation.
	Required bool `json:"required"`
	Optional bool `json:"optional"`
	Computed bool `json:"computed"`
	// ForceNew tells that a change replaces the resource.
	ForceNew bool `json:"forceNew"`
	// ConflictsWith names properties that exclude this one, by Terraform's names, nested ones as in a.0.b.
	ConflictsWith []string `json:"conflictsWith"`
	// ExactlyOneOf names a group of which one property must be given, by Terraform's names, this one included.
	ExactlyOneOf []string `json:"exactlyOneOf"`
	// Elem holds the properties of nested objects; nil for scalars and collections of scalars.
	Elem map[string]*Property `json:"elem"`
}

type table struct {
	Functions map[string]*Schema `json:"functions"`
	Resources map[string]*Schema `json:"resources"`
}

var facts = sync.OnceValue(func() *table {
	var t table
	if err := json.Unmarshal(factsJSON, &t); err != nil {
		panic(fmt.Sprintf("the embedded facts.json is damaged: %v", err))
	}
	for _, schemas := range []map[string]*Schema{t.Functions, t.Resources} {
		for token, schema := range schemas {
			schema.Token = token
		}
	}
	supplement(&t)
	return &t
})

// Parse reads the resources of another provider, written as facts.json is.
func Parse(facts []byte) (map[string]*Schema, error) {
	var t table
	err := json.Unmarshal(facts, &t)
	for token, schema := range t.Resources {
		schema.Token = token
	}
	return t.Resources, err
}

// Resource returns the schema of a resource type, such as aws:ec2/vpc:Vpc. Schemas are shared: do not change them.
func Resource(token string) (*Schema, bool) {
	schema, ok := facts().Resources[token]
	return schema, ok
}

// Function returns the schema of an invoke, such as aws:index/getRegion:getRegion.
func Function(token string) (*Schema, bool) {
	schema, ok := facts().Functions[token]
	return schema, ok
}

// Tokens returns the known resource types, sorted.
func Tokens() []string {
	return slices.Sorted(maps.Keys(facts().Resources))
}

// Input tells whether the property can be given.
func (p *Property) Input() bool {
	return p.Required || p.Optional
}
