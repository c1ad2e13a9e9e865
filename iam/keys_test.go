package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// keys registers both keys of a cluster with roles of an operator prefix that makes the EBS driver's name be cut.
func keys(region string, persistentVolumes bool) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		accounts, err := iam.NewAccountRoles(
			ctx,
			"account",
			&iam.AccountRolesArgs{Prefix: "acct", Region: region, OCMAccountID: "710019948333"},
		)
		if err != nil {
			return err
		}
		operators, err := iam.NewOperatorRoles(
			ctx,
			"operators",
			&iam.OperatorRolesArgs{Prefix: "production-frankfurt", Region: region, OIDCProviderARN: text(providerARN)},
		)
		if err != nil {
			return err
		}
		_, err = iam.NewEtcdKey(ctx, "etcd", &iam.EtcdKeyArgs{
			InstallerRoleARN: accounts.InstallerRoleARN, KubeControllerManagerRoleARN: operators.ARNs[iam.OperatorKubeControllerManager],
			KMSProviderRoleARN: operators.ARNs[iam.OperatorKMSProvider],
		})
		if err != nil {
			return err
		}
		args := &iam.VolumeKeyArgs{
			InstallerRoleARN: accounts.InstallerRoleARN, SupportRoleARN: accounts.SupportRoleARN,
			KubeControllerManagerRoleARN: operators.ARNs[iam.OperatorKubeControllerManager], CAPARoleARN: operators.ARNs[iam.OperatorCAPA],
			Alias: "demo/volumes", DeletionWindowDays: 7, Tags: pulumi.StringMap{"team": pulumi.String("core"), "red-hat": pulumi.String("no")},
		}
		if persistentVolumes {
			args.EBSCSIRoleARN = operators.ARNs[iam.OperatorEBSCSI]
		}
		_, err = iam.NewVolumeKey(ctx, "volumes", args)
		return err
	}
}

func TestKeysGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/keys.golden", mockstest.Run(t, keys("us-east-2", true)).Golden())
}

// The table is that of openshift/openshift-docs modules/creating-cluster-with-aws-kms-key.adoc.
func TestKeyPolicies(t *testing.T) {
	t.Parallel()
	for region, partition := range map[string]string{"us-east-2": "aws", "us-gov-west-1": "aws-us-gov", "cn-north-1": "aws-cn"} {
		t.Run(region, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, keys(region, true), mocks.Region(region))
			account := "arn:" + partition + ":iam::123456789012:"
			statement := func(sid, who string, actions ...string) policy.Statement {
				return policy.Statement{
					Sid:       sid,
					Effect:    policy.Allow,
					Principal: map[string][]string{"AWS": {account + who}},
					Action:    actions,
					Resource:  []string{"*"},
				}
			}
			root := statement("AccountAdministration", "root", "kms:*")
			installer := statement(
				"Installer",
				"role/acct-HCP-ROSA-Installer-Role",
				"kms:CreateGrant",
				"kms:DescribeKey",
				"kms:GenerateDataKeyWithoutPlaintext",
			)
			manager := statement(
				"KubeControllerManager",
				"role/production-frankfurt-kube-system-kube-controller-manager",
				"kms:DescribeKey",
			)
			const csi = "role/production-frankfurt-openshift-cluster-csi-drivers-ebs-cloud-cre"
			grants := statement("EBSCSIGrants", csi, "kms:CreateGrant", "kms:RevokeGrant", "kms:ListGrants")
			grants.Condition = map[string]map[string][]string{"Bool": {"kms:GrantIsForAWSResource": {"true"}}}

			assertDocument(t, policy.New(
				root,
				installer,
				manager,
				statement(
					"KMSProvider",
					"role/production-frankfurt-kube-system-kms-provider",
					"kms:Encrypt",
					"kms:Decrypt",
					"kms:DescribeKey",
				),
			), mockstest.Find(t, rec, "etcd-key").Inputs["policy"])
			assertDocument(t, policy.New(
				root,
				installer,
				statement("Support", "role/acct-HCP-ROSA-Support-Role", "kms:DescribeKey"),
				manager,
				statement(
					"CAPA",
					"role/production-frankfurt-kube-system-capa-controller-manager",
					"kms:DescribeKey",
					"kms:GenerateDataKeyWithoutPlaintext",
					"kms:CreateGrant",
				),
				statement(
					"EBSCSI",
					csi,
					"kms:Encrypt",
					"kms:Decrypt",
					"kms:ReEncrypt*",
					"kms:GenerateDataKey*",
					"kms:DescribeKey",
				),
				grants,
			), mockstest.Find(t, rec, "volumes-key").Inputs["policy"])
		})
	}
}

// Red Hat's documentation of Classic gives all five roles the same.
func TestVolumeKeyOfClassic(t *testing.T) {
	t.Parallel()
	role := func(name string) pulumi.StringInput { return text(someRole + name) }
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		_, err := iam.NewVolumeKey(ctx, "volumes", &iam.VolumeKeyArgs{
			Product: iam.RosaClassic, InstallerRoleARN: role("i"), SupportRoleARN: role("s"), WorkerRoleARN: role("w"), ControlPlaneRoleARN: role("c"), EBSCSIRoleARN: role("e"),
		})
		return err
	})
	statement := func(sid, who string, actions ...string) policy.Statement {
		return policy.Statement{
			Sid:       sid,
			Effect:    policy.Allow,
			Principal: map[string][]string{"AWS": {"arn:aws:iam::123456789012:" + who}},
			Action:    actions,
			Resource:  []string{"*"},
		}
	}
	want := []policy.Statement{statement("AccountAdministration", "root", "kms:*")}
	for _, user := range []struct{ sid, role string }{{sid: "Installer", role: "i"}, {sid: "Support", role: "s"}, {
		sid:  "Worker",
		role: "w",
	}, {
		sid:  "ControlPlane",
		role: "c",
	}, {
		sid:  "EBSCSI",
		role: "e",
	}} {
		grants := statement(
			user.sid+"Grants",
			"role/"+user.role,
			"kms:CreateGrant",
			"kms:RevokeGrant",
			"kms:ListGrants",
		)
		grants.Condition = map[string]map[string][]string{"Bool": {"kms:GrantIsForAWSResource": {"true"}}}
		want = append(
			want,
			statement(
				user.sid,
				"role/"+user.role,
				"kms:Encrypt",
				"kms:Decrypt",
				"kms:ReEncrypt*",
				"kms:GenerateDataKey*",
				"kms:DescribeKey",
			),
			grants,
		)
	}
	assertDocument(t, policy.New(want...), mockstest.Find(t, rec, "volumes-key").Inputs["policy"])
}

func TestOnlyTheAccountMayDoEverything(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, keys("us-east-2", true))
	for _, key := range rec.OfType("aws:kms/key:Key") {
		for _, statement := range document(t, key.Inputs["policy"]).Statement {
			if statement.Sid != "AccountAdministration" {
				assert.NotContains(t, statement.Action, "kms:*")
				assert.NotContains(t, statement.Action, "kms:PutKeyPolicy")
				assert.NotContains(t, statement.Action, "kms:ScheduleKeyDeletion")
			}
		}
	}
}

func TestKeyProperties(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, keys("us-east-2", false))
	etcd, volumes := mockstest.Find(t, rec, "etcd-key"), mockstest.Find(t, rec, "volumes-key")
	delete(etcd.Inputs, "policy")
	assert.Equal(t, map[string]any{
		"description": "Encrypts the etcd of a ROSA cluster", "enableKeyRotation": true, "deletionWindowInDays": 30.0, "tags": taggedWith("red-hat", "true"),
	}, etcd.Inputs)
	assert.Equal(
		t,
		taggedWith("red-hat", "true", "team", "core"),
		volumes.Inputs["tags"],
		"the service's policies want true",
	)
	assert.Equal(t, 7.0, volumes.Inputs["deletionWindowInDays"])
	assert.Len(
		t,
		document(t, volumes.Inputs["policy"]).Statement,
		5,
		"without persistent volumes their driver gets nothing",
	)
	assert.Equal(
		t,
		map[string]any{"name": "alias/demo/volumes", "targetKeyId": volumes.Outputs["keyId"]},
		mockstest.Find(t, rec, "volumes-alias").Inputs,
	)
	assert.Regexp(t, `^alias/etcd-alias-[0-9a-f]{7}$`, mockstest.Find(t, rec, "etcd-alias").Outputs["name"])
}

// KMS refuses principals that do not exist.
func TestKeysWaitForTheirRoles(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, keys("us-east-2", true))
	waits := mockstest.Find(t, rec, "volumes-key").PropertyDependencies["policy"]
	for _, role := range []string{
		"account-installer-role", "account-support-role", "operators-kube-system-capa-controller-manager-role",
		"operators-openshift-cluster-csi-drivers-ebs-cloud-credentials-role",
	} {
		assert.Contains(t, waits, mockstest.Find(t, rec, role).URN)
	}
}

func TestKeyOfAWrongRole(t *testing.T) {
	t.Parallel()
	late := text("arn:aws:iam::123456789012:user/x").ToStringOutput()
	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		_, err := iam.NewEtcdKey(
			ctx,
			"etcd",
			&iam.EtcdKeyArgs{InstallerRoleARN: late, KubeControllerManagerRoleARN: late, KMSProviderRoleARN: late},
		)
		return err
	})
	assert.ErrorContains(t, err, `"arn:aws:iam::123456789012:user/x" is no role's ARN`)
}

func TestKeysPreviewAndRunRegisterTheSame(t *testing.T) {
	t.Parallel()
	preview := mocks.New()
	require.NoError(t, preview.Preview(keys("us-east-2", true)))
	assert.Equal(t, names(mockstest.Run(t, keys("us-east-2", true))), names(preview))
}
