package rhcs

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// schemaJSON is the schema that Pulumi's plugin terraform-provider returns for the RHCS Terraform provider 1.7.7. Nothing
// in it replaces a resource: the provider rejects a change of an immutable property when it is applied.
//
//go:embed schema.json
var schemaJSON []byte

var table = sync.OnceValue(func() *schema.Table {
	t, err := schema.Parse(schemaJSON)
	if err != nil {
		panic(fmt.Sprintf("the embedded schema.json is not valid: %v", err))
	}
	return t
})

// Resource returns the schema of a resource type, such as rhcs:index/clusterRosaHcp:ClusterRosaHcp. Schemas are shared: do
// not change them.
func Resource(token string) (*schema.Schema, bool) {
	resourceSchema, ok := table().Resources[token]
	return resourceSchema, ok
}

// Tokens returns the resource types, sorted.
func Tokens() []string {
	return table().Tokens()
}
