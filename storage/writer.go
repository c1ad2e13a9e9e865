package storage

import (
	"cmp"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// WriterArgs are a role for pods that read and write a bucket. Their service accounts assume it with tokens of the cluster's
// OIDC provider, so the cluster must have one: it uses the credentials mode Manual with STS, or is a ROSA cluster. Unless a
// field says otherwise, changes are applied in place.
type WriterArgs struct {
	// OIDCProviderARN is the ARN of the IAM OIDC provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com. Required.
	OIDCProviderARN pulumi.StringInput
	// ServiceAccounts can assume the role. Defaults to those of the software that the bucket is for.
	ServiceAccounts []ServiceAccount
	// Audience is the audience (aud) of the service accounts' tokens, of which the OIDC provider must have a client ID.
	// Defaults to openshift for BackupBucket, as OADP requests it, and to sts.amazonaws.com for LogBucket, as Loki requests
	// it. The pod identity webhook uses sts.amazonaws.com.
	Audience string
	// Path is the role's IAM path. Defaults to /. A change replaces the role.
	Path string
	// PermissionsBoundary is the ARN of a policy that limits the role's permissions. Defaults to none.
	PermissionsBoundary pulumi.StringInput
}

// ServiceAccount is a service account of the cluster.
type ServiceAccount struct {
	// Namespace is the service account's namespace. Required.
	Namespace string
	// Name is the service account's name. Required.
	Name string
}

// subject returns the subject (sub) of the service account's tokens.
func (s ServiceAccount) subject() string {
	return "system:serviceaccount:" + s.Namespace + ":" + s.Name
}

func (w *WriterArgs) check(p *check.Problems, path, region string) {
	if w == nil {
		return
	}
	p.RequiredFormat(path+".OIDCProviderARN", w.OIDCProviderARN, check.OIDCProviderARN)
	checkARNIn(p, path+".OIDCProviderARN", w.OIDCProviderARN, region)
	for i, account := range w.ServiceAccounts {
		at := check.Index(path+".ServiceAccounts", i)
		p.RequiredFormat(at+".Namespace", account.Namespace, check.Namespace)
		p.RequiredFormat(at+".Name", account.Name, check.ObjectName)
		if slices.Contains(w.ServiceAccounts[:i], account) {
			p.Duplicate(at, account.subject())
		}
	}
	p.Format(path+".Path", w.Path, check.IAMPath)
	p.Format(path+".PermissionsBoundary", w.PermissionsBoundary, check.PolicyARN)
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
		AssumeRolePolicy:    writer.trustPolicy(),
		PermissionsBoundary: outputs.OptionalString(writer.PermissionsBoundary),
		Tags:                tags,
	}
	if writer.Path != "" {
		args.Path = pulumi.String(writer.Path)
	}
	return registerRole(ctx, name, args, permissions, opts...)
}

// trustPolicy returns the document that allows only the service accounts to assume the role.
func (w WriterArgs) trustPolicy() pulumi.StringOutput {
	var subjects []string
	for _, account := range w.ServiceAccounts {
		subjects = append(subjects, account.subject())
	}
	return w.OIDCProviderARN.ToStringOutput().ApplyT(func(arn string) (string, error) {
		document, err := policy.WebIdentity(arn, w.Audience, subjects...)
		return document.JSON(), err
	}).(pulumi.StringOutput)
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
