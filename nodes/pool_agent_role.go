package nodes

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// agentRole is the IAM permissions of an agent: its own role, if the cluster's service accounts have an IAM OIDC provider, or a
// policy of the control-plane nodes' role.
type agentRole struct {
	infraID, description string
	// namespace and account are those of the agent's service account.
	namespace, account                string
	oidcProviderARN, controlPlaneRole pulumi.StringInput
	path                              string
	boundary                          pulumi.StringInput
	tags                              pulumi.StringMap
}

func (r agentRole) check(p *check.Problems, path string) {
	names.CheckInfraID(p, path+".InfraID", r.infraID)
	checkNamespace(p, path+".Namespace", r.namespace)
	p.ExactlyOne(path,
		check.Choice{Field: "OIDCProviderARN", Set: r.oidcProviderARN != nil},
		check.Choice{Field: "ControlPlaneRoleName", Set: r.controlPlaneRole != nil})
	if r.oidcProviderARN != nil {
		p.RequiredFormat(path+".OIDCProviderARN", r.oidcProviderARN, check.OIDCProviderARN)
	}
	if r.controlPlaneRole != nil {
		p.RequiredFormat(path+".ControlPlaneRoleName", r.controlPlaneRole, check.IAMName)
	}
	p.Format(path+".Path", r.path, check.IAMPath)
	p.Format(path+".PermissionsBoundary", r.boundary, check.PolicyARN)
	tags.Check(p, path+".Tags", r.tags)
}

// register registers the component, and the role with its policy or the policy alone. It returns the role's ARN, nil for the
// control plane's role, and the name of the role with the permissions, both of which depend on the policy.
func (r agentRole) register(
	ctx *pulumi.Context, kind, name string, document pulumi.StringInput, component pulumi.ComponentResource,
	opts ...pulumi.ResourceOption,
) (arn pulumi.StringPtrOutput, roleName pulumi.StringOutput, err error) {
	if r.controlPlaneRole == nil {
		if err := names.CheckRole("nodes.New"+kind, name, "-role"); err != nil {
			return arn, roleName, err
		}
	}
	if err := ctx.RegisterComponentResource(tokenPrefix+kind, name, component, opts...); err != nil {
		return arn, roleName, err
	}
	arn = outputs.NilString()
	if r.controlPlaneRole != nil {
		roleName = r.controlPlaneRole.ToStringOutput()
	} else {
		role, err := iam.NewRole(ctx, name+"-role", r.desiredRole(), pulumi.Parent(component))
		if err != nil {
			return arn, roleName, err
		}
		arn, roleName = role.Arn.ToStringPtrOutput(), role.Name
	}
	attached, err := iam.NewRolePolicy(ctx, name+"-policy", &iam.RolePolicyArgs{
		Role:   roleName,
		Policy: document,
	}, pulumi.Parent(component))
	if err != nil {
		return arn, roleName, err
	}
	arn = pulumi.OutputWithDependencies(ctx.Context(), arn, attached).(pulumi.StringPtrOutput)
	roleName = outputs.After(ctx.Context(), roleName, attached)
	return arn, roleName, ctx.RegisterResourceOutputs(component, pulumi.Map{"roleArn": arn, "roleName": roleName})
}

func (r agentRole) desiredRole() *iam.RoleArgs {
	account := "system:serviceaccount:" + r.namespace + ":" + r.account
	return &iam.RoleArgs{
		Description: pulumi.String(r.description + " of OpenShift cluster " + r.infraID),
		AssumeRolePolicy: r.oidcProviderARN.ToStringOutput().ApplyT(func(arn string) (string, error) {
			document, err := policy.WebIdentity(arn, policy.AudienceSTS, account)
			return document.JSON(), err
		}).(pulumi.StringOutput),
		Path:                pulumi.String(cmp.Or(r.path, "/")),
		PermissionsBoundary: outputs.OptionalString(r.boundary),
		Tags: tags.Merge(r.tags, map[string]string{
			"Name":                  r.infraID + "-" + r.account,
			tags.Cluster(r.infraID): tags.Owned,
		}),
	}
}
