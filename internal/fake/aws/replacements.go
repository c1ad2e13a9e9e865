package aws

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// configReplacedBy is the region: its change replaces the provider and everything that it created (pulumi-aws v6,
// pull request 4000).
func configReplacedBy(olds, news resource.PropertyMap) string {
	if regionOf(olds) != regionOf(news) {
		return "region"
	}
	return ""
}

// instanceReplacements follows the instance's CustomizeDiff (terraform-provider-aws v5.82
// internal/service/ec2/ec2_instance.go): a type of another architecture needs another machine, and so does other user data
// with userDataReplaceOnChange.
func instanceReplacements(olds, news resource.PropertyMap) []string {
	var replaces []string
	before, knownBefore := instancetypes.Lookup(property.Text(olds, "instanceType"))
	now, known := instancetypes.Lookup(property.Text(news, "instanceType"))
	if knownBefore && known && before.Architecture != now.Architecture {
		replaces = append(replaces, "instanceType")
	}
	if value := property.Reveal(news["userDataReplaceOnChange"]); value.IsBool() && value.BoolValue() {
		replaces = append(replaces, "userData", "userDataBase64")
	}
	return replaces
}

// loadBalancerReplacements follows customizeDiffLoadBalancerNLB (terraform-provider-aws v5.82
// internal/service/elbv2/load_balancer.go): a network load balancer keeps each subnet that it has, and neither gets its
// first security group nor loses its last one after creation.
func loadBalancerReplacements(olds, news resource.PropertyMap) []string {
	if property.Text(news, "loadBalancerType") != "network" {
		return nil
	}
	var replaces []string
	for _, name := range []resource.PropertyKey{"subnets", "subnetMappings"} {
		if len(schema.Unmatched(schema.Elements(olds[name]), schema.Elements(news[name]))) > 0 {
			replaces = append(replaces, string(name))
		}
	}
	had, has := len(schema.Elements(olds["securityGroups"])) > 0, len(schema.Elements(news["securityGroups"])) > 0
	if had != has {
		replaces = append(replaces, "securityGroups")
	}
	return replaces
}
