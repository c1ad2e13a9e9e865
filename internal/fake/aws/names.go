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

// accountFields are the inputs of a provider that decide in which account it is.
var accountFields = []string{
	"accessKey", "profile", "assumeRole", "assumeRoles", "assumeRoleWithWebIdentity", "sharedConfigFiles",
	"sharedCredentialsFiles", "endpoints",
}

// identity returns the name of a resource: AWS rejects a second one of the type in the account and region, or in the
// account for global services. Names of buckets are shared by all accounts.
func identity(r fake.Resource, inputs resource.PropertyMap) fake.Identity {
	if isRule(r.Token) {
		return ruleIdentity(r, inputs)
	}
	known, ok := Resource(r.Token)
	kind := resourceTypes[r.Token]
	if !ok || kind.sharedName || known.AutoName.Property == "" {
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
	if kind.nameWithin != "" {
		parents = []string{kind.nameWithin}
	}
	parent, parentKnown := fake.Fields(inputs, parents...)
	if !accountKnown || !parentKnown {
		return fake.Identity{}
	}
	found.Scope += "\n" + account + parent
	return found
}

// scopeOf returns a hash of the account, the region and the parent in which a name is unique, and an ID that consists of names.
func scopeOf(r fake.Resource, properties resource.PropertyMap) string {
	kind := resourceTypes[r.Token]
	known, _ := Resource(r.Token)
	named := known != nil && known.AutoName.Property != "" && !kind.sharedName
	if kind.id == "" || kind.id == "{bucket}" || !named && generatedID.MatchString(kind.id) {
		return ""
	}
	scope, _ := fake.Fields(r.Config, accountFields...)
	if !isGlobal(r.Token) {
		scope += regionOf(r.Config)
	}
	if parent := cmp.Or(kind.nameWithin, kind.idWithin); parent != "" {
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

// existsError is the error for a resource whose name is in use.
func existsError(created fake.Record, name string) error {
	known, ok := Resource(created.Token)
	if !ok {
		return fmt.Errorf("creating %s: AlreadyExists: %s exists", created.Token, name)
	}
	return fmt.Errorf("creating %s: AlreadyExists: a resource with the name %s exists", strings.TrimPrefix(known.Terraform, "aws_"), name)
}

// nameOf returns the property of a type that contains a name of which AWS has one; "" for others.
func nameOf(token string) string {
	known, ok := Resource(token)
	if kind := resourceTypes[token]; !ok || kind.sharedName || kind.overwrites {
		return ""
	}
	return known.AutoName.Property
}

// rejectDuplicate returns an error if the name is in use, or if the security group has the rule.
func rejectDuplicate(records fake.Records, created fake.Record) error {
	if isRule(created.Token) {
		return rejectRule(records, created)
	}
	property := nameOf(created.Token)
	name := created.Text(property)
	if name == "" {
		return nil
	}
	for _, record := range records {
		sameScope := record.Token == created.Token && record.Scope == created.Scope
		if parent := resourceTypes[created.Token].nameWithin; parent != "" {
			sameScope = sameScope && record.Text(parent) == created.Text(parent)
		}
		if sameScope && record.Text(property) == name {
			return existsError(created, name)
		}
	}
	return nil
}
