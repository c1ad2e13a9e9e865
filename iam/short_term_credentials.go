package iam

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
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
	RoleARNs map[Operator]pulumi.StringOutput `pulumi:"roleArns"`
	// Release is OpenShiftVersion, for UpgradeArgs.RolesRelease. It resolves when the operators' roles have their permissions.
	Release pulumi.StringOutput `pulumi:"release"`
	// Manifests are the manifests that openshift-install needs, by their paths in its directory.
	Manifests pulumi.StringMapOutput `pulumi:"manifests"`
}

// NewShortTermCredentials registers ShortTermCredentials.
func NewShortTermCredentials(
	ctx *pulumi.Context, name string, args *ShortTermCredentialsArgs, opts ...pulumi.ResourceOption,
) (*ShortTermCredentials, error) {
	return component.Register(ctx, name, args, opts, component.Type[ShortTermCredentialsArgs, ShortTermCredentials]{
		Token:   "openshift-aws:iam:ShortTermCredentials",
		Lasting: true,
		Fill:    func(args *ShortTermCredentialsArgs) { args.Region = region.Known(ctx, args.Region, opts...) },
		Keep:    (*ShortTermCredentialsArgs).kept,
		Children: func(c *component.Builder[ShortTermCredentialsArgs, ShortTermCredentials]) error {
			c.Component.RoleARNs = map[Operator]pulumi.StringOutput{}
			b := &shortTermCredentialsBuilder{Builder: c}
			return component.Run(b.registerIssuer, b.registerProvider, b.registerRoles)
		},
	})
}

type shortTermCredentialsBuilder struct {
	*component.Builder[ShortTermCredentialsArgs, ShortTermCredentials]

	provider *iam.OpenIdConnectProvider
}

func (b *shortTermCredentialsBuilder) registerIssuer() error {
	documents := &issuerDocuments{
		ctx: b.Ctx, name: b.Name, bucketName: pulumi.String(b.Args.bucketName()), tags: b.tags(), parent: b.Parent,
		jwks: check.Apply(b.Move, b.Args.PublicKey.ToStringOutput(), keySet).(pulumi.StringOutput),
	}
	if b.Args.PrivateBucket {
		return b.registerPrivateIssuer(documents)
	}
	where, err := region.Of(b.Ctx, b.Component, b.Args.Region)
	if err != nil {
		return err
	}
	url := where.ApplyT(func(region string) string { return "https://" + b.Args.bucketHost(region) }).(pulumi.StringOutput)
	documents.discovery = url.ApplyT(discovery).(pulumi.StringOutput)
	bucket, published, err := documents.registerPublic()
	if err != nil {
		return err
	}
	b.Component.BucketName = bucket.Bucket
	b.Component.IssuerURL = component.After(b.Ctx.Context(), url, published...)
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
	b.Component.BucketName = bucket.Bucket
	b.Component.IssuerURL = component.After(b.Ctx.Context(), url, published...)
	return nil
}

func (b *shortTermCredentialsBuilder) registerProvider() (err error) {
	b.provider, err = iam.NewOpenIdConnectProvider(b.Ctx, b.Name+"-provider", &iam.OpenIdConnectProviderArgs{
		Url:           b.Component.IssuerURL,
		ClientIdLists: pulumi.ToStringArray([]string{policy.AudienceOpenShift, policy.AudienceSTS}),
		Tags:          b.tags(),
	}, b.Parent)
	return err
}

func (b *shortTermCredentialsBuilder) registerRoles() error {
	var policies []pulumi.Resource
	for _, request := range b.Args.requests() {
		role, rolePolicy, err := b.registerRole(request)
		if err != nil {
			return err
		}
		b.Component.RoleARNs[request.Operator] = component.After(b.Ctx.Context(), role.Arn, rolePolicy)
		policies = append(policies, rolePolicy)
	}
	b.Component.OIDCProviderARN = component.After(b.Ctx.Context(), b.provider.Arn, policies...)
	b.Component.Release = b.Component.OIDCProviderARN.ApplyT(func(string) string { return b.Args.OpenShiftVersion }).(pulumi.StringOutput)
	b.Component.Manifests = b.manifests()
	return nil
}

func (b *shortTermCredentialsBuilder) registerRole(request credentialsRequest) (*iam.Role, *iam.RolePolicy, error) {
	operator, name := request.Operator, b.Name+"-"+request.Operator.key()
	role, err := iam.NewRole(b.Ctx, name+"-role", &iam.RoleArgs{
		Name:        pulumi.String(operator.roleName(b.Args.Name)),
		Path:        pulumi.String(b.Args.Path),
		Description: pulumi.String("OpenShift role for " + string(operator)),
		AssumeRolePolicy: b.provider.Arn.ApplyT(func(arn string) (string, error) {
			trust, err := policy.WebIdentity(arn, policy.AudienceOpenShift, operator.subjects(request.Accounts)...)
			return trust.JSON(), err
		}).(pulumi.StringOutput),
		PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary),
		Tags:                b.tags(),
	}, b.Parent)
	if err != nil {
		return nil, nil, err
	}
	rolePolicy, err := iam.NewRolePolicy(b.Ctx, name+"-policy", &iam.RolePolicyArgs{
		Name:   pulumi.String(operator.roleName(b.Args.Name)),
		Role:   role.Name,
		Policy: b.permissions(request.Statements),
	}, b.Parent)
	return role, rolePolicy, err
}

// permissions returns the policy of an operator, with NodeRoleARNs as the roles that it may pass, and HostedZoneRoleARN as the one
// that it may assume.
func (b *shortTermCredentialsBuilder) permissions(statements []policy.Statement) pulumi.StringInput {
	if allows(statements, assumeRole) {
		return component.StringOrNil(b.Args.HostedZoneRoleARN).ApplyT(func(role *string) string {
			return policy.New(assumingOnly(statements, *cmp.Or(role, new("")))...).JSON()
		}).(pulumi.StringOutput)
	}
	if b.Args.NodeRoleARNs == nil || !allows(statements, passRole) {
		return pulumi.String(policy.New(statements...).JSON())
	}
	return b.Args.NodeRoleARNs.ToStringArrayOutput().ApplyT(func(roles []string) string {
		return policy.New(passingOnly(statements, roles)...).JSON()
	}).(pulumi.StringOutput)
}

func (b *shortTermCredentialsBuilder) manifests() pulumi.StringMapOutput {
	return pulumi.All(b.Component.IssuerURL, byOperator(b.Component.RoleARNs)).ApplyT(func(all []any) map[string]string {
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
	return tags.Merge(b.Args.Tags, map[string]string{
		"Name": b.Args.Name,
		"openshift.io/cloud-credential-operator/" + b.Args.Name: tags.Owned,
	})
}

// byOperator returns ARNs as an Input.
func byOperator(arns map[Operator]pulumi.StringOutput) pulumi.StringMap {
	registered := pulumi.StringMap{}
	for operator, arn := range arns {
		registered[string(operator)] = arn
	}
	return registered
}
