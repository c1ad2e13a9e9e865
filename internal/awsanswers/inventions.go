package awsanswers

import (
	"strings"
)

// inventions are computed strings by the end of their property's name, in order; the first match wins.
var inventions = []struct {
	suffix string
	invent func(a *answer, property string) string
}{
	{"arn", (*answer).genericARN},
	{"Arn", (*answer).genericARN},
	{"region", func(a *answer, _ string) string { return a.Region }},
	{"owner", account},
	{"ownerId", account},
	{"OwnerId", account},
	{"accountId", account},
	{"owningAccount", account},
	{"availabilityZone", firstZone},
	{"availabilityZoneName", firstZone},
	{"availabilityZoneId", func(a *answer, _ string) string { return zoneID(a.Region + "a") }},
	{"vpcId", ec2Invention("vpc")},
	{"subnetId", ec2Invention("subnet")},
	{"etworkInterfaceId", ec2Invention("eni")},
	{"outeTableId", ec2Invention("rtb")},
	{"ecurityGroupRuleId", ec2Invention("sgr")},
	{"ecurityGroupId", ec2Invention("sg")},
	{"NetworkAclId", ec2Invention("acl")},
	{"dhcpOptionsId", ec2Invention("dopt")},
	{"allocationId", ec2Invention("eipalloc")},
	{"associationId", ec2Invention("eipassoc")},
	{"keyPairId", ec2Invention("key")},
	{"placementGroupId", ec2Invention("pg")},
	{"prefixListId", ec2Invention("pl")},
	{"zoneId", zoneInvention},
	{"ZoneId", zoneInvention},
	{"pAddress", (*answer).address},
	{"Ip", (*answer).address},
	{"Dns", dnsInvention},
	{"DnsName", dnsInvention},
	{"dnsName", dnsInvention},
	{"DomainName", dnsInvention},
	{"ipv6CidrBlock", func(a *answer, property string) string { return "2600:1f16:" + a.Hex(property, 4) + "::/56" }},
	{"Date", func(*answer, string) string { return created }},
	{"notBefore", func(*answer, string) string { return created }},
	{"notAfter", func(*answer, string) string { return "2026-02-01T00:00:00Z" }},
	{"Id", func(a *answer, property string) string { return a.Hex(property, 17) }},
}

func account(*answer, string) string { return AccountID }

func firstZone(a *answer, _ string) string { return a.Region + "a" }

func ec2Invention(prefix string) func(*answer, string) string {
	return func(a *answer, property string) string { return a.ec2ID(prefix, property) }
}

func zoneInvention(a *answer, property string) string {
	return "Z" + a.upper(property, 13)
}

func dnsInvention(a *answer, property string) string {
	return strings.ToLower(property) + "-" + a.Hex(property, 16) + "." + a.Region + "." + a.partition.DNSSuffix
}

func (a *answer) invent(property string) string {
	for _, known := range inventions {
		if strings.HasSuffix(property, known.suffix) {
			return known.invent(a, property)
		}
	}
	return property + "-" + a.Hex(property, 7)
}

// genericARN has the service from the token: aws:sqs/queue:Queue is SQS's.
func (a *answer) genericARN(property string) string {
	module, _, _ := strings.Cut(strings.TrimPrefix(a.Token, "aws:"), "/")
	return a.arn(module, strings.ToLower(property)+"/"+a.Hex(property, 17))
}
