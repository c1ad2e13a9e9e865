// The program of ${PROJECT}: a ROSA cluster with a hosted control plane, and its network and roles.
package main

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func main() {
	pulumi.Run(program)
}

func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	name, version := ctx.Project(), cfg.Require("version")
	vpc, err := network.NewVpc(ctx, name, &network.VpcArgs{
		CIDR:  cfg.Require("vpcCidr"),
		Zones: strings.Split(cfg.Require("zones"), ","),
	})
	if err != nil {
		return err
	}
	roles, err := newRoles(ctx, name, config.Require(ctx, "aws:region"))
	if err != nil {
		return err
	}
	caller, err := aws.GetCallerIdentity(ctx, nil)
	if err != nil {
		return err
	}
	hcp, err := rosa.NewHCP(ctx, name, &rosa.HCPArgs{
		Name:           name,
		AccountID:      pulumi.String(caller.AccountId),
		CreatorARN:     pulumi.String(caller.Arn),
		Version:        &rosa.VersionArgs{Version: version, Channel: cfg.Get("channel"), Wait: &rosa.UpgradeWaitArgs{}},
		STS:            roles,
		PrivateSubnets: vpc.PrivateSubnets,
		PublicSubnets:  vpc.PublicSubnets,
		Network:        &rosa.NetworkArgs{MachineCIDR: vpc.CIDR},
		Workers: &rosa.WorkersArgs{
			InstanceType: cfg.Require("workerInstanceType"),
			Replicas:     new(cfg.RequireInt("workers")),
			Version:      cfg.Get("workerVersion"),
		},
	})
	if err != nil {
		return err
	}
	ctx.Export("apiUrl", hcp.APIURL)
	ctx.Export("consoleUrl", hcp.ConsoleURL)
	return nil
}

// newRoles registers the roles of ROSA and of the cluster's operators, and the OIDC provider that they trust.
func newRoles(ctx *pulumi.Context, name, region string) (*rosa.STSArgs, error) {
	accounts, err := iam.NewAccountRoles(ctx, name+"-account", &iam.AccountRolesArgs{Prefix: name, Region: region})
	if err != nil {
		return nil, err
	}
	oidc, err := iam.NewOIDCConfig(ctx, name, &iam.OIDCConfigArgs{})
	if err != nil {
		return nil, err
	}
	issuer, err := iam.NewOIDCProvider(ctx, name, &iam.OIDCProviderArgs{
		EndpointURL: oidc.EndpointURL,
		Thumbprint:  oidc.Thumbprint,
	})
	if err != nil {
		return nil, err
	}
	operators, err := iam.NewOperatorRoles(ctx, name+"-operator", &iam.OperatorRolesArgs{
		Prefix: name, Region: region, Path: accounts.Path, OIDCProviderARN: issuer.ARN,
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
