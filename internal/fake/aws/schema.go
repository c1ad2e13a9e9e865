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
	maps.Copy(t.Resources, missingResources())
	for token, resourceSchema := range t.Resources {
		applyPulumi(token, resourceSchema)
	}
	for token, names := range replacedBy {
		for _, name := range names {
			t.Resources[token].Properties[name].ForceNew = true
		}
	}
	t.Resources[loadBalancerType].ConditionalReplacements = loadBalancerReplacements
	t.Resources[instanceType].ConditionalReplacements = instanceReplacements
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

// replacedBy are properties whose change replaces the resource although Terraform's schema does not say so, because
// their resources are built on Terraform's plugin framework, where that is code (terraform-provider-aws v5.82
// internal/service/ec2/vpc_security_group_ingress_rule.go: RequiresReplace on security_group_id).
var replacedBy = map[string][]string{
	"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": {"securityGroupId"},
	"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule":   {"securityGroupId"},
}

// autoNames are the exceptions to the rule that a property called name receives up to 255 characters
// (pulumi-aws v6 provider/resources.go: SetAutonaming(255, "-") and the AutoName fields of single resources).
var autoNames = map[string]schema.AutoName{
	"aws:ec2/keyPair:KeyPair":              {Property: "keyName", MaxLength: 255},
	"aws:elb/loadBalancer:LoadBalancer":    {Property: "name", MaxLength: 32},
	"aws:iam/role:Role":                    {Property: "name", MaxLength: 64},
	"aws:kms/alias:Alias":                  {Property: "name", MaxLength: 256, Prefix: "alias/"},
	"aws:lb/loadBalancer:LoadBalancer":     {Property: "name", MaxLength: 32},
	"aws:lb/targetGroup:TargetGroup":       {Property: "name", MaxLength: 32},
	"aws:route53/record:Record":            {},
	"aws:s3/bucketObjectv2:BucketObjectv2": {Property: "key", Bare: true},
	bucketType:                             {Property: "bucket", MaxLength: 63, LowerCase: true},
	"aws:sqs/queue:Queue":                  {Property: "name", MaxLength: 80},
}

// applyPulumi turns Terraform's view into Pulumi's (pulumi-aws v6 provider/resources.go): the id is not a property,
// tagsAll is an output only, and what Pulumi names is optional.
func applyPulumi(token string, to *schema.Schema) {
	if named, ok := autoNames[token]; ok {
		to.AutoName = named
	}
	delete(to.Properties, "id")
	if tagsAll, ok := to.Properties["tagsAll"]; ok {
		tagsAll.Optional = false
	}
	if name := to.AutoName.Property; name != "" {
		to.Properties[name].Required = false
		to.Properties[name].Optional = true
	}
}
