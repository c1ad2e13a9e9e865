package aws

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

func (o *outputs) text(name string) string { return property.Text(o.properties, name) }

func (o *outputs) isTrue(name string) bool { return property.IsTrue(o.properties, name) }

// elements returns a list property of the outputs.
func (o *outputs) elements(name string) []resource.PropertyValue {
	return property.List(o.properties, name)
}

// has reports whether the program or an earlier rule set the property.
func (o *outputs) has(name string) bool {
	value, ok := o.properties[resource.PropertyKey(name)]
	return ok && !value.IsNull()
}

// set sets a property that has no value.
func (o *outputs) set(name string, value any) {
	if !o.has(name) {
		o.properties[resource.PropertyKey(name)] = resource.NewPropertyValue(value)
	}
}

// lookup returns the outputs of another resource, nil if there is none.
func (o *outputs) lookup(token, id string) resource.PropertyMap {
	if o.Lookup == nil || id == "" {
		return nil
	}
	return o.Lookup(token, id)
}

// arn returns the ARN of a resource of the account in the region. ARNs of IAM, Route 53 and S3 have no region, those of
// the last two no account either.
func (o *outputs) arn(service, path string) string {
	region, owner := o.region, AccountID
	switch service {
	case "iam", "cloudfront":
		region = ""
	case "s3", "route53":
		region, owner = "", ""
	}
	return o.partition.ARN(service, region, owner, path)
}

// expand fills a pattern of resourceTypes or computedStrings for a property: {id}, {hex:n}, {upper:n}, {uuid}, {name of another property},
// and {_name} or {,name}, which is omitted with its separator if that property is not set.
func (o *outputs) expand(pattern, property string) string {
	var text strings.Builder
	for pattern != "" {
		before, rest, found := strings.Cut(pattern, "{")
		text.WriteString(before)
		if !found {
			break
		}
		placeholder, after, _ := strings.Cut(rest, "}")
		text.WriteString(o.placeholder(placeholder, property))
		pattern = after
	}
	return text.String()
}

func (o *outputs) placeholder(placeholder, property string) string {
	name, digits, _ := strings.Cut(placeholder, ":")
	length, _ := strconv.Atoi(digits)
	switch name {
	case "id":
		return o.ID
	case "hex":
		return o.Hex(property, length)
	case "upper":
		return o.Upper(property, length)
	case "uuid":
		return o.UUID(property)
	case "property":
		return strings.ToLower(property)
	case "region":
		return o.region
	case "dnsSuffix":
		return o.partition.DNSSuffix
	case "firstZoneId":
		return zoneID(o.region + "a")
	case "address":
		return o.address(property)
	}
	if separator := name[:1]; strings.ContainsAny(separator, ",_") {
		if value := o.text(name[1:]); value != "" {
			return separator + value
		}
		return ""
	}
	return o.text(name)
}

// address returns an IPv4 address: a public one in 198.18.0.0/15, which RFC 2544 reserves for benchmarks, a private one
// in 10.0.0.0/8.
func (o *outputs) address(name string) string {
	digest := o.Digest(name)
	if strings.HasPrefix(name, "public") {
		return fmt.Sprintf("198.%d.%d.%d", 18+digest[0]%2, digest[1], 1+digest[2]%254)
	}
	return fmt.Sprintf("10.%d.%d.%d", digest[0], digest[1], 1+digest[2]%254)
}
