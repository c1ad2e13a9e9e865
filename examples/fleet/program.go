package main

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers one cluster of the fleet, with its network and its roles: the stacks share nothing.
func program(ctx *pulumi.Context) error {
	s := loadSettings(ctx)
	vpc, err := network.NewVpc(ctx, s.name, &network.VpcArgs{CIDR: s.vpcCIDR, Zones: s.zones})
	if err != nil {
		return err
	}
	roles, err := newRoles(ctx, s)
	if err != nil {
		return err
	}
	caller, err := aws.GetCallerIdentity(ctx, nil)
	if err != nil {
		return err
	}
	cluster, err := rosa.NewHCP(ctx, s.name, &rosa.HCPArgs{
		Name:             s.name,
		AccountID:        pulumi.String(caller.AccountId),
		BillingAccountID: s.billingAccountID,
		CreatorARN:       pulumi.String(caller.Arn),
		Version:          &rosa.VersionArgs{Version: s.version, Channel: s.channel, Wait: &rosa.UpgradeWaitArgs{}},
		STS:              roles,
		PrivateSubnets:   vpc.PrivateSubnets,
		PublicSubnets:    vpc.PublicSubnets,
		Network:          &rosa.NetworkArgs{MachineCIDR: vpc.CIDR},
		Workers:          &rosa.WorkersArgs{InstanceType: s.workerType, Replicas: &s.workers, Version: s.workerVersion},
	})
	if err != nil {
		return err
	}
	ctx.Export("clusterId", cluster.ID)
	ctx.Export("apiUrl", cluster.APIURL)
	ctx.Export("consoleUrl", cluster.ConsoleURL)
	return nil
}

// newRoles registers the roles of ROSA and of the cluster's operators, and the OIDC provider that they trust. Their names begin with
// the cluster's, because IAM has one namespace for all regions.
func newRoles(ctx *pulumi.Context, s settings) (*rosa.STSArgs, error) {
	accounts, err := iam.NewAccountRoles(ctx, s.name+"-account", &iam.AccountRolesArgs{Prefix: s.name, Region: s.region})
	if err != nil {
		return nil, err
	}
	oidc, err := iam.NewOIDCConfig(ctx, s.name, &iam.OIDCConfigArgs{})
	if err != nil {
		return nil, err
	}
	issuer, err := iam.NewOIDCProvider(ctx, s.name, &iam.OIDCProviderArgs{
		EndpointURL: oidc.EndpointURL,
		Thumbprint:  oidc.Thumbprint,
	})
	if err != nil {
		return nil, err
	}
	operators, err := iam.NewOperatorRoles(ctx, s.name+"-operator", &iam.OperatorRolesArgs{
		Prefix: s.name, Region: s.region, Path: accounts.Path, OIDCProviderARN: issuer.ARN,
	})
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
