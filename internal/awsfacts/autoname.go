package awsfacts

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// autoname tells how Pulumi names a resource that the user left unnamed.
type autoname struct {
	property  string
	maxLength int
	prefix    string
	// bare names are the resource's Pulumi name without a random suffix.
	bare bool
}

// autonames are the exceptions to the rule that a property called name is filled with up to 255 characters
// (pulumi-aws v6 provider/resources.go: SetAutonaming(255, "-") and the AutoName fields of single resources).
var autonames = map[string]autoname{
	"aws:ec2/keyPair:KeyPair":              {property: "keyName", maxLength: 255},
	"aws:elb/loadBalancer:LoadBalancer":    {property: "name", maxLength: 32},
	"aws:iam/role:Role":                    {property: "name", maxLength: 64},
	"aws:kms/alias:Alias":                  {property: "name", maxLength: 256, prefix: "alias/"},
	"aws:lb/loadBalancer:LoadBalancer":     {property: "name", maxLength: 32},
	"aws:lb/targetGroup:TargetGroup":       {property: "name", maxLength: 32},
	"aws:route53/record:Record":            {},
	"aws:s3/bucketObjectv2:BucketObjectv2": {property: "key", bare: true},
	"aws:s3/bucketV2:BucketV2":             {property: "bucket", maxLength: 63},
	"aws:sqs/queue:Queue":                  {property: "name", maxLength: 80},
}

func autonameOf(schema *Schema) autoname {
	if named, ok := autonames[schema.Token]; ok {
		return named
	}
	if name, ok := schema.Properties["name"]; ok && name.Type == String && name.Input() {
		return autoname{property: "name", maxLength: 255}
	}
	return autoname{}
}

// DefaultName returns the property that Pulumi fills when the inputs leave the resource unnamed, and its value:
// base, the resource's Pulumi name, then a dash and the suffix (seven random hex digits in real life). The property
// is "" when nothing is to be filled: the inputs have a name or a prefix, or such resources have no name. It
// fails as Pulumi does when the name is longer than AWS allows.
func (s *Schema) DefaultName(inputs resource.PropertyMap, base, suffix string) (property, name string, err error) {
	named := autonameOf(s)
	if named.property == "" || s.given(named.property, inputs) {
		return "", "", nil
	}
	for _, other := range s.Properties[named.property].ConflictsWith {
		if _, present := s.resolve(other, inputs); present {
			return "", "", nil
		}
	}
	if named.bare {
		return named.property, base, nil
	}
	name = named.prefix + base + "-" + suffix
	if named.property == "bucket" {
		name = strings.ToLower(name)
	}
	if len(name) > named.maxLength {
		return "", "", fmt.Errorf("%s: Pulumi would name this resource %s, %d characters; AWS allows %d: "+
			"choose a shorter resource name or set %s", named.property, name, len(name), named.maxLength, named.property)
	}
	return named.property, name, nil
}

func (s *Schema) given(name string, inputs resource.PropertyMap) bool {
	return given(s.Properties[name], inputs[resource.PropertyKey(name)])
}
