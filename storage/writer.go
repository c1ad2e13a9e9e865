package storage

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// WriterArgs are a role for pods that read and write a bucket. Their service accounts assume it with tokens of the cluster's
// OIDC provider, so the cluster must have one: it uses the credentials mode Manual with STS, or is a ROSA cluster. Unless a
// field says otherwise, changes are applied in place.
type WriterArgs struct {
	// OIDCProviderARN is the ARN of the IAM OIDC provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com. Required.
	OIDCProviderARN pulumi.StringInput `check:"required,format=oidc-provider-arn"`
	// ServiceAccounts can assume the role. Defaults to those of the software that the bucket is for.
	ServiceAccounts []ServiceAccount
	// Audience is the audience (aud) of the service accounts' tokens, of which the OIDC provider must have a client ID.
	// Defaults to openshift for BackupBucket, as OADP requests it, and to sts.amazonaws.com for LogBucket, as Loki requests
	// it. The pod identity webhook uses sts.amazonaws.com.
	Audience string
	// Path is the role's IAM path. Defaults to /. A change replaces the role.
	Path string `check:"format=iam-path"`
	// PermissionsBoundary is the ARN of a policy that limits the role's permissions. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
}

// ServiceAccount is a service account of the cluster: Namespace and Name. iam.ServiceAccount is the same type.
type ServiceAccount = policy.ServiceAccount

// check reports what spans the fields, and ARNs of another region.
func (w *WriterArgs) check(p *check.Problems, path, region string) {
	if w == nil {
		return
	}
	policy.CheckUnique(p, path+".ServiceAccounts", w.ServiceAccounts)
	checkARNIn(p, path+".OIDCProviderARN", w.OIDCProviderARN, region)
	checkARNIn(p, path+".PermissionsBoundary", w.PermissionsBoundary, region)
}

// withDefaults returns a copy with the service accounts and the audience of defaults applied.
func (w *WriterArgs) withDefaults(defaults WriterArgs) *WriterArgs {
	if w == nil {
		return nil
	}
	filled := *w
	if len(filled.ServiceAccounts) == 0 {
		filled.ServiceAccounts = defaults.ServiceAccounts
	}
	filled.Audience = cmp.Or(filled.Audience, defaults.Audience)
	return &filled
}

// registerWriter registers the role and its permissions, a policy document. It returns the role's ARN, which depends on the
// permissions.
func registerWriter(
	ctx *pulumi.Context, name string, writer WriterArgs, permissions pulumi.StringOutput, tags pulumi.StringMap, opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	args := &iam.RoleArgs{
		AssumeRolePolicy:    policy.ServiceAccountTrust(writer.OIDCProviderARN, writer.Audience, writer.ServiceAccounts),
		PermissionsBoundary: outputs.OptionalString(writer.PermissionsBoundary),
		Tags:                tags,
	}
	if writer.Path != "" {
		args.Path = pulumi.String(writer.Path)
	}
	return registerRole(ctx, name, args, permissions, opts...)
}

// registerRole registers a role and its permissions, a policy document. The returned ARN depends on the permissions.
func registerRole(
	ctx *pulumi.Context, name string, args *iam.RoleArgs, permissions pulumi.StringOutput, opts ...pulumi.ResourceOption,
) (pulumi.StringOutput, error) {
	role, err := iam.NewRole(ctx, name, args, opts...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	attached, err := iam.NewRolePolicy(ctx, name, &iam.RolePolicyArgs{Role: role.Name, Policy: permissions}, opts...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return outputs.After(ctx.Context(), role.Arn, attached), nil
}
