package iam_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestEtcdKeyArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.EtcdKeyArgs)) *iam.EtcdKeyArgs {
		return checktest.With(&iam.EtcdKeyArgs{
			InstallerRoleARN:             text(rolePrefix + "a"),
			KubeControllerManagerRoleARN: text(rolePrefix + "b"),
			KMSProviderRoleARN:           text(rolePrefix + "c"),
		}, change)
	}
	checktest.Cases(t, "iam.EtcdKeyArgs", map[string]checktest.Case{
		"least": {Reason: "the key needs three roles", Args: with(func(*iam.EtcdKeyArgs) {})},
		"nil": {
			Reason: "roles have no default",
			Args:   (*iam.EtcdKeyArgs)(nil),
			Want: []string{
				".InstallerRoleARN: required", ".KubeControllerManagerRoleARN: required",
				".KMSProviderRoleARN: required",
			},
		},
		"roles of two accounts": {
			Reason: "the key's policy trusts one account",
			Args:   with(func(a *iam.EtcdKeyArgs) { a.KMSProviderRoleARN = text("arn:aws:iam::999999999999:role/x") }),
			Want: []string{
				".KMSProviderRoleARN: arn:aws:iam::999999999999:role/x must be in the account of the other roles " +
					"(arn:aws:iam::123456789012:root)",
			},
		},
		"alias of AWS": {
			Reason: "aliases of AWS managed keys begin with aws/",
			Args:   with(func(a *iam.EtcdKeyArgs) { a.Alias = "aws/ebs" }),
			Want:   []string{`.Alias: must not begin with aws/, which is reserved for AWS (got "aws/ebs")`},
		},
	})
}

func TestEtcdKeyDefaults(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, keys("us-east-2", false))
	etcd := mockstest.Find(t, rec, "etcd-key")
	delete(etcd.Inputs, "policy")
	assert.Equal(t, map[string]any{
		"description":          "Encrypts the etcd of a ROSA cluster",
		"enableKeyRotation":    true,
		"deletionWindowInDays": 30.0,
		"tags":                 taggedWith("red-hat", "true"),
	}, etcd.Inputs)
	assert.Regexp(t, `^alias/etcd-alias-[0-9a-f]{7}$`, mockstest.Find(t, rec, "etcd-alias").Outputs["name"])
}
