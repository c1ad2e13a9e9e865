package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// identities are whoever acts for the cluster.
type identities struct {
	accounts  *iam.AccountRoles
	oidc      *iam.OIDCConfig
	operators *iam.OperatorRoles
}

func newIdentities(ctx *pulumi.Context, s settings) (ids identities, err error) {
	ids.accounts, err = iam.NewAccountRoles(ctx, s.name+"-account", &iam.AccountRolesArgs{
		Product: iam.RosaClassic, Prefix: s.name, Region: s.region, OpenShiftVersion: minor(s.version), RHCS: s.rhcs,
	})
	if err != nil {
		return ids, err
	}
	ids.oidc, err = iam.NewOIDCConfig(ctx, s.name, &iam.OIDCConfigArgs{RHCS: s.rhcs})
	if err != nil {
		return ids, err
	}
	issuer, err := iam.NewOIDCProvider(ctx, s.name, &iam.OIDCProviderArgs{EndpointURL: ids.oidc.EndpointURL, Thumbprint: ids.oidc.Thumbprint})
	if err != nil {
		return ids, err
	}
	ids.operators, err = iam.NewOperatorRoles(ctx, s.name+"-operator", &iam.OperatorRolesArgs{
		Product: iam.RosaClassic, Prefix: s.name, Region: s.region, Path: ids.accounts.Path, OIDCProviderARN: issuer.ARN,
		PolicyARNs: ids.accounts.OperatorPolicyARNs, RHCS: s.rhcs,
	})
	return ids, err
}
