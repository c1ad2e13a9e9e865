package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// identities are the roles, the OIDC configuration and the keys of the cluster.
type identities struct {
	accounts  *iam.AccountRoles
	oidc      *iam.OIDCConfig
	operators *iam.OperatorRoles
	etcdKey   *iam.EtcdKey
	volumeKey *iam.VolumeKey
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
	ids.accounts, err = iam.NewAccountRoles(ctx, s.name+"-account", &iam.AccountRolesArgs{Prefix: s.name, Region: s.region}, s.rhcs)
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
		Prefix: s.name, Region: s.region, Path: ids.accounts.Path, OIDCProviderARN: issuer.ARN,
	}, s.rhcs)
	if err != nil {
		return ids, err
	}
	return ids, ids.newKeys(ctx, s)
}

func (ids *identities) newKeys(ctx *pulumi.Context, s settings) (err error) {
	operator := ids.operators.ARNs
	ids.etcdKey, err = iam.NewEtcdKey(ctx, s.name+"-etcd", &iam.EtcdKeyArgs{
		InstallerRoleARN:             ids.accounts.InstallerRoleARN,
		KubeControllerManagerRoleARN: operator[iam.OperatorKubeControllerManager],
		KMSProviderRoleARN:           operator[iam.OperatorKMSProvider],
	})
	if err != nil {
		return err
	}
	ids.volumeKey, err = iam.NewVolumeKey(ctx, s.name+"-volumes", &iam.VolumeKeyArgs{
		InstallerRoleARN:             ids.accounts.InstallerRoleARN,
		SupportRoleARN:               ids.accounts.SupportRoleARN,
		KubeControllerManagerRoleARN: operator[iam.OperatorKubeControllerManager],
		CAPARoleARN:                  operator[iam.OperatorCAPA],
		EBSCSIRoleARN:                operator[iam.OperatorEBSCSI],
	})
	return err
}
