package aws

import (
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// resourceType has the knowledge of a resource type beside its schema: IDs of terraform-provider-aws, ARNs of AWS's Service
// Authorization Reference, and the errors of the services' API references. Everything is optional. Patterns have the placeholders of
// expand.
type resourceType struct {
	// id is the pattern of the provider's ID, idAlso a property that repeats the ID.
	id, idAlso string
	// service and arn are parts of the ARN; without arn, the type has no ARN.
	service, arn string
	// before sets outputs that id and arn need, after sets those that need the ID.
	before, after func(o *outputs)
	// empty are the computed strings that AWS leaves empty unless before or after set them.
	empty []string

	// autoName is how Pulumi names the resource, if not by up to 255 characters in the property name (pulumi-aws v6 provider/resources.go:
	// SetAutonaming(255, "-") and the AutoName fields of single resources).
	autoName *schema.AutoName
	// nameWithin is the property of the resource in which a name exists once, idWithin that in which an ID does.
	nameWithin, idWithin string
	// sharedName is set if names are not unique.
	sharedName bool
	// overwrites is set if AWS has one for what it belongs to: creating one writes it again.
	overwrites bool
	// registers is set if it registers something with something else: an equal registration is the same one.
	registers bool

	// texts are the rules of known texts, by property.
	texts map[string]textRule
	// rejectInputs reports what else the provider or AWS rejects in the inputs.
	rejectInputs func(p *check.Problems, inputs resource.PropertyMap)
	// volumeSize is where the size of a volume is, which cannot become smaller.
	volumeSize resource.PropertyPath

	// replacedBy are properties whose change replaces the resource although Terraform's schema does not say so, because resources on
	// Terraform's plugin framework have that in code. replacements returns those that replace it depending on other properties.
	replacedBy   []string
	replacements func(olds, news resource.PropertyMap) []string

	// users lists the users that prevent the deletion.
	users []users
	// lock is a property that prevents the deletion if it is true, with AWS's error.
	lock [2]string

	// rejectCreation, rejectUpdate and rejectDeletion return AWS's error because of other resources. The first one also applies in unit tests.
	rejectCreation func(records fake.Records, created fake.Record) error
	rejectUpdate   func(records fake.Records, old fake.Record, inputs resource.PropertyMap) error
	rejectDeletion func(records fake.Records, deleted fake.Record) error
}

// resourceTypes has the types of all services, by their tokens.
var resourceTypes = merged(
	autoscalingTypes, instanceTypes, loadBalancerTypes, iamTypes, kmsTypes, networkTypes, otherTypes, route53Types, s3Types, securityGroupTypes,
)

// types are resource types by module and name: s3/BucketPolicy is aws:s3/bucketPolicy:BucketPolicy.
type types map[string]resourceType

func merged(services ...types) map[string]resourceType {
	all := map[string]resourceType{}
	for _, service := range services {
		for name, known := range service {
			all[token(name)] = known
		}
	}
	return all
}

// token returns the token of a type by its module and name.
func token(name string) string {
	module, kind, _ := strings.Cut(name, "/")
	return "aws:" + module + "/" + strings.ToLower(kind[:1]) + kind[1:] + ":" + kind
}

// registered returns the registration that a new one would repeat.
func registered(records fake.Records, created fake.Record) (same fake.Record, exists bool) {
	if !resourceTypes[created.Token].registers {
		return fake.Record{}, false
	}
	for _, record := range records {
		if record.Token == created.Token && reflect.DeepEqual(record.Outputs, created.Outputs) {
			return record, true
		}
	}
	return fake.Record{}, false
}
