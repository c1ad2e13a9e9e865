package iam_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

func TestOIDCConfigArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.UnmanagedOIDCArgs)) *iam.OIDCConfigArgs {
		args := &iam.UnmanagedOIDCArgs{InstallerRoleARN: text(installerARN)}
		change(args)
		return &iam.OIDCConfigArgs{Unmanaged: args}
	}
	prefix := func(prefix string) *iam.OIDCConfigArgs {
		return with(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = prefix })
	}
	days := func(days int) *iam.OIDCConfigArgs {
		return with(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = &days })
	}
	const path = "iam.OIDCConfigArgs.Unmanaged"
	checkArgs(t, map[string]argsRow{
		"managed":          {reason: "a managed issuer has no required argument", args: (*iam.OIDCConfigArgs)(nil)},
		"unmanaged":        {reason: "a role is enough", args: with(func(*iam.UnmanagedOIDCArgs) {})},
		"longest prefix":   {reason: "the rosa CLI allows 15 characters", args: prefix("abcdefgh-123456")},
		"no recovery":      {reason: "0 deletes the secret immediately", args: days(0)},
		"longest recovery": {reason: "Secrets Manager allows 30 days or fewer", args: days(30)},
		"empty": {
			reason: "Red Hat needs a role to read the private key",
			args:   &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{Region: "us-east-2a"}},
			want:   under(path, "Region: format", "InstallerRoleARN: required"),
		},
		"long prefix": {
			reason: "the rosa CLI allows 15 characters",
			args:   prefix("abcdefgh-1234567"),
			want:   under(path, "Prefix: format"),
		},
		"prefix with a hyphen": {
			reason: "RHCS allows no hyphen last",
			args:   prefix("team-"),
			want:   under(path, "Prefix: format"),
		},
		"short recovery": {
			reason: "Secrets Manager allows 7 days or more",
			args:   days(3),
			want:   under(path, "RecoveryWindowDays: range"),
		},
		"long recovery": {
			reason: "Secrets Manager allows 30 days or fewer",
			args:   days(31),
			want:   under(path, "RecoveryWindowDays: range"),
		},
	})
}
