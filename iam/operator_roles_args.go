package iam

import (
	"maps"
	"regexp"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// OperatorRolesArgs are the arguments of OperatorRoles. Unless a field says otherwise, changes are applied in place.
type OperatorRolesArgs struct {
	// Product is the product of the cluster. Defaults to HCP. A change needs AllowReplacement.
	Product Product `check:"hcp|classic" default:"hcp"`
	// Prefix begins the names of the roles, which are truncated to 64 characters. Required. At most 32 characters. The cluster must
	// have the same prefix: OCM computes the names from it. A change needs AllowReplacement. OCM cannot move a cluster to other
	// roles: create a second set instead.
	Prefix string `check:"required,format=iam-name,length=1..32"`
	// Region is the region of the cluster, which decides the partition. Defaults to the region of the AWS provider.
	Region string `check:"format=region"`
	// Path is the IAM path of the roles, which must be that of the installer role: AccountRoles.Path. Defaults to /. A change
	// needs AllowReplacement: it deletes and recreates the roles under their names.
	Path string `check:"format=rosa-path" default:"/"`
	// PermissionsBoundary is the ARN of the policy that limits the permissions of the roles. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// OIDCProviderARN is the ARN of the IAM OIDC provider that the roles trust: OIDCProvider.ARN. Required. After a change, a
	// cluster with tokens of the previous issuer cannot assume the roles.
	OIDCProviderARN pulumi.StringInput `check:"required,format=oidc-provider-arn"`
	// PolicyARNs are the policies of Classic's operators: AccountRoles.OperatorPolicyARNs. Required for Classic; HCP uses AWS managed
	// policies. A change replaces attachments.
	PolicyARNs map[Operator]pulumi.StringOutput
	// SharedVpcPolicies are the policies for a shared VPC: AccountRoles.SharedVpcPolicies, which is nil without a shared VPC. For HCP
	// only; Classic has them in the ingress operator's policy. Defaults to none. A change replaces attachments.
	SharedVpcPolicies *SharedVpcPolicies
	// AutoNode adds the role of OperatorKarpenter, for HCPArgs.AutoNode of package cluster/rosa. For HCP only. Defaults to false.
	AutoNode bool
	// AuditLog adds the role of OperatorAuditLog, for HCPArgs.AuditLogRoleARN of package cluster/rosa. For HCP only. Defaults to false.
	AuditLog bool
	// LogGroups are the names of log groups of CloudWatch, in the region of the cluster, that receive logs of its control plane. They add
	// the role of OperatorLogForwarder, CustomerLogDistribution-<Prefix>, for LogGroupArgs.RoleARN of package cluster/rosa. For HCP only,
	// and not on GovCloud. Defaults to none. The role has the path /, which Red Hat requires.
	LogGroups []string `check:"unique"`
	// PropagationWait is the minimum age of a new role before its ARN resolves, because IAM is eventually consistent: 0 to 5
	// minutes. Defaults to 20 seconds, the wait of Red Hat's Terraform modules. Only the update that creates a role waits.
	PropagationWait *time.Duration `check:"0s..5m" default:"20s"`
	// AllowReplacement permits changes of Product, [Prefix] and [Path], which delete the roles: a cluster that uses them stops
	// working. Set it only if none does. Defaults to false.
	AllowReplacement bool
	// Tags are the tags of the roles. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"iam-tags"`
}

// logGroupName is the format of the name of a log group in CloudWatch Logs (API CreateLogGroup).
var logGroupName = regexp.MustCompile(`^[\w./#-]{1,512}$`)

const operatorRolesPath = "iam.OperatorRolesArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. Without Region it does not check what depends on
// the partition; NewOperatorRoles does.
func (a *OperatorRolesArgs) Validate() error {
	a, p := check.Begin(a)
	const path = operatorRolesPath
	p.ARNIn(path+".PermissionsBoundary", a.PermissionsBoundary, a.Region)
	p.ARNIn(path+".OIDCProviderARN", a.OIDCProviderARN, a.Region)
	a.checkPolicies(&p, path+".PolicyARNs")
	for _, field := range []check.Path{".AutoNode", ".AuditLog", ".LogGroups"} {
		if _, set := field.At(a); set && a.Product == Classic {
			p.Addf(path+field, "must not be set for Classic")
		}
	}
	for i, group := range a.LogGroups {
		if !logGroupName.MatchString(group) {
			p.Addf(check.Index(path+".LogGroups", i), "must be 1 to 512 letters, digits, or . _ / # -")
		}
	}
	if len(a.LogGroups) > 0 && a.Region != "" && isGovCloud(a.Region) {
		p.Addf(path+".LogGroups", "must not be set in %s: GovCloud does not offer log forwarding", a.Region)
	}
	a.SharedVpcPolicies.check(&p, path+".SharedVpcPolicies", a.Product)
	return p.ErrOf(a)
}

func (a *OperatorRolesArgs) checkPolicies(p *check.Problems, path check.Path) {
	operators := operatorsOf(a.Product, a.govCloud())
	if a.Product == Classic {
		for _, operator := range operators {
			p.Required(check.Key(path, string(operator)), a.PolicyARNs[operator])
		}
	}
	for _, operator := range slices.Sorted(maps.Keys(a.PolicyARNs)) {
		switch at := check.Key(path, string(operator)); {
		case a.Product == HCP:
			p.Addf(at, "must not be set for %s, which uses AWS managed policies", a.Product)
		case !slices.Contains(operators, operator):
			p.Addf(at, "is not an operator of %s in %s", a.Product, a.Region)
		}
	}
}

// optional returns the operators that arguments add.
func (a *OperatorRolesArgs) optional() []Operator {
	var operators []Operator
	if a.AutoNode {
		operators = append(operators, OperatorKarpenter)
	}
	if a.AuditLog {
		operators = append(operators, OperatorAuditLog)
	}
	return operators
}

// govCloud reports whether the cluster has Classic's operators of GovCloud. If the region is unknown, the policies decide.
func (a *OperatorRolesArgs) govCloud() bool {
	if a.Region != "" {
		return isGovCloud(a.Region)
	}
	_, ok := a.PolicyARNs[OperatorVPCE]
	return ok
}
