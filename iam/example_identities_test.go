package iam_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// The profiles of a cluster whose bootstrap is over.
func ExampleNewInstanceProfiles() {
	program := func(ctx *pulumi.Context) error {
		profiles, err := iam.NewInstanceProfiles(ctx, "demo", &iam.InstanceProfilesArgs{
			InfraID: "demo-x7k2p",
			Region:  "us-east-2",
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

// IAM trusts the tokens of an issuer that is there already, such as the one that ccoctl made for a self-managed cluster.
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

// A key for the etcd of a hosted cluster whose roles are there already.
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
