package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// identities are the roles and the OIDC configuration of the cluster.
type identities struct {
	accounts  *iam.AccountRoles
	oidc      *iam.OIDCConfig
	operators *iam.OperatorRoles
}

// rhcsProvider returns the provider option for a local RHCS binary; without a path the components use the default provider.
func rhcsProvider(ctx *pulumi.Context, path string) (pulumi.ResourceOption, error) {
	if path == "" {
		return pulumi.Composite(), nil
	}
	provider, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Path: path})
	if err != nil {
		return nil, err
	}
	return pulumi.Provider(provider), nil
}

func newIdentities(ctx *pulumi.Context, s settings) (ids identities, err error) {
	ids.accounts, err = iam.NewAccountRoles(ctx, s.name+"-account", &iam.AccountRolesArgs{
		Product: iam.Classic, Prefix: s.name, Region: s.region, OpenShiftVersion: minor(s.version),
	}, s.rhcs)
	if err != nil {
		return ids, err
	}
	ids.oidc, err = iam.NewOIDCConfig(ctx, s.name, &iam.OIDCConfigArgs{}, s.rhcs)
	if err != nil {
		return ids, err
	}
	issuer, err := iam.NewOIDCProvider(ctx, s.name, &iam.OIDCProviderArgs{EndpointURL: ids.oidc.EndpointURL, Thumbprint: ids.oidc.Thumbprint})
	if err != nil {
		return ids, err
	}
	ids.operators, err = iam.NewOperatorRoles(ctx, s.name+"-operator", &iam.OperatorRolesArgs{
		Product: iam.Classic, Prefix: s.name, Region: s.region, Path: ids.accounts.Path, OIDCProviderARN: issuer.ARN,
		PolicyARNs: ids.accounts.OperatorPolicyARNs,
	}, s.rhcs)
	return ids, err
}
