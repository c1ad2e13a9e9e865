package aws

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

const identityProviderType = "aws:iam/openIdConnectProvider:OpenIdConnectProvider"

var iamTypes = types{
	"iam/AccessKey": {
		id: "AKIA{upper:16}", after: accessKey, empty: []string{"encryptedSecret", "encryptedSesSmtpPasswordV4", "keyFingerprint"},
	},
	"iam/InstanceProfile": {
		id: "{name}", service: "iam", arn: "instance-profile{path}{name}", before: iamPath, after: unique("uniqueId", "AIPA"),
	},
	"iam/OpenIdConnectProvider": {id: "{arn}", service: "iam", arn: "oidc-provider/{url}", before: withoutScheme},
	"iam/Policy": {
		id: "{arn}", service: "iam", arn: "policy{path}{name}", before: iamPath, after: unique("policyId", "ANPA"),
		texts: map[string]textRule{"policy": policyDocument},
		users: []users{{
			by: "arn", of: references("iam/RolePolicyAttachment policyArn"),
			rejection: "DeleteConflict: Cannot delete a policy attached to entities. (%s)",
		}},
	},
	"iam/Role": {
		id: "{name}", service: "iam", arn: "role{path}{name}", before: iamPath, after: unique("uniqueId", "AROA"),
		autoName: &schema.AutoName{Property: "name", MaxLength: 64},
		texts:    map[string]textRule{"name": format(check.IAMName), "assumeRolePolicy": policyDocument},
		users: []users{
			{
				by: "name", of: references("iam/InstanceProfile role"),
				rejection: "DeleteConflict: Cannot delete entity, must remove roles from instance profile first. (%s)",
			},
			{
				by: "name", of: references("iam/RolePolicyAttachment role"), unless: "forceDetachPolicies",
				rejection: "DeleteConflict: Cannot delete entity, must detach all policies first. (%s)",
			},
			{
				by: "name", of: references("iam/RolePolicy role"), unless: "forceDetachPolicies",
				rejection: "DeleteConflict: Cannot delete entity, must delete policies first. (%s)",
			},
		},
	},
	"iam/RolePolicy": {
		id: "{role}:{name}", nameWithin: "role", overwrites: true, texts: map[string]textRule{"policy": policyDocument},
	},
	"iam/RolePolicyAttachment": {id: "{role}-{hex:16}"},
	"iam/ServiceLinkedRole": {
		id: "{arn}", service: "iam", arn: "role/aws-service-role/{awsServiceName}/AWSServiceRole", after: unique("uniqueId", "AROA"),
	},
	"iam/User":       {id: "{name}", service: "iam", arn: "user{path}{name}", before: iamPath, after: unique("uniqueId", "AIDA")},
	"iam/UserPolicy": {id: "{user}:{name}", nameWithin: "user", overwrites: true},
}

func iamPath(o *outputs) {
	if o.text("path") == "" {
		o.properties["path"] = resource.NewProperty("/")
	}
}

// withoutScheme: IAM returns the issuer's URL without its scheme, as in the ARN and in conditions of trust policies.
func withoutScheme(o *outputs) {
	if url := o.text("url"); strings.HasPrefix(url, "https://") && !o.properties["url"].IsSecret() {
		o.properties["url"] = resource.NewProperty(strings.TrimPrefix(url, "https://"))
	}
}

// withScheme sets the URL of an imported identity provider as programs write it: the provider ignores the scheme when it compares them
// (terraform-provider-aws 5.100 internal/service/iam/openid_connect_provider.go).
func withScheme(token string, inputs resource.PropertyMap) {
	if url := property.Text(inputs, "url"); token == identityProviderType && url != "" {
		inputs["url"] = resource.NewProperty("https://" + url)
	}
}

// unique sets one of IAM's unique IDs (IAM User Guide, "IAM identifiers": AROA for roles and so on).
func unique(name, prefix string) func(o *outputs) {
	return func(o *outputs) { o.set(name, prefix+o.Upper(name, 17)) }
}

func accessKey(o *outputs) {
	o.set("secret", o.Hex("secret", 40))
	o.set("status", "Active")
}

// instanceProfile returns an instance profile of the account by its name. One that the account lacks exists outside of it, as if its role
// had its name.
func instanceProfile(account *fake.Account, config resource.PropertyMap, args map[string]any) map[string]any {
	name, _ := args["name"].(string)
	region := regionOf(config)
	p := place{region, partition.OfRegion(region)}
	role, path := name, "/"
	account.Store.View(func(records fake.Records) {
		if known, ok := records[fake.Key("aws:iam/instanceProfile:InstanceProfile", name)].Outputs["role"].(string); ok {
			role = known
		}
		if known, ok := records[fake.Key("aws:iam/role:Role", role)].Outputs["path"].(string); ok {
			path = known
		}
	})
	return map[string]any{
		"id": name, "name": name, "arn": p.ARN("iam", "", AccountID, "instance-profile/"+name), "path": "/", "createDate": "2026-01-01T00:00:00Z",
		"roleName": role, "roleArn": p.ARN("iam", "", AccountID, "role"+path+role), "roleId": fake.IDSource(role).Hex("role", 16),
	}
}
