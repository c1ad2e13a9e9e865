package network

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// KindTags are tags for resources of one kind, such as karpenter.sh/discovery for private subnets.
type KindTags struct {
	// Vpc is set on the VPC.
	Vpc pulumi.StringMap
	// PublicSubnets is set on the public subnets.
	PublicSubnets pulumi.StringMap
	// PrivateSubnets is set on the private subnets.
	PrivateSubnets pulumi.StringMap
	// RouteTables is set on all route tables.
	RouteTables pulumi.StringMap
	// Gateways is set on internet, egress-only and NAT gateways.
	Gateways pulumi.StringMap
	// ElasticIPs is set on the NAT gateways' elastic IPs, not on those of your own.
	ElasticIPs pulumi.StringMap
	// Endpoints is set on gateway and interface endpoints.
	Endpoints pulumi.StringMap
	// SecurityGroups is set on the endpoints' security group, its rules, and the emptied default group.
	SecurityGroups pulumi.StringMap
	// FlowLogs is set on the flow log, its log group and its role.
	FlowLogs pulumi.StringMap
	// DHCPOptions is set on the DHCP options.
	DHCPOptions pulumi.StringMap
}

func (k *KindTags) check(p *check.Problems, path string) {
	for _, kind := range []struct {
		field string
		tags  pulumi.StringMap
	}{
		{"Vpc", k.Vpc},
		{"PublicSubnets", k.PublicSubnets},
		{"PrivateSubnets", k.PrivateSubnets},
		{"RouteTables", k.RouteTables},
		{"Gateways", k.Gateways},
		{"ElasticIPs", k.ElasticIPs},
		{"Endpoints", k.Endpoints},
		{"SecurityGroups", k.SecurityGroups},
		{"FlowLogs", k.FlowLogs},
		{"DHCPOptions", k.DHCPOptions},
	} {
		tags.Check(p, path+"."+kind.field, kind.tags)
	}
}

// mergeTags returns the tags of everything, those of a kind, and those that the component owns; the later win.
func mergeTags(everything, kind pulumi.StringMap, owned map[string]string) pulumi.StringMap {
	merged := pulumi.StringMap{}
	maps.Copy(merged, everything)
	maps.Copy(merged, kind)
	return tags.Merge(merged, owned)
}
