package network

import (
	"maps"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// KindTagsArgs are tags for the resources of one kind, such as karpenter.sh/discovery for private subnets. Each field defaults to
// none.
type KindTagsArgs struct {
	// Vpc is set on the VPC.
	Vpc pulumi.StringMap `check:"tags"`
	// PublicSubnets is set on the public subnets.
	PublicSubnets pulumi.StringMap `check:"tags"`
	// PrivateSubnets is set on the private subnets.
	PrivateSubnets pulumi.StringMap `check:"tags"`
	// RouteTables is set on all route tables.
	RouteTables pulumi.StringMap `check:"tags"`
	// Gateways is set on internet, egress-only and NAT gateways.
	Gateways pulumi.StringMap `check:"tags"`
	// ElasticIPs is set on the NAT gateways' elastic IPs, not on your own ones.
	ElasticIPs pulumi.StringMap `check:"tags"`
	// Endpoints is set on gateway and interface endpoints.
	Endpoints pulumi.StringMap `check:"tags"`
	// SecurityGroups is set on the endpoints' security group, its rules, and the default security group.
	SecurityGroups pulumi.StringMap `check:"tags"`
	// FlowLogs is set on the flow log, its log group and its role.
	FlowLogs pulumi.StringMap `check:"tags"`
	// DHCPOptions is set on the DHCP options.
	DHCPOptions pulumi.StringMap `check:"tags"`
}

// checkCounts reports kinds whose tags are too many together with those of all resources.
func (k *KindTagsArgs) checkCounts(p *check.Problems, path check.Path, all pulumi.StringMap) {
	for field, kind := range reflect.ValueOf(*k).Fields() {
		tags.CheckCount(p, check.Join(path, field.Name), all, kind.Interface().(pulumi.StringMap))
	}
}

// mergeTags merges the tags of all resources, those of a kind, and those that the component owns. Later ones override earlier ones.
func mergeTags(all, kind pulumi.StringMap, owned map[string]string) pulumi.StringMap {
	merged := pulumi.StringMap{}
	maps.Copy(merged, all)
	maps.Copy(merged, kind)
	return tags.Merge(merged, owned)
}
