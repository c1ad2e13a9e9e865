package iam

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// ServiceAccountRole has the IAM permissions of software in the cluster: a role that its service accounts assume with tokens of the
// cluster's OIDC provider or, in a cluster without one, a policy of the control plane's role, which pods in the host network of
// control-plane nodes use. Switching between them creates or deletes the role.
//
// Components of such software, such as nodes.CSRApprover and storage.BackupBucket, accept its arguments and register it with what they know.
type ServiceAccountRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of the role; nil with ControlPlaneRoleName. It depends on the policy.
	RoleARN pulumi.StringPtrOutput `pulumi:"roleArn"`
	// RoleName is the name of the role with the permissions. It depends on the policy.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
	// Policy is the policy, for pulumi.DependsOn: with ControlPlaneRoleName, no property of the software names it, which needs it from
	// its start to its end.
	Policy pulumi.Resource
}

// ServiceAccountRoleArgs are the arguments of ServiceAccountRole. Exactly one of OIDCProviderARN and ControlPlaneRoleName is required.
// Unless a field says otherwise, changes are applied in place.
type ServiceAccountRoleArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p, with which the role is tagged. Required.
	InfraID string `check:"required,infra-id"`
	// ServiceAccounts can assume the role. Required with OIDCProviderARN; without effect with ControlPlaneRoleName.
	ServiceAccounts []ServiceAccount
	// Policy is the policy document, as JSON. Required.
	Policy pulumi.StringInput `check:"required,format=policy-document"`
	// OIDCProviderARN is the ARN of the IAM OIDC provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com.
	OIDCProviderARN pulumi.StringInput `check:"format=oidc-provider-arn"`
	// ControlPlaneRoleName is the name of the control-plane nodes' role, InstanceProfiles.ControlPlaneRoleName, which gets the
	// permissions if there is no OIDC provider. A change replaces the policy.
	ControlPlaneRoleName pulumi.StringInput `check:"format=iam-name"`
	// Audience is the audience (aud) of the service accounts' tokens, of which the OIDC provider must have a client ID. Defaults to
	// sts.amazonaws.com, which the pod identity webhook and AWS SDKs use. OADP requests tokens for openshift.
	Audience string `default:"sts.amazonaws.com"`
	// Path is the role's IAM path. Defaults to /. A change replaces the role.
	Path string `check:"format=iam-path" default:"/"`
	// PermissionsBoundary is the ARN of a policy that limits the role's permissions. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// Tags are the role's tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// ServiceAccount is a service account of a cluster.
type ServiceAccount struct {
	// Namespace is the service account's namespace. Required.
	Namespace string `check:"required,format=namespace"`
	// Name is the service account's name. Required.
	Name string `check:"required,format=object-name"`
}

// subject returns the subject (sub) of the service account's tokens.
func (s ServiceAccount) subject() string {
	return "system:serviceaccount:" + s.Namespace + ":" + s.Name
}

var _ = check.Named("policy-document", check.NewFormat("JSON document", `{"Version":"2012-10-17","Statement":[]}`, func(text string) bool {
	return json.Valid([]byte(text))
}))

const serviceAccountRolePath = "iam.ServiceAccountRoleArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ServiceAccountRoleArgs) Validate() error {
	args, p := check.Begin(a)
	p.ExactlyOne(serviceAccountRolePath,
		check.Choice{Field: "OIDCProviderARN", Set: args.OIDCProviderARN != nil},
		check.Choice{Field: "ControlPlaneRoleName", Set: args.ControlPlaneRoleName != nil})
	if args.OIDCProviderARN != nil {
		p.Required(serviceAccountRolePath+".ServiceAccounts", args.ServiceAccounts)
	}
	for i, account := range args.ServiceAccounts {
		if slices.Contains(args.ServiceAccounts[:i], account) {
			p.Duplicate(check.Index(serviceAccountRolePath+".ServiceAccounts", i), account.subject())
		}
	}
	return p.ErrOf(a)
}

// NewServiceAccountRole registers a ServiceAccountRole: a role and its policy, or the policy alone.
func NewServiceAccountRole(
	ctx *pulumi.Context, name string, args *ServiceAccountRoleArgs, opts ...pulumi.ResourceOption,
) (*ServiceAccountRole, error) {
	return component.Register(ctx, name, args, opts, component.Type[ServiceAccountRoleArgs, ServiceAccountRole]{
		Token:    "openshift-aws:iam:ServiceAccountRole",
		Check:    func(args *ServiceAccountRoleArgs) error { return args.checkName(name) },
		Children: registerServiceAccountRole,
	})
}

// checkName returns the problem of the component's name, which is in that of the role.
func (a *ServiceAccountRoleArgs) checkName(name string) error {
	if a.ControlPlaneRoleName != nil {
		return nil
	}
	return names.CheckRole("iam.NewServiceAccountRole", name, "-role")
}

func registerServiceAccountRole(b *component.Builder[ServiceAccountRoleArgs, ServiceAccountRole]) error {
	arn := component.NilString()
	var roleName pulumi.StringOutput
	if b.Args.ControlPlaneRoleName != nil {
		roleName = b.Args.ControlPlaneRoleName.ToStringOutput()
	} else {
		role, err := iam.NewRole(b.Ctx, b.Name+"-role", b.Args.desiredRole(b.Move), b.Parent)
		if err != nil {
			return err
		}
		arn, roleName = role.Arn.ToStringPtrOutput(), role.Name
	}
	attached, err := iam.NewRolePolicy(b.Ctx, b.Name+"-policy", &iam.RolePolicyArgs{Role: roleName, Policy: b.Args.Policy}, b.Parent)
	if err != nil {
		return err
	}
	b.Component.Policy = attached
	b.Component.RoleARN = component.OptionalAfter(b.Ctx.Context(), arn, attached)
	b.Component.RoleName = component.After(b.Ctx.Context(), roleName, attached)
	return nil
}

func (a *ServiceAccountRoleArgs) desiredRole(move check.Move) *iam.RoleArgs {
	var accounts []string
	for _, account := range a.ServiceAccounts {
		accounts = append(accounts, account.Namespace+"/"+account.Name)
	}
	return &iam.RoleArgs{
		// IAM limits descriptions to 1000 characters.
		Description:         pulumi.String(names.Cut(1000, strings.Join(accounts, ", ")+" of OpenShift cluster "+a.InfraID)),
		AssumeRolePolicy:    a.trust(move),
		Path:                pulumi.String(a.Path),
		PermissionsBoundary: component.OptionalString(a.PermissionsBoundary),
		Tags: tags.Merge(a.Tags, map[string]string{
			"Name":                  a.InfraID + "-" + a.ServiceAccounts[0].Name,
			tags.Cluster(a.InfraID): tags.Owned,
		}),
	}
}

// trust returns the trust policy, which allows the service accounts to assume the role.
func (a *ServiceAccountRoleArgs) trust(move check.Move) pulumi.StringOutput {
	var subjects []string
	for _, account := range a.ServiceAccounts {
		subjects = append(subjects, account.subject())
	}
	return check.Apply(move, a.OIDCProviderARN.ToStringOutput(), func(arn string) (string, error) {
		document, err := policy.WebIdentity(arn, a.Audience, subjects...)
		if err != nil {
			return "", check.Problemf(serviceAccountRolePath+".OIDCProviderARN", "%w", err)
		}
		return document.JSON(), nil
	}).(pulumi.StringOutput)
}
