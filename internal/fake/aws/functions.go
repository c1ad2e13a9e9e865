package aws

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// functions returns the function that computes the results of an account's functions: those of Function, instance profiles of the account,
// and the security group of a hosted control plane's endpoint, which the first call that finds it creates as the service would have done.
func functions(account *fake.Account) func(string, resource.PropertyMap, map[string]any) (map[string]any, bool) {
	return func(token string, config resource.PropertyMap, args map[string]any) (map[string]any, bool) {
		switch token {
		case "aws:ec2/getSecurityGroup:getSecurityGroup":
			return hostedGroup(account, config, args), true
		case "aws:iam/getInstanceProfile:getInstanceProfile":
			return instanceProfile(account, config, args), true
		}
		return Function(token, config, args)
	}
}

// Function computes the result of a function that programs for OpenShift on AWS call, such as aws:index/getRegion:getRegion.
// config are the inputs of the provider. ok is false for an unknown function.
func Function(token string, config resource.PropertyMap, args map[string]any) (result map[string]any, ok bool) {
	region := regionOf(config)
	p := place{region, partition.OfRegion(region)}
	function, ok := map[string]func(map[string]any) map[string]any{
		"aws:ec2/getVpcEndpoint:getVpcEndpoint":               p.hostedEndpoint,
		"aws:index/getAvailabilityZones:getAvailabilityZones": p.availabilityZones,
		"aws:index/getCallerIdentity:getCallerIdentity":       p.callerIdentity,
		"aws:index/getPartition:getPartition":                 p.getPartition,
		"aws:index/getRegion:getRegion":                       p.getRegion,
		"aws:index/getServicePrincipal:getServicePrincipal":   p.servicePrincipal,
		"aws:ssm/getParameter:getParameter":                   p.parameter,
	}[token]
	if !ok {
		return nil, false
	}
	return function(args), true
}

// place is where a function is called.
type place struct {
	region string
	partition.Partition
}

// availabilityZones returns zones a, b and c of the region without the excluded ones.
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

func (p place) getPartition(map[string]any) map[string]any {
	labels := strings.Split(p.DNSSuffix, ".")
	slices.Reverse(labels)
	return map[string]any{
		"id": p.ID, "partition": p.ID, "dnsSuffix": p.DNSSuffix, "reverseDnsPrefix": strings.Join(labels, "."),
	}
}

func (p place) getRegion(inputs map[string]any) map[string]any {
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

// parameter returns a parameter of Systems Manager. Its value is the ID of an image, as in AWS's public parameters.
func (p place) parameter(inputs map[string]any) map[string]any {
	name, _ := inputs["name"].(string)
	image := ec2ID(fake.IDSource(p.region+name), "ami", "id")
	return map[string]any{
		"id": name, "name": name, "type": "String", "version": 1, "value": image, "insecureValue": image,
		"arn": p.ARN("ssm", p.region, "", "parameter"+name),
	}
}

// zoneID returns the ID of a zone by its name: use2-az1 of us-east-2a. AWS maps letters to IDs differently in each
// account.
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

// hostedEndpoint returns the VPC endpoint that AWS creates for a hosted control plane, found by its tag.
func (p place) hostedEndpoint(inputs map[string]any) map[string]any {
	source := fake.IDSource(fmt.Sprint(inputs["tags"]))
	id, _ := inputs["id"].(string)
	if id == "" {
		id = ec2ID(source, "vpce", "id")
	}
	return map[string]any{
		"id": id, "vpcId": inputs["vpcId"], "vpcEndpointType": "Interface", "state": "available", "tags": inputs["tags"],
		"dnsEntries": []any{map[string]any{
			"dnsName": fmt.Sprintf("%s-%s.vpce-svc-0%s.%s.vpce.%s",
				id, source.Hex("name", 8), source.Hex("service", 16), p.region, p.DNSSuffix),
			"hostedZoneId": "Z7HUB22UULQXV",
		}},
	}
}
