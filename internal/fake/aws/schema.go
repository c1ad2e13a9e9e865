package aws

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

//go:generate ../../../test/lab/lab schema schema.json
//go:generate env UPDATE_GOLDEN=1 go test -run TestDifferences .

//go:embed schema.json
var schemaJSON []byte

// missingJSON are resources that schema.json does not have, as the provider's source has them (terraform-provider-aws v5.82
// internal/service/elb/proxy_protocol_policy.go, internal/service/s3/bucket_object_lock_configuration.go and
// bucket_replication_configuration.go).
//
//go:embed missing.json
var missingJSON []byte

//go:embed differences.json
var differencesJSON []byte

// table is the schema of the SDK's release.
var table = sync.OnceValue(func() *schema.Table {
	t := extracted()
	var differences map[string]*Differences
	if err := json.Unmarshal(differencesJSON, &differences); err != nil {
		panic(fmt.Sprintf("the embedded differences.json is not valid: %v", err))
	}
	for token, difference := range differences {
		difference.apply(t.Resources[token].Properties)
	}
	return t
})

// extracted returns the schema of schema.json in Pulumi's view.
func extracted() *schema.Table {
	t, err := schema.Parse(schemaJSON)
	if err != nil {
		panic(fmt.Sprintf("the embedded schema.json is not valid: %v", err))
	}
	missing, err := schema.Parse(missingJSON)
	if err != nil {
		panic(fmt.Sprintf("the embedded missing.json is not valid: %v", err))
	}
	maps.Copy(t.Resources, missing.Resources)
	for token, resourceSchema := range t.Resources {
		applyPulumi(resourceTypes[token], resourceSchema)
	}
	return t
}

// Resources are the schemas of all resource types, which are shared: do not change them.
func Resources() map[string]*schema.Schema {
	return table().Resources
}

// Resource returns the schema of a resource type, such as aws:ec2/vpc:Vpc. Schemas are shared: do not change them.
func Resource(token string) (*schema.Schema, bool) {
	resourceSchema, ok := table().Resources[token]
	return resourceSchema, ok
}

// Tokens returns the resource types that the fake has a schema of, sorted.
func Tokens() []string {
	return table().Tokens()
}

// applyPulumi turns Terraform's view into Pulumi's (pulumi-aws v6 provider/resources.go): the id is not a property,
// tagsAll is an output only, and what Pulumi names is optional. It adds what the provider has in code.
func applyPulumi(kind resourceType, to *schema.Schema) {
	if kind.autoName != nil {
		to.AutoName = *kind.autoName
	}
	for _, name := range kind.replacedBy {
		to.Properties[name].ForceNew = true
	}
	to.ConditionalReplacements = kind.replacements
	delete(to.Properties, "id")
	if tagsAll, ok := to.Properties["tagsAll"]; ok {
		tagsAll.Optional = false
	}
	if name := to.AutoName.Property; name != "" {
		to.Properties[name].Required = false
		to.Properties[name].Optional = true
	}
}
