package rhcs

import (
	"reflect"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// Properties are the properties of a resource, plain values with Pulumi Inputs at any depth.
type Properties map[string]any

// ElementType implements pulumi.Input, so that Properties can be the properties of a resource.
func (Properties) ElementType() reflect.Type { return reflect.TypeFor[map[string]any]() }

// Inputs returns the properties that the tags of args name: `rhcs:"replicas"`. Fields whose properties have another name in the resource
// of one product, or exist in that only, have a tag of that product: HCP or Classic. See argument.Fields.
func Inputs(args any, product ...string) Properties {
	return argument.Fields(args, append(product, "rhcs")...)
}

// The tags of products.
const (
	HCP     = "hcp"
	Classic = "classic"
)
