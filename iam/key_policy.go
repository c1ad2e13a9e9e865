package iam

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/kms"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// keyUser is a role that uses a key, and what for.
type keyUser struct {
	sid     string
	role    pulumi.StringInput
	actions []string
	// grants tells that the role also hands the key to AWS's services, which it may do for them only.
	grants bool
}

// volumeActions are those of a role that has data encrypted; grantActions hand the key to EC2 for a volume.
var (
	volumeActions = []string{"kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"}
	grantActions  = []string{"kms:CreateGrant", "kms:RevokeGrant", "kms:ListGrants"}
)

var accountOfRole = regexp.MustCompile(`^(arn:aws[a-z-]*:iam::\d{12}):role/`)

// keyPolicy allows each role what it needs, and the account everything: without that the key could not be administrated.
func keyPolicy(users []keyUser) pulumi.StringOutput {
	var roles []any
	for _, user := range users {
		roles = append(roles, user.role)
	}
	return pulumi.All(roles...).ApplyT(func(roles []any) (string, error) {
		account := accountOfRole.FindStringSubmatch(roles[0].(string))
		if account == nil {
			return "", fmt.Errorf("%q is no %s", roles[0], suchRole)
		}
		statements := []policy.Statement{keyStatement("AccountAdministration", account[1]+":root", "kms:*")}
		for i, user := range users {
			statements = append(statements, user.statements(roles[i].(string))...)
		}
		return policy.New(statements...).JSON(), nil
	}).(pulumi.StringOutput)
}

func (u keyUser) statements(roleARN string) []policy.Statement {
	statements := []policy.Statement{keyStatement(u.sid, roleARN, u.actions...)}
	if u.grants {
		grants := keyStatement(u.sid+"Grants", roleARN, grantActions...)
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

// keyArgs are the arguments that all keys have.
type keyArgs struct {
	description, alias string
	deletionWindow     int
	tags               pulumi.StringMap
}

// registerKey registers a key that rotates every year, and its alias. The service's policies work only on keys with the tag
// red-hat (openshift/managed-cluster-config resources/sts/hypershift).
func registerKey(ctx *pulumi.Context, name string, args keyArgs, users []keyUser, parent pulumi.ResourceOption) (*kms.Key, *kms.Alias, error) {
	users = slices.DeleteFunc(users, func(user keyUser) bool { return user.role == nil })
	key, err := kms.NewKey(ctx, name+"-key", &kms.KeyArgs{
		Description:          pulumi.String(args.description),
		Policy:               keyPolicy(users),
		EnableKeyRotation:    pulumi.Bool(true),
		DeletionWindowInDays: pulumi.Int(args.deletionWindow),
		Tags:                 tags.Merge(args.tags, map[string]string{"red-hat": "true"}),
	}, parent)
	if err != nil {
		return nil, nil, err
	}
	alias := &kms.AliasArgs{TargetKeyId: key.KeyId}
	if args.alias != "" {
		alias.Name = pulumi.String("alias/" + args.alias)
	}
	registered, err := kms.NewAlias(ctx, name+"-alias", alias, parent)
	return key, registered, err
}

const defaultDeletionWindow = 30

var keyAlias = regexp.MustCompile(`^[0-9A-Za-z/_-]{1,250}$`)

func (a keyArgs) check(p *check.Problems, at string) {
	switch {
	case a.alias == "":
	case !keyAlias.MatchString(a.alias):
		p.Addf(at+"Alias", "%q must be 1 to 250 letters, digits, slashes, underscores and hyphens", a.alias)
	case len(a.alias) >= 4 && a.alias[:4] == "aws/":
		p.Addf(at+"Alias", "%q begins with aws/, which AWS keeps for itself", a.alias)
	}
	if a.deletionWindow < 7 || a.deletionWindow > 30 {
		p.Addf(at+"DeletionWindowDays", "%d is not possible; write 7 to 30", a.deletionWindow)
	}
	tags.Check(p, at+"Tags", a.tags)
}

func checkKeyRole(p *check.Problems, field string, role pulumi.StringInput) {
	if p.Required(field, role) {
		checkKnownARN(p, field, role, roleARN, suchRole)
	}
}
