package mocks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

// created is when everything was made.
const created = "2025-01-01T00:00:00Z"

// fillAWS invents the id, the ARN, what is particular to the type, and then every string that AWS computes, so that
// no assertion about wiring compares "" with "".
func (a *answer) fillAWS(schema *awsfacts.Schema, id string) string {
	kind := kinds[a.token]
	if kind.before != nil {
		kind.before(a)
	}
	read := id
	if kind.arn != "" && !strings.Contains(kind.arn, "{id}") {
		a.set("arn", a.arn(kind.service, a.expand(kind.arn, "")))
	}
	if id = a.expand(kind.id, ""); read != "" {
		id = read
	}
	if id == "" {
		id = a.name + "-" + a.hex("id", 17)
	}
	if kind.arn != "" {
		a.set("arn", a.arn(kind.service, a.expand(kind.arn, id)))
	}
	if kind.idAlso != "" {
		a.set(kind.idAlso, id)
	}
	if tags, ok := a.outputs["tags"]; ok && schema.Properties["tagsAll"] != nil {
		a.outputs["tagsAll"] = tags
	}
	if kind.after != nil {
		kind.after(a, id)
	}
	for _, property := range slices.Sorted(maps.Keys(schema.Properties)) {
		if p := schema.Properties[property]; p.Computed && p.Type == awsfacts.String {
			a.set(property, a.invent(property))
		}
	}
	return id
}

// expand fills a pattern of kinds: {id}, {hex}, {uuid}, {ec2:prefix}, {upper:prefix} and {property}.
func (a *answer) expand(pattern, id string) string {
	var text strings.Builder
	for pattern != "" {
		before, rest, found := strings.Cut(pattern, "{")
		text.WriteString(before)
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		text.WriteString(a.placeholder(name, id))
		pattern = after
	}
	return text.String()
}

func (a *answer) placeholder(name, id string) string {
	kind, prefix, _ := strings.Cut(name, ":")
	switch kind {
	case "id":
		return id
	case "hex":
		return a.hex("id", 16)
	case "uuid":
		return a.uuid("id")
	case "ec2":
		return a.ec2ID(prefix, "id")
	case "upper":
		return prefix + a.upper("id", 17)
	}
	return a.text(name)
}

// inventions are computed strings by the end of their property's name, in order; the first match wins.
var inventions = []struct {
	suffix string
	invent func(a *answer, property string) string
}{
	{"arn", func(a *answer, property string) string { return a.genericARN(property) }},
	{"Arn", func(a *answer, property string) string { return a.genericARN(property) }},
	{"region", func(a *answer, _ string) string { return a.region }},
	{"ownerId", func(*answer, string) string { return account }},
	{"accountId", func(*answer, string) string { return account }},
	{"availabilityZone", func(a *answer, _ string) string { return a.region + "a" }},
	{"availabilityZoneId", func(a *answer, _ string) string { return zoneID(a.region + "a") }},
	{"vpcId", ec2Invention("vpc")},
	{"subnetId", ec2Invention("subnet")},
	{"etworkInterfaceId", ec2Invention("eni")},
	{"outeTableId", ec2Invention("rtb")},
	{"SecurityGroupId", ec2Invention("sg")},
	{"NetworkAclId", ec2Invention("acl")},
	{"dhcpOptionsId", ec2Invention("dopt")},
	{"allocationId", ec2Invention("eipalloc")},
	{"associationId", ec2Invention("eipassoc")},
	{"prefixListId", ec2Invention("pl")},
	{"zoneId", zoneInvention},
	{"ZoneId", zoneInvention},
	{"uniqueId", func(a *answer, property string) string { return "A" + a.upper(property, 20) }},
	{"Ip", func(a *answer, property string) string { return a.address(property) }},
	{"Dns", dnsInvention},
	{"dnsName", dnsInvention},
	{"DomainName", dnsInvention},
	{"ipv6CidrBlock", func(a *answer, property string) string { return "2600:1f16:" + a.hex(property, 4) + "::/56" }},
	{"Date", func(*answer, string) string { return created }},
	{"Id", func(a *answer, property string) string { return a.hex(property, 17) }},
}

func ec2Invention(prefix string) func(*answer, string) string {
	return func(a *answer, property string) string { return a.ec2ID(prefix, property) }
}

func zoneInvention(a *answer, property string) string {
	return "Z" + a.upper(property, 13)
}

func dnsInvention(a *answer, property string) string {
	return strings.ToLower(property) + "-" + a.hex(property, 16) + "." + a.region + "." + a.partition.DNSSuffix
}

func (a *answer) invent(property string) string {
	for _, known := range inventions {
		if strings.HasSuffix(property, known.suffix) {
			return known.invent(a, property)
		}
	}
	return property + "-" + a.hex(property, 7)
}

// genericARN has the service from the token: aws:sqs/queue:Queue is SQS's.
func (a *answer) genericARN(property string) string {
	module, _, _ := strings.Cut(strings.TrimPrefix(a.token, "aws:"), "/")
	return a.arn(module, strings.ToLower(property)+"/"+a.hex(property, 17))
}

func (a *answer) address(property string) string {
	digest := a.digest(property)
	first := 10
	if strings.HasPrefix(property, "public") {
		first = 52
	}
	return fmt.Sprintf("%d.%d.%d.%d", first, digest[0], digest[1], 1+digest[2]%254)
}

// list returns a list property of the outputs, its strings only.
func (a *answer) list(property string) []string {
	value := reveal(a.outputs[resource.PropertyKey(property)])
	var list []string
	if value.IsArray() {
		for _, element := range value.ArrayValue() {
			if element = reveal(element); element.IsString() {
				list = append(list, element.StringValue())
			}
		}
	}
	return list
}
