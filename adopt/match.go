package adopt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
)

// Resource is a resource that exists.
type Resource struct {
	// Type is Pulumi's, such as aws:ec2/vpc:Vpc. URN is set if another stack of the same program has it, Address if a Terraform state has it.
	Type, URN, Address string
	// ID is the provider's ID, not the import ID.
	ID string
	// Properties are the resource's, by Pulumi's names.
	Properties map[string]any
}

// identifying are the properties by which resources of one type are distinguished.
var identifying = []string{
	"allocationId", "associationId", "availabilityZone", "bucket", "cidrBlock", "cidrIpv4", "cidrIpv6", "cluster", "description",
	"destinationCidrBlock", "destinationIpv6CidrBlock", "domain", "fromPort", "groupName", "ipProtocol", "key", "loadBalancerArn", "name",
	"networkInterfaceId", "policyArn", "port", "prefixListId", "protocol", "referencedSecurityGroupId", "resourceId", "role", "routeTableId",
	"securityGroupId", "serviceName", "subnetId", "targetGroupArn", "toPort", "type", "url", "user", "vpcId", "zoneId",
}

// match returns the import ID of the only existing resource that can be a step's, "" if there is none or more than one: the resource of
// the same name in the same program, or the one whose identifying properties, and whose tag Name, equal the program's. The single one
// of its type in the program can be the single one that exists.
func match(s *step, single bool, existing []Resource) string {
	// found are the resources that agree in a property or more, others the resources of whose properties the source has none. named
	// are the others that have the same tag Name.
	found, others, named := map[string]Resource{}, map[string]Resource{}, map[string]Resource{}
	arguments := s.arguments()
	for _, candidate := range existing {
		id := importid.Of(candidate.Type, candidate.ID, candidate.Properties)
		switch {
		case candidate.Type != s.key.Type:
		case candidate.URN != "":
			if keyOf(candidate.URN) == s.key {
				return id
			}
		case belongsToOther(s.inputs, candidate.Properties):
		default:
			compared, agree := agrees(s, arguments, candidate)
			switch {
			case agree && compared > 0:
				found[id] = candidate
			case agree:
				others[id] = candidate
				if name := tag(s.inputs, "Name"); name != "" && name == tag(candidate.Properties, "Name") {
					named[id] = candidate
				}
			}
		}
	}
	for id := range found { // Another source may know less of the same resource.
		delete(others, id)
		delete(named, id)
	}
	if len(found) == 0 {
		found = named
	}
	if len(found) == 0 && single {
		found = others
	}
	if len(found) > 1 {
		maps.DeleteFunc(found, func(_ string, r Resource) bool { return tag(r.Properties, "Name") != tag(s.inputs, "Name") })
	}
	if len(found) != 1 {
		return ""
	}
	for id := range found {
		return id
	}
	return ""
}

// agrees reports whether a resource has the identifying properties of a step with these arguments, and how many were compared.
func agrees(s *step, arguments map[string]any, candidate Resource) (compared int, agree bool) {
	for _, name := range identifying {
		// A property that is not known yet might agree with several resources.
		if _, set := s.inputs[name]; set && arguments[name] == nil && !slices.Contains(generated(s), name) {
			return 0, false
		}
		want, has := arguments[name], candidate.Properties[name]
		if want == nil || has == nil || has == "" {
			continue
		}
		if withoutScheme(want) != withoutScheme(has) {
			return 0, false
		}
		compared++
	}
	return compared, true
}

// withoutScheme returns a value as text. AWS keeps the URL of an identity provider without its scheme.
func withoutScheme(value any) string { return strings.TrimPrefix(fmt.Sprint(value), "https://") }

func tag(properties map[string]any, key string) string {
	tags, _ := properties["tags"].(map[string]any)
	value, _ := tags[key].(string)
	return value
}
