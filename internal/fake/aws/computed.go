package aws

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// computedStrings are patterns of computed strings that have no rule of their type, by the suffix of the property's name. The first match
// wins. {property} is the name in lower case.
var computedStrings = [][2]string{
	{"region", "{region}"},
	{"owner", AccountID},
	{"ownerId", AccountID},
	{"OwnerId", AccountID},
	{"accountId", AccountID},
	{"owningAccount", AccountID},
	{"availabilityZone", "{region}a"},
	{"availabilityZoneName", "{region}a"},
	{"availabilityZoneId", "{firstZoneId}"},
	{"vpcId", "vpc-0{hex:16}"},
	{"subnetId", "subnet-0{hex:16}"},
	{"etworkInterfaceId", "eni-0{hex:16}"},
	{"outeTableId", "rtb-0{hex:16}"},
	{"ecurityGroupRuleId", "sgr-0{hex:16}"},
	{"ecurityGroupId", "sg-0{hex:16}"},
	{"NetworkAclId", "acl-0{hex:16}"},
	{"dhcpOptionsId", "dopt-0{hex:16}"},
	{"allocationId", "eipalloc-0{hex:16}"},
	{"associationId", "eipassoc-0{hex:16}"},
	{"keyPairId", "key-0{hex:16}"},
	{"placementGroupId", "pg-0{hex:16}"},
	{"prefixListId", "pl-0{hex:16}"},
	{"zoneId", "Z{upper:13}"},
	{"ZoneId", "Z{upper:13}"},
	{"pAddress", "{address}"},
	{"Ip", "{address}"},
	{"Dns", "{property}-{hex:16}.{region}.{dnsSuffix}"},
	{"DnsName", "{property}-{hex:16}.{region}.{dnsSuffix}"},
	{"dnsName", "{property}-{hex:16}.{region}.{dnsSuffix}"},
	{"DomainName", "{property}-{hex:16}.{region}.{dnsSuffix}"},
	{"ipv6CidrBlock", "2600:1f16:{hex:4}::/56"},
	{"Date", created},
	{"notBefore", created},
	{"notAfter", "2026-02-01T00:00:00Z"},
	{"Id", "{hex:17}"},
}

// generate returns a value for a computed string that has no rule of its type. An ARN takes the service from the token: sqs of
// aws:sqs/queue:Queue.
func (o *outputs) generate(name string) string {
	if strings.HasSuffix(name, "arn") || strings.HasSuffix(name, "Arn") {
		module, _, _ := strings.Cut(strings.TrimPrefix(o.Token, "aws:"), "/")
		return o.arn(module, o.expand("{property}/{hex:17}", name))
	}
	for _, known := range computedStrings {
		if strings.HasSuffix(name, known[0]) {
			return o.expand(known[1], name)
		}
	}
	return name + "-" + o.Hex(name, 7)
}

// ec2ID returns an ID as EC2 forms them: the prefix, 0 and 16 hex digits.
func ec2ID(source fake.IDSource, prefix, purpose string) string {
	return prefix + "-0" + source.Hex(purpose, 16)
}
