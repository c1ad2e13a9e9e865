package iam_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
)

func TestEtcdKeyArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.EtcdKeyArgs)) *iam.EtcdKeyArgs {
		args := &iam.EtcdKeyArgs{
			InstallerRoleARN:             text(rolePrefix + "a"),
			KubeControllerManagerRoleARN: text(rolePrefix + "b"),
			KMSProviderRoleARN:           text(rolePrefix + "c"),
		}
		change(args)
		return args
	}
	const path = "iam.EtcdKeyArgs"
	checkArgs(t, map[string]argsRow{
		"least": {reason: "the key needs three roles", args: with(func(*iam.EtcdKeyArgs) {})},
		"nil": {
			reason: "roles have no default",
			args:   (*iam.EtcdKeyArgs)(nil),
			want: under(path,
				"InstallerRoleARN: required",
				"KubeControllerManagerRoleARN: required",
				"KMSProviderRoleARN: required",
			),
		},
		"wrong formats": {
			reason: "each field has its format",
			args: with(func(a *iam.EtcdKeyArgs) {
				a.KMSProviderRoleARN = text("arn:aws:iam::123456789012:user/x")
				a.Alias = "my key"
				a.DeletionWindowDays = 6
			}),
			want: under(path, "KMSProviderRoleARN: format", "Alias: format", "DeletionWindowDays: range"),
		},
		"roles of two accounts": {
			reason: "the key's policy trusts one account",
			args: with(func(a *iam.EtcdKeyArgs) {
				a.KMSProviderRoleARN = text("arn:aws:iam::999999999999:role/x")
			}),
			want: under(path, "KMSProviderRoleARN: arn:aws:iam::999999999999:role/x must be in the account of the other roles "+
				"(arn:aws:iam::123456789012:root)"),
		},
		"long alias": {
			reason: "KMS allows 250 characters after alias/",
			args:   with(func(a *iam.EtcdKeyArgs) { a.Alias = strings.Repeat("a", 251) }),
			want:   under(path, "Alias: format"),
		},
		"alias of AWS": {
			reason: "aliases of AWS managed keys begin with aws/",
			args:   with(func(a *iam.EtcdKeyArgs) { a.Alias = "aws/ebs" }),
			want:   under(path, `Alias: must not begin with aws/, which is reserved for AWS (got "aws/ebs")`),
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
