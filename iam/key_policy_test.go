package iam_test

import (
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// statementsIn returns a function for statements of a key policy in an account.
func statementsIn(account string) func(sid, who string, actions ...string) policy.Statement {
	return func(sid, who string, actions ...string) policy.Statement {
		return policy.Statement{
			Sid:       sid,
			Effect:    policy.Allow,
			Principal: map[string][]string{"AWS": {account + who}},
			Action:    actions,
			Resource:  []string{"*"},
		}
	}
}

// grantsOf returns the statement for grants: all of its actions apply to grants for AWS services only.
func grantsOf(
	statement func(sid, who string, actions ...string) policy.Statement, sid, who string, actions ...string,
) policy.Statement {
	grants := statement(sid+"Grants", who, actions...)
	grants.Condition = map[string]map[string][]string{"Bool": {"kms:GrantIsForAWSResource": {"true"}}}
	return grants
}

// The table is that of openshift/openshift-docs modules/creating-cluster-with-aws-kms-key.adoc.
func TestKeyPolicies(t *testing.T) {
	t.Parallel()
	for region, partition := range map[string]string{
		"us-east-2": "aws", "us-gov-west-1": "aws-us-gov", "cn-north-1": "aws-cn",
	} {
		t.Run(region, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, keys(region, true), mocks.Region(region))
			statement := statementsIn("arn:" + partition + ":iam::123456789012:")
			root := statement("AccountAdministration", "root", "kms:*")
			const installerRole = "role/acct-HCP-ROSA-Installer-Role"
			installer := statement("Installer", installerRole, "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext")
			installerGrants := grantsOf(statement, "Installer", installerRole, "kms:CreateGrant")
			manager := statement("KubeControllerManager", "role/production-frankfurt-kube-system-kube-controller-manager",
				"kms:DescribeKey")
			const capa = "role/production-frankfurt-kube-system-capa-controller-manager"
			const csi = "role/production-frankfurt-openshift-cluster-csi-drivers-ebs-cloud-cre"

			assertDocument(t, policy.New(
				root,
				installer,
				installerGrants,
				manager,
				statement("KMSProvider", "role/production-frankfurt-kube-system-kms-provider",
					"kms:Encrypt", "kms:Decrypt", "kms:DescribeKey"),
			), mockstest.Find(t, rec, "etcd-key").Inputs["policy"])
			assertDocument(t, policy.New(
				root,
				installer,
				installerGrants,
				statement("Support", "role/acct-HCP-ROSA-Support-Role", "kms:DescribeKey"),
				manager,
				statement("CAPA", capa, "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext"),
				grantsOf(statement, "CAPA", capa, "kms:CreateGrant"),
				statement("EBSCSI", csi,
					"kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"),
				grantsOf(statement, "EBSCSI", csi, "kms:CreateGrant", "kms:RevokeGrant", "kms:ListGrants"),
			), mockstest.Find(t, rec, "volumes-key").Inputs["policy"])
		})
	}
}

func TestOnlyTheAccountMayAdministerKeys(t *testing.T) {
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

// A statement of a key policy suffices by itself: without the condition, whoever assumes the role could grant any
// principal the key.
func TestGrantsAreForAWSServices(t *testing.T) {
	t.Parallel()
	for name, program := range map[string]pulumi.RunFunc{
		"hcp": keys("us-east-2", true), "classic": volumeKey(classicVolumeKey(unchanged)),
	} {
		rec, grants := mockstest.Run(t, program), 0
		for _, key := range rec.OfType("aws:kms/key:Key") {
			for _, statement := range document(t, key.Inputs["policy"]).Statement {
				if slices.Contains(statement.Action, "kms:CreateGrant") {
					grants++
					want := map[string]map[string][]string{"Bool": {"kms:GrantIsForAWSResource": {"true"}}}
					assert.Equal(t, want, statement.Condition, "%s: %s", name, statement.Sid)
				}
			}
		}
		assert.NotZero(t, grants, name)
	}
}

// KMS rejects principals that do not exist.
func TestKeysDependOnTheirRoles(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, keys("us-east-2", true))
	dependencies := mockstest.Find(t, rec, "volumes-key").PropertyDependencies["policy"]
	for _, role := range []string{
		"account-installer-role", "account-support-role", "operators-kube-system-capa-controller-manager-role",
		"operators-openshift-cluster-csi-drivers-ebs-cloud-credentials-role",
	} {
		assert.Contains(t, dependencies, mockstest.Find(t, rec, role).URN)
	}
}
