package awsanswers

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// Function answers a function that programs for OpenShift on AWS call, such as aws:index/getRegion:getRegion, from plain
// inputs with plain outputs. It is false for functions that it does not know.
func Function(token, region string, inputs map[string]any) (outputs map[string]any, known bool) {
	p := place{region, partition.OfRegion(region)}
	answer, known := map[string]func(map[string]any) map[string]any{
		"aws:ec2/getVpcEndpoint:getVpcEndpoint":               p.hostedEndpoint,
		"aws:index/getAvailabilityZones:getAvailabilityZones": p.availabilityZones,
		"aws:index/getCallerIdentity:getCallerIdentity":       p.callerIdentity,
		"aws:index/getPartition:getPartition":                 p.partitionAnswer,
		"aws:index/getRegion:getRegion":                       p.regionAnswer,
		"aws:index/getServicePrincipal:getServicePrincipal":   p.servicePrincipal,
	}[token]
	if !known {
		return nil, false
	}
	return answer(inputs), true
}

type place struct {
	region string
	partition.Partition
}

// availabilityZones are a, b and c of the region, less those that are excluded.
func (p place) availabilityZones(inputs map[string]any) map[string]any {
	excluded, _ := inputs["excludeNames"].([]any)
	names, ids := []any{}, []any{}
	for _, letter := range []string{"a", "b", "c"} {
		if zone := p.region + letter; !slices.Contains(excluded, any(zone)) {
			names, ids = append(names, zone), append(ids, zoneID(zone))
		}
	}
	return map[string]any{"id": p.region, "names": names, "zoneIds": ids, "groupNames": []any{p.region}}
}

func (p place) callerIdentity(map[string]any) map[string]any {
	return map[string]any{
		"id": AccountID, "accountId": AccountID, "userId": "AIDACKCEVSQ6C2EXAMPLE",
		"arn": p.ARN("iam", "", AccountID, "user/pulumi"),
	}
}

func (p place) partitionAnswer(map[string]any) map[string]any {
	labels := strings.Split(p.DNSSuffix, ".")
	slices.Reverse(labels)
	return map[string]any{
		"id": p.ID, "partition": p.ID, "dnsSuffix": p.DNSSuffix, "reverseDnsPrefix": strings.Join(labels, "."),
	}
}

func (p place) regionAnswer(inputs map[string]any) map[string]any {
	region := p.region
	if name, ok := inputs["name"].(string); ok && name != "" {
		region = name
	}
	return map[string]any{
		"id": region, "name": region, "description": region, "endpoint": "ec2." + region + "." + p.DNSSuffix,
	}
}

func (p place) servicePrincipal(inputs map[string]any) map[string]any {
	service, _ := inputs["serviceName"].(string)
	return map[string]any{
		"id": service + "." + p.region + "." + p.DNSSuffix, "serviceName": service, "region": p.region,
		"suffix": p.DNSSuffix, "name": p.ServicePrincipal(service),
	}
}

// zoneID shortens a zone's name as AWS does: use2-az1 of us-east-2a. In real accounts the letters are shuffled.
func zoneID(zone string) string {
	parts := strings.Split(zone, "-")
	last := parts[len(parts)-1]
	if len(parts) < 3 || last == "" {
		return zone
	}
	var id strings.Builder
	id.WriteString(parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		id.WriteString(part[:min(1, len(part))])
	}
	return id.String() + last[:len(last)-1] + "-az" + string('1'+last[len(last)-1]-'a')
}
