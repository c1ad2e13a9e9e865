package aws

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

var kmsTypes = types{
	"kms/Alias": {
		id: "{name}", service: "kms", arn: "{name}", after: alias,
		autoName: &schema.AutoName{Property: "name", MaxLength: 256, Prefix: "alias/"},
	},
	"kms/Grant": {sharedName: true},
	"kms/Key": {
		id: "{uuid}", idAlso: "keyId", service: "kms", arn: "key/{id}",
		after: func(o *outputs) { o.set("keyUsage", "ENCRYPT_DECRYPT") },
		texts: map[string]textRule{"policy": policyDocument},
	},
	"kms/KeyPolicy": {id: "{keyId}", overwrites: true},
}

func alias(o *outputs) {
	target := o.text("targetKeyId")
	if !strings.HasPrefix(target, "arn:") {
		target = o.arn("kms", "key/"+target)
	}
	o.set("targetKeyArn", target)
}
