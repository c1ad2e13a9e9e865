package storage

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// WriterArgs are who reads and writes a bucket: pods of service accounts, which take a role by the cluster's OpenID Connect
// provider. The cluster must have one: it runs with the credentials mode Manual, or is a ROSA cluster.
type WriterArgs struct {
	// OIDCProviderARN is the ARN of the IAM identity provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com. Required. A change is made in place.
	OIDCProviderARN pulumi.StringInput
	// ServiceAccounts are those that may take the role; the defaults are those of the software that the bucket is for.
	// A change is made in place.
	ServiceAccounts []ServiceAccount
	// Path is the role's path in IAM, / by default. A change replaces the role.
	Path string
	// PermissionsBoundary is the ARN of a policy that bounds the role's permissions; nil for none. A change is made in place.
	PermissionsBoundary pulumi.StringInput
}

// ServiceAccount names a service account of the cluster.
type ServiceAccount struct {
	// Namespace is the namespace that it is in. Required.
	Namespace string
	// Name is its name. Required.
	Name string
}

func (s ServiceAccount) subject() string {
	return "system:serviceaccount:" + s.Namespace + ":" + s.Name
}

var (
	oidcProviderARN = regexp.MustCompile(`^arn:aws[a-z-]*:iam::\d{12}:oidc-provider/\S+$`)
	rolePath        = regexp.MustCompile(`^/([!-~]+/)?$`)
)

func (w *WriterArgs) check(p *check.Problems, path string) {
	if w == nil {
		return
	}
	arn, known := w.OIDCProviderARN.(pulumi.String)
	if p.Required(path+".OIDCProviderARN", w.OIDCProviderARN) && known && !oidcProviderARN.MatchString(string(arn)) {
		p.Addf(path+".OIDCProviderARN", "%q is no identity provider's ARN; one looks like arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com", string(arn))
	}
	for i, account := range w.ServiceAccounts {
		at := fmt.Sprintf("%s.ServiceAccounts[%d]", path, i)
		checkObjectName(p, at+".Namespace", account.Namespace)
		checkObjectName(p, at+".Name", account.Name)
		if slices.Contains(w.ServiceAccounts[:i], account) {
			p.Addf(at, "%s is given twice", account.subject())
		}
	}
	if w.Path != "" && !rolePath.MatchString(w.Path) {
		p.Addf(path+".Path", "%q is no path; one begins and ends with a slash", w.Path)
	}
}

func (w *WriterArgs) withDefaults(accounts ...ServiceAccount) *WriterArgs {
	if w == nil {
		return nil
	}
	filled := *w
	if len(filled.ServiceAccounts) == 0 {
		filled.ServiceAccounts = accounts
	}
	return &filled
}

// registerWriter makes the role with a policy that depends on the bucket. It returns the role's ARN, which waits for the policy.
func registerWriter(ctx *pulumi.Context, name string, writer WriterArgs, text pulumi.StringOutput, tags pulumi.StringMap, opts ...pulumi.ResourceOption) (pulumi.StringOutput, error) {
	args := &iam.RoleArgs{
		AssumeRolePolicy: writer.trust(),
		Tags:             tags,
	}
	if writer.Path != "" {
		args.Path = pulumi.String(writer.Path)
	}
	if writer.PermissionsBoundary != nil {
		args.PermissionsBoundary = writer.PermissionsBoundary.ToStringOutput().ToStringPtrOutput()
	}
	return registerRole(ctx, name, args, text, opts...)
}

// trust lets the service accounts take the role, and nobody else. The issuer is what follows oidc-provider/ in the ARN.
func (w WriterArgs) trust() pulumi.StringOutput {
	var subjects []string
	for _, account := range w.ServiceAccounts {
		subjects = append(subjects, account.subject())
	}
	return w.OIDCProviderARN.ToStringOutput().ApplyT(func(arn string) string {
		_, issuer, _ := strings.Cut(arn, ":oidc-provider/")
		return policy.AssumeRoleWithWebIdentity(arn, issuer, subjects...).JSON()
	}).(pulumi.StringOutput)
}

// registerRole makes a role and its policy. The ARN waits for the policy.
func registerRole(ctx *pulumi.Context, name string, args *iam.RoleArgs, text pulumi.StringOutput, opts ...pulumi.ResourceOption) (pulumi.StringOutput, error) {
	role, err := iam.NewRole(ctx, name, args, opts...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	attached, err := iam.NewRolePolicy(ctx, name, &iam.RolePolicyArgs{Role: role.Name, Policy: text}, opts...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return pulumi.OutputWithDependencies(ctx.Context(), role.Arn, attached).(pulumi.StringOutput), nil
}
