package nodes

import (
	"cmp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// agentRole is how an agent has its permissions in AWS.
type agentRole struct {
	// role is registered with the agent, below the suffix; nil if the agent has a role already.
	role       *iam.ServiceAccountRoleArgs
	rolePath   check.Path
	roleSuffix string
	// roleARN is the ARN of the role that the pod assumes.
	roleARN pulumi.StringPtrInput
	// onHostNetwork runs the pod in the host network of a control-plane node, whose instance profile it uses.
	onHostNetwork bool
}

const (
	tokenVolume    = "aws-token"
	tokenDir       = "/var/run/secrets/openshift/serviceaccount"
	tokenExpiresIn = 3600
)

// newAgentRole returns the role of an agent: that of its arguments Role or RoleARN, or, without them, that of a control-plane node.
func newAgentRole(
	move check.Move, path check.Path, suffix string, arn pulumi.StringPtrInput, role *iam.ServiceAccountRoleArgs, defaults iam.ServiceAccountRoleArgs,
) agentRole {
	const hint = "with ControlPlaneRoleName, do not set RoleARN"
	switch {
	case arn != nil:
		return agentRole{roleARN: requiredOutput(move, path+".RoleARN", arn, hint).ToStringPtrOutput()}
	case role != nil:
		filled, _ := check.Fill(role, defaults)
		return agentRole{role: filled, rolePath: path + ".Role", roleSuffix: suffix, onHostNetwork: role.OIDCProviderARN == nil}
	default:
		return agentRole{onHostNetwork: true}
	}
}

// roleDefaults returns the role of an agent, whose service account is in the agent's namespace.
func roleDefaults(infraID, namespace, account string, permissions pulumi.StringInput) iam.ServiceAccountRoleArgs {
	return iam.ServiceAccountRoleArgs{
		InfraID: infraID, ServiceAccounts: []iam.ServiceAccount{{Namespace: namespace, Name: account}}, Policy: permissions,
	}
}

// checkRole reports the problems of the argument Role of an agent.
func checkRole(p *check.Problems, path check.Path, infraID, namespace, account string, role *iam.ServiceAccountRoleArgs) {
	if role == nil {
		return
	}
	// The agent's policy can depend on a queue that does not exist yet.
	defaults := roleDefaults(infraID, namespace, account, pulumi.String("{}"))
	filled, names := check.Fill(role, defaults)
	p.Part(path+".Role", filled, names...)
	if !slices.Contains(filled.ServiceAccounts, defaults.ServiceAccounts[0]) {
		p.Addf(path+".Role.ServiceAccounts", "must have the agent's account, %s/%s", namespace, account)
	}
}

// registerRole registers the agent's permissions, which the pod needs from its start to its end. It returns what the pod depends on.
func (r *agentRole) registerRole(b *component.Base) ([]pulumi.Resource, error) {
	if r.role == nil {
		return nil, nil
	}
	role, err := iam.NewServiceAccountRole(b.Inside(r.rolePath), b.Name+"-"+r.roleSuffix, r.role, b.Parent)
	if err != nil {
		return nil, err
	}
	if !r.onHostNetwork {
		r.roleARN = role.RoleARN
	}
	return []pulumi.Resource{role.Policy}, nil
}

// tokenVolume returns the volume with a token of the service account that AWS accepts (IAM user guide, "Create an OpenID Connect (OIDC)
// identity provider in IAM"). It does not need the pod identity webhook.
func (r *agentRole) tokenVolume() []any {
	if r.onHostNetwork {
		return nil
	}
	audience := policy.AudienceSTS
	if r.role != nil {
		audience = cmp.Or(r.role.Audience, audience)
	}
	token := map[string]any{"audience": audience, "expirationSeconds": tokenExpiresIn, "path": "token"}
	return []any{map[string]any{"name": tokenVolume, "projected": map[string]any{"sources": []any{
		map[string]any{"serviceAccountToken": token},
	}}}}
}

// roleEnv returns the variables by which the AWS SDK finds the role and the token (AWS SDKs and Tools Reference Guide, "Assume role
// credential provider").
func (r *agentRole) roleEnv() []any {
	if r.onHostNetwork {
		return nil
	}
	return []any{
		map[string]any{"name": "AWS_ROLE_ARN", "value": r.roleARN.ToStringPtrOutput().Elem()},
		map[string]any{"name": "AWS_WEB_IDENTITY_TOKEN_FILE", "value": tokenDir + "/token"},
		map[string]any{"name": "AWS_STS_REGIONAL_ENDPOINTS", "value": "regional"},
	}
}
