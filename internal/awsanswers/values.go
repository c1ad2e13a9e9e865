package awsanswers

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// reveal looks through secrets.
func reveal(v resource.PropertyValue) resource.PropertyValue {
	for v.IsSecret() {
		v = v.SecretValue().Element
	}
	return v
}

// textOf returns a property that is a text, "" when it is missing or unknown.
func textOf(properties resource.PropertyMap, name string) string {
	if value := reveal(properties[resource.PropertyKey(name)]); value.IsString() {
		return value.StringValue()
	}
	return ""
}

func isTrue(properties resource.PropertyMap, name string) bool {
	value := reveal(properties[resource.PropertyKey(name)])
	return value.IsBool() && value.BoolValue()
}

func (a *answer) text(property string) string { return textOf(a.outputs, property) }

func (a *answer) isTrue(property string) bool { return isTrue(a.outputs, property) }

// elements returns a list property of the outputs.
func (a *answer) elements(property string) []resource.PropertyValue {
	if value := reveal(a.outputs[resource.PropertyKey(property)]); value.IsArray() {
		return value.ArrayValue()
	}
	return nil
}

// has tells whether the program gave the property, or it was invented before.
func (a *answer) has(property string) bool {
	value, ok := a.outputs[resource.PropertyKey(property)]
	return ok && !value.IsNull()
}

// set gives a property its value unless it has one.
func (a *answer) set(property string, value any) {
	if !a.has(property) {
		a.outputs[resource.PropertyKey(property)] = resource.NewPropertyValue(value)
	}
}

// neighbour returns the outputs of the resource that a property names.
func (a *answer) neighbour(token, id string) resource.PropertyMap {
	if a.Neighbour == nil || id == "" {
		return nil
	}
	return a.Neighbour(token, id)
}

// arn names a resource of the account in the region. IAM, Route 53 and S3 have no regions there, the last two no account
// either.
func (a *answer) arn(service, path string) string {
	region, owner := a.Region, AccountID
	switch service {
	case "iam":
		region = ""
	case "s3", "route53":
		region, owner = "", ""
	}
	return a.partition.ARN(service, region, owner, path)
}

// expand fills a pattern of kinds: {id}, {hex:n}, {upper:n}, {uuid}, {property}, and {_property} or {,property}, left out with
// its separator when there is no such property.
func (a *answer) expand(pattern string) string {
	var text strings.Builder
	for pattern != "" {
		before, rest, found := strings.Cut(pattern, "{")
		text.WriteString(before)
		if !found {
			break
		}
		placeholder, after, _ := strings.Cut(rest, "}")
		text.WriteString(a.placeholder(placeholder))
		pattern = after
	}
	return text.String()
}

func (a *answer) placeholder(placeholder string) string {
	name, digits, _ := strings.Cut(placeholder, ":")
	length, _ := strconv.Atoi(digits)
	switch name {
	case "id":
		return a.id()
	case "hex":
		return a.Hex("id", length)
	case "upper":
		return a.upper("id", length)
	case "uuid":
		return a.UUID("id")
	}
	if separator := name[:1]; strings.ContainsAny(separator, ",_") {
		if value := a.text(name[1:]); value != "" {
			return separator + value
		}
		return ""
	}
	return a.text(name)
}

// address invents an IPv4 address: a public one in 198.18.0.0/15, which RFC 2544 keeps from the Internet, a private one
// in 10.0.0.0/8.
func (a *answer) address(property string) string {
	digest := a.digest(property)
	if strings.HasPrefix(property, "public") {
		return fmt.Sprintf("198.%d.%d.%d", 18+digest[0]%2, digest[1], 1+digest[2]%254)
	}
	return fmt.Sprintf("10.%d.%d.%d", digest[0], digest[1], 1+digest[2]%254)
}
