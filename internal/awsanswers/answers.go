// Package awsanswers invents what AWS answers when a resource is made: ids, ARNs, names, addresses.
//
// The answers have the form of real ones and depend on nothing but the resource's URN, region and inputs, so that the
// same program gets the same answers again. They serve tests and the sandbox, where no AWS is.
package awsanswers

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// AccountID is the account that everything is in.
const AccountID = "123456789012"

// CreateDate is when everything was made.
const CreateDate = "2025-01-01T00:00:00Z"

// Outputs returns the id that AWS gives a new resource of the type, and its state: the inputs and every computed
// property that AWS fills. Secret inputs stay secret. Types that awsfacts does not know get an id and their inputs.
func Outputs(token, urn, region string, inputs resource.PropertyMap) (id string, outputs resource.PropertyMap) {
	a := answer{
		token: token, urn: urn, region: region,
		partition: partition.OfRegion(region),
		inputs:    inputs,
		outputs:   resource.PropertyMap{},
	}
	for key, value := range inputs {
		if !strings.HasPrefix(string(key), "__") {
			a.outputs[key] = value
		}
	}
	kind, known := kinds[token]
	if !known {
		kind = kindInfo{id: hexID("res")}
	}
	a.id = kind.id(&a)
	if kind.arn != nil {
		a.set("arn", kind.arn(&a))
		if kind.idIsARN {
			a.id = a.text("arn")
		}
	}
	if kind.fill != nil {
		kind.fill(&a)
	}
	a.fillRest()
	return a.id, a.outputs
}

// answer is one resource while its state is put together.
type answer struct {
	token, urn, region string
	partition          partition.Partition
	inputs, outputs    resource.PropertyMap
	id                 string
}

// hex returns as many hex digits as asked for, at most 64, different for each salt.
func (a *answer) hex(salt string, length int) string {
	sum := sha256.Sum256([]byte(a.urn + "\x00" + salt))
	return hex.EncodeToString(sum[:])[:length]
}

// number returns a number below the bound, different for each salt.
func (a *answer) number(salt string, below int) int {
	sum := sha256.Sum256([]byte(a.urn + "\x00" + salt))
	return (int(sum[0])<<16 | int(sum[1])<<8 | int(sum[2])) % below
}

// text returns a property that is a text, "" when it is missing or unknown.
func (a *answer) text(key string) string {
	value := a.outputs[resource.PropertyKey(key)]
	for value.IsSecret() {
		value = value.SecretValue().Element
	}
	if value.IsString() {
		return value.StringValue()
	}
	return ""
}

// has tells whether the user gave the property.
func (a *answer) has(key string) bool {
	value, ok := a.outputs[resource.PropertyKey(key)]
	return ok && !value.IsNull()
}

// set gives a property its value unless the user did.
func (a *answer) set(key string, value any) {
	if !a.has(key) {
		a.outputs[resource.PropertyKey(key)] = resource.NewPropertyValue(value)
	}
}

func (a *answer) arn(service, path string) string {
	return a.partition.ARN(service, a.region, AccountID, path)
}

// fillRest gives what no rule filled: the account for owners, the tags, and for other computed texts nothing, which is
// what AWS answers for most of them.
func (a *answer) fillRest() {
	schema, ok := awsfacts.Resource(a.token)
	if !ok {
		return
	}
	for name, property := range schema.Properties {
		if !property.Computed || a.has(name) {
			continue
		}
		switch {
		case name == "id":
			a.set(name, a.id)
		case name == "ownerId" || name == "owner":
			a.set(name, AccountID)
		case name == "createDate":
			a.set(name, CreateDate)
		case name == "tagsAll":
			if tags, given := a.outputs["tags"]; given {
				a.outputs["tagsAll"] = tags
			} else {
				a.set(name, map[string]any{})
			}
		case property.Optional:
			// What AWS would choose here depends on defaults that nobody reads back.
		default:
			a.set(name, zero(property.Type))
		}
	}
}

func zero(of awsfacts.Type) any {
	switch of {
	case awsfacts.Bool:
		return false
	case awsfacts.Int, awsfacts.Float:
		return 0.0
	case awsfacts.List, awsfacts.Set:
		return []any{}
	case awsfacts.Map:
		return map[string]any{}
	default:
		return ""
	}
}

// ipv4 invents a public address from the block that is reserved for documentation and benchmarks.
func (a *answer) ipv4(salt string) string {
	return fmt.Sprintf("198.%d.%d.%d", 18+a.number(salt, 2), a.number(salt+"b", 256), 1+a.number(salt+"c", 254))
}
