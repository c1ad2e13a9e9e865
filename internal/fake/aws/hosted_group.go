package aws

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

const securityGroupType = "aws:ec2/securityGroup:SecurityGroup"

// functions returns the function that computes the results of an account's functions: those of Function, and the security group of a hosted
// control plane's endpoint, which the first call that finds it creates as the service would have done.
func functions(account *fake.Account) func(string, resource.PropertyMap, map[string]any) (map[string]any, bool) {
	return func(token string, config resource.PropertyMap, args map[string]any) (map[string]any, bool) {
		if token != "aws:ec2/getSecurityGroup:getSecurityGroup" {
			return Function(token, config, args)
		}
		return hostedGroup(account, config, args), true
	}
}

// hostedGroup returns the security group that HyperShift creates in a VPC for the cluster that a tag names.
func hostedGroup(account *fake.Account, config resource.PropertyMap, args map[string]any) map[string]any {
	source := fake.IDSource("group" + fmt.Sprint(args["tags"]))
	inputs := property.Map(map[string]any{
		"name": "hosted-" + source.Hex("name", 8) + "-vpce-private-router", "description": "VPC endpoint security group",
		"vpcId": args["vpcId"], "tags": args["tags"],
	})
	var found map[string]any
	// The function does not fail.
	_ = account.Store.Update(func(records fake.Records) error {
		group := fake.Resource{Token: securityGroupType, Config: config}
		id, outputs := account.Compute(fake.Request{
			Resource: group, Source: source, Inputs: inputs,
			Lookup: func(token, id string) resource.PropertyMap { return property.Map(records[fake.Key(token, id)].Outputs) },
		})
		created := fake.Record{Token: securityGroupType, ID: id, IDSource: string(source), Outputs: property.PlainMap(outputs)}
		if account.Scope != nil {
			created.Scope = account.Scope(group, outputs)
		}
		if old, exists := records[created.Key()]; exists {
			created = old
		}
		records[created.Key()] = created
		found = map[string]any{
			"id": created.ID, "arn": created.Outputs["arn"], "name": created.Outputs["name"], "vpcId": created.Outputs["vpcId"],
			"description": created.Outputs["description"], "tags": created.Outputs["tags"],
		}
		return nil
	})
	return found
}
