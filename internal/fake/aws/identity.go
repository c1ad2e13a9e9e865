package aws

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

const bucketType = "aws:s3/bucketV2:BucketV2"

// accountFields are the inputs of a provider that decide in which account it is.
var accountFields = []string{
	"accessKey", "profile", "assumeRole", "assumeRoles", "assumeRoleWithWebIdentity", "sharedConfigFiles",
	"sharedCredentialsFiles", "endpoints",
}

// nameScopes are the properties of types whose names exist once within another resource.
var nameScopes = map[string]string{
	"aws:autoscaling/lifecycleHook:LifecycleHook": "autoscalingGroupName",
	"aws:autoscaling/policy:Policy":               "autoscalingGroupName",
	"aws:autoscaling/schedule:Schedule":           "autoscalingGroupName",
	"aws:cloudwatch/eventRule:EventRule":          "eventBusName",
	"aws:ec2/securityGroup:SecurityGroup":         "vpcId",
	"aws:iam/groupPolicy:GroupPolicy":             "group",
	"aws:iam/rolePolicy:RolePolicy":               "role",
	"aws:iam/userPolicy:UserPolicy":               "user",
}

// identity returns the name of a resource: AWS rejects a second one of the type in the account and region, or in the
// account for global services. Names of buckets are shared by all accounts.
func identity(r fake.Resource, inputs resource.PropertyMap) fake.Identity {
	if isRule(r.Token) {
		return ruleIdentity(r, inputs)
	}
	known, ok := Resource(r.Token)
	if !ok || sharedNames[r.Token] || known.AutoName.Property == "" {
		return fake.Identity{}
	}
	found := fake.Identity{Path: known.AutoName.Property, Name: property.Text(inputs, known.AutoName.Property), Scope: r.Token}
	if r.Token == bucketType {
		return found
	}
	fields := slices.Clone(accountFields)
	if !isGlobal(r.Token) {
		fields = append(fields, "region")
	}
	account, accountKnown := fake.Fields(r.Config, fields...)
	var parents []string
	if parent, ok := nameScopes[r.Token]; ok {
		parents = []string{parent}
	}
	parent, parentKnown := fake.Fields(inputs, parents...)
	if !accountKnown || !parentKnown {
		return fake.Identity{}
	}
	found.Scope += "\n" + account + parent
	return found
}

// idScopes are the properties of types whose IDs are unique within another resource, besides nameScopes.
var idScopes = map[string]string{"aws:s3/bucketObjectv2:BucketObjectv2": "bucket"}

// scopeOf returns a hash of the account, the region and the parent in which a name is unique, and an ID that consists of names.
func scopeOf(r fake.Resource, properties resource.PropertyMap) string {
	kind, ok := resourceTypes[r.Token]
	known, _ := Resource(r.Token)
	named := known != nil && known.AutoName.Property != "" && !sharedNames[r.Token]
	if !ok || kind.id == "{bucket}" || !named && generatedID.MatchString(kind.id) {
		return ""
	}
	scope, _ := fake.Fields(r.Config, accountFields...)
	if !isGlobal(r.Token) {
		scope += regionOf(r.Config)
	}
	if parent := cmp.Or(nameScopes[r.Token], idScopes[r.Token]); parent != "" {
		scope += "\n" + property.Text(properties, parent)
	}
	sum := sha256.Sum256([]byte(scope))
	return hex.EncodeToString(sum[:6])
}

// generatedID matches the IDs that are unique by themselves.
var generatedID = regexp.MustCompile(`\{(hex|upper|uuid|arn|url)`)

// isGlobal reports whether the resources of a type are in no region.
func isGlobal(token string) bool {
	return strings.HasPrefix(token, "aws:iam/") || strings.HasPrefix(token, "aws:cloudfront/")
}

// ruleFields are what makes two rules of a security group equal: EC2 AuthorizeSecurityGroupIngress, InvalidPermission.Duplicate.
var ruleFields = []string{"ipProtocol", "fromPort", "toPort", "cidrIpv4", "cidrIpv6", "prefixListId", "referencedSecurityGroupId"}

// isRule reports whether a resource is a rule of a security group.
func isRule(token string) bool { return token == ingressRuleType || token == egressRuleType }

// ruleIdentity returns what a rule of a security group allows.
func ruleIdentity(r fake.Resource, inputs resource.PropertyMap) fake.Identity {
	group, groupKnown := fake.Fields(inputs, "securityGroupId")
	if _, known := fake.Fields(inputs, ruleFields...); !known || !groupKnown {
		return fake.Identity{}
	}
	return fake.Identity{
		Path: "securityGroupId", Name: allows(property.PlainMap(inputs)), Kind: "rule", Scope: r.Token + "\n" + group,
	}
}

// allows describes what a rule with these properties allows.
func allows(properties map[string]any) string {
	var parts []string
	for _, name := range ruleFields {
		if value := properties[name]; value != nil {
			parts = append(parts, fmt.Sprintf("%s %v", name, value))
		}
	}
	return strings.Join(parts, ", ")
}

// sameRule reports whether two rules of a type are one for EC2.
func sameRule(a, b map[string]any) bool {
	group, known := a["securityGroupId"].(string)
	return known && group == b["securityGroupId"] && allows(a) == allows(b)
}

// duplicateError is EC2's error for a rule that its security group has.
func duplicateError(created fake.Record) error {
	var peers []string // One of them has a value.
	for _, name := range ruleFields[3:] {
		peers = append(peers, created.Text(name))
	}
	var ports string
	protocol := created.Text("ipProtocol")
	if protocol == "-1" {
		protocol = "all"
	} else {
		ports = fmt.Sprintf("from port: %v, to port: %v, ", created.Outputs["fromPort"], created.Outputs["toPort"])
	}
	known, _ := Resource(created.Token)
	return fmt.Errorf("creating %s: InvalidPermission.Duplicate: the specified rule \"peer: %s, %s, %sALLOW\" already exists",
		strings.TrimPrefix(known.Terraform, "aws_"), strings.Join(peers, ""), strings.ToUpper(protocol), ports)
}
