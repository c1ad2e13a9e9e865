package iam_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// The profiles of a cluster's machines while it is being installed.
func Example() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		profiles, err := iam.NewInstanceProfiles(ctx, "demo", &iam.InstanceProfilesArgs{
			InfraID:             "demo-x7k2p",
			Region:              "us-east-2",
			Bootstrap:           true,
			Path:                "/openshift/",
			PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:policy/boundary"),
		})
		if err != nil {
			return err
		}
		ctx.Export("workerProfile", profiles.Worker)
		return nil
	})
}

// What a hosted cluster needs of IAM and KMS before it is made. The cluster is given the outputs: each waits for what
// it stands for.
func ExampleNewAccountRoles() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(
			ctx,
			"account",
			&iam.AccountRolesArgs{Prefix: "demo", Region: "us-east-2"},
		)
		if err != nil {
			return err
		}
		config, err := iam.NewOIDCConfig(ctx, "oidc", nil)
		if err != nil {
			return err
		}
		issuer, err := iam.NewOIDCProvider(ctx, "issuer", &iam.OIDCProviderArgs{
			EndpointURL: config.EndpointURL, Thumbprint: config.Thumbprint,
		})
		if err != nil {
			return err
		}
		operators, err := iam.NewOperatorRoles(ctx, "operators", &iam.OperatorRolesArgs{
			Prefix: "demo", Region: "us-east-2", Path: accounts.Path, OIDCProviderARN: issuer.ARN,
		})
		if err != nil {
			return err
		}
		etcd, err := iam.NewEtcdKey(ctx, "etcd", &iam.EtcdKeyArgs{
			InstallerRoleARN:             accounts.InstallerRoleARN,
			KubeControllerManagerRoleARN: operators.ARNs[iam.OperatorKubeControllerManager],
			KMSProviderRoleARN:           operators.ARNs[iam.OperatorKMSProvider],
		})
		if err != nil {
			return err
		}
		ctx.Export("installerRole", accounts.InstallerRoleARN)
		ctx.Export("operatorRolePrefix", operators.Prefix)
		ctx.Export("etcdKey", etcd.ARN)
		return nil
	})
}

// An OIDC configuration in the user's own account: the private key never leaves Pulumi's encrypted state and Secrets
// Manager.
func ExampleNewOIDCConfig_unmanaged() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(
			ctx,
			"account",
			&iam.AccountRolesArgs{Prefix: "demo", Region: "us-east-2"},
		)
		if err != nil {
			return err
		}
		config, err := iam.NewOIDCConfig(ctx, "oidc", &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{
			Region: "us-east-2", Prefix: "demo", InstallerRoleARN: accounts.InstallerRoleARN,
		}})
		if err != nil {
			return err
		}
		ctx.Export("oidcConfig", config.ID)
		return nil
	})
}

// Classic's operators use policies of the account, which all its clusters share.
func ExampleNewOperatorRoles_classic() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
			Product: iam.RosaClassic, Region: "us-east-2", OpenShiftVersion: "4.18",
		})
		if err != nil {
			return err
		}
		_, err = iam.NewOperatorRoles(ctx, "operators", &iam.OperatorRolesArgs{
			Product: iam.RosaClassic, Prefix: "demo", Region: "us-east-2", Path: accounts.Path,
			OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b"),
			PolicyARNs:      accounts.OperatorPolicyARNs,
		})
		return err
	})
}

// One key for the root volumes of machines and for persistent volumes.
func ExampleNewVolumeKey() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		const role = "arn:aws:iam::123456789012:role/"
		key, err := iam.NewVolumeKey(ctx, "volumes", &iam.VolumeKeyArgs{
			InstallerRoleARN:             pulumi.String(role + "demo-HCP-ROSA-Installer-Role"),
			SupportRoleARN:               pulumi.String(role + "demo-HCP-ROSA-Support-Role"),
			KubeControllerManagerRoleARN: pulumi.String(role + "demo-kube-system-kube-controller-manager"),
			CAPARoleARN:                  pulumi.String(role + "demo-kube-system-capa-controller-manager"),
			EBSCSIRoleARN: pulumi.String(
				role + "demo-openshift-cluster-csi-drivers-ebs-cloud-credentials",
			),
		})
		if err != nil {
			return err
		}
		ctx.Export("volumeKey", key.ARN)
		return nil
	})
}
