package network_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestVpcKindTags sets a tag for each kind, which must override the one in Tags.
func TestVpcKindTags(t *testing.T) {
	t.Parallel()
	args := everything()
	args.Tags = pulumi.StringMap{"kind": pulumi.String("any")}
	kind := func(name string) pulumi.StringMap { return pulumi.StringMap{"kind": pulumi.String(name)} }
	args.KindTags = &network.KindTagsArgs{
		Vpc:            kind("vpc"),
		PublicSubnets:  kind("public"),
		PrivateSubnets: kind("private"),
		RouteTables:    kind("table"),
		Gateways:       kind("gateway"),
		ElasticIPs:     kind("address"),
		Endpoints:      kind("endpoint"),
		SecurityGroups: kind("group"),
		FlowLogs:       kind("log"),
		DHCPOptions:    kind("dhcp"),
	}
	want := map[string]string{
		"main-vpc": "vpc", "main-subnet-public-": "public", "main-subnet-private-": "private", "main-rt-": "table",
		"main-igw": "gateway", "main-eigw": "gateway", "main-nat-": "gateway", "main-eip-": "address",
		"main-s3": "endpoint", "main-endpoint-": "endpoint", "main-endpoints": "group", "main-default-group": "group",
		"main-flow-log": "log", "main-dhcp-options": "dhcp",
	}
	seen := map[string]bool{}
	for _, resource := range mockstest.Run(t, vpc(args)).Resources() {
		tags, ok := resource.Inputs["tags"].(map[string]any)
		if !ok {
			continue
		}
		longest := ""
		for prefix := range want {
			if strings.HasPrefix(resource.Name, prefix) && len(prefix) > len(longest) {
				longest = prefix
			}
		}
		assert.Equal(t, want[longest], tags["kind"], resource.Name)
		seen[longest] = true
	}
	assert.Len(t, seen, len(want))
}
