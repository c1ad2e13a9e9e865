package iam

import (
	"maps"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// OperatorRolesArgs are the arguments of OperatorRoles.
type OperatorRolesArgs struct {
	// Product says whose operators the roles are for. Default RosaHCP. A change replaces the roles, which no cluster survives.
	Product RosaProduct
	// Prefix begins the roles' names, which are cut at 64 characters. Required; at most 32 characters. The cluster must be given
	// the same: OCM computes the names from it. A change replaces all roles: OCM lets no cluster move to others, so make a second set.
	Prefix string
	// Region is the cluster's region, such as us-east-2. Required. It decides the partition; a change within a partition changes
	// nothing.
	Region string
	// Path is the path of the roles. It must be that of the installer's role: give AccountRoles.Path. Default "/". A change deletes the
	// roles and makes them again under their names, at which clusters that use them stop working.
	Path string
	// PermissionsBoundary is the ARN of the policy that limits what the roles may ever do. Optional. A change is made in place.
	PermissionsBoundary pulumi.StringInput
	// OIDCProviderARN is the ARN of the identity provider whose tokens take the roles: OIDCProvider.ARN. Required. A change is
	// made in place, and takes the roles from a cluster with tokens of the former issuer.
	OIDCProviderARN pulumi.StringInput
	// PolicyARNs are the operators' policies: AccountRoles.OperatorPolicyARNs. Required for Classic; HCP has AWS's own. A change
	// replaces attachments.
	PolicyARNs map[Operator]pulumi.StringOutput
	// Route53AssumeRolePolicyARN and VpcEndpointAssumeRolePolicyARN are the ARNs of the policies that allow to take the roles of a
	// shared VPC's owner: those of AccountRoles. For HCP in a shared VPC; both or none, and a zero output, which AccountRoles has without a
	// shared VPC, is none. A change replaces attachments.
	Route53AssumeRolePolicyARN, VpcEndpointAssumeRolePolicyARN pulumi.StringInput
	// PropagationWait is how old roles get before the component's outputs tell of them, so that the services that take them know
	// them. Default 20 s, the wait of Red Hat's own modules; negative: none; at most 5 minutes. Only the run that makes a role waits.
	PropagationWait time.Duration
	// Tags are set on the roles. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *OperatorRolesArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	const at = "iam.OperatorRolesArgs."
	checkProduct(&p, at+"Product", full.Product)
	checkPrefix(&p, at+"Prefix", full.Prefix, operatorPrefixLimit, "which is OCM's limit")
	checkRegion(&p, at+"Region", full.Region)
	checkRosaPath(&p, at+"Path", full.Path)
	checkBoundary(&p, at+"PermissionsBoundary", full.PermissionsBoundary, full.Region)
	if p.Required(at+"OIDCProviderARN", full.OIDCProviderARN) {
		checkKnownARN(&p, at+"OIDCProviderARN", full.OIDCProviderARN, oidcProviderARN, suchOIDCProvider)
	}
	full.checkPolicies(&p, at+"PolicyARNs")
	full.checkSharedVpc(&p, at)
	checkPropagationWait(&p, at+"PropagationWait", full.PropagationWait)
	tags.Check(&p, at+"Tags", full.Tags)
	return p.Err()
}

func (a *OperatorRolesArgs) checkPolicies(p *check.Problems, field string) {
	operators := operatorsOf(a.Product, partition.OfRegion(a.Region).ID)
	if a.Product == RosaClassic {
		for _, operator := range operators {
			p.Required(field+"["+string(operator)+"]", a.PolicyARNs[operator])
		}
	}
	for _, operator := range slices.Sorted(maps.Keys(a.PolicyARNs)) {
		switch {
		case a.Product == RosaHCP:
			p.Addf(field+"["+string(operator)+"]", "is for %s only; %s has AWS's own policies", RosaClassic, RosaHCP)
		case !slices.Contains(operators, operator):
			p.Addf(field+"["+string(operator)+"]", "is no operator of a %s cluster in %s", a.Product, a.Region)
		}
	}
}

func (a *OperatorRolesArgs) checkSharedVpc(p *check.Problems, at string) {
	route53, endpoint := a.Route53AssumeRolePolicyARN, a.VpcEndpointAssumeRolePolicyARN
	switch {
	case route53 == nil && endpoint == nil:
		return
	case a.Product == RosaClassic:
		p.Addf(at+"Route53AssumeRolePolicyARN", "and VpcEndpointAssumeRolePolicyARN are for %s only; %s has them in the ingress operator's policy", RosaHCP, RosaClassic)
		return
	}
	if p.Required(at+"Route53AssumeRolePolicyARN", route53) {
		checkKnownARN(p, at+"Route53AssumeRolePolicyARN", route53, policyARN, suchPolicy)
	}
	if p.Required(at+"VpcEndpointAssumeRolePolicyARN", endpoint) {
		checkKnownARN(p, at+"VpcEndpointAssumeRolePolicyARN", endpoint, policyARN, suchPolicy)
	}
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *OperatorRolesArgs) withDefaults() *OperatorRolesArgs {
	var full OperatorRolesArgs
	if a != nil {
		full = *a
	}
	if full.Product == "" {
		full.Product = RosaHCP
	}
	if full.Path == "" {
		full.Path = "/"
	}
	if isZero(full.Route53AssumeRolePolicyARN) && isZero(full.VpcEndpointAssumeRolePolicyARN) {
		full.Route53AssumeRolePolicyARN, full.VpcEndpointAssumeRolePolicyARN = nil, nil
	}
	if full.PropagationWait == 0 {
		full.PropagationWait = operatorRolesWait
	}
	return &full
}

// isZero tells an input that nobody set from one that is not known yet.
func isZero(input pulumi.StringInput) bool {
	return input == nil || input == pulumi.StringInput(pulumi.StringOutput{})
}
