package awsfacts

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// replacedBy names properties whose change replaces and which the schemas do not tell, because their resources are
// built on Terraform's plugin framework, where that is code (terraform-provider-aws v5.82
// internal/service/ec2/vpc_security_group_ingress_rule.go: RequiresReplace on security_group_id).
var replacedBy = map[string][]string{
	"aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": {"securityGroupId"},
	"aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule":   {"securityGroupId"},
}

func supplement(t *table) {
	maps.Copy(t.Resources, further())
	for _, schema := range t.Resources {
		supplementPulumi(schema)
	}
	for token, names := range replacedBy {
		for _, name := range names {
			t.Resources[token].Properties[name].ForceNew = true
		}
	}
}

// supplementPulumi turns Terraform's view into Pulumi's (pulumi-aws v6 provider/resources.go): the id is no property,
// tagsAll is an output only, and what Pulumi names by itself need not be given.
func supplementPulumi(schema *Schema) {
	delete(schema.Properties, "id")
	if tagsAll, ok := schema.Properties["tagsAll"]; ok {
		tagsAll.Optional = false
	}
	if property := autonameOf(schema).property; property != "" {
		schema.Properties[property].Required = false
		schema.Properties[property].Optional = true
	}
}

// conditionalReplacements are those that depend on more than one property. They return properties that replace if
// they changed.
var conditionalReplacements = map[string]func(olds, news resource.PropertyMap) []string{
	"aws:lb/loadBalancer:LoadBalancer": loadBalancerReplacements,
}

// loadBalancerReplacements follows customizeDiffLoadBalancerNLB (terraform-provider-aws v5.82
// internal/service/elbv2/load_balancer.go): a network load balancer keeps each subnet that it had, and cannot get its
// first security group, or lose its last, once it is there.
func loadBalancerReplacements(olds, news resource.PropertyMap) []string {
	if kind, _ := scalarText(plain(news["loadBalancerType"])); kind != "network" {
		return nil
	}
	var replaces []string
	for _, property := range []resource.PropertyKey{"subnets", "subnetMappings"} {
		if len(unmatched(elements(olds[property]), elements(news[property]))) > 0 {
			replaces = append(replaces, string(property))
		}
	}
	had, has := len(elements(olds["securityGroups"])) > 0, len(elements(news["securityGroups"])) > 0
	if had != has {
		replaces = append(replaces, "securityGroups")
	}
	return replaces
}
