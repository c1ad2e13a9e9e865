package iam

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// ShortTermCredentials are the AWS credentials of a self-managed cluster's operators in manual mode: an issuer of service account
// tokens, its IAM OIDC provider, and a role for each operator, with the permissions that its CredentialsRequest in the release asks
// for. It registers what `ccoctl aws create-all` creates; destroy deletes all of it.
//
// A cluster must be destroyed before its roles, which its operators need to delete what they created: let the machines depend on
// OIDCProviderARN.
type ShortTermCredentials struct {
	pulumi.ResourceState

	// IssuerURL is the URL of the issuer. It resolves when its documents can be read.
	IssuerURL pulumi.StringOutput `pulumi:"issuerUrl"`
	// OIDCProviderARN is the ARN of the IAM OIDC provider, for roles of other service accounts. It resolves when the operators' roles
	// have their permissions.
	OIDCProviderARN pulumi.StringOutput `pulumi:"oidcProviderArn"`
	// BucketName is the name of the bucket with the issuer's documents.
	BucketName pulumi.StringOutput `pulumi:"bucketName"`
	// RoleARNs are the ARNs of the operators' roles. Each resolves when the role has its permissions.
	RoleARNs map[Operator]pulumi.StringOutput
	// Manifests are the manifests that openshift-install needs, by their paths in its directory.
	Manifests pulumi.StringMapOutput `pulumi:"manifests"`
}

// NewShortTermCredentials registers ShortTermCredentials. It returns the problems of all invalid arguments, joined, before anything is
// registered.
func NewShortTermCredentials(
	ctx *pulumi.Context, name string, args *ShortTermCredentialsArgs, opts ...pulumi.ResourceOption,
) (*ShortTermCredentials, error) {
	args = args.withDefaults()
	if err := args.check(region.Known(ctx, args.Region, opts...)); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &ShortTermCredentials{RoleARNs: map[Operator]pulumi.StringOutput{}}
	const token = "openshift-aws:iam:ShortTermCredentials"
	if err := ctx.RegisterComponentResource(token, name, component, opts...); err != nil {
		return nil, err
	}
	if err := release.Warn(ctx, component, args.OpenShiftVersion); err != nil {
		return nil, err
	}
	b := &shortTermCredentialsBuilder{ctx: ctx, name: name, args: args, component: component, parent: pulumi.Parent(component)}
	if err := composite.Run(token, name, b.registerIssuer, b.registerProvider, b.registerRoles); err != nil {
		return nil, err
	}
	return component, ctx.RegisterResourceOutputs(component, b.outputs())
}

type shortTermCredentialsBuilder struct {
	ctx       *pulumi.Context
	name      string
	args      *ShortTermCredentialsArgs
	component *ShortTermCredentials
	parent    pulumi.ResourceOption
	provider  *iam.OpenIdConnectProvider
}

func (b *shortTermCredentialsBuilder) registerIssuer() error {
	documents := &issuerDocuments{
		ctx: b.ctx, name: b.name, bucketName: pulumi.String(b.args.bucketName()), tags: b.tags(), parent: b.parent,
		jwks: b.args.PublicKey.ToStringOutput().ApplyT(keySet).(pulumi.StringOutput),
	}
	if b.args.PrivateBucket {
		return b.registerPrivateIssuer(documents)
	}
	where, err := region.Of(b.ctx, b.component, b.args.Region)
	if err != nil {
		return err
	}
	url := where.ApplyT(func(region string) string { return "https://" + b.args.bucketHost(region) }).(pulumi.StringOutput)
	documents.discovery = url.ApplyT(discovery).(pulumi.StringOutput)
	bucket, published, err := documents.registerPublic()
	if err != nil {
		return err
	}
	b.component.BucketName = bucket.Bucket
	b.component.IssuerURL = outputs.After(b.ctx.Context(), url, published...)
	return nil
}

func (b *shortTermCredentialsBuilder) registerPrivateIssuer(documents *issuerDocuments) error {
	bucket, distribution, err := documents.registerDistribution()
	if err != nil {
		return err
	}
	url := pulumi.Sprintf("https://%s", distribution.DomainName)
	documents.discovery = url.ApplyT(discovery).(pulumi.StringOutput)
	published, err := documents.registerPrivate(bucket, distribution)
	if err != nil {
		return err
	}
	b.component.BucketName = bucket.Bucket
	b.component.IssuerURL = outputs.After(b.ctx.Context(), url, published...)
	return nil
}

func (b *shortTermCredentialsBuilder) registerProvider() (err error) {
	b.provider, err = iam.NewOpenIdConnectProvider(b.ctx, b.name+"-provider", &iam.OpenIdConnectProviderArgs{
		Url:           b.component.IssuerURL,
		ClientIdLists: pulumi.ToStringArray([]string{policy.AudienceOpenShift, policy.AudienceSTS}),
		Tags:          b.tags(),
	}, b.parent)
	return err
}

func (b *shortTermCredentialsBuilder) registerRoles() error {
	var policies []pulumi.Resource
	for _, request := range b.args.requests() {
		role, rolePolicy, err := b.registerRole(request)
		if err != nil {
			return err
		}
		b.component.RoleARNs[request.operator] = outputs.After(b.ctx.Context(), role.Arn, rolePolicy)
		policies = append(policies, rolePolicy)
	}
	b.component.OIDCProviderARN = outputs.After(b.ctx.Context(), b.provider.Arn, policies...)
	b.component.Manifests = b.manifests()
	return nil
}

func (b *shortTermCredentialsBuilder) registerRole(request credentialsRequest) (*iam.Role, *iam.RolePolicy, error) {
	operator, name := request.operator, b.name+"-"+request.operator.key()
	role, err := iam.NewRole(b.ctx, name+"-role", &iam.RoleArgs{
		Name:        pulumi.String(operator.roleName(b.args.Name)),
		Path:        pulumi.String(b.args.Path),
		Description: pulumi.String("OpenShift role for " + string(operator)),
		AssumeRolePolicy: b.provider.Arn.ApplyT(func(arn string) (string, error) {
			trust, err := policy.WebIdentity(arn, policy.AudienceOpenShift, operator.subjects(request.accounts)...)
			return trust.JSON(), err
		}).(pulumi.StringOutput),
		PermissionsBoundary: outputs.OptionalString(b.args.PermissionsBoundary),
		Tags:                b.tags(),
	}, b.parent)
	if err != nil {
		return nil, nil, err
	}
	rolePolicy, err := iam.NewRolePolicy(b.ctx, name+"-policy", &iam.RolePolicyArgs{
		Name:   pulumi.String(operator.roleName(b.args.Name)),
		Role:   role.Name,
		Policy: b.permissions(request.statements),
	}, b.parent)
	return role, rolePolicy, err
}

// permissions returns the policy of an operator, with NodeRoleARNs as the roles that it may pass, and HostedZoneRoleARN as the one
// that it may assume.
func (b *shortTermCredentialsBuilder) permissions(statements []policy.Statement) pulumi.StringInput {
	if allows(statements, assumeRole) {
		return outputs.StringOrNil(b.args.HostedZoneRoleARN).ApplyT(func(role *string) string {
			return policy.New(assumingOnly(statements, *cmp.Or(role, new("")))...).JSON()
		}).(pulumi.StringOutput)
	}
	if b.args.NodeRoleARNs == nil || !allows(statements, passRole) {
		return pulumi.String(policy.New(statements...).JSON())
	}
	return b.args.NodeRoleARNs.ToStringArrayOutput().ApplyT(func(roles []string) string {
		return policy.New(passingOnly(statements, roles)...).JSON()
	}).(pulumi.StringOutput)
}

func (b *shortTermCredentialsBuilder) manifests() pulumi.StringMapOutput {
	return pulumi.All(b.component.IssuerURL, byOperator(b.component.RoleARNs)).ApplyT(func(all []any) map[string]string {
		known := map[Operator]string{}
		for operator, arn := range all[1].(map[string]string) {
			known[Operator(operator)] = arn
		}
		return credentialsManifests(all[0].(string), known)
	}).(pulumi.StringMapOutput)
}

// tags returns the tags of ccoctl's resources, so that `ccoctl aws delete` finds what an interrupted destroy leaves
// (openshift/cloud-credential-operator pkg/cmd/provisioning/aws/delete.go).
func (b *shortTermCredentialsBuilder) tags() pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{
		"Name": b.args.Name,
		"openshift.io/cloud-credential-operator/" + b.args.Name: tags.Owned,
	})
}

func (b *shortTermCredentialsBuilder) outputs() pulumi.Map {
	return pulumi.Map{
		"issuerUrl":       b.component.IssuerURL,
		"oidcProviderArn": b.component.OIDCProviderARN,
		"bucketName":      b.component.BucketName,
		"roleArns":        byOperator(b.component.RoleARNs),
		"manifests":       b.component.Manifests,
	}
}
