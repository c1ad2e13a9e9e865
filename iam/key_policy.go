package iam

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/kms"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// keyUser is a role that may use a key.
type keyUser struct {
	// field is the path of the argument with the role.
	field check.Path
	sid   string
	// role is a pulumi.StringInput or a pulumi.StringPtrInput.
	role    pulumi.Input
	actions []string
	// grants are the actions of the role on grants for AWS services, such as EC2's for a volume. Grants for others are not allowed: a
	// statement of a key policy suffices by itself, whatever the role's own policy allows.
	grants []string
	// optional reports whether the role may be unset.
	optional bool
	// unusedBy is the product of the cluster if it does not use the role; empty if it does.
	unusedBy Product
}

// Actions of a role that uses an encrypted volume. EC2 uses the key through grants. The AWS managed policies of the installer and of
// CAPA have the condition kms:GrantIsForAWSResource too (openshift/managed-cluster-config resources/sts/hypershift:
// CreateGrantRestrictedResourceTag, CreateGrantRestricted).
var (
	volumeActions = []string{"kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"}
	grantActions  = []string{"kms:CreateGrant", "kms:RevokeGrant", "kms:ListGrants"}
	createGrant   = []string{"kms:CreateGrant"}
)

// keyPolicy allows each role its actions, and the account all actions: without that nobody could administer the key.
func keyPolicy(move check.Move, users []keyUser) pulumi.StringOutput {
	roles := make([]any, len(users))
	for i, user := range users {
		roles[i] = user.role
	}
	return check.Apply(move, pulumi.All(roles...), func(roles []any) (string, error) {
		var statements []policy.Statement
		for i, user := range users {
			role := text(roles[i])
			switch {
			case role == "" && (user.optional || user.unusedBy != ""):
				continue
			case user.unusedBy != "":
				return "", check.Problemf(user.field, "%s", user.notUsed())
			case role == "":
				return "", &check.Problem{Path: user.field, Rule: check.RuleRequired, Message: "is required"}
			}
			if statements == nil {
				statements = append(statements, keyStatement("AccountAdministration", accountOf(role), "kms:*"))
			}
			statements = append(statements, user.statements(role)...)
		}
		return policy.New(statements...).JSON(), nil
	}).(pulumi.StringOutput)
}

func (u keyUser) notUsed() string {
	return fmt.Sprintf("must not be set for %s, which does not use the role", u.unusedBy)
}

// accountOf returns the ARN of the account of a role.
func accountOf(roleARN string) string {
	arn, _ := check.ParseARN(roleARN)
	return fmt.Sprintf("arn:%s:iam::%s:root", arn.Partition, arn.Account)
}

func (u keyUser) statements(roleARN string) []policy.Statement {
	statements := []policy.Statement{keyStatement(u.sid, roleARN, u.actions...)}
	if len(u.grants) > 0 {
		grants := keyStatement(u.sid+"Grants", roleARN, u.grants...)
		grants.Condition = map[string]map[string][]string{"Bool": {"kms:GrantIsForAWSResource": {"true"}}}
		statements = append(statements, grants)
	}
	return statements
}

func keyStatement(sid, principal string, actions ...string) policy.Statement {
	return policy.Statement{
		Sid: sid, Effect: policy.Allow, Principal: map[string][]string{"AWS": {principal}}, Action: actions, Resource: []string{"*"},
	}
}

// keyArgs are the arguments of all keys.
type keyArgs struct {
	description, alias string
	deletionWindow     int
	tags               pulumi.StringMap
}

// registerKey registers a key that rotates every year, and its alias. The AWS managed policies of ROSA allow only keys with the tag
// red-hat (openshift/managed-cluster-config resources/sts/hypershift).
func registerKey(b *component.Base, args keyArgs, users []keyUser) (*kms.Key, *kms.Alias, error) {
	users = slices.DeleteFunc(users, func(user keyUser) bool { return user.role == nil })
	key, err := kms.NewKey(b.Ctx, b.Name+"-key", &kms.KeyArgs{
		Description:          pulumi.String(args.description),
		Policy:               keyPolicy(b.Move, users),
		EnableKeyRotation:    pulumi.Bool(true),
		DeletionWindowInDays: pulumi.Int(args.deletionWindow),
		Tags:                 tags.Merge(args.tags, map[string]string{"red-hat": "true"}),
	}, b.Parent)
	if err != nil {
		return nil, nil, err
	}
	alias := &kms.AliasArgs{TargetKeyId: key.KeyId}
	if args.alias != "" {
		alias.Name = pulumi.String("alias/" + args.alias)
	}
	registered, err := kms.NewAlias(b.Ctx, b.Name+"-alias", alias, b.Parent)
	return key, registered, err
}

func checkAlias(p *check.Problems, path check.Path, alias string) {
	if strings.HasPrefix(alias, "aws/") {
		p.Addf(path+".Alias", "must not begin with aws/, which is reserved for AWS (got %q)", alias)
	}
}

// checkKeyUsers checks which roles are set. Only a StringPtrOutput can resolve to nil, so keyPolicy checks it again.
func checkKeyUsers(p *check.Problems, users []keyUser) {
	account := ""
	for _, user := range users {
		if role, _ := check.Text(user.role); check.RoleARN.Match(role) {
			account = cmp.Or(account, accountOf(role))
			if accountOf(role) != account {
				p.Addf(user.field, "%s must be in the account of the other roles (%s)", role, account)
			}
		}
		_, mayBeNil := user.role.(pulumi.StringPtrOutput)
		switch {
		case user.role == nil && (user.optional || user.unusedBy != ""):
		case user.unusedBy == "":
			p.Required(user.field, user.role)
		case !mayBeNil:
			p.Addf(user.field, "%s", user.notUsed())
		}
	}
}
