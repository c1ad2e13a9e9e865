package iam_test

import (
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	providerARN  = "arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b"
	rolePrefix   = "arn:aws:iam::123456789012:role/"
	policyPrefix = "arn:aws:iam::123456789012:policy/"
	boundaryARN  = policyPrefix + "boundary"
	installerARN = rolePrefix + "demo-HCP-ROSA-Installer-Role"
	supportAgent = "arn:aws:iam::710019948333:role/RH-Technical-Support-15212158"
)

// attachedTo returns the ARNs of the policies that are attached to a role.
func attachedTo(rec *mocks.Recorder, roleName any) []string {
	var arns []string
	for _, attachment := range rec.OfType("aws:iam/rolePolicyAttachment:RolePolicyAttachment") {
		if attachment.Inputs["role"] == roleName {
			arns = append(arns, attachment.Inputs["policyArn"].(string))
		}
	}
	return arns
}

// taggedWith returns tags with that of the stack, which all resources but objects have.
func taggedWith(pairs ...string) map[string]any {
	tags := map[string]any{"openshift-aws": "project/stack"}
	for i := 0; i < len(pairs); i += 2 {
		tags[pairs[i]] = pairs[i+1]
	}
	return tags
}

func text(s string) pulumi.StringInput { return pulumi.String(s) }

func document(t *testing.T, input any) policy.Document {
	t.Helper()
	var d policy.Document
	require.NoError(t, json.Unmarshal([]byte(input.(string)), &d))
	return d
}

// assertDocument compares the policy document in a property.
func assertDocument(t *testing.T, want policy.Document, got any, reason ...any) {
	t.Helper()
	assert.Equal(t, want, document(t, got), reason...)
}

// trusting returns a trust policy.
func trusting(principalType, principal, action string, condition map[string]map[string][]string) policy.Document {
	return policy.New(policy.Statement{
		Effect:    policy.Allow,
		Principal: map[string][]string{principalType: {principal}},
		Action:    []string{action},
		Condition: condition,
	})
}

func accountRoles(args iam.AccountRolesArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return mockstest.Exporting(iam.NewAccountRoles, "account", &args, func(roles *iam.AccountRoles) pulumi.Map {
		return pulumi.Map{
			"installer": roles.InstallerRoleARN,
			"support":   roles.SupportRoleARN,
			"worker":    roles.WorkerRoleARN,
		}
	}, opts...)
}

// operatorRoles registers roles of operators, and for Classic the account roles with their policies.
func operatorRoles(args iam.OperatorRolesArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		if args.OIDCProviderARN == nil {
			args.OIDCProviderARN = text(providerARN).ToStringOutput()
		}
		if args.Product == iam.Classic {
			accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
				Product:          iam.Classic,
				Prefix:           "acct",
				Region:           args.Region,
				OpenShiftVersion: "4.18",
				OCMAccountID:     "111122223333",
			}, opts...)
			if err != nil {
				return err
			}
			args.PolicyARNs = accounts.OperatorPolicyARNs
		}
		roles, err := iam.NewOperatorRoles(ctx, "operators", &args, opts...)
		if err != nil {
			return err
		}
		ctx.Export("prefix", roles.Prefix)
		return nil
	}
}

// oidc registers an OIDC configuration and its provider.
func oidc(args iam.OIDCConfigArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		config, err := iam.NewOIDCConfig(ctx, "oidc", &args, opts...)
		if err != nil {
			return err
		}
		provider, err := iam.NewOIDCProvider(ctx, "issuer", &iam.OIDCProviderArgs{
			EndpointURL: config.EndpointURL,
			Thumbprint:  config.Thumbprint,
			Tags:        args.Tags,
		}, opts...)
		if err != nil {
			return err
		}
		ctx.Export("config", config.ID)
		ctx.Export("provider", provider.ARN)
		return nil
	}
}

func unmanaged(prefix string) iam.OIDCConfigArgs {
	return iam.OIDCConfigArgs{
		Unmanaged: &iam.UnmanagedOIDCArgs{
			Region:           "us-east-2",
			Prefix:           prefix,
			InstallerRoleARN: text(installerARN),
		},
		Tags: pulumi.StringMap{"team": pulumi.String("core")},
	}
}

// keys registers both keys of an HCP cluster, with a prefix for which the name of the EBS driver's role is truncated.
func keys(region string, persistentVolumes bool, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
			Prefix:       "acct",
			Region:       region,
			OCMAccountID: "710019948333",
		}, opts...)
		if err != nil {
			return err
		}
		operators, err := iam.NewOperatorRoles(ctx, "operators", &iam.OperatorRolesArgs{
			Prefix:          "production-frankfurt",
			Region:          region,
			OIDCProviderARN: text(providerARN).ToStringOutput(),
		}, opts...)
		if err != nil {
			return err
		}
		if _, err = iam.NewEtcdKey(ctx, "etcd", &iam.EtcdKeyArgs{
			InstallerRoleARN:             accounts.InstallerRoleARN,
			KubeControllerManagerRoleARN: operators.ARNs[iam.OperatorKubeControllerManager],
			KMSProviderRoleARN:           operators.ARNs[iam.OperatorKMSProvider],
		}, opts...); err != nil {
			return err
		}
		args := &iam.VolumeKeyArgs{
			InstallerRoleARN:             accounts.InstallerRoleARN,
			SupportRoleARN:               accounts.SupportRoleARN,
			KubeControllerManagerRoleARN: operators.ARNs[iam.OperatorKubeControllerManager],
			CAPARoleARN:                  operators.ARNs[iam.OperatorCAPA],
			ControlPlaneRoleARN:          accounts.ControlPlaneRoleARN,
			Alias:                        "demo/volumes",
			DeletionWindowDays:           7,
			Tags:                         pulumi.StringMap{"team": pulumi.String("core"), "red-hat": pulumi.String("no")},
		}
		if persistentVolumes {
			args.EBSCSIRoleARN = operators.ARNs[iam.OperatorEBSCSI]
		}
		_, err = iam.NewVolumeKey(ctx, "volumes", args, opts...)
		return err
	}
}

func profiles(args iam.InstanceProfilesArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := iam.NewInstanceProfiles(ctx, "main", &args, opts...)
		return err
	}
}

// installing returns arguments of instance profiles at the bootstrap stage.
func installing(region string) iam.InstanceProfilesArgs {
	return iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: region, Stage: iam.StageBootstrap}
}

// installed returns arguments of instance profiles after the bootstrap stage.
func installed(region string) iam.InstanceProfilesArgs {
	return iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: region, Stage: iam.StageCluster}
}
