package main

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// program registers the cluster with its roles and its OIDC configuration. The VPC stays the CloudFormation stack of `rosa create
// network`.
func program(ctx *pulumi.Context) error {
	s := loadSettings(ctx)
	rhcs := pulumi.Composite()
	if s.rhcsPath != "" {
		provider, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Path: s.rhcsPath})
		if err != nil {
			return err
		}
		rhcs = pulumi.Provider(provider)
	}
	roles, err := newRoles(ctx, s, rhcs)
	if err != nil {
		return err
	}
	caller, err := aws.GetCallerIdentity(ctx, nil)
	if err != nil {
		return err
	}
	cluster, err := rosa.NewHCP(ctx, s.name, &rosa.HCPArgs{
		Name:           s.name,
		AccountID:      pulumi.String(caller.AccountId),
		CreatorARN:     pulumi.String(cmp.Or(s.creatorARN, caller.Arn)),
		Properties:     s.properties,
		Version:        &rosa.VersionArgs{Version: s.version, Channel: s.channel},
		STS:            roles,
		PrivateSubnets: s.privateSubnets,
		PublicSubnets:  s.publicSubnets,
		Network:        &rosa.NetworkArgs{MachineCIDR: s.machineCIDR},
		Workers:        &rosa.WorkersArgs{InstanceType: s.instanceType, Replicas: &s.replicas},
		AllowIMDSv1:    s.allowIMDSv1,
	}, rhcs)
	if err != nil {
		return err
	}
	ctx.Export("clusterId", cluster.ID)
	ctx.Export("apiUrl", cluster.APIURL)
	ctx.Export("consoleUrl", cluster.ConsoleURL)
	return nil
}

// newRoles registers what `rosa create account-roles --hosted-cp`, `rosa create oidc-config --managed` and `rosa create operator-roles
// --hosted-cp` created.
func newRoles(ctx *pulumi.Context, s settings, rhcs pulumi.ResourceOption) (*rosa.STSArgs, error) {
	accounts, err := iam.NewAccountRoles(ctx, s.name+"-account", &iam.AccountRolesArgs{
		Prefix: s.accountPrefix, Region: s.region, OpenShiftVersion: s.rolesVersion,
	}, rhcs)
	if err != nil {
		return nil, err
	}
	oidc, err := iam.NewOIDCConfig(ctx, s.name, &iam.OIDCConfigArgs{}, rhcs)
	if err != nil {
		return nil, err
	}
	issuer, err := iam.NewOIDCProvider(ctx, s.name, &iam.OIDCProviderArgs{EndpointURL: oidc.EndpointURL, Thumbprint: oidc.Thumbprint})
	if err != nil {
		return nil, err
	}
	operators, err := iam.NewOperatorRoles(ctx, s.name+"-operator", &iam.OperatorRolesArgs{
		Prefix: s.operatorPrefix, Region: s.region, Path: accounts.Path, OIDCProviderARN: issuer.ARN,
	}, rhcs)
	if err != nil {
		return nil, err
	}
	return &rosa.STSArgs{
		InstallerRoleARN:   accounts.InstallerRoleARN,
		SupportRoleARN:     accounts.SupportRoleARN,
		WorkerRoleARN:      accounts.WorkerRoleARN,
		OperatorRolePrefix: operators.Prefix,
		OIDCConfigID:       oidc.ID,
	}, nil
}
