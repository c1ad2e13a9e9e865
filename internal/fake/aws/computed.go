package aws

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// computedStrings generate strings by the suffix of their property's name; the first match wins.
var computedStrings = []struct {
	suffix   string
	generate func(o *outputs, name string) string
}{
	{"arn", (*outputs).genericARN},
	{"Arn", (*outputs).genericARN},
	{"region", func(o *outputs, _ string) string { return o.region }},
	{"owner", account},
	{"ownerId", account},
	{"OwnerId", account},
	{"accountId", account},
	{"owningAccount", account},
	{"availabilityZone", firstZone},
	{"availabilityZoneName", firstZone},
	{"availabilityZoneId", func(o *outputs, _ string) string { return zoneID(o.region + "a") }},
	{"vpcId", ec2IDOf("vpc")},
	{"subnetId", ec2IDOf("subnet")},
	{"etworkInterfaceId", ec2IDOf("eni")},
	{"outeTableId", ec2IDOf("rtb")},
	{"ecurityGroupRuleId", ec2IDOf("sgr")},
	{"ecurityGroupId", ec2IDOf("sg")},
	{"NetworkAclId", ec2IDOf("acl")},
	{"dhcpOptionsId", ec2IDOf("dopt")},
	{"allocationId", ec2IDOf("eipalloc")},
	{"associationId", ec2IDOf("eipassoc")},
	{"keyPairId", ec2IDOf("key")},
	{"placementGroupId", ec2IDOf("pg")},
	{"prefixListId", ec2IDOf("pl")},
	{"zoneId", hostedZoneID},
	{"ZoneId", hostedZoneID},
	{"pAddress", (*outputs).address},
	{"Ip", (*outputs).address},
	{"Dns", dnsName},
	{"DnsName", dnsName},
	{"dnsName", dnsName},
	{"DomainName", dnsName},
	{"ipv6CidrBlock", func(o *outputs, property string) string { return "2600:1f16:" + o.Hex(property, 4) + "::/56" }},
	{"Date", func(*outputs, string) string { return created }},
	{"notBefore", func(*outputs, string) string { return created }},
	{"notAfter", func(*outputs, string) string { return "2026-02-01T00:00:00Z" }},
	{"Id", func(o *outputs, property string) string { return o.Hex(property, 17) }},
}

func account(*outputs, string) string { return AccountID }

func firstZone(o *outputs, _ string) string { return o.region + "a" }

func ec2IDOf(prefix string) func(*outputs, string) string {
	return func(o *outputs, property string) string { return ec2ID(o.IDSource, prefix, property) }
}

func hostedZoneID(o *outputs, property string) string {
	return "Z" + o.Upper(property, 13)
}

func dnsName(o *outputs, property string) string {
	return strings.ToLower(property) + "-" + o.Hex(property, 16) + "." + o.region + "." + o.partition.DNSSuffix
}

// generate returns a value for a computed string that has no rule of its type.
func (o *outputs) generate(name string) string {
	for _, known := range computedStrings {
		if strings.HasSuffix(name, known.suffix) {
			return known.generate(o, name)
		}
	}
	return name + "-" + o.Hex(name, 7)
}

// ec2ID returns an ID as EC2 forms them: the prefix, 0 and 16 hex digits.
func ec2ID(source fake.IDSource, prefix, purpose string) string {
	return prefix + "-0" + source.Hex(purpose, 16)
}

// genericARN takes the service from the token: sqs of aws:sqs/queue:Queue.
func (o *outputs) genericARN(property string) string {
	module, _, _ := strings.Cut(strings.TrimPrefix(o.Token, "aws:"), "/")
	return o.arn(module, strings.ToLower(property)+"/"+o.Hex(property, 17))
}
