package network

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// KindTagsArgs are tags for the resources of one kind, such as karpenter.sh/discovery for private subnets. Each field defaults to
// none.
type KindTagsArgs struct {
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
	// ElasticIPs is set on the NAT gateways' elastic IPs, not on your own ones.
	ElasticIPs pulumi.StringMap
	// Endpoints is set on gateway and interface endpoints.
	Endpoints pulumi.StringMap
	// SecurityGroups is set on the endpoints' security group, its rules, and the default security group.
	SecurityGroups pulumi.StringMap
	// FlowLogs is set on the flow log, its log group and its role.
	FlowLogs pulumi.StringMap
	// DHCPOptions is set on the DHCP options.
	DHCPOptions pulumi.StringMap
}

func (k *KindTagsArgs) check(p *check.Problems, path string, all pulumi.StringMap) {
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
		tags.CheckCount(p, path+"."+kind.field, all, kind.tags)
	}
}

// mergeTags merges the tags of all resources, those of a kind, and those that the component owns. Later ones override earlier ones.
func mergeTags(all, kind pulumi.StringMap, owned map[string]string) pulumi.StringMap {
	merged := pulumi.StringMap{}
	maps.Copy(merged, all)
	maps.Copy(merged, kind)
	return tags.Merge(merged, owned)
}
