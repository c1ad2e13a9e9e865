package mocks

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
)

// account is the AWS account that everything is made in, the one of AWS's own examples.
const account = "123456789012"

// place is where a provider makes resources.
type place struct {
	region    string
	partition partition.Partition
}

// place looks up the region of an explicit provider; the default provider has the Recorder's.
func (r *Recorder) place(provider string) place {
	region := r.region
	if own, ok := r.resources[provider].Inputs["region"].(string); ok {
		region = own
	}
	return place{region: region, partition: partition.OfRegion(region)}
}

// answer is the making of one resource's id and outputs.
type answer struct {
	recorder         *Recorder
	urn, token, name string
	place
	outputs resource.PropertyMap
}

// fill invents what the provider adds to the inputs, and returns the id: the one given, of a resource that is read, or
// an invented one.
func (a *answer) fill(id string) string {
	schema, known := awsfacts.Resource(a.token)
	switch {
	case known:
		id = a.fillAWS(schema, id)
	case isKubernetesObject(a.token):
		id = a.fillKubernetes(id)
	case strings.HasPrefix(a.token, "rhcs:"):
		id = a.fillRHCS(id)
	case strings.HasPrefix(a.token, "pulumi:providers:") && id == "":
		id = a.uuid("id")
	case id == "":
		id = a.name + "-" + a.hex("id", 7)
	}
	return id
}

// defaultName names the resource as Pulumi does when the program does not.
func (a *answer) defaultName() error {
	schema, known := awsfacts.Resource(a.token)
	if !known {
		schema, known = rhcsfacts.Resource(a.token)
	}
	if !known {
		return nil
	}
	property, name, err := schema.DefaultName(a.outputs, a.name, a.hex("name", 7))
	if err == nil && property != "" {
		a.set(property, name)
	}
	return err
}

// digest is what everything invented derives from: the same in every run, and different for every resource and purpose.
func (a *answer) digest(purpose string) [sha256.Size]byte {
	return sha256.Sum256([]byte(a.urn + "\n" + purpose))
}

func (a *answer) hex(purpose string, length int) string {
	digest := a.digest(purpose)
	return hex.EncodeToString(digest[:])[:length]
}

// upper returns capital letters and digits, as in the ids of Route 53 and IAM.
func (a *answer) upper(purpose string, length int) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	digest := a.digest(purpose)
	text := make([]byte, length)
	for i := range text {
		text[i] = alphabet[digest[i]%byte(len(alphabet))]
	}
	return string(text)
}

// ec2ID returns an id as EC2 makes them: the prefix, 0 and 16 hex digits.
func (a *answer) ec2ID(prefix, purpose string) string {
	return prefix + "-0" + a.hex(purpose, 16)
}

func (a *answer) uuid(purpose string) string {
	h := a.hex(purpose, 32)
	return fmt.Sprintf("%s-%s-4%s-a%s-%s", h[:8], h[8:12], h[13:16], h[17:20], h[20:])
}

// arn names a resource of the account in the region. IAM, Route 53 and S3 have no regions there, S3 no account either.
func (a *answer) arn(service, path string) string {
	region, owner := a.region, account
	switch service {
	case "iam":
		region = ""
	case "s3", "route53":
		region, owner = "", ""
	}
	return a.partition.ARN(service, region, owner, path)
}

// text returns a string property of the outputs, "" when there is none.
func (a *answer) text(property string) string {
	value := reveal(a.outputs[resource.PropertyKey(property)])
	if value.IsString() {
		return value.StringValue()
	}
	return ""
}

// set adds an output, unless the program gave it or it was invented before.
func (a *answer) set(property string, value any) {
	key := resource.PropertyKey(property)
	if given, ok := a.outputs[key]; !ok || given.IsNull() {
		a.outputs[key] = resource.NewPropertyValue(value)
	}
}

// lookup returns a resource of this run by its id, such as the subnet of an instance.
func (a *answer) lookup(id string) Resource {
	return a.recorder.resources[a.recorder.byID[id]]
}

// fillKubernetes adds what the API server writes into metadata. Pulumi's ids of objects are namespace/name.
func (a *answer) fillKubernetes(id string) string {
	metadata := resource.PropertyMap{}
	if given := reveal(a.outputs["metadata"]); given.IsObject() {
		metadata = given.ObjectValue().Copy()
	}
	for key, value := range map[string]any{
		"uid": a.uuid("uid"), "resourceVersion": "1", "generation": 1.0, "creationTimestamp": created,
	} {
		if _, given := metadata[resource.PropertyKey(key)]; !given {
			metadata[resource.PropertyKey(key)] = resource.NewPropertyValue(value)
		}
	}
	a.outputs["metadata"] = resource.NewProperty(metadata)
	if id != "" {
		return id
	}
	id = a.name
	if name := reveal(metadata["name"]); name.IsString() {
		id = name.StringValue()
	}
	if namespace := reveal(metadata["namespace"]); namespace.IsString() {
		id = namespace.StringValue() + "/" + id
	}
	return id
}
