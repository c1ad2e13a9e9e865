package mocks

import (
	"slices"
	"strings"
)

// functions answers the functions that programs for OpenShift on AWS call.
func functions(p place) map[string]AnswerFunc {
	return map[string]AnswerFunc{
		"aws:index/getAvailabilityZones:getAvailabilityZones": p.availabilityZones,
		"aws:index/getCallerIdentity:getCallerIdentity":       p.callerIdentity,
		"aws:index/getPartition:getPartition":                 p.partitionAnswer,
		"aws:index/getRegion:getRegion":                       p.regionAnswer,
		"aws:index/getServicePrincipal:getServicePrincipal":   p.servicePrincipal,

		"rhcs:index/getHcpPolicies:getHcpPolicies":             p.ocmPolicies,
		"rhcs:index/getPolicies:getPolicies":                   p.ocmPolicies,
		"rhcs:index/getRosaOperatorRoles:getRosaOperatorRoles": p.ocmOperatorRoles,
	}
}

// availabilityZones are a, b and c of the region, less those that are excluded.
func (p place) availabilityZones(inputs map[string]any) (map[string]any, error) {
	excluded, _ := inputs["excludeNames"].([]any)
	var names, ids []any
	for _, letter := range []string{"a", "b", "c"} {
		if zone := p.region + letter; !slices.Contains(excluded, any(zone)) {
			names, ids = append(names, zone), append(ids, zoneID(zone))
		}
	}
	return map[string]any{"id": p.region, "names": names, "zoneIds": ids, "groupNames": []any{p.region}}, nil
}

func (p place) callerIdentity(map[string]any) (map[string]any, error) {
	return map[string]any{
		"id": account, "accountId": account, "userId": "AIDACKCEVSQ6C2EXAMPLE",
		"arn": p.partition.ARN("iam", "", account, "user/pulumi"),
	}, nil
}

func (p place) partitionAnswer(map[string]any) (map[string]any, error) {
	labels := strings.Split(p.partition.DNSSuffix, ".")
	slices.Reverse(labels)
	return map[string]any{
		"id": p.partition.ID, "partition": p.partition.ID, "dnsSuffix": p.partition.DNSSuffix,
		"reverseDnsPrefix": strings.Join(labels, "."),
	}, nil
}

func (p place) regionAnswer(inputs map[string]any) (map[string]any, error) {
	region := p.region
	if name, ok := inputs["name"].(string); ok && name != "" {
		region = name
	}
	return map[string]any{
		"id": region, "name": region, "description": region, "endpoint": "ec2." + region + "." + p.partition.DNSSuffix,
	}, nil
}

func (p place) servicePrincipal(inputs map[string]any) (map[string]any, error) {
	service, _ := inputs["serviceName"].(string)
	return map[string]any{
		"id": service + "." + p.region + "." + p.partition.DNSSuffix, "serviceName": service, "region": p.region,
		"suffix": p.partition.DNSSuffix, "name": p.partition.ServicePrincipal(service),
	}, nil
}

// zoneID shortens a zone's name as AWS does: use2-az1 of us-east-2a. (In real accounts the letters are shuffled.)
func zoneID(zone string) string {
	parts := strings.Split(zone, "-")
	if len(parts) < 3 {
		return zone
	}
	last := parts[len(parts)-1]
	letter := last[len(last)-1]
	id := parts[0]
	for _, part := range parts[1 : len(parts)-1] {
		id += part[:1]
	}
	return id + last[:len(last)-1] + "-az" + string('1'+letter-'a')
}
