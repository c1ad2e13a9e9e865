package iam_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// The profiles of a cluster at the bootstrap stage.
func Example() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		profiles, err := iam.NewInstanceProfiles(ctx, "demo", &iam.InstanceProfilesArgs{
			InfraID:             "demo-x7k2p",
			Stage:               iam.StageBootstrap,
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

// The roles and the etcd key of an HCP cluster, which uses their outputs.
func ExampleNewAccountRoles() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{Prefix: "demo"})
		if err != nil {
			return err
		}
		config, err := iam.NewOIDCConfig(ctx, "oidc", nil)
		if err != nil {
			return err
		}
		issuer, err := iam.NewOIDCProvider(ctx, "issuer", &iam.OIDCProviderArgs{
			EndpointURL: config.EndpointURL,
			Thumbprint:  config.Thumbprint,
		})
		if err != nil {
			return err
		}
		operators, err := iam.NewOperatorRoles(ctx, "operators", &iam.OperatorRolesArgs{
			Prefix:          "demo",
			Path:            accounts.Path,
			OIDCProviderARN: issuer.ARN,
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

// An OIDC configuration in the user's account. The private key is only in Pulumi's encrypted state and in Secrets
// Manager.
func ExampleNewOIDCConfig_unmanaged() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{Prefix: "demo"})
		if err != nil {
			return err
		}
		config, err := iam.NewOIDCConfig(ctx, "oidc", &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{
			Prefix:           "demo",
			InstallerRoleARN: accounts.InstallerRoleARN,
		}})
		if err != nil {
			return err
		}
		ctx.Export("oidcConfig", config.ID)
		return nil
	})
}

// The operators' credentials of a self-managed cluster, with the public key that the installation has generated.
func ExampleNewShortTermCredentials() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		public, err := os.ReadFile("demo/serviceaccount-signer.public")
		if err != nil {
			return err
		}
		args := &iam.ShortTermCredentialsArgs{
			Name:             "demo-acme",
			OpenShiftVersion: "4.20",
			PublicKey:        pulumi.String(public),
		}
		credentials, err := iam.NewShortTermCredentials(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("oidcProviderArn", credentials.OIDCProviderARN)
		ctx.Export("manifests", credentials.Manifests)
		return nil
	})
}

// The files of short-term credentials in the directory of openshift-install, before anything exists in AWS. Generate
// the key once.
func ExampleShortTermCredentialsArgs_Manifests() {
	key, err := iam.GenerateSigningKey()
	if err != nil {
		log.Fatal(err)
	}
	args := &iam.ShortTermCredentialsArgs{
		Name:             "demo-acme", // unique in all of AWS, because it names the bucket
		OpenShiftVersion: "4.20",
		Region:           "us-east-2",
		PublicKey:        pulumi.String(key.Public),
	}
	files, err := args.Manifests("123456789012")
	if err != nil {
		log.Fatal(err)
	}
	files[iam.SigningKeyFile] = key.Private
	for name, text := range files {
		if err := os.WriteFile(filepath.Join("demo", name), []byte(text), 0o600); err != nil {
			log.Fatal(err)
		}
	}
}

// Classic's operators use policies that all clusters of the account share.
func ExampleNewOperatorRoles_classic() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
			Product:          iam.Classic,
			OpenShiftVersion: "4.18",
		})
		if err != nil {
			return err
		}
		_, err = iam.NewOperatorRoles(ctx, "operators", &iam.OperatorRolesArgs{
			Product:         iam.Classic,
			Prefix:          "demo",
			Path:            accounts.Path,
			OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b"),
			PolicyARNs:      accounts.OperatorPolicyARNs,
		})
		return err
	})
}

// A key for root volumes and persistent volumes.
func ExampleNewVolumeKey() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		const role = "arn:aws:iam::123456789012:role/"
		key, err := iam.NewVolumeKey(ctx, "volumes", &iam.VolumeKeyArgs{
			InstallerRoleARN:             pulumi.String(role + "demo-HCP-ROSA-Installer-Role"),
			SupportRoleARN:               pulumi.String(role + "demo-HCP-ROSA-Support-Role"),
			KubeControllerManagerRoleARN: pulumi.String(role + "demo-kube-system-kube-controller-manager"),
			CAPARoleARN:                  pulumi.String(role + "demo-kube-system-capa-controller-manager"),
			EBSCSIRoleARN:                pulumi.String(role + "demo-openshift-cluster-csi-drivers-ebs-cloud-credentials"),
		})
		if err != nil {
			return err
		}
		ctx.Export("volumeKey", key.ARN)
		return nil
	})
}

// The profiles of an installed cluster.
func ExampleNewInstanceProfiles() {
	program := func(ctx *pulumi.Context) error {
		profiles, err := iam.NewInstanceProfiles(ctx, "demo", &iam.InstanceProfilesArgs{
			InfraID: "demo-x7k2p",
			Stage:   iam.StageCluster,
		})
		if err != nil {
			return err
		}
		ctx.Export("controlPlane", profiles.ControlPlane)
		ctx.Export("worker", profiles.Worker)
		return nil
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), len(rec.OfType("aws:iam/instanceProfile:InstanceProfile")))
	// Output: <nil> 2
}

// An OIDC provider for an existing issuer, such as one that ccoctl created for a self-managed cluster.
func ExampleNewOIDCProvider() {
	program := func(ctx *pulumi.Context) error {
		issuer, err := iam.NewOIDCProvider(ctx, "issuer", &iam.OIDCProviderArgs{
			EndpointURL: pulumi.String("https://demo-oidc.s3.us-east-2.amazonaws.com"),
			Thumbprint:  pulumi.String("9e99a48a9960b14926bb7f3b02e22da2b0ab7280"),
		})
		if err != nil {
			return err
		}
		ctx.Export("issuer", issuer.ARN)
		return nil
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program))
	fmt.Println(rec.Outputs()["issuer"])
	// Output:
	// <nil>
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com
}

// A key for the etcd of an HCP cluster with existing roles.
func ExampleNewEtcdKey() {
	program := func(ctx *pulumi.Context) error {
		const role = "arn:aws:iam::123456789012:role/"
		key, err := iam.NewEtcdKey(ctx, "etcd", &iam.EtcdKeyArgs{
			InstallerRoleARN:             pulumi.String(role + "demo-HCP-ROSA-Installer-Role"),
			KubeControllerManagerRoleARN: pulumi.String(role + "demo-kube-system-kube-controller-manager"),
			KMSProviderRoleARN:           pulumi.String(role + "demo-kube-system-kms-provider"),
			Alias:                        "demo-etcd",
		})
		if err != nil {
			return err
		}
		ctx.Export("alias", key.AliasName)
		return nil
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), rec.Outputs()["alias"])
	// Output: <nil> alias/demo-etcd
}

func ExampleNewServiceAccountRole() {
	program := func(ctx *pulumi.Context) error {
		role, err := iam.NewServiceAccountRole(ctx, "uploader", &iam.ServiceAccountRoleArgs{
			InfraID:         "demo-x7k2p",
			ServiceAccounts: []iam.ServiceAccount{{Namespace: "reports", Name: "uploader"}},
			OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com"),
			Policy: pulumi.String(`{"Version": "2012-10-17", "Statement": [
				{"Effect": "Allow", "Action": ["s3:PutObject"], "Resource": ["arn:aws:s3:::reports/*"]}
			]}`),
		})
		if err != nil {
			return err
		}
		ctx.Export("role", role.RoleARN)
		return nil
	}
	fmt.Println(mocks.New().Run(program))
	// Output: <nil>
}

// The console of OpenShift Cluster Manager can create clusters in the account when the role is linked to the organization, by a
// rosa.OCMRoleLink of package cluster/rosa.
func ExampleNewOCMRole() {
	program := func(ctx *pulumi.Context) error {
		role, err := iam.NewOCMRole(ctx, "ocm", &iam.OCMRoleArgs{Profile: iam.OCMRoleAdmin})
		if err != nil {
			return err
		}
		ctx.Export("role", role.RoleName)
		return nil
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), rec.Outputs()["role"])
	// Output: <nil> ManagedOpenShift-OCM-Role-12345678
}

// The account that owns the VPC, whose provider is an argument, shares two subnets with the account of an HCP cluster.
func ExampleNewSharedVpcResources() {
	const owner, clusterAccount = "210987654321", "123456789012"
	program := func(ctx *pulumi.Context, vpcOwner pulumi.ProviderResource, operators *iam.OperatorRoles) error {
		// The policies of the cluster's roles name the roles of the VPC's owner, which exist later.
		accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
			Prefix: "demo", SharedVpc: iam.SharedVpcRoles(iam.HCP, "demo", owner),
		})
		if err != nil {
			return err
		}
		shared, err := iam.NewSharedVpcResources(ctx, "shared", &iam.SharedVpcResourcesArgs{
			Prefix:    "demo",
			AccountID: pulumi.String(clusterAccount),
			VpcID:     pulumi.String("vpc-0123456789abcdef0"),
			SubnetIDs: map[string]pulumi.StringInput{
				"private-us-east-2a": pulumi.String("subnet-0123456789abcdefa"),
				"private-us-east-2b": pulumi.String("subnet-0123456789abcdefb"),
			},
			DomainPrefix:        "demo",
			BaseDNSDomain:       pulumi.String("a1b2.p3.openshiftapps.com"),
			InstallerRoleARN:    accounts.InstallerRoleARN,
			IngressRoleARN:      operators.ARNs[iam.OperatorIngress],
			ControlPlaneRoleARN: operators.ARNs[iam.OperatorControlPlane],
		}, pulumi.Provider(vpcOwner))
		if err != nil {
			return err
		}
		ctx.Export("ingressZoneId", shared.IngressZoneID)
		return nil
	}
	_ = program
}

// A bucket receives logs of a hosted control plane.
func ExampleLogBucketPolicy() {
	fmt.Println(strings.ReplaceAll(iam.LogBucketPolicy("demo-logs"), ",", ",\n"))
	// Output:
	// {"Version":"2012-10-17",
	// "Statement":[{"Sid":"AllowCentralLogDistributionWrite",
	// "Effect":"Allow",
	// "Principal":{"AWS":["arn:aws:iam::859037107838:role/ROSA-CentralLogDistributionRole-241c1a86"]},
	// "Action":["s3:PutObject"],
	// "Resource":["arn:aws:s3:::demo-logs/*"],
	// "Condition":{"StringEquals":{"s3:x-amz-acl":["bucket-owner-full-control"]}}}]}
}
