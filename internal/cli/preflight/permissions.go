package preflight

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/iam"
	"github.com/aws/aws-sdk-go-v2/service/iam/types"
)

// statement is a statement of a policy of docs/permissions.md.
type statement struct {
	Action    texts
	Resource  texts
	Condition map[string]map[string]texts
}

// texts are one or several texts.
type texts []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *texts) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(t))
}

// examples are actions that the patterns in policies stand for: IAM simulates no patterns.
var examples = map[string]string{
	"autoscaling:Describe*":            "autoscaling:DescribeAutoScalingGroups",
	"cloudfront:*OriginAccessControl*": "cloudfront:CreateOriginAccessControl",
	"cloudfront:Get*":                  "cloudfront:GetDistribution",
	"cloudfront:List*":                 "cloudfront:ListDistributions",
	"ec2:Describe*":                    "ec2:DescribeVpcs",
	"elasticloadbalancing:Describe*":   "elasticloadbalancing:DescribeLoadBalancers",
	"iam:*OpenIDConnectProvider*":      "iam:CreateOpenIDConnectProvider",
	"iam:Get*":                         "iam:GetRole",
	"iam:List*":                        "iam:ListRoles",
	"kms:GetKey*":                      "kms:GetKeyPolicy",
	"kms:List*":                        "kms:ListKeys",
	"route53:Get*":                     "route53:GetHostedZone",
	"route53:List*":                    "route53:ListHostedZones",
	"s3:Get*Configuration":             "s3:GetEncryptionConfiguration",
	"s3:GetBucket*":                    "s3:GetBucketPolicy",
	"s3:GetObject*":                    "s3:GetObject",
	"s3:PutBucket*":                    "s3:PutBucketPolicy",
	"secretsmanager:Describe*":         "secretsmanager:DescribeSecret",
}

// permissions asks IAM whether the principal has the permissions of the policies: each statement with a resource that it is for, and with
// the values that it requires.
func (c *checker) permissions(ctx context.Context) {
	principal, err := c.source(ctx)
	if err != nil {
		c.unread("permissions", err, "iam:GetRole")
		return
	}
	if strings.HasSuffix(principal, ":root") {
		c.add("permissions", Unknown, "the root user may do everything", "use a role with the policies in the folder permissions")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(c.Policies)) {
		c.policy(ctx, principal, name)
	}
}

// source returns the ARN of the user or role whose policies count: that of a session lacks the path of its role.
func (c *checker) source(ctx context.Context) (string, error) {
	_, session, assumed := strings.Cut(c.principal, ":assumed-role/")
	if !assumed {
		return c.principal, nil
	}
	role, _, _ := strings.Cut(session, "/")
	found, err := iam.NewFromConfig(c.aws).GetRole(ctx, &iam.GetRoleInput{RoleName: aws.String(role)})
	if err != nil {
		return "", err
	}
	return aws.ToString(found.Role.Arn), nil
}

// policy reports whether the principal has the permissions of one policy.
func (c *checker) policy(ctx context.Context, principal, name string) {
	line := "permissions: " + name
	var policy struct{ Statement []statement }
	if err := json.Unmarshal(c.Policies[name], &policy); err != nil {
		c.add(line, Failed, firstLine(err), "correct permissions/"+name+".json")
		return
	}
	denied := map[string]bool{}
	count := 0
	for _, each := range policy.Statement {
		found, err := c.simulate(ctx, principal, each)
		if err != nil {
			c.unread(line, err, "iam:SimulatePrincipalPolicy")
			return
		}
		count += len(each.Action)
		for _, action := range found {
			denied[action] = true
		}
	}
	if len(denied) == 0 {
		c.okf(line, "%d actions are allowed", count)
		return
	}
	const shown = 5
	actions := slices.Sorted(maps.Keys(denied))
	text := strings.Join(actions[:min(shown, len(actions))], ", ")
	if more := len(actions) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	c.add(line, Failed, principal+" may not "+text, fmt.Sprintf(
		"aws iam create-policy --policy-name openshift-provisioner-%s --policy-document file://permissions/%[1]s.json, and attach it", name))
}

// simulate returns the actions of a statement that the principal may not perform.
func (c *checker) simulate(ctx context.Context, principal string, s statement) ([]string, error) {
	input := &iam.SimulatePrincipalPolicyInput{PolicySourceArn: aws.String(principal), ContextEntries: c.context(s.Condition)}
	for _, action := range s.Action {
		input.ActionNames = append(input.ActionNames, cmp.Or(examples[action], action))
	}
	for _, resource := range s.Resource {
		if resource != "*" {
			input.ResourceArns = append(input.ResourceArns, c.instance(resource))
		}
	}
	var denied []string
	pages := iam.NewSimulatePrincipalPolicyPaginator(iam.NewFromConfig(c.aws), input)
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for _, result := range page.EvaluationResults {
			if result.EvalDecision != types.PolicyEvaluationDecisionTypeAllowed {
				denied = append(denied, aws.ToString(result.EvalActionName))
			}
		}
	}
	return denied, nil
}

// anyName is what stands for a wildcard in a simulation.
const anyName = "check"

// instance returns an ARN that matches a pattern: in the account and the region, and with a name for the other wildcards.
func (c *checker) instance(pattern string) string {
	const service, region, account = 2, 3, 4
	parts := strings.SplitN(pattern, ":", 6)
	for i, part := range parts {
		switch {
		case i == region && part == "*":
			parts[i] = c.Region
		case i == account && part == "*":
			parts[i] = c.account
		case i > service:
			parts[i] = strings.ReplaceAll(part, "*", anyName)
		}
	}
	return strings.Join(parts, ":")
}

// context returns the keys that the conditions of a statement read, with values that fulfill them.
func (c *checker) context(conditions map[string]map[string]texts) []types.ContextEntry {
	values := map[string][]string{}
	for _, operator := range slices.Sorted(maps.Keys(conditions)) {
		for key, allowed := range conditions[operator] {
			name := strings.TrimPrefix(strings.TrimPrefix(operator, "ForAllValues:"), "ForAnyValue:")
			switch {
			case strings.HasPrefix(name, "StringNot"), name == "Null" && values[key] == nil:
				values[key] = []string{anyName}
			case name == "Null":
			default:
				values[key] = []string{strings.ReplaceAll(allowed[0], "*", anyName)}
			}
		}
	}
	var entries []types.ContextEntry
	for _, key := range slices.Sorted(maps.Keys(values)) {
		kind := types.ContextKeyTypeEnumString
		if key == "aws:TagKeys" || strings.HasSuffix(key, "RecordNames") {
			kind = types.ContextKeyTypeEnumStringList
		}
		entries = append(entries, types.ContextEntry{ContextKeyName: aws.String(key), ContextKeyType: kind, ContextKeyValues: values[key]})
	}
	return entries
}
